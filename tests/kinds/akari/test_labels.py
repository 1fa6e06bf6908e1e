"""Ranks beside the labels of another program, on the boards that it made."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.kinds.akari.reason import reasoner
from pipeline.reached import rank_needed
from tests.conftest import ROOT, SHARED

BOARDS = SHARED / "bench_boards" / "akari.jsonl"


@pytest.fixture(scope="module")
def ranks() -> Counter[tuple[int, str, int]]:
    """How many boards of a size and a label need each rank."""
    if not BOARDS.exists():
        pytest.skip("the labelled boards are not beside this checkout")
    found: Counter[tuple[int, str, int]] = Counter()
    for line in BOARDS.read_text(encoding="utf-8").splitlines():
        board = json.loads(line)
        rank = rank_needed(reasoner(Puzzle(tuple(board["grid"]))))
        found[board["rows"], board["difficulty"], rank] += 1
    return found


@pytest.mark.parametrize(("label", "allowed"), [("0", {1}), ("1", {2, 3}), ("2", {3, 4}), ("h", {3, 4})])
def test_label_means_a_rank(ranks: Counter[tuple[int, str, int]], label: str, allowed: set[int]) -> None:
    """No board of difficulty 0 needs more than rank 1, none of 1 less than rank 2, none of 2 less than rank 3."""
    needed = {rank for _, found, rank in ranks if found == label}
    assert needed
    assert needed <= allowed


def test_difficulty_page_says_what_was_counted(ranks: Counter[tuple[int, str, int]]) -> None:
    """The table of docs/difficulty.md holds the counts of this very run."""
    page = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
    for size in sorted({size for size, _, _ in ranks}):
        pairs = [f"{ranks[size, label, low]}, {ranks[size, label, low + 1]}" for label, low in (("1", 2), ("2", 3))]
        hardest = f"{ranks[size, 'h', 3]}, {ranks[size, 'h', 4]}"
        assert f"| {size}×{size} | {ranks[size, '0', 1]} | {' | '.join(pairs)} | {hardest} |" in page

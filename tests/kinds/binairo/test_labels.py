"""Ranks and steps beside the labels of another program, on the boards that it made."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from statistics import mean
from typing import NamedTuple

import pytest

from pipeline.kinds.binairo.puzzle import Puzzle
from pipeline.kinds.binairo.reason import reasoner
from pipeline.search import explain
from tests.conftest import ROOT, SHARED

BOARDS = SHARED / "bench_boards" / "binairo.jsonl"
LABELS = "tenh"
"""Trivial, easy and normal by that program, and its boards with givens dropped to a minimum; easiest first."""


class Need(NamedTuple):
    """What a board asks for: the highest rank of its trace, and how many steps are above rank 1."""

    rank: int
    steps: int


Needs = dict[tuple[int, str], list[Need]]


@pytest.fixture(scope="module")
def needs() -> Needs:
    """What the boards of each size and label ask for."""
    if not BOARDS.exists():
        pytest.skip("the labelled boards are not beside this checkout")
    found: Needs = {}
    for line in BOARDS.read_text(encoding="utf-8").splitlines():
        board = json.loads(line)
        trace = explain(reasoner(Puzzle(tuple(board["grid"]))))
        assert trace.solved, board["id"]
        need = Need(trace.rank, sum(step.rank > 1 for step in trace.steps))
        found.setdefault((board["rows"], board["difficulty"]), []).append(need)
    return found


def _sizes(needs: Needs) -> list[int]:
    return sorted({size for size, _ in needs})


def _rises(figures: Sequence[float]) -> bool:
    return all(easier <= harder for easier, harder in pairwise(figures)) and figures[0] < figures[-1]


def test_rank_does_not_fall_from_label_to_label(needs: Needs) -> None:
    """At every size, neither the highest rank that a label needs nor the mean."""
    for size in _sizes(needs):
        ranks = [[need.rank for need in needs[size, label]] for label in LABELS]
        assert _rises([max(some) for some in ranks]), size
        assert _rises([mean(some) for some in ranks]), size


def test_steps_above_rank_one_do_not_fall_from_label_to_label(needs: Needs) -> None:
    """Over the boards of all sizes, of which every label has its share; a trivial board has no such step."""
    steps = [mean(need.steps for size in _sizes(needs) for need in needs[size, label]) for label in LABELS]
    assert steps[0] == 0
    assert _rises(steps)


def test_difficulty_page_says_what_was_counted(needs: Needs) -> None:
    """The table of docs/difficulty.md holds the counts of this very run."""
    page = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
    for size in _sizes(needs):
        counts = []
        for label, ranks in zip(LABELS, ((1,), (1, 2, 3), (2, 3), (2, 3, 4)), strict=True):
            found = [need.rank for need in needs[size, label]]
            assert set(found) <= set(ranks)
            counts.append(", ".join(str(found.count(rank)) for rank in ranks))
        steps = ", ".join(f"{mean(need.steps for need in needs[size, label]):.1f}" for label in LABELS)
        assert f"| {size}×{size} | {' | '.join(counts)} | {steps} |" in page

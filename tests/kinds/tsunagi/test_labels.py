"""Ranks and steps beside the published marks of another program's levels."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import correlation
from typing import NamedTuple

import pytest

from pipeline.kinds.tsunagi.reason import reasoner
from pipeline.search import explain
from pipeline.verdict import Budget
from tests.conftest import ROOT
from tests.kinds.tsunagi.boards import SHARED, published, published_puzzle

SIZES = range(6, 11)
TRACED = Budget(nodes=400)
"""Enough for nearly all traces; what is not solved by then is taken to be harder than what is."""


class Need(NamedTuple):
    """What a board asks for, in the order of difficulty."""

    rank: int
    unsolved: bool
    steps: int
    """How many steps of its trace are above rank 1."""


Needs = dict[int, list[tuple[int, Need]]]


@pytest.fixture(scope="module")
def needs() -> Needs:
    """The plain boards of each size, each with its mark and what it asks for here."""
    if not SHARED.exists():
        pytest.skip("the published boards are kept outside the repository")
    found: Needs = {size: [] for size in SIZES}
    for case in published("tsunagi_levels.jsonl"):
        if case["size"] in SIZES and not case["twist"]:
            trace = explain(reasoner(published_puzzle(case)), TRACED)
            need = Need(trace.rank, not trace.solved, sum(step.rank > 1 for step in trace.steps))
            found[case["size"]].append((case["mark"], need))
    return found


def _agreement(boards: Sequence[tuple[int, Need]]) -> float:
    """Spearman's coefficient of marks and needs: the correlation of their places in line, ties sharing one."""
    marks, asked = zip(*boards, strict=True)
    return correlation(_places(marks), _places(asked))


def _places(values: Sequence[int | Need]) -> list[float]:
    before = [sum(other < value for other in values) for value in values]  # type: ignore[operator]
    return [place + (values.count(value) - 1) / 2 for place, value in zip(before, values, strict=True)]


@pytest.mark.parametrize("size", SIZES)
def test_order_of_difficulty_agrees_with_the_published_marks(needs: Needs, size: int) -> None:
    """By rank first, and then by the steps above rank 1."""
    assert _agreement(needs[size]) >= 0.5


def test_difficulty_page_says_what_was_counted(needs: Needs) -> None:
    """The table of docs/difficulty.md holds the counts of this very run."""
    page = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
    for size, boards in needs.items():
        counts = []
        for marks in ((1, 2), (4, 5)):
            ranks = [need.rank for mark, need in boards if mark in marks]
            counts.append(", ".join(str(ranks.count(rank)) for rank in (1, 2, 3, 4)))
        assert f"| {size}×{size} | {' | '.join(counts)} | {_agreement(boards):.2f} |" in page

"""The published search: its answers against plain enumeration, its nodes and branches against the published ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pipeline.kinds.tsunagi.search import count
from pipeline.verdict import Budget, Undecided
from tests.kinds.tsunagi.boards import FEATURES, SHARED, answers, published, published_puzzle, puzzle_of, random_boards

UNSUPPORTED = {"portals", "hexagon", "strokes", "explosions", "sparse"}
"""The published twists that are not known here."""
SEARCHED = 12
"""The published counts come from the search up to this size."""

beside_shared = pytest.mark.skipif(not SHARED.exists(), reason="the published boards are kept outside the repository")


def test_row_board_is_a_row_of_single_moves() -> None:
    """Four straight lines: thirteen positions, none with a choice."""
    counted = count(puzzle_of("A..AB..BC..CD..D", 4))
    assert (counted.count, counted.nodes, counted.branches, counted.gave_up) == (1, 13, 0, False)


def test_twin_rule_counts_in_the_checks_of_regions() -> None:
    """A line that holds one way of a bridge cannot reach a region by the other: 105 positions, not 108."""
    counted = count(puzzle_of("A..B..+....CBAC.", 4, wrap=True), 200)
    assert (counted.count, counted.nodes, counted.branches, counted.gave_up) == (4, 105, 27, False)


@pytest.mark.parametrize("feature", FEATURES)
def test_search_finds_every_answer_of_random_boards(feature: str) -> None:
    """Boards with each feature, some with more of them; they have none, one and several answers."""
    seen: set[int] = set()
    for puzzle in random_boards(100, seed=3, feature=feature):
        wanted = answers(puzzle)
        counted = count(puzzle, 100_000)
        assert counted.count == len(counted.solutions) == len(set(counted.solutions))
        assert set(counted.solutions) == wanted, puzzle
        seen.add(min(len(wanted), 2))
    assert seen == {0, 1, 2}


def test_limit_ends_the_count() -> None:
    """No position is looked at after the last answer asked for, and answers come in the same order."""
    puzzle = puzzle_of("A.....B..A.....B", 4)
    whole = count(puzzle, 100)
    assert whole.count == len(answers(puzzle)) > 1
    nodes = 0
    for limit in range(1, whole.count + 1):
        counted = count(puzzle, limit)
        assert counted.solutions == whole.solutions[:limit]
        assert not counted.gave_up
        assert nodes < counted.nodes <= whole.nodes
        nodes = counted.nodes
    assert isinstance(count(puzzle, 1).verdict, Undecided)


def test_budget_ends_the_count_one_position_late() -> None:
    """The position past the budget is counted and not looked at, so an answer there is not found."""
    puzzle = puzzle_of("A..AB..BC..CD..D", 4)
    assert not count(puzzle, 2, Budget(nodes=13)).gave_up
    for nodes in range(13):
        counted = count(puzzle, 2, Budget(nodes=nodes))
        assert (counted.gave_up, counted.nodes, counted.count) == (True, nodes + 1, 0)


def test_board_without_pairs_is_answered_where_nothing_is_left() -> None:
    """Nothing to draw: one answer if no cell is open, and none if one is and must be filled."""
    assert count(puzzle_of("####", 2)).solutions == (0,)
    assert count(puzzle_of("##.#", 2)).count == 0
    assert count(puzzle_of("##.#", 2, fill=False)).solutions == (0,)


def _published() -> Iterator[Any]:
    """Every published board with figures of the search, as a test of its own."""
    for name in ("tsunagi_counts.jsonl", "tsunagi_levels.jsonl") if SHARED.exists() else ():
        for case in published(name):
            if case.get("counter", "search") == "search" and case["size"] <= SEARCHED:
                yield pytest.param(case, id=case["id"])


@beside_shared
@pytest.mark.parametrize("case", list(_published()))
def test_published_figures_are_reproduced(case: dict[str, Any]) -> None:
    """Answers, nodes and branches, up to 200 answers."""
    twists = UNSUPPORTED.intersection(case.get("twist", ()))
    if twists:
        pytest.skip(f"{', '.join(sorted(twists))}: not supported")
    counted = count(published_puzzle(case), 200)
    wanted = case["count"] if "count" in case else case["answers"]
    assert (counted.count, counted.nodes, counted.branches) == (wanted, case["nodes"], case["branches"])

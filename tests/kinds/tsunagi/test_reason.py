"""The Tsunagi engines: right against plain enumeration, and every technique decides what it is named for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from pipeline.kinds.tsunagi import search
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.reason import reasoner
from pipeline.search import count
from tests.kinds.tsunagi.boards import FEATURES, answers, puzzle_of, random_boards

MANY = 50
"""Of boards with more answers than this, only so many are looked for."""
SHAPES = [(1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (4, 4)]


def _agree(puzzle: Puzzle) -> int:
    """Both searches find the answers that there are; returns how many that is."""
    wanted = answers(puzzle)
    for counted in (count(reasoner(puzzle), MANY), search.count(puzzle, MANY)):
        assert not counted.gave_up
        assert len(set(counted.solutions)) == counted.count == min(len(wanted), MANY), puzzle
        assert wanted.issuperset(counted.solutions), puzzle
    return len(wanted)


def _two_pairs(rows: int, cols: int) -> Iterator[Puzzle]:
    """Every board of this shape with two pairs."""
    cells = range(rows * cols)
    for one in combinations(cells, 2):
        for other in combinations([cell for cell in cells if cell > one[0] and cell != one[1]], 2):
            letters = dict.fromkeys(one, "A") | dict.fromkeys(other, "B")
            yield puzzle_of("".join(letters.get(cell, ".") for cell in cells), cols)


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_engines_find_every_answer_of_every_two_pair_board(rows: int, cols: int) -> None:
    """Every place for two pairs, whatever the number of answers."""
    assert {min(_agree(puzzle), 1) for puzzle in _two_pairs(rows, cols)} == {0, 1}


@pytest.mark.parametrize("feature", FEATURES)
def test_engines_find_every_answer_of_random_boards(feature: str) -> None:
    """1,000 boards up to 5×5 with each feature; they have none, one and several answers."""
    assert {min(_agree(puzzle), 2) for puzzle in random_boards(1000, 11, feature)} == {0, 1, 2}

"""The rules of Binairo, checked by walking the board cell by cell.

This is the judge of both engines and shares no code with either: it knows no dictionary of lines. It judges boards
with open cells as well, by what already stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from pipeline.kind import Violation
from pipeline.kinds.binairo.puzzle import OPEN, STONES, Puzzle

GIVEN = "given-changed"
THREE = "three-in-a-row"
QUOTA = "quota"
EQUAL = "equal-lines"

RULES = (GIVEN, THREE, QUOTA, EQUAL)
"""Every rule by name, in the order in which violations are reported."""


def violations(puzzle: Puzzle, ones: int) -> tuple[Violation, ...]:
    """Every rule that this filling breaks, rule by rule and then in reading order, rows first; none for an answer.

    ``ones`` is the mask of the cells that hold a 1.
    """
    filled = puzzle.answered(ones)
    changed = [
        Violation(GIVEN, (index,))
        for index, (given, stone) in enumerate(zip(puzzle.text, filled.text, strict=True))
        if given not in (OPEN, stone)
    ]
    return (*changed, *broken(filled))


def broken(puzzle: Puzzle) -> tuple[Violation, ...]:
    """Every rule that the stones on a board already break.

    ``three-in-a-row`` names each whole run of equal stones, ``quota`` the stones of which a line has more than half,
    ``equal-lines`` the cells of two full lines that are equal.
    """
    cells = puzzle.text
    rows = [tuple(range(row * puzzle.cols, (row + 1) * puzzle.cols)) for row in range(puzzle.rows)]
    cols = [tuple(range(col, len(cells), puzzle.cols)) for col in range(puzzle.cols)]
    lines = (*rows, *cols)
    found = [violation for line in lines for violation in _runs(cells, line)]
    found += [violation for line in lines for violation in _too_many(cells, line)]
    if puzzle.unique_lines:
        found += [*_equal(cells, rows), *_equal(cells, cols)]
    return tuple(found)


def _runs(cells: str, line: Sequence[int]) -> Iterator[Violation]:
    for stone, run in groupby(line, lambda index: cells[index]):
        same = tuple(run)
        if stone != OPEN and len(same) > 2:
            yield Violation(THREE, same)


def _too_many(cells: str, line: Sequence[int]) -> Iterator[Violation]:
    for stone in STONES:
        same = tuple(index for index in line if cells[index] == stone)
        if len(same) > len(line) // 2:
            yield Violation(QUOTA, same)


def _equal(cells: str, lines: Sequence[Sequence[int]]) -> Iterator[Violation]:
    for one, other in combinations(lines, 2):
        stones = [cells[index] for index in one]
        if OPEN not in stones and stones == [cells[index] for index in other]:
            yield Violation(EQUAL, (*one, *other))

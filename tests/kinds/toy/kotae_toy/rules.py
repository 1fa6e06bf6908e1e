"""The rule of Mines, checked by walking the board cell by cell: the judge, which shares no code with an engine."""

from __future__ import annotations

from collections.abc import Iterator

from kotae_toy.puzzle import HIDDEN, MINE, NUMBERS, Puzzle
from pipeline.kind import Violation

COVERED = "mine-on-number"
COUNT = "count"


def violations(puzzle: Puzzle, mines: int) -> tuple[Violation, ...]:
    """Every mine on a number and every number that is not met, each in reading order; none for an answer."""
    filled = puzzle.with_mines(mines)
    covered, wrong = [], []
    for row, line in enumerate(puzzle.board):
        for col, ch in enumerate(line):
            cell = row * puzzle.cols + col
            if ch == HIDDEN:
                continue
            if filled[row][col] == MINE:
                covered.append(Violation(COVERED, (cell,)))
            elif sum(near == MINE for near in _near(filled, row, col)) != NUMBERS.index(ch):
                wrong.append(Violation(COUNT, (cell,)))
    return (*covered, *wrong)


def _near(rows: tuple[str, ...], row: int, col: int) -> Iterator[str]:
    for line in rows[max(0, row - 1) : row + 2]:
        yield from line[max(0, col - 1) : col + 2]

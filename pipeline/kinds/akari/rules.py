"""The rules of Akari, checked by walking the board cell by cell.

This is the judge of both engines and shares no code with either: it knows neither runs nor masks of sight.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kind import Violation
from pipeline.kinds.akari.puzzle import DIGITS, WHITE, Puzzle

ON_WALL = "on-wall"
SEES_BULB = "sees-bulb"
TOO_MANY = "too-many"
TOO_FEW = "too-few"
UNLIT = "unlit"

RULES = (ON_WALL, SEES_BULB, TOO_MANY, TOO_FEW, UNLIT)
"""Every rule by name, in the order in which violations are reported."""

_UP, _LEFT, _RIGHT, _DOWN = (-1, 0), (0, -1), (0, 1), (1, 0)


def violations(puzzle: Puzzle, bulbs: int) -> tuple[Violation, ...]:
    """Every rule that these bulbs break, rule by rule and then in reading order; none for an answer.

    ``bulbs`` is a mask; a bulb off the board counts as one on a wall. Two bulbs that see each other are one violation
    with both cells; every other violation names one cell.
    """
    text = puzzle.text
    placed = [index for index in range(bulbs.bit_length()) if bulbs >> index & 1]
    standing = [index for index in placed if index < len(text) and text[index] == WHITE]
    found = [Violation(ON_WALL, (index,)) for index in placed if index not in standing]
    lit = set(standing)
    for bulb in standing:
        for way in (_UP, _LEFT, _RIGHT, _DOWN):
            for cell in _beam(puzzle, bulb, way):
                lit.add(cell)
                if bulb < cell and cell in standing:
                    found.append(Violation(SEES_BULB, (bulb, cell)))
    found.sort(key=lambda violation: (RULES.index(violation.rule), violation.cells))
    counts = {
        index: sum(next(_beam(puzzle, index, way), None) in standing for way in (_UP, _LEFT, _RIGHT, _DOWN))
        for index, ch in enumerate(text)
        if ch in DIGITS
    }
    found += [Violation(TOO_MANY, (wall,)) for wall, count in counts.items() if count > int(text[wall])]
    found += [Violation(TOO_FEW, (wall,)) for wall, count in counts.items() if count < int(text[wall])]
    found += [Violation(UNLIT, (cell,)) for cell, ch in enumerate(text) if ch == WHITE and cell not in lit]
    return tuple(found)


def _beam(puzzle: Puzzle, start: int, way: tuple[int, int]) -> Iterator[int]:
    """The white cells from ``start`` one way, nearest first, up to the first wall or the edge."""
    row, col = divmod(start, puzzle.cols)
    while True:
        row, col = row + way[0], col + way[1]
        if not (0 <= row < puzzle.rows and 0 <= col < puzzle.cols) or puzzle.board[row][col] != WHITE:
            return
        yield row * puzzle.cols + col

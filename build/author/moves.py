"""The steps of a trace as a page shows them: numbered, and a few at a time on one board.

That is how games of Go are printed: a diagram has the position and, on the cells that were decided last, the numbers of
the moves. So a long trace is a row of boards, and each of its steps can be found on one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.catalogue import Level
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.reasoner import Position, given_position

CELL = re.compile(r"r(\d+)c(\d+)")

MOST_MOVES = 12
"""On one board: more numbers are hard to follow."""
MOST_BOARDS = 30
"""For one trace: a longer one has more moves on each."""
TRIAL = 3
"""Steps of this rank and above begin a board, since it is there that a solver thinks longest."""


@dataclass(frozen=True, slots=True)
class Move:
    """A step of a trace; places go by their names."""

    number: int
    technique: str
    rank: int
    yes: tuple[str, ...]
    no: tuple[str, ...]
    look: str
    """The cells to look at."""
    rests: str
    """The cells and places that it follows from."""


def moves(kind: AnyKind, level: Level) -> tuple[Move, ...]:
    """The steps of a level's trace, numbered from 1."""
    ranks = {technique.name: technique.rank for technique in kind.techniques}
    yes_mark, no_mark = kind.marks
    found = []
    for number, (technique, decides, look, rests) in enumerate(level.trace, 1):
        places = [part.rpartition("=") for part in decides.split()]
        yes = tuple(name for name, _, mark in places if mark == yes_mark)
        no = tuple(name for name, _, mark in places if mark == no_mark)
        found.append(Move(number, technique, ranks[technique], yes, no, look, rests))
    return tuple(found)


def boards(all_moves: Sequence[Move]) -> tuple[tuple[Move, ...], ...]:
    """The moves that are numbered on one board each, in order."""
    groups: list[list[Move]] = []
    for move in all_moves:
        if not groups or len(groups[-1]) == MOST_MOVES or move.rank >= TRIAL:
            groups.append([])
        groups[-1].append(move)
    if len(groups) > MOST_BOARDS:
        each = -(-len(all_moves) // MOST_BOARDS)
        groups = [list(all_moves[at : at + each]) for at in range(0, len(all_moves), each)]
    return tuple(map(tuple, groups))


def positions(kind: AnyKind, level: Level, groups: Iterable[Sequence[Move]]) -> Iterator[tuple[str, ...] | None]:
    """For each group the rows that ``draw`` shows as the position after it; None where the kind has no such rows."""
    puzzle = kind.read_grid(level.grid, level.rules)
    places = _places(kind, puzzle)
    yes = no = 0
    for group in groups:
        for move in group:
            yes |= sum(1 << places[name] for name in move.yes)
            no |= sum(1 << places[name] for name in move.no)
        yield position_rows(kind, puzzle, level.grid, Position(yes, no))


def _places(kind: AnyKind, puzzle: Any) -> Mapping[str, int]:
    return {kind.place_name(puzzle, place): place for place in indices(kind.reasoner(puzzle).places)}


def position_rows(kind: AnyKind, puzzle: Any, grid: Sequence[str], known: Position) -> tuple[str, ...] | None:
    """What is decided of the places, as rows that ``draw`` shows; None where the kind has no such rows."""
    if kind.sketch:
        first = given_position(kind.reasoner(puzzle))
        return kind.sketch(puzzle, Position(known.yes | first.yes, known.no | first.no))
    if kind.cells_at or kind.read_sketch:
        return None
    letters = [list(row) for row in grid]
    cols = len(grid[0])
    for mask, mark in zip(known, kind.marks, strict=True):
        for cell in indices(mask):
            letters[cell // cols][cell % cols] = mark
    return tuple("".join(row) for row in letters)


def place_at(name: str) -> tuple[float, float]:
    """Where on the board a place is seen, as row and column of its middle in cells: that of a cell is at .5.

    A place between two cells is in the middle between them; where the two are at opposite edges of a board that joins
    there, it is at the edge of the first one.
    """
    cells = [(int(row) - 0.5, int(col) - 0.5) for row, col in CELL.findall(name)]
    (row, col), (to_row, to_col) = cells[0], cells[-1]
    # Two cells that are named with "+" have one between them.
    if abs(to_row - row) + abs(to_col - col) <= (2 if "+" in name else 1):
        return (row + to_row) / 2, (col + to_col) / 2
    if row == to_row:
        return row, min(col, to_col) - 0.5
    return min(row, to_row) - 0.5, col

"""A board on a terminal as signs in places, so that cells can be marked on it and boards stand side by side.

The board is the kind's ``draw.text``: a cell stands in every second column, and there may be a line between two rows
and a margin of one sign around all. Colour comes on top of the marks, and is left out where it cannot be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from pipeline.grid import indices
from pipeline.kind import AnyKind

WIDEST = 100
"""Boards stand side by side up to so many columns, and below each other beyond."""
GAP = 4

Place = tuple[int, int]
"""A line and a column of a drawing."""


@dataclass(frozen=True, slots=True)
class Signs:
    """A drawing, all lines equally long, with the size of its board and the places that are marked by colour."""

    lines: tuple[str, ...]
    rows: int
    cols: int
    coloured: frozenset[Place] = frozenset()

    def place(self, cell: int) -> Place:
        """Where a cell stands."""
        row, col = divmod(cell, self.cols)
        margin = int(len(self.lines[0]) > 2 * self.cols - 1)
        apart = 1 if len(self.lines) == self.rows + 2 * margin else 2
        return margin + apart * row, margin + 2 * col

    def places(self, cells: int) -> frozenset[Place]:
        """Where the cells of a mask stand."""
        return frozenset(self.place(cell) for cell in indices(cells))

    def written(self, signs: Mapping[Place, str]) -> Signs:
        """The same with other signs in some places."""
        lines = [list(line) for line in self.lines]
        for (row, col), sign in signs.items():
            lines[row][col] = sign
        return replace(self, lines=tuple("".join(line) for line in lines))

    def marked(self, cells: int, sign: str) -> Signs:
        """The same with a coloured sign on each cell of a mask."""
        places = self.places(cells)
        return self.written(dict.fromkeys(places, sign)).in_colour(places)

    def in_colour(self, places: frozenset[Place]) -> Signs:
        """The same with more places in colour."""
        return replace(self, coloured=self.coloured | places)

    def shown(self) -> Iterator[str]:
        """The lines with their colours."""
        for row, line in enumerate(self.lines):
            yield "".join(
                click.style(sign, fg="yellow", bold=True) if (row, col) in self.coloured and sign != " " else sign
                for col, sign in enumerate(line)
            )


def signs_of(
    kind: AnyKind, rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None
) -> Signs:
    """The drawing of a board."""
    lines = kind.draw.text(rows, answer, rules).split("\n")
    width = max(map(len, lines))
    return Signs(tuple(line.ljust(width) for line in lines), len(rows), len(rows[0]))


def differing(first: Signs, second: Signs) -> frozenset[Place]:
    """The places at which two drawings of one board differ."""
    return frozenset(
        (row, col)
        for row, lines in enumerate(zip(first.lines, second.lines, strict=True))
        for col, (one, other) in enumerate(zip(*lines, strict=True))
        if one != other
    )


def side_by_side(boards: Sequence[tuple[str, Signs]]) -> Iterator[str]:
    """Boards of one size with their titles, next to each other where there is room."""
    width = max(max(len(board.lines[0]), len(title)) for title, board in boards) + GAP
    at_once = max(1, WIDEST // width)
    for start in range(0, len(boards), at_once):
        some = boards[start : start + at_once]
        if any(title for title, _ in some):
            yield "".join(title.ljust(width) for title, _ in some)
        blank = " " * (width - len(some[0][1].lines[0]))
        for lines in zip(*(board.shown() for _, board in some), strict=True):
            yield blank.join(lines)

"""The signs of a Tsunagi board on a terminal: cells, walls between them, and the lines that leave them."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LETTERS
from pipeline.kinds.tsunagi.steps import DIRECTIONS, Step

TURNS = {
    frozenset({0, 2}): "│",
    frozenset({1, 3}): "─",
    frozenset({0, 1}): "└",
    frozenset({0, 3}): "┘",
    frozenset({1, 2}): "┌",
    frozenset({2, 3}): "┐",
}
"""The sign of a cell that a line leaves in two directions, north, east, south, west."""


class Canvas:
    """A sign for each cell, and one between each two of them, with a margin of one around all."""

    def __init__(self, rows: Sequence[str], ends: str, wrap: bool) -> None:
        self.cols = max(map(len, rows), default=0)
        self.wrap = wrap
        self.marked = False
        self.ends = ends
        self.leaving: dict[int, set[int]] = {}
        self.signs = [[" "] * (2 * self.cols + 1) for _ in range(2 * len(rows) + 1)]
        for row, line in enumerate(rows):
            for col, letter in enumerate(line):
                self.signs[2 * row + 1][2 * col + 1] = _in_terminal(letter)
        if wrap:
            for edge in (self.signs[0], self.signs[-1]):
                edge[1::2] = "┄" * self.cols
            for signs in self.signs[1::2]:
                signs[0] = signs[-1] = "┊"

    def wall(self, a: int, b: int) -> None:
        """A wall between two cells."""
        row, col = divmod(a, self.cols)
        self.marked = True
        if b == a + 1:
            self.signs[2 * row + 1][2 * col + 2] = "┃"
        else:
            self.signs[2 * row + 2][2 * col + 1] = "━"

    def leave(self, cell: int, step: Step) -> None:
        """A line that leaves a cell by a step."""
        row, col = divmod(cell, self.cols)
        down, right = DIRECTIONS[step.direction]
        self.signs[2 * row + 1 + down][2 * col + 1 + right] = "│" if down else "─"
        ways = self.leaving.setdefault(cell, set())
        ways.add(step.direction)
        sign = TURNS.get(frozenset(ways))
        if sign and self.signs[2 * row + 1][2 * col + 1] not in self.ends:
            self.signs[2 * row + 1][2 * col + 1] = sign

    def text(self, between: bool) -> str:
        """All signs, without a margin that shows nothing, and with the lines between rows where they are asked for."""
        lines = self.signs if between else self.signs[:1] + self.signs[1:-1:2] + self.signs[-1:]
        if not self.wrap:
            lines = [line[1:-1] for line in lines[1:-1]]
        return "\n".join("".join(line).rstrip() for line in lines)


def _in_terminal(letter: str) -> str:
    return "■" if letter == BLOCKED else letter if letter == BRIDGE or letter in LETTERS else "·"

"""A Binairo board as text and as SVG, from rows of letters: ``.`` open, ``0`` and ``1`` the two stones.

The stones differ in shape as well as in tone: 0 is a ring, 1 a full disc. An answer is
given as rows too; the stones that it adds are drawn smaller than the givens. Any other letter draws as an open cell,
so that nothing but what is written here ever reaches a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

CELL = 10
"""The side of a cell, in the units of the drawing."""
GIVEN = 7.7
FILLED = 5.7
"""The width of a stone."""
RIM = 1.8
"""How much narrower the hole of a ring is than the ring."""

IN_TERMINAL = {"0": "○", "1": "●"}


def text(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw for a terminal: a letter a cell with a blank between, a line a row, no line end at the end."""
    return "\n".join(" ".join(IN_TERMINAL.get(letter, "·") for letter in row) for row in answer or rows)


def svg(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw as one SVG element.

    Its colours are attributes, which stand alone and which a page's style sheet overrides by the classes ``floor``,
    ``lines``, ``zeros``, ``holes`` and ``ones``.
    """
    height, width = len(rows) * CELL, max(map(len, rows), default=0) * CELL
    body = "".join(
        (
            f'<path class="floor" fill="#fffdf8" d="M0 0h{width}v{height}h-{width}z"/>',
            f'<path class="lines" fill="none" stroke="#20242c" stroke-opacity=".16" stroke-width=".5" '
            f'd="{_lines(height, width)}"/>',
            _stones(rows, GIVEN),
            _stones(_added(rows, answer), FILLED) if answer else "",
        )
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>'


def _lines(height: int, width: int) -> str:
    across = (f"M0 {y}h{width}" for y in range(CELL, height, CELL))
    down = (f"M{x} 0v{height}" for x in range(CELL, width, CELL))
    return "".join([*across, *down])


def _added(rows: Sequence[str], answer: Sequence[str]) -> list[str]:
    """The answer without the stones that are given."""
    return [
        "".join("." if given in IN_TERMINAL else letter for given, letter in zip(*lines, strict=True))
        for lines in zip(rows, answer, strict=True)
    ]


def _stones(rows: Sequence[str], width: float) -> str:
    """The stones of these rows: one path for the rings, one for their holes, and one for the full discs."""
    rings, discs = _dots(rows, "0"), _dots(rows, "1")
    paths = "".join(
        (
            _path("zeros", "#20242c", width, rings),
            _path("holes", "#fffdf8", width - RIM, rings),
            _path("ones", "#20242c", width, discs),
        )
    )
    if not paths:
        return ""
    return f'<g stroke-linecap="round" transform="matrix({CELL} 0 0 {CELL} {CELL // 2} {CELL // 2})">{paths}</g>'


def _path(name: str, stroke: str, width: float, dots: str) -> str:
    return f'<path class="{name}" stroke="{stroke}" stroke-width="{width / CELL:.2f}" d="{dots}"/>' if dots else ""


def _dots(rows: Sequence[str], stone: str) -> str:
    """A line of no length in the middle of each cell with this stone, whose round ends make a disc as wide as the line.

    Its unit is a cell, so that every number is a small whole one.
    """
    cells = ((row, col) for row, line in enumerate(rows) for col, letter in enumerate(line) if letter == stone)
    return "".join(f"M{col} {row}h0" for row, col in cells)

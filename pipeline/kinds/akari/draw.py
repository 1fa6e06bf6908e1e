"""An Akari board as text and as SVG, from rows of letters: ``.`` white, ``#`` wall, ``0``-``4`` wall with a number.

An answer is given as rows too, with ``*`` for a bulb. Any other letter draws as a white cell, so that nothing but
what is written here ever reaches a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

CELL = 10
"""The side of a cell, in the units of the drawing."""

NUMBERS = frozenset("01234")

IN_TERMINAL = {"#": "■", "*": "●"} | {number: number for number in "01234"}


def text(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw for a terminal: a letter a cell with a blank between, a line a row, no line end at the end."""
    return "\n".join(" ".join(IN_TERMINAL.get(letter, "·") for letter in row) for row in answer or rows)


def svg(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw as one SVG element.

    Its colours are attributes, which stand alone and which a page's style sheet overrides by the classes ``floor``,
    ``walls``, ``lines``, ``numbers`` and ``bulbs``.
    """
    height, width = len(rows) * CELL, max(map(len, rows), default=0) * CELL
    shapes = [
        f'<path class="floor" fill="#fffdf8" d="M0 0h{width}v{height}h-{width}z"/>',
        f'<path class="lines" fill="none" stroke="#20242c" stroke-opacity=".16" stroke-width=".5" '
        f'd="{_lines(height, width)}"/>',
        f'<path class="walls" stroke="#20242c" transform="matrix({CELL} 0 0 {CELL} 0 {CELL // 2})" '
        f'd="{_walls(rows)}"/>',
        _numbers(rows),
        _bulbs(answer) if answer else "",
    ]
    body = "".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>'


def _lines(height: int, width: int) -> str:
    across = (f"M0 {y}h{width}" for y in range(CELL, height, CELL))
    down = (f"M{x} 0v{height}" for x in range(CELL, width, CELL))
    return "".join([*across, *down])


def _walls(rows: Sequence[str]) -> str:
    """One path for all walls, a stroke as wide as a cell for each run of them in a row: short, and without seams.

    Its unit is a cell, and a row is named by its middle, so that every number is a small whole one.
    """
    parts = []
    for row, line in enumerate(rows):
        col = 0
        for is_wall, run in groupby(line, _is_wall):
            length = len(list(run))
            if is_wall:
                parts.append(f"M{col} {row}h{length}")
            col += length
    return "".join(parts)


def _numbers(rows: Sequence[str]) -> str:
    """One text element, each digit with a place of its own."""
    placed = [(letter, x, y) for letter, x, y in _centres(rows) if letter in NUMBERS]
    if not placed:
        return ""
    xs = " ".join(str(x) for _, x, _ in placed)
    # The baseline of a digit stands about a third of its size below its middle.
    ys = " ".join(f"{y + 2.5:g}" for _, _, y in placed)
    digits = "".join(letter for letter, _, _ in placed)
    return (
        f'<text class="numbers" fill="#faf7f0" font-family="Georgia,serif" font-size="7.5px" text-anchor="middle" '
        f'x="{xs}" y="{ys}">{digits}</text>'
    )


def _bulbs(answer: Sequence[str]) -> str:
    discs = "".join(f'<circle cx="{x}" cy="{y}" r="3"/>' for letter, x, y in _centres(answer) if letter == "*")
    return f'<g class="bulbs" fill="#f2b632" stroke="#20242c" stroke-width=".8">{discs}</g>'


def _centres(rows: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            yield letter, col * CELL + CELL // 2, row * CELL + CELL // 2


def _is_wall(letter: str) -> bool:
    return letter == "#" or letter in NUMBERS

"""An Akari board as text and as SVG, from rows of letters: ``.`` white, ``#`` wall, ``0``-``4`` wall with a number.

An answer is given as rows too, with ``*`` for a bulb. Any other letter draws as a white cell, so that nothing but
what is written here ever reaches a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

CELL = 10
"""The side of a cell, in the units of the drawing."""

NUMBERS = frozenset("01234")

LIGHT = "+"

IN_TERMINAL = {"#": "■", "*": "●"} | {number: number for number in "01234"}


def text(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw for a terminal: a letter a cell with a blank between, a line a row, no line end at the end."""
    return "\n".join(" ".join(IN_TERMINAL.get(letter, "·") for letter in row) for row in answer or rows)


def svg(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw as one SVG element.

    Its colours are attributes, which stand alone and which a page's style sheet overrides by the classes ``floor``,
    ``walls``, ``lines``, ``numbers``, ``bulbs``, ``beams`` (the light of an answer's bulbs) and ``dots`` (its ``x``,
    where no bulb stands).
    """
    height, width = len(rows) * CELL, max(map(len, rows), default=0) * CELL
    shapes = [
        f'<path class="floor" fill="#fffdf8" d="M0 0h{width}v{height}h-{width}z"/>',
        _cells("beams", "#ffe59a", _light(answer), LIGHT.__eq__) if answer else "",
        f'<path class="lines" fill="none" stroke="#20242c" stroke-opacity=".16" stroke-width=".5" '
        f'd="{_lines(height, width)}"/>',
        _cells("walls", "#20242c", rows, _is_wall),
        _numbers(rows),
        _dots(answer) if answer else "",
        _bulbs(answer) if answer else "",
    ]
    body = "".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>'


def _lines(height: int, width: int) -> str:
    across = (f"M0 {y}h{width}" for y in range(CELL, height, CELL))
    down = (f"M{x} 0v{height}" for x in range(CELL, width, CELL))
    return "".join([*across, *down])


def _cells(name: str, colour: str, rows: Sequence[str], is_one: Callable[[str], bool]) -> str:
    """One path for all these cells, a stroke as wide as a cell for each run of them in a row: short, without seams.

    Its unit is a cell, and a row is named by its middle, so that every number is a small whole one.
    """
    parts = []
    for row, line in enumerate(rows):
        col = 0
        for is_one_here, run in groupby(line, is_one):
            length = len(list(run))
            if is_one_here:
                parts.append(f"M{col} {row}h{length}")
            col += length
    place = f"matrix({CELL} 0 0 {CELL} 0 {CELL // 2})"
    return f'<path class="{name}" stroke="{colour}" transform="{place}" d="{"".join(parts)}"/>'


def _light(answer: Sequence[str]) -> list[str]:
    """The cells that the bulbs of an answer light, as rows: along rows and columns, up to the walls."""
    across = [_lit(line) for line in answer]
    down = zip(*(_lit(line) for line in zip(*answer, strict=True)), strict=True)
    return [
        "".join(LIGHT if LIGHT in both else "." for both in zip(*lines, strict=True))
        for lines in zip(across, down, strict=True)
    ]


def _lit(line: Iterable[str]) -> str:
    """One row or column: where a bulb stands, the stretch between its walls is lit."""
    runs = (list(run) for _, run in groupby(line, _is_wall))
    return "".join((LIGHT if "*" in run else ".") * len(run) for run in runs)


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


def _dots(answer: Sequence[str]) -> str:
    discs = "".join(f'<circle cx="{x}" cy="{y}" r="1"/>' for letter, x, y in _centres(answer) if letter == "x")
    return f'<g class="dots" fill="#20242c" fill-opacity=".6">{discs}</g>' if discs else ""


def _centres(rows: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            yield letter, col * CELL + CELL // 2, row * CELL + CELL // 2


def _is_wall(letter: str) -> bool:
    return letter == "#" or letter in NUMBERS

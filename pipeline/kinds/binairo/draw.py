"""A Binairo board as text and as SVG, from rows of letters: ``.`` open, ``0`` and ``1`` the two stones.

The stones differ in shape as well as in tone: 0 is a ring, 1 a full disc. An answer is
given as rows too; the stones that it adds are drawn smaller than the givens. Any other letter draws as an open cell,
so that nothing but what is written here ever reaches a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

CELL = 10
"""The side of a cell, in the units of the drawing."""
GIVEN = 3.4
FILLED = 2.4
"""Half the width of a stone."""

IN_TERMINAL = {"0": "○", "1": "●"}


def text(rows: Sequence[str], answer: Sequence[str] | None = None) -> str:
    """Draw for a terminal: a letter a cell with a blank between, a line a row, no line end at the end."""
    return "\n".join(" ".join(IN_TERMINAL.get(letter, "·") for letter in row) for row in answer or rows)


def svg(rows: Sequence[str], answer: Sequence[str] | None = None) -> str:
    """Draw as one SVG element.

    Its colours are attributes, which stand alone and which a page's style sheet overrides by the classes ``floor``,
    ``lines``, ``zeros`` and ``ones``.
    """
    height, width = len(rows) * CELL, max(map(len, rows), default=0) * CELL
    stones = [(letter, x, y, GIVEN) for letter, x, y in _centres(rows)]
    if answer:
        given = {(x, y) for letter, x, y in _centres(rows) if letter in IN_TERMINAL}
        stones += [(letter, x, y, FILLED) for letter, x, y in _centres(answer) if (x, y) not in given]
    body = "".join(
        (
            f'<path class="floor" fill="#fffdf8" d="M0 0h{width}v{height}h-{width}z"/>',
            f'<path class="lines" fill="none" stroke="#20242c" stroke-opacity=".16" stroke-width=".5" '
            f'd="{_lines(height, width)}"/>',
            _group("zeros", "#fffdf8", [_disc(x, y, half) for letter, x, y, half in stones if letter == "0"]),
            _group("ones", "#20242c", [_disc(x, y, half) for letter, x, y, half in stones if letter == "1"]),
        )
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>'


def _lines(height: int, width: int) -> str:
    across = (f"M0 {y}h{width}" for y in range(CELL, height, CELL))
    down = (f"M{x} 0v{height}" for x in range(CELL, width, CELL))
    return "".join([*across, *down])


def _group(name: str, fill: str, shapes: Sequence[str]) -> str:
    """One path for all stones of a sort."""
    if not shapes:
        return ""
    return f'<path class="{name}" fill="{fill}" stroke="#20242c" stroke-width=".9" d="{"".join(shapes)}"/>'


def _disc(x: int, y: int, half: float) -> str:
    return f"M{x - half:g} {y}a{half:g} {half:g} 0 1 0 {2 * half:g} 0a{half:g} {half:g} 0 1 0 {-2 * half:g} 0z"


def _centres(rows: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            yield letter, col * CELL + CELL // 2, row * CELL + CELL // 2

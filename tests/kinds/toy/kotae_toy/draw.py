"""A board of Mines as text and as SVG. What is no letter of a board draws as a hidden cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kotae_toy.puzzle import MINE, NUMBERS

CELL = 10


def text(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw for a terminal: a letter a cell with a blank between."""
    known = NUMBERS + MINE
    return "\n".join(" ".join(letter if letter in known else "·" for letter in row) for row in answer or rows)


def svg(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw as one SVG element; a page's style sheet overrides its colours by the classes."""
    height, width = len(rows) * CELL, max(map(len, rows), default=0) * CELL
    lines = [f"M0 {y}h{width}" for y in range(CELL, height, CELL)] + [
        f"M{x} 0v{height}" for x in range(CELL, width, CELL)
    ]
    body = [
        f'<path class="floor" fill="#fffdf8" d="M0 0h{width}v{height}h-{width}z"/>',
        f'<path class="lines" fill="none" stroke="#20242c" stroke-width=".5" d="{"".join(lines)}"/>',
    ]
    for row, line in enumerate(answer or rows):
        for col, letter in enumerate(line):
            x, y = col * CELL + CELL // 2, row * CELL + CELL // 2
            if letter == MINE:
                body.append(f'<circle class="mine" fill="#20242c" cx="{x}" cy="{y}" r="3"/>')
            elif letter in NUMBERS:
                place = f'x="{x}" y="{y}" dy=".35em" text-anchor="middle" font-size="7"'
                body.append(f'<text class="number" fill="#20242c" {place}>{letter}</text>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{"".join(body)}</svg>'

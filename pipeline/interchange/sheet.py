"""A page to print of one board: black on white, measured in millimetres, its title above it and its rules below.

The board is the kind's own drawing, in which each colour becomes black or white, whichever it is nearer to: what shows
on a screen by its shade shows on paper by its edge. A kind whose colours say more has a style sheet for this. The page
asks for nothing from elsewhere, and nothing in it moves.
"""

from __future__ import annotations

import re
from html import escape
from itertools import accumulate

from pipeline.interchange.titles import one_line
from pipeline.interchange.wrapped import wrapped

PAPER = (180, 240)
"""Width and height that a page has for a board, on A4 and on letter alike."""
CELL = 10
"""The side of a cell, unless the board is too large for the page."""
MARGIN = 6
TITLE, TEXT = 6.0, 3.6
"""The sizes of the title and of the rules."""
LINE = 1.4
"""The height of a line of text, in its size."""
GAP = 2
"""Between the last line above the board and the board."""
NARROWEST = 90
"""A page is wide enough for a few words a line, however small the board."""

COLOUR = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
FAINT = re.compile(r'(stroke-opacity|fill-opacity)="0?\.[0-5]\d*"')
STRONG = r'\1=".55"'
BLACK, WHITE = "#000", "#fff"


def sheet(drawing: str, rows: int, cols: int, title: str, author: str, rules: str, style: str = "") -> str:
    """The page as a whole SVG document, with a line end at the end.

    ``drawing`` is one SVG element with a viewBox, and ``style`` what its kind has to say of it in black and white.
    """
    side = min(CELL, PAPER[0] / cols, PAPER[1] / rows)
    width, height = side * cols, side * rows
    page = max(width, NARROWEST)
    head = [(line, TITLE) for line in wrapped(one_line(title), page / TITLE)]
    head += [(line, TEXT) for line in wrapped(one_line(author), page / TEXT)]
    below = wrapped(rules, page / TEXT)
    ends = [*accumulate((size * LINE for _, size in head), initial=float(MARGIN))]
    top = ends[-1] + GAP * bool(head)
    total = top + height + (len(below) + 1) * TEXT * LINE + MARGIN
    left = MARGIN + (page - width) / 2
    board = printed(drawing).replace(
        "<svg ", f'<svg x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" overflow="visible" ', 1
    )
    edge = f"M{left:g} {top:g}h{width:g}v{height:g}h-{width:g}z"
    parts = [
        _text(line, MARGIN, end - 0.3 * size * LINE, size) for (line, size), end in zip(head, ends[1:], strict=True)
    ]
    parts += [board, f'<path d="{edge}" fill="none" stroke="{BLACK}" stroke-width=".5"/>']
    parts += [_text(line, MARGIN, top + height + (at + 1.6) * TEXT * LINE, TEXT) for at, line in enumerate(below)]
    across = page + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}mm" height="{total:g}mm" '
        f'viewBox="0 0 {across:g} {total:g}">{f"<style>{style}</style>" if style else ""}'
        f'<path fill="{WHITE}" d="M0 0h{across:g}v{total:g}h-{across:g}z"/>{"".join(parts)}</svg>\n'
    )


def _text(line: str, x: float, y: float, size: float) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="Georgia,serif" font-size="{size:g}" fill="{BLACK}">'
        f"{escape(line)}</text>"
    )


def printed(drawing: str) -> str:
    """A drawing whose every colour is black or white, and whose faint lines are strong enough for paper."""
    return FAINT.sub(STRONG, COLOUR.sub(lambda colour: BLACK if _light(colour[0]) < 128 else WHITE, drawing))


def _light(colour: str) -> float:
    """How light a colour is, from 0 to 255, as an eye weighs red, green and blue."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return 0.3 * red + 0.59 * green + 0.11 * blue

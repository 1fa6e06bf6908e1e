"""Boards on a page for authors: a kind's own drawings, with numbers on them, and the strip of a trace's ranks.

A number stands on a disc, full where a place is answered yes and empty where it is answered no: that is told by shape
as well as by tone, on whatever a kind draws there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from build.author.moves import Move, place_at
from pipeline.wording import plural

DISC, BETWEEN = 0.31, 0.25
"""The radius of a disc in cells: in the middle of one, and between two, where others are nearer."""
CELL = 30
"""The side of a cell on the page, in its pixels, where there is room."""
NARROWEST = 200
"""The least width of a board, in pixels."""

RANKS = (1, 2, 3, 4)
BAR = 12
"""The height of a rank in a strip."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A number on a board: ``sort`` is the class of its disc; ``row`` and ``col`` are its middle, in cells."""

    row: float
    col: float
    text: str
    sort: str


def badges_of(moves: Iterable[Move]) -> tuple[Badge, ...]:
    """The numbers of these moves, on the places that each decides."""
    return tuple(
        Badge(*place_at(name), str(move.number), sort)
        for move in moves
        for sort, names in (("yes", move.yes), ("no", move.no))
        for name in names
    )


def with_badges(drawing: str, rows: int, cols: int, badges: Sequence[Badge]) -> str:
    """A drawing that ends with its root's end, in its size on the page, and with these numbers on it."""
    head, _, rest = drawing.partition(">")
    left, top, width, height = (float(number) for number in head.split('viewBox="')[1].split('"')[0].split())
    across, down = width / cols, height / rows
    discs = "".join(_disc(badge, left, top, across, down) for badge in badges)
    size = max(NARROWEST, cols * CELL)
    group = f'<g class="badges">{discs}</g>' if discs else ""
    return f'{head} width="{size}" height="{size * height / width:g}">{rest.removesuffix("</svg>")}{group}</svg>'


def _disc(badge: Badge, left: float, top: float, across: float, down: float) -> str:
    x, y = left + badge.col * across, top + badge.row * down
    radius = across * (DISC if badge.row % 1 == badge.col % 1 == 0.5 else BETWEEN)
    size = radius * (1.2 if len(badge.text) < 3 else 0.9)
    return (
        f'<g class="{badge.sort}"><circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}px">{escape(badge.text)}</text></g>'
    )


def strip(moves: Sequence[Move], longest: int) -> str:
    """The ranks of a trace as bars from left to right, as tall as the rank; ``longest`` steps would fill the width."""
    height = BAR * len(RANKS)
    lines = "".join(f"M0 {height - BAR * rank}h{longest}" for rank in RANKS)
    parts = []
    for rank, run in groupby(moves, key=lambda move: move.rank):
        own = list(run)
        at, tall = own[0].number - 1, BAR * rank
        parts.append(f'<path class="rank-{rank}" d="M{at} {height - tall}h{len(own)}v{tall}h-{len(own)}z"/>')
    said = f"{plural(len(moves), 'step')}: {profile(moves)}" if moves else "no steps"
    return (
        f'<svg class="strip" role="img" aria-label="{said}" viewBox="0 0 {longest} {height}" '
        f'preserveAspectRatio="none"><path class="guide" d="{lines}"/>{"".join(parts)}</svg>'
    )


def profile(moves: Sequence[Move]) -> str:
    """The ranks of a trace in words, a run of equal ones at a time: ``12 of rank 1, 1 of rank 3, 4 of rank 1``."""
    runs = ((rank, len(list(run))) for rank, run in groupby(moves, key=lambda move: move.rank))
    return ", ".join(f"{count} of rank {rank}" for rank, count in runs)

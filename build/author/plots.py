"""Plots as SVG, drawn from numbers alone: the same numbers give the same bytes.

Tiers and ranks have a shape or a place of their own beside a colour. Each plot says in its label what it shows; the
numbers themselves stand in a table beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import log2

from build.author.tally import Size, Spread
from pipeline.tier import Tier

LETTER = 6.6
"""About the width of a letter, in pixels."""
ROW = 26
COLUMN = 56
STEP = 52
"""The room of a size in a plot over sizes."""
HEIGHT = 220
LEFT = 52
FOOT = 28
TOP = 10

SHAPES = (
    "M0 -4a4 4 0 1 0 .01 0z",
    "M-3.6 -3.6h7.2v7.2h-7.2z",
    "M0 -5l5 5l-5 5l-5 -5z",
    "M0 -4.6l5 8.6h-10z",
)
"""For each tier its mark, around its middle."""


def named(size: Size) -> str:
    """A size as it is written: rows first."""
    return f"{size[0]}×{size[1]}"


def grid(label: str, sizes: Sequence[Size], counts: Mapping[tuple[Size, Tier], int]) -> str:
    """How many levels each size has of each tier: the more, the darker; a dashed cell has none."""
    most = max(counts.values())
    parts = [_text(LEFT + COLUMN * (at + 0.5), 16, tier, "middle") for at, tier in enumerate(Tier)]
    for row, size in enumerate(sizes):
        y = 24 + row * ROW
        parts.append(_text(LEFT - 8, y + 17, named(size), "end"))
        for at, tier in enumerate(Tier):
            x, count = LEFT + at * COLUMN, counts.get((size, tier), 0)
            shade = f'class="some" fill-opacity="{0.1 + 0.4 * count / most:.3f}"' if count else 'class="none"'
            parts.append(f'<path {shade} d="M{x + 1.5:g} {y + 1.5:g}h{COLUMN - 3}v{ROW - 3}h-{COLUMN - 3}z"/>')
            parts.append(_text(x + COLUMN / 2, y + 17, f"{count:,}" if count else "–", "middle", "count"))
    return _svg(label, LEFT + COLUMN * len(Tier), 24 + ROW * len(sizes), parts)


def spreads(label: str, sizes: Sequence[Size], cells: Mapping[tuple[Size, Tier], Spread], doubling: bool) -> str:
    """How numbers spread over sizes and tiers: a line from the least to the greatest, and a mark in the middle.

    ``doubling``: each line of the scale is twice the one below it, or four times and so on.
    """
    highest = max(spread.high for spread in cells.values())
    ticks = doubled(highest) if doubling else even(highest)
    top = _scaled(ticks[-1], doubling)

    def height(number: float) -> float:
        return TOP + HEIGHT * (1 - _scaled(number, doubling) / top)

    width = LEFT + STEP * len(sizes)
    parts = list(_scale(ticks, width, height))
    for at, size in enumerate(sizes):
        middle = LEFT + STEP * (at + 0.5)
        parts.append(_text(middle, TOP + HEIGHT + 20, named(size), "middle"))
        for tier in Tier:
            if spread := cells.get((size, tier)):
                x = middle + (tier.rank - 2.5) * 10
                low, mark, high = (height(number) for number in (spread.low, spread.middle, spread.high))
                parts.append(
                    f'<g class="rank-{tier.rank}"><path class="range" d="M{x:g} {high:.1f}V{low:.1f}"/>'
                    f'<path class="mark" transform="translate({x:g} {mark:.1f})" d="{SHAPES[tier.rank - 1]}"/></g>'
                )
    return _svg(label, width, TOP + HEIGHT + FOOT, parts)


def _scale(ticks: Sequence[int], width: float, height: Callable[[float], float]) -> Iterator[str]:
    yield f'<path class="guide" d="{"".join(f"M{LEFT} {height(tick):.1f}H{width:g}" for tick in ticks)}"/>'
    for tick in ticks:
        yield _text(LEFT - 8, height(tick) + 4, f"{tick:,}", "end")


def _scaled(number: float, doubling: bool) -> float:
    return log2(number + 1) if doubling else number


def even(highest: int) -> tuple[int, ...]:
    """Round numbers from 0 to the first that is not below the highest, about five."""
    step = next(
        factor * 10**power for power in range(10) for factor in (1, 2, 5) if factor * 10**power * 5 >= max(1, highest)
    )
    return tuple(range(0, -(-max(1, highest) // step) * step + 1, step))


def doubled(highest: int) -> tuple[int, ...]:
    """0 and numbers of which each is as many times the one before, up to the first not below the highest."""
    ticks = [0, 1]
    factor = next(factor for factor in (2, 4, 10, 100, 1000) if factor**5 >= highest or factor == 1000)
    while ticks[-1] < highest:
        ticks.append(ticks[-1] * factor)
    return tuple(ticks)


def shares(label: str, rows: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Bars of one length, each divided as its numbers are: those of rank 1 first."""
    width = 260
    parts = []
    for at, (name, numbers) in enumerate(rows):
        y, x, total = at * ROW, float(LEFT + 12), sum(numbers)
        parts.append(_text(LEFT + 4, y + 17, name, "end"))
        for rank, number in enumerate(numbers, 1):
            if number:
                length = width * number / total
                parts.append(f'<path class="rank-{rank}" d="M{x:.2f} {y + 4}h{length:.2f}v{ROW - 8}h-{length:.2f}z"/>')
                x += length
    return _svg(label, LEFT + 12 + width, ROW * len(rows), parts, "bar")


def bars(label: str, rows: Sequence[tuple[str, int, int]]) -> str:
    """A bar for each name, in the colour of its rank, as long as its number, which stands behind it."""
    left = 16 + max(len(name) for name, _, _ in rows) * LETTER
    most = max(1, *(number for _, _, number in rows))
    width = 150
    parts = []
    for at, (name, rank, number) in enumerate(rows):
        y, length = at * ROW, width * number / most
        parts.append(_text(left - 8, y + 17, name, "end"))
        parts.append(f'<path class="rank-{rank}" d="M{left:g} {y + 4}h{length:.2f}v{ROW - 8}h-{length:.2f}z"/>')
        parts.append(_text(left + length + 6, y + 17, f"{number:,}", "start", "count"))
    return _svg(label, left + width + 44, ROW * len(rows), parts, "bar")


def _text(x: float, y: float, text: str, anchor: str, name: str = "label") -> str:
    return f'<text class="{name}" x="{x:g}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(label: str, width: float, height: float, parts: Sequence[str], name: str = "") -> str:
    classes = f"plot {name}".strip()
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg class="{classes}" role="img" aria-label="{escape(label)}" {size}>{"".join(parts)}</svg>'

"""A finding as a picture: boards beside each other, each with a line above it, and marks on the cells it is about.

The boards are the kind's own drawings, whose ``viewBox`` is the board's edge, so that a mark finds its cell whatever is
drawn there. Marks differ in shape as well as in colour. The picture is a whole document and asks for no other file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from pipeline.finding import Finding, Found, Rows
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.wording import plural, visible

CELL = 28
"""The side of a cell in pixels."""
GAP = 24
HEAD = 34
"""The room above a board for its line."""
LETTER = 7.2
"""About the width of a letter of that line."""
PAPER, INK = "#fffdf8", "#20242c"

MARKS: Mapping[str, tuple[str, str]] = {
    "open": ("#b3541e", "m.07.07h.86v.86h-.86z"),
    "first": ("#b3541e", "m.5.12a.38.38 0 1 0 .01 0z"),
    "second": ("#1f6f9f", "m.5.1l.4.4-.4.4-.4-.4z"),
    "core": ("#c0262d", "m.05.05h.9v.9h-.9z"),
    "broken": ("#c0262d", "m.2.2l.6.6m0-.6l-.6.6"),
    "new": ("#1d7a3e", "m.05.3v-.25h.25m.4 0h.25v.25m0 .4v.25h-.25m-.4 0h-.25v-.25"),
}
"""For each mark its colour, and its shape from the corner of a cell of side 1."""
DASHED = ("open",)


@dataclass(frozen=True, slots=True)
class Panel:
    """A board with its line, and masks of cells by the name of their mark."""

    line: str
    grid: Rows
    answer: Rows | None
    rules: Mapping[str, Any]
    marks: Mapping[str, int] = field(default_factory=dict)


def finding_svg(kind: AnyKind, finding: Finding) -> str:
    """The picture of a finding, with a line end at the end."""
    panels = list(panels_of(finding))
    lines = [panel.line for panel in panels]
    width = max(finding.cols * CELL, *(round(len(line) * LETTER) for line in lines)) + GAP
    height = finding.rows * CELL + HEAD + GAP
    parts = [_panel(kind, panel, GAP + at * width) for at, panel in enumerate(panels)]
    total = GAP + width * len(panels)
    title = visible(finding.layout.title or finding.layout.base)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{height}" viewBox="0 0 {total} {height}">'
        f"<title>{escape(title)}</title>"
        f'<path fill="{PAPER}" d="M0 0h{total}v{height}h-{total}z"/>{"".join(parts)}</svg>\n'
    )


def panels_of(finding: Finding) -> Iterator[Panel]:
    """The boards that show a finding, each with what is marked on it."""
    if finding.base and finding.base.levels:
        for level in finding.base.levels:
            yield Panel(f"{level.tier}, {plural(level.clues, 'clue')}", level.grid, None, level.rules)
        return
    grid, rules = finding.grid, finding.rules
    match finding.found:
        case Found.AMBIGUOUS:
            line = f"{plural(finding.open.bit_count(), 'open cell')}" if finding.open else "as drawn"
            yield Panel(line, grid, _common(finding), rules, {"open": finding.open})
            yield Panel("one answer", grid, finding.answers[0], rules)
            yield Panel("another", grid, finding.answers[1], rules)
        case Found.NONE_UNIQUE if finding.answers:
            yield Panel("as drawn", grid, finding.answers[0], rules)
            yield Panel("another way", grid, finding.answers[1], rules)
        case Found.NONE_UNIQUE:
            swap = finding.swaps[0]
            yield Panel("these can change places", grid, None, rules, {"first": swap.first, "second": swap.second})
        case Found.UNSOLVABLE:
            marks = {"core": finding.core or 0, "broken": finding.broken & ~(finding.core or 0)}
            yield Panel("a contradiction" if finding.core else "no answer", grid, None, rules, marks)
        case _:
            yield Panel(finding.found.replace("-", " "), grid, finding.drawn_answer, rules)
    for advice in finding.advice:
        yield Panel(advice.words, advice.grid, advice.drawn_answer, advice.rules, {"new": advice.cells})


def _common(finding: Finding) -> Rows | None:
    """The board with what all answers have alike; None where that is not known, or an answer is drawn by no cells."""
    first = finding.answers[0]
    if finding.common is None or [len(row) for row in first] != [len(row) for row in finding.grid]:
        return None
    known = iter(range(finding.rows * finding.cols))
    return tuple(
        "".join(answer if finding.common >> next(known) & 1 else drawn for answer, drawn in zip(*rows, strict=True))
        for rows in zip(first, finding.grid, strict=True)
    )


def _panel(kind: AnyKind, panel: Panel, left: int) -> str:
    rows, cols = len(panel.grid), len(panel.grid[0])
    drawing = kind.draw.svg(panel.grid, panel.answer, panel.rules)
    place = f'<svg x="{left}" y="{HEAD}" width="{cols * CELL}" height="{rows * CELL}" overflow="visible"'
    body = drawing.replace("<svg", place, 1)
    marks = "".join(_mark(name, cells, cols) for name, cells in panel.marks.items() if cells)
    return (
        f'<text x="{left}" y="{HEAD - 12}" font-family="system-ui,sans-serif" font-size="13" fill="{INK}">'
        f"{escape(visible(panel.line))}</text>{body}"
        f'<path fill="none" stroke="{INK}" d="M{left} {HEAD}h{cols * CELL}v{rows * CELL}h-{cols * CELL}z"/>'
        f'<g transform="translate({left} {HEAD}) scale({CELL})" fill="none" stroke-linejoin="round">{marks}</g>'
    )


def _mark(name: str, cells: int, cols: int) -> str:
    """One path for all cells with this mark, on a wider one of paper, so that it is seen on dark cells too."""
    colour, shape = MARKS[name]
    path = "".join(f"M{cell % cols} {cell // cols}{shape}" for cell in indices(cells))
    dashes = ' stroke-dasharray=".16 .1"' if name in DASHED else ""
    return (
        f'<path stroke="{PAPER}" stroke-width=".12" d="{path}"/>'
        f'<path class="mark {name}" stroke="{colour}" stroke-width=".08"{dashes} d="{path}"/>'
    )

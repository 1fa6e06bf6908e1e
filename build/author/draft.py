"""The draft of a layout: every tier side by side, the answer, how hard each is, how the clues went, and each trace.

A layout that fails has a draft too: what is wrong, why, and what would mend it, as ``kotae check`` tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from jinja2 import Environment

from build.author.drawings import Badge, badges_of, strip, with_badges
from build.author.moves import Move, boards, moves, positions
from build.author.page import write_page
from build.templates import Templates
from build.thumbs import Thumbs, share
from pipeline.catalogue import Level
from pipeline.draft import Blanking, Draft
from pipeline.finding import Finding
from pipeline.finding_svg import finding_svg
from pipeline.grid import cell_name
from pipeline.kind import AnyKind
from pipeline.tier import Tier
from pipeline.wording import plural, visible

TEMPLATE = "draft.html.jinja"


@dataclass(frozen=True, slots=True)
class Board:
    """A board with the moves that are numbered on it."""

    svg: str
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A tier of the layout, with its board and its trace; or with the reason why it has none."""

    tier: Tier
    level: Level | None = None
    reason: str = ""
    board: str = ""
    strip: str = ""
    steps: int = 0
    boards: tuple[Board, ...] = ()
    spared: int = 0
    """How many clues it shows fewer than the tier before it."""


@dataclass(frozen=True, slots=True)
class Fate:
    """A clue in the order in which clues were tried, and what became of it."""

    number: int
    name: str
    letter: str
    kept: bool
    """By the author."""


@dataclass(frozen=True, slots=True)
class Group:
    """Clues that the same tiers show: all from the easiest up to one of them, or none."""

    shown_in: str
    fates: tuple[Fate, ...]


def draft_page(environment: Environment, templates: Templates, kind: AnyKind, draft: Draft, up: str = "") -> str:
    """The text of the page; ``up`` leads to the folder of the site and of the report, where there is one."""
    finding = draft.finding
    levels = finding.base.levels if finding.base else ()
    thumbs, columns = _columns(kind, finding, levels, draft.blanking)
    context: dict[str, Any] = {
        "title": visible(finding.layout.title or finding.layout.base),
        "finding": finding,
        "layout": finding.layout,
        "kind": kind.name,
        "marks": kind.marks,
        "columns": columns,
        "shared": thumbs.shared,
        "answer": thumbs.drawings[0] if levels else "",
        "order": with_badges(thumbs.drawings[1], finding.rows, finding.cols, _numbers(draft.blanking, finding.cols))
        if draft.blanking and levels
        else "",
        "groups": _groups(draft.blanking, levels) if draft.blanking and levels else (),
        "picture": quote(finding_svg(kind, finding)) if not levels else "",
        "alike": alike(levels),
        "up": up,
        "plural": plural,
    }
    return write_page(environment, templates, TEMPLATE, context, [kind.name], thumbs.style)


def alike(levels: Sequence[Level]) -> Mapping[str, Any]:
    """What is told of all levels at once."""
    return {"images": len(levels[0].images), "answer": levels[0].answer} if levels else {}


def _columns(
    kind: AnyKind, finding: Finding, levels: Sequence[Level], blanking: Blanking | None
) -> tuple[Thumbs, tuple[Column, ...]]:
    """The drawings of the page, of which the first is the answer and the second the board without a clue, and the
    tiers."""
    if not levels:
        return Thumbs("", "", ()), ()
    traces = [moves(kind, level) for level in levels]
    groups = [boards(trace) for trace in traces]
    first = levels[0]
    bare = blanking.bare if blanking else first.grid
    drawn = [kind.draw.svg(first.grid, first.answer, first.rules), kind.draw.svg(bare, None, first.rules)]
    for level, own in zip(levels, groups, strict=True):
        drawn.append(kind.draw.svg(level.grid, None, level.rules))
        drawn += [kind.draw.svg(level.grid, rows, level.rules) for rows in positions(kind, level, own)]
    thumbs = share(drawn, kind.name)
    left = iter(thumbs.drawings[2:])
    longest = max(1, *map(len, traces))
    found = {}
    before = len(blanking.order) if blanking else first.clues
    for level, trace, own in zip(levels, traces, groups, strict=True):
        board = next(left)
        shown = tuple(Board(_numbered(next(left), level, group), group) for group in own)
        found[level.tier] = Column(
            level.tier, level, "", board, strip(trace, longest), len(trace), shown, before - level.clues
        )
        before = level.clues
    missing = dict(finding.base.missing) if finding.base else {}
    return thumbs, tuple(
        found.get(tier) or Column(tier, reason=missing[tier]) for tier in Tier if tier in found or tier in missing
    )


def _numbered(drawing: str, level: Level, group: Sequence[Move]) -> str:
    return with_badges(drawing, level.rows, level.cols, badges_of(group))


def _numbers(blanking: Blanking | None, cols: int) -> tuple[Badge, ...]:
    """The place of each clue in the order, on its cell: full where the hardest tier shows it."""
    if blanking is None:
        return ()
    shown = blanking.rungs[-1].clues
    return tuple(
        Badge(cell // cols + 0.5, cell % cols + 0.5, str(number), "yes" if shown >> cell & 1 else "no")
        for number, cell in enumerate(blanking.order, 1)
    )


def _groups(blanking: Blanking, levels: Sequence[Level]) -> tuple[Group, ...]:
    """The clues by the last tier that shows them, in the order in which they were tried."""
    cols = levels[0].cols
    letters = "".join(levels[0].grid)
    fates: dict[Tier | None, list[Fate]] = {}
    for number, cell in enumerate(blanking.order, 1):
        rung = blanking.least(cell)
        fate = Fate(number, cell_name(cell, cols), letters[cell], bool(blanking.keep >> cell & 1))
        fates.setdefault(rung.tier if rung else None, []).append(fate)
    return tuple(_in_turn(fates, blanking))


def _in_turn(fates: Mapping[Tier | None, Sequence[Fate]], blanking: Blanking) -> Iterator[Group]:
    for tier in (None, *(rung.tier for rung in blanking.rungs)):
        if tier in fates:
            tiers = [rung.tier for rung in blanking.rungs if tier and rung.tier.rank <= tier.rank]
            yield Group(_shown_in(tiers, len(blanking.rungs)), tuple(fates[tier]))


def _shown_in(tiers: Sequence[Tier], of: int) -> str:
    if not tiers:
        return "in no tier"
    if len(tiers) == of:
        return "in every tier" if of > 1 else f"in {tiers[0]}"
    if len(tiers) == 1:
        return f"only in {tiers[0]}"
    return f"in {tiers[0]} {'and' if len(tiers) == 2 else 'to'} {tiers[-1]}"

"""The pages from which sheets are printed: one for each kind and size, with levels of every tier.

A page is one file, and a size may have any number of levels, so a page holds so many of each tier as it has room for:
those of the play pages of one number, or a part of those. It holds each board and its answer as drawings: a play page
knows no answer in clear, but whoever prints a sheet wants the answers on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import TYPE_CHECKING, Any

from build.editions import Edition, Page, common, way_up
from build.entries import print_entry, sheet
from build.levels import PAGE_SIZE, Group, PlayPage, Shelf
from build.thumbs import Thumbs, share
from pipeline.catalogue import Level, LevelId
from pipeline.kind import AnyKind

if TYPE_CHECKING:
    from build.pages import KindPages


MOST = (PAGE_SIZE, 32, 16, 8, 4)
"""How many levels of a tier a page may hold, so that a play page is on one of them, or on several whole ones."""

ROOM = 4_100
"""How many cells the boards of a tier have together, at most; the drawings of all four take up to 300 KB."""

NEAR = 3
"""How many pages of the same size before and behind a page are led to from it."""

BESIDE = 38
"""What a level takes beside its cells, in cells."""


@dataclass(frozen=True, slots=True)
class Run:
    """Levels of a play page that follow each other on it."""

    page: PlayPage
    start: int
    stop: int
    """The place on it of the first, and of the one behind the last."""

    @property
    def name(self) -> str:
        """The file on which they are played."""
        return self.page.name

    @property
    def tier(self) -> str:
        """That of each level."""
        return self.page.tier

    @property
    def first(self) -> int:
        """The number of the first level."""
        return self.page.first + self.start

    @property
    def ids(self) -> tuple[LevelId, ...]:
        """Those of the levels, in their order."""
        return self.page.ids[self.start : self.stop]

    @property
    def count(self) -> int:
        """How many levels there are."""
        return len(self.ids)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels."""
        return self.page.levels[self.start : self.stop]


@dataclass(frozen=True, slots=True)
class Stock:
    """What one page can lay on paper: levels of one size, and their drawings."""

    name: str
    """The file's name in its kind's folder."""
    rows: int
    cols: int
    number: int
    """Which page of its size it is, from 0."""
    pages: tuple[Run, ...]
    """The levels of each tier, easy first."""

    @property
    def count(self) -> int:
        """How many levels there are."""
        return sum(page.count for page in self.pages)

    @property
    def ids(self) -> tuple[LevelId, ...]:
        """The id of every level, easy ones first."""
        return tuple(id for page in self.pages for id in page.ids)

    @property
    def levels(self) -> tuple[Level, ...]:
        """Every level in that order, read anew."""
        return tuple(level for page in self.pages for level in page.levels)

    def drawn(self, kind: AnyKind) -> Thumbs:
        """Two drawings for each level: the board, and its answer."""
        drawings = []
        for level in self.levels:
            drawings += [kind.draw.svg(level.grid, answer, level.rules) for answer in (None, level.answer)]
        return share(drawings, kind.name)


def stock(shelf: Shelf) -> tuple[Stock, ...]:
    """What there is to print of a kind, small boards first."""
    found = []
    for (rows, cols), groups in groupby(shelf.groups, key=lambda group: (group.rows, group.cols)):
        most = most_of(rows, cols)
        numbered: dict[int, list[Run]] = {}
        for number, run in (one for group in groups for one in _runs(group, most)):
            numbered.setdefault(number, []).append(run)
        for number in sorted(numbered):
            found.append(Stock(_name(rows, cols, number), rows, cols, number, tuple(numbered[number])))
    return tuple(found)


def most_of(rows: int, cols: int) -> int:
    """How many levels of a tier one page holds of a size."""
    return next((most for most in MOST if most * (BESIDE + rows * cols) <= ROOM), MOST[-1])


def prints_of(page: PlayPage) -> tuple[str, ...]:
    """The pages that print the levels of a play page, ``most_of`` its size on each."""
    most = most_of(page.rows, page.cols)
    return tuple(_name(page.rows, page.cols, number) for number, _ in _runs_of(page, most))


def _runs(group: Group, most: int) -> Iterator[tuple[int, Run]]:
    return (one for page in group.pages for one in _runs_of(page, most))


def _runs_of(page: PlayPage, most: int) -> Iterator[tuple[int, Run]]:
    """The levels of a play page, some at a time, each with the number of the page that prints them, from 0."""
    first = (page.number - 1) * max(PAGE_SIZE // most, 1)
    for number, start in enumerate(range(0, page.count, most), start=first):
        yield number, Run(page, start, min(start + most, page.count))


def _name(rows: int, cols: int, number: int) -> str:
    return f"print-{rows}x{cols}{f'-{number + 1}' if number else ''}.html"


def printed(
    editions: tuple[Edition, ...], edition: Edition, kind: KindPages, kinds: list[KindPages], own: Stock
) -> Page:
    """A page of a kind from which levels are printed, leading to those of all ``kinds``."""
    words = edition.words
    spoken = words.under("theme.", "tier.", "print.", "play.size", "play.untitled", "site.by")
    lines = kind.words.lines("rules")
    rules = reduce(lambda before, after: words.say("print.then", before=before, after=after), lines)
    path = f"{kind.name}/{own.name}"
    size = words.say("play.size", rows=own.rows, cols=own.cols)
    thumbs = kind.printed(own)
    context = common(editions, edition, path) | {"kind": kind, "stock": own, "size": size}
    context |= {"kinds": [(other, _others(other.stock, own if other.name == kind.name else None)) for other in kinds]}
    context |= {"thumbs": thumbs, "page_title": words.say("print.title", kind=kind.words.say("name"), size=size)}
    base = edition.config.base_url
    data = {
        "words": spoken,
        "root": way_up(edition.folder + path),
        "kind": kind.name,
        "name": kind.words.say("name"),
        "rules": rules,
        "rows": own.rows,
        "cols": own.cols,
        "address": f"{base}{edition.folder}{kind.name}/" if base else "",
        "tiers": [_tier(page, kind) for page in own.pages],
    }
    sheets = ("print.css", "sheets.css", sheet(kind.name))
    page = edition.folder + path
    return Page(page, "print.html.jinja", context, print_entry(), sheets, data, thumbs.style)


def _others(stocks: Sequence[Stock], own: Stock | None) -> tuple[Stock, ...]:
    """The first page of each size, and those near the page in hand: a size may have very many."""
    shown = () if own is None else near(stocks, stocks.index(own))
    return tuple(stock for stock in stocks if stock.number == 0 or stock in shown)


def near(stocks: Sequence[Stock], index: int) -> tuple[Stock, ...]:
    """The pages of the same size before and behind one of a kind, and itself."""
    own = stocks[index]
    around = stocks[max(index - NEAR, 0) : index + NEAR + 1]
    return tuple(stock for stock in around if (stock.rows, stock.cols) == (own.rows, own.cols))


def _tier(page: Run, kind: KindPages) -> dict[str, Any]:
    """The levels of a play page: what is written beside a board."""
    levels = [
        {"id": level.id, "title": level.title, "author": level.author, "told": _told(level, kind)}
        for level in page.levels
    ]
    return {"tier": page.tier, "page": page.name, "first": page.first, "levels": levels}


def _told(level: Level, kind: KindPages) -> str:
    """What holds on this board and not on every one: without it nobody could solve it on paper."""
    if kind.kind.told_beside is None:
        return ""
    keys = kind.kind.told_beside(kind.kind.read_grid(level.grid, level.rules))
    return " · ".join(kind.words.say(f"play.{key}", n=1) for key in keys)

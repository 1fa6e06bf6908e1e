"""The pages from which sheets are printed: one for each kind and size, with levels of every tier.

A page is one file, and a size may have any number of levels, so a page holds what the play pages of one number hold:
the first its size's first ``PAGE_SIZE`` levels of each tier, the second the next ones. So its levels, too, never change
their place as a catalogue grows. It holds each board and its answer as drawings: a play page knows no answer in clear,
but whoever prints a sheet wants the answers on paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any

from build.editions import Edition, Page, common, way_up
from build.entries import print_entry, sheet
from build.levels import PlayPage, Shelf
from build.thumbs import Thumbs, share
from pipeline.catalogue import Level
from pipeline.kind import AnyKind

if TYPE_CHECKING:
    from build.pages import KindPages


@dataclass(frozen=True, slots=True)
class Stock:
    """What one page can lay on paper: levels of one size, and their drawings."""

    name: str
    """The file's name in its kind's folder."""
    rows: int
    cols: int
    number: int
    """Which page of its size it is, from 0."""
    pages: tuple[PlayPage, ...]
    """The play page of each tier, easy first."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """Every level, easy ones first."""
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
        for number, row in enumerate(zip_longest(*(group.pages for group in groups))):
            pages = tuple(page for page in row if page is not None)
            name = f"print-{rows}x{cols}{f'-{number + 1}' if number else ''}.html"
            found.append(Stock(name, rows, cols, number, pages))
    return tuple(found)


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
    context = common(editions, edition, path) | {"kind": kind, "stock": own, "size": size, "kinds": kinds}
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


def _tier(page: PlayPage, kind: KindPages) -> dict[str, Any]:
    """The levels of a play page: what is written beside a board."""
    levels = [
        {"id": level.id, "title": level.title, "author": level.author, "told": _told(level, kind)}
        for level in page.levels
    ]
    return {"tier": str(page.levels[0].tier), "page": page.name, "first": page.first, "levels": levels}


def _told(level: Level, kind: KindPages) -> str:
    """What holds on this board and not on every one: without it nobody could solve it on paper."""
    if kind.kind.told_beside is None:
        return ""
    keys = kind.kind.told_beside(kind.kind.read_grid(level.grid, level.rules))
    return " · ".join(kind.words.say(f"play.{key}", n=1) for key in keys)

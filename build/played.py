"""The pages of what was played and is to be played today: the statistics, and the levels of the day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from build.editions import Edition, Page, common, way_up
from build.entries import daily_entry, sheet, stats_entry
from build.levels import PlayPage, Shelf
from build.words import Entry
from pipeline.catalogue import LevelId

if TYPE_CHECKING:
    from build.pages import KindPages

STATS = "stats.html"
DAILY = "daily.html"

LARGEST_OF_A_DAY = 12
"""Boards with longer sides take more than a pause, so no day has them where there are smaller ones."""

MOST_OF_A_TIER = 64
"""How many levels of a kind and tier a day can have: each comes twice in a year."""

CELLS_OF_A_TIER = 6_500
"""How many cells their boards have together, at most."""


def stats(editions: tuple[Edition, ...], edition: Edition, kinds: list[KindPages]) -> Page:
    """The page that counts what was played. It knows no level: each record tells what it is of."""
    spoken = edition.words.under("theme.", "tier.", "stats.", "play.size", "play.then")
    data = {"words": spoken, "root": way_up(edition.folder)}
    context = common(editions, edition, STATS) | {"kinds": kinds, "page_title": edition.words.say("stats.title")}
    return Page(edition.folder + STATS, "stats.html.jinja", context, stats_entry(), ("stats.css",), data)


def daily(editions: tuple[Edition, ...], edition: Edition, kinds: list[KindPages]) -> Page:
    """The page of the day's levels, with the levels that a day can have: which one it is, the reader's date says."""
    names = tuple(kind.name for kind in kinds)
    title = edition.words.say("daily.title")
    spoken: dict[str, Entry] = edition.words.under("theme.", "tier.", "daily.", "play.size", "play.and", "play.then")
    spoken |= {f"{kind.name}.name": kind.words.say("name") for kind in kinds}
    context = common(editions, edition, DAILY) | {"kinds": kinds, "page_title": title}
    data = {
        "words": spoken,
        "root": way_up(edition.folder),
        "title": edition.config.title,
        "address": context["canonical"],
        "levels": {kind.name: _candidates(kind) for kind in kinds},
    }
    sheets = ("card.css", "daily.css", *map(sheet, names))
    return Page(edition.folder + DAILY, "daily.html.jinja", context, daily_entry(names), sheets, data)


def _candidates(kind: KindPages) -> Mapping[str, Any]:
    """The levels that a day can have, by their play page: of each its id, its board, and its rules where it has any."""
    chosen = of_a_day(kind.shelf)
    stamp = tuple((page.name, id) for page, id in chosen)
    return kind.made.named(("daily", kind.name), stamp, lambda: _boards(chosen))


def of_a_day(shelf: Shelf) -> tuple[tuple[PlayPage, LevelId], ...]:
    """The levels of a kind that a day can have, each with the page on which it is played."""
    pages = [page for page in shelf.pages if max(page.rows, page.cols) <= LARGEST_OF_A_DAY]
    return tuple(_pool(pages or shelf.pages))


def _pool(pages: Iterable[PlayPage]) -> Iterator[tuple[PlayPage, LevelId]]:
    """Of each tier the levels with the lowest ids, as many as there is room for.

    Ids are hashes, so it is as if lots had been drawn, the same ones at each build: of a tier with more levels than it
    can have here, one more level of the catalogue comes in rarely, and then one goes.
    """
    tiers: dict[str, list[tuple[LevelId, PlayPage]]] = {}
    for page in pages:
        tiers.setdefault(page.tier, []).extend((id, page) for id in page.ids)
    for found in tiers.values():
        room = CELLS_OF_A_TIER
        for number, (id, page) in enumerate(nsmallest(MOST_OF_A_TIER, found, key=itemgetter(0))):
            room -= page.rows * page.cols
            if number and room < 0:
                break
            yield page, id


def on_pages(chosen: Sequence[tuple[PlayPage, LevelId]]) -> list[tuple[str, list[LevelId]]]:
    """The names of the pages on which these levels are, and their ids in the order of the page."""
    return [(name, [id for id in page.ids if id in ids]) for name, (page, ids) in sorted(_wanted(chosen).items())]


def _wanted(chosen: Sequence[tuple[PlayPage, LevelId]]) -> Mapping[str, tuple[PlayPage, set[LevelId]]]:
    wanted: dict[str, tuple[PlayPage, set[LevelId]]] = {}
    for page, id in chosen:
        wanted.setdefault(page.name, (page, set()))[1].add(id)
    return wanted


def _boards(chosen: Sequence[tuple[PlayPage, LevelId]]) -> Mapping[str, Any]:
    return {
        name: [
            [level.id, level.grid, level.rules] if level.rules else [level.id, level.grid] for level in page.some(ids)
        ]
        for name, (page, ids) in sorted(_wanted(chosen).items())
    }

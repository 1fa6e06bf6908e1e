"""The pages of what was played and is to be played today: the statistics, and the levels of the day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from build.editions import Edition, Page, common, way_up
from build.entries import daily_entry, sheet, stats_entry
from build.words import Entry

if TYPE_CHECKING:
    from build.pages import KindPages

STATS = "stats.html"
DAILY = "daily.html"

LARGEST_OF_A_DAY = 12
"""Boards with longer sides take more than a pause, so no day has them where there are smaller ones."""


def stats(editions: tuple[Edition, ...], edition: Edition, kinds: list[KindPages]) -> Page:
    """The page that counts what was played. It knows no level: each record tells what it is of."""
    spoken = edition.words.under("theme.", "tier.", "stats.", "play.size", "play.then")
    data = {"words": spoken, "root": way_up(edition.folder)}
    context = common(editions, edition, STATS) | {"kinds": kinds, "page_title": edition.words.say("stats.title")}
    return Page(edition.folder + STATS, "stats.html.jinja", context, stats_entry(), ("stats.css",), data)


def daily(editions: tuple[Edition, ...], edition: Edition, kinds: list[KindPages]) -> Page:
    """The page of the day's levels, with every level that a day can have: which one it is, the reader's date says."""
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


def _candidates(kind: KindPages) -> list[Mapping[str, Any]]:
    found = [(page, level) for page in kind.shelf.pages for level in page.levels]
    small = [(page, level) for page, level in found if max(level.rows, level.cols) <= LARGEST_OF_A_DAY]
    return [
        {
            "id": level.id,
            "href": f"{kind.name}/{page.link(level)}",
            "rows": level.rows,
            "cols": level.cols,
            "tier": str(level.tier),
            "grid": level.grid,
            "rules": level.rules,
        }
        for page, level in small or found
    ]

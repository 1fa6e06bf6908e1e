"""Pages that know on which play page each level of a kind is: a link from an earlier build finds its level by them.

A level comes to another page where its group has grown or its tier was found anew. No page could name all levels of a
large site to know where each one is; so a page that does not have the level it was asked for leads to ``where.html`` of
its kind, and that leads on to where the level is played. Where a kind has too many levels for one such page, it leads
to one of several by the first signs of the level's id instead, as many signs as it takes. So each of them stays small,
and the one name that other pages know stays the same however many there are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import Any

from build.editions import Edition, Page, common, way_up
from build.entries import where_entry
from build.levels import Group, Shelf
from build.words import Words

WHERE = "where.html"

MOST_ON_ONE = 4096
"""How many levels such a page names, on the average of its kind."""

SIGNS = "0123456789abcdef"
"""Of an id, which is a hash: each is as frequent as any other."""

Places = list[tuple[str, str]]
"""Play pages with the ids of their levels, with blanks between them."""


class Whereabouts:
    """The pages of one kind that know where its levels are."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.signs = signs_for(shelf.count)

    @property
    def names(self) -> Mapping[str, str]:
        """The file of each page, with the signs that the ids of its levels begin with."""
        if not self.signs:
            return {WHERE: ""}
        shards = ("".join(signs) for signs in product(SIGNS, repeat=self.signs))
        return {WHERE: ""} | {f"where-{shard}.html": shard for shard in shards}

    def places(self, shard: str) -> Places:
        """Where the levels are whose ids begin so; nothing of the first page where it only leads to the others."""
        return [] if len(shard) < self.signs else self._shards.get(shard, [])

    @cached_property
    def _shards(self) -> Mapping[str, Places]:
        # All at once: each page asks for its own, and there may be hundreds.
        found: dict[str, dict[str, list[str]]] = {}
        for page in self.shelf.pages:
            for level in page.ids:
                found.setdefault(level[: self.signs], {}).setdefault(page.name, []).append(level)
        return {shard: [(name, " ".join(ids)) for name, ids in pages.items()] for shard, pages in found.items()}


def is_where(path: str) -> bool:
    """Whether a page of that path is one of these, which nobody is to find who does not look for a level."""
    return re.fullmatch(r"where(-[0-9a-f]+)?\.html", path.rpartition("/")[2]) is not None


def signs_for(count: int) -> int:
    """By how many first signs of an id the levels of a kind are told apart."""
    signs = 0
    while count > MOST_ON_ONE * len(SIGNS) ** signs:
        signs += 1
    return signs


def extent(groups: tuple[Group, ...]) -> dict[str, dict[str, int | list[int]]]:
    """Which play pages a kind has of each size and tier: whether there is a page follows from its name.

    Those from the first to some number, and behind it the numbers of any others where a few are not taken.
    """
    found: dict[str, dict[str, int | list[int]]] = {}
    for group in groups:
        numbers = [page.number for page in group.pages]
        through = next(at for at, number in enumerate((*numbers, 0), start=1) if number != at) - 1
        others = numbers[through:]
        found.setdefault(f"{group.rows}x{group.cols}", {})[group.tier] = [through, *others] if others else through
    return found


def where(
    editions: tuple[Edition, ...], edition: Edition, kind: Words, whereabouts: Whereabouts, name: str, shard: str
) -> Page:
    """One of the pages; ``kind`` are the kind's words, for a reader whose level is nowhere."""
    path = f"{whereabouts.shelf.kind}/{name}"
    words = edition.words
    title = words.say("where.heading", kind=kind.say("name"))
    context: dict[str, Any] = common(editions, edition, path) | {"page_title": title, "kind": kind.say("name")}
    context |= {"languages": (), "canonical": "", "is_listed": False}
    data = {
        "words": words.under("theme."),
        "root": way_up(edition.folder + path),
        "kind": whereabouts.shelf.kind,
        "signs": whereabouts.signs if name == WHERE else 0,
        "pages": whereabouts.places(shard),
        "sizes": extent(whereabouts.shelf.groups),
    }
    return Page(edition.folder + path, "where.html.jinja", context, where_entry(), (), data)

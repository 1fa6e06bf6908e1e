"""What is on the pages that list a kind's levels: on its first page, and on those of a size. See ``contents.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from build.contents import BESIDE, Part, Row
from build.editions import INDEX, Edition, Page, common, way_up
from build.entries import contents_entry, sheet, shelf_entry
from build.made import OfPage
from build.thumbs import Thumbs, share
from pipeline.catalogue import Level
from pipeline.tier import Tier

if TYPE_CHECKING:
    from build.pages import KindPages

Make = Callable[[], Page]

DRAWN = 5_000
"""For how many cells of boards an overview has room."""

NEAR = 2
"""How many parts before and behind the one that is shown have a link of their own, beside the first and the last."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A level as a list shows it."""

    level: Level
    number: int
    link: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Section:
    """Levels of a tier, and the ways to the others of it."""

    part: Part
    levels: tuple[Listed, ...]
    near: tuple[Part, ...]
    """The parts that are led to; none where this is all."""
    parts: tuple[Part, ...]
    """Every part, where those are not all and it is the first."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size with the levels that a page lists of it."""

    row: Row
    sections: tuple[Section, ...]


def lists(editions: tuple[Edition, ...], edition: Edition, kind: KindPages) -> Iterator[tuple[str, Make]]:
    """The name of each page of the kind that leads to its levels, and what makes it."""
    if kind.contents.is_single:
        yield INDEX, partial(_single, editions, edition, kind)
        return
    for name, rows in kind.contents.overviews:
        yield name, partial(_overview, editions, edition, kind, name, rows)
    for at, row in enumerate(kind.contents.sizes):
        yield row.name, partial(_levels, editions, edition, kind, at, row.first)
        for part in row.further:
            yield part.name, partial(_levels, editions, edition, kind, at, (part,))


def _single(editions: tuple[Edition, ...], edition: Edition, kind: KindPages) -> Page:
    """The first page of a kind whose levels it has room for."""
    thumbs, sizes = _listed(kind, INDEX, [(row, row.first) for row in kind.contents.sizes])
    title = edition.words.say("shelf.heading", kind=kind.words.say("name"))
    more = {"sizes": sizes, "page_title": title, "shared": thumbs.shared}
    return _page(editions, edition, kind, INDEX, "kind.html.jinja", more, thumbs)


def _levels(editions: tuple[Edition, ...], edition: Edition, kind: KindPages, at: int, parts: tuple[Part, ...]) -> Page:
    """The page of a size, or of a part of one of its tiers."""
    words, sizes = edition.words, kind.contents.sizes
    row, name = sizes[at], parts[0].name
    thumbs, (size,) = _listed(kind, name, [(row, parts)])
    own = parts[0] if name != row.name else None
    named = words.say("shelf.size", rows=row.rows, cols=row.cols)
    title = words.say("shelf.ofSize", kind=kind.words.say("name"), size=named)
    if own:
        tier = words.say(f"tier.{own.group.tier}")
        title = words.say("shelf.ofPart", size=title, tier=tier, first=own.first, last=own.last)
    more = {
        "size": size,
        "own": own,
        "page_title": title,
        "shared": thumbs.shared,
        "before": sizes[at - 1] if at else None,
        "after": sizes[at + 1] if at + 1 < len(sizes) else None,
    }
    return _page(editions, edition, kind, name, "levels.html.jinja", more, thumbs)


def _overview(
    editions: tuple[Edition, ...], edition: Edition, kind: KindPages, name: str, rows: tuple[Row, ...]
) -> Page:
    """The first page of a kind with more levels, or the one where it goes on."""
    drawn = list(_drawn(rows))
    levels = [row.first[0].group.pages[0].level for row in drawn]
    thumbs = _thumbs(kind, name, levels)
    names = [name for name, _ in kind.contents.overviews]
    at = names.index(name)
    more = {
        "page_title": edition.words.say("shelf.heading", kind=kind.words.say("name")),
        "rows": rows,
        "thumbs": {row.named: thumb for row, thumb in zip(drawn, thumbs.drawings, strict=True)},
        "shared": thumbs.shared,
        "before": names[at - 1] if at else None,
        "after": names[at + 1] if at + 1 < len(names) else None,
    }
    return _page(
        editions, edition, kind, name, "contents.html.jinja", more, thumbs, contents_entry(), ("contents.css",)
    )


def _drawn(rows: Iterable[Row]) -> Iterator[Row]:
    """The sizes of which a board is shown: as many as there is room for, small ones first."""
    room = DRAWN
    for row in rows:
        room -= BESIDE + row.rows * row.cols
        if room >= 0:
            yield row


def _page(
    editions: tuple[Edition, ...],
    edition: Edition,
    kind: KindPages,
    name: str,
    template: str,
    more: dict[str, Any],
    thumbs: Thumbs,
    entry: str = "",
    sheets: tuple[str, ...] = (),
) -> Page:
    path = f"{kind.name}/{name}"
    context = common(editions, edition, path) | {"kind": kind, "all_sizes": kind.contents.sizes}
    context |= {"tiers": _tiers(kind), "printed": {(own.rows, own.cols): own.name for own in reversed(kind.stock)}}
    data = {"words": edition.words.under("theme.", "shelf.", "tier."), "root": way_up(edition.folder + path)}
    sheets = ("shelf.css", *sheets, "offer.css", sheet(kind.name))
    page = edition.folder + path
    return Page(page, template, context | more, entry or shelf_entry(()), sheets, data, thumbs.style)


def _tiers(kind: KindPages) -> list[str]:
    """The tiers of which there are levels, easiest first."""
    found = {group.tier for group in kind.shelf.groups}
    return [tier.value for tier in Tier if tier in found]


def _listed(
    kind: KindPages, name: str, chosen: Sequence[tuple[Row, tuple[Part, ...]]]
) -> tuple[Thumbs, tuple[Size, ...]]:
    """The levels of some parts with the drawings of the page, in the order in which they stand there."""
    read = [[list(_read(part)) for part in parts] for _, parts in chosen]
    thumbs = _thumbs(kind, name, [level for lists_ in read for of_part in lists_ for _, _, level in of_part])
    drawings = iter(thumbs.drawings)
    sizes = []
    for (row, parts), own in zip(chosen, read, strict=True):
        of = {all_of[0].group.tier: all_of for all_of in row.tiers}
        sections = [
            Section(
                part,
                tuple(Listed(level, number, link, next(drawings)) for number, link, level in levels),
                *ways_of(part, of[part.group.tier]),
            )
            for part, levels in zip(parts, own, strict=True)
        ]
        sizes.append(Size(row, tuple(sections)))
    return thumbs, tuple(sizes)


def _read(part: Part) -> Iterator[tuple[int, str, Level]]:
    for page, start, stop in part.runs:
        for number, level in enumerate(page.levels[start:stop], start=page.first + start):
            yield number, page.link(level), level


def ways_of(part: Part, parts: tuple[Part, ...]) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The parts that are led to from one of them; from the first, all of them as well where those are not all."""
    if len(parts) == 1:
        return (), ()
    at = next(at for at, one in enumerate(parts) if one is part)
    last = len(parts) - 1
    near = tuple(parts[to] for to in range(last + 1) if to in (0, last) or abs(to - at) <= NEAR)
    # The others do not name all, so that they stay as they are where one comes or goes.
    return near, parts if not at and len(near) < len(parts) else ()


def _thumbs(kind: KindPages, name: str, levels: Sequence[Level]) -> Thumbs:
    ids = tuple(level.id for level in levels)

    def draw() -> Thumbs:
        return share([kind.thumbnail(level) for level in levels], kind.name)

    return kind.made.named(OfPage("thumbs", f"{kind.name}/{name}"), ids, draw)

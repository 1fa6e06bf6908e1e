"""The pages that list the levels of a kind, each with its board: small ones, however many levels there are.

What a level takes on such a page is reckoned in cells of its board, and a page has room for so many cells. So which
levels stand on which page follows from numbers alone:

- A kind whose levels have room on one page has them all on its ``index.html``.
- Any other has an overview there, of its sizes and tiers, and a page for each size, ``levels-7x7.html``. Where all
  levels of the size have room, they stand on it. Where not, the first of each tier do, which share the room, and the
  others of a tier on pages of their own. Each of those lists levels of one play page and has its number, as in
  ``levels-7x7-easy-2.html``; where it takes several to list a play page, the next one is ``levels-7x7-easy-2-2.html``.
- An overview of very many sizes goes on as well, on ``sizes-2.html``.

A page that is there stays there as a kind grows, and so does each place on it that another page leads to. No page says
how many levels others have but for the overview, so that one more level changes the pages that show it and no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from build.editions import INDEX
from build.levels import SPAN, Group, PlayPage, Shelf
from pipeline.tier import Tier

ROOM = 12_000
"""How many cells a page has room for: with boards of any size its drawings and links take up to 200 KB."""

BESIDE = 44
"""What a level takes beside its cells, in cells: its link, its name, and what is drawn of no one cell."""

SIZES_ON_ONE = 60
"""How many sizes an overview shows."""


@dataclass(frozen=True, slots=True)
class Part:
    """Levels of a group that stand on one page."""

    group: Group
    name: str
    """The file's name in its kind's folder."""
    runs: tuple[tuple[PlayPage, int, int], ...]
    """The play pages that have these levels, with the places of the first on it and of the one behind the last."""

    @property
    def first(self) -> int:
        """The number of the first level."""
        page, start, _ = self.runs[0]
        return page.first + start

    @property
    def last(self) -> int:
        """The number of the last level; where the group has several play pages, that before the next part's first.

        For what is said of a part of a large group stands on many pages, and would change with each level.
        """
        page, _, stop = self.runs[-1]
        is_open = stop == page.count and len(self.group.pages) > 1
        return page.first + (SPAN if is_open else stop) - 1

    @property
    def count(self) -> int:
        """How many levels there are."""
        return sum(stop - start for _, start, stop in self.runs)


@dataclass(frozen=True, slots=True)
class Row:
    """A size: all of its parts, by tier."""

    rows: int
    cols: int
    tiers: tuple[tuple[Part, ...], ...]
    """Of each tier, easy first, the parts in which its levels are shown."""

    @property
    def named(self) -> str:
        """As addresses have it."""
        return f"{self.rows}x{self.cols}"

    @property
    def name(self) -> str:
        """The page of the size."""
        return self.tiers[0][0].name

    @property
    def first(self) -> tuple[Part, ...]:
        """What the page of the size shows."""
        return tuple(parts[0] for parts in self.tiers)

    @property
    def further(self) -> tuple[Part, ...]:
        """What has pages of its own."""
        return tuple(part for parts in self.tiers for part in parts[1:])

    @property
    def count(self) -> int:
        """How many levels there are."""
        return sum(part.count for parts in self.tiers for part in parts)


@dataclass(frozen=True, slots=True)
class Contents:
    """How the levels of a kind are laid on pages."""

    is_single: bool
    """Whether all stand on the kind's first page."""
    sizes: tuple[Row, ...]
    """Every size, small boards first."""
    _places: Mapping[str, tuple[tuple[int, str], ...]] = field(compare=False, repr=False)

    @property
    def overviews(self) -> tuple[tuple[str, tuple[Row, ...]], ...]:
        """The pages that show sizes, each with its name; one is enough for nearly every kind."""
        starts = range(0, len(self.sizes), SIZES_ON_ONE)
        return tuple((_overview(start), self.sizes[start : start + SIZES_ON_ONE]) for start in starts)

    def places(self, page: PlayPage) -> tuple[tuple[int, str], ...]:
        """Where the levels of a play page are listed: those from some number on, until the next of these numbers."""
        return self._places[page.name]


def lay_out(shelf: Shelf) -> Contents:
    """The pages for the levels of a kind."""
    groups = [(size, tuple(own)) for size, own in groupby(shelf.groups, key=lambda group: (group.rows, group.cols))]
    taken = sum(group.count * _takes(*size) for size, own in groups for group in own)
    is_single = taken <= ROOM
    rows = tuple(_row(*size, own, is_single) for size, own in groups)
    return Contents(is_single, rows, _places(rows, is_single))


def _places(rows: tuple[Row, ...], is_single: bool) -> dict[str, tuple[tuple[int, str], ...]]:
    """Where the levels of each play page are listed."""
    found: dict[str, tuple[tuple[int, str], ...]] = {}
    for row in rows:
        for part in (part for parts in row.tiers for part in parts):
            place = f"{part.name}#{f'size-{row.named}' if is_single else f'tier-{part.group.tier}'}"
            for page, start, _ in part.runs:
                found[page.name] = (*found.get(page.name, ()), (page.first + start, place))
    return found


def _row(rows: int, cols: int, groups: tuple[Group, ...], is_single: bool) -> Row:
    most = max(ROOM // _takes(rows, cols), len(Tier))
    is_whole = is_single or sum(group.count for group in groups) <= most
    name = INDEX if is_single else f"levels-{rows}x{cols}.html"
    if is_whole:
        return Row(rows, cols, tuple((_whole(group, name),) for group in groups))
    return Row(rows, cols, tuple(tuple(_parts(group, name, most // len(groups), most)) for group in groups))


def _whole(group: Group, name: str) -> Part:
    return Part(group, name, tuple((page, 0, page.count) for page in group.pages))


def _parts(group: Group, name: str, first: int, most: int) -> Iterator[Part]:
    """Those of a group that has no room on the page of its size, but for the first of its levels."""
    named = f"{name.removesuffix('.html')}-{group.tier}"
    for page in group.pages:
        starts = [0, *range(first if page.number == 1 else most, page.count, most)]
        for number, (start, stop) in enumerate(pairwise((*starts, page.count)), start=1):
            own = f"{named}-{page.number}{f'-{number}' if number > 1 else ''}.html"
            is_first = page.number == number == 1
            yield Part(group, name if is_first else own, ((page, start, stop),))


def _takes(rows: int, cols: int) -> int:
    return BESIDE + rows * cols


def _overview(start: int) -> str:
    return f"sizes-{start // SIZES_ON_ONE + 1}.html" if start else INDEX

"""The catalogue as the site needs it: checked, grouped by size and tier, and cut into pages as ``cutting.py`` says.

A page knows the ids of its levels; the levels themselves are read when it is asked for them, since a site may have more
of them than fit into memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from stat import S_ISDIR
from typing import Any

from build.cutting import cut
from build.index import Head, Index, Look, Reader, digest_of_lines, head_of
from build.reading import read_index
from pipeline.catalogue import Level, LevelId
from pipeline.errors import CatalogueError, Location
from pipeline.tier import Tier

Read = Callable[[tuple[int, ...]], tuple[Level, ...]]
"""Reads the levels at these places of a page, counted from 0."""

PAGE_SIZE = 64
"""How many levels a play page holds."""

SPAN = 100
"""How many numbers each page of a group has for its levels: the levels of the fourth are 301, 302 and so on."""


@dataclass(frozen=True, slots=True)
class PlayPage:
    """Up to ``PAGE_SIZE`` levels of one size and tier that share a file."""

    name: str
    number: int
    """Which page of its group it is, from 1; where there are many, a few numbers are not taken."""
    rows: int
    cols: int
    tier: str
    ids: tuple[LevelId, ...]
    """Those of the levels, in their order."""
    digest: str = field(compare=False)
    """Another one where any level of the page is not quite the same; empty where nobody asks."""
    read: Read = field(compare=False, repr=False)

    @property
    def first(self) -> int:
        """The number of its first level, whatever the other pages have."""
        return (self.number - 1) * SPAN + 1

    @property
    def count(self) -> int:
        """How many levels there are."""
        return len(self.ids)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels, read anew; raises CatalogueError where the catalogue was changed meanwhile."""
        return self.read(tuple(range(self.count)))

    @property
    def level(self) -> Level:
        """Its first one, read anew without the others."""
        return self.read((0,))[0]

    def some(self, ids: Set[LevelId]) -> tuple[Level, ...]:
        """Those of these ids, read anew without the others."""
        return self.read(tuple(place for place, id in enumerate(self.ids) if id in ids))

    def link(self, level: Level) -> str:
        """Where a level is played, seen from the kind's folder."""
        return self.link_to(level.id)

    def link_to(self, level: LevelId) -> str:
        """The same for a level of this id."""
        return f"{self.name}#{level}"


@dataclass(frozen=True, slots=True)
class Group:
    """The levels of one size and tier."""

    rows: int
    cols: int
    tier: str
    pages: tuple[PlayPage, ...]

    @property
    def count(self) -> int:
        """How many levels there are."""
        return sum(page.count for page in self.pages)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All levels of a kind, in the catalogue's order as long as a page has room for those of a size and tier."""

    kind: str
    source: str
    """The file of the catalogue."""
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        """How many levels there are."""
        return sum(group.count for group in self.groups)

    @property
    def levels(self) -> tuple[Level, ...]:
        """Every level in that order, read anew."""
        return tuple(level for page in self.pages for level in page.levels)

    @property
    def pages(self) -> tuple[PlayPage, ...]:
        """Every play page in the order in which one walks from level to level."""
        return tuple(page for group in self.groups for page in group.pages)

    def group(self, page: PlayPage) -> Group:
        """The group of a play page."""
        return next(one for one in self.groups if (one.rows, one.cols, one.tier) == (page.rows, page.cols, page.tier))


def ways_from(pages: Sequence[PlayPage], index: int) -> tuple[str | None, str | None]:
    """The ways from the play page of that number to the level before its first and to the one behind its last."""
    before = pages[index - 1].link_to(pages[index - 1].ids[-1]) if index else None
    after = pages[index + 1].link_to(pages[index + 1].ids[0]) if index + 1 < len(pages) else None
    return before, after


def _is_folder(path: Path) -> bool:
    """Whether a folder has this name. From Python 3.14 on ``is_dir`` hides why it could not tell."""
    try:
        return S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def read_indices(
    folder: Path,
    known: Mapping[str, Index],
    look: Look | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Index, ...]:
    """Read every ``<kind>.jsonl`` of a catalogue, as they stand there; raises CatalogueError naming file and line.

    ``known`` is what the same program found before in the file of each kind, and ``look`` looks into what it does not
    know; ``progress`` is called with how many bytes of how many are read.
    """
    try:
        files = sorted(folder.glob("*.jsonl")) if _is_folder(folder) else None
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise CatalogueError(message, Location(folder.as_posix()), "is the name right?") from error
    if not files:
        fault = "there is no catalogue" if files is None else "the catalogue is empty"
        raise CatalogueError(fault, Location(folder.as_posix()), "run 'kotae levels' first")
    total, done = sum(map(_size, files)), 0

    def read(size: int) -> None:
        nonlocal done
        done += size
        if progress:
            progress(done, total)

    return tuple(read_index(path, known.get(path.stem), look, read) for path in files)


def _size(path: Path) -> int:
    """The bytes of a file; whether it can be read at all shows when it is."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def shelf_of(index: Index) -> Shelf:
    """The levels of a file in groups and pages."""
    lines, reader = index.lines, Reader(index.lines)

    def page(numbers: tuple[int, ...]) -> tuple[str, Read]:
        digest = digest_of_lines(lines.digests[number] for number in numbers)
        return digest, partial(_read, reader, numbers)

    return Shelf(index.kind, lines.path.as_posix(), _groups(index.heads, page))


def _read(reader: Reader, numbers: tuple[int, ...], places: tuple[int, ...]) -> tuple[Level, ...]:
    return reader.read(tuple(numbers[place] for place in places))


def shelve(kind: str, source: str, levels: Iterable[Level]) -> Shelf:
    """The levels of a kind, given in the catalogue's order, in groups and pages."""
    given = tuple(levels)

    def page(numbers: tuple[int, ...]) -> tuple[str, Read]:
        return "", lambda places: tuple(given[numbers[place]] for place in places)

    return Shelf(kind, source, _groups([head_of(one) for one in given], page))


def shown(level: Level) -> dict[str, Any]:
    """What a player's page knows of a level, but for the way to its answer, which is for hints: the rules judge."""
    return {
        "id": level.id,
        "rows": level.rows,
        "cols": level.cols,
        "tier": str(level.tier),
        "title": level.title,
        "author": level.author,
        "grid": level.grid,
        "rules": level.rules,
        "images": level.images,
        "code": level.code,
    }


def alike(one: Level, other: Level) -> bool:
    """Whether no page of a site tells two levels apart: what a search took and what proved them is the author's."""
    return one is other or replace(one, metrics=other.metrics, proofs=other.proofs) == other


Bind = Callable[[tuple[int, ...]], tuple[str, Read]]
"""What a page has of the levels of these numbers: their digest, and what reads them."""


def _groups(heads: Sequence[Head], bind: Bind) -> tuple[Group, ...]:
    found: dict[tuple[int, int, str], list[int]] = {}
    for number, head in enumerate(heads):
        found.setdefault((head.rows, head.cols, head.tier), []).append(number)
    ordered = sorted(found, key=lambda key: (key[0] * key[1], key[0], Tier(key[2]).rank))
    return tuple(Group(*key, pages=tuple(_pages(key, found[key], heads, bind))) for key in ordered)


def _pages(key: tuple[int, int, str], numbers: Sequence[int], heads: Sequence[Head], bind: Bind) -> Iterator[PlayPage]:
    rows, cols, tier = key
    lots, named = [heads[number].lot for number in numbers], [heads[number].id for number in numbers]
    for at, places in cut(lots, named, PAGE_SIZE):
        # The first page is there however few levels there are, and its name never changes as a group grows.
        suffix = f"-{at + 1}" if at else ""
        own = tuple(numbers[place] for place in places)
        ids = tuple(named[place] for place in places)
        yield PlayPage(f"{rows}x{cols}-{tier}{suffix}.html", at + 1, rows, cols, tier, ids, *bind(own))

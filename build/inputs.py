"""What each page of a site is made of, as a digest: as long as it stays the same, so does the page.

There are two sorts of inputs. What is alike for all pages, the settings, the templates and the program itself, has one
stamp. What a page tells of the catalogue is named here for each sort of page that there are many of: its own levels by
the digests of their lines, and what it says of others, such as the way to its neighbours. A page that is not named here
is taken to tell of everything. All that the pages in the folder of a kind tell has one stamp more, so that none of them
needs to be looked at where its kind is as it was.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator, Mapping, Sequence, Set
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from build.config import Config
from build.contents import Part
from build.editions import INDEX
from build.guide import NAME as GUIDE
from build.lessons import NAME as LESSON
from build.levels import Shelf, ways_from
from build.lists import ways_of
from build.offline import MISSING
from build.pages import KindPages
from build.played import DAILY, STATS, of_a_day, on_pages
from build.printing import near, prints_of
from build.templates import SOURCES, Templates
from build.whereabouts import extent
from pipeline.cache import engine_version
from pipeline.errors import AuthoringError, Location
from pipeline.kind import AnyKind
from site_templates import ROOT

COMPILED = "__pycache__"
"""The folder that Python fills as it reads a program."""

PACKAGES = ("jinja2", "markupsafe", "pyyaml")
"""What a page's bytes come from beside our own code."""


def digest(*parts: object) -> str:
    """A digest of values whose ``repr`` says all of them."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def code_stamp(kinds: Mapping[str, AnyKind]) -> str:
    """Of the program: of this one, of the kinds that were installed, and of what both are built on."""
    python = (platform.python_version(), *map(version, PACKAGES))
    own = [_of_files(folder, (".py",)) for folder in (Path(__file__).parent, ROOT)]
    # What such a kind reads beside its modules is its own affair.
    installed = [_of_files(kind.folder) for kind in kinds.values() if kind.folder]
    return digest(engine_version(), python, sorted(kinds), own, installed)


def page_stamp(code: str, config: Config, templates: Templates) -> str:
    """Of all that every page has: the program, the settings, and the files of the pages."""
    folders = [templates.root, *(templates.folder(kind) for kind in sorted(templates.kinds))]
    files = [_of_files(folder, SOURCES) for folder in folders]
    return digest(code, config, files, _of_files(templates.own) if templates.own else "")


def _of_files(folder: Path, endings: tuple[str, ...] | None = None) -> str:
    """Of all files below a folder, or of those with such names; raises AuthoringError where one cannot be read."""
    found = hashlib.sha256()
    try:
        for name, path in sorted((path.relative_to(folder).as_posix(), path) for path in _files(folder)):
            if endings is None or name.endswith(endings):
                data = path.read_bytes()
                found.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogatepass") + data)
    except OSError as error:
        place = Location(Path(error.filename or folder).as_posix())
        raise AuthoringError(f"cannot be read: {error.strerror or error}", place) from error
    return found.hexdigest()


def _files(folder: Path, above: tuple[str, ...] = ()) -> Iterator[Path]:
    """Every file below a folder, also where links lead to it, but not where one leads back to a folder above it."""
    real = os.path.realpath(folder)
    if real in above or not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.is_dir() and path.name != COMPILED:
            yield from _files(path, (*above, real))
        elif path.is_file():
            yield path


OF_ONE = {
    "index.html.jinja": INDEX,
    "daily.html.jinja": DAILY,
    "stats.html.jinja": STATS,
    "404.html.jinja": MISSING,
}
"""The templates of one page each."""


class Inputs:
    """What the pages tell of a catalogue, by their paths below the folder of a language."""

    def __init__(self, kinds: Sequence[KindPages], own: Set[str] = frozenset()) -> None:
        """``own`` are the templates that a site has itself: nobody knows what they tell."""
        names = [kind.name for kind in kinds]
        wholes = {kind.name: _whole(kind.shelf) for kind in kinds}
        self._kinds = {kind.name: kind for kind in kinds}
        self._names = digest(names)
        self._all = digest(names, list(wholes.values()))
        self._firsts = digest([(kind.name, own.name) for kind in kinds for own in kind.stock if own.number == 0])
        day = [(kind.name, on_pages(of_a_day(kind.shelf))) for kind in kinds]
        self._known = {STATS: self._names, MISSING: "", DAILY: digest(names, day), INDEX: digest(_at_home(kinds))}
        self._of_kind: dict[str, Mapping[str, str]] = {}
        """By the names of files in the folder of a kind, where any was asked for."""
        self._whole = {OF_ONE[name] for name in own if name in OF_ONE}
        """The pages that may tell anything of the catalogue."""
        self._is_whole = bool(own - OF_ONE.keys())
        """Whether all may: there is a template that others are made of."""
        others = self._all if self._is_whole else ""
        self.stamps = {name: digest(whole, self._names, self._firsts, others) for name, whole in wholes.items()}
        """Of each kind all that the pages in its folder tell: where it is as it was, so is each of them."""

    def of(self, path: str) -> str:
        """The digest of what a page tells."""
        if self._is_whole or path in self._whole:
            return self._all
        name, _, file = path.partition("/")
        if name not in self._kinds or not file:
            return self._known.get(path, self._all)
        if name not in self._of_kind:
            self._of_kind[name] = dict(self._told(self._kinds[name]))
        return self._of_kind[name].get(file, self._all)

    def _told(self, kind: KindPages) -> Iterator[tuple[str, str]]:
        """Of each page in a kind's folder."""
        first = kind.shelf.pages[0]
        yield GUIDE, self._names
        # It ends with the way to the level to begin with.
        yield LESSON, digest(self._names, first.link_to(first.ids[0]), first.digest)
        yield from _overviews(kind, _whole(kind.shelf))
        yield from chain(_listed(kind), _played(kind), _known_where(kind), _printed(kind, self._firsts))


def _whole(shelf: Shelf) -> str:
    return digest([(page.name, page.digest) for page in shelf.pages])


def _at_home(kinds: Sequence[KindPages]) -> list[object]:
    """Of each kind how many levels it has, the pages of those that stand for it, and which play pages there are."""
    told: list[object] = []
    for kind in kinds:
        shown = [(page.name, page.ids[0], page.digest) for page in (kind.shelf.pages[0], *kind.first_pages())]
        told.append((kind.name, kind.shelf.count, shown, extent(kind.shelf.groups)))
    return told


def _overviews(kind: KindPages, whole: str) -> Iterator[tuple[str, str]]:
    """Of each page that shows sizes how many levels those have of each tier, and the page with its board."""
    for name, rows in kind.contents.overviews:
        if kind.contents.is_single:
            yield name, digest(whole)
            continue
        shown = [
            (row.name, [(part.group.tier, part.group.count) for part in row.first], row.first[0].group.pages[0].digest)
            for row in rows
        ]
        yield name, digest(_around(kind), [name for name, _ in kind.contents.overviews], shown)


def _around(kind: KindPages) -> str:
    """Of what all pages that list levels tell: the sizes and tiers of the kind, and the pages that print them."""
    sizes = [(row.rows, row.cols, row.name) for row in kind.contents.sizes]
    tiers = sorted({group.tier for group in kind.shelf.groups})
    return digest(kind.name, sizes, tiers, [(own.rows, own.cols, own.name) for own in kind.stock if not own.number])


def _listed(kind: KindPages) -> Iterator[tuple[str, str]]:
    """Of each page that lists levels of a size these, and the ways to others."""
    if kind.contents.is_single:
        return
    around = _around(kind)
    for row in kind.contents.sizes:
        of = {parts[0].group.tier: parts for parts in row.tiers}
        for parts in (row.first, *((part,) for part in row.further)):
            levels = [(page.name, page.first, *run, page.digest) for part in parts for page, *run in part.runs]
            ways = [_named(ways_of(part, of[part.group.tier])) for part in parts]
            yield parts[0].name, digest(around, ways, levels)


def _named(ways: tuple[tuple[Part, ...], tuple[Part, ...]]) -> list[list[tuple[str, int, int]]]:
    return [[(part.name, part.first, part.last) for part in parts] for parts in ways]


def _played(kind: KindPages) -> Iterator[tuple[str, str]]:
    """Of each play page its levels, the ways to its neighbours, and where it is listed."""
    pages = kind.shelf.pages
    for index, page in enumerate(pages):
        told = (page.first, ways_from(pages, index), kind.contents.places(page), prints_of(page))
        yield page.name, digest(page.name, page.digest, told)


def _known_where(kind: KindPages) -> Iterator[tuple[str, str]]:
    """Of each page that knows where levels are these places, and which play pages there are."""
    whereabouts = kind.whereabouts
    sizes = extent(kind.shelf.groups)
    for name, shard in whereabouts.names.items():
        yield name, digest(whereabouts.signs, sizes, whereabouts.places(shard))


def _printed(kind: KindPages, firsts: str) -> Iterator[tuple[str, str]]:
    """Of each page to print its levels and their numbers, and the pages that it leads to."""
    for index, own in enumerate(kind.stock):
        levels = [(run.name, run.first, run.start, run.stop, run.page.digest) for run in own.pages]
        around = [(one.name, one.pages[0].first) for one in near(kind.stock, index)]
        yield own.name, digest(own.name, levels, firsts, around)

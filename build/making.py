"""Making the pages of a site: the same by one process or by many, each of which reads what it needs of the catalogue.

The pages of one path in all languages are made together, and what is drawn and worked out for their levels is shared
between them and then forgotten: so a process needs no more memory for a hundred thousand levels than for a hundred. A
page is written beside the site by whoever made it, unless the site has the very same page already.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from build.carried import Carried
from build.config import Config
from build.editions import read_editions
from build.levels import Shelf
from build.made import Made
from build.offline import BOARDS
from build.pages import all_pages, load_kinds
from build.rendering import Scripts, loader_of, open_environment, render
from build.scan import leading, scan_page
from build.spoken import Kept, give
from build.state import HASH, Left, Seen, seen
from build.templates import Templates
from pipeline.catalogue import LevelId
from pipeline.errors import AuthoringError, Location
from pipeline.kind import AnyKind, discover


class Task(NamedTuple):
    """A page to be made: its path, and the digest of all that it is made of."""

    path: str
    made_of: str
    lines: str = ""
    """Of a play page the digest of the lines of its levels."""


class Finished(NamedTuple):
    """A page that was made."""

    path: str
    left: Left
    stays: bool
    """Whether the site has the very same page already, so that none was written."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the site is, and where what is to become of it is written."""

    out: Path | None
    """None where every page is to be written, whatever is there."""
    fresh: Path


class Maker:
    """All that pages are made with."""

    def __init__(
        self, shelves: Sequence[Shelf], config: Config, templates: Templates, kept: Kept | None = None
    ) -> None:
        """``kept`` are words that need not be read, as everything was found good that pages are made of beside levels.

        Raises AuthoringError for a kind without pages or words.
        """
        self.config = config
        self.templates = templates
        self.environment = open_environment(loader_of(templates))
        self._made = Made()
        give(self._made, kept or {}, config.languages, templates)
        self.kinds = load_kinds(tuple(shelves), config.languages, templates, self._made, kept is not None)
        self.editions = read_editions(config, templates, self._made)
        self.planned = {page.path: page for page in all_pages(self.editions, self.kinds, templates)}
        self._scripts = Scripts(templates)
        self._made.settle()
        spoken = [*(one.words for one in self.editions), *(own for kind in self.kinds for own in kind.spoken.values())]
        self.changed = tuple(words for words in spoken if words.changed)
        """The words of which a site says some otherwise."""
        self._always = self._said()

    def make(
        self, places: Places, tasks: Sequence[Task], known: Mapping[LevelId, Carried] | None = None
    ) -> tuple[Finished, ...]:
        """Make pages that have levels in common; raises AuthoringError, or OSError where the disk refuses.

        ``known`` is what need not be worked out for some of their levels.
        """
        for level, own in (known or {}).items():
            self._made.give_level("way", level, own.way)
            self._made.give_level("openings", level, own.openings)
        try:
            return tuple(self._page(places, task) for task in tasks)
        finally:
            self._made.forget()

    def _page(self, places: Places, task: Task) -> Finished:
        for words in self.changed:
            words.used.clear()
        page = self.planned[task.path].make()
        data = render(self.environment, page, self._scripts, self.config)
        stays = _same(places.out / page.path, data) if places.out else None
        left = Left(
            task.made_of,
            stays or _write(places.fresh / page.path, data),
            hashlib.sha256(data).hexdigest()[:HASH],
            page.template in BOARDS,
            leading(scan_page(data.decode())),
            tuple(sorted(self._always | self._said())),
            task.lines,
        )
        return Finished(page.path, left, stays is not None)

    def _said(self) -> frozenset[str]:
        return frozenset(name for words in self.changed for name in words.said)


class Order(NamedTuple):
    """Where it stands what processes are to make, and by what they know that this run has written it."""

    path: Path
    digest: str


def order(folder: Path, shelves: Sequence[Shelf], config: Config, root: Path, places: Places) -> Order:
    """Leave word, in a folder that is this run's own, of what processes are to make."""
    data = pickle.dumps((shelves, config, root, places))
    digest = hashlib.sha256(data).hexdigest()
    path = folder / f"order-{digest[:HASH]}"
    path.write_bytes(data)
    return Order(path, digest)


def make_there(given: Order, tasks: Sequence[Task]) -> tuple[Finished, ...]:
    """Make pages in a process of their own, as an order says; raises AuthoringError for one that was changed."""
    maker, places = _ordered(given)
    return maker.make(places, tasks)


@lru_cache(maxsize=1)
def _ordered(given: Order) -> tuple[Maker, Places]:
    data = given.path.read_bytes()
    if hashlib.sha256(data).hexdigest() != given.digest:
        # What is unpickled may run anything.
        place = Location(given.path.as_posix())
        raise AuthoringError("the file was changed while the site was made", place, "make the site again")
    shelves, config, root, places = pickle.loads(data)
    kinds: Mapping[str, AnyKind] = discover()
    return Maker(shelves, config, Templates(root, kinds, config.templates)), places


def _same(target: Path, data: bytes) -> Seen | None:
    """How a file of the site is that holds just this; None where it does not."""
    there = seen(target)
    if there is None or there.size != len(data) or target.read_bytes() != data:
        return None
    return there


def _write(target: Path, data: bytes) -> Seen:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    written = seen(target)
    assert written
    return written

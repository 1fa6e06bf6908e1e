"""The site as it is at one moment: every page is known, and made when it is first asked for.

All that a page is made of is in memory and belongs to the same state of the files, so whatever is asked for and
whenever, no half-built site is seen.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from build.config import Config
from build.editions import read_editions
from build.levels import Shelf, shelve
from build.made import Made
from build.offline import MISSING, WORKER, app_files
from build.overrides import check_overrides
from build.pages import all_pages, load_kinds
from build.rendering import Scripts, open_environment, render, render_worker
from build.sharing import sharing_files
from build.watch.held import Compiled, HeldLoader, HeldTemplates
from build.watch.inject import Print, print_of
from pipeline.catalogue import Level, LevelId

MOST_KEPT = 64
"""How many pages that were asked for are kept: any of them is soon made again."""


MOST_ASKED = 4
"""How many of them are made before a new state of the templates is shown."""


SORTS = ("levels", "print", "sizes", "where")
"""How the names of pages begin of which a kind may have several, but for those on which levels are played."""


class Rendered(NamedTuple):
    """A page as ``kotae site`` would write it."""

    data: bytes
    print: Print


class Standing(NamedTuple):
    """Where a level of the site is, and which layout it is of."""

    kind: str
    base: str
    tier: str
    source: str
    href: str
    """Its page below the folder of a language, with its id."""


class Snapshot:
    """A state of the site. Threads share it."""

    def __init__(
        self, config: Config, shelves: Sequence[Shelf], templates: HeldTemplates, made: Made, compiled: Compiled
    ) -> None:
        """Raises AuthoringError, or AuthoringErrors for several faults, as a build does."""
        # No worker is to keep pages, and one that an earlier site left on this port is to go.
        self.config = replace(config, offline=False)
        self.templates = templates
        self.environment = open_environment(HeldLoader(templates), compiled)
        """What fills its templates."""
        check_overrides(templates, self.environment)
        kinds = load_kinds(tuple(shelves), config.languages, templates, made)
        editions = read_editions(self.config, templates, made)
        self._planned = {page.path: page for page in all_pages(editions, kinds, templates)}
        entries = (page.entry() for page in self._planned.values())
        scripts = tuple((path, text) for path, text in templates.texts.items() if path.suffix == ".js")
        empty: dict[str, str] = {}
        self._scripts = Scripts(templates, made.named("maps", scripts, lambda: empty))
        self.files: Mapping[str, bytes] = {
            **dict(app_files(editions, templates)),
            **dict(sharing_files(self.config, entries, [kind.name for kind in kinds], templates)),
            WORKER: render_worker(self.environment, templates, self.config, ()),
        }
        self.levels: Mapping[LevelId, Standing] = dict(_standing(shelves))
        self._kept: OrderedDict[str, Rendered] = OrderedDict()
        self._lock = threading.RLock()

    @property
    def paths(self) -> tuple[str, ...]:
        """The path of every page."""
        return tuple(self._planned)

    def __contains__(self, path: str) -> bool:
        return path in self._planned

    def page(self, path: str) -> Rendered:
        """A page, made now if it was not yet; raises AuthoringError where it cannot be."""
        with self._lock:
            if path not in self._kept:
                page = self._planned[path].make()
                data = render(self.environment, page, self._scripts, self.config)
                self._kept[path] = Rendered(data, print_of(data))
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(path)
            return self._kept[path]

    def check(self, asked: Iterable[str]) -> None:
        """Make the pages that were asked for lately, and one made of each template; raises AuthoringError."""
        for path in asked:
            if path in self._planned:
                self.page(path)
        self._check(True, lambda: False)

    def check_all(self, superseded: Callable[[], bool]) -> None:
        """Make one page of each sort, of each kind and in each language; raises AuthoringError."""
        self._check(False, superseded)

    def _check(self, outside: bool, superseded: Callable[[], bool]) -> None:
        """One page of each sort; ``outside``: of whichever kind it is, and in the first language."""
        seen = set()
        for path in self._planned:
            if superseded():
                return
            *folders, name = path.split("/")
            sort = (len(folders) if outside else tuple(folders), _sort(name))
            if sort not in seen and not (outside and folders[:1] and folders[0] in self.config.languages[1:]):
                seen.add(sort)
                self.page(path)

    @property
    def asked(self) -> tuple[str, ...]:
        """The pages that were asked for last."""
        with self._lock:
            return tuple(self._kept)[-MOST_ASKED:]

    def missing(self) -> Rendered:
        """The page for what is not there."""
        return self.page(MISSING)


def _sort(name: str) -> str:
    """The sort of a kind's page, by its name."""
    sort = name.partition("-")[0]
    if sort in SORTS:
        return sort
    return name if not name[0].isdigit() else "play"


def shelves_of(levels: Iterable[Level]) -> tuple[Shelf, ...]:
    """The levels as a catalogue would give them to a build."""
    ordered = sorted(levels, key=lambda level: (level.kind, level.order()))
    return tuple(
        shelve(kind, f"catalogue/{kind}.jsonl", own) for kind, own in groupby(ordered, key=lambda level: level.kind)
    )


def _standing(shelves: Iterable[Shelf]) -> Iterator[tuple[LevelId, Standing]]:
    for shelf in shelves:
        for page in shelf.pages:
            for level in page.levels:
                href = f"{shelf.kind}/{page.link(level)}"
                yield level.id, Standing(shelf.kind, level.base, str(level.tier), level.source, href)

"""Render a catalogue into a folder of pages: the same bytes for the same catalogue, whole or not at all.

Where a cache is given, only the pages are made whose inputs have changed since the last build, or whose file is not as
that build left it; the site is the same as if all had been made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath

from build.carried import Carried, Lines, carried, lines_by_id
from build.config import Config
from build.hands import Hands
from build.index import Chunk, Index, Looked, look_at
from build.inputs import Inputs, code_stamp, digest, page_stamp
from build.kept import keep_indices, read_kept
from build.levels import Shelf, read_indices, shelf_of
from build.making import Finished, Maker, Places, Task, make_there, order
from build.offline import WORKER, Written, app_files
from build.output import Staying, replacing
from build.overrides import check_overrides
from build.refused import refused
from build.rendering import loader_of, open_environment, render_worker
from build.scan import Scanned
from build.sharing import sharing_files
from build.spoken import keep
from build.state import Left, State, index_path, read_state, seen, state_path, write_state
from build.templates import Templates
from build.uncollected import frozen, uncollected
from build.unused import unused_files, unused_words
from pipeline.catalogue import LevelId
from pipeline.errors import AuthoringError, Location
from pipeline.kind import AnyKind
from pipeline.notice import Notice
from site_templates import ROOT

READING = "Reading levels"
MAKING = "Making pages"

Progress = Callable[[str, int, int], None]
"""Called with what is being done, and how much of it of how much is done."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made."""

    levels: int
    pages: int
    size: int
    """Of all pages, in bytes."""
    notices: tuple[Notice, ...] = ()
    """What there is to warn of."""
    made: int = 0
    """How many pages were made; the others are as the last build left them."""
    scanned: Mapping[str, Scanned] = field(default_factory=dict)
    """Where each page leads."""


def build_site(
    catalogue: Path,
    out: Path,
    config: Config,
    kinds: Mapping[str, AnyKind],
    root: Path = ROOT,
    progress: Progress | None = None,
    jobs: int = 1,
    cache: Path | None = None,
) -> Built:
    """Write the site of a catalogue to ``out``; on any error what was there stays.

    ``kinds`` are those that there are, and ``root`` is the folder of the templates of the house. With ``jobs`` above 1
    so many processes may make pages, with the kinds that are installed. ``cache`` is the folder that knows what the
    last build left; without one everything is made, and nothing kept. Raises AuthoringError, or AuthoringErrors for
    several faults.
    """
    tell = progress or (lambda what, done, of: None)
    kept = state_path(cache, out) if cache else None
    templates = Templates(root, kinds, config.templates)
    with Hands(jobs) as hands:
        with uncollected():
            state = read_state(kept) if kept else State()
            code = code_stamp(kinds) if kept else ""
            known = read_kept(index_path(kept), code) if kept else {}
            indices = _read(catalogue, known, hands, tell)
            shelves = tuple(map(shelf_of, indices))
            check_overrides(templates, open_environment(loader_of(templates)))
            stamp = page_stamp(code, config, templates) if kept else ""
            is_known = stamp != "" and stamp == state.stamp
            maker = Maker(shelves, config, templates, state.words if is_known else None)
            build = _Build(maker, shelves, out, state, stamp, _Lines(known, indices))
            del state  # most of it is not wanted any more
        staying = Staying(build.staying, partial(build.make_again, hands))
        with frozen(), replacing(out, staying, last=WORKER) as folder:
            build.make(hands, folder, tell)
            build.add_files(folder)
    if kept:
        # What is not kept is made again: no site is worse for it.
        with suppress(AuthoringError), uncollected():
            is_so = code_stamp(kinds) == code and page_stamp(code, config, templates) == stamp
            pages = (build.files, stamp, keep(maker.editions, maker.kinds), build.kinds) if is_so else ()
            # Where a file was changed meanwhile, nobody knows which pages have it as it was.
            write_state(kept, State(*pages))
            keep_indices(index_path(kept), code, indices, known)
    names = [kind.name for kind in maker.kinds]
    unseen = (*unused_words(maker.changed, build.said), *unused_files(templates, names, config.languages))
    notices = (*refused(templates), *unseen)
    scanned = {name: left.scanned for name, left in build.files.items()}
    size = sum(left.seen.size for left in build.files.values())
    return Built(sum(shelf.count for shelf in shelves), len(build.files), size, notices, len(build.made), scanned)


def _read(catalogue: Path, known: Mapping[str, Index], hands: Hands, tell: Progress) -> tuple[Index, ...]:
    """The catalogue; lines that are known to be good are not looked into again."""

    def look(chunks: Iterable[Chunk]) -> Iterator[Looked]:
        # It begins with the first line that is not known.
        return hands.work(look_at, look_at, chunks, lambda chunk: Location(chunk.path.as_posix(), chunk.lines[0][0]))

    return read_indices(catalogue, known, look, partial(tell, READING))


class _Build:
    """The pages of one build: those that stay, and those that are made."""

    def __init__(
        self, maker: Maker, shelves: Sequence[Shelf], out: Path, before: State, stamp: str, lines: _Lines
    ) -> None:
        self.files: dict[str, Left] = {}
        """How each page is left."""
        self.made: set[str] = set()
        """The paths of the pages that were made."""
        self._maker = maker
        self._shelves = shelves
        self._out = out
        inputs = Inputs(maker.kinds, maker.templates.own_pages())
        self.kinds = inputs.stamps
        """Of each kind the stamp of what the pages in its folder tell."""
        self._tasks = dict(_tasks(maker, inputs, stamp, before))
        for path, task in self._tasks.items():
            left = before.files.get(path)
            if left and left.made_of == task.made_of and seen(f"{out}/{path}") == left.seen:
                self.files[path] = left
        # Nobody knows what a template of the site's own makes of a level.
        told = before.files if stamp == before.stamp and maker.config.templates is None else {}
        self._replaced = {path: left for path, left in told.items() if left.lines and path not in self.files}
        """The play pages that are made again, as they were left, where they can tell of levels."""
        self._lines = lines
        self.staying = {path: left.seen for path, left in self.files.items()}
        """How each page was that stays as it is."""

    @property
    def said(self) -> frozenset[str]:
        """The words that the site says otherwise and that some page says."""
        return frozenset(name for left in self.files.values() for name in left.said)

    def make(self, hands: Hands, folder: Path, tell: Progress) -> None:
        """Make the pages that do not stay, into a folder beside the site."""
        tell(MAKING, len(self.files), len(self._tasks))
        missing = [path for path in self._tasks if path not in self.files]
        for finished in self._work(hands, Places(self._out, folder), missing):
            self._take(finished)
            tell(MAKING, len(self.files), len(self._tasks))

    def make_again(self, hands: Hands, folder: Path, names: Sequence[str]) -> None:
        """Make pages that were to stay, and that somebody has changed since, or that are not ours.

        Each is written, also where a file of the site is just like it: whether it may be replaced is then asked.
        """
        for finished in self._work(hands, Places(None, folder), names):
            self._take(finished)

    def _work(self, hands: Hands, places: Places, paths: Sequence[str]) -> Iterator[tuple[Finished, ...]]:
        together = self._together(paths)
        if not together:
            return iter(())  # no process has to be told
        maker = self._maker
        if hands.are_enough(len(together)):
            return (maker.make(places, tasks, self._known_of(tasks)) for tasks in together)
        to_do = order(places.fresh.parent, self._shelves, maker.config, maker.templates.root, places)
        out = self._out

        def place(tasks: Sequence[Task]) -> Location:
            return Location((out / tasks[0].path).as_posix())

        return hands.work(partial(make_there, to_do), partial(maker.make, places), together, place)

    def _known_of(self, tasks: Sequence[Task]) -> Mapping[LevelId, Carried]:
        """What need not be worked out for levels of these pages."""
        path = tasks[0].path
        left = self._replaced.get(path)
        return carried(self._out / path, left, *self._lines.of(PurePosixPath(path).parent.name)) if left else {}

    def add_files(self, folder: Path) -> None:
        """Write what is no page: what installed sites need, what others ask of a site, and the browsers' worker."""
        maker = self._maker
        config, templates = maker.config, maker.templates
        entries = (one.entry() for one in maker.planned.values())
        names = [kind.name for kind in maker.kinds]
        files = (*app_files(maker.editions, templates), *sharing_files(config, entries, names, templates))
        for name, data in (*files, (WORKER, self._worker())):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)

    def _worker(self) -> bytes:
        found = ((path, self.files[path]) for path in self._maker.planned)
        pages = [Written(path, left.holds_levels, left.hash, left.seen.size) for path, left in found]
        return render_worker(self._maker.environment, self._maker.templates, self._maker.config, pages)

    def _together(self, paths: Iterable[str]) -> list[tuple[Task, ...]]:
        """The tasks of pages, those of one path in all languages together."""
        folders = [edition.folder for edition in self._maker.editions]
        found: dict[str, list[Task]] = {}
        for path in paths:
            found.setdefault(_below(path, folders), []).append(self._tasks[path])
        return list(map(tuple, found.values()))

    def _take(self, finished: Sequence[Finished]) -> None:
        for one in finished:
            self.files[one.path] = one.left
            self.made.add(one.path)
            if one.stays:
                self.staying[one.path] = one.left.seen


class _Lines:
    """The lines of each kind as the last build knew them, and as they are."""

    def __init__(self, known: Mapping[str, Index], indices: Iterable[Index]) -> None:
        self._known = known
        self._now = {index.kind: index for index in indices}
        self._found: dict[str, tuple[Lines, Lines]] = {}

    def of(self, kind: str) -> tuple[Lines, Lines]:
        """Those of one, read off when they are asked for: mostly one kind has changed."""
        if kind not in self._found:
            was, now = self._known.get(kind), self._now.get(kind)
            self._found[kind] = (lines_by_id(was) if was else {}, lines_by_id(now) if now else {})
        return self._found[kind]


def _tasks(maker: Maker, inputs: Inputs, stamp: str, before: State) -> Iterator[tuple[str, Task]]:
    """Every page by its path, and what it is made of."""
    folders = [edition.folder for edition in maker.editions]
    lines = {f"{kind.name}/{page.name}": page.digest for kind in maker.kinds for page in kind.shelf.pages}
    is_as_was = stamp == before.stamp
    same = {name for name, own in inputs.stamps.items() if is_as_was and before.kinds.get(name) == own}
    for path in maker.planned:
        below = _below(path, folders)
        left = before.files.get(path) if below.partition("/")[0] in same else None
        yield path, Task(path, left.made_of if left else digest(stamp, path, inputs.of(below)), lines.get(below, ""))


def _below(path: str, folders: Sequence[str]) -> str:
    """The path below the folder of its language."""
    return next((path.removeprefix(folder) for folder in folders[1:] if path.startswith(folder)), path)

"""What a folder of layouts holds, without the boards: all that a run must know of a layout that is solved already.

A file is read once for as long as it stays as it is. What reading it gives is kept in the cache under a digest of its
bytes, its name, the engine and the kinds; of a file with a fault nothing is kept, so every run tells it anew. The
boards of layouts that were read wait on disk until they are solved; those of a file that was not read are read then.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.cache import READ_ERRORS, Cache, content_of, sources_of
from pipeline.errors import AuthoringError, Location
from pipeline.files import read_start
from pipeline.find import read_all
from pipeline.kind import AnyKind
from pipeline.layout import Layout, read_layouts, source_of
from pipeline.repeats import short_digest, smallest_image, standing_once
from pipeline.source import unreadable
from pipeline.spool import Span, Spool
from pipeline.tier import Tier


@dataclass(frozen=True, slots=True)
class Listed:
    """A layout without its board."""

    kind: str
    base: str
    location: Location
    source: str
    title: str
    author: str
    tiers: tuple[Tier, ...]
    content: str
    """A digest of all that its levels depend on."""
    image: str
    """A digest of what it has alike with its images."""
    bulk: int
    """How large it is among others, of whatever kind."""


class Boards:
    """The layouts themselves, on disk beside one of these paths: see :class:`Spool`. Use it as a context."""

    def __init__(self, root: Path, kinds: dict[str, AnyKind], *beside: Path) -> None:
        self._root = root
        self._kinds = kinds
        self._spool = Spool(*beside)
        self._spans: dict[tuple[str, int], Span] = {}
        self._files: dict[str, bytes] = {}
        """A digest of what was in each file when it was listed."""

    def __enter__(self) -> Boards:
        return self

    def __exit__(self, *_: object) -> None:
        self._spool.__exit__()

    def note(self, path: Path, data: bytes) -> None:
        """Remember what is in a file."""
        self._files[path.as_posix()] = _digest(data)

    def add(self, layout: Layout) -> None:
        """Keep a layout; raises AuthoringError where the disk refuses."""
        # Written and read by this process alone, in a file without a name.
        self._spans[_place(layout.location)] = self._spool.add(pickle.dumps(layout))

    def fetch(self, wanted: Iterable[Listed]) -> None:
        """Read those of these that were not read; raises AuthoringError where a file is no longer as it was listed."""
        files: dict[str, set[tuple[str, int]]] = defaultdict(set)
        for listed in wanted:
            if (place := _place(listed.location)) not in self._spans:
                files[listed.location.file].add(place)
        for name, places in files.items():
            for layout in self._read(Path(name)):
                if _place(layout.location) in places:
                    self.add(layout)
                    places.remove(_place(layout.location))
            if places:
                message = "the cache has other layouts of this file than are in it"
                raise AuthoringError(message, Location(name), "remove the cache, or do without it: '--no-cache'")

    def _read(self, path: Path) -> list[Layout]:
        """The layouts of a file that is as it was listed."""
        name = path.as_posix()
        try:
            data = read_start(path)
        except OSError as error:
            raise _changed(name) from error
        if _digest(data) != self._files[name]:
            raise _changed(name)
        return read_layouts(path, self._root, self._kinds, data)[0]

    def layout(self, listed: Listed) -> Layout:
        """A layout that was added or fetched."""
        layout: Layout = pickle.loads(self._spool.piece(self._spans[_place(listed.location)]))
        return layout


@dataclass(frozen=True, slots=True)
class Listing:
    """What a folder holds: its layouts, every fault, the files that are no layouts, and the folders of kinds."""

    boards: Boards
    layouts: tuple[Listed, ...]
    faults: tuple[AuthoringError, ...] = ()
    passed_over: tuple[Path, ...] = ()
    folders: tuple[str, ...] = ()


def list_folder(root: Path, kinds: dict[str, AnyKind], cache: Cache | None, boards: Boards) -> Listing:
    """Everything below ``root``; raises AuthoringError where there is nothing at all.

    A layout that stands there twice is a fault, as it is to whoever reads the folder.
    """
    kept = Kept(cache, root, kinds) if cache else None
    found, layouts, faults = read_all(root, kinds, lambda path: _list_file(path, root, kinds, kept, boards))
    once, again = standing_once(layouts, lambda listed: listed.image)
    return Listing(boards, once, (*faults, *again), found.passed_over, found.folders)


def listed_of(layout: Layout, image: str) -> Listed:
    """A layout without its board."""
    return Listed(
        kind=layout.kind,
        base=layout.base,
        location=layout.location,
        source=layout.source,
        title=layout.title,
        author=layout.author,
        tiers=layout.tiers,
        content=content_of(layout),
        image=image,
        bulk=bulk(layout),
    )


def bulk(layout: Layout) -> int:
    """By what the largest of several layouts is known, whatever its kind."""
    return len(repr(layout.board))


def _list_file(
    path: Path, root: Path, kinds: dict[str, AnyKind], kept: Kept | None, boards: Boards
) -> tuple[Sequence[Listed], Sequence[AuthoringError]]:
    """The layouts of one file and every fault in it."""
    try:
        data = read_start(path)
    except OSError as error:  # told as it is: what a second look would find is not what the first one missed
        return [], [unreadable(path.as_posix(), error)]
    boards.note(path, data)
    if kept and (known := kept.get(path, data)) is not None:
        return known, []
    layouts, faults = read_layouts(path, root, kinds, data)
    for layout in layouts:
        boards.add(layout)
    found = tuple(listed_of(layout, short_digest(repr(smallest_image(kinds, layout)))) for layout in layouts)
    if kept and not faults:
        kept.put(path, data, found)
    return found, faults


class Kept:
    """What the cache knows of files."""

    def __init__(self, cache: Cache, root: Path, kinds: dict[str, AnyKind]) -> None:
        self._cache = cache
        self._root = root
        self._kinds = kinds
        self._common = json.dumps([cache.engine, {name: sources_of(kind) for name, kind in kinds.items()}])

    def get(self, path: Path, data: bytes) -> tuple[Listed, ...] | None:
        """The layouts of a file of this content; None where they are not known."""
        entry = self._cache.load(self._key(path, data))
        try:
            return tuple(map(self._reader(path), entry.splitlines())) if entry is not None else None
        except READ_ERRORS:
            return None

    def put(self, path: Path, data: bytes, layouts: Sequence[Listed]) -> None:
        """Keep the layouts of a file."""
        lines = b"".join(json.dumps(_row(listed), ensure_ascii=False).encode() + b"\n" for listed in layouts)
        try:
            self._cache.store(self._key(path, data), lines)
        except AuthoringError:
            return  # the run tells that of the first base

    def _key(self, path: Path, data: bytes) -> str:
        digest = hashlib.sha256(self._common.encode())
        digest.update(b"\n%b\n" % source_of(path, self._root).encode("utf-8", "surrogatepass"))
        digest.update(data)
        return digest.hexdigest()

    def _reader(self, path: Path) -> Callable[[bytes], Listed]:
        source = source_of(path, self._root)
        name = path.as_posix()

        def read(row: bytes) -> Listed:
            kind, base, place, title, author, tiers, content, image, large = json.loads(row)
            types = [type(value) for value in (base, *place, title, author, content, image, large)]
            if types != [str, int, int, str, int, str, str, str, str, int]:
                raise ValueError("not a layout without its board")
            return Listed(
                kind=self._kinds[kind].name,
                base=base,
                location=Location(name, *place),
                source=f"{source}:{place[0]}",
                title=title,
                author=author,
                tiers=tuple(map(Tier, tiers)),
                content=content,
                image=image,
                bulk=large,
            )

        return read


def _row(listed: Listed) -> list[object]:
    place = listed.location
    return [
        *(listed.kind, listed.base, [place.line, place.column, place.text, place.skipped], listed.title),
        *(listed.author, listed.tiers, listed.content, listed.image, listed.bulk),
    ]


def _changed(name: str) -> AuthoringError:
    return AuthoringError("it was changed while it was read", Location(name), "run the command again")


def _place(location: Location) -> tuple[str, int]:
    return location.file, location.line


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()

"""What the last build of a site left, so that the next one makes only what changed: a file in the cache.

Of each file of the site it has the digest of what the file was made of, and what the system said of the file as it was
left: its size, the time of its last change and its number, as the index of git does. A file that does not look like
that any more was touched by somebody, and is made again. What was found in the catalogue stands beside it: ``kept.py``.

The state is written whole, after the site, and says nothing that is not seen again on disk. So it does not matter where
a run is killed, or which of two runs that end together writes last: what does not fit is made again, and a state that
is gone, torn or of another version means that everything is.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from build.scan import Scanned
from build.spoken import Kept
from pipeline.cache import KEEP_DAYS
from pipeline.files import open_file, replace_file
from pipeline.parts import sweep_parts

VERSION = 5

HASH = 12
"""Signs of the hash that the browsers' worker knows a page by."""

NO_LINKS = Scanned((), frozenset())

NAME = re.compile(r"site-[0-9a-f]{32}\.(json|index)")

BETWEEN = " "
"""What stands between links, so that thousands of them are one text; one that has it itself is kept another way."""


class Seen(NamedTuple):
    """What the system says of a file."""

    size: int
    time: int
    """Of its last change, in nanoseconds."""
    number: int
    """Which file of its disk it is."""


@dataclass(frozen=True, slots=True)
class Left:
    """A file of the site as a build left it."""

    made_of: str
    """The digest of all that it was made of."""
    seen: Seen
    hash: str = ""
    """By which the browsers' worker knows a page; empty for other files."""
    holds_levels: bool = False
    scanned: Scanned = NO_LINKS
    said: tuple[str, ...] = ()
    """The words that the site says otherwise and that the page said, each with its file."""
    lines: str = ""
    """Of a play page the digest of the lines of its levels."""
    told: list[Any] | None = field(default=None, compare=False, repr=False)
    """All this as the state has it, where it was read from there."""


@dataclass(frozen=True, slots=True)
class State:
    """What a build left."""

    files: Mapping[str, Left] = field(default_factory=dict)
    stamp: str = ""
    """The stamp of all that every page has."""
    words: Kept = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Of each kind the stamp of what the pages in its folder tell."""


Told = str | list[str]
"""Texts as a state has them."""


def seen(path: Path | str) -> Seen | None:
    """What the system says of a plain file; None where there is none."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return Seen(found.st_size, found.st_mtime_ns, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def state_path(cache: Path, out: Path) -> Path:
    """Where the state of the site in ``out`` is kept; a state of another version is another file, and stays."""
    name = f"{VERSION}\0{out.absolute()}".encode("utf-8", "surrogatepass")
    return cache / f"site-{hashlib.sha256(name).hexdigest()[:32]}.json"


def read_state(path: Path) -> State:
    """The state of the last build; an empty one where there is none that can be used."""
    try:
        with open_file(path) as file:
            mark, data = file.readline(), file.read()
        if mark.strip().decode() != hashlib.sha256(data).hexdigest():
            return State()
        found = json.loads(data)
        if found["version"] != VERSION:
            return State()
        files = {name: _left(own) for name, own in found["files"].items()}
        return State(files, found["stamp"], found["words"], found["kinds"])
    except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return State()


def index_path(state: Path) -> Path:
    """Where what was found in the catalogue is kept, beside a state."""
    return state.with_suffix(".index")


def write_state(path: Path, state: State) -> None:
    """Keep what a build left; raises AuthoringError where the disk refuses."""
    told = {
        "version": VERSION,
        "stamp": state.stamp,
        "words": state.words,
        "kinds": state.kinds,
        "files": {name: _told(left) for name, left in state.files.items()},
    }
    text = json.dumps(told, separators=(",", ":"))
    sweep_parts(path)
    replace_file(path, f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}")
    _prune(path.parent)


def _prune(folder: Path) -> None:
    """Drop the states of sites that have not been made in ``KEEP_DAYS``."""
    oldest = time.time() - KEEP_DAYS * 86_400
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if NAME.fullmatch(path.name) and path.stat().st_mtime < oldest:
                path.unlink()


def _told(left: Left) -> list[Any]:
    if left.told is not None:
        return left.told
    links, places = _joined(left.scanned.links), _joined(sorted(left.scanned.places))
    return [left.made_of, list(left.seen), left.hash, left.holds_levels, links, places, list(left.said), left.lines]


def _left(told: list[Any]) -> Left:
    made_of, seen, hash, holds_levels, links, places, said, lines = told
    scanned = Scanned(tuple(_parted(links)), _Places(places))
    return Left(made_of, Seen(*seen), hash, holds_levels, scanned, tuple(said), lines, told)


class _Places(Set[str]):
    """Places as the state has them, parted when the first one is looked for: of most pages nobody asks for any."""

    __slots__ = ("_parts", "_told")

    def __init__(self, told: Told) -> None:
        self._told = told
        self._parts: frozenset[str] | None = None

    def __contains__(self, place: object) -> bool:
        return place in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> frozenset[str]:
        if self._parts is None:
            self._parts = frozenset(_parted(self._told))
        return self._parts


def _joined(texts: Sequence[str]) -> Told:
    """Many texts as one, which JSON is quicker with."""
    return list(texts) if not all(texts) or any(BETWEEN in text for text in texts) else BETWEEN.join(texts)


def _parted(told: Told) -> list[str]:
    if isinstance(told, str):
        return told.split(BETWEEN) if told else []
    return told

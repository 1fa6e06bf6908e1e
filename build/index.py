"""The catalogue as an index: of each line the little that all pages together tell of its level, and where it stands.

A catalogue may be larger than the memory, so a level is read whole only by whoever shows its board, and forgotten. A
line is known by a digest of its bytes. What a page would trip over in it is looked for once: a line that the last build
found to be good is not looked into again, and whoever reads it later sees by the digest that it is still the same one.
How a file is read is said in ``reading.py``.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from build.cutting import lot_of
from build.settled import settled
from pipeline.catalogue import AGAIN, Level, LevelId, read_again, read_line
from pipeline.check import level_fault
from pipeline.errors import CatalogueError, Location
from pipeline.files import open_file
from pipeline.kind import AnyKind, discover
from pipeline.node import clip

DIGEST = 16
"""Bytes of a line's digest."""

BUFFER = 1 << 20
"""Bytes that are read at once."""


MOST_READ = 4
"""So many times the levels of a page are kept: a page to print has those of a play page of each tier."""


class Head(NamedTuple):
    """What is kept of a level."""

    id: LevelId
    rows: int
    cols: int
    tier: str
    lot: int
    """That of its base, which says on which page of many it is."""


def head_of(level: Level) -> Head:
    """What is kept of a level."""
    return Head(level.id, level.rows, level.cols, str(level.tier), lot_of(level.base))


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one file of a catalogue, none of which is in memory."""

    path: Path
    lengths: tuple[int, ...]
    """The bytes of each line."""
    digests: tuple[bytes, ...]
    offsets: tuple[int, ...]
    """Where each begins."""

    def read(self, numbers: Iterable[int]) -> tuple[Level, ...]:
        """The levels of these lines, counted from 0; raises CatalogueError where a line is not the one it was."""
        found = []
        try:
            with open_file(self.path) as file:
                for number in numbers:
                    file.seek(self.offsets[number])
                    found.append(self._level(file.read(self.lengths[number]), number))
        except OSError as error:
            place = Location(self.path.as_posix())
            raise CatalogueError(f"cannot be read: {error.strerror or error}", place, AGAIN) from error
        return tuple(found)

    def _level(self, line: bytes, number: int) -> Level:
        if digest_of(line) != self.digests[number]:
            place = Location(self.path.as_posix(), number + 1)
            raise CatalogueError("the line was changed while the site was made", place, "make the site again")
        # Whoever knows the digest has looked into the line.
        return _settled(read_again(line))


def lines_of(path: Path, lengths: Iterable[int], digests: Iterable[bytes]) -> Lines:
    """The lines of a file that have these lengths, one after the other, and these digests."""
    sizes = tuple(lengths)
    return Lines(path, sizes, tuple(digests), tuple(accumulate(sizes[:-1], initial=0)))


class Reader:
    """Reads the levels of lines, and keeps a few of those read last: the pages of one path ask for the same ones."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._kept: OrderedDict[tuple[int, ...], tuple[Level, ...]] = OrderedDict()

    def __reduce__(self) -> tuple[type[Reader], tuple[Lines]]:
        return Reader, (self._lines,)

    def read(self, numbers: tuple[int, ...]) -> tuple[Level, ...]:
        """The levels of these lines, counted from 0; raises CatalogueError where a line is not the one it was."""
        levels = self._kept.get(numbers)
        if levels is None:
            levels = self._kept[numbers] = self._lines.read(numbers)
            if len(self._kept) > MOST_READ:
                self._kept.popitem(last=False)
        return levels


class Block(NamedTuple):
    """Lines that follow each other."""

    lines: int
    """How many there are."""
    size: int
    """Their bytes."""
    digest: bytes
    """Of all of them together."""


class Mark(NamedTuple):
    """What the system says of a file: any other file has another mark, and so has this one when it is changed."""

    disk: int
    number: int
    size: int
    time: int
    """Of the last change of what is in it, in nanoseconds."""
    changed: int
    """Of the last change of that or of anything that is said of it."""


@dataclass(frozen=True, slots=True)
class Index:
    """A file of a catalogue: the head of each line, in the order of the file, and the lines themselves."""

    kind: str
    heads: tuple[Head, ...]
    lines: Lines
    blocks: tuple[Block, ...] = ()
    """All lines, some at a time."""
    mark: Mark | None = None
    """That of the file that was read; None where it cannot be trusted."""


class Chunk(NamedTuple):
    """Some lines of a file that nobody has looked into yet, with their numbers from 1."""

    path: Path
    lines: tuple[tuple[int, bytes], ...]


Looked = tuple[tuple[Head, ...], CatalogueError | None]
"""What was seen in a chunk: the heads up to the first fault, and that fault."""

Look = Callable[[Iterable[Chunk]], Iterator[Looked]]
"""Looks into chunks, and gives what it sees in their order."""


def look_at(chunk: Chunk) -> Looked:
    """What a page would trip over in these lines."""
    kind = discover().get(chunk.path.stem)
    heads: list[Head] = []
    for number, line in chunk.lines:
        try:
            level = read_line(line, chunk.path, number)
        except CatalogueError as error:
            return tuple(heads), error
        if fault := _fault(level, kind, chunk.path.stem):
            return tuple(heads), CatalogueError(fault, Location(chunk.path.as_posix(), number), AGAIN)
        heads.append(head_of(level))
    return tuple(heads), None


def digest_of(line: bytes) -> bytes:
    """By what a line is known."""
    return hashlib.sha256(line).digest()[:DIGEST]


def digest_of_lines(digests: Iterable[bytes]) -> str:
    """Of several lines, in their order."""
    return hashlib.sha256(b"".join(digests)).hexdigest()


def _fault(level: Level, kind: AnyKind | None, name: str) -> str | None:
    if level.kind != name:
        return f"a level of '{clip(level.kind)}' in the file of '{name}'"
    return level_fault(kind, level) if kind else None


def _settled(level: Level) -> Level:
    return replace(level, title=settled(level.title), author=settled(level.author))

"""Reading a file of a catalogue: no more of it than has changed since it was read last, and never less.

A file that the system says is the very one that was read is not read again: the same file of the same disk, with the
same size and times. One that was changed just before it was read could be changed once more without another time, so
of that one nothing is taken for granted.

Any other is read from end to end. What was read before is known by blocks of lines, each with one digest: as long as
a block follows on the one before, its lines are passed without a look at each, and where none does the lines are
compared one by one, by their own digests, until one of them begins a block again. A line that is known by its digest
was looked into; the others are. So it takes no more than the reading of the bytes to find what changed in a large file.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, islice
from pathlib import Path
from typing import BinaryIO

from build.index import DIGEST, Block, Chunk, Head, Index, Look, Mark, digest_of, lines_of, look_at
from pipeline.catalogue import AGAIN, LevelId
from pipeline.errors import CatalogueError, Location
from pipeline.files import open_file

CHUNK = 64
"""How many lines are looked into in one task."""

BLOCK = 64
"""How many lines a block has that were read one by one."""

NOT_SURE = 2_000_000_000
"""For so many nanoseconds after a change another one may have the same time: on some disks for two seconds."""

TOLD = 32
"""After so many blocks it is told how far the reading is."""


def read_index(
    path: Path, known: Index | None = None, look: Look | None = None, read: Callable[[int], None] | None = None
) -> Index:
    """Read a file; raises CatalogueError for the first line that is no good level, or has the id of another.

    ``known`` is what the same program found in the file of that kind before, and ``read`` is called with the bytes that
    were read since it was called last.
    """
    tell = read or (lambda size: None)
    if known and known.mark and known.mark == _mark_of(path):
        tell(known.mark.size)
        return replace(known, lines=replace(known.lines, path=path))
    reading = _Reading(path, known, tell)
    looked = (look or (lambda chunks: map(look_at, chunks)))(reading.chunks())
    # The end of the file is reached only when every chunk was asked for.
    for heads, fault in looked:
        reading.fill(heads)
        if fault:
            raise reading.twice() or fault
    if twice := reading.twice():
        raise twice
    return reading.index()


def _mark_of(file: Path | int) -> Mark | None:
    """By what a file is known to be the one that it was; None where there is none."""
    try:
        found = os.stat(file)  # noqa: PTH116 - of an open file as well
    except OSError:
        return None
    return Mark(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class _Known:
    """What is known of a file's lines, in blocks and one by one."""

    def __init__(self, index: Index | None) -> None:
        self.index = index
        self.blocks = index.blocks if index else ()
        self.starts = tuple(accumulate((block.lines for block in self.blocks), initial=0))
        """The number of each block's first line, from 0."""
        digests = index.lines.digests if index else ()
        self._begun = {digests[start]: number for number, start in enumerate(self.starts[:-1])}

    def after(self, number: int) -> int | None:
        """The block behind one."""
        return number + 1 if number + 1 < len(self.blocks) else None

    def beginning(self, digest: bytes) -> int | None:
        """The block that begins with a line."""
        return self._begun.get(digest)

    def head(self, digest: bytes) -> Head | None:
        """What is kept of the level of a line."""
        return self._heads.get(digest)

    @cached_property
    def _heads(self) -> dict[bytes, Head]:
        # Where nothing has changed nobody asks.
        return dict(zip(self.index.lines.digests, self.index.heads, strict=True)) if self.index else {}


class _Reading:
    """One pass over a file."""

    def __init__(self, path: Path, known: Index | None, tell: Callable[[int], None]) -> None:
        self._path = path
        self._known = _Known(known)
        self._tell_read = tell
        self._told = 0
        self._mark: Mark | None = None
        self._digests: list[bytes] = []
        self._lengths: list[int] = []
        self._heads: list[Head | None] = []
        self._blocks: list[Block] = []
        self._open = 0
        """How many of the last lines are in no block yet; ``_hash`` is of these."""
        self._hash = hashlib.sha256()
        self._waiting: list[int] = []
        """The lines that are being looked into, and have no head yet; the first of them is ``_next``."""
        self._next = 0

    def chunks(self) -> Iterator[Chunk]:
        """The lines that are not known, some at a time."""
        try:
            with open_file(self._path) as file:
                now = time.time_ns()
                mark = _mark_of(file.fileno())
                self._mark = mark if mark and now - max(mark.time, mark.changed) > NOT_SURE else None
                unknown = self._unknown(file)
                while lines := tuple(islice(unknown, CHUNK)):
                    yield Chunk(self._path, lines)
                    self._tell()
        except OSError as error:
            place = Location(self._path.as_posix())
            raise CatalogueError(f"cannot be read: {error.strerror or error}", place, AGAIN) from error
        self._tell()
        if not self._heads:
            raise CatalogueError("the file is empty", Location(self._path.as_posix()), AGAIN)

    def _tell(self) -> None:
        if self._told < len(self._lengths):
            self._tell_read(sum(self._lengths[self._told :]))
            self._told = len(self._lengths)

    def _unknown(self, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
        # Where the reading is, the block that may follow there, and the one that was seen not to.
        at, due, failed = 0, self._known.after(-1), -1
        while True:
            if due is not None:
                block = self._known.blocks[due]
                if self._passed(file, block, due):
                    at, due = at + block.size, self._known.after(due)
                    continue
                failed, due = due, None
                file.seek(at)
            if not (line := file.readline()):
                break
            digest = digest_of(line)
            begun = self._known.beginning(digest)
            if begun is not None and begun != failed:
                due = begun
                file.seek(at)
                continue
            at, failed = at + len(line), -1
            if self._is_new(line, digest):
                yield len(self._lengths), line
        self._end_block()

    def _passed(self, file: BinaryIO, block: Block, number: int) -> bool:
        """Whether a block follows, whose lines are taken then as they were found before."""
        data = file.read(block.size)
        if len(data) != block.size or digest_of(data) != block.digest:
            return False
        if not data.endswith(b"\n") and file.read(1):
            return False  # its last line was the last one, and goes on
        self._end_block()
        start, stop = self._known.starts[number], self._known.starts[number] + block.lines
        known = self._known.index
        assert known
        self._digests += known.lines.digests[start:stop]
        self._lengths += known.lines.lengths[start:stop]
        self._heads += known.heads[start:stop]
        self._blocks.append(block)
        if len(self._blocks) % TOLD == 0:
            self._tell()
        return True

    def _is_new(self, line: bytes, digest: bytes) -> bool:
        """Take a line, and say whether it has to be looked into."""
        head = self._known.head(digest)
        self._digests.append(digest)
        self._lengths.append(len(line))
        self._heads.append(head)
        if head is None:
            self._waiting.append(len(self._heads) - 1)
        if not self._open:
            self._hash = hashlib.sha256()
        self._hash.update(line)
        self._open += 1
        if self._open == BLOCK:
            self._end_block()
        return head is None

    def _end_block(self) -> None:
        if self._open:
            size = sum(self._lengths[-self._open :])
            self._blocks.append(Block(self._open, size, self._hash.digest()[:DIGEST]))
            self._open = 0

    def fill(self, heads: Sequence[Head]) -> None:
        """Take the heads of the next lines that were looked into."""
        for head in heads:
            self._heads[self._waiting[self._next]] = head
            self._next += 1

    def twice(self) -> CatalogueError | None:
        """What is wrong where an id stands twice, above the first line that has no head yet."""
        lines: dict[LevelId, int] = {}
        for number, head in enumerate(self._heads, start=1):
            if head is None:
                return None
            if lines.setdefault(head.id, number) != number:
                fault = f"the id {head.id} stands on line {lines[head.id]} too"
                return CatalogueError(fault, Location(self._path.as_posix(), number), AGAIN)
        return None

    def index(self) -> Index:
        """All of it, where every line has its head."""
        lines = lines_of(self._path, self._lengths, self._digests)
        heads = tuple(head for head in self._heads if head)
        return Index(self._path.stem, heads, lines, tuple(self._blocks), self._mark)

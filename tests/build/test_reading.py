"""A catalogue's file that is read again: no more than has changed, and what is found is what a first reading finds."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from build.index import Chunk, Index, Looked, Mark, look_at
from build.kept import keep_indices, read_kept
from build.reading import read_index
from pipeline.errors import CatalogueError

from .conftest import KIND, line

LONG_AGO = 10**18
"""Nanoseconds."""


class Looks:
    """Counts the lines that are looked into."""

    def __init__(self) -> None:
        self.lines = 0

    def __call__(self, chunks: Iterable[Chunk]) -> Iterator[Looked]:
        for chunk in chunks:
            self.lines += len(chunk.lines)
            yield look_at(chunk)


def write(path: Path, numbers: Iterable[int], end: str = "\n") -> None:
    """A file of these levels, changed a long time ago."""
    path.write_text("\n".join(json.dumps(line(number)) for number in numbers) + end, encoding="utf-8")
    os.utime(path, ns=(LONG_AGO, LONG_AGO))


def found(index: Index) -> object:
    """What pages see of it."""
    return index.kind, index.heads, index.lines


def old(index: Index) -> Index:
    """As it is kept once its file is no longer new."""
    return replace(index, mark=None)


def marked(path: Path) -> Mark:
    """What the system says of a file."""
    status = path.stat()
    return Mark(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file is."""
    return tmp_path / f"{KIND}.jsonl"


def test_reading_finds_what_a_first_reading_would_whatever_has_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines come, go, move and change, within blocks and at their ends; only new ones are looked into."""
    monkeypatch.setattr("build.reading.BLOCK", 4)
    rng = random.Random(3)
    numbers = list(range(60))
    write(path, numbers)
    index = read_index(path)
    assert len(index.blocks) == 15
    spare = iter(range(100, 400))
    for round in range(60):
        fresh, at = 0, rng.randrange(len(numbers))
        match round % 5:
            case 0:
                numbers[at], fresh = next(spare), 1
            case 1:
                numbers.insert(at, next(spare))
                fresh = 1
            case 2:
                del numbers[at : at + rng.randrange(1, 7)]
            case 3:
                numbers[at:at] = [next(spare) for _ in range(5)]
                fresh = 5
            case _:
                numbers.insert(at, numbers.pop(rng.randrange(len(numbers))))
        write(path, numbers, rng.choice(("\n", "")))
        looks = Looks()
        index = read_index(path, old(index), looks)
        # The last line is another one where it has no end.
        assert fresh <= looks.lines <= fresh + 2
        assert found(index) == found(read_index(path))
        assert sum(block.lines for block in index.blocks) == len(numbers)
        assert sum(block.size for block in index.blocks) == path.stat().st_size


def test_reading_of_a_file_that_goes_on_behind_an_unended_line_sees_it(path: Path) -> None:
    """A block is no block of the file any more where its last line goes on."""
    write(path, range(3), end="")
    index = read_index(path)
    path.write_text(path.read_text(encoding="utf-8") + "  x\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match=rf"{KIND}.jsonl:3"):
        read_index(path, old(index))


def test_reading_trusts_the_system_for_a_file_that_was_not_changed_lately(path: Path) -> None:
    """The very same file is not opened; one with other times is, and so is one that was new when it was read."""
    write(path, range(3))
    new = read_index(path)
    # Its times were set, and that is a change as well.
    assert new.mark is None
    mark = marked(path)
    known = replace(new, kind="trusted", mark=mark)
    assert read_index(path, known).kind == "trusted"
    os.utime(path, ns=(LONG_AGO, LONG_AGO))
    assert read_index(path, known).kind == KIND
    path.unlink()
    with pytest.raises(CatalogueError, match="cannot be read"):
        read_index(path, known)


def test_kept_indices_are_read_as_they_were_and_never_by_another_program(path: Path) -> None:
    """What is torn, of another version or of another program is not used."""
    write(path, range(100))
    index = read_index(path)
    kept = path.with_suffix(".index")
    keep_indices(kept, "one", [index], {})
    again = read_kept(kept, "one")[KIND]
    assert replace(again, lines=replace(again.lines, path=path)) == index
    assert read_kept(kept, "two") == {}
    data = kept.read_bytes()
    for torn in (data[:-1], data[:100], b"", data.replace(b'"version": [1', b'"version": [0')):
        kept.write_bytes(torn)
        assert read_kept(kept, "one") == {}
    kept.unlink()
    assert read_kept(kept, "one") == {}

"""What was found in a catalogue, as a file in the cache: columns of numbers, which are read in no time.

It stands beside the state of a site and is written only where the catalogue has changed. Like the state it says nothing
that is not seen again on disk, so that one that is gone, torn or of another version means that everything is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from build.index import DIGEST, Block, Head, Index, Mark, lines_of
from pipeline.files import open_file, replace_file
from pipeline.parts import sweep_parts

VERSION = [1, sys.byteorder, *(array(code).itemsize for code in "IQ")]
"""Also of how this machine writes numbers."""


def read_kept(path: Path, code: str) -> Mapping[str, Index]:
    """What a program of this stamp found in the file of each kind; nothing where it cannot be used."""
    try:
        with open_file(path) as file:
            mark, data = file.readline(), file.read()
        if mark.strip().decode() != hashlib.sha256(data).hexdigest():
            return {}
        columns = BytesIO(data)
        found = json.loads(columns.readline())
        if (found["version"], found["code"]) != (VERSION, code):
            return {}
        return {kind: _index(kind, told, columns) for kind, told in found["kinds"]}
    except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return {}


def keep_indices(path: Path, code: str, indices: Iterable[Index], known: Mapping[str, Index]) -> None:
    """Keep what was found, where it is not what is kept already; raises AuthoringError where the disk refuses."""
    found = {index.kind: index for index in indices}
    marks = {kind: index.mark for kind, index in found.items()}
    if all(marks.values()) and marks == {kind: index.mark for kind, index in known.items()}:
        with suppress(OSError):
            os.utime(path)  # by its age it is seen whether anybody wants it
        return
    told = {"version": VERSION, "code": code, "kinds": [(kind, _told(index)) for kind, index in found.items()]}
    data = b"".join((json.dumps(told).encode(), b"\n", *(part for index in found.values() for part in _columns(index))))
    sweep_parts(path)
    replace_file(path, hashlib.sha256(data).hexdigest().encode() + b"\n" + data)


def _told(index: Index) -> dict[str, Any]:
    ids, *sorts, _ = zip(*index.heads, strict=True)
    mark = list(index.mark) if index.mark else None
    of = list(dict.fromkeys(zip(*sorts, strict=True)))
    return {"count": len(ids), "blocks": len(index.blocks), "sorts": of, "mark": mark, "ids": " ".join(ids)}


def _columns(index: Index) -> Iterator[bytes]:
    _, *parts, lots = zip(*index.heads, strict=True)
    sorts = list(zip(*parts, strict=True))
    numbers = {sort: number for number, sort in enumerate(dict.fromkeys(sorts))}
    yield array("I", map(numbers.__getitem__, sorts)).tobytes()
    yield array("I", lots).tobytes()
    yield array("Q", index.lines.lengths).tobytes()
    yield b"".join(index.lines.digests)
    yield array("I", (block.lines for block in index.blocks)).tobytes()
    yield array("Q", (block.size for block in index.blocks)).tobytes()
    yield b"".join(block.digest for block in index.blocks)


def _index(kind: str, told: Mapping[str, Any], columns: BytesIO) -> Index:
    count, blocks = told["count"], told["blocks"]
    rows, cols, tiers = zip(*told["sorts"], strict=True)
    sorts, lots = _numbers("I", count, columns), _numbers("I", count, columns)
    of = (map(own.__getitem__, sorts) for own in (rows, cols, tiers))
    # By no call of Python for each: a large catalogue has a hundred thousand.
    heads = tuple(map(Head._make, zip(told["ids"].split(" "), *of, lots, strict=True)))
    lines = lines_of(Path(), _numbers("Q", count, columns), _digests(count, columns))
    counts, sizes = (_numbers(code, blocks, columns) for code in "IQ")
    own = tuple(map(Block, counts, sizes, _digests(blocks, columns)))
    return Index(kind, heads, lines, own, Mark(*told["mark"]) if told["mark"] else None)


def _numbers(code: str, count: int, columns: BytesIO) -> array[int]:
    found: array[int] = array(code)
    found.frombytes(columns.read(count * found.itemsize))
    return found


def _digests(count: int, columns: BytesIO) -> tuple[bytes, ...]:
    data = columns.read(count * DIGEST)
    return tuple(data[at : at + DIGEST] for at in range(0, len(data), DIGEST))

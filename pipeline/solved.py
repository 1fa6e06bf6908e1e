"""A base as a run and its cache keep it: each level as the line that it becomes, and the little that sorting asks for.

The lines are written once, by whoever solves the layout. A run that finds them in the cache parses none: it puts in the
words that the layout has now, and copies the rest. So a run holds a mark of each level in memory, and never a level.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any

from pipeline.base import Base
from pipeline.catalogue import SCHEMA, LevelId, level_from_json, level_line
from pipeline.errors import Location
from pipeline.kind import discover
from pipeline.layout import Labelled
from pipeline.repeats import short_digest, smallest_code
from pipeline.tier import Tier

LABELS = (b', "title": "', b', "rules": {')
"""What begins the words of a layout in a line, and what follows them. No text within quotes can look so, since JSON
puts a backslash before each quote in it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is to be known of a level beside its line."""

    id: LevelId
    rows: int
    cols: int
    tier: Tier
    clues: int
    code: str
    """A digest of the smallest code of its images: levels that are images of each other have it alike."""


@dataclass(frozen=True, slots=True)
class Marks:
    """A base without its lines."""

    levels: tuple[Mark, ...]
    missing: tuple[tuple[Tier, str], ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """A base with a line for each of its levels."""

    marks: Marks
    lines: tuple[bytes, ...]


def solved_of(base: Base) -> Solved:
    """A base as it is kept."""
    kinds = discover()
    levels = tuple(
        Mark(level.id, level.rows, level.cols, level.tier, level.clues, short_digest(smallest_code(kinds, level)))
        for level in base.levels
    )
    return Solved(Marks(levels, base.missing), tuple(level_line(level) for level in base.levels))


def base_of(solved: Solved, file: str) -> Base:
    """The levels themselves; raises CatalogueError or ValueError where a line is none. ``file`` is where they stood."""
    levels = tuple(level_from_json(json.loads(line), Location(file)) for line in solved.lines)
    return Base(levels, solved.marks.missing)


def entry_of(solved: Solved) -> bytes:
    """A base as lines of JSON: the marks first, then the levels."""
    marks = {
        "levels": [[mark.id, mark.rows, mark.cols, mark.tier, mark.clues, mark.code] for mark in solved.marks.levels],
        "missing": solved.marks.missing,
    }
    head = json.dumps(marks, ensure_ascii=False).encode() + b"\n"
    return head + b"".join(solved.lines)


def solved_from(entry: bytes) -> Solved:
    """Read an entry back; raises ValueError, KeyError or TypeError where it is none."""
    head, *lines = entry.splitlines(keepends=True)
    data = json.loads(head)
    levels = tuple(_mark(row, line) for row, line in zip(data["levels"], lines, strict=True))
    missing = tuple((Tier(tier), intern(reason)) for tier, reason in data["missing"])
    return Solved(Marks(levels, missing), tuple(lines))


def _mark(row: Sequence[Any], line: bytes) -> Mark:
    """The mark of a level, which has to be that of its line."""
    id_, rows, cols, tier, clues, code = row
    if [type(value) for value in (id_, rows, cols, clues, code)] != [str, int, int, int, str]:
        raise ValueError("not the mark of a level")
    start, end = _labels(line)
    before = f'{{"schema": {SCHEMA}, "id": {json.dumps(id_)}, "kind": "'
    after = f'", "rows": {rows}, "cols": {cols}, "tier": {json.dumps(Tier(tier))}'
    whole = line.startswith(before.encode()) and line.endswith(after.encode(), len(before), start)
    if not whole or not line.endswith(b"}\n", end):
        raise ValueError("a line of another level")
    return Mark(LevelId(id_), rows, cols, Tier(tier), clues, code)


def labelled(line: bytes, layout: Labelled) -> bytes:
    """The line of a level with the words and the place that its layout has now."""
    start, end = _labels(line)
    words = {"title": layout.title, "author": layout.author, "base": layout.base, "source": layout.source}
    return b"%b, %b%b" % (line[:start], json.dumps(words, ensure_ascii=False).encode()[1:-1], line[end:])


def _labels(line: bytes) -> tuple[int, int]:
    """Where the words of a layout begin and end in a line; raises ValueError where there are none."""
    before, after = LABELS
    start = line.index(before)
    return start, line.index(after, start)

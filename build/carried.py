"""What was worked out for the levels of a play page, taken from the page as the last build left it.

A base that changes concerns a few of the levels of its pages. The ways and the links of the others are on the page that
is about to be replaced, and take a hundred times as long to work out as to read. They are taken from there where they
cannot be others: all that is alike for every page is as it was, the file is the very one that was left, it was made of
the lines that the last build knew, and the line of the level is one of these still.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from build.index import Index, digest_of_lines
from build.programs import Opening, stencil_text
from build.state import HASH, Left, seen
from pipeline.catalogue import LevelId

DATA = re.compile(rb'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)

Lines = Mapping[LevelId, bytes]
"""The digest of the line of each level."""


class Carried(NamedTuple):
    """What was worked out for a level."""

    way: str
    openings: tuple[Opening, ...]


def lines_by_id(index: Index) -> Lines:
    """The lines of a file."""
    return {head.id: digest for head, digest in zip(index.heads, index.lines.digests, strict=True)}


def carried(page: Path, left: Left, was: Lines, now: Lines) -> Mapping[LevelId, Carried]:
    """What a page that was left so has of the levels that stand in their lines as before; nothing if in doubt."""
    try:
        data = _data(page, left)
        levels = data["levels"] if data else []
        if not levels or digest_of_lines(was[level["id"]] for level in levels) != left.lines:
            return {}
        ways = [Opening(way["title"], stencil_text(way["stencil"]), way["whole"]) for way in data["programs"]]
        return {
            level["id"]: Carried(level["way"], tuple(ways[number] for number in level["opens"]))
            for level in levels
            if now.get(level["id"]) == was[level["id"]]
        }
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def _data(page: Path, left: Left) -> Any:
    """What the script of a page finds on it, if the file is as it was left."""
    if seen(page) != left.seen:
        return None
    text = page.read_bytes()
    found = DATA.search(text)
    is_same = hashlib.sha256(text).hexdigest()[:HASH] == left.hash
    return json.loads(found[1]) if found and is_same else None

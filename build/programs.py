"""The other programs in which the levels of a page open: those whose links can draw them, and how each is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pipeline.catalogue import Level
from pipeline.errors import AuthoringError
from pipeline.interchange.format import Request
from pipeline.kind import AnyKind


class Opening(NamedTuple):
    """A program in which a level opens."""

    title: str
    """As people know it."""
    stencil: str
    """How the link is written, as JSON."""
    whole: bool
    """Whether the link says the rules of the level as well as its board."""


def openings(kind: AnyKind, level: Level) -> tuple[Opening, ...]:
    """The programs in which a level opens."""
    return tuple(_openings(kind, level))


def _openings(kind: AnyKind, level: Level) -> Iterator[Opening]:
    puzzle = kind.read_grid(level.grid, level.rules)
    for format in kind.formats:
        if format.stencil is None or format.write is None:
            continue
        try:
            link = format.write(Request(puzzle, None, level.title, level.author)).text
        except AuthoringError:
            # It has no way to draw such a board.
            continue
        stencil = stencil_text(format.stencil(puzzle).for_page())
        yield Opening(format.title, stencil, format.read(link).puzzle == puzzle)


def stencil_text(stencil: Mapping[str, Any]) -> str:
    """A stencil as a text, the same however its parts are ordered."""
    return json.dumps(stencil, sort_keys=True)


def programs(levels: Iterable[Level], of: Callable[[Level], tuple[Opening, ...]]) -> tuple[list[Any], list[list[Any]]]:
    """What a page knows of them: every way to open a level that one of these has, each once; and for each level the
    numbers of its own."""
    ways: dict[Opening, int] = {}
    numbers = [[ways.setdefault(one, len(ways)) for one in of(level)] for level in levels]
    told = [{"title": way.title, "stencil": json.loads(way.stencil), "whole": way.whole} for way in ways]
    return told, numbers

"""Layouts that stand twice: under one name, as images of each other, or with levels that are."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, LayoutRuleError
from pipeline.kind import AnyKind
from pipeline.layout import Labelled, Layout
from pipeline.tier import Tier


class Graded(Protocol):
    """A level, or what is known of it: from which layout it is, and its tier."""

    @property
    def kind(self) -> str:
        """The name of its kind."""

    @property
    def base(self) -> str:
        """The name of its layout."""

    @property
    def tier(self) -> Tier:
        """How hard it is."""


L = TypeVar("L", bound=Labelled)
G = TypeVar("G", bound=Graded)


def standing_once(layouts: Sequence[L], image: Callable[[L], Hashable]) -> tuple[tuple[L, ...], list[AuthoringError]]:
    """The layouts that stand there once, and one error for each that has the name of another or is an image of one."""
    again = [*namesakes(layouts), *twins(layouts, image)]
    places = {fault.location for fault in again}
    return tuple(layout for layout in layouts if layout.location not in places), again


def namesakes(layouts: Sequence[Labelled]) -> Iterator[AuthoringError]:
    """One error for each layout of a file whose name, but for its ending, another file has."""
    seen: dict[tuple[str, str], Labelled] = {}
    for layout in layouts:
        first = seen.setdefault((layout.kind, layout.base), layout)
        if first is not layout:
            message = f"this layout and the one at {first.location} would both be called '{layout.base}'"
            yield LayoutRuleError(message, layout.location, "rename one of the files")


def smallest_image(kinds: Mapping[str, AnyKind], layout: Layout) -> tuple[str, ...]:
    """What two layouts have alike if they are images of each other."""
    return min(kinds[layout.kind].twins(layout.board))


def twins(layouts: Sequence[L], image: Callable[[L], Hashable]) -> Iterator[AuthoringError]:
    """One error for each layout that is an image of one before it; ``image`` gives the smallest of each."""
    seen: dict[tuple[str, Hashable], L] = {}
    for layout in layouts:
        key = (layout.kind, image(layout))
        first = seen.setdefault(key, layout)
        if first is not layout:
            message = f"this layout is an image of the one at {first.location}"
            yield LayoutRuleError(message, layout.location, "leave one of them out")


def short_digest(image: str) -> str:
    """What is kept of a smallest image or code in its place: it is alike where that is."""
    return hashlib.sha256(image.encode()).hexdigest()[:32]


def smallest_code(kinds: Mapping[str, AnyKind], level: Level) -> str:
    """What two levels have alike if they are images of each other."""
    kind = kinds[level.kind]
    puzzle = kind.read_grid(level.grid, level.rules)
    return min(kind.code(kind.turn(puzzle, image)) for image in level.images)


def repeated(layouts: Sequence[Labelled], levels: Iterable[G], code: Callable[[G], str]) -> Iterator[AuthoringError]:
    """One error for each layout with a level that is an image of a level of another; ``code`` gives the smallest."""
    by_base = {(layout.kind, layout.base): layout for layout in layouts}
    seen: dict[tuple[str, str], G] = {}
    told: set[str] = set()
    for level in levels:
        first = seen.setdefault((level.kind, code(level)), level)
        if first is not level and level.base not in told:
            told.add(level.base)
            other = by_base[first.kind, first.base].location
            message = f"the {level.tier} level of this layout is an image of the {first.tier} level of {other}"
            yield LayoutRuleError(message, by_base[level.kind, level.base].location, "leave one of them out")

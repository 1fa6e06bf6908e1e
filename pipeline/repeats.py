"""Layouts that stand twice: under one name, as images of each other, or with levels that are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, LayoutRuleError
from pipeline.kind import AnyKind
from pipeline.layout import Layout


def namesakes(layouts: Sequence[Layout]) -> Iterator[AuthoringError]:
    """One error for each layout of a file whose name, but for its ending, another file has."""
    seen: dict[tuple[str, str], Layout] = {}
    for layout in layouts:
        first = seen.setdefault((layout.kind, layout.base), layout)
        if first is not layout:
            message = f"this layout and the one at {first.location} would both be called '{layout.base}'"
            yield LayoutRuleError(message, layout.location, "rename one of the files")


def smallest_image(kinds: Mapping[str, AnyKind], layout: Layout) -> tuple[str, ...]:
    """What two layouts have alike if they are images of each other."""
    return min(kinds[layout.kind].twins(layout.board))


def twins(layouts: Sequence[Layout], image: Callable[[Layout], tuple[str, ...]]) -> Iterator[AuthoringError]:
    """One error for each layout that is an image of one before it; ``image`` gives the smallest of each."""
    seen: dict[tuple[str, tuple[str, ...]], Layout] = {}
    for layout in layouts:
        key = (layout.kind, image(layout))
        first = seen.setdefault(key, layout)
        if first is not layout:
            message = f"this layout is an image of the one at {first.location}"
            yield LayoutRuleError(message, layout.location, "leave one of them out")


def smallest_code(kinds: Mapping[str, AnyKind], level: Level) -> str:
    """What two levels have alike if they are images of each other."""
    kind = kinds[level.kind]
    puzzle = kind.read_grid(level.grid, level.rules)
    return min(kind.code(kind.turn(puzzle, image)) for image in level.images)


def repeated(
    layouts: Sequence[Layout], levels: Sequence[Level], code: Callable[[Level], str]
) -> Iterator[AuthoringError]:
    """One error for each layout with a level that is an image of a level of another; ``code`` gives the smallest."""
    by_base = {(layout.kind, layout.base): layout for layout in layouts}
    seen: dict[tuple[str, str], Level] = {}
    told: set[str] = set()
    for level in levels:
        first = seen.setdefault((level.kind, code(level)), level)
        if first is not level and level.base not in told:
            told.add(level.base)
            other = by_base[first.kind, first.base].location
            message = f"the {level.tier} level of this layout is an image of the {first.tier} level of {other}"
            yield LayoutRuleError(message, by_base[level.kind, level.base].location, "leave one of them out")

"""The catalogue as the site needs it: checked, grouped by size and tier, and cut into pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from build.settled import settled
from pipeline.catalogue import AGAIN, Level, read_catalogue
from pipeline.check import level_fault
from pipeline.errors import CatalogueError, Location
from pipeline.kind import AnyKind, discover

PAGE_SIZE = 64
"""How many levels a play page holds."""


@dataclass(frozen=True, slots=True)
class PlayPage:
    """Up to ``PAGE_SIZE`` levels of one size and tier that share a file; ``first`` is the number of its first one."""

    name: str
    first: int
    levels: tuple[Level, ...]

    def link(self, level: Level) -> str:
        """Where a level is played, seen from the kind's folder."""
        return f"{self.name}#{level.id}"


@dataclass(frozen=True, slots=True)
class Group:
    """The levels of one size and tier."""

    rows: int
    cols: int
    tier: str
    pages: tuple[PlayPage, ...]

    @property
    def count(self) -> int:
        """How many levels there are."""
        return sum(len(page.levels) for page in self.pages)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All levels of a kind, in the catalogue's order."""

    kind: str
    source: str
    """The file of the catalogue."""
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        """How many levels there are."""
        return sum(group.count for group in self.groups)

    @property
    def levels(self) -> tuple[Level, ...]:
        """Every level in that order."""
        return tuple(level for page in self.pages for level in page.levels)

    @property
    def pages(self) -> tuple[PlayPage, ...]:
        """Every play page in the order in which one walks from level to level."""
        return tuple(page for group in self.groups for page in group.pages)


def read_shelves(folder: Path) -> tuple[Shelf, ...]:
    """Read every ``<kind>.jsonl`` of a catalogue; raises CatalogueError naming file and line."""
    try:
        files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else None
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise CatalogueError(message, Location(folder.as_posix()), "is the name right?") from error
    if not files:
        fault = "there is no catalogue" if files is None else "the catalogue is empty"
        raise CatalogueError(fault, Location(folder.as_posix()), "run 'kotae levels' first")
    kinds = discover()
    return tuple(shelve(path.stem, path.as_posix(), _checked(path, kinds.get(path.stem))) for path in files)


def shelve(kind: str, source: str, levels: Iterable[Level]) -> Shelf:
    """The levels of a kind, given in the catalogue's order, in groups and pages."""
    return Shelf(kind, source, _groups(levels))


def shown(level: Level) -> dict[str, Any]:
    """What a player's page knows of a level, but for the way to its answer, which is for hints: the rules judge."""
    return {
        "id": level.id,
        "rows": level.rows,
        "cols": level.cols,
        "tier": str(level.tier),
        "title": level.title,
        "author": level.author,
        "grid": level.grid,
        "rules": level.rules,
        "images": level.images,
        "code": level.code,
    }


def _checked(path: Path, kind: AnyKind | None) -> list[Level]:
    """The levels of a file; what a page would trip over is an error here."""
    levels: list[Level] = []
    lines: dict[str, int] = {}
    for number, level in enumerate(read_catalogue(path), start=1):
        fault = level_fault(kind, level) if kind else None
        if level.kind != path.stem:
            fault = f"a level of '{level.kind}' in the file of '{path.stem}'"
        if level.id in lines:
            fault = f"the id {level.id} stands on line {lines[level.id]} too"
        if fault:
            raise CatalogueError(fault, Location(path.as_posix(), number), AGAIN)
        lines[level.id] = number
        levels.append(replace(level, title=settled(level.title), author=settled(level.author)))
    return levels


def _groups(levels: Iterable[Level]) -> tuple[Group, ...]:
    ordered = sorted(levels, key=lambda level: (level.rows * level.cols, level.rows, level.tier.rank))
    found = groupby(ordered, key=lambda level: (level.rows, level.cols, str(level.tier)))
    return tuple(Group(*key, pages=_pages(key, tuple(group))) for key, group in found)


def _pages(key: tuple[int, int, str], levels: tuple[Level, ...]) -> tuple[PlayPage, ...]:
    rows, cols, tier = key
    pages = []
    for index in range(0, len(levels), PAGE_SIZE):
        # The first page's name never changes as a group grows, and neither does its levels' place on it.
        suffix = f"-{index // PAGE_SIZE + 1}" if index else ""
        pages.append(PlayPage(f"{rows}x{cols}-{tier}{suffix}.html", index + 1, levels[index : index + PAGE_SIZE]))
    return tuple(pages)

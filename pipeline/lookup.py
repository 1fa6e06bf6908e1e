"""Finding one level in a catalogue by its id."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pipeline.catalogue import Level, read_lines
from pipeline.check import level_fault
from pipeline.errors import AuthoringError, CatalogueError, Location
from pipeline.kind import AnyKind


def find_level(level_id: str, kinds: Mapping[str, AnyKind], catalogue: Path) -> tuple[AnyKind, Level, Location]:
    """The level of this id, its kind, and its line.

    Only lines that name the id are read. Raises AuthoringError, located at the line, where the level cannot be read or
    is none of its kind, and, located at the catalogue, where there is none.
    """
    for path in sorted(catalogue.glob("*.jsonl")):
        for number, level in read_lines(path, f'"{level_id}"'.encode()):
            if isinstance(level, CatalogueError):
                raise level
            if level.id == level_id and level.kind in kinds:
                place = Location(path.as_posix(), number)
                if fault := level_fault(kinds[level.kind], level):
                    raise AuthoringError(f"the level {level_id}: {fault}", place)
                return kinds[level.kind], level, place
    hint = "'kotae levels' makes the catalogue; --catalogue names another"
    raise AuthoringError(f"no level has the id {level_id}", Location(catalogue.as_posix()), hint)

"""What a report is about where no live rebuild has it: the catalogue as it is on disk, and what the cache knows.

The catalogue holds levels alone. What was left out, and why, a run keeps in the cache with the levels of each layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from build.author.report import Holding
from pipeline.base import Base
from pipeline.cache import Cache
from pipeline.catalogue import Level, read_catalogue
from pipeline.errors import AuthoringError, CatalogueError, Location
from pipeline.find import find_layouts
from pipeline.kind import AnyKind
from pipeline.layout import Layout, read_layouts
from pipeline.limits import Limits
from pipeline.run import collect


def gather_holding(catalogue: Path, layouts: Path, cache: Cache, kinds: dict[str, AnyKind]) -> Holding:
    """All that there is to report; raises CatalogueError where there is no catalogue.

    Without a folder of layouts it is not known what was left out.
    """
    levels = tuple(_levels(catalogue, kinds))
    if not layouts.is_dir():
        return Holding(levels, unknown=None)
    # Whether layouts are images of each other takes longer than all of this, and no run leaves a catalogue where so.
    found = find_layouts(layouts, kinds)
    faults = list(found.faults)
    known: list[tuple[Layout, Base]] = []
    unknown = 0
    for path in found.paths:
        read, bad = read_layouts(path, layouts, kinds)
        faults += bad
        for layout in read:
            base = cache.get(cache.key(kinds[layout.kind], layout, Limits()))
            if base:
                known.append((layout, base))
            else:
                unknown += 1
    _, left_out = collect([layout for layout, _ in known], [base for _, base in known])
    return Holding(levels, tuple(left_out), tuple(faults), unknown)


def _levels(catalogue: Path, kinds: dict[str, AnyKind]) -> Iterator[Level]:
    paths = sorted(catalogue.glob("*.jsonl"))
    if not paths:
        raise CatalogueError("there is no catalogue", Location(catalogue.as_posix()), "make it with 'kotae levels'")
    for path in paths:
        if path.stem not in kinds:
            raise AuthoringError(f"there is no kind '{path.stem}'", Location(path.as_posix()), "install it")
        yield from read_catalogue(path)

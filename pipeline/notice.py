"""Warnings: what is no fault, and still hardly meant. A run tells them and goes on; with ``--strict`` it ends with 1.

A layout without a title is one of many where its file has several and names none: they go by their numbers. One that
stands alone, or among named ones, was forgotten. A tier that a layout reaches by default is nobody's wish; one that its
``tiers`` names is, and so is that a kind has levels of each tier that its layouts leave open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pipeline.errors import AuthoringError, Location
from pipeline.layout import Labelled
from pipeline.run import Report
from pipeline.tier import Tier
from pipeline.wording import plural

SHOWN = 3
"""How many places a warning names that is about many."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning: what, where, and what could be done."""

    message: str
    location: Location | None = None
    hint: str | None = None

    def __str__(self) -> str:
        return f"warning: {AuthoringError(self.message, self.location, self.hint)}"


class Read(Protocol):
    """What was read of a folder of layouts, with their boards or without."""

    @property
    def layouts(self) -> Sequence[Labelled]:
        """Those that read well."""

    @property
    def passed_over(self) -> tuple[Path, ...]:
        """The files that are no layouts by their names."""

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders of kinds."""


def folder_notices(loaded: Read) -> Iterator[Notice]:
    """What there is to say of a folder of layouts before any is solved."""
    for path in loaded.passed_over:
        yield Notice("passed over: the name of a layout ends in .yaml", Location(path.as_posix()))


def level_notices(root: Path, loaded: Read, report: Report) -> tuple[Notice, ...]:
    """What there is to say of a run that made its catalogue of the layouts below ``root``."""
    layouts = loaded.layouts
    return *_empty(root, loaded), *_left_out(report), *_not_reached(layouts, report), *_unnamed(layouts)


def _empty(root: Path, loaded: Read) -> Iterator[Notice]:
    having = {layout.kind for layout in loaded.layouts}
    for folder in loaded.folders:
        if folder not in having:
            hint = f"'kotae new {folder}' draws layouts"
            yield Notice(f"no layout of '{folder}' is in its folder", Location((root / folder).as_posix()), hint)


def _left_out(report: Report) -> Iterator[Notice]:
    for left in report.left_out:
        place = left.layout.location
        if left.tier is None:
            yield Notice(f"left out: {left.reason}", place)
        elif left.layout.tiers != tuple(Tier):
            yield Notice(f"its 'tiers' has '{left.tier}', which it does not reach: {left.reason}", place)


def _not_reached(layouts: Sequence[Labelled], report: Report) -> Iterator[Notice]:
    """One for each kind of which no level has a tier that its layouts leave open."""
    kinds: dict[str, list[Labelled]] = defaultdict(list)
    for layout in layouts:
        kinds[layout.kind].append(layout)
    for kind, own in sorted(kinds.items()):
        is_open = any(layout.tiers == tuple(Tier) for layout in own)
        lacking = [tier for tier in Tier if is_open and (kind, tier) not in report.reached]
        if lacking:
            hint = f"'kotae new {kind} --tier {lacking[-1]}' draws one; 'tiers' in a layout says which are wanted of it"
            yield Notice(f"no level of '{kind}' is {' or '.join(lacking)}", hint=hint)


def _unnamed(layouts: Sequence[Labelled]) -> Iterator[Notice]:
    files: dict[str, list[Labelled]] = defaultdict(list)
    for layout in layouts:
        files[layout.location.file].append(layout)
    unnamed = [
        layout
        for own in files.values()
        if len(own) == 1 or any(layout.title for layout in own)
        for layout in own
        if not layout.title
    ]
    if unnamed:
        more = f" and {len(unnamed) - SHOWN:,} more" if len(unnamed) > SHOWN else ""
        places = ", ".join(str(layout.location) for layout in unnamed[:SHOWN]) + more
        verb = "has" if len(unnamed) == 1 else "have"
        yield Notice(f"{plural(len(unnamed), 'layout')} {verb} no title: {places}", hint="begin each with 'title: …'")

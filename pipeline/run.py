"""The same stages over many layouts, on any number of workers, with the same bytes at the end.

A run reads every layout, solves each that reads well, reports every fault, and writes a catalogue only when there is
none: the last good one stays otherwise. It stays as well where a kind has layouts and not one level is left of them,
because its budgets end undecided or no layout reaches a tier that it asks for: each of these layouts is then a fault.
Results are kept and counted as they are ready, and put into the order of the layouts at the end. What a run holds in
memory of a layout and of a level is a few hundred bytes; boards and lines wait on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypeGuard

from pipeline.base import Base, relabel
from pipeline.cache import Cache
from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, AuthoringErrors, LayoutRuleError, UndecidedError
from pipeline.find import read_all
from pipeline.kind import AnyKind, discover
from pipeline.layout import Labelled, Layout, read_layouts
from pipeline.limits import Limits
from pipeline.listing import Listing
from pipeline.repeats import repeated, smallest_image, standing_once
from pipeline.solving import Hire, Outcome, Solving
from pipeline.spool import Spool
from pipeline.tier import Tier
from pipeline.writing import write_catalogues


class Ended(Protocol):
    """What came of a layout that was solved: its levels, in whatever form, and the tiers it does not reach."""

    @property
    def levels(self) -> Sequence[object]:
        """The levels."""

    @property
    def missing(self) -> tuple[tuple[Tier, str], ...]:
        """Each tier with the reason."""


Image = tuple[str, ...]
"""What two layouts have alike if they are images of each other."""

Read = Callable[[Path, Path, dict[str, AnyKind]], tuple[list[Layout], list[AuthoringError]]]
"""Reads the layouts of a file below a folder, and every fault in it."""

NO_TIER = "it reaches none of the tiers that it asks for"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A tier, or with no tier a whole layout, that did not make it into the catalogue, and why."""

    layout: Labelled
    tier: Tier | None
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a run made."""

    bases: int
    levels: int
    solved: int
    """Layouts that were not in the cache."""
    tiers: tuple[tuple[str, int], ...]
    left_out: tuple[LeftOut, ...]
    reached: frozenset[tuple[str, Tier]] = frozenset()
    """Each kind with each tier of which there is a level of it."""
    unkept: AuthoringError | None = None
    """Why results could not be put into the cache, where that is so."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a folder of layouts holds: those that can be solved, every fault, and the files that are no layouts."""

    layouts: tuple[Layout, ...]
    faults: tuple[AuthoringError, ...]
    passed_over: tuple[Path, ...]
    folders: tuple[str, ...] = ()
    """The folders of kinds."""


def read_folder(
    root: Path, kinds: dict[str, AnyKind], read: Read = read_layouts, image: Callable[[Layout], Image] | None = None
) -> Loaded:
    """Everything below ``root``; raises AuthoringError where there is nothing at all.

    ``read`` reads one file, and ``image`` gives the smallest image of a layout: whoever comes again and again may know
    them.
    """
    found, layouts, faults = read_all(root, kinds, lambda path: read(path, root, kinds))
    return without_repeats(Loaded(tuple(layouts), tuple(faults), found.passed_over, found.folders), kinds, image)


def without_repeats(
    loaded: Loaded, kinds: dict[str, AnyKind], image: Callable[[Layout], Image] | None = None
) -> Loaded:
    """The same without the layouts that stand there twice, of which each is a fault."""
    once, again = standing_once(loaded.layouts, image or partial(smallest_image, kinds))
    return replace(loaded, layouts=once, faults=(*loaded.faults, *again))


def load_layouts(root: Path, kinds: dict[str, AnyKind]) -> list[Layout]:
    """Every layout below ``root``; raises AuthoringErrors with all faults of all files."""
    loaded = read_folder(root, kinds)
    if loaded.faults:
        raise AuthoringErrors(loaded.faults)
    return list(loaded.layouts)


def make_catalogue(
    listing: Listing,
    out: Path,
    *,
    jobs: int = 1,
    cache: Cache | None = None,
    limits: Limits | None = None,
    hire: Hire | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> Report:
    """Run the stages over all layouts and write ``out/<kind>.jsonl``; raises AuthoringErrors and writes nothing.

    ``progress`` is called with the number of layouts just finished. ``hire`` gives what stands in for the pool that
    ``jobs`` above 1 makes, and is asked only where something has to be solved. The faults of the listing are raised
    with those of this run, whose results are kept all the same. A layout that its budgets leave undecided is left out
    and reported, and the others go on; but where no level of its kind is left, it is a fault.
    """
    kinds, layouts = discover(), listing.layouts
    with Spool(*beside(cache, out)) as lines:
        run = Solving(listing, lines, cache)
        run.solve(kinds, limits or Limits(), jobs, hire, progress)
        outcomes = [run.outcomes[at] for at in range(len(layouts))]
        levels = [level for at in range(len(layouts)) for level in run.levels.get(at, ())]
        found = [*listing.faults, *filter(is_fault, outcomes)]
        found += repeated(layouts, levels, lambda level: level.mark.code)
        found = found or [*without_level(layouts, outcomes)]
        if found:
            raise AuthoringErrors(found)
        if cache:
            cache.prune()
        write_catalogues(out, kinds, {layout.kind for layout in layouts}, levels, lines)
    tiers = Counter(level.tier for level in levels)
    counts = tuple((tier.value, tiers[tier]) for tier in Tier)
    reached = frozenset((level.kind, level.tier) for level in levels)
    left_out = tuple(leaving_out(layouts, outcomes))
    return Report(len(layouts), len(levels), run.solved, counts, left_out, reached, run.unkept)


def beside(cache: Cache | None, out: Path) -> tuple[Path, ...]:
    """Beside what a run keeps on disk that which waits there: the cache, or the folder of the catalogue."""
    return (cache.folder, out) if cache else (out,)


def is_fault(outcome: Ended | AuthoringError) -> TypeGuard[AuthoringError]:
    """Whether a layout is at fault, and not only undecided."""
    return isinstance(outcome, AuthoringError) and not isinstance(outcome, UndecidedError)


def collect(layouts: Sequence[Layout], outcomes: Sequence[Outcome]) -> tuple[list[Level], list[LeftOut]]:
    """The levels of all bases, and what was left out."""
    levels = [
        relabel(level, layout)
        for layout, outcome in zip(layouts, outcomes, strict=True)
        if isinstance(outcome, Base)
        for level in outcome.levels
    ]
    return levels, [*leaving_out(layouts, outcomes)]


def leaving_out(layouts: Sequence[Labelled], outcomes: Sequence[Ended | AuthoringError]) -> Iterator[LeftOut]:
    """What was left out, and why."""
    for layout, outcome in zip(layouts, outcomes, strict=True):
        if isinstance(outcome, UndecidedError):
            yield LeftOut(layout, None, outcome.message)
        elif not isinstance(outcome, AuthoringError):
            for tier, reason in outcome.missing:
                yield LeftOut(layout, tier, reason)
            if not outcome.levels:
                yield LeftOut(layout, None, NO_TIER)


def without_level(layouts: Sequence[Labelled], outcomes: Sequence[Ended | AuthoringError]) -> Iterator[AuthoringError]:
    """One error for each layout of a kind of which no level is left, with the reason."""
    made = {
        layout.kind
        for layout, outcome in zip(layouts, outcomes, strict=True)
        if not isinstance(outcome, AuthoringError) and outcome.levels
    }
    for layout, outcome in zip(layouts, outcomes, strict=True):
        if layout.kind not in made:
            message = f"no level of '{layout.kind}' is left"
            if not isinstance(outcome, AuthoringError):
                reasons = "; ".join(f"{tier}: {reason}" for tier, reason in outcome.missing)
                yield LayoutRuleError(f"{message}: {NO_TIER}", layout.location, reasons)
            else:
                yield UndecidedError(f"{message}: {outcome.message}", outcome.location, outcome.hint)

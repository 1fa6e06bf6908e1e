"""The same stages over many layouts, on any number of workers, with the same bytes at the end.

A run reads every layout, solves each that reads well, reports every fault, and writes a catalogue only when there is
none: the last good one stays otherwise. It stays as well where a kind has layouts and not one level is left of them,
because its budgets end undecided or no layout reaches a tier that it asks for: each of these layouts is then a fault.
Results are kept and counted as they are ready, and put into the order of the layouts at the end.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, as_completed
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeGuard

from pipeline.base import Base, Limits, build_base, relabel
from pipeline.cache import Cache
from pipeline.catalogue import Level, catalogue_text
from pipeline.errors import AuthoringError, AuthoringErrors, LayoutRuleError, UndecidedError
from pipeline.files import located, open_file, replace_files
from pipeline.find import find_layouts
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout, read_layouts
from pipeline.repeats import namesakes, repeated, smallest_code, smallest_image, twins
from pipeline.tier import Tier
from pipeline.workers import uninterrupted, worker_lost, workers

Outcome = Base | AuthoringError

Image = tuple[str, ...]
"""What two layouts have alike if they are images of each other."""

Read = Callable[[Path, Path, dict[str, AnyKind]], tuple[list[Layout], list[AuthoringError]]]
"""Reads the layouts of a file below a folder, and every fault in it."""

NO_TIER = "it reaches none of the tiers that it asks for"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A tier, or with no tier a whole layout, that did not make it into the catalogue, and why."""

    layout: Layout
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
    found = find_layouts(root, kinds)
    layouts: list[Layout] = []
    faults = list(found.faults)
    for path in found.paths:
        good, bad = read(path, root, kinds)
        layouts += good
        faults += bad
    if not layouts and not faults:
        raise AuthoringError(f"there are no layouts in {root.as_posix()}", hint="'kotae new' writes some")
    return without_repeats(Loaded(tuple(layouts), tuple(faults), found.passed_over, found.folders), kinds, image)


def without_repeats(
    loaded: Loaded, kinds: dict[str, AnyKind], image: Callable[[Layout], Image] | None = None
) -> Loaded:
    """The same without the layouts that stand there twice, of which each is a fault."""
    again = repeats(loaded.layouts, kinds, image)
    places = {fault.location for fault in again}
    good = tuple(layout for layout in loaded.layouts if layout.location not in places)
    return replace(loaded, layouts=good, faults=(*loaded.faults, *again))


def load_layouts(root: Path, kinds: dict[str, AnyKind]) -> list[Layout]:
    """Every layout below ``root``; raises AuthoringErrors with all faults of all files."""
    loaded = read_folder(root, kinds)
    if loaded.faults:
        raise AuthoringErrors(loaded.faults)
    return list(loaded.layouts)


def repeats(
    layouts: Sequence[Layout], kinds: dict[str, AnyKind], image: Callable[[Layout], Image] | None = None
) -> list[AuthoringError]:
    """One error for each layout that has the name of another, or is an image of one before it."""
    return [*namesakes(layouts), *twins(layouts, image or partial(smallest_image, kinds))]


def build_catalogue(
    layouts: Sequence[Layout],
    out: Path,
    *,
    jobs: int = 1,
    cache: Cache | None = None,
    limits: Limits | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], object] = lambda _: None,
    faults: Sequence[AuthoringError] = (),
) -> Report:
    """Run the stages over all layouts and write ``out/<kind>.jsonl``; raises AuthoringErrors and writes nothing.

    ``progress`` is called with the number of layouts just finished. ``executor`` stands in for the pool that
    ``jobs`` above 1 makes. ``faults`` were found before: they are raised with those of this run, whose results are
    kept all the same. A layout that its budgets leave undecided is left out and reported, and the others go on; but
    where no level of its kind is left, it is a fault.
    """
    kinds = discover()
    outcomes, solved, unkept = _outcomes(layouts, kinds, limits or Limits(), jobs, cache, executor, progress)
    levels, left_out = collect(layouts, outcomes)
    found = [*faults, *filter(is_fault, outcomes), *repeated(layouts, levels, partial(smallest_code, kinds))]
    found = found or [*without_level(layouts, outcomes)]
    if found:
        raise AuthoringErrors(found)
    if cache:
        cache.prune()
    _write(kinds, {layout.kind for layout in layouts}, levels, out)
    tiers = Counter(level.tier for level in levels)
    counts = tuple((tier.value, tiers[tier]) for tier in Tier)
    reached = frozenset((level.kind, level.tier) for level in levels)
    return Report(len(layouts), len(levels), solved, counts, tuple(left_out), reached, unkept)


def _outcomes(
    layouts: Sequence[Layout],
    kinds: dict[str, AnyKind],
    limits: Limits,
    jobs: int,
    cache: Cache | None,
    executor: Executor | None,
    progress: Callable[[int], object],
) -> tuple[list[Outcome], int, AuthoringError | None]:
    """The outcome of each layout, how many were solved, and why the cache took no more of them, if it did not."""
    keys = [cache.key(kinds[layout.kind], layout, limits) if cache else "" for layout in layouts]
    outcomes: dict[int, Outcome] = {}
    for index, key in enumerate(keys):
        if cache and (base := cache.get(key)):
            outcomes[index] = base
    progress(len(outcomes))
    missing = [index for index in range(len(layouts)) if index not in outcomes]
    unkept: AuthoringError | None = None
    with closing(_solve([layouts[index] for index in missing], limits, jobs, executor)) as ready:
        for nth, outcome in ready:
            index = missing[nth]
            outcomes[index] = outcome
            if cache and isinstance(outcome, Base) and not unkept:
                unkept = keep(cache, keys[index], outcome)
            progress(1)
    return [outcomes[index] for index in range(len(layouts))], len(missing), unkept


def keep(cache: Cache, key: str, base: Base) -> AuthoringError | None:
    """Put a result into the cache; why it could not be, since no run ends for want of one."""
    try:
        cache.put(key, base)
    except AuthoringError as error:
        return error
    return None


def is_fault(outcome: Outcome) -> TypeGuard[AuthoringError]:
    """Whether a layout is at fault, and not only undecided."""
    return isinstance(outcome, AuthoringError) and not isinstance(outcome, UndecidedError)


def collect(layouts: Sequence[Layout], outcomes: Sequence[Outcome]) -> tuple[list[Level], list[LeftOut]]:
    """The levels of all bases, and what was left out."""
    levels: list[Level] = []
    left_out: list[LeftOut] = []
    for layout, outcome in zip(layouts, outcomes, strict=True):
        if isinstance(outcome, Base):
            levels += [relabel(level, layout) for level in outcome.levels]
            left_out += [LeftOut(layout, tier, reason) for tier, reason in outcome.missing]
            if not outcome.levels:
                left_out.append(LeftOut(layout, None, NO_TIER))
        elif isinstance(outcome, UndecidedError):
            left_out.append(LeftOut(layout, None, outcome.message))
    return levels, left_out


def without_level(layouts: Sequence[Layout], outcomes: Sequence[Outcome]) -> Iterator[AuthoringError]:
    """One error for each layout of a kind of which no level is left, with the reason."""
    made = {
        layout.kind
        for layout, outcome in zip(layouts, outcomes, strict=True)
        if isinstance(outcome, Base) and outcome.levels
    }
    for layout, outcome in zip(layouts, outcomes, strict=True):
        if layout.kind not in made:
            message = f"no level of '{layout.kind}' is left"
            if isinstance(outcome, Base):
                reasons = "; ".join(f"{tier}: {reason}" for tier, reason in outcome.missing)
                yield LayoutRuleError(f"{message}: {NO_TIER}", layout.location, reasons)
            else:
                yield UndecidedError(f"{message}: {outcome.message}", outcome.location, outcome.hint)


def _write(kinds: dict[str, AnyKind], authored: set[str], levels: Sequence[Level], out: Path) -> None:
    """Write the kinds that have layouts, and remove what is left of a kind that has none any more."""
    files = {name: out / f"{name}.jsonl" for name in kinds}
    replace_files(
        {
            path: catalogue_text(level for level in levels if level.kind == name)
            for name, path in files.items()
            if name in authored
        }
    )
    for name, path in files.items():
        if name not in authored:
            with located(path):
                if _is_catalogue(path, name):
                    path.unlink()


def _is_catalogue(path: Path, kind: str) -> bool:
    """Whether a file, if there is one, begins with a level of this kind, of whatever schema."""
    try:
        with open_file(path) as file:
            line = json.loads(file.readline())
    except (FileNotFoundError, ValueError, RecursionError):
        return False
    return isinstance(line, dict) and line.get("kind") == kind


def _solve(
    layouts: Sequence[Layout], limits: Limits, jobs: int, executor: Executor | None
) -> Generator[tuple[int, Outcome], None, None]:
    """The number and outcome of each layout as it is ready. The largest are begun first: none is left to the end."""
    if executor is None and (jobs == 1 or len(layouts) < 2):
        for index, layout in enumerate(layouts):
            yield index, solve_layout(layout, limits)
        return
    with nullcontext(executor) if executor else workers(min(jobs, len(layouts))) as pool:
        by_size = sorted(range(len(layouts)), key=lambda index: -bulk(layouts[index]))
        with uninterrupted():  # a pool begins its workers as it is given work
            numbers = {pool.submit(solve_layout, layouts[index], limits): index for index in by_size}
        for future in as_completed(numbers):
            try:
                outcome = future.result()
            except BrokenExecutor as error:
                raise worker_lost() from error
            yield numbers[future], outcome


def bulk(layout: Layout) -> int:
    """By what the largest of several layouts is known, whatever its kind."""
    return len(repr(layout.board))


def solve_layout(layout: Layout, limits: Limits) -> Outcome:
    """The stages over one layout; a fault of the layout is returned, so that the others go on."""
    try:
        return build_base(discover()[layout.kind], layout, limits)
    except AuthoringError as error:
        return error

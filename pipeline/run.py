"""The same stages over many layouts, on any number of workers, with the same bytes at the end.

A run reads every layout, reports every fault, and writes a catalogue only when there is none: the last good one stays
otherwise. Results are kept and counted as they are ready, and put into the order of the layouts at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from pipeline.answer import UndecidedError
from pipeline.base import Base, Limits, build_base, relabel
from pipeline.cache import Cache
from pipeline.catalogue import Level, write_catalogue
from pipeline.errors import AuthoringError, AuthoringErrors, LayoutRuleError
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout, find_layouts, read_layouts, stray_folders
from pipeline.tier import Tier

Outcome = Base | AuthoringError


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


def load_layouts(root: Path, kinds: dict[str, AnyKind]) -> list[Layout]:
    """Every layout below ``root``; raises AuthoringErrors with all faults of all files."""
    paths = find_layouts(root)
    layouts: list[Layout] = []
    errors: list[AuthoringError] = list(stray_folders(root, kinds))
    for path in paths:
        good, bad = read_layouts(path, root, kinds)
        layouts += good
        errors += bad
    errors += _namesakes(layouts)
    errors += _twins(layouts, kinds)
    if errors:
        raise AuthoringErrors(errors)
    if not layouts:
        raise AuthoringError(f"there are no layouts in {root.as_posix()}", hint="'kotae new' writes some")
    return layouts


def _namesakes(layouts: Sequence[Layout]) -> Iterator[AuthoringError]:
    """One error for each layout of a file whose name, but for its ending, another file has."""
    seen: dict[tuple[str, str], Layout] = {}
    for layout in layouts:
        first = seen.setdefault((layout.kind, layout.base), layout)
        if first is not layout:
            message = f"this layout and the one at {first.location} would both be called '{layout.base}'"
            yield LayoutRuleError(message, layout.location, "rename one of the files")


def _twins(layouts: Sequence[Layout], kinds: dict[str, AnyKind]) -> Iterator[AuthoringError]:
    """One error for each layout that is an image of one before it."""
    seen: dict[tuple[str, tuple[str, ...]], Layout] = {}
    for layout in layouts:
        key = (layout.kind, min(kinds[layout.kind].twins(layout.board)))
        first = seen.setdefault(key, layout)
        if first is not layout:
            message = f"this layout is an image of the one at {first.location}"
            yield LayoutRuleError(message, layout.location, "leave one of them out")


def build_catalogue(
    layouts: Sequence[Layout],
    out: Path,
    *,
    jobs: int = 1,
    cache: Cache | None = None,
    limits: Limits | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> Report:
    """Run the stages over all layouts and write ``out/<kind>.jsonl``; raises AuthoringErrors and writes nothing.

    ``progress`` is called with the number of layouts just finished. ``executor`` stands in for the pool that
    ``jobs`` above 1 makes. A layout that its budgets leave undecided is left out and reported; the others go on.
    """
    kinds = discover()
    limits = limits or Limits()
    keys = [cache.key(kinds[layout.kind], layout, limits) if cache else "" for layout in layouts]
    outcomes: dict[int, Outcome] = {}
    for index, key in enumerate(keys):
        if cache and (base := cache.get(key)):
            outcomes[index] = base
    progress(len(outcomes))
    missing = [index for index in range(len(layouts)) if index not in outcomes]
    for nth, outcome in _solve([layouts[index] for index in missing], limits, jobs, executor):
        index = missing[nth]
        outcomes[index] = outcome
        if cache and isinstance(outcome, Base):
            cache.put(keys[index], outcome)
        progress(1)
    levels, left_out = _collect(layouts, [outcomes[index] for index in range(len(layouts))])
    repeated = tuple(_repeated(layouts, levels, kinds))
    if repeated:
        raise AuthoringErrors(repeated)
    if cache:
        cache.prune()
    _write(kinds, {layout.kind for layout in layouts}, levels, out)
    tiers = Counter(level.tier for level in levels)
    counts = tuple((tier.value, tiers[tier]) for tier in Tier)
    return Report(len(layouts), len(levels), len(missing), counts, tuple(left_out))


def _collect(layouts: Sequence[Layout], outcomes: Sequence[Outcome]) -> tuple[list[Level], list[LeftOut]]:
    """The levels of all bases, and what was left out; raises AuthoringErrors where a layout is at fault."""
    levels: list[Level] = []
    left_out: list[LeftOut] = []
    errors: list[AuthoringError] = []
    for layout, outcome in zip(layouts, outcomes, strict=True):
        if isinstance(outcome, UndecidedError):
            left_out.append(LeftOut(layout, None, outcome.message))
        elif isinstance(outcome, AuthoringError):
            errors.append(outcome)
        else:
            levels += [relabel(level, layout) for level in outcome.levels]
            left_out += [LeftOut(layout, tier, reason) for tier, reason in outcome.missing]
            if not outcome.levels:
                left_out.append(LeftOut(layout, None, "it reaches none of the tiers that it asks for"))
    if errors:
        raise AuthoringErrors(errors)
    return levels, left_out


def _repeated(
    layouts: Sequence[Layout], levels: Sequence[Level], kinds: dict[str, AnyKind]
) -> Iterator[AuthoringError]:
    """One error for each layout with a level that is an image of a level of another layout."""
    by_base = {(layout.kind, layout.base): layout for layout in layouts}
    seen: dict[tuple[str, str], Level] = {}
    told: set[str] = set()
    for level in levels:
        kind = kinds[level.kind]
        puzzle = kind.read_grid(level.grid, level.rules)
        code = min(kind.code(kind.turn(puzzle, image)) for image in level.images)
        first = seen.setdefault((level.kind, code), level)
        if first is not level and level.base not in told:
            told.add(level.base)
            other = by_base[first.kind, first.base].location
            message = f"the {level.tier} level of this layout is an image of the {first.tier} level of {other}"
            yield LayoutRuleError(message, by_base[level.kind, level.base].location, "leave one of them out")


def _write(kinds: dict[str, AnyKind], authored: set[str], levels: Sequence[Level], out: Path) -> None:
    """Write the kinds that have layouts, and remove what is left of a kind that has none any more."""
    for name in kinds:
        if name in authored:
            write_catalogue(out / f"{name}.jsonl", [level for level in levels if level.kind == name])
        else:
            (out / f"{name}.jsonl").unlink(missing_ok=True)


def _solve(
    layouts: Sequence[Layout], limits: Limits, jobs: int, executor: Executor | None
) -> Iterator[tuple[int, Outcome]]:
    """The number and outcome of each layout as it is ready. The largest are begun first: none is left to the end."""
    if executor is None and (jobs == 1 or len(layouts) < 2):
        for index, layout in enumerate(layouts):
            yield index, solve_layout(layout, limits)
        return
    # A worker starts from nothing: a forked one would inherit the locks and threads of whoever calls this.
    workers = min(jobs, len(layouts))
    with nullcontext(executor) if executor else ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        by_size = sorted(range(len(layouts)), key=lambda index: -len(repr(layouts[index].board)))
        numbers = {pool.submit(solve_layout, layouts[index], limits): index for index in by_size}
        for future in as_completed(numbers):
            yield numbers[future], future.result()


def solve_layout(layout: Layout, limits: Limits) -> Outcome:
    """The stages over one layout; a fault of the layout is returned, so that the others go on."""
    try:
        return build_base(discover()[layout.kind], layout, limits)
    except AuthoringError as error:
        return error

"""The same stages over many layouts, on any number of workers, with the same bytes at the end.

A run reads every layout, reports every fault, and writes a catalogue only when there is none: the last good one stays
otherwise. Results come back in the order of the layouts, however many workers make them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from pipeline.answer import UndecidedError
from pipeline.base import Base, Limits, build_base, relabel
from pipeline.cache import Cache
from pipeline.catalogue import Level, write_catalogue
from pipeline.errors import AuthoringError, AuthoringErrors, LayoutRuleError
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout, find_layouts, read_layouts
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
    layouts: list[Layout] = []
    errors: list[AuthoringError] = []
    for path in find_layouts(root, kinds):
        good, bad = read_layouts(path, root, kinds)
        layouts += good
        errors += bad
    errors += _twins(layouts, kinds)
    if errors:
        raise AuthoringErrors(errors)
    if not layouts:
        raise AuthoringError(f"there are no layouts in {root.as_posix()}", hint="'kotae new' writes some")
    return layouts


def _twins(layouts: Sequence[Layout], kinds: dict[str, AnyKind]) -> Iterator[AuthoringError]:
    """One error for each layout that is an image of one before it."""
    seen: dict[tuple[str, tuple[str, ...]], Layout] = {}
    for layout in layouts:
        key = (layout.kind, min(kinds[layout.kind].twins(layout.board)))
        first = seen.setdefault(key, layout)
        if first is not layout:
            yield LayoutRuleError(
                f"this layout is an image of the one at {first.location}", layout.location, "leave one of them out"
            )


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
    ``jobs`` above 1 makes.
    """
    kinds = discover()
    limits = limits or Limits()
    keys = [cache.key(kinds[layout.kind], layout, limits) if cache else "" for layout in layouts]
    cached = {key: base for key in keys if cache and (base := cache.get(key))}
    missing = [layout for layout, key in zip(layouts, keys, strict=True) if key not in cached]
    progress(len(layouts) - len(missing))
    fresh = _solve(missing, limits, jobs, executor)
    levels: list[Level] = []
    left_out: list[LeftOut] = []
    errors: list[AuthoringError] = []
    for layout, key in zip(layouts, keys, strict=True):
        outcome: Outcome
        if key in cached:
            outcome = cached[key]
        else:
            outcome = next(fresh)
            progress(1)
            if cache and isinstance(outcome, Base):
                cache.put(key, outcome)
        if isinstance(outcome, UndecidedError):
            left_out.append(LeftOut(layout, None, outcome.message))
        elif isinstance(outcome, AuthoringError):
            errors.append(outcome)
        else:
            levels += [relabel(level, layout) for level in outcome.levels]
            left_out += [LeftOut(layout, tier, reason) for tier, reason in outcome.missing]
    if errors:
        raise AuthoringErrors(errors)
    if cache:
        cache.prune(set(keys))
    _write(kinds, levels, out)
    tiers = Counter(level.tier for level in levels)
    counts = tuple((tier.value, tiers[tier]) for tier in Tier)
    return Report(len(layouts), len(levels), len(missing), counts, tuple(left_out))


def _write(kinds: dict[str, AnyKind], levels: Sequence[Level], out: Path) -> None:
    for name in kinds:
        own = [level for level in levels if level.kind == name]
        if own:
            write_catalogue(out / f"{name}.jsonl", own)
        else:
            (out / f"{name}.jsonl").unlink(missing_ok=True)


def _solve(layouts: Sequence[Layout], limits: Limits, jobs: int, executor: Executor | None) -> Iterator[Outcome]:
    """The outcome of each layout, in order. The largest boards are begun first, so that none is left to the end."""
    if executor is None and (jobs == 1 or len(layouts) < 2):
        for layout in layouts:
            yield solve_layout(layout, limits)
        return
    with nullcontext(executor) if executor else ProcessPoolExecutor(min(jobs, len(layouts))) as pool:
        by_size = sorted(range(len(layouts)), key=lambda i: -len(repr(layouts[i].board)))
        futures: dict[int, Future[Outcome]] = {i: pool.submit(solve_layout, layouts[i], limits) for i in by_size}
        for index in range(len(layouts)):
            yield futures.pop(index).result()


def solve_layout(layout: Layout, limits: Limits) -> Outcome:
    """The stages over one layout; a fault of the layout is returned, so that the others go on."""
    try:
        return build_base(discover()[layout.kind], layout, limits)
    except AuthoringError as error:
        return error

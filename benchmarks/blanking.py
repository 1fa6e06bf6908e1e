"""Blanking to an irreducible clue set beside a stand-in that counts afresh for each clue, for every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from benchmarks.fresh import ABOUT
from benchmarks.report import Section, by_size, milliseconds, spread
from pipeline.blank import blank
from pipeline.kind import AnyKind


def blanking_of(kind: AnyKind, read: Callable[[], Any], answer: Any, order: Sequence[int]) -> Callable[[], int]:
    """What is timed: one blanking, reading the puzzle included, to the mask of the clues that are left."""
    return partial(_blank, kind, read, answer, order)


def blanking_section(
    title: str,
    about: str,
    measured: Iterable[tuple[dict[str, Any], tuple[float, float]]],
    targets: Mapping[int, float],
    notes: tuple[str, ...] = (),
) -> Section:
    """The table of boards, each with the stand-in's seconds and ours; ``targets`` say how much quicker, by size."""
    rows = []
    for size, pairs in by_size(measured).items():
        their_times, our_times = zip(*pairs, strict=True)
        ratio = median(their_times) / median(our_times)
        target = targets.get(size)
        rows.append(
            (
                f"{size}×{size}",
                str(len(pairs)),
                *milliseconds(their_times),
                *milliseconds(our_times),
                f"{ratio:.1f}×",
                spread([their / our for their, our in pairs]),
                "" if target is None else f"{target:g}×, {'met' if ratio >= target else 'MISSED'}",
            )
        )
    return Section(
        title,
        f"Milliseconds a board, writing the clauses included; {about} {ABOUT} Quicker by is the ratio of the medians,"
        " with the middle half of the ratios board by board.",
        ("size", "boards", "stand-in", "slowest", "ours", "slowest", "quicker by", "middle half", "at least"),
        tuple(rows),
        notes,
    )


def _blank(kind: AnyKind, read: Callable[[], Any], answer: Any, order: Sequence[int]) -> int:
    return blank(kind, read(), answer, order).clues

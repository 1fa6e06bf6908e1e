"""Counting answers to two beside a stand-in, for every kind that has one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.fresh import ABOUT, ROUNDS, Board, memory, one_round, settled
from benchmarks.report import BOARDS, Clock, Section, boards, by_size, milliseconds, node, records, spread
from pipeline.kind import discover
from pipeline.solve import Engine, solve

CAP_SECONDS = 10
"""After so long the stand-in gives a board up."""

Figures = tuple[Board, float | None, float]
"""A board, the stand-in's seconds, None where it was left out, and ours."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A kind, its boards, and what is wanted: ratios of our time to the stand-in's, by size; None is no wish."""

    kind: str
    read: Callable[[Board], Any]
    """A board of the shared file as a puzzle; other processes find it by its name."""
    median: Callable[[int], float]
    slowest: Callable[[int], float | None]
    among: Callable[[Board], bool] = lambda board: True
    """The boards whose slowest are compared."""


def counting(clock: Clock, wanted: Counted) -> Section:
    """Count to two by the reasoner and, where it stalls, the prover."""
    name = wanted.kind
    unsolved = boards(f"{name}.jsonl")
    theirs = {row["id"]: row for row in _by_stand_in(clock, name)}
    ready = partial(counting_of, name, wanted.read)
    rounds = [one_round(clock, ready, unsolved, number) for number in range(ROUNDS)]
    measured: list[tuple[Board, Figures]] = []
    handed_over = 0
    for board, (seconds, (count, engine)) in zip(unsolved, settled(rounds), strict=True):
        their = theirs[board["id"]]
        if their["n"] not in (-1, count):
            raise AssertionError(f"{board['id']}: {count} answers, the stand-in says {their['n']}")
        handed_over += engine is Engine.PROVE
        measured.append((board, (board, their["t"], seconds)))
    return Section(
        f"{name.capitalize()}: counting answers to two",
        f"Milliseconds a board, from its text; below 1 we are quicker. {ABOUT} The stand-in's is the mean of as many"
        " counts of one board as fit into 20 ms, at most 50. The middle half is of the ratios board by board.",
        ("size", "boards", "stand-in", "slowest", "ours", "slowest", "middle half", "at most"),
        tuple(_row(wanted, size, figures) for size, figures in by_size(measured).items()),
        (f"The prover was asked on {handed_over} of {len(unsolved)} boards.", memory(rounds)),
    )


def _row(wanted: Counted, size: int, figures: list[Figures]) -> tuple[str, ...]:
    finished = [(their, our) for _, their, our in figures if their is not None]
    their_times = [their for their, _ in finished]
    our_times = [our for _, _, our in figures]
    verdicts = [_verdict("median", median(our_times) / median(their_times), wanted.median(size))]
    limit = wanted.slowest(size)
    if limit is not None:
        compared = [(their, our) for board, their, our in figures if wanted.among(board)]
        slowest = max(our for _, our in compared) / max(their for their, _ in compared if their is not None)
        verdicts.append(_verdict("slowest", slowest, limit))
    return (
        f"{size}×{size}",
        str(len(figures)),
        *milliseconds(their_times),
        *milliseconds(our_times),
        spread([our / their for their, our in finished]),
        "; ".join(verdicts),
    )


def _verdict(what: str, ratio: float, limit: float) -> str:
    digits = f"{ratio:.2f}" if ratio >= 0.01 else f"{ratio:.4f}"
    return f"{what} {digits} of {limit:g}, {'met' if ratio <= limit else 'MISSED'}"


def counting_of(kind: str, read: Callable[[Board], Any], board: Board) -> Callable[[], tuple[int, Engine]]:
    """What is timed: reading a board and counting its answers, by whom told too."""
    return partial(_solve, kind, read, board)


def _solve(kind: str, read: Callable[[Board], Any], board: Board) -> tuple[int, Engine]:
    solved = solve(discover()[kind], read(board))
    return solved.count.count, solved.engine


def _by_stand_in(clock: Clock, name: str) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counted.jsonl"
        node(clock, "bench.mjs", name, str(BOARDS / f"{name}.jsonl"), str(out), seconds_a_board=CAP_SECONDS)
        return records(out.read_text(encoding="utf-8"))

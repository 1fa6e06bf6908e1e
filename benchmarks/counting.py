"""Counting answers to two beside a stand-in, for every kind that has one."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.fresh import ROUNDS, Board, in_turn, memory, one_round, settled
from benchmarks.report import Clock, Section, boards, by_size, milliseconds, node, records, spread
from pipeline.kind import discover
from pipeline.solve import Engine, solve

ONCE = Path(__file__).parent / "count_once.mjs"
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
    ready = partial(counting_of, name, wanted.read)
    theirs: list[dict[str, dict[str, Any]]] = []
    ours = []
    for number in range(ROUNDS):  # in turns, since a machine is not equally quick all the time
        theirs.append(_by_stand_in(clock, name, unsolved, number))
        ours.append(one_round(clock, ready, unsolved, number))
    measured: list[tuple[Board, Figures]] = []
    handed_over = 0
    for board, (seconds, (count, engine)) in zip(unsolved, settled(ours), strict=True):
        said = [one[board["id"]] for one in theirs if board["id"] in one]
        if {one["n"] for one in said} - {-1, count}:
            raise AssertionError(f"{board['id']}: {count} answers, the stand-in says {said}")
        handed_over += engine is Engine.PROVE
        times = [one["t"] for one in said if one["t"] is not None]
        measured.append((board, (board, median(times) if times else None, seconds)))
    return Section(
        f"{name.capitalize()}: counting answers to two",
        "Milliseconds a board, from its text; below 1 we are quicker. Of both sides it is the first time that a process"
        f" meets a board: the median of {ROUNDS} rounds, by turns, each in a process of its own that goes"
        " through all boards once, as a run does, and has met another one of the size. The stand-in has been compiled"
        " before. The middle half is of the ratios board by board.",
        ("size", "boards", "stand-in", "slowest", "ours", "slowest", "middle half", "at most"),
        tuple(_row(wanted, size, figures) for size, figures in by_size(measured).items()),
        (f"The prover was asked on {handed_over} of {len(unsolved)} boards.", memory(ours)),
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


def _by_stand_in(clock: Clock, name: str, unsolved: Sequence[Board], number: int) -> dict[str, dict[str, Any]]:
    """By its id what the stand-in says of each board that it does not warm up with in this round."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards.jsonl"
        lines = [json.dumps({**unsolved[at], "warm": warms}) for at, warms in in_turn(unsolved, number)]
        file.write_text("\n".join(lines), encoding="utf-8")
        printed = node(clock, str(ONCE), f"{name}.mjs", str(file), seconds_a_board=CAP_SECONDS).stdout
    return {said["id"]: said for said in records(printed)}

"""Akari against a stand-in for the published systems: blanking, counting, and choosing the answer."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.report import BOARDS, Clock, Section, Skipped, boards, by_size, milliseconds, node, spread
from pipeline.blank import blank
from pipeline.grid import indices, mask_of
from pipeline.kind import Chosen, NoneUnique
from pipeline.kinds.akari import KIND
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import BULB, Puzzle
from pipeline.solve import Engine, solve
from pipeline.verdict import Budget

BLANKING_TARGETS = {7: 2, 10: 3, 14: 5, 20: 25}
COUNTING_TARGET = 2.0
SLOWEST_TARGET = 0.2
SLOWEST_FROM = 25
CHOOSING_SECONDS = 10
CAP_SECONDS = 10


def blanking(clock: Clock) -> Section:
    """Blank the fully numbered boards in reading order; both sides leave the same number of clues."""
    measured = []
    full = boards("akari_full.jsonl")
    theirs = _rows(node(clock, "blank.mjs", str(BOARDS / "akari_full.jsonl"), seconds_a_board=CAP_SECONDS).stdout)
    _blank(full[0], clock)
    for board, their in zip(full, theirs, strict=True):
        runs = [_blank(board, clock) for _ in range(3)]
        if not their["undecided"] and runs[0][1] != their["kept"]:
            raise AssertionError(f"{board['id']}: {runs[0][1]} clues are left, the stand-in leaves {their['kept']}")
        measured.append((board, (their["ms"] / 1e3, median(seconds for seconds, _ in runs))))
    rows = []
    for size, pairs in by_size(measured).items():
        their_times, our_times = zip(*pairs, strict=True)
        ratio = median(their_times) / median(our_times)
        target = BLANKING_TARGETS.get(size)
        rows.append(
            (
                f"{size}×{size}",
                str(len(pairs)),
                *milliseconds(their_times),
                *milliseconds(our_times),
                f"{ratio:.1f}×",
                spread([their / our for their, our in pairs]),
                "" if target is None else f"{target}×, {'met' if ratio >= target else 'MISSED'}",
            )
        )
    return Section(
        "Akari: blanking to an irreducible clue set",
        "Milliseconds a board, writing the clauses included; the stand-in counts afresh for each clue. Quicker by is"
        " the ratio of the medians, with the middle half of the ratios board by board.",
        ("size", "boards", "stand-in", "slowest", "ours", "slowest", "quicker by", "middle half", "at least"),
        tuple(rows),
        (f"The stand-in was cut off after {CAP_SECONDS} s for a single clue.",),
    )


def counting(clock: Clock) -> Section:
    """Count to two by the reasoner and, where it stalls, the prover."""
    unsolved = boards("akari.jsonl")
    theirs = {row["id"]: row for row in _rows(_count_by_stand_in(clock))}
    _timed(partial(_solve, unsolved[0]), clock)
    measured = []
    handed_over = 0
    for board in unsolved:
        seconds, (count, engine) = _timed(partial(_solve, board), clock)
        their = theirs[board["id"]]
        if their["n"] not in (-1, count):
            raise AssertionError(f"{board['id']}: {count} answers, the stand-in says {their['n']}")
        handed_over += engine is Engine.PROVE
        measured.append((board, (their["t"], seconds)))
    rows = []
    for size, pairs in by_size(measured).items():
        finished = [(their, our) for their, our in pairs if their is not None]
        their_times = [their for their, _ in finished]
        our_times = [our for _, our in pairs]
        ratio = median(our_times) / median(their_times)
        slowest = max(our_times) / max(their_times)
        wanted = [f"median {ratio:.2f} of {COUNTING_TARGET:.0f}, {'met' if ratio <= COUNTING_TARGET else 'MISSED'}"]
        if size >= SLOWEST_FROM:
            wanted.append(
                f"slowest {slowest:.2f} of {SLOWEST_TARGET}, {'met' if slowest <= SLOWEST_TARGET else 'MISSED'}"
            )
        rows.append(
            (
                f"{size}×{size}",
                str(len(pairs)),
                *milliseconds(their_times),
                *milliseconds(our_times),
                spread([our / their for their, our in finished]),
                "; ".join(wanted),
            )
        )
    return Section(
        "Akari: counting answers to two",
        "Milliseconds a board, from its text; below 1 we are quicker. The middle half is of the ratios board by board.",
        ("size", "boards", "stand-in", "slowest", "ours", "slowest", "middle half", "at most"),
        tuple(rows),
        (f"The prover was asked on {handed_over} of {len(unsolved)} boards.",),
    )


def choosing(clock: Clock) -> Section:
    """Choose the answer of bare walls, or prove that there is none to choose."""
    measured = []
    differing = []
    for board in boards("akari_layouts.jsonl"):
        walls = Walls(Puzzle(tuple(board["walls"])))
        start = clock.now()
        choice = KIND.choose(walls, Budget(), 0)
        seconds = clock.now() - start
        verdict = isinstance(choice, Chosen)
        undecided = not isinstance(choice, Chosen | NoneUnique)
        if undecided or board["numberable"] not in (None, verdict):
            differing.append(board["id"])
        measured.append((board, (seconds, verdict)))
    rows = [
        (
            f"{size}×{size}",
            str(len(figures)),
            str(sum(verdict for _, verdict in figures)),
            *milliseconds([seconds for seconds, _ in figures]),
            "met" if max(figures)[0] <= CHOOSING_SECONDS else "MISSED",
        )
        for size, figures in by_size(measured).items()
    ]
    said = f"These differ from the record: {', '.join(differing)}." if differing else "Every verdict is as recorded."
    return Section(
        "Akari: choosing the answer",
        "Milliseconds a layout, to bulbs that are proved the only ones with their numbers, or to a proof that these"
        " walls have none.",
        ("size", "layouts", "numbered", "median", "slowest", f"{CHOOSING_SECONDS} s each"),
        tuple(rows),
        (said,),
    )


def _blank(board: dict[str, Any], clock: Clock) -> tuple[float, int]:
    """Seconds, and how many clues are left."""
    rows = tuple(board["grid"])
    answer = mask_of(i for i, ch in enumerate("".join(board["answer"])) if ch == BULB)
    start = clock.now()
    puzzle = Puzzle(rows)
    left = blank(KIND, puzzle, answer, list(indices(puzzle.clues))).clues
    return clock.now() - start, left.bit_count()


def _solve(board: dict[str, Any]) -> tuple[int, Engine]:
    solved = solve(KIND, Puzzle(tuple(board["grid"])))
    return solved.count.count, solved.engine


def _timed(run: Callable[[], tuple[int, Engine]], clock: Clock) -> tuple[float, tuple[int, Engine]]:
    """Seconds a run, as the stand-in measures itself: repeated for 20 ms, at most 50 times."""
    start = clock.now()
    runs = 0
    while True:
        result = run()
        runs += 1
        seconds = clock.now() - start
        if seconds >= 0.02 or runs >= 50:
            return seconds / runs, result


def _count_by_stand_in(clock: Clock) -> str:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counted.jsonl"
        node(clock, "bench.mjs", "akari", str(BOARDS / "akari.jsonl"), str(out), seconds_a_board=CAP_SECONDS)
        return out.read_text(encoding="utf-8")


def _rows(text: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in text.splitlines()]
    if not rows:
        raise Skipped("the stand-in measured nothing")
    return rows

"""Tsunagi against the figures recorded of a published system: proofs that a board has one answer, from nothing."""

from __future__ import annotations

import json
from statistics import median
from typing import Any

from benchmarks.report import SHARED, Clock, Section, Skipped, by_size, milliseconds, peak_megabytes
from pipeline.kinds.tsunagi.encode_sat import encode
from pipeline.kinds.tsunagi.puzzle import Puzzle, read_walls
from pipeline.prove import Prover

LEVELS = SHARED / "cases" / "tsunagi_levels.jsonl"

RECORDED = {10: 256, 12: 224, 15: 265, 20: 889, 30: 10_065}
"""Milliseconds that the published system took in the median, measured once on this kind of machine."""
TARGETS = {10: 20, 12: 20, 15: 50, 20: 250, 30: 1_500}
"""Milliseconds in the median."""
MEGABYTES = 300

OPEN_TO_US = {"walls", "blocked", "bridges", "waypoints", "wrap", "explosions", "sparse", "strokes"}
"""Twists that a count of answers can take: the last three are about play and do not touch the board."""


def proofs(clock: Clock) -> Section:
    """Count to two by the prover, each board from its text: steps, clauses and all."""
    levels = open_to_us()
    warming, *others = levels
    _prove(warming, clock)
    measured = []
    for level in others:
        seconds, count = _prove(level, clock)
        if count != level["answers"]:
            raise AssertionError(f"{level['id']}: {count} answers are found, {level['answers']} are recorded")
        measured.append(({"rows": level["size"]}, seconds))
    rows = []
    for size, times in by_size(measured).items():
        ours, slowest = milliseconds(times)
        recorded, target = RECORDED.get(size), TARGETS.get(size)
        met = target is not None and median(times) * 1e3 <= target
        rows.append(
            (
                f"{size}×{size}",
                str(len(times)),
                "" if recorded is None else str(recorded),
                ours,
                slowest,
                "" if recorded is None else f"{recorded / 1e3 / median(times):.0f}×",
                "" if target is None else f"{target} ms, {'met' if met else 'MISSED'}",
            )
        )
    peak = peak_megabytes()
    return Section(
        "Tsunagi: proofs that a board has one answer",
        "Milliseconds a board, from its text and without any answer known. The published system was measured once, and"
        " its median is set beside ours. Each board once, in one process, the prover new for each.",
        ("size", "boards", "published", "ours", "slowest", "quicker by", "at most"),
        tuple(rows),
        (f"The peak memory is {peak:.0f} MB of {MEGABYTES}, {'met' if peak <= MEGABYTES else 'MISSED'}.",),
    )


def open_to_us() -> list[dict[str, Any]]:
    """The recorded levels whose answers can be counted."""
    if not LEVELS.exists():
        raise Skipped(f"{LEVELS} is not there")
    levels = [json.loads(line) for line in LEVELS.read_text(encoding="utf-8").splitlines()]
    return [level for level in levels if set(level["twist"]) <= OPEN_TO_US]


def board_of(level: dict[str, Any]) -> Puzzle:
    """A recorded level as a puzzle."""
    cells, *words = level["givens"].split("|")
    walls = read_walls(words[0]) if words and words[0][0].isdigit() else ()
    side = level["size"]
    rows = tuple(cells[start : start + side] for start in range(0, len(cells), side))
    return Puzzle(rows, tuple(walls), wrap="wrap" in words)


def _prove(level: dict[str, Any], clock: Clock) -> tuple[float, int]:
    """Seconds, and how many answers."""
    start = clock.now()
    with Prover(encode(board_of(level))) as prover:
        count = prover.count(2).count
    return clock.now() - start, count

"""Binairo against a stand-in for the published systems: counting, and blanking a finished grid."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import counting as shared
from benchmarks.blanking import blanking_of, blanking_section
from benchmarks.fresh import ROUNDS, Board, Round, memory, one_round, settled
from benchmarks.report import Clock, Section, boards, by_size, node, records
from pipeline.blank import removal_order
from pipeline.grid import mask_of
from pipeline.kinds.binairo import KIND
from pipeline.kinds.binairo.puzzle import Puzzle
from pipeline.solve import solve

COUNTING_TARGET = 4.0
LARGE = 20
LARGE_TARGET = 1.0
SLOWEST_TARGET = 0.02
BLANKING_TARGETS = {8: 1, 10: 3, 14: 10}
LARGEST_BLANKED = 14
GRIDS = 12
"""Of each size so many are blanked."""
CAP_SECONDS = 10
BESIDE = Path(__file__).parent / "blank_givens.mjs"


def counting(clock: Clock) -> Section:
    """Count to two on boards of every size and label; of the largest the slowest ``h`` boards are compared."""
    return shared.counting(
        clock,
        shared.Counted(
            KIND.name,
            puzzle_of,
            median=lambda size: LARGE_TARGET if size >= LARGE else COUNTING_TARGET,
            slowest=lambda size: SLOWEST_TARGET if size >= LARGE else None,
            among=lambda board: board["difficulty"] == "h",
        ),
    )


def blanking(clock: Clock) -> Section:
    """Blank finished grids in a seeded order, as the pipeline does."""
    return _blanking(clock, "in a seeded order", BLANKING_TARGETS, lambda cells: removal_order(0, (1 << cells) - 1))


def blanking_in_reading_order(clock: Clock) -> Section:
    """Blank the same grids from the first cell to the last."""
    return _blanking(clock, "in reading order", {}, range)


def _blanking(clock: Clock, name: str, targets: dict[int, float], order_of: Callable[[int], Sequence[int]]) -> Section:
    grids = []
    for of_size in by_size((board, board) for board in boards("binairo.jsonl")).values():
        for board in of_size[:GRIDS] if of_size[0]["rows"] <= LARGEST_BLANKED else ():
            grids.append(_finished(board, order_of(board["rows"] * board["cols"])))
    theirs: list[list[float]] = []
    ours: list[Round[int]] = []
    for number in range(ROUNDS):  # in turns, since a machine is not equally quick all the time
        said = _by_stand_in(clock, grids)
        theirs.append([their["ms"] / 1e3 for their in said])
        ours.append(one_round(clock, _blanking_of, grids, number))
    measured = []
    for grid, their, last, (seconds, left) in zip(grids, zip(*theirs, strict=True), said, settled(ours), strict=True):
        if last["kept"] is not None and left != mask_of(last["kept"]):
            raise AssertionError(f"{grid['id']}: the stand-in leaves other givens")
        measured.append((grid, (median(their), seconds)))
    return blanking_section(
        f"Binairo: blanking a finished grid {name}",
        "the stand-in counts afresh for each given, in the same order. Both leave the same givens.",
        measured,
        targets,
        (memory(ours),),
    )


def puzzle_of(board: Board) -> Puzzle:
    """A board of the shared files."""
    return Puzzle(tuple(board["grid"]))


def _finished(board: dict[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """The answer of a board as a grid to blank."""
    puzzle = puzzle_of(board)
    ones = solve(KIND, puzzle).count.solution
    if ones is None:
        raise AssertionError(f"{board['id']} has no answer")
    return {**board, "grid": puzzle.answered(ones).board, "order": list(order)}


def _blanking_of(grid: Board) -> Callable[[], int]:
    return blanking_of(KIND, partial(puzzle_of, grid), puzzle_of(grid).ones, grid["order"])


def _by_stand_in(clock: Clock, grids: list[dict[str, Any]]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "grids.jsonl"
        path.write_text("\n".join(map(json.dumps, grids)), encoding="utf-8")
        return records(node(clock, str(BESIDE), "binairo.mjs", str(path), seconds_a_board=CAP_SECONDS).stdout)

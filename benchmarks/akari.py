"""Akari against a stand-in for the published systems: blanking, counting, and choosing the answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import counting as shared
from benchmarks.blanking import blanking_of, blanking_section
from benchmarks.fresh import ROUNDS, Board, memory, one_round, settled
from benchmarks.report import BOARDS, Clock, Section, boards, by_size, milliseconds, node, records
from pipeline.grid import indices, mask_of
from pipeline.kind import Chosen, NoneUnique
from pipeline.kinds.akari import KIND
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import BULB, Puzzle
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
    printed = node(clock, "blank.mjs", str(BOARDS / "akari_full.jsonl"), seconds_a_board=CAP_SECONDS).stdout
    rounds = [one_round(clock, _blanking, full, number) for number in range(ROUNDS)]
    for board, their, (seconds, left) in zip(full, records(printed), settled(rounds), strict=True):
        if not their["undecided"] and left.bit_count() != their["kept"]:
            raise AssertionError(
                f"{board['id']}: {left.bit_count()} clues are left, the stand-in leaves {their['kept']}"
            )
        measured.append((board, (their["ms"] / 1e3, seconds)))
    return blanking_section(
        "Akari: blanking to an irreducible clue set",
        "the stand-in counts afresh for each clue.",
        measured,
        BLANKING_TARGETS,
        (f"The stand-in was cut off after {CAP_SECONDS} s for a single clue.", memory(rounds)),
    )


def counting(clock: Clock) -> Section:
    """Count to two on boards of every size and difficulty."""
    return shared.counting(
        clock,
        shared.Counted(
            KIND.name,
            puzzle_of,
            median=lambda size: COUNTING_TARGET,
            slowest=lambda size: SLOWEST_TARGET if size >= SLOWEST_FROM else None,
        ),
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
        " walls have none. Each layout once, all in one process, one after the other.",
        ("size", "layouts", "numbered", "median", "slowest", f"{CHOOSING_SECONDS} s each"),
        tuple(rows),
        (said,),
    )


def puzzle_of(board: Board) -> Puzzle:
    """A board of the shared files."""
    return Puzzle(tuple(board["grid"]))


def _blanking(board: Board) -> Callable[[], int]:
    answer = mask_of(i for i, ch in enumerate("".join(board["answer"])) if ch == BULB)
    return blanking_of(KIND, partial(puzzle_of, board), answer, list(indices(puzzle_of(board).clues)))

"""Counting answers to two beside general solvers, clingo and CP-SAT of OR-tools, with models of our own in ``models/``.

Both come with ``pip install -e '.[bench]'``. Every count that a solver finishes has to be ours, on the boards that are
timed and on small ones with no answer, with one and with several. They work in a process of their own, which is ended
after the time for a board, since grounding and presolving know no limit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.fresh import Answering, Once, fresh
from benchmarks.report import SHARED, Clock, Section, Skipped, boards, milliseconds, spread
from benchmarks.tsunagi import LEVELS as TSUNAGI
from benchmarks.tsunagi import board_of, open_to_us
from pipeline.kind import AnyKind, discover
from pipeline.kinds.akari.puzzle import Puzzle as Akari
from pipeline.kinds.binairo.puzzle import Puzzle as Binairo
from pipeline.solve import solve

MODELS = Path(__file__).parent / "models"
BOARDS_A_SIZE = 12
CAP_SECONDS = 10
"""After so long, by the wall clock, a solver gives a board up."""
SIZES: Mapping[str, tuple[int, ...]] = {
    "akari": (7, 10, 14, 20, 30),
    "binairo": (6, 10, 14, 20),
    "tsunagi": (6, 8, 10, 12, 15),
}
SMALL = 8
"""Boards of at most so many rows and columns are counted only to see that all agree."""

Count = Callable[[str, Any], int | None]
"""The answers of a puzzle of a kind, up to two; None where the solver gave up."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A board of a size, and the seconds of everyone: None for a solver that gave up."""

    seconds: Mapping[str, float | None]
    ours: float


def solvers(clock: Clock, sizes: Mapping[str, tuple[int, ...]] = SIZES, most: int = BOARDS_A_SIZE) -> Section:
    """Each board from its text: facts or model, grounding or presolving, and two answers or none."""
    missing = [name for name in ("clingo", "ortools") if find_spec(name) is None]
    if missing:
        raise Skipped(f"{' and '.join(missing)} not installed; pip install -e '.[bench]' does it")
    rows = []
    with Answering(partial(_answers, clock), CAP_SECONDS) as general:
        agreed = _all_agree(general)
        for kind, sides in sizes.items():
            for side in sides:
                timed = _timed(clock, general, kind, *_boards(kind, side, most))
                rows += [_row(kind, side, name, timed) for name in GENERAL]
    return Section(
        "General solvers: counting answers to two",
        "Milliseconds a board, from its text, in one thread: clingo grounds and solves an answer-set program, CP-SAT"
        " enumerates the answers of a model. The median of theirs and ours, the slowest of each, and how many times"
        " quicker we are: the ratio of the medians, and the middle half of the ratios board by board, those given up"
        " left out. Ours is the first time that a process meets a board, a process of its own for each size, which has"
        " met another board of the size.",
        (
            "kind",
            "size",
            "boards",
            "solver",
            "theirs",
            "slowest",
            "ours",
            "slowest",
            "quicker by",
            "middle half",
            "given up",
        ),
        tuple(rows),
        (
            f"A board that a solver gives up stands in its median with the {CAP_SECONDS} s that it had.",
            f"Every count is ours, there and on {agreed} small boards with no answer, one, or several.",
            f"clingo {version('clingo')}, OR-tools {version('ortools')}.",
        ),
    )


def _row(kind: str, side: int, name: str, timed: list[Timed]) -> tuple[str, ...]:
    theirs = [CAP_SECONDS if one.seconds[name] is None else one.seconds[name] for one in timed]
    ours = [one.ours for one in timed]
    ratios = [one.seconds[name] / one.ours for one in timed if one.seconds[name] is not None]
    return (
        kind,
        f"{side}×{side}",
        str(len(timed)),
        name,
        *milliseconds(theirs),
        *milliseconds(ours),
        f"{median(theirs) / median(ours):.1f}×",
        spread(ratios) if ratios else "",
        str(len(timed) - len(ratios)),
    )


def _timed(
    clock: Clock, general: Answering, kind: str, reads: list[Callable[[], Any]], warming: Callable[[], Any]
) -> list[Timed]:
    timed = []
    for read, (ours, count) in zip(reads, fresh(_ours, clock, kind, reads, warming), strict=True):
        seconds: dict[str, float | None] = {}
        for name in GENERAL:
            said: Once[int | None] | None = general.ask(name, kind, read)
            spent, their = said or (0.0, None)
            seconds[name] = None if their is None else spent
            if their not in (None, count):
                raise AssertionError(f"{kind}: {name} finds {their} answers, we find {count}: {read()}")
        timed.append(Timed(seconds, ours))
    return timed


def _ours(clock: Clock, kind: str, reads: list[Callable[[], Any]], warming: Callable[[], Any]) -> list[Once[int]]:
    """In a fresh process: each board once, after another one for which what a size needs once is made."""
    solve(discover()[kind], warming())
    found = []
    for read in reads:
        begun = clock.now()
        count = solve(discover()[kind], read()).count.count
        found.append((clock.now() - begun, count))
    return found


def _answers(clock: Clock, name: str, kind: str, read: Callable[[], Any]) -> Once[int | None]:
    """In the process of the general solvers, which is ended where it takes too long: only so is grounding bounded."""
    for needed in (MODULES[name], f"benchmarks.models.{kind}"):
        import_module(needed)
    begun = clock.now()
    count = GENERAL[name](kind, read())
    return clock.now() - begun, count


def _by_clingo(kind: str, puzzle: Any) -> int | None:
    import clingo

    control = clingo.Control(["2"])
    control.load(str(MODELS / f"{kind}.lp"))
    control.add("base", [], import_module(f"benchmarks.models.{kind}").facts(puzzle))
    control.ground([("base", [])])
    found = 0

    def count(_: object) -> None:
        nonlocal found
        found += 1

    control.solve(on_model=count)
    return found


def _by_cp_sat(kind: str, puzzle: Any) -> int | None:
    from ortools.sat.python import cp_model

    class UpToTwo(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1
            if self.found == 2:
                self.stop_search()

    model = import_module(f"benchmarks.models.{kind}").model(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = CAP_SECONDS
    answers = UpToTwo()
    status = solver.solve(model, answers)
    finished = answers.found == 2 or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return answers.found if finished else None


GENERAL: Mapping[str, Count] = {"clingo": _by_clingo, "CP-SAT": _by_cp_sat}
MODULES = {"clingo": "clingo", "CP-SAT": "ortools.sat.python.cp_model"}


def _boards(kind: str, side: int, most: int) -> tuple[list[Callable[[], Any]], Callable[[], Any]]:
    """At most so many boards of a size, each as what reads it, and another one."""
    found = _all_boards(kind, side)
    step = 1 if kind == "tsunagi" else max(1, len(found) // BOARDS_A_SIZE)
    taken = range(0, len(found), step)[: min(most, len(found) - 1)]
    return [found[at] for at in taken], next(read for at, read in enumerate(found) if at not in taken)


def _all_boards(kind: str, side: int) -> list[Callable[[], Any]]:
    if kind == "tsunagi":
        if not TSUNAGI.exists():
            raise Skipped(f"{TSUNAGI} is not there")
        return [partial(board_of, level) for level in open_to_us() if level["size"] == side]
    puzzle = Akari if kind == "akari" else Binairo
    found = [board for board in boards(f"{kind}.jsonl") if board["rows"] == board["cols"] == side]
    return [partial(puzzle, tuple(board["grid"])) for board in found]


def _all_agree(general: Answering) -> int:
    """Count small boards of every sort by everyone; raises AssertionError where two differ."""
    met = 0
    for kind, read in _small_boards():
        count = solve(kind, read()).count.count
        for name in GENERAL:
            said: Once[int | None] | None = general.ask(name, kind.name, read)
            if said is None or said[1] != count:
                their = said and said[1]
                raise AssertionError(f"{kind.name}: {name} finds {their} answers, we find {count}: {read()}")
        met += 1
    return met


def _small_boards() -> Iterator[tuple[AnyKind, Callable[[], Any]]]:
    kinds = discover()
    for kind, puzzle in (("akari", Akari), ("binairo", Binairo)):
        for case in _cases(f"{kind}.jsonl"):
            if max(case["rows"], case["cols"]) <= SMALL:
                rows = tuple(case["grid"])
                yield kinds[kind], partial(puzzle, rows)
                if kind == "binairo":
                    yield kinds[kind], partial(Binairo, rows, unique_lines=False)
    for case in _cases("tsunagi_counts.jsonl"):
        yield kinds["tsunagi"], partial(board_of, case)


def _cases(name: str) -> Iterator[dict[str, Any]]:
    path = SHARED / "cases" / name
    if not path.exists():
        raise Skipped(f"{path} is not there")
    yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())

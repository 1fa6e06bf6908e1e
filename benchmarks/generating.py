"""Generating beside the C programs of Simon Tatham's collection, as Debian has them: levels a second of one process.

Ours are all that becomes of a layout: it is drawn, its answer chosen, numbered, blanked to as many of the four tiers as
it reaches, each level explained, proved twice and mirrored. The other program makes one board of the difficulty asked.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.drawing import Shape, solved
from benchmarks.report import Clock, Section, Skipped
from pipeline.base import Base

ROUNDS = 7
"""Both sides take turns so often."""
GAMES = Path("/usr/games")
"""Where Debian puts them, which is not on every PATH."""
STARTS = 10
HEAD = (
    *("size", "against", "our layouts a second", "our levels", "from–to", "their boards", "from–to"),
    *("times as many", "from–to", "at least"),
)
TIMES = "processor time of one process each, the start of the other program taken off"


@dataclass(frozen=True, slots=True)
class Peer:
    """One way to ask the other program: its name in the table, its parameters, and how many times its boards a second
    we are to reach, by side of the board."""

    name: str
    parameters: str
    targets: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Round:
    """What we made in a round, and in how many seconds: layouts that have levels, and these."""

    seconds: float
    bases: int
    levels: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured of a kind: for each side how many layouts, and how many boards of each peer, in a round."""

    shapes: Mapping[int, Shape]
    program: str
    smallest: str
    """Parameters of a board that takes no time, to see what the start of the program takes."""
    peers: tuple[Peer, ...]
    amounts: Mapping[int, tuple[int, ...]]


AKARI = Plan(
    {side: Shape("akari", side, side, "rotate90", {"walls": "20%"}) for side in (10, 14, 20, 25)},
    "sgt-lightup",
    "3x3b20s4d0",
    (
        Peer("difficulty 1", "{0}x{0}b20s4d1", dict.fromkeys((10, 14, 20, 25), 0.5)),
        Peer("difficulty 2", "{0}x{0}b20s4d2", dict.fromkeys((10, 14, 20, 25), 1.0)),
    ),
    {10: (60, 150, 60), 14: (40, 60, 30), 20: (20, 30, 12), 25: (10, 12, 6)},
)
BINAIRO = Plan(
    {side: Shape("binairo", side, side) for side in (10, 14, 20)},
    "sgt-unruly",
    "6x6dt",
    (Peer("unique rows, hardest", "{0}x{0}udn", {20: 1.0}),),
    {10: (30, 400), 14: (10, 100), 20: (4, 30)},
)


def akari(clock: Clock, plan: Plan = AKARI, rounds: int = ROUNDS) -> Section:
    """Symmetric walls, a fifth of the cells, as both draw them."""
    return _generating(
        plan,
        rounds,
        "Akari: levels a second",
        "Walls are drawn for the run, a fifth of the cells, the same when turned by a quarter;"
        " `sgt-lightup --generate N COLSxROWSb20s4dD` draws them alike.",
    )


def binairo(clock: Clock, plan: Plan = BINAIRO, rounds: int = ROUNDS) -> Section:
    """Finished grids without equal lines."""
    return _generating(
        plan,
        rounds,
        "Binairo: levels a second",
        "Finished grids are drawn for the run, no two rows and no two columns equal;"
        " `sgt-unruly --generate N COLSxROWSudn` makes boards of its hardest difficulty by the same rules.",
    )


def _generating(plan: Plan, rounds: int, title: str, about: str) -> Section:
    path = shutil.which(plan.program) or shutil.which(plan.program, path=str(GAMES))
    if path is None:
        raise Skipped(f"{plan.program} is not installed; Debian has it in sgt-puzzles")
    start = median(_spent_by(path, 1, plan.smallest) for _ in range(STARTS))
    rows = []
    without = tried = 0
    for side, (layouts, *boards) in plan.amounts.items():
        shape = plan.shapes[side]
        solved(shape, "warm")  # what a size needs once is made
        ours: list[Round] = []
        theirs: list[list[float]] = [[] for _ in boards]
        for number in range(rounds):
            ours.append(_our_round(shape, layouts, number))
            for rates, peer, amount in zip(theirs, plan.peers, boards, strict=True):
                seconds = _spent_by(path, amount, peer.parameters.format(side)) - start
                rates.append(amount / max(seconds, 1e-3))
        tried += layouts * rounds
        without += layouts * rounds - sum(one.bases for one in ours)
        for rates, peer in zip(theirs, plan.peers, strict=True):
            rows.append((f"{side}×{side}", peer.name, *_row(ours, rates, peer.targets.get(side))))
    return Section(
        title,
        f"{about} Ours are levels that ship, all in: drawing, choosing the answer, numbering, blanking to four tiers,"
        " tracing, two proofs and the images; no layout comes twice, and one process makes them all, as a worker of a"
        f" run does. Figures are medians of {rounds} rounds, in which both sides take turns;"
        " how many times as many is the median of the ratios round by round.",
        HEAD,
        tuple(rows),
        (
            f"The start of the other program, {start * 1e3:.0f} ms, is taken off each of its rounds.",
            f"{without} of {tried} layouts gave no level; their time is counted.",
        ),
        TIMES,
    )


def _row(ours: Sequence[Round], theirs: Sequence[float], target: float | None) -> tuple[str, ...]:
    levels = [one.levels / one.seconds for one in ours]
    ratios = [our / their for our, their in zip(levels, theirs, strict=True)]
    ratio = median(ratios)
    return (
        f"{median(one.bases / one.seconds for one in ours):.3g}",
        *_rate(levels),
        *_rate(theirs),
        f"{ratio:.2f}",
        f"{min(ratios):.2f}–{max(ratios):.2f}",
        "" if target is None else f"{target:g}, {'met' if ratio >= target else 'MISSED'}",
    )


def _rate(rates: Sequence[float]) -> tuple[str, str]:
    return f"{median(rates):.3g}", f"{min(rates):.3g}–{max(rates):.3g}"


def _our_round(shape: Shape, layouts: int, number: int) -> Round:
    begun = time.process_time()
    made = [solved(shape, f"{number}/{nth}") for nth in range(layouts)]
    seconds = time.process_time() - begun
    levels = [len(base.levels) for base in made if isinstance(base, Base)]
    return Round(seconds, sum(map(bool, levels)), sum(levels))


def _spent_by(program: str, boards: int, parameters: str) -> float:
    """The processor time, in seconds, in which the program makes so many boards."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(
        [program, "--generate", str(boards), parameters], check=True, capture_output=True, encoding="utf-8"
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if len(said.splitlines()) != boards:
        raise AssertionError(f"{program} made {len(said.splitlines())} boards of {boards}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

"""Processes that remember nothing: a board is timed as it is met for the first time.

A process remembers what it has worked out, of some kinds for each state of a line, so a board that it has solved before
takes a fraction of the time. Here each round is a process of its own, which works on every board once. Of each size one
board makes what the size needs once, and is not timed in that round; the next round takes the next one for that. What
a process learns from the boards before stays, as in a run, which goes through one layout after the other too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from statistics import median
from typing import Any, Generic, ParamSpec, TypeVar

from benchmarks.report import Clock, by_size, peak_megabytes

P = ParamSpec("P")
T = TypeVar("T")

Board = dict[str, Any]
Ready = Callable[[Board], Callable[[], T]]
"""What is to be timed on a board; what comes before is not. Another process has to be able to find it by its name."""
Once = tuple[float, T]
"""Seconds, and what came out."""

ROUNDS = 5
"""A board's median round counts; a board that warms up in one of them has a round less."""
ABOUT = (
    f"Ours is the first time that a process meets a board: the median of {ROUNDS} rounds, each in a process of its own"
    " that goes through all boards once, as a run does, and has met another one of the size."
)
START_SECONDS = 60
"""A process that has not begun by then will not."""


@dataclass(frozen=True, slots=True)
class Round(Generic[T]):
    """Of each board what it took, None for those that warmed up, and the peak memory of the process."""

    times: tuple[Once[T] | None, ...]
    megabytes: float


def fresh(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Do this in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(work, *arguments, **named).result()


def one_round(clock: Clock, ready: Ready[T], boards: Sequence[Board], number: int) -> Round[T]:
    """Each board once, in a fresh process; by the round's number one of each size warms it up."""
    return fresh(_each_once, clock, ready, boards, number)


def settled(rounds: Sequence[Round[T]]) -> list[Once[T]]:
    """Of each board its median seconds, and what came out, which has to be the same each time."""
    found = []
    for of_board in zip(*(one.times for one in rounds), strict=True):
        times = [one for one in of_board if one is not None]
        if not times:
            raise AssertionError("a board is the only one of its size, so that no other can warm up for it")
        if any(result != times[0][1] for _, result in times):
            raise AssertionError("a board came out otherwise in another round")
        found.append((median(seconds for seconds, _ in times), times[0][1]))
    return found


def memory(rounds: Sequence[Round[Any]]) -> str:
    """A note on the most that one of the processes held."""
    return f"The process of a round held at most {max(one.megabytes for one in rounds):.0f} MB."


def in_turn(boards: Sequence[Board], number: int) -> Iterator[tuple[int, bool]]:
    """The places of the boards as a round takes them, size by size, and whether one warms up: the first of its size."""
    for places in by_size((board, at) for at, board in enumerate(boards)).values():
        warming = places[number % len(places)]
        yield warming, True
        yield from ((at, False) for at in places if at != warming)


def _each_once(clock: Clock, ready: Ready[T], boards: Sequence[Board], number: int) -> Round[T]:
    found: list[Once[T] | None] = [None] * len(boards)
    for at, warms in in_turn(boards, number):
        run = ready(boards[at])
        begun = clock.now()
        result = run()
        if not warms:
            found[at] = clock.now() - begun, result
    return Round(tuple(found), peak_megabytes())


class Answering:
    """A process that answers one question after the other, each within so many seconds by the wall clock.

    One that takes longer is killed, whatever it is busy with, and the next question begins another.
    """

    def __init__(self, answer: Callable[..., Any], seconds: float) -> None:
        self._answer = answer
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def __enter__(self) -> Answering:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, *arguments: object) -> Any:
        """The answer; None where there is none in time. Raises AssertionError where the process fails."""
        line = self._line or self._begin()
        try:
            line.send(arguments)
            if line.poll(self._seconds):
                return line.recv()
        except (EOFError, OSError):
            self._end()
            raise AssertionError(f"a process that was asked {arguments} ended") from None
        self._end()
        return None

    def _begin(self) -> Connection:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_answer_all, args=(theirs, self._answer), daemon=True)
        self._process.start()
        theirs.close()
        if not self._line.poll(START_SECONDS):
            raise AssertionError("a process does not begin")
        self._line.recv()
        return self._line

    def _end(self) -> None:
        if self._process is not None and self._line is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
        self._process = self._line = None


def _answer_all(line: Connection, answer: Callable[..., Any]) -> None:
    line.send(None)  # what is imported by now is not in the time of the first answer
    while True:
        line.send(answer(*line.recv()))

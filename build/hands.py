"""Work on many things at once that are wanted in their order: by processes where there is much of it, here otherwise.

Worker processes take longer to begin than a few pages take to make, so the first of any work is done here. Only so many
things are begun ahead of the one that is wanted next, so that what waits to be taken is bounded. The first thing that
fails, in that order, is what fails, however many processes there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack
from itertools import chain, islice
from types import TracebackType
from typing import Self, TypeVar

from pipeline.errors import Location
from pipeline.workers import uninterrupted, worker_lost, workers

T = TypeVar("T")
R = TypeVar("R")

FEW = 32
"""So many things are done before any process is begun."""

AHEAD = 4
"""How many things each process may be ahead."""


class Hands:
    """So many processes, begun when they are first needed; 1 is this one alone."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._open = ExitStack()
        self._pool: Executor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def are_enough(self, count: int) -> bool:
        """Whether so many things are done in this process."""
        return self._jobs == 1 or (self._pool is None and count <= FEW)

    def work(
        self,
        there: Callable[[T], R],
        here: Callable[[T], R],
        things: Iterable[T],
        place: Callable[[T], Location] | None = None,
    ) -> Iterator[R]:
        """What becomes of each thing, in their order; ``there`` and ``here`` do the same in a process and in this one.

        Raises AuthoringError where processes are lost over a thing, at its ``place`` where that is known.
        """
        rest = iter(things)
        if self._jobs == 1:
            yield from map(here, rest)
            return
        if self._pool is None:
            yield from map(here, islice(rest, FEW))
        first = list(islice(rest, 1))
        if not first:
            return
        if self._pool is None:
            self._pool = self._open.enter_context(workers(self._jobs))
        yield from _in_order(self._pool, there, chain(first, rest), AHEAD * self._jobs, place)


def _in_order(
    pool: Executor,
    work: Callable[[T], R],
    things: Iterable[T],
    ahead: int,
    place: Callable[[T], Location] | None,
) -> Iterator[R]:
    begun: deque[tuple[T, Future[R]]] = deque()
    rest = iter(things)

    def first() -> R:
        thing, future = begun.popleft()
        try:
            return future.result()
        except BrokenExecutor as error:
            raise worker_lost(place(thing) if place else None) from error

    while True:
        try:
            thing = next(rest)
        except StopIteration:
            break
        except Exception:
            # What fails in what was begun before comes first.
            while begun:
                yield first()
            raise
        try:
            with uninterrupted():  # a pool begins its workers as it is given work
                begun.append((thing, pool.submit(work, thing)))
        except BrokenExecutor as error:
            raise worker_lost() from error
        if len(begun) > ahead:
            yield first()
    while begun:
        yield first()

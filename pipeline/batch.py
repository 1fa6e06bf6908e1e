"""Work on many layouts on any Executor: a few at a time, so that none waits in memory, and each told as it is ready.

A layout that takes long holds up nobody: the others go on beside it, and what one may take is bounded by its budgets.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import TypeVar

from pipeline.errors import AuthoringError, Location
from pipeline.layout import Layout
from pipeline.workers import LITTLE_MEMORY, LostError, uninterrupted, worker_lost

T = TypeVar("T")

Work = Callable[[Layout], T | AuthoringError]
"""What is done with a layout, and can be sent to another process."""

AHEAD = 2
"""How many layouts a worker has before it at most: the one that it is at, and the next."""

MOST_LOST = 8
"""After so many layouts one after the other that workers were lost over, and none done, no layout is to blame."""


def work_through(
    layouts: Iterable[tuple[int, Layout]], work: Work[T], executor: Executor | None, most: int
) -> Generator[tuple[int, T | AuthoringError], None, None]:
    """The number of each layout with what comes of it, as it is ready; no more than ``most`` of them are under way.

    Without an executor it is done here, one after the other. Raises AuthoringError where the executor is lost.
    """
    if executor is None:
        for number, layout in layouts:
            yield number, work(layout)
        return
    waiting: dict[Future[T | AuthoringError], tuple[int, Layout]] = {}
    lost = Lost()
    for number, layout in layouts:
        if len(waiting) >= most:
            yield from _ready(waiting, lost)
        try:
            with uninterrupted():  # a pool begins its workers as it is given work
                waiting[executor.submit(work, layout)] = (number, layout)
        except BrokenExecutor as error:
            raise worker_lost() from error
    while waiting:
        yield from _ready(waiting, lost)


class Lost:
    """Counts layouts that came to nothing one after the other."""

    def __init__(self) -> None:
        self._count = 0

    def outcome(self, future: Future[T], place: Location) -> T | AuthoringError:
        """What came of the layout at this place; raises AuthoringError where that nothing did is not for the layout."""
        try:
            found = future.result()
        except LostError as error:
            self._count += 1
            if self._count == MOST_LOST:
                raise worker_lost() from error
            message = "each process that worked on this layout ended before it was done"
            return AuthoringError(message, place, LITTLE_MEMORY)
        except BrokenExecutor as error:
            raise worker_lost() from error
        self._count = 0
        return found


def _ready(
    waiting: dict[Future[T | AuthoringError], tuple[int, Layout]], lost: Lost
) -> Iterator[tuple[int, T | AuthoringError]]:
    """Wait until some are done, and take them out."""
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    # What came to nothing is looked at last: it may end it all, and what is done must have been handed on by then.
    for future in sorted(done, key=lambda future: future.exception() is not None):
        number, layout = waiting.pop(future)
        yield number, lost.outcome(future, layout.location)

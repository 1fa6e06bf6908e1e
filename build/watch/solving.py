"""Solving layouts beside the server, in processes that are kept: a new state of the files never waits for an old one.

What is solved for a state that no one wants any more is left to end where there is a process to spare; else all
processes are ended and begun anew. So what a later state wants too is not begun again without need.

A layout is solved in two parts, see :mod:`pipeline.base`: its levels as pages show them, and then the rest of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from build.watch.signal import Signal
from pipeline.base import Base, Begun, begin_base, finish_base
from pipeline.checking import Effort, look
from pipeline.errors import AuthoringError
from pipeline.finding_svg import finding_svg
from pipeline.kind import discover
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.listing import bulk
from pipeline.solving import Outcome
from pipeline.workers import uninterrupted, worker_lost, workers

Task = Callable[[], Any]
"""What a process is to do."""


REST = "rest of "
"""What the second part of a layout is called, before its key."""


class _EndedError(Exception):
    """Leaves the block of the processes so that they are ended at once."""


class Solver:
    """Processes that solve layouts; each layout has a key that says all that its result depends on."""

    def __init__(self, jobs: int, limits: Limits, signal: Signal, found: Callable[[str, Base | Begun], None]) -> None:
        """``found`` is called with each result as it is ready, also with one that no one waits for any more."""
        self._jobs = jobs
        self._limits = limits
        self._signal = signal
        self._found = found
        self._stack = ExitStack()
        self._pool: Executor | None = None
        self._running: dict[str, Future[Any]] = {}

    def warm(self) -> None:
        """Begin a process before there is work for it."""
        with uninterrupted():
            self._open().submit(discover)

    def begin(self, wanted: Mapping[str, Layout]) -> None:
        """Begin with layouts that may be wanted soon, as far as there are processes to spare."""
        spare = self._jobs - len(self._running)
        self._submit({key: self._first(wanted[key]) for key in list(wanted)[: max(0, spare)]})

    def solve(
        self,
        wanted: Mapping[str, Layout],
        superseded: Callable[[], bool],
        progress: Callable[[int], None] = lambda left: None,
    ) -> dict[str, Begun | AuthoringError] | None:
        """The first part of each layout; None where a newer state is to be solved instead.

        ``progress`` is called with how many layouts are left.
        """
        by_size = sorted(wanted, key=lambda key: -bulk(wanted[key]))
        return self.run({key: self._first(wanted[key]) for key in by_size}, superseded, progress)

    def finish(
        self,
        wanted: Mapping[str, tuple[Layout, Begun]],
        superseded: Callable[[], bool],
        progress: Callable[[int], None] = lambda left: None,
    ) -> dict[str, Outcome] | None:
        """The outcome of each layout of which the first part is known, with the same terms.

        One process is left to whatever is saved meanwhile: a start from nothing has this to do for every layout.
        """
        tasks = {f"{REST}{key}": partial(finish_layout, *own, self._limits) for key, own in wanted.items()}
        found = self.run(tasks, superseded, progress, max(1, self._jobs - 1))
        return None if found is None else {key: found[f"{REST}{key}"] for key in wanted}

    def pictures(self, wanted: Mapping[str, Layout], superseded: Callable[[], bool]) -> dict[str, str] | None:
        """A picture of why each of these layouts fails; None where a newer state is to be solved instead."""
        tasks = {f"picture of {key}": partial(picture_of, layout) for key, layout in wanted.items()}
        found = self.run(tasks, superseded)
        if found is None:
            return None
        return {key: found[f"picture of {key}"] for key in wanted if isinstance(found[f"picture of {key}"], str)}

    def run(
        self,
        tasks: Mapping[str, Task],
        superseded: Callable[[], bool],
        progress: Callable[[int], None] = lambda left: None,
        most: int | None = None,
    ) -> dict[str, Any] | None:
        """What each of these comes to; None where a newer state is to be worked out instead.

        ``most`` is how many are begun at once, where that is not left to the processes.
        """
        self._make_room(tasks)
        outcomes: dict[str, Any] = {}
        while left := [key for key in tasks if key not in outcomes]:
            progress(len(left))
            self._submit({key: tasks[key] for key in left[:most]})
            self._signal.wait(lambda: superseded() or any(one.done() for one in self._running.values()))
            outcomes |= self._collect()
            if superseded():
                return None
        return {key: outcomes[key] for key in tasks}

    def close(self) -> None:
        """End every process."""
        running, self._running = self._running, {}
        for future in running.values():
            future.cancel()
        self._pool = None
        stack, self._stack = self._stack, ExitStack()
        with suppress(_EndedError), stack:
            raise _EndedError

    def _first(self, layout: Layout) -> Task:
        return partial(begin_layout, layout, self._limits)

    def _open(self) -> Executor:
        if self._pool is None:
            self._pool = self._stack.enter_context(workers(self._jobs))
        return self._pool

    def _make_room(self, wanted: Mapping[str, Task]) -> None:
        for key in [key for key in self._running if key not in wanted and self._running[key].cancel()]:
            del self._running[key]
        hopeless = [key for key in self._running if key not in wanted and not self._running[key].done()]
        if wanted and len(hopeless) >= self._jobs:
            self.close()

    def _submit(self, wanted: Mapping[str, Task]) -> None:
        fresh = [key for key in wanted if key not in self._running]
        if not fresh:
            return
        with uninterrupted():
            pool = self._open()
            for key in fresh:
                future = pool.submit(wanted[key])
                self._running[key] = future
                future.add_done_callback(lambda _: self._signal.nudge())

    def _collect(self) -> dict[str, Any]:
        """What is ready, taken from what runs."""
        outcomes: dict[str, Any] = {}
        broken = False
        for key in [key for key, future in self._running.items() if future.done()]:
            future = self._running.pop(key)
            if future.cancelled():
                continue
            try:
                outcome = future.result()
            except BrokenExecutor:
                broken = True
                outcome = worker_lost()
            outcomes[key] = outcome
            if isinstance(outcome, Base | Begun):
                self._found(key.removeprefix(REST), outcome)
        if broken:
            self.close()
        return outcomes


def begin_layout(layout: Layout, limits: Limits) -> Begun | AuthoringError:
    """The first part of a layout; a fault is returned, so that the others go on."""
    try:
        return begin_base(discover()[layout.kind], layout, limits)
    except AuthoringError as error:
        return error


def finish_layout(layout: Layout, begun: Begun, limits: Limits) -> Outcome:
    """The second part, which may show a fault as well."""
    try:
        return finish_base(discover()[layout.kind], layout, begun, limits)
    except AuthoringError as error:
        return error


def picture_of(layout: Layout) -> str:
    """Why a layout fails, drawn on its board."""
    return finding_svg(discover()[layout.kind], look(layout, Effort()))

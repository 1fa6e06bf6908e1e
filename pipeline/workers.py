"""Worker processes that end when they should: with their work, with Ctrl-C, and with the process that began them.

A worker starts from nothing: a forked one would inherit the locks and threads of whoever calls this. It takes no
interrupt of its own, since a terminal sends Ctrl-C to every process of a run, and only the first is to answer.

Nobody tells a worker that its parent was killed. So each holds the reading end of a pipe whose writing end is the
parent's alone, and ends when the pipe does. The solver keeps the interpreter to itself for as long as one of its calls
takes, and no thread of the worker runs meanwhile; on Linux the kernel is asked to send a signal as well, which needs no
interpreter.

Each worker is a pool of its own, with one piece of work at a time. So where a worker is lost it is known what it worked
on: that is begun again in a new one, and only work that a worker is lost over twice comes to nothing.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

from pipeline.errors import AuthoringError, Location

if sys.platform != "win32":
    import fcntl


P = ParamSpec("P")
T = TypeVar("T")

TRIES = 2
"""How many workers may be lost over one piece of work."""

LITTLE_MEMORY = "if there was too little memory, try '--jobs 1'"


class LostError(BrokenProcessPool):
    """Work that a worker was lost over each time it was begun."""


def worker_lost(place: Location | None = None) -> AuthoringError:
    """What is told of a pool of which a process is gone, which nothing is to blame for; ``place`` is what it was at."""
    return AuthoringError("a worker process ended before its work was done", place, LITTLE_MEMORY)


@contextmanager
def workers(count: int) -> Iterator[Executor]:
    """A pool of ``count`` processes. Where its block is left by an exception, they are ended at once."""
    context = get_context("spawn")
    others = frozenset(active_children())
    reader, writer = context.Pipe(duplex=False)
    with reader, writer:
        begin = partial(ProcessPoolExecutor, 1, context, initializer=_end_with_parent, initargs=(reader,))
        pool = _Lanes(count, begin)
        try:
            yield pool
        except BaseException:
            pool.ending = True
            for worker in frozenset(active_children()) - others:
                worker.terminate()
            writer.close()  # for whichever is just beginning
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()


class _Lanes(ThreadPoolExecutor):
    """Threads that wait for a process each, and begin a new one where it is lost."""

    def __init__(self, count: int, begin: Callable[[], ProcessPoolExecutor]) -> None:
        super().__init__(count)
        self._begin = begin
        self._own = threading.local()
        self._processes: set[ProcessPoolExecutor] = set()
        self.ending = False

    def submit(self, call: Callable[P, T], /, *words: P.args, **named: P.kwargs) -> Future[T]:
        """Have it done by a process."""
        return super().submit(self._on_process, partial(call, *words, **named))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the threads, and then their processes."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        for process in tuple(self._processes):
            process.shutdown(wait)

    def _on_process(self, call: Callable[[], T]) -> T:
        lost = 0
        while True:
            process = self._process()
            try:
                # Whatever began this thread held Ctrl-C back; but the first pool of a run lets it through again, as
                # Python's own watcher of shared things is begun with it.
                with uninterrupted():
                    waiting = process.submit(call)
                    _leave_writing_to_the_worker(process)
            except BrokenExecutor:  # it was lost while it had nothing to do
                self._forget(process)
                if self.ending:
                    raise
                continue
            try:
                return waiting.result()
            except BrokenExecutor as error:
                self._forget(process)
                lost += 1
                if self.ending or lost == TRIES:
                    raise LostError(*error.args) from error

    def _process(self) -> ProcessPoolExecutor:
        process: ProcessPoolExecutor | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = self._begin()
            self._processes.add(process)
        return process

    def _forget(self, process: ProcessPoolExecutor) -> None:
        self._own.process = None
        self._processes.discard(process)
        process.shutdown()  # or the interpreter, as it ends, comes upon what it waits with


def _leave_writing_to_the_worker(process: ProcessPoolExecutor) -> None:
    """Give up the parent's own end of the pipe for results, once the one worker of a pool has begun.

    Python keeps it open. Where a worker ends in the midst of a long result, the rest would be waited for without end:
    somebody could still write it.
    """
    process._result_queue._writer.close()  # type: ignore[attr-defined]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back within the block; what is started there never takes it, where the system knows of such."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent(alive: Connection) -> None:
    """What a worker does first; nothing is ever sent over the pipe, so it is readable only when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            _ask_for_a_signal(alive.fileno())
    threading.Thread(target=_end_after, args=(alive,), daemon=True).start()


def _end_after(alive: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        alive.recv_bytes()
    os._exit(1)


def _ask_for_a_signal(shared: int) -> None:
    """Let the end of the pipe kill this process.

    The pipe is opened anew, since whom to tell belongs to the opening, and all workers share the one they were given.
    """
    own = os.open(f"/proc/self/fd/{shared}", os.O_RDONLY | os.O_NONBLOCK)
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(own, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(own, fcntl.F_SETFL, fcntl.fcntl(own, fcntl.F_GETFL) | os.O_ASYNC)

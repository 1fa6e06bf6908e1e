"""Worker processes that end when they should: with their work, with Ctrl-C, and with the process that began them.

A worker starts from nothing: a forked one would inherit the locks and threads of whoever calls this. It takes no
interrupt of its own, since a terminal sends Ctrl-C to every process of a run, and only the first is to answer.

Nobody tells a worker that its parent was killed. So each holds the reading end of a pipe whose writing end is the
parent's alone, and ends when the pipe does. The solver keeps the interpreter to itself for as long as one of its calls
takes, and no thread of the worker runs meanwhile; on Linux the kernel is asked to send a signal as well, which needs no
interpreter.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection

from pipeline.errors import AuthoringError

if sys.platform != "win32":
    import fcntl


def worker_lost() -> AuthoringError:
    """What is told of a pool of which a process is gone, which no layout is to blame for."""
    message = "a worker process ended before its work was done"
    return AuthoringError(message, hint="if there was too little memory, try '--jobs 1'")


@contextmanager
def workers(count: int) -> Iterator[Executor]:
    """A pool of ``count`` processes. Where its block is left by an exception, they are ended at once."""
    context = get_context("spawn")
    others = frozenset(active_children())
    reader, writer = context.Pipe(duplex=False)
    with reader, writer:
        pool = ProcessPoolExecutor(count, context, initializer=_end_with_parent, initargs=(reader,))
        try:
            yield pool
        except BaseException:
            for worker in frozenset(active_children()) - others:
                worker.terminate()
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()


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

"""The same stages past one machine: a Dask scheduler hands layouts to its workers, wherever they run.

The package is an extra, imported only where a cluster is asked for. To a run a cluster is an Executor like any other.
Dask gives the layout of a worker that was lost to another one, and gives up where several were lost over the same. The
levels are the same to the byte only where every worker has the same engine and the same kinds; each says which it has,
before the run and with each layout, since workers may come and go.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pipeline.cache import engine_version, sources_of
from pipeline.errors import AuthoringError
from pipeline.kind import discover
from pipeline.vacancy import Patience, looking
from pipeline.workers import LostError

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 10
"""Seconds that a scheduler has to answer, and that its first worker has to join."""

SAYING = 30
"""Seconds that its workers have to say which version they have: each loads it for that."""

FEW = 16
"""A run gives out layouts for at least so many workers: more may join than are there when it begins."""

WAITING = Patience()
"""How long a run waits for a worker when the last one is gone."""

EXTRA = "pip install 'kotae[cluster]'"

SAME = "install the same version there, with the same kinds: a catalogue is the same to the byte only so"


class ClusterError(AuthoringError):
    """The cluster that a command line names cannot be used."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An Executor over the workers of a scheduler, and how many layouts they can be at; raises ClusterError."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError("the package 'distributed' is not installed", hint=f"install it: {EXTRA}") from error
    log = logging.getLogger("distributed")
    level = log.level
    log.setLevel(logging.CRITICAL)  # what concerns the reader is told by whoever meets it
    try:
        client = _connected(Client, address)
        try:
            given = _Cluster(client, address)
            with looking(lambda: len(client.nthreads()), given.tell_empty, given.give_up, WAITING):
                yield given, max(FEW, sum(client.nthreads().values()))
        finally:
            client.close(timeout=PATIENCE)
    finally:
        log.setLevel(level)


@lru_cache(maxsize=1)
def make_up() -> str:
    """A digest of all that a level depends on beside its layout: of the engine, and of each kind."""
    kinds = {name: sources_of(kind) for name, kind in discover().items()}
    return hashlib.sha256(json.dumps([engine_version(), kinds]).encode()).hexdigest()


def _connected(connect: Callable[..., Client], address: str) -> Client:
    """A client of a scheduler whose workers are all as this process is."""
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        hint = "begin one with 'dask scheduler', and workers with 'dask worker'"
        raise ClusterError(f"no Dask scheduler answers at '{address}'", hint=hint) from error
    try:
        _check(client, address)
    except BaseException:
        client.close(timeout=PATIENCE)
        raise
    return client


def _check(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        hint = f"begin some: 'dask worker {address} --nworkers auto --nthreads 1'"
        raise ClusterError(f"no worker has joined the scheduler at '{address}'", hint=hint) from error
    own = make_up()
    try:
        answers: dict[str, Any] = client.run(make_up, on_error="return", callback_timeout=SAYING)
    except TimeoutError as error:
        message = f"not all workers of the scheduler at '{address}' say which version of Kotae they have"
        raise ClusterError(message, hint="one of them may hang: begin them anew") from error
    for worker, answer in sorted(answers.items()):
        if isinstance(answer, OSError):
            continue  # it was lost meanwhile: whatever takes its place is asked with each layout
        if isinstance(answer, BaseException):
            raise ClusterError(f"the worker at {worker} has no Kotae that could be asked: {answer}", hint=SAME)
        if answer != own:
            raise ClusterError(f"the worker at {worker} has another version of Kotae than this", hint=SAME)


class _Cluster(Executor):
    """The workers of a scheduler, whose faults are told as those of any other pool."""

    def __init__(self, client: Client, address: str) -> None:
        # pure: else two layouts that are alike would be one.
        self._executor: Executor = client.get_executor(pure=False)
        self._address = address
        self._waiting: set[Future[Any]] = set()
        self._lock = threading.Lock()
        self._given_up: AuthoringError | None = None

    def tell_empty(self) -> None:
        """Say that nobody is there to work."""
        wait = f"the run waits {WAITING.ended:.0f} seconds"
        print(f"\nNo worker is left at '{self._address}': {wait} for one to join.", file=sys.stderr, flush=True)

    def give_up(self) -> None:
        """Let nothing that was given out be waited for any more."""
        message = f"no worker has joined the scheduler at '{self._address}' for {WAITING.ended:.0f} seconds"
        hint = f"what is solved already is in the cache; begin some: 'dask worker {self._address}'"
        with self._lock:
            self._given_up = AuthoringError(message, hint=hint)
            waiting, self._waiting = self._waiting, set()
        for found in waiting:
            if not found.done():
                found.set_exception(self._given_up)

    def submit(self, call: Callable[P, T], /, *words: P.args, **named: P.kwargs) -> Future[T]:
        """Have it done by a worker."""
        found: Future[T] = Future()
        with self._lock:
            if self._given_up:
                raise self._given_up
            self._waiting.add(found)
        asked = self._executor.submit(_do, make_up(), partial(call, *words, **named))
        asked.add_done_callback(partial(self._hand_on, found))
        return found

    def _hand_on(self, found: Future[T], asked: Future[T]) -> None:
        from distributed import KilledWorker

        with self._lock:
            if found not in self._waiting:
                return  # it was given up
            self._waiting.remove(found)
        if asked.cancelled():
            message = f"the Dask scheduler at '{self._address}' answers no longer"
            found.set_exception(AuthoringError(message, hint="what is solved already is in the cache"))
            return
        error = asked.exception()
        if isinstance(error, KilledWorker):
            found.set_exception(LostError("the scheduler gave it up"))
        elif error:
            found.set_exception(error)
        else:
            found.set_result(asked.result())


def _do(wanted: str, call: Callable[[], T]) -> T:
    """What a worker does; raises AuthoringError where it is not as whoever asks."""
    if make_up() != wanted:
        raise AuthoringError("a worker joined that has another version of Kotae than this", hint=SAME)
    return call()

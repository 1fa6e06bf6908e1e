"""A look at whether anybody is there to do the work of a run: where nobody is, that is told, and borne only so long.

Work that was given to a cluster waits there for a worker without limit, and a run would not end by itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

EVERY = 1.0
"""Seconds from one look to the next."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds for which nobody is there."""

    told: float = 5.0
    """After which that is told."""
    ended: float = 300.0
    """After which nobody is waited for any more."""


@contextmanager
def looking(
    count: Callable[[], int],
    tell: Callable[[], None],
    end: Callable[[], None],
    patience: Patience,
    every: float = EVERY,
) -> Iterator[None]:
    """While the block runs, ``count`` who is there; ``tell`` once each time that all are gone, and ``end`` at last."""
    ended = threading.Event()
    looker = threading.Thread(target=_look, args=(ended, count, tell, end, patience, every), daemon=True)
    looker.start()
    try:
        yield
    finally:
        ended.set()


def _look(
    ended: threading.Event,
    count: Callable[[], int],
    tell: Callable[[], None],
    end: Callable[[], None],
    patience: Patience,
    every: float,
) -> None:
    since: float | None = None
    told = False
    while not ended.wait(every):
        there = 1
        with suppress(Exception):  # that nobody can be asked is told by what was given out
            there = count()
        if there or ended.is_set():
            since, told = None, False
            continue
        now = time.monotonic()
        since = now if since is None else since
        if not told and now - since >= patience.told:
            told = True
            tell()
        if now - since >= patience.ended:
            end()
            return

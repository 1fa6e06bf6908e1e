"""A sign on stderr that work goes on, where nobody can say how far it is: the seconds, once they are many."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from pipeline.late_bar import PATIENCE


@contextmanager
def waiting(label: str, patience: float = PATIENCE) -> Iterator[None]:
    """While the block runs longer than is patient: on a terminal the label with the seconds, else one line of it."""
    if sys.stderr is None:
        yield
        return
    ended = threading.Event()
    teller = threading.Thread(target=_tell, args=(label, patience, sys.stderr, ended), daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()


def _tell(label: str, patience: float, out: TextIO, ended: threading.Event) -> None:
    started = time.monotonic()
    if ended.wait(patience):
        return
    if not out.isatty():
        print(f"{label}…", file=out, flush=True)
        return
    while True:
        line = f"{label}… {time.monotonic() - started:.0f} s"
        print(f"\r{line}", end="", file=out, flush=True)
        if ended.wait(1):
            print(f"\r{' ' * len(line)}\r", end="", file=out, flush=True)
            return

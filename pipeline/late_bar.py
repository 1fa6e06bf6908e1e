"""A progress bar for work of which nobody knows how long it takes: it shows only where that is long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

PATIENCE = 2.0
"""Seconds before there is anything to see."""
PARTS = 100
"""The steps of the bar for each piece of work."""


@contextmanager
def late_bar(label: str, pieces: int) -> Iterator[Callable[[float], None]]:
    """A bar over so many pieces of work, on stderr; what it gives is told how many are done, parts of one included."""
    started = time.monotonic()
    bar: Any = None
    with ExitStack() as stack:

        def update(done: float) -> None:
            nonlocal bar
            if bar is None and time.monotonic() - started >= PATIENCE:
                bar = stack.enter_context(click.progressbar(length=pieces * PARTS, label=label, file=sys.stderr))
            if bar is not None:
                bar.update(round(done * PARTS) - bar.pos)

        yield update

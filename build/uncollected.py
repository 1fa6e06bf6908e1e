"""Holding back the search for objects that hold each other: among some for each level it takes long and finds none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Search for none."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def frozen() -> Iterator[None]:
    """Search for none among those that are there now."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()

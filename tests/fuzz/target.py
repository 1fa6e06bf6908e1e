"""What inputs are thrown at: a reader of ours, what it is given, and what must hold of what comes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from pipeline.kind import AnyKind

Input = str | bytes


class Came(StrEnum):
    """What came of an input."""

    GOOD = "good"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Target:
    """A reader. ``run`` raises nothing but for a fault of ours, and never takes more than so many seconds."""

    name: str
    of: int
    """Its share: so many of 50,000 inputs are its own."""
    seconds: float
    """Of processor time that one input may take."""
    make: Callable[[Random], Input]
    run: Callable[[Any], Came]
    least_good: float
    """The part of its inputs that has to be good, so that what comes after reading is tried too."""
    clock: Callable[[], float] = time.process_time
    """Seconds of processor time so far."""
    ready: Callable[[], object] = lambda: None
    """Called before each input, for what the guard would not let ``run`` do."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where targets do their work."""

    folder: Path
    """The only one that anything may be written to; the current one."""
    kinds: dict[str, AnyKind]
    layouts: Path
    """The layouts that ship."""

"""Making an input that is at fault as small as it stays at fault: parts are taken out, the largest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T", str, bytes)

TRIES = 2_000


def shrunk(data: T, is_at_fault: Callable[[T], bool], tries: int = TRIES) -> T:
    """The smallest that was found; ``is_at_fault`` says whether an input shows the same fault."""
    part = max(len(data) // 2, 1)
    while part and tries > 0:
        at = 0
        was = len(data)
        while at < len(data) and tries > 0:
            tries -= 1
            smaller = data[:at] + data[at + part :]
            if is_at_fault(smaller):
                data = smaller
            else:
                at += part
        if part > 1 or len(data) == was:
            part //= 2
    return data

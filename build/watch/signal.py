"""What the threads of a live rebuild wait on: that something changed, that work is ready, that all is to end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Signal:
    """Counts the changes that were seen, and wakes whoever waits."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._changes = 0
        self._last = 0.0
        self._ended = False

    @property
    def changes(self) -> int:
        """How many changes were seen so far."""
        return self._changes

    @property
    def ended(self) -> bool:
        """Whether all is to end."""
        return self._ended

    def changed(self) -> None:
        """Something changed."""
        with self._condition:
            self._changes += 1
            self._last = time.monotonic()
            self._condition.notify_all()

    def nudge(self) -> None:
        """Let whoever waits look again."""
        with self._condition:
            self._condition.notify_all()

    def end(self) -> None:
        """All is to end."""
        with self._condition:
            self._ended = True
            self._condition.notify_all()

    def wait(self, until: Callable[[], bool], seconds: float | None = None) -> bool:
        """Wait until something is so, all is to end, or the time is over; whether it is so."""
        with self._condition:
            self._condition.wait_for(lambda: self._ended or until(), seconds)
        return until()

    def calm(self, quiet: float, longest: float) -> None:
        """Wait until nothing changed for so many seconds, or for the longest time in all."""
        deadline = time.monotonic() + longest
        while not self._ended:
            now = time.monotonic()
            rest = min(self._last + quiet, deadline) - now
            if rest <= 0:
                return
            seen = self._changes
            self.wait(lambda seen=seen: self._changes != seen, rest)  # type: ignore[misc]

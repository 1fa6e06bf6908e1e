"""What the browsers are told: which state the site is in, what is at fault, and whether work is going on."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from build.watch.desk import Changed
from build.watch.faults import Told


@dataclass(frozen=True, slots=True)
class News:
    """All that there is to tell at one moment."""

    version: str
    """Of the site: another one, and every page may have changed."""
    faults: tuple[Told, ...] = ()
    more: int = 0
    """How many faults there are beside these."""
    left: int = 0
    """How many layouts are being solved."""
    busy: bool = True
    desk: str = ""
    """The state of the author's pages, in place of the version."""
    changed: tuple[Changed, ...] = ()
    """The layouts that were changed last."""

    def text(self) -> str:
        """One line of JSON."""
        told: dict[str, Any] = {
            "version": self.version,
            "faults": [fault.data() for fault in self.faults],
            "more": self.more,
            "left": self.left,
            "busy": self.busy,
            "desk": self.desk,
            "changed": [one._asdict() for one in self.changed],
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True)
class Board:
    """Where the news are put up; threads wait for newer ones."""

    news: News
    number: int = 0
    closed: bool = False
    _condition: threading.Condition = field(default_factory=threading.Condition)

    def put(self, **changes: Any) -> None:
        """Change some of the news, and wake all who wait."""
        with self._condition:
            news = replace(self.news, **changes)
            if news != self.news:
                self.news = news
                self.number += 1
                self._condition.notify_all()

    def newer(self, number: int, seconds: float, is_over: Callable[[], bool]) -> tuple[int, News] | None:
        """The news after those of a number, as soon as there are any; None where the time is over, or all else is."""
        with self._condition:
            self._condition.wait_for(lambda: self.closed or self.number != number or is_over(), seconds)
            return None if self.closed or self.number == number else (self.number, self.news)

    def wake(self) -> None:
        """Let all who wait look whether it is over."""
        with self._condition:
            self._condition.notify_all()

    def close(self) -> None:
        """Let nobody wait any more."""
        with self._condition:
            self.closed = True
            self._condition.notify_all()


class Versions:
    """Names of the site's states, which no other run gives."""

    def __init__(self) -> None:
        self._run = os.urandom(6).hex()
        self._number = 0

    def next(self) -> str:
        """A name that was not given before."""
        self._number += 1
        return f"{self._run}-{self._number}"


def told(faults: Sequence[Told], most: int) -> dict[str, Any]:
    """The part of the news that faults are."""
    return {"faults": tuple(faults[:most]), "more": max(0, len(faults) - most)}

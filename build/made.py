"""What takes long to make for pages, made once: it is asked for again on other pages, in other languages, and by a
live rebuild after each change.

What belongs to a level is kept under its id, which says all that the level's board, answer and trace follow from. What
is read from files, or made of several levels, is kept under a name of its own, with a stamp of what it was made from:
another stamp, and it is made anew in the place of the old one. So nothing is kept twice however often it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pipeline.catalogue import LevelId

T = TypeVar("T")


class OfPage(NamedTuple):
    """The name of what is made for one page."""

    what: str
    path: str
    """The page's, below the folder of a language."""


class Made:
    """A store of such things. Threads may share it: at worst a thing is made twice."""

    def __init__(self) -> None:
        self._levels: dict[tuple[str, LevelId], Any] = {}
        self._named: dict[Hashable, tuple[Hashable, Any]] = {}
        self._settled: frozenset[Hashable] = frozenset()

    def of_level(self, what: str, level: LevelId, make: Callable[[], T]) -> T:
        """What is made of a level alone."""
        key = (what, level)
        if key not in self._levels:
            self._levels[key] = make()
        made: T = self._levels[key]
        return made

    def give_level(self, what: str, level: LevelId, value: object) -> None:
        """Take a value for what would be made of a level."""
        self._levels[what, level] = value

    def named(self, name: Hashable, stamp: Hashable, make: Callable[[], T]) -> T:
        """What was made from a stamp, under a name of its own."""
        found = self._named.get(name)
        if found is None or found[0] != stamp:
            found = self._named[name] = (stamp, make())
        made: T = found[1]
        return made

    def read(self, name: Hashable, files: tuple[Path | None, ...], make: Callable[[], T]) -> T:
        """What is read from files, of which some need not be there."""
        return self.named(name, tuple(map(_content, files)), make)

    def give(self, name: Hashable, files: tuple[Path | None, ...], value: object) -> None:
        """Take a value for what would be read from these files."""
        self._named[name] = (tuple(map(_content, files)), value)

    def settle(self) -> None:
        """Take what has a name by now for what every page needs."""
        self._settled = frozenset(self._named)

    def forget(self) -> None:
        """Forget what was made of any level, and what has got a name since all was settled."""
        self._levels.clear()
        for name in self._named.keys() - self._settled:
            del self._named[name]

    def keep(self, levels: Set[LevelId], pages: Set[str]) -> None:
        """Forget what was made of any other level, or for any other page."""
        for key in [key for key in list(self._levels) if key[1] not in levels]:
            self._levels.pop(key, None)
        for name in list(self._named):
            if isinstance(name, OfPage) and name.path not in pages:
                self._named.pop(name, None)


def _content(path: Path | None) -> bytes | None:
    """What is in a file; None where it cannot be read, which whoever reads it tells better."""
    with suppress(OSError):
        # A pipe or a device may have no end.
        return path.read_bytes() if path and path.is_file() else None
    return None

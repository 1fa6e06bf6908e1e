"""Files in memory: each is read again only where the system says that it may have changed.

What tells is its size, its number and the time of its last change. Two changes within one tick of that clock look the
same, so a file that was changed just before it was read is read again the next time, as git does with its index.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

TICK = 0.2
"""In seconds: longer than any tick of a clock that file systems keep."""


class Stamp(NamedTuple):
    """What the system knows of a file without reading it."""

    changed: int
    """In nanoseconds."""
    size: int
    number: int


def stamp_of(path: Path | str) -> Stamp | None:
    """The stamp of a file; None where there is none, or something that is no file."""
    try:
        # No Path is made for it: there are thousands at a time.
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return Stamp(status.st_mtime_ns, status.st_size, status.st_ino)


class Files(Generic[T]):
    """What was made of each file, as long as the file stays as it was."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[Stamp, T]] = {}

    def get(self, path: Path, make: Callable[[Path], T]) -> T:
        """What is made of a file, now or before."""
        stamp = stamp_of(path)
        known = self._known.get(path)
        if known and stamp == known[0]:
            return known[1]
        read_at = time.time()
        made = make(path)
        if stamp and stamp.changed / 1e9 < read_at - TICK:
            self._known[path] = (stamp, made)
        else:
            self._known.pop(path, None)
        return made

    def keep(self, paths: set[Path]) -> None:
        """Forget every other file."""
        for path in [path for path in self._known if path not in paths]:
            del self._known[path]


def walk(folder: Path) -> Iterator[str]:
    """Every file below a folder, but for what a dot hides; a folder is gone into once, by whatever links lead to it."""
    seen: set[tuple[int, int]] = set()
    waiting = [str(folder)]
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith(".") or entry.name == "__pycache__":
                continue
            try:
                is_folder = entry.is_dir()
                status = entry.stat() if is_folder else None
            except OSError:
                continue
            if status is None:
                yield entry.path
            elif (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                waiting.append(entry.path)

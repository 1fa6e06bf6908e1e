"""A system that refuses what is done with files: the same command again and again, and each time another thing fails.

Python tells audit hooks of each file that is opened, moved, made or removed, before it is, and what a hook raises is
raised there. So every operation is found, wherever it is done, and none has to be named.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from pathlib import Path
from types import FrameType

REMOVING = frozenset({"os.remove", "os.rmdir"})
CHANGING = frozenset({"os.rename", "os.mkdir", "os.chmod", "os.utime", "os.truncate", "os.link", "os.symlink"})
LOOKING = frozenset({"os.listdir", "os.scandir"})
WRITING = "open to write"


OURS = tuple(f"{Path(__file__).parent.parent / name}{os.sep}" for name in ("pipeline", "build"))
"""How the names of our own files begin."""


DEEP = 1
"""By so many lines of ours a place is known."""


class Way(Enum):
    """How a system refuses."""

    ONCE = errno.EIO
    """One operation fails, of whatever sort; the next one does not."""
    FULL = errno.ENOSPC
    """From one on nothing can be made or moved any more, but read and removed."""
    READ_ONLY = errno.EROFS
    """From one on nothing can be changed any more."""
    GONE = errno.ESTALE
    """From one on there is nothing left of the folder."""


Place = tuple[str, tuple[tuple[str, int], ...]]
"""What is done, and from which lines of ours, the innermost first."""


@dataclass(slots=True)
class System:
    """Notes what is done with the files of a folder, and refuses some of it."""

    folder: Path | None = None
    """None while nothing is noted."""
    way: Way = Way.ONCE
    first: Place | None = None
    """Where the first operation fails, if any does."""
    places: list[Place] = field(default_factory=list)
    """Where something was done, or was to be."""
    failed: bool = False

    def install(self) -> None:
        """Begin to be told; Python knows no way back, so this is for a process of tests."""
        sys.addaudithook(self._told)

    @contextmanager
    def refusing(self, folder: Path, way: Way, first: Place | None = None) -> Iterator[None]:
        """Refuse what is done in the folder, which is the current one, from the first operation at a place on."""
        self.way, self.first, self.places, self.failed = way, first, [], False
        self.folder = folder
        try:
            yield
        finally:
            self.folder = None

    def _told(self, event: str, args: tuple[object, ...]) -> None:
        if self.folder is None or not (event == "open" or event in REMOVING | CHANGING | LOOKING):
            return
        path = args[0]
        if not isinstance(path, str | bytes | os.PathLike) or not self._is_inside(os.fsdecode(path)):
            return
        if event == "os.mkdir" and Path(os.fsdecode(path)).is_dir():
            return  # it is there, which every system says first
        if event == "open" and _changes(args[2]):
            event = WRITING
        if not may_refuse(self.way, event):
            return
        place = event, tuple(islice(_lines(sys._getframe(1)), DEEP))
        self.places.append(place)
        if self.failed and self.way is Way.ONCE:
            return
        if self.failed or place == self.first:
            self.failed = True
            raise OSError(self.way.value, os.strerror(self.way.value), path)

    def _is_inside(self, path: str) -> bool:
        return not path.startswith(os.sep) or path.startswith(f"{self.folder}{os.sep}")


def may_refuse(way: Way, event: str) -> bool:
    """Whether a system that refuses in this way refuses such an operation."""
    if way in (Way.ONCE, Way.GONE) or event in CHANGING or event == WRITING:
        return True
    return way is Way.READ_ONLY and event in REMOVING


def _changes(flags: object) -> bool:
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def _lines(frame: FrameType | None) -> Iterator[tuple[str, int]]:
    while frame:
        if frame.f_code.co_filename.startswith(OURS):
            yield frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back

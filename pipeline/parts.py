"""Files that are being written beside the one they will replace, and what is left of them by a run that was killed.

Whoever writes such a part holds a lock on it, which the system takes back however its holder ends. So a later run can
tell a part that nobody writes any more from one that another run is writing now, without knowing of any process. A
system without such locks is told by age.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

SUFFIX = ".part"

OLD = 86_400
"""Seconds after which nobody writes a part any more, where that cannot be asked."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is being written."""

    path: Path
    file: BinaryIO
    held: BinaryIO | None
    """The same once more, which keeps it locked when it is closed; None where no open file could be moved."""

    def seal(self, hold: bool) -> None:
        """Close it, which may raise OSError: some disks say only then that they are full. To ``hold`` it is to keep it
        locked."""
        self.file.close()
        if self.held and not hold:
            self.held.close()

    def discard(self) -> None:
        """Close it, and remove it unless it was moved into its place."""
        with contextlib.suppress(OSError):
            self.file.close()
        with contextlib.suppress(OSError):
            self.path.unlink()
        if self.held:
            self.held.close()


def new_part(folder: Path, prefix: str) -> Part:
    """An empty part, locked; raises OSError."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=prefix, suffix=SUFFIX)
        file = os.fdopen(handle, "wb")
        part = Part(Path(name), file, None if sys.platform == "win32" else os.fdopen(os.dup(handle), "rb"))
        # Between its making and its locking another run may have taken it for one that was left.
        if take_lock(handle) is not False and os.fstat(handle).st_nlink:
            return part
        part.file.close()
        if part.held:
            part.held.close()


def sweep_parts(path: Path) -> None:
    """Remove what is left of runs that were killed while they wrote this file."""
    with contextlib.suppress(OSError):
        for part in path.parent.glob(f".{path.name[:40]}.*{SUFFIX}"):
            sweep_part(part)


def sweep_part(part: Path) -> None:
    """Remove a part that nobody is writing; raises no error where that cannot be."""
    with contextlib.suppress(OSError), _opened(part) as handle:
        locked = take_lock(handle)
        if locked or (locked is None and os.fstat(handle).st_mtime < time.time() - OLD):
            part.unlink()


@contextmanager
def _opened(part: Path) -> Iterator[int]:
    handle = os.open(part, os.O_RDWR | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    try:
        yield handle
    finally:
        os.close(handle)


def take_lock(handle: int, wait: bool = False) -> bool | None:
    """Lock what is open for this process alone, until it is closed: whether that could be.

    None where the system or the disk knows no such locks.
    """
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True

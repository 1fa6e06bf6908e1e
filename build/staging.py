"""A folder for the work of one run, beside the place where the work will go, and locks on folders.

A run that is killed cannot tidy up; the next run does it. Each run holds a lock on its folder, and the system lets go
of it however the run ends, so a folder whose lock can be had is nobody's. A process id in a file would say less: after
a restart, or in a container, another process has the same one. Where a system has no such locks nothing is removed.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

PREFIX = ".kotae-site-"
OWNER = "made-by-kotae"
"""A file in every such folder, so that no other folder of a like name is ever removed."""


@contextmanager
def staging(parent: Path) -> Iterator[Path]:
    """Give an empty folder below ``parent`` that is gone afterwards; remove those of runs that died. Raises OSError."""
    _sweep(parent)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    try:
        with lock(folder, wait=False):
            # Marked once it is locked: a folder that is marked and not locked is never one at work.
            (folder / OWNER).write_text("What a run of Kotae is working on. The next run removes it.\n", "utf-8")
            work = folder / "work"
            work.mkdir()
            yield work
    finally:
        _remove(folder)


@contextmanager
def lock(folder: Path, wait: bool) -> Iterator[bool]:
    """Hold the lock of a folder; False where another run has it, or where there are no locks. Raises OSError."""
    if sys.platform == "win32":
        yield False
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield _is_taken(handle, wait)
    finally:
        os.close(handle)


def _is_taken(handle: int, wait: bool) -> bool:
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _sweep(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink() or not (folder / OWNER).is_file():
                continue
            with lock(folder, wait=False) as is_nobodys:
                if is_nobodys:
                    _remove(folder)


def _remove(folder: Path) -> None:
    # The mark goes last, so that a removal that is cut short can be taken up again.
    shutil.rmtree(folder / "work", ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)

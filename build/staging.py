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
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from pipeline.parts import take_lock

PREFIX = ".kotae-site-"
OWNER = "made-by-kotae"
"""A file in every such folder, so that no other folder of a like name is ever removed."""


@contextmanager
def staging(parent: Path) -> Iterator[Path]:
    """Give an empty folder below ``parent`` that is gone afterwards; remove those of runs that died. Raises OSError."""
    _sweep(parent)
    folder, held = _begin(parent)
    with held:
        work = folder / "work"
        work.mkdir()
        yield work


def _begin(parent: Path) -> tuple[Path, ExitStack]:
    """A new folder, locked and marked, and what ends that and removes it; raises OSError."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        with ExitStack() as held:
            held.callback(_remove, folder)
            try:
                held.enter_context(lock(folder, wait=True))
                # Marked once it is locked: a folder that is marked and not locked is never one at work.
                (folder / OWNER).write_text("What a run of Kotae is working on. The next run removes it.\n", "utf-8")
            except FileNotFoundError:  # before it was locked another run took it for one that was left
                continue
            return folder, held.pop_all()


@contextmanager
def lock(folder: Path, wait: bool) -> Iterator[bool]:
    """Hold the lock of a folder; False where another run has it, or where there are no locks. Raises OSError."""
    if sys.platform == "win32":
        yield False
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield bool(take_lock(handle, wait))
    finally:
        os.close(handle)


def _sweep(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink():
                continue
            with lock(folder, wait=False) as is_nobodys:
                if is_nobodys and (folder / OWNER).is_file():
                    _remove(folder)
                elif is_nobodys:
                    folder.rmdir()  # not marked yet, or not any more; one with anything in it is not ours, and stays


def _remove(folder: Path) -> None:
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name != OWNER:
                shutil.rmtree(path, ignore_errors=True)
                with suppress(OSError):
                    path.unlink()  # a file
        # The mark goes last, so that a removal that is cut short can be taken up again.
        if [path.name for path in folder.iterdir()] == [OWNER]:
            (folder / OWNER).unlink()
        folder.rmdir()

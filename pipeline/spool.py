"""Pieces of bytes that wait on disk instead of in memory, in a file without a name: nothing of it can stay behind.

The system's folder for such files may be memory, which is what is to be spared. So the file is made beside one that is
on disk anyhow, wherever that can be.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO, NamedTuple

from pipeline.errors import AuthoringError, Location

ROOM = "boards and levels wait there in a file until the run ends: make room for it"


class Span(NamedTuple):
    """Where a piece stands."""

    start: int
    length: int


class Spool:
    """A file of pieces that grows at its end. It goes with its process, however that ends; use it as a context."""

    def __init__(self, *beside: Path) -> None:
        """Make the file beside the first of these, which need not be there, that lies where a file can be made.

        Raises AuthoringError where none does, nor the system's folder for such files.
        """
        self.folder, self._file = _made(*map(_nearest, beside), Path(gettempdir()))
        self._end = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):  # what the disk did not take, which was told
            self._file.close()

    def add(self, piece: bytes) -> Span:
        """Put a piece at the end; raises AuthoringError where the disk is full."""
        with _told(self.folder):
            self._file.seek(self._end)
            self._file.write(piece)
            self._file.flush()  # else it would be told of another piece, or of none
        span = Span(self._end, len(piece))
        self._end += len(piece)
        return span

    def piece(self, span: Span) -> bytes:
        """A piece that was put there; raises AuthoringError where the disk refuses."""
        with _told(self.folder):
            self._file.seek(span.start)
            return self._file.read(span.length)


def _nearest(path: Path) -> Path:
    """The folder of this name, or the first one above it that is there."""
    above = (path, *path.parents)
    return next((folder for folder in above if os.path.isdir(folder)), Path())  # noqa: PTH112 - any name, however long


def _made(*folders: Path) -> tuple[Path, IO[bytes]]:
    for folder in folders[:-1]:
        with contextlib.suppress(OSError):
            return folder, TemporaryFile(dir=folder)
    with _told(folders[-1]):
        return folders[-1], TemporaryFile(dir=folders[-1])


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"no file can be kept here: {error.strerror or error}"
        raise AuthoringError(message, Location(folder.as_posix()), ROOM) from error

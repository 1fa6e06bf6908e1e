"""Reading nothing but files, and writing them so that a reader sees the old content or the new, never half of it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pipeline.errors import AuthoringError, Location
from pipeline.parts import Part, new_part

NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""Keeps the opening of a pipe from waiting for whoever writes into it."""

MAX_BYTES = 1 << 20
"""Of a text that somebody wrote, wherever it stands."""

MOST_HELD = 64
"""How many files that are being written are kept open until all are: a system lets a process open some hundreds.

Of more than these none is kept locked till the end. That does no harm: only parts of catalogues and of the cache are
swept by other runs, and of these no run writes so many at once.
"""

NO_FILE = "it is a pipe or a device, not a file"


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading; raises OSError, too, for a pipe or a device, which may have no end or never begin."""

    def opener(name: str, flags: int) -> int:
        handle = os.open(name, flags | NO_WAIT)
        mode = os.fstat(handle).st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):  # a folder has a message of the system's own
            return handle
        os.close(handle)
        raise OSError(None, NO_FILE, name)

    return open(path, "rb", opener=opener)


def read_start(path: Path) -> bytes:
    """A file's bytes, or one more than a text may have; raises OSError."""
    with open_file(path) as file:
        return file.read(MAX_BYTES + 1)


def replace_file(path: Path, text: str | bytes) -> None:
    """Write one file; see :func:`replace_files`."""
    replace_files({path: text})


def replace_files(texts: Mapping[Path, str | bytes]) -> None:
    """Write each beside the file it replaces, and move them into place when all are written.

    A link stays, and the file that it leads to is replaced. Raises AuthoringError where the disk refuses one, or where
    a folder, a pipe or a device is in its place; every file is as it was until all are written.
    """
    replace_in_pieces(
        {path: [text.encode() if isinstance(text, str) else text] for path, text in texts.items()},
    )


def replace_in_pieces(files: Mapping[Path, Iterable[bytes]]) -> None:
    """The same for files that are longer than memory should hold."""
    parts: list[tuple[Path, Path, Part]] = []
    try:
        for path, pieces in files.items():
            with located(path):
                file = _replaced(path)
                parts.append((path, file, _write_part(file, pieces, len(files) <= MOST_HELD)))
        for path, file, part in parts:
            with located(path):
                part.path.replace(file)
    finally:
        for _, _, part in parts:
            part.discard()


def _replaced(path: Path) -> Path:
    """The file that a name stands for, which need not be there; raises OSError where it is something else."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = stat.S_IFREG
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(None, NO_FILE, str(path))
    return Path(os.path.realpath(path)) if path.is_symlink() else path


@contextmanager
def located(path: Path) -> Iterator[None]:
    """Turn what the system says of a file that is being written into an AuthoringError."""
    try:
        yield
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise AuthoringError(message, Location(path.as_posix())) from error


def _write_part(path: Path, pieces: Iterable[bytes], hold: bool) -> Part:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Of a long name a part will do: the name of the part may not be longer than the system allows either.
    part = new_part(path.parent, f".{path.name[:40]}.")
    try:
        for piece in pieces:
            part.file.write(piece)
        part.seal(hold)
        part.path.chmod(0o644)
    except BaseException:
        part.discard()
        raise
    return part

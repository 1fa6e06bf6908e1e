"""Writing files so that a reader sees the old content or the new, never half of it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pipeline.errors import AuthoringError, Location


def replace_file(path: Path, text: str) -> None:
    """Write one file; see :func:`replace_files`."""
    replace_files({path: text})


def replace_files(texts: Mapping[Path, str]) -> None:
    """Write each beside the file it replaces, and move them into place when all are written.

    Raises AuthoringError where the disk refuses one; every file is as it was until all are written.
    """
    parts: dict[Path, Path] = {}
    try:
        for path, text in texts.items():
            with located(path):
                parts[path] = _write_part(path, text)
        for path, part in parts.items():
            with located(path):
                part.replace(path)
    finally:
        for part in parts.values():
            with contextlib.suppress(OSError):
                part.unlink()


@contextmanager
def located(path: Path) -> Iterator[None]:
    """Turn what the system says of a file that is being written into an AuthoringError."""
    try:
        yield
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise AuthoringError(message, Location(path.as_posix())) from error


def _write_part(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Of a long name a part will do: the name of the part may not be longer than the system allows either.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        part.chmod(0o644)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    return part

"""A folder of files that appears whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.errors import AuthoringError, Location

MARK = ".nojekyll"
"""In every site made here: some hosts need it to serve files as they are, and it tells a folder of ours from others."""


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Give an empty folder beside ``folder``; move it into place at the end, or drop it when anything goes wrong.

    Raises AuthoringError where ``folder`` holds something that was not made here, before anything is written.
    """
    _check(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise _cannot_write(folder, error) from error
    try:
        yield fresh
        (fresh / MARK).touch()
        fresh.chmod(0o755)
        _swap(fresh, folder)
    except OSError as error:
        raise _cannot_write(folder, error) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _check(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise AuthoringError("is not a folder", Location(folder.as_posix()), "choose another with --out")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).exists():
        hint = "empty it yourself, or choose another with --out"
        raise AuthoringError("holds files that are no site of ours", Location(folder.as_posix()), hint)


def _swap(fresh: Path, folder: Path) -> None:
    if not folder.exists():
        fresh.rename(folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
    folder.rename(old / "site")
    try:
        fresh.rename(folder)
    except OSError:
        (old / "site").rename(folder)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _cannot_write(folder: Path, error: OSError) -> AuthoringError:
    return AuthoringError(f"cannot be written: {error.strerror or error}", Location(folder.as_posix()))

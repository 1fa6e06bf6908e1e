"""Finding the files of layouts: which are read, which are passed over, and what of a folder cannot be used.

A folder is walked once, by whatever links lead to it. A file is never opened here, nor is anything but a file handed
on to be opened: a pipe among the layouts would keep its reader waiting for ever.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from errno import ELOOP, ENOENT
from pathlib import Path
from typing import TypeVar

from pipeline.errors import AuthoringError, Location
from pipeline.node import suggestion

T = TypeVar("T")

SUFFIXES = (".yaml", ".yml")
"""How the name of a layout file ends, in small letters or capitals."""


@dataclass(frozen=True, slots=True)
class Found:
    """The layout files in the order of their paths, what is at fault, and what is no layout by its name."""

    paths: tuple[Path, ...]
    faults: tuple[AuthoringError, ...]
    passed_over: tuple[Path, ...]
    folders: tuple[str, ...] = ()
    """The folders of kinds right in the root, by their names."""


def find_layouts(root: Path, kinds: Iterable[str], named: bool = True) -> Found:
    """Everything below ``root`` but what a dot hides; a folder right in it is ``named`` for a kind.

    Raises AuthoringError where there is no such folder, or where it cannot be read.
    """
    try:
        entries = sorted(root.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        message = f"there is no folder {root.as_posix()}"
        raise AuthoringError(message, hint="layouts are read from layouts/<kind>/*.yaml") from None
    except OSError as error:
        raise _unreadable(root, error) from error
    walk = _Walk(tuple(kinds), {_identity(root.stat()): root})
    for path in entries:
        walk.visit(path, top=named)
    while walk.waiting:
        walk.enter(walk.waiting.pop())
    folders = tuple(path.name for path in entries if path.name in walk.kinds and path.is_dir())
    return Found(tuple(sorted(walk.paths, key=Path.as_posix)), tuple(walk.faults), tuple(walk.passed_over), folders)


def read_all(
    root: Path, kinds: Iterable[str], read: Callable[[Path], tuple[Sequence[T], Sequence[AuthoringError]]]
) -> tuple[Found, list[T], list[AuthoringError]]:
    """What is found below ``root``, with all that reading each file gives, and every fault of both.

    Raises AuthoringError where there is nothing at all.
    """
    found = find_layouts(root, kinds)
    layouts: list[T] = []
    faults = list(found.faults)
    for path in found.paths:
        good, bad = read(path)
        layouts += good
        faults += bad
    if not layouts and not faults:
        raise AuthoringError(f"there are no layouts in {root.as_posix()}", hint="'kotae new' writes some")
    return found, layouts, faults


@dataclass(slots=True)
class _Walk:
    """What was met so far; ``folders`` are those that were gone into, by the number the system knows them by."""

    kinds: tuple[str, ...]
    folders: dict[tuple[int, int], Path]
    waiting: list[Path] = field(default_factory=list)
    """Folders to go into: no depth of folders is too much for a list."""
    paths: list[Path] = field(default_factory=list)
    faults: list[AuthoringError] = field(default_factory=list)
    passed_over: list[Path] = field(default_factory=list)

    def visit(self, path: Path, top: bool = False) -> None:
        """Sort one entry of a folder in; ``top``: it stands right in the root."""
        if path.name.startswith("."):
            return
        is_layout = path.suffix.lower() in SUFFIXES
        try:
            status = path.stat()
        except OSError as error:
            self.faults.append(_broken_link(path, error) if path.is_symlink() else _unreadable(path, error))
            return
        if stat.S_ISREG(status.st_mode):
            (self.paths if is_layout else self.passed_over).append(path)
        elif not stat.S_ISDIR(status.st_mode):
            self.refuse(path, "neither a file nor a folder", "take it out; a layout is a file of text")
        elif is_layout:
            self.refuse(path, "a folder with the name of a layout file", "rename it, or take it out")
        elif top and path.name not in self.kinds:
            self.refuse(path, "the folder of no kind", suggestion(path.name, self.kinds))
        else:
            first = self.folders.setdefault(_identity(status), path)
            if first is path:
                self.waiting.append(path)
            else:
                self.refuse(path, f"the same folder as {first.as_posix()}", "take the link out")

    def enter(self, folder: Path) -> None:
        """Visit all that is in a folder."""
        try:
            # All in one folder: to compare names is quicker than to compare paths.
            entries = sorted(folder.iterdir(), key=lambda path: path.name)
        except OSError as error:
            self.faults.append(_unreadable(folder, error))
            return
        for path in entries:
            self.visit(path)

    def refuse(self, path: Path, message: str, hint: str) -> None:
        """Note a fault."""
        self.faults.append(AuthoringError(message, Location(path.as_posix()), hint))


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _broken_link(path: Path, error: OSError) -> AuthoringError:
    ways = {ELOOP: "a link that leads back to itself", ENOENT: "a link that leads nowhere"}
    if error.errno not in ways:
        return _unreadable(path, error)
    return AuthoringError(ways[error.errno], Location(path.as_posix()), "mend it, or take it out")


def _unreadable(path: Path, error: OSError) -> AuthoringError:
    return AuthoringError(f"cannot be read: {error.strerror or error}", Location(path.as_posix()))

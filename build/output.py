"""Putting a site into place: every file appears whole, no link leads nowhere, and what was not made here stays.

All files are written to a folder beside the site first, so that a fault while they are made changes nothing. Then
they are moved one by one: those that are new, those that changed, and at last those that are no longer wanted go.
Each page holds everything it needs, so an old page beside a new one is sound, and in this order every link that a
reader can come to leads to a page that is there, at every moment, and also where a run is killed in between. The next
run then ends what was begun.

Two other ways were not taken. To change one folder for another takes two renames with no site in between, pulls the
folder away from under a server that stands in it, and takes along what a user has put there. To write in place shows
half a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from build.staging import lock, staging
from build.state import Seen, seen
from pipeline.errors import AuthoringError, Location

LIST = ".nojekyll"
"""In every site made here: some hosts need the file to serve a site as it is, and none reads it. It lists what we made,
which tells a folder of ours from others, and our files in it from those of its owner."""

HEADING = "# Made by Kotae. The next build replaces or removes these files, and no other."


@dataclass(frozen=True, slots=True)
class Staying:
    """Files of the site that stay as they are, and were not written again."""

    files: dict[str, Seen]
    """How each was when it was looked at. The build adds to them what it finds to be the same."""
    make: Callable[[Path, Sequence[str]], None]
    """Writes files of these names below a folder: those that somebody has changed since."""


@contextmanager
def replacing(folder: Path, staying: Staying | None = None, last: str = "") -> Iterator[Path]:
    """Give an empty folder beside ``folder``; put its files into place at the end, or drop them when anything fails.

    Files that stay the same are not touched, and the one named ``last``, which speaks of the others, comes after them.
    Raises AuthoringError where ``folder`` holds no site of ours, before anything is made, and where a file that is not
    ours is in the way, before anything is moved.
    """
    try:
        _check(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with staging(folder.parent) as fresh:
            yield fresh
            _install(fresh, folder, staying or Staying({}, lambda folder, names: None), last)
    except OSError as error:
        raise AuthoringError(f"cannot be written: {error.strerror or error}", Location(folder.as_posix())) from error


def _check(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise AuthoringError("is not a folder", Location(folder.as_posix()), "choose another with --out")
    if folder.is_dir() and any(folder.iterdir()) and _listed(folder) is None:
        hint = "empty it yourself, or choose another with --out"
        raise AuthoringError("holds files that are no site of ours", Location(folder.as_posix()), hint)


def _install(fresh: Path, folder: Path, staying: Staying, last: str) -> None:
    folder.mkdir(exist_ok=True)
    # Two runs at once must not remove each other's pages.
    with lock(folder, wait=True):
        old = _listed(folder) or set()
        _make_lost(fresh, folder, staying, old)
        moving = {path.relative_to(fresh).as_posix() for path in fresh.rglob("*") if path.is_file()}
        new = moving | staying.files.keys()
        _check_way(folder, moving, old)
        # Until all is in place the list names both, so that the next run knows every file that this one left.
        _write_list(fresh, folder, old | new)
        for name in sorted(moving, key=lambda name: (name == last, (folder / name).exists(), name)):
            target = folder / name
            if target.is_file() and target.read_bytes() == (fresh / name).read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).replace(target)
        for name in sorted(old - new):
            _remove(folder, name)
        _write_list(fresh, folder, new)


def _make_lost(fresh: Path, folder: Path, staying: Staying, old: Set[str]) -> None:
    """Make what was to stay and is not as it was any more, or is not ours as far as the list says."""
    linked = {above for above in {_above(name) for name in staying.files} if _is_linked(folder, above)}
    lost = [
        name
        for name, was in staying.files.items()
        if name not in old or seen(f"{folder}/{name}") != was or _above(name) in linked
    ]
    for name in lost:
        del staying.files[name]
    if lost:
        staying.make(fresh, lost)


def _above(name: str) -> str:
    return name.rpartition("/")[0]


def _is_linked(folder: Path, below: str) -> bool:
    """Whether a folder of the site, or one above it there, is a link to somewhere else."""
    return any((folder / above).is_symlink() for above in (PurePosixPath(below), *PurePosixPath(below).parents))


def _listed(folder: Path) -> Set[str] | None:
    """The files that were made here, or None where nothing says so."""
    path = folder / LIST
    if path.is_symlink() or not path.is_file():
        return None
    heading, *names = path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    return {name for name in names if _is_inside(name)} if heading == HEADING else None


def _is_inside(name: str) -> bool:
    """Whether a name can only mean a file of the site: the list may have been written by anybody."""
    # Plain texts: a site may have thousands of files.
    parts = name.split("/")
    return bool(set(parts) - {"", "."}) and not name.startswith("/") and ".." not in parts and name != LIST


def _check_way(folder: Path, new: Set[str], old: Set[str]) -> None:
    for name in sorted(new):
        target = folder / name
        hint = "move it elsewhere, or choose another folder with --out"
        for above in _folders(folder, name):
            if above.is_symlink() or (above.exists() and not above.is_dir()):
                raise AuthoringError("stands where a folder of the site goes", Location(above.as_posix()), hint)
        is_there = target.is_symlink() or target.exists()
        if is_there and (name not in old or (target.is_dir() and not target.is_symlink())):
            raise AuthoringError("is not ours, and a page of the site goes there", Location(target.as_posix()), hint)


def _folders(folder: Path, name: str) -> tuple[Path, ...]:
    """The folders between the site's own and a file, the innermost first."""
    return tuple(folder / above for above in PurePosixPath(name).parents[:-1])


def _write_list(fresh: Path, folder: Path, names: Set[str]) -> None:
    path, written = folder / LIST, fresh / LIST
    text = "".join(f"{line}\n" for line in (HEADING, *sorted(names))).encode()
    if not path.is_file() or path.read_bytes() != text:
        written.write_bytes(text)
        written.replace(path)


def _remove(folder: Path, name: str) -> None:
    folders = _folders(folder, name)
    target = folder / name
    if any(above.is_symlink() for above in folders) or (target.is_dir() and not target.is_symlink()):
        return
    target.unlink(missing_ok=True)
    for above in folders:
        if not above.is_dir() or any(above.iterdir()):
            break
        above.rmdir()

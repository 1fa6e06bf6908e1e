"""A new site: the files of ``starter/`` and a layout of every kind, put into a folder, or none of them.

A kind brings its layout as ``starter.yaml`` in its package. Whatever is in the folder already stays: where one of the
new files would take its place nothing is written, and where writing fails what was written is taken back.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from string import Template
from typing import Any

from build.config import TEMPLATES
from pipeline.errors import AuthoringError, Location
from pipeline.kind import AnyKind, package_of

STARTER = Path(__file__).parent / "starter"

LAYOUT = "starter.yaml"
"""The file, in a kind's package, of the layout that a new site has of it."""

FILES = {
    "kotae.yaml": "kotae.yaml",
    ".gitignore": "gitignore",
    ".github/workflows/pages.yml": "pages.yml",
    f"{TEMPLATES}/README.md": "templates/README.md",
    f"{TEMPLATES}/index.html.jinja": "templates/index.html.jinja",
}
"""What every new site has, and the file of ``starter/`` that it is."""

SHOWN = 4
"""How many files a message names at most."""

HINT = "nothing was written; move it elsewhere, or choose another folder"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the Kotae at work comes from, as ``pip`` takes it."""

    requirement: str
    is_shared: bool
    """Whether another machine finds it there: a folder of this one it does not."""


@dataclass(frozen=True, slots=True)
class Started:
    """What was made."""

    files: tuple[str, ...]
    without: tuple[str, ...]
    """The kinds that bring no layout."""
    source: Source


def start_site(folder: Path, kinds: Mapping[str, AnyKind], source: Source) -> Started:
    """Make a new site in a folder that is there or not; raises AuthoringError, and then nothing was made."""
    layouts = {name: package_of(kind) / LAYOUT for name, kind in kinds.items()}
    bringing = [name for name, path in layouts.items() if path.is_file()]
    files = {name: (STARTER / own).read_bytes() for name, own in FILES.items()}
    files |= {f"layouts/{name}/{LAYOUT}": layouts[name].read_bytes() for name in bringing}
    files["README.md"] = _filled("README.md", kind=next(iter(bringing or kinds)))
    files["requirements.txt"] = _filled(f"requirements-{'shared' if source.is_shared else 'own'}.txt", what=source)
    _check_way(folder, files)
    with _taking_back() as made:
        for name in sorted(files):
            _put(folder / name, files[name], made)
    return Started(tuple(sorted(files)), tuple(name for name in kinds if name not in bringing), source)


def installed_source(name: str = "kotae") -> Source:
    """Where this Kotae was installed from; pip writes that down beside it (PEP 610), unless it was a package index."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return Source(name, False)
    return source_of(found)


def source_of(found: Distribution) -> Source:
    """The same of what is written down beside a distribution."""
    released = f"{found.name}=={found.version}"
    written = found.read_text("direct_url.json")
    if written is None:
        return Source(released, True)
    origin: dict[str, Any] = json.loads(written)
    url = str(origin["url"])
    if url.startswith("file:"):
        return Source(released, False)
    control = origin.get("vcs_info")
    way = f"{control['vcs']}+{url}@{control['commit_id']}" if control else url
    return Source(f"{found.name} @ {way}", True)


def _filled(name: str, **gaps: object) -> bytes:
    values = {key: gap.requirement if isinstance(gap, Source) else gap for key, gap in gaps.items()}
    return Template((STARTER / name).read_text(encoding="utf-8")).substitute(values).encode()


def _check_way(folder: Path, names: Iterable[str]) -> None:
    """Raise AuthoringError where something stands in the place of the site's folder, or of a file or folder of it."""
    place = Location(folder.as_posix())
    if os.path.lexists(folder) and not folder.is_dir():
        raise AuthoringError("is no folder", place, "choose another name")
    above = {folder / part for name in names for part in PurePosixPath(name).parents[:-1]}
    for path in sorted(above):
        if os.path.lexists(path) and not path.is_dir():
            raise AuthoringError("stands where a folder of the new site goes", Location(path.as_posix()), HINT)
    there = [name for name in sorted(names) if os.path.lexists(folder / name)]
    if there:
        shown = ", ".join(there[:SHOWN]) + (f" and {len(there) - SHOWN} more" if len(there) > SHOWN else "")
        raise AuthoringError(f"{shown} {'is' if len(there) == 1 else 'are'} there already", place, HINT)


@contextmanager
def _taking_back() -> Iterator[list[Path]]:
    """Give a list for what is made; when anything fails, what is on it goes, the last first. OSErrors get a place."""
    made: list[Path] = []
    try:
        yield made
    except BaseException as error:
        _remove(made)
        if not isinstance(error, OSError):
            raise
        place = Location(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else None
        message = f"cannot be made: {error.strerror or error}"
        raise AuthoringError(message, place, "nothing was left behind") from error


def _remove(made: Sequence[Path]) -> None:
    for path in reversed(made):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _put(path: Path, data: bytes, made: list[Path]) -> None:
    """Write a new file, with the folders above it; raises OSError, and also where there is one by now."""
    for above in reversed([above for above in path.parents if not above.exists()]):
        with _noted(above, made):
            above.mkdir()
    with _noted(path, made):
        file = path.open("xb")
    with file:
        file.write(data)


@contextmanager
def _noted(path: Path, made: list[Path]) -> Iterator[None]:
    """Note what is made before it is, since a signal may come in between; what somebody else made is not ours."""
    made.append(path)
    try:
        yield
    except OSError:
        made.pop()
        raise

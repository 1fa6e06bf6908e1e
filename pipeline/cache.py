"""Results by content: the same layout, options and engine give the same base, so it is solved once.

An entry is a file named by the digest of all that it depends on, with a digest of its own content in its first line, so
that a torn or edited entry is seen and made again. Entries are moved into place whole: several runs may share a folder,
and one may be killed at any time. What is in one is JSON: a folder that others write into can run nothing here.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from pipeline.base import Base
from pipeline.errors import AuthoringError, KotaeError
from pipeline.files import open_file, replace_file
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.parts import sweep_part
from pipeline.solved import Solved, base_of, entry_of, solved_from, solved_of

KEEP_DAYS = 14
"""How long an entry stays that no run asks for."""

ENTRY = re.compile(r"[0-9a-f]{2}/[0-9a-f]{64}\.jsonl?")
"""The name of an entry below the cache's folder; those of earlier versions end in ``.json``."""

PART = re.compile(r"[0-9a-f]{2}/\.[0-9a-f]{40}\.\w+\.part")
"""The name of one that is being written, or that a run was killed over."""

TOUCHED = 86_400
"""Seconds in which an entry is noted as asked for once, and not by every run."""

READ_ERRORS = (OSError, ValueError, KeyError, TypeError, RecursionError, KotaeError)
"""What comes of reading an entry that is none."""


def engine_version() -> str:
    """A digest of the engine's own source and of the solver it calls: a change of either makes every entry stale."""
    return _digest_of_sources(Path(__file__).parent, version("python-sat"))


def _digest_of_sources(root: Path, begin: str = "") -> str:
    digest = hashlib.sha256(begin.encode())
    for path in sorted(root.rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of results; ``engine`` is the :func:`engine_version` they must come from."""

    folder: Path
    engine: str

    def key(self, kind: AnyKind, layout: Layout, limits: Limits) -> str:
        """The digest of everything a base depends on; titles, names and places are not among it."""
        return self.keys({kind.name: kind}, limits)(kind.name, content_of(layout))

    def keys(self, kinds: dict[str, AnyKind], limits: Limits) -> Callable[[str, str], str]:
        """What gives the key of a layout by its kind and by :func:`content_of` it."""
        common = {name: [self.engine, name, sources_of(kind), asdict(limits)] for name, kind in kinds.items()}
        return lambda kind, content: _key([*common[kind], content])

    def get(self, key: str) -> Base | None:
        """The base under a key; None where there is none, or where what is there is not whole."""
        try:
            solved = self.solved(key)
            return base_of(solved, self._path(key).as_posix()) if solved else None
        except READ_ERRORS:
            return None

    def put(self, key: str, base: Base) -> AuthoringError | None:
        """Keep a base; why the disk refuses, where it does, since no run ends for want of one."""
        return self.put_solved(key, solved_of(base))

    def solved(self, key: str) -> Solved | None:
        """The same as :meth:`get`, as lines that nobody has parsed."""
        try:
            entry = self.load(key)
            return solved_from(entry) if entry is not None else None
        except READ_ERRORS:
            return None

    def put_solved(self, key: str, solved: Solved) -> AuthoringError | None:
        """The same as :meth:`put`."""
        try:
            self.store(key, entry_of(solved))
        except AuthoringError as error:
            return error
        return None

    def load(self, key: str) -> bytes | None:
        """What was stored under a key, and is whole."""
        path = self._path(key)
        try:
            with open_file(path) as file:
                head = file.readline(len(_head(b"")) + 1)
                data = file.read()
                if os.fstat(file.fileno()).st_mtime < time.time() - TOUCHED:
                    with contextlib.suppress(OSError):
                        path.touch()
        except OSError:
            return None
        return data if head == _head(data) else None

    def store(self, key: str, data: bytes) -> None:
        """Keep lines of JSON under a key; raises AuthoringError where the disk refuses."""
        replace_file(self._path(key), _head(data) + data)

    def prune(self) -> None:
        """Drop the entries that no run has asked for in ``KEEP_DAYS``: others may share the folder, so age decides.

        What a run was killed over is swept at once. What else lies in the folder, which may be anybody's, stays.
        """
        oldest = time.time() - KEEP_DAYS * 86_400
        with contextlib.suppress(OSError):
            for path in self.folder.glob("*/*"):
                with contextlib.suppress(OSError):
                    name = f"{path.parent.name}/{path.name}"
                    if PART.fullmatch(name):
                        sweep_part(path)
                    elif ENTRY.fullmatch(name) and path.stat().st_mtime < oldest:
                        path.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.jsonl"


def content_of(layout: Layout) -> str:
    """A digest of what of a layout its levels depend on."""
    parts = [repr(layout.board), layout.keep, layout.tiers, layout.seed]
    return _key(parts)


def sources_of(kind: AnyKind) -> str:
    """A digest of an installed kind, which is no part of the engine and changes by itself."""
    return _digest_of_sources(kind.folder) if kind.folder else ""


def _key(parts: list[object]) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _head(data: bytes) -> bytes:
    return b'{"digest": "%b"}\n' % hashlib.sha256(data).hexdigest().encode()

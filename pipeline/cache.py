"""Results by content: the same layout, options and engine give the same base, so it is solved once.

An entry is one JSON file named by the digest of all that its result depends on, with a digest of its own content, so
that a torn or edited entry is seen and made again. Entries are moved into place whole: several runs may share a
folder, and one may be killed at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import time
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.base import Base, Limits
from pipeline.catalogue import level_from_json
from pipeline.errors import KotaeError, Location
from pipeline.files import open_file, replace_file
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.tier import Tier

KEEP_DAYS = 14
"""How long an entry stays that no run asks for."""

ENTRY = re.compile(r"[0-9a-f]{2}/(?:[0-9a-f]{64}\.json|\.[0-9a-f]{40}\.\w+\.part)")
"""The name of an entry below the cache's folder, and of one that a run was killed over while it wrote it."""


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
        parts = {
            "engine": self.engine,
            "kind": kind.name,
            # An installed kind is no part of the engine, and changes by itself.
            "sources": _digest_of_sources(kind.folder) if kind.folder else "",
            "board": repr(layout.board),
            "keep": layout.keep,
            "tiers": list(layout.tiers),
            "seed": layout.seed,
            "limits": asdict(limits),
        }
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def get(self, key: str) -> Base | None:
        """The base under a key; None where there is none, or where what is there is not whole."""
        path = self._path(key)
        try:
            with open_file(path) as file:
                data = json.load(file)
            with contextlib.suppress(OSError):
                path.touch()
            body = data["base"]
            if data["digest"] != _digest(body):
                return None
            levels = tuple(level_from_json(line, Location(path.as_posix())) for line in body["levels"])
            return Base(levels, tuple((Tier(tier), reason) for tier, reason in body["missing"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError, KotaeError):
            return None

    def put(self, key: str, base: Base) -> None:
        """Keep a base; raises AuthoringError where the disk refuses."""
        body = {"levels": [asdict(level) for level in base.levels], "missing": [list(pair) for pair in base.missing]}
        replace_file(self._path(key), json.dumps({"digest": _digest(body), "base": body}, ensure_ascii=False))

    def prune(self) -> None:
        """Drop the entries that no run has asked for in ``KEEP_DAYS``: others may share the folder, so age decides.

        What else lies in the folder, which may be anybody's, stays.
        """
        oldest = time.time() - KEEP_DAYS * 86_400
        with contextlib.suppress(OSError):
            for path in self.folder.glob("*/*"):
                with contextlib.suppress(OSError):
                    own = ENTRY.fullmatch(path.relative_to(self.folder).as_posix())
                    if own and path.stat().st_mtime < oldest:
                        path.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


def _digest(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

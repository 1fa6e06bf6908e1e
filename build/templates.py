"""Where the files of the pages are: the site's own folder, and a folder for each installed kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.kind import AnyKind

PAGE = "page"
"""The folder, in the package of an installed kind, of what reaches a browser."""


@dataclass(frozen=True, slots=True)
class Templates:
    """The files by their names: ``engine/x.js`` and ``kinds/<kind>/x.js``, as the scripts import them."""

    root: Path
    """The site's own, those of the kinds of the house included."""
    kinds: Mapping[str, AnyKind]

    def path(self, name: str) -> Path:
        """Where a file stands, whether it is there or not."""
        parts = name.split("/", 2)
        if parts[0] == "kinds" and len(parts) == 3:
            return self.folder(parts[1]) / parts[2]
        return self.root / name

    def folder(self, kind: str) -> Path:
        """Where the scripts, the style and the words of a kind stand."""
        found = self.kinds.get(kind)
        return found.folder / PAGE if found and found.folder else self.root / "kinds" / kind

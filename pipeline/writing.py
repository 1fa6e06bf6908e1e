"""Writing catalogues from lines that wait on disk, each in its order, and only where they are not there already."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.catalogue import catalogue_order
from pipeline.files import located, open_file, replace_in_pieces
from pipeline.listing import Listed
from pipeline.parts import sweep_parts
from pipeline.solved import Mark
from pipeline.spool import Span, Spool
from pipeline.tier import Tier


@dataclass(frozen=True, slots=True)
class Placed:
    """A level of which the line waits on disk."""

    layout: Listed
    mark: Mark
    span: Span

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.layout.kind

    @property
    def base(self) -> str:
        """The name of its layout."""
        return self.layout.base

    @property
    def tier(self) -> Tier:
        """How hard it is."""
        return self.mark.tier

    def order(self) -> tuple[int, int, int, int, str, str]:
        """Its place in the catalogue."""
        mark = self.mark
        return catalogue_order(mark.rows, mark.cols, mark.tier, mark.clues, self.base, mark.id)


def write_catalogues(
    out: Path, kinds: Iterable[str], authored: set[str], levels: Sequence[Placed], lines: Spool
) -> None:
    """Write ``out/<kind>.jsonl`` for the kinds that have layouts, all or none.

    What is left of a kind that has none any more is removed, and so is what was left by a run that was killed. Raises
    AuthoringError where the disk refuses.
    """
    files = {name: out / f"{name}.jsonl" for name in kinds}
    for path in files.values():
        sweep_parts(Path(os.path.realpath(path)))
    texts: dict[Path, Iterable[bytes]] = {}
    for name in authored:
        ordered = sorted((level for level in levels if level.kind == name), key=Placed.order)
        if _is_so(files[name], _pieces(ordered, lines)):
            with contextlib.suppress(OSError):
                files[name].touch()  # its time tells whether a layout was changed since it was last made
        else:
            texts[files[name]] = _pieces(ordered, lines)
    replace_in_pieces(texts)
    for name, path in files.items():
        if name not in authored:
            with located(path):
                if _is_catalogue(path, name):
                    path.unlink(missing_ok=True)


def _pieces(levels: Sequence[Placed], lines: Spool) -> Iterator[bytes]:
    return (lines.piece(level.span) for level in levels)


def _is_so(path: Path, pieces: Iterator[bytes]) -> bool:
    """Whether these bytes are in the file, and no others."""
    try:
        with open_file(path) as file:
            return all(file.read(len(piece)) == piece for piece in pieces) and not file.read(1)
    except OSError:
        return False


def _is_catalogue(path: Path, kind: str) -> bool:
    """Whether a file, if there is one, begins with a level of this kind, of whatever schema."""
    try:
        with open_file(path) as file:
            line = json.loads(file.readline())
    except (FileNotFoundError, ValueError, RecursionError):
        return False
    return isinstance(line, dict) and line.get("kind") == kind

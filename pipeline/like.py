"""What ``kotae new`` is to draw where it is asked for boards like one that is there: its size, symmetry and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import AuthoringErrors, RequestError
from pipeline.gather import gather
from pipeline.grid import turn_rows
from pipeline.kind import AnyKind
from pipeline.layout import SYMMETRIES
from pipeline.stdin import read_in


@dataclass(frozen=True, slots=True)
class Like:
    """What a layout has that a new one can have too; ``options`` are the kind's own, as they are typed."""

    size: tuple[int, int]
    symmetry: str
    options: Mapping[str, str]


def read_like(path: Path, kind: AnyKind, kinds: dict[str, AnyKind]) -> Like:
    """The first layout of a file; raises RequestError where that is another kind's, and what a faulty file raises."""
    loaded = gather([path.as_posix()], kinds, kind.name, read_in)
    if not loaded.layouts:
        raise AuthoringErrors(loaded.faults)
    layout = min(loaded.layouts, key=lambda layout: layout.location.line)
    if layout.kind != kind.name:
        raise RequestError(f"{path.as_posix()} begins with a layout of {layout.kind}", hint=f"name one of {kind.name}")
    outline = kind.outline(layout.board)
    options = kind.new_like(layout.board) if kind.new_like else {}
    return Like((len(outline), len(outline[0])), _symmetry(kind, outline, layout.symmetry), options)


def _symmetry(kind: AnyKind, outline: tuple[str, ...], declared: str) -> str:
    """The symmetry that is declared, else that with the most images which the drawing has all the same."""
    if declared in kind.new_symmetries and declared != "none":
        return declared
    has = [name for name in kind.new_symmetries if name != "none" and _has(outline, name)]
    return "rotate90" if "rotate90" in has else has[0] if has else "none"


def _has(outline: tuple[str, ...], name: str) -> bool:
    return all(turn_rows(outline, image) == outline for image in SYMMETRIES[name])

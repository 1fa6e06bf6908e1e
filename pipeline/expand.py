"""The images of a level: the same puzzle turned, mirrored, or whatever else its kind allows, each proved anew."""

from __future__ import annotations

from typing import Any

from pipeline.errors import KotaeError
from pipeline.kind import AnyKind
from pipeline.prove import Prover
from pipeline.verdict import Budget, Unique


class ImageError(KotaeError):
    """An image of a proved level that is not unique, or has another answer: a fault in a kind, not in a layout."""


def expand(kind: AnyKind, puzzle: Any, answer: Any, budget: Budget) -> tuple[str, ...]:
    """The names of the images that differ from each other, each proved to have the turned answer and no other."""
    seen: set[tuple[str, ...]] = set()
    kept: list[str] = []
    for image in kind.images(puzzle):
        turned = kind.turn(puzzle, image)
        grid = kind.grid(turned)
        if grid in seen:
            continue
        seen.add(grid)
        with Prover(kind.encode(turned)) as prover:
            verdict = prover.count(2, budget).verdict
        if verdict != Unique(kind.turn_answer(puzzle, answer, image)):
            raise ImageError(f"the image '{image}' of {kind.code(puzzle)} has another verdict: {verdict}")
        kept.append(image)
    return tuple(kept)

"""The images of a level: the same puzzle turned, mirrored, or whatever else its kind allows, each proved anew."""

from __future__ import annotations

from typing import Any

from pipeline.errors import KotaeError
from pipeline.kind import AnyKind
from pipeline.prove import Prover
from pipeline.verdict import Budget, Unique, Verdict


class ImageError(KotaeError):
    """An image of a proved level of which the prover does not say the same."""

    def __init__(self, message: str, verdict: Verdict[Any]) -> None:
        super().__init__(message, verdict)
        self.message = message
        self.verdict = verdict

    def __str__(self) -> str:
        return self.message


def expand(kind: AnyKind, puzzle: Any, answer: Any, budget: Budget) -> tuple[str, ...]:
    """The names of the images that differ from each other, each proved to have the turned answer and no other.

    The first is the puzzle itself, which whoever calls has proved already.
    """
    itself, *others = kind.images(puzzle)
    seen = {kind.code(puzzle)}
    kept = [itself]
    for image in others:
        turned = kind.turn(puzzle, image)
        code = kind.code(turned)
        if code in seen:
            continue
        seen.add(code)
        with Prover(kind.encode(turned)) as prover:
            verdict = prover.count(2, budget).verdict
        if verdict != Unique(kind.turn_answer(puzzle, answer, image)):
            raise ImageError(f"of the image '{image}' of {kind.code(puzzle)} the prover says {verdict}", verdict)
        kept.append(image)
    return tuple(kept)

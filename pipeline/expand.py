"""The images of a level: the same puzzle turned, mirrored, or whatever else its kind allows, each proved anew.

The levels of a base show more and fewer of the same clues, so the images of one are those of another but for the clues
that are shown. The clauses of each are written once, with all clues, and its prover is kept from level to level: which
clues are shown is a matter of assumptions, and what the prover has learnt of the rules stays good.
"""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType
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


class Images:
    """The images of the puzzles that show some clues of one; a context manager, since its provers hold memory."""

    def __init__(self, kind: AnyKind, whole: Any, answer: Any, budget: Budget) -> None:
        """``whole`` shows every clue that one of the puzzles shows; ``budget`` is for each proof."""
        self._kind = kind
        self._whole = whole
        self._answer = answer
        self._budget = budget
        self._stack = ExitStack()
        self._turned: dict[str, tuple[Any, Any, Prover[Any]]] = {}
        """By name the image of the whole, the answer of it, and the prover of its rules."""

    def __enter__(self) -> Images:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def expand(self, puzzle: Any) -> tuple[str, ...]:
        """The names of the images that differ from each other, each proved to have the turned answer and no other.

        The first is the puzzle itself, which whoever calls has proved already. Raises ImageError.
        """
        kind = self._kind
        itself, *others = kind.images(puzzle)
        own = kind.code(puzzle)
        seen = {own}
        kept = [itself]
        for image in others:
            turned = kind.turn(puzzle, image)
            code = kind.code(turned)
            if code in seen:
                continue
            seen.add(code)
            verdict, answer = self._verdict(turned, image)
            if verdict != Unique(answer):
                raise ImageError(f"of the image '{image}' of {own} the prover says {verdict}", verdict)
            kept.append(image)
        return tuple(kept)

    def _verdict(self, turned: Any, image: str) -> tuple[Verdict[Any], Any]:
        """The verdict on an image of a puzzle, and the answer that it should have."""
        if image not in self._turned:
            self._turned[image] = self._prepared(image)
        whole, answer, prover = self._turned[image]
        clues = self._kind.clues(turned)
        if self._kind.show(whole, clues) != turned:
            # What is proved has to be the very board that is shown.
            raise AssertionError(f"the image '{image}' of a puzzle is not that of the whole with fewer clues")
        return prover.count(2, self._budget, clues).verdict, answer

    def _prepared(self, image: str) -> tuple[Any, Any, Prover[Any]]:
        kind = self._kind
        whole = kind.turn(self._whole, image)
        answer = kind.turn_answer(self._whole, self._answer, image)
        encoding = kind.encode(whole)
        prover = self._stack.enter_context(Prover(encoding))
        # Which answer the prover tries first changes nothing of what it says, and there should be this one only.
        yes = kind.places_of(whole, answer) if kind.places_of else answer
        prover.prefer([variable if yes >> place & 1 else -variable for place, variable in encoding.places.items()])
        return whole, answer, prover

"""The images of a level: the same puzzle turned, mirrored, or whatever else its kind allows, each proved.

The levels of a base show more and fewer of the same clues, so the images of one are those of another but for the clues
that are shown. The clauses of each are written once, with all clues, and its prover is kept from level to level: which
clues are shown is a matter of assumptions, and what the prover has learnt of the rules stays good.

Where a kind says which place of an image is which, the proof of the puzzle is carried over to it
(:mod:`pipeline.carry`), if the clauses of the image bear that out. Every other image has a prover of its own.

A clue more takes answers away and brings none. So where a few clues leave one answer and all of them together leave it,
it is the only one of every level between: whoever asks about the level with the fewest clues first has proved the rest.

Roads not taken. One solver for all images whose clauses are the same: begun afresh after a few of them it saves a
seventh of the time, which is not worth what it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

from pipeline.carry import Proved, carried
from pipeline.errors import KotaeError
from pipeline.kind import AnyKind
from pipeline.prove import Encoding, Prover
from pipeline.verdict import Budget, Unique, Verdict

A = TypeVar("A", bound=Hashable)


class ImageError(KotaeError):
    """An image of a proved level of which the prover does not say the same."""

    def __init__(self, message: str, verdict: Verdict[Any]) -> None:
        super().__init__(message, verdict)
        self.message = message
        self.verdict = verdict

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Known:
    """What was found out of a whole: these clues, a mask, leave it its answer only.

    ``cuts`` are the clauses that its encoding's ``repair`` added for that; ``holds``: the answer meets all clues, None
    where that was not asked.
    """

    clues: int
    holds: bool | None
    cuts: tuple[Sequence[int], ...] = ()


class _Image(Generic[A]):
    """An image of the whole, with the answer that it should have and, once it is asked, a prover of its rules."""

    def __init__(
        self, whole: Any, answer: A, encoding: Encoding[A], open_prover: Callable[[], Prover[A]], known: Known | None
    ) -> None:
        self.whole = whole
        self.answer = answer
        self.encoding = encoding
        self._open_prover = open_prover
        self._opened: Prover[A] | None = None
        self._known_cuts = known.cuts if known else ()
        self._proved = [known.clues] if known else []
        """Sets of clues that have this answer and no other."""
        self._holds = known.holds if known else None

    @property
    def _prover(self) -> Prover[A]:
        if self._opened is None:
            self._opened = self._open_prover()
        return self._opened

    @property
    def known(self) -> Known | None:
        """What was found out with the fewest clues; None where nothing was."""
        if not self._proved:
            return None
        cuts = self._opened.cuts if self._opened else ()
        return Known(min(self._proved, key=int.bit_count), self._holds, (*self._known_cuts, *cuts))

    def verdict(self, clues: int, budget: Budget) -> Verdict[A]:
        """The verdict with only these clues shown."""
        if clues in self._proved or (self._within(clues) and self._whole_holds(budget)):
            return Unique(self.answer)
        verdict = self._prover.count(2, budget, clues).verdict
        if verdict == Unique(self.answer):
            self._proved.append(clues)
        return verdict

    def _within(self, clues: int) -> bool:
        """Whether some of these clues are known to leave this answer or none."""
        return any(not few & ~clues for few in self._proved)

    def irreducible(self, clues: int, budget: Budget) -> bool:
        """Whether each of these clues, which leave this answer only, is needed for that."""
        spared = any(few != clues and not few & ~clues for few in self._proved)
        return not spared and self._prover.irreducible(self.answer, budget, clues)

    def _whole_holds(self, budget: Budget) -> bool:
        """Whether the answer meets all clues; not where the budget does not suffice to say so."""
        if self._holds is None:
            self._holds = self._prover.count(1, budget).solution == self.answer
        return self._holds


def different_images(kind: AnyKind, puzzle: Any) -> Iterator[tuple[str, Any]]:
    """The images of a puzzle that differ from each other, by name; the first is the puzzle itself."""
    # A puzzle and its code say the same of each other, and to write the code of every image takes longer.
    seen: set[Any] = set()
    for image in kind.images(puzzle):
        turned = kind.turn(puzzle, image) if seen else puzzle
        if turned not in seen:
            seen.add(turned)
            yield image, turned


class Images:
    """The images of the puzzles that show some clues of one; a context manager, since its provers hold memory."""

    def __init__(self, kind: AnyKind, whole: Any, answer: Any, budget: Budget, known: Known | None = None) -> None:
        """``whole`` shows every clue that one of the puzzles shows; ``budget`` is for each proof.

        ``known`` was found out of the whole before, by others of its :class:`Images`.
        """
        self._kind = kind
        self._whole = whole
        self._answer = answer
        self._budget = budget
        self._stack = ExitStack()
        self._known = known
        self._turned: dict[str, _Image[Any]] = {}

    def __enter__(self) -> Images:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def known(self) -> Known | None:
        """What was found out of the whole, for others of its images."""
        own = self._turned.get(self._kind.images(self._whole)[0])
        return own.known if own else self._known

    def prove(self, puzzle: Any, irreducible: bool = False) -> tuple[Verdict[Any], bool]:
        """The verdict on a puzzle, and whether it has the answer of the whole and no clue can be spared.

        ``irreducible``: if it has that answer only, that none can be spared was seen already.
        """
        own = self._image_of(puzzle, puzzle, self._kind.images(puzzle)[0])
        clues = self._kind.clues(puzzle)
        verdict = own.verdict(clues, self._budget)
        return verdict, verdict == Unique(own.answer) and (irreducible or own.irreducible(clues, self._budget))

    def expand(self, puzzle: Any, names: Sequence[str] = ()) -> tuple[str, ...]:
        """The names of the images that differ from each other, each proved to have the turned answer and no other.

        The first is the puzzle itself, which whoever calls has proved already; ``names`` are they all, where they are
        known. Raises ImageError.
        """
        itself, *others = names or [image for image, _ in different_images(self._kind, puzzle)]
        for image in others:
            turned = self._kind.turn(puzzle, image)
            asked = self._image_of(puzzle, turned, image)
            verdict = asked.verdict(self._kind.clues(turned), self._budget)
            if verdict != Unique(asked.answer):
                own = self._kind.code(puzzle)
                raise ImageError(f"of the image '{image}' of {own} the prover says {verdict}", verdict)
        return (itself, *others)

    def _image_of(self, puzzle: Any, turned: Any, image: str) -> _Image[Any]:
        """The image of the whole of which the image of a puzzle, turned already, shows some clues."""
        if image not in self._turned:
            self._turned[image] = self._prepared(puzzle, image)
        found = self._turned[image]
        if self._kind.show(found.whole, self._kind.clues(turned)) != turned:
            # What is proved has to be the very board that is shown.
            raise AssertionError(f"the image '{image}' of a puzzle is not that of the whole with fewer clues")
        return found

    def _prepared(self, puzzle: Any, image: str) -> _Image[Any]:
        """An image of the whole; the puzzle is the first of which the image is asked for."""
        kind = self._kind
        itself = kind.images(self._whole)[0]
        if image == itself:
            encoding = kind.encode(self._whole)
            return _Image(self._whole, self._answer, encoding, lambda: self._prover(encoding), self._known)
        whole = kind.turn(self._whole, image)
        answer = kind.turn_answer(self._whole, self._answer, image)
        encoding = kind.encode(whole)

        def open_prover() -> Prover[Any]:
            prover = self._prover(encoding)
            # Which answer the prover tries first changes nothing of what it says, and there should be this one only.
            # Of the puzzle itself it is asked for others as well.
            yes = self._yes(whole, answer)
            prover.prefer([variable if yes >> place & 1 else -variable for place, variable in encoding.places.items()])
            return prover

        return _Image(whole, answer, encoding, open_prover, self._carried(puzzle, image, whole, answer, encoding))

    def _carried(self, puzzle: Any, image: str, whole: Any, answer: Any, encoding: Encoding[Any]) -> Known | None:
        """What the proof of the puzzle says of an image; None where its own prover has to be asked."""
        kind = self._kind
        if kind.turn_places is None:
            return None
        own = self._image_of(puzzle, puzzle, kind.images(self._whole)[0])
        if own.verdict(kind.clues(puzzle), self._budget) != Unique(self._answer):
            return None
        known = own.known
        if known is None:
            return None
        proved = Proved(own.encoding, known.clues, self._yes(self._whole, self._answer), known.cuts)
        why = kind.why_cut
        clues = carried(
            proved,
            encoding,
            kind.turn_places(self._whole, image),
            answer,
            lambda cut: why is not None and why(whole, cut) is not None,
        )
        return None if clues is None else Known(clues, True)

    def _prover(self, encoding: Encoding[Any]) -> Prover[Any]:
        return self._stack.enter_context(Prover(encoding))

    def _yes(self, puzzle: Any, answer: Any) -> int:
        """The places that an answer answers yes."""
        yes: int = self._kind.places_of(puzzle, answer) if self._kind.places_of else answer
        return yes

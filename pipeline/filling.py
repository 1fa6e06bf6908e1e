"""Whether techniques fill a board from some of its givens: asked hundreds of times a base, so without the steps.

It is for kinds in which each clue is the answer of its own cell and nothing else, whose reasoner can say at once what
its direct techniques decide (:class:`pipeline.reasoner.Reaching`). The answer being known, a position is no more than
the cells that are known, an assumption need be tried only where it is wrong, and what a trial found out from some cells
stands wherever these are known: it is not tried again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from pipeline.consequences import rounds_of
from pipeline.grid import indices
from pipeline.reasoner import SHORT_TRIAL, Position, Reaching, Reasoner
from pipeline.trial import SHORT_TRIAL_ROUNDS, trial_step


class Filling:
    """One board, of which the answer is known to be the only one with all givens shown, and nothing with none."""

    def __init__(self, reasoner: Reasoner[Any], reaching: Reaching, answer: Position) -> None:
        self._reasoner = reasoner
        self._reach = reaching.reach
        self._rounds = rounds_of(reasoner)
        self.places = reasoner.places
        self._answer = answer
        self._refuted: list[tuple[int, int]] = []
        """Places that a short trial decided, each with the places that it needed."""

    def reached(self, rank: int, givens: int, goal: int = -1) -> int:
        """The places that the techniques up to ``rank`` decide from these givens, at least as far as the goal.

        Once every place of the goal is decided it may go no further.
        """
        position = fresh = self._as_answered(givens)
        goal &= self.places
        trying: deque[int] | None = None
        while True:
            settled = self._reach(position, fresh, rank, goal)
            if settled is None:
                raise ValueError("the givens of a board that has an answer break no rule")
            known = settled.yes | settled.no
            if rank < SHORT_TRIAL.rank or not goal & ~known:
                return known
            if trying is None:
                trying = deque(indices(self.places & ~known))
            decided = self._again(known) or self._tried(settled, trying)
            if not decided:
                return known
            fresh = self._as_answered(decided)
            position = Position(settled.yes | fresh.yes, settled.no | fresh.no)

    def rank_needed(self, givens: int) -> int:
        """The lowest rank whose techniques fill the board from these givens: 4 where those up to 3 do not."""
        known = givens
        for rank in (1, 2, 3):
            known = self.reached(rank, known)
            if not self.places & ~known:
                return rank
        return 4

    def sufficing(self, rank: int, givens: int, too_few: list[int]) -> Callable[[int], bool]:
        """Which sets of these givens, of which all fill the board, let the techniques up to a rank fill it.

        ``too_few`` are sets that are known not to suffice; it takes those that are found.
        """
        enough = givens

        def suffice(fewer: int) -> bool:
            nonlocal enough
            if any(not fewer & ~few for few in too_few):
                return False
            # What a set that suffices gives beside this one is decided again, and all the rest with it.
            gone = (givens if fewer & ~enough else enough) & ~fewer
            reached = self.reached(rank, fewer, gone)
            if gone & ~reached:
                # Givens among what is decided add nothing.
                too_few.append(reached)
                return False
            enough = fewer
            return True

        return suffice

    def _as_answered(self, places: int) -> Position:
        return Position(self._answer.yes & places, self._answer.no & places)

    def _again(self, known: int) -> int:
        """What earlier trials decide here as well."""
        decided = 0
        for places, needed in self._refuted:
            if not needed & ~known:
                decided |= places
        return decided & ~known

    def _tried(self, position: Position, trying: deque[int]) -> int:
        """The place that the next trial decides, 0 where a whole turn refutes none."""
        known = position.yes | position.no
        for _ in range(len(trying)):
            place = 1 << trying[0]
            if place & known:
                trying.popleft()
                continue
            assumed = Position(place & self._answer.no, place & self._answer.yes)
            begun = Position(position.yes | assumed.yes, position.no | assumed.no)
            if self._rounds(begun, assumed, SHORT_TRIAL_ROUNDS)[0] is not None:
                step = trial_step(self._reasoner, position, assumed)
                self._refuted.append((place, step.follows | step.clues))
                return place
            trying.rotate(-1)
        return 0

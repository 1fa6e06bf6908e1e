"""What follows from assumptions, kept while more and more becomes known: a trace tries the same ones step after step.

Knowing more never takes a deduction away. So what was drawn out of an assumption stands, and when more is known only
that needs to be looked at which it does not hold yet. What broke a rule once does so for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from pipeline.reasoner import InOneGo, Position, Reasoner, since
from pipeline.verdict import Meter

Draw = Callable[[Position, Position], Position | None]
"""All that follows from a position of which everything but what is fresh was drawn out; None where a rule is broken."""

Rounds = Callable[[Position, Position, int | None], tuple[int | None, Position]]
"""After how many rounds of forced moves a rule is broken, and how far they come: see :func:`one_by_one`."""

NOTHING = Position(0, 0)


class Consequences:
    """Of each assumption that was asked about what follows from it, in one way of drawing it out."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._reached: dict[Position, Position | None] = {}

    def breaks(self, assumed: Position, now: Position) -> bool:
        """Whether a rule breaks by the assumption, where so much is known and all of it was drawn out.

        That is all that was known when it was asked before, and perhaps more.
        """
        before = self._reached.get(assumed, now)
        if before is None:
            return True
        fresh = assumed if before is now else since(before, now)
        if not fresh.yes and not fresh.no:
            return False
        yes, no = before.yes | fresh.yes, before.no | fresh.no
        reached = self._reached[assumed] = None if yes & no else self._draw(Position(yes, no), fresh)
        return reached is None


class Trials:
    """The trials of a trace: of each assumption what forced moves make of it, beyond what is known."""

    def __init__(self, reasoner: InOneGo) -> None:
        self._rounds = reasoner.drawn_out
        self._near = reasoner.near
        self._known = NOTHING
        self._beyond: dict[Position, Position | None] = {}
        """By an assumption what follows from it; None where a rule breaks."""

    def broken(self, now: Position, assumptions: Iterable[Position], timed: Meter | None = None) -> list[Position]:
        """Those assumptions by which a rule breaks, where so much is known: all that was before, and perhaps more.

        No forced move is left in what is known. Where the time of a meter runs out, those found so far.
        """
        fresh = since(self._known, now)
        near = self._near(now, fresh)
        before, beyond = self._beyond, {}
        for assumed in assumptions:
            if timed and timed.exhausted:
                break
            follows = before.get(assumed, NOTHING)
            if follows is NOTHING:
                follows = self._drawn_out(now, NOTHING, assumed)
            elif follows:
                yes, no = follows
                if fresh.yes & no or fresh.no & yes:
                    follows = None
                elif (yes | no) & near:
                    follows = self._drawn_out(now, follows, since(follows, fresh))
            beyond[assumed] = follows
        self._known, self._beyond = now, beyond
        return [assumed for assumed, follows in beyond.items() if follows is None]

    def _drawn_out(self, now: Position, follows: Position, fresh: Position) -> Position | None:
        if not fresh.yes and not fresh.no:
            return follows
        yes, no = now.yes | follows.yes | fresh.yes, now.no | follows.no | fresh.no
        broken, reached = self._rounds(Position(yes, no), fresh, None)
        return since(now, reached) if broken is None else None


def rounds_of(reasoner: Reasoner[object]) -> Rounds:
    """How a reasoner draws out forced moves round by round, the way that it does it best; asked for once.

    To see whether it has a way of its own takes as long as a trial.
    """
    return reasoner.drawn_out if isinstance(reasoner, InOneGo) else partial(one_by_one, reasoner)


def one_by_one(
    reasoner: Reasoner[object], position: Position, fresh: Position, limit: int | None
) -> tuple[int | None, Position]:
    """After how many rounds of forced moves a rule is broken, None where none is, and how far they come.

    Until one decides nothing, or one more than ``limit``. Everything but what is fresh was drawn out of the position.
    """
    forced = reasoner.forced
    yes, no = position
    rounds = 0
    while limit is None or rounds <= limit:
        more = forced(Position(yes, no), fresh)
        if more is None:
            return rounds, Position(yes, no)
        yes |= more.yes
        no |= more.no
        if yes & no:
            return rounds, Position(yes, no)
        if not more.yes and not more.no:
            break
        fresh = more
        rounds += 1
    return None, Position(yes, no)

"""How far the techniques up to a rank come, without saying by which steps: all that comparing clue sets asks for.

Techniques are monotone: what some clues decide, these and more decide too. So where a clue set that does not suffice
comes to a halt, every larger one begins, and :class:`Sufficing` finds nothing out twice.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from pipeline.reasoner import SHORT_TRIAL, Contradiction, Position, Reasoner, given_position
from pipeline.search import derive
from pipeline.trial import short_refuted

NOTHING = Position(0, 0)


def reached(reasoner: Reasoner[Hashable], rank: int, known: Position = NOTHING) -> Position | None:
    """The position that :func:`pipeline.search.derive` comes to, up to rank 3; None where a rule is broken.

    ``known`` are places that these techniques decide in any case.
    """
    ranks = [technique.rank for technique in reasoner.techniques]
    if all(other <= rank for other in ranks):
        return _all_direct(reasoner, rank, known)
    if all(other == 1 or other > rank for other in ranks):
        return _forced_alone(reasoner, known)
    derivation = derive(reasoner, rank)
    return None if derivation.contradiction else derivation.position


def rank_needed(reasoner: Reasoner[Any]) -> int:
    """The lowest rank whose techniques fill the board: 4 where those up to 3 do not."""
    known = NOTHING
    for rank in (1, 2, 3):
        position = reached(reasoner, rank, known)
        if position is None:
            break  # a rule is broken, and nothing fills this board
        if not reasoner.places & ~(position.yes | position.no):
            return rank
        known = position
    return 4


def _all_direct(reasoner: Reasoner[Hashable], rank: int, known: Position) -> Position | None:
    opened = reasoner.open_round()
    now = opened and _settled(reasoner, opened, known)
    if rank < SHORT_TRIAL.rank:
        return now
    while now and reasoner.places & ~(now.yes | now.no):
        yes = no = 0
        for assumed in short_refuted(reasoner, now):
            # What breaks a rule is not so: the other way round.
            yes |= assumed.no
            no |= assumed.yes
        if not yes and not no:
            break
        now = _settled(reasoner, now, Position(yes, no), Position(yes, no))
    return now


def _settled(
    reasoner: Reasoner[Hashable], now: Position, more: Position, fresh: Position | None = None
) -> Position | None:
    """The fixpoint with more places known; ``fresh`` are those that nothing was drawn out of, by default all."""
    now = Position(now.yes | more.yes, now.no | more.no)
    return None if now.yes & now.no else reasoner.settle(now, fresh or now)


def _forced_alone(reasoner: Reasoner[Hashable], known: Position) -> Position | None:
    """The fixpoint of rank 1, where there are harder direct techniques."""
    yes, no = given_position(reasoner)
    try:
        for technique in reasoner.techniques:
            if technique.rank == 1:
                for step in reasoner.find(technique, Position(yes, no)):
                    yes |= step.yes
                    no |= step.no
    except Contradiction:
        return None
    fresh = Position(yes | known.yes, no | known.no)
    yes, no = fresh
    while fresh.yes or fresh.no:
        more = None if yes & no else reasoner.forced(Position(yes, no), fresh)
        if more is None:
            return None
        yes |= more.yes
        no |= more.no
        fresh = more
    return Position(yes, no)


class Sufficing:
    """Which clue sets let the techniques up to a rank fill the board of a puzzle with one answer."""

    def __init__(self, reasoner: Reasoner[Any], rank: int, too_few: list[int]) -> None:
        """``too_few`` are clue sets, as masks, that are known not to suffice; it takes those that are found."""
        self._reasoner = reasoner
        self._rank = rank
        self._too_few = too_few
        self._halts: list[tuple[int, Position]] = []
        """Sets that do not suffice, each with how far it comes."""

    def __call__(self, clues: int) -> bool:
        """Whether these clues suffice."""
        if any(not clues & ~few for few in self._too_few):
            return False
        yes = no = 0
        for few, halt in self._halts:
            if not few & ~clues:
                yes |= halt.yes
                no |= halt.no
        position = reached(self._reasoner.showing(clues), self._rank, Position(yes, no))
        if position and not self._reasoner.places & ~(position.yes | position.no):
            return True
        self._too_few.append(clues)
        if position:
            self._halts.append((clues, position))
        return False

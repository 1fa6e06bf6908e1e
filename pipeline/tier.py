"""Tiers: how hard a level is, and which clue sets of a base reach which tier.

A tier is the highest rank of technique that a puzzle needs. :func:`ladder` finds the hardest puzzle first: of a few
removal orders the one whose irreducible puzzle needs the highest rank. Each easier tier then walks down from the full
clue set, never taking a clue that the harder tier still shows, until no more can go without needing more than its
rank. So the clue sets are nested, and each tier shows strictly fewer clues than the one before.

Roads not taken. Walking down from the easy puzzle to the normal one and on, each as thin as it gets, is simpler; but
an easy puzzle without a clue to spare is mostly irreducible already, and the base ends with one tier or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pipeline.blank import Blanking
from pipeline.filling import Filling
from pipeline.grid import mask_of
from pipeline.kind import AnyKind
from pipeline.reached import Sufficing, rank_needed
from pipeline.reasoner import Position, Reaching, Reasoner, given_position
from pipeline.verdict import Budget


class Tier(StrEnum):
    """The four tiers, easiest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"

    @property
    def rank(self) -> int:
        """The rank of technique that the tier asks for."""
        return RANKS[self]


RANKS: Mapping[Tier, int] = {tier: rank for rank, tier in enumerate(Tier, start=1)}
"""Known beforehand, since whoever sorts levels asks for it thousands of times."""


def tier_of(rank: int) -> Tier:
    """The tier of a puzzle that needs this rank."""
    return list(Tier)[rank - 1]


@dataclass(frozen=True, slots=True)
class Rung:
    """A clue set, as a mask, and the tier that it reaches."""

    tier: Tier
    clues: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs of a base, easiest first, and the tiers that it reaches with puzzles that are not worth a level."""

    rungs: tuple[Rung, ...]
    not_worth: tuple[Tier, ...] = ()
    order: tuple[int, ...] = ()
    """The removal order that led to the hardest of them."""
    irreducible: bool = False
    """Whether blanking saw that each clue of the hardest is needed; else that is for somebody else to find out."""


def ladder(
    kind: AnyKind, puzzle: Any, answer: Any, orders: Iterable[Sequence[int]], keep: int, conflicts: int
) -> Ladder:
    """The rungs of a fully clued puzzle with one answer, never removing a clue in ``keep``.

    ``orders`` are the removal orders to try, at least one, gone through again for each tier; ``conflicts`` bounds
    each call of the prover.
    """
    reasoner = kind.reasoner(puzzle)
    filling = _filling(reasoner)
    clues, rank, hardest, irreducible = _hardest(kind, reasoner, puzzle, answer, orders, keep, conflicts, filling)
    rungs = [Rung(tier_of(rank), clues)]
    not_worth: list[Tier] = []
    # What does not suffice for a rank suffices for none below it, so this is kept from tier to tier.
    too_few: list[int] = []
    for tier in reversed(list(Tier)[: rank - 1]):
        too_few.append(rungs[-1].clues)
        suffice = _suffices(reasoner, filling, tier.rank, too_few)
        if not suffice(reasoner.clues):
            break
        reached = False
        for order in orders:
            clues = thin(suffice, reasoner.clues, order, keep | rungs[-1].clues)
            # With these clues the techniques of this rank still fill the board: is it for them to fill?
            if tier.rank == 1 or not _suffices(reasoner, filling, tier.rank - 1, [])(clues):
                reached = True
                if kind.worth_a_tier is None or kind.worth_a_tier(kind.show(puzzle, clues)):
                    rungs.append(Rung(tier, clues))
                    break
        if reached and rungs[-1].tier != tier:
            not_worth.append(tier)
    return Ladder(tuple(reversed(rungs)), tuple(not_worth), hardest, irreducible)


def _hardest(
    kind: AnyKind,
    reasoner: Reasoner[Any],
    puzzle: Any,
    answer: Any,
    orders: Iterable[Sequence[int]],
    keep: int,
    conflicts: int,
    filling: Filling | None,
) -> tuple[int, int, tuple[int, ...], bool]:
    """Of the irreducible clue sets that the orders give the first of the highest rank, that rank, and the order.

    Last whether blanking saw that the clues are all needed.
    """
    best, highest = 0, 0
    led: tuple[int, ...] = ()
    tried: set[int] = set()
    with Blanking(kind.encode(puzzle), answer, Budget(nodes=conflicts)) as blanking:
        for order in orders:
            clues = blanking.blank(order, keep)
            if clues in tried:
                continue
            tried.add(clues)
            rank = rank_needed(reasoner.showing(clues)) if filling is None else filling.rank_needed(clues)
            if rank > highest:
                best, highest, led = clues, rank, tuple(order)
            # Where every clue can go, each order takes them all.
            if highest == len(Tier) or not clues & ~keep:
                break
        irreducible = blanking.saw_each_needed(best)
    if not highest:
        raise ValueError("a ladder needs a removal order")
    return best, highest, led, irreducible


def thin(suffice: Callable[[int], bool], clues: int, order: Sequence[int], keep: int) -> int:
    """Remove every clue that can be spared, but none in ``keep``; the mask that is left.

    ``suffice`` says whether clues that it is given as a mask are enough; all of ``clues`` are.

    Techniques are monotone in the clues. So a clue that cannot go when it is tried cannot go later, and clues that can
    go together can go one after the other: all are tried together, and of those that cannot go the first half before
    the second. What is left is what trying them one by one leaves.
    """
    handfuls = [([clue for clue in order if clues >> clue & 1 and not keep >> clue & 1], False)]
    while handfuls:
        some, is_first_half = handfuls.pop()
        fewer = clues & ~mask_of(some)
        if suffice(fewer):
            clues = fewer
            # The second half then holds a clue that has to stay.
            some = handfuls.pop()[0] if is_first_half else []
        if len(some) > 1:
            half = len(some) // 2
            handfuls += [(some[half:], False), (some[:half], True)]
    return clues


def _suffices(reasoner: Reasoner[Any], filling: Filling | None, rank: int, too_few: list[int]) -> Callable[[int], bool]:
    """Which clue sets let the techniques up to a rank fill the board, asked the way that this reasoner answers best."""
    return filling.sufficing(rank, reasoner.clues, too_few) if filling else Sufficing(reasoner, rank, too_few)


def _filling(reasoner: Reasoner[Any]) -> Filling | None:
    """What asks this reasoner without steps; None where it cannot be asked so, or its clues are not the answer."""
    answer = given_position(reasoner)
    if not isinstance(reasoner, Reaching) or answer.yes | answer.no != reasoner.places:
        return None
    # It begins with the givens, so nothing may be known without one, whatever the rank that tells it.
    return Filling(reasoner, reasoner, answer) if reasoner.showing(0).open_round() == Position(0, 0) else None

"""Tiers: how hard a level is, and which clue sets of a base reach which tier.

A tier is the highest rank of technique that a puzzle needs. :func:`ladder` finds the hardest puzzle first: of a few
removal orders the one whose irreducible puzzle needs the highest rank. Each easier tier then walks down from the full
clue set, never taking a clue that the harder tier still shows, until no more can go without needing more than its
rank. So the clue sets are nested, and each tier shows strictly fewer clues than the one before.

Roads not taken. Walking down from the easy puzzle to the normal one and on, each as thin as it gets, is simpler; but
an easy puzzle without a clue to spare is mostly irreducible already, and the base ends with one tier or two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pipeline.blank import blank_encoding
from pipeline.grid import mask_of
from pipeline.kind import AnyKind
from pipeline.reasoner import Reasoner, Step
from pipeline.search import Derivation, derive
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


def ladder(
    kind: AnyKind, puzzle: Any, answer: Any, orders: Sequence[Sequence[int]], keep: int, conflicts: int
) -> Ladder:
    """The rungs of a fully clued puzzle with one answer, never removing a clue in ``keep``.

    ``orders`` are the removal orders to try, at least one; ``conflicts`` bounds each call of the prover.
    """
    reasoner = kind.reasoner(puzzle)
    clues, rank, hardest = _hardest(kind, reasoner, puzzle, answer, orders, keep, conflicts)
    rungs = [Rung(tier_of(rank), clues)]
    not_worth: list[Tier] = []
    # What does not suffice for a rank suffices for none below it, so this is kept from tier to tier.
    too_few: list[int] = []
    for tier in reversed(list(Tier)[: rank - 1]):
        too_few.append(rungs[-1].clues)
        full = derive(reasoner, tier.rank)
        if not full.solved:
            break
        reached = False
        for order in orders:
            clues = thin(reasoner, tier.rank, full, order, keep | rungs[-1].clues, too_few)
            # With these clues the techniques of this rank still fill the board: is it for them to fill?
            if tier.rank == 1 or not derive(reasoner.showing(clues), tier.rank - 1).solved:
                reached = True
                if kind.worth_a_tier is None or kind.worth_a_tier(kind.show(puzzle, clues)):
                    rungs.append(Rung(tier, clues))
                    break
        if reached and rungs[-1].tier != tier:
            not_worth.append(tier)
    return Ladder(tuple(reversed(rungs)), tuple(not_worth), hardest)


def rank_needed(reasoner: Reasoner[Any]) -> int:
    """The lowest rank whose techniques fill the board: 4 where those up to 3 do not."""
    carried: tuple[Step, ...] = ()
    for rank in (1, 2, 3):
        derivation = derive(reasoner, rank, carried)
        if derivation.solved:
            return rank
        carried = derivation.steps
    return 4


def _hardest(
    kind: AnyKind,
    reasoner: Reasoner[Any],
    puzzle: Any,
    answer: Any,
    orders: Sequence[Sequence[int]],
    keep: int,
    conflicts: int,
) -> tuple[int, int, tuple[int, ...]]:
    """Of the irreducible clue sets that the orders give the first of the highest rank, that rank, and the order."""
    best, highest = 0, 0
    led: tuple[int, ...] = ()
    tried: set[int] = set()
    encoding = kind.encode(puzzle)
    for order in orders:
        clues = blank_encoding(encoding, answer, order, keep, Budget(nodes=conflicts)).clues
        if clues in tried:
            continue
        tried.add(clues)
        rank = rank_needed(reasoner.showing(clues))
        if rank > highest:
            best, highest, led = clues, rank, tuple(order)
        if highest == len(Tier):
            break
    if not highest:
        raise ValueError("a ladder needs a removal order")
    return best, highest, led


def thin(
    reasoner: Reasoner[Any], rank: int, derivation: Derivation, order: Sequence[int], keep: int, too_few: list[int]
) -> int:
    """Remove every clue that the techniques up to ``rank`` can spare, but none in ``keep``; the mask that is left.

    ``derivation`` solves the puzzle with all its clues at this rank. Clues on which no step rests go at once. For
    others, the steps that do not rest on them still stand, so only the rest is derived again.

    Techniques are monotone in the clues. So a clue that cannot go when it is tried cannot go later, and clues that can
    go together can go one after the other: all are tried together, and of those that cannot go the first half before
    the second. What is left is what trying them one by one leaves.

    ``too_few`` are clue sets that are known not to suffice, and takes those that are found here: what lies within one
    of them is not tried.
    """
    shown = reasoner.clues
    handfuls = [([clue for clue in order if shown >> clue & 1 and not keep >> clue & 1], False)]
    while handfuls:
        some, is_first_half = handfuls.pop()
        gone = mask_of(some)
        fewer = shown & ~gone
        left: Derivation | None = derivation
        if derivation.uses & gone:
            left = None if _within(fewer, too_few) else derive(reasoner.showing(fewer), rank, derivation.without(gone))
        if left and not left.solved:
            too_few.append(fewer)
        if left and left.solved:
            derivation, shown = left, fewer
            # The second half then holds a clue that has to stay.
            some = handfuls.pop()[0] if is_first_half else []
        if len(some) > 1:
            half = len(some) // 2
            handfuls += [(some[half:], False), (some[:half], True)]
    return shown


def _within(clues: int, sets: Sequence[int]) -> bool:
    """Whether one of these sets has all of these clues."""
    return any(not clues & ~some for some in sets)

"""Counting the answers of a puzzle by whichever engine is quicker, for every kind.

The reasoner starts at once, where the prover first has to write the rules out as clauses; on most boards it is done
before the prover could begin. Where it stalls, it stalls for long, and the prover does not: so the reasoner goes first
and hands over after a few positions, or where there is a bound of seconds and the positions are slow, at half of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from pipeline.kind import Kind
from pipeline.prove import Forced, Prover
from pipeline.search import count
from pipeline.verdict import Budget, SolveCount

B = TypeVar("B")
P = TypeVar("P")
A = TypeVar("A", bound=Hashable)

FIRST_LOOK = 100
"""Positions after which the reasoner hands over."""
LAST_WORD = 0.25
"""The share of the seconds that the prover has at least, whatever the reasoner took."""


class Engine(StrEnum):
    """Who may be asked."""

    REASON = "reason"
    PROVE = "prove"
    BOTH = "both"
    """The reasoner first, then the prover."""


@dataclass(frozen=True, slots=True)
class Solved(Generic[A]):
    """A count, and the engine that it comes from: never BOTH. Its nodes are that engine's, its seconds all."""

    count: SolveCount[A]
    engine: Engine


def count_by_reasoning(kind: Kind[B, P, A], puzzle: P, limit: int = 2, budget: Budget | None = None) -> SolveCount[A]:
    """Count answers without the prover: by the kind's own search if it has one, else by that over its reasoner."""
    if kind.count:
        return kind.count(puzzle, limit, budget or Budget())
    return count(kind.reasoner(puzzle), limit, budget)


def solve(
    kind: Kind[B, P, A], puzzle: P, limit: int = 2, budget: Budget | None = None, engine: Engine = Engine.BOTH
) -> Solved[A]:
    """Count the answers of a puzzle up to ``limit``."""
    budget = budget or Budget()
    meter = budget.start()
    if engine is not Engine.PROVE:
        most = FIRST_LOOK if budget.nodes is None else min(FIRST_LOOK, budget.nodes)
        look = budget if engine is Engine.REASON else Budget(most, budget.share(0.5).seconds)
        reasoned = count_by_reasoning(kind, puzzle, limit, look)
        if engine is Engine.REASON or not reasoned.gave_up:
            return Solved(reasoned, Engine.REASON)
        meter.nodes = reasoned.nodes
        budget = meter.left.at_least(budget.share(LAST_WORD).seconds)
    with Prover(kind.encode(puzzle)) as prover:
        proved = prover.count(limit, budget)
    if engine is Engine.BOTH and proved.gave_up and reasoned.count > proved.count:
        return Solved(replace(reasoned, seconds=meter.seconds), Engine.REASON)
    return Solved(replace(proved, seconds=meter.seconds), Engine.PROVE)


def shared(
    kind: Kind[B, P, A], puzzle: P, counted: SolveCount[A], budget: Budget | None = None, engine: Engine = Engine.BOTH
) -> Forced | None:
    """The places that every answer decides alike, of a puzzle whose answers were counted.

    Where all of them were found they say it themselves; else the prover is asked. None where there is no answer, where
    the budget does not suffice, and where only the reasoner may be asked.
    """
    if not counted.count:
        return None
    if counted.count < counted.limit and not counted.gave_up:
        found: list[Any] = [kind.places_of(puzzle, one) if kind.places_of else one for one in counted.solutions]
        yes = no = kind.reasoner(puzzle).places
        for mask in found:
            yes &= mask
            no &= ~mask
        return Forced(yes, no)
    if engine is Engine.REASON:
        return None
    encoding = kind.encode(puzzle)
    with Prover(encoding) as prover:
        forced = prover.forced(budget)
    return forced if isinstance(forced, Forced) else None

"""Counting the answers of a puzzle by whichever engine is quicker, for every kind.

The reasoner starts at once, where the prover first has to write the rules out as clauses; on most boards it is done
before the prover could begin. Where it stalls, it stalls for long, and the prover does not: so the reasoner goes first
and hands over after a few positions.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, TypeVar

from pipeline.kind import Kind
from pipeline.prove import Prover
from pipeline.search import count
from pipeline.verdict import Budget, SolveCount

B = TypeVar("B")
P = TypeVar("P")
A = TypeVar("A", bound=Hashable)

FIRST_LOOK = 100
"""Positions after which the reasoner hands over."""


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
        look = budget if engine is Engine.REASON else Budget(most, budget.seconds)
        reasoned = count_by_reasoning(kind, puzzle, limit, look)
        if engine is Engine.REASON or not reasoned.gave_up:
            return Solved(reasoned, Engine.REASON)
        budget = _left(budget, reasoned.nodes, meter.seconds)
    with Prover(kind.encode(puzzle)) as prover:
        proved = prover.count(limit, budget)
    if engine is Engine.BOTH and proved.gave_up and reasoned.count > proved.count:
        return Solved(replace(reasoned, seconds=meter.seconds), Engine.REASON)
    return Solved(replace(proved, seconds=meter.seconds), Engine.PROVE)


def _left(budget: Budget, nodes: int, seconds: float) -> Budget:
    """What is left of a budget, never less than nothing."""
    return Budget(
        None if budget.nodes is None else max(0, budget.nodes - nodes),
        None if budget.seconds is None else max(0.0, budget.seconds - seconds),
    )

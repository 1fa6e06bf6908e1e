"""What reasoning says of a puzzle: the trace of its level, and the second verdict beside the prover's."""

from __future__ import annotations

from typing import Any

from pipeline.kind import AnyKind
from pipeline.limits import Limits
from pipeline.prove import Prover
from pipeline.reasoner import Position
from pipeline.search import Derivation, explain
from pipeline.turn import Turn
from pipeline.verdict import Budget, SolveCount, Undecided, Unique, Verdict


def reasoned_out(kind: AnyKind, puzzle: Any, limits: Limits, answer: Any = None) -> Derivation:
    """The trace of a puzzle, as far as reasoning comes within these limits; sooner where its answer is known."""
    budget, reasoner = Budget(nodes=limits.trace_steps), kind.reasoner(puzzle)
    if kind.encode_again and kind.trace_positions is None:
        # Such a trace may end with the budget of its searches. All are made, or it would come further with an answer.
        grid = kind.grid(puzzle)
        return explain(reasoner, budget, Budget(nodes=limits.trace_search // (len(grid) * len(grid[0]))))
    known = None
    if answer is not None:
        yes = kind.places_of(puzzle, answer) if kind.places_of else answer
        known = Position(yes, reasoner.places & ~yes)
    most = kind.trace_positions(puzzle) if kind.trace_positions else None
    if most is None:
        return explain(reasoner, budget, answer=known)
    return explain(reasoner, budget, Budget(nodes=most), known, Turn())


def plain_search(kind: AnyKind, puzzle: Any, limits: Limits) -> Budget:
    """What the search may spend of which a level tells the effort."""
    most = kind.search_positions(puzzle) if kind.search_positions else None
    return Budget(nodes=limits.search if most is None else min(limits.search, most))


def second_verdict(
    kind: AnyKind, puzzle: Any, trace: Derivation, counted: SolveCount[Any] | None, limits: Limits
) -> tuple[str, Verdict[Any]]:
    """What the second verdict comes from, beside the prover's, and the verdict.

    A trace that fills the board decides: every step of it follows, so no other answer is left. Where the trace ends
    before that, the second opinion is that of the kind's other encoding, unless the search contradicts the prover.
    """
    if counted is None:
        return "trace", Unique(kind.reasoner(puzzle).answer(trace.position.yes))
    if not kind.encode_again:
        return "search", Undecided(counted.nodes, counted.seconds)
    if not counted.gave_up and not isinstance(counted.verdict, Unique):
        return "search", counted.verdict
    with Prover(kind.encode_again(puzzle)) as prover:
        return "encoding", prover.count(2, Budget(nodes=limits.prove)).verdict

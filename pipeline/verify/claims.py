"""Verifying what a level says of its own proof: the word for it, and how the plain search fared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.catalogue import Level
from pipeline.kind import AnyKind
from pipeline.verdict import Budget, SolveCount


def claim_faults(
    kind: AnyKind, level: Level, counted: SolveCount[Any], is_complete: bool, budget: Budget, own: Budget
) -> Iterator[str]:
    """What of ``metrics`` and ``proofs`` is not as the search and the trace have it.

    ``counted`` is a search for two answers with this budget of nodes; ``is_complete``: the trace fills the board. A
    search with a smaller budget than ``own``, that with which the level was made, says less: nothing where it gives up.
    """
    metrics = level.metrics
    gave_up = metrics.gave_up
    if budget == own or (not counted.gave_up and counted.nodes <= (own.nodes or 0)):
        gave_up = counted.gave_up
        if (metrics.nodes, metrics.branches, metrics.gave_up) != (counted.nodes, counted.branches, gave_up):
            yield (
                f"the search takes {_told(counted.nodes, counted.branches, gave_up)}, "
                f"and 'metrics' says {_told(metrics.nodes, metrics.branches, metrics.gave_up)}"
            )
    if level.proofs.prove != "sat":
        yield f"'proofs' has '{level.proofs.prove}' for the prover, and it is 'sat'"
    reason = _reason(kind, is_complete, gave_up)
    if level.proofs.reason != reason:
        yield f"what shows beside the prover that there is one answer is '{reason}', not '{level.proofs.reason}'"


def _reason(kind: AnyKind, is_complete: bool, gave_up: bool) -> str:
    """What a level is proved by when it is made, beside the prover."""
    if not is_complete and kind.encode_again:
        return "encoding"
    return "trace" if gave_up else "search"


def _told(nodes: int, branches: int, gave_up: bool) -> str:
    return f"{nodes:,} nodes and {branches:,} branches" + (" and gives up" if gave_up else "")

"""A bound, no more than so many of these literals, as clauses that anybody can read.

Where it takes no more clauses, no ``bound + 1`` of the literals are all true, said for each choice of them. Else they
are counted from the first to the last by variables of their own (C. Sinz, *Towards an Optimal CNF Encoding of Boolean
Cardinality Constraints*, 2005): that numbered ``first + (i - 1) * bound + (j - 1)`` is true where at least ``j`` of the
first ``i`` literals are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from pipeline.solver import Bound


def counters_of(bound: Bound) -> int:
    """How many variables of its own a bound takes."""
    literals, most = bound
    counting = 2 * len(literals) * most
    return 0 if comb(len(literals), most + 1) <= counting else (len(literals) - 1) * most


def bound_clauses(bound: Bound, first: int) -> list[Sequence[int]]:
    """The clauses of a bound, whose counters begin at this variable."""
    literals, most = bound
    if not counters_of(bound):
        return [[-literal for literal in some] for some in combinations(literals, most + 1)]
    clauses: list[Sequence[int]] = []
    before: list[int] = []
    for at, literal in enumerate(literals):
        if before:
            clauses.append([-before[-1], -literal])  # so many are true already
        if at == len(literals) - 1:
            break
        counts = [first + at * most + nth for nth in range(most)]
        clauses.append([-literal, counts[0]])
        for nth in range(most):
            if before:
                clauses.append([-before[nth], counts[nth]])
                if nth:
                    clauses.append([-literal, -before[nth - 1], counts[nth]])
            elif nth:
                clauses.append([-counts[nth]])
        before = counts
    return clauses

"""One incremental SAT solver, bounded, which is another one once a question turns out to be hard.

CaDiCaL is the default. On boards with clues MiniSat is quicker, since it loads a clause faster, but on an almost empty
16×16 board it needs 50,000 conflicts for what CaDiCaL finds without one. So it may start, and after ``HAND_OVER``
conflicts CaDiCaL takes its place.

A rule that counts is stated as it is, at most so many of these. Minicard (M. Liffiton, J. Maglalang, *A Cardinality
Solver: More Expressive Constraints for Free*, 2012) is MiniSat with such rules of its own, kept by counting as it
goes: no counters to load, and none to decide in every model. For any other solver counters are written as clauses.

Loading the clauses is most of the cost of a count, and ``append_formula``, like the method ``add_clause`` that it
calls, spends on each clause about as much again as the solver: hence a plain ``map`` over the function of
``pysolvers``, python-sat's compiled module.

The effort is counted in *nodes*: conflicts, and one for every call. It depends only on the clauses, not on the machine,
so a budget of nodes gives the same verdict everywhere, and so does the hand-over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import pysolvers
from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical195, Glucose4, Minicard, Minisat22

from pipeline.verdict import Meter

Bound = tuple[Sequence[int], int]
"""Literals, and how many of them are true at most."""

SOLVERS: dict[str, tuple[Callable[[], Any], Callable[[Any], Callable[[Sequence[int]], Any]]]] = {
    "cadical195": (Cadical195, lambda solver: partial(pysolvers.cadical195_add_cl, solver.cadical)),
    "glucose4": (Glucose4, lambda solver: partial(pysolvers.glucose41_add_cl, solver.glucose)),
    "minicard": (Minicard, lambda solver: partial(pysolvers.minicard_add_cl, solver.minicard)),
    "minisat22": (Minisat22, lambda solver: partial(pysolvers.minisat22_add_cl, solver.minisat)),
}
"""How each solver is made, and the function that adds a clause to one."""

DEFAULT_SOLVER = "cadical195"

STARTERS = frozenset({"minicard", "minisat22"})
"""The solvers that are quicker as long as a question is easy."""

HAND_OVER = 2000
"""Conflicts of a starter, over all its calls, after which the default takes its place."""

SLICE = 1000
"""Conflicts between two looks at the clock; some 10 to 50 ms."""


class Solver:
    """A solver by name; it holds memory of its own until it is closed."""

    def __init__(
        self, name: str, clauses: Sequence[Sequence[int]], at_most: Sequence[Bound] = (), variables: int = 0
    ) -> None:
        self._at_most = at_most
        self._variables = variables
        self._clauses: list[Sequence[int]] | None = list(clauses) if name in STARTERS else None
        """What a solver that takes over has to be told; None where none will."""
        self._conflicts = 0
        self._earlier_decisions = 0
        self._solver = self._loaded(name, clauses)

    def close(self) -> None:
        """Give the memory back."""
        self._solver.delete()

    def add(self, clauses: Sequence[Sequence[int]]) -> None:
        """Add clauses for good."""
        if self._clauses is not None:
            self._clauses += clauses
        for clause in clauses:
            self._solver.add_clause(clause)

    def fresh(self) -> int:
        """A variable that nothing uses yet."""
        self._variables += 1
        return self._variables

    def prefer(self, literals: Sequence[int]) -> None:
        """Let the solver try these literals first; a solver that takes over may not."""
        self._solver.set_phases(literals)

    def solve(self, assumed: Sequence[int], meter: Meter) -> bool | None:
        """Whether a model meets these literals; None if the budget ran out. The meter takes what was spent."""
        try:
            return self._solve(assumed, meter)
        except pysolvers.error as error:
            # In the main thread the solver takes Ctrl-C for itself, and this is how it says so.
            raise KeyboardInterrupt from error

    def literals(self) -> list[int]:
        """The model that was found last: one literal of each variable, in their order."""
        literals: list[int] = self._solver.get_model()
        return literals

    def model(self) -> frozenset[int]:
        """The true variables of the model that was found last."""
        return frozenset([literal for literal in self._solver.get_model() if literal > 0])

    def failed(self) -> list[int]:
        """Those assumptions of the last call, just refuted, that the refutation needed."""
        return list(self._solver.get_core() or ())

    def decisions(self) -> int:
        """How often a value was chosen so far, where none was forced."""
        return self._earlier_decisions + int(self._solver.accum_stats()["decisions"])

    def _solve(self, assumed: Sequence[int], meter: Meter) -> bool | None:
        meter.nodes += 1
        while not meter.exhausted:
            solver = self._solver
            limit = self._limit(meter)
            if limit is None:
                status: bool | None = solver.solve(assumptions=assumed)
            else:
                solver.conf_budget(limit)
                status = solver.solve_limited(assumptions=assumed)
            conflicts = solver.accum_stats()["conflicts"]
            spent = conflicts - self._conflicts
            meter.nodes += spent if spent or status is not None else 1  # a slice without conflicts must end as well
            self._conflicts = conflicts
            if status is not None:
                return status
            if self._clauses is not None and conflicts >= HAND_OVER:
                self._hand_over(self._clauses)
        return None

    def _limit(self, meter: Meter) -> int | None:
        """Conflicts that may be spent before the next look at the meter: at least one, as 0 would be no limit."""
        budget = meter.budget
        limit = None if self._clauses is None else HAND_OVER - self._conflicts
        if budget.nodes is not None:
            left = budget.nodes - meter.nodes + 1  # one more than is left makes the meter exhausted
            limit = left if limit is None or left < limit else limit
        if budget.seconds is not None and (limit is None or limit > SLICE):
            limit = SLICE
        return limit if limit is None or limit > 0 else 1

    def _hand_over(self, clauses: list[Sequence[int]]) -> None:
        """Go on with the default solver; what the starter learnt is lost."""
        self._earlier_decisions = self.decisions()
        self._solver.delete()
        self._solver = self._loaded(DEFAULT_SOLVER, clauses)
        self._conflicts, self._clauses = 0, None

    def _loaded(self, name: str, clauses: Sequence[Sequence[int]]) -> Any:
        """A new solver that holds these clauses, and the bounds."""
        make, adder = SOLVERS[name]
        solver = make()
        deque(map(adder(solver), clauses), maxlen=0)
        counts = self._at_most and solver.supports_atmost()
        for literals, bound in self._at_most:
            if counts:
                solver.add_atmost(literals, bound)
            else:
                deque(map(adder(solver), self._counted(literals, bound)), maxlen=0)
        return solver

    def _counted(self, literals: Sequence[int], bound: int) -> Iterable[Sequence[int]]:
        """A bound as clauses."""
        if bound >= len(literals):
            return ()
        if bound == 1:
            return combinations([-literal for literal in literals], 2)
        counter = CardEnc.atmost(list(literals), bound, self._variables, encoding=EncType.seqcounter)
        self._variables = max(self._variables, counter.nv)
        return list(counter.clauses)


def refutation(clauses: Sequence[Sequence[int]], conflicts: int | None = None) -> list[str] | None:
    """The lines of a DRUP refutation of these clauses; None where so many conflicts do not lead to one.

    It is Glucose's, which writes its proof as text. Raises ValueError where the clauses have a model.
    """
    with Glucose4(clauses, with_proof=True) as solver:
        if conflicts is not None:
            solver.conf_budget(conflicts)
        try:
            status = solver.solve_limited()
        except pysolvers.error as error:
            raise KeyboardInterrupt from error
        if status:
            raise ValueError("clauses that have a model cannot be refuted")
        # Where loading the clauses shows it already, nothing is written.
        return None if status is None else [*(solver.get_proof() or ())]

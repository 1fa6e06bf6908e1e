"""One incremental SAT solver, bounded, which is another one once a question turns out to be hard.

CaDiCaL is the default. On boards with clues MiniSat is quicker, since it loads a clause faster, but on an almost empty
16×16 board it needs 50,000 conflicts for what CaDiCaL finds without one. So it may start, and after ``HAND_OVER``
conflicts within one call CaDiCaL takes its place. What hundreds of calls come to does not count: where each is easy
CaDiCaL takes ten times as long over it, and more.

A rule that counts is stated as it is, at most so many of these. Minicard (M. Liffiton, J. Maglalang, *A Cardinality
Solver: More Expressive Constraints for Free*, 2012) is MiniSat with such rules of its own, kept by counting as it
goes: no counters to load, and none to decide in every model. For any other solver counters are written as clauses.

Loading the clauses is most of the cost of a count, and ``append_formula``, like the method ``add_clause`` that it
calls, spends on each clause about as much again as the solver: hence a plain ``map`` over the function of
``pysolvers``, python-sat's compiled module.

The effort is counted in *nodes*: conflicts, and one for every call. It depends only on the clauses, not on the machine,
so a budget of nodes gives the same verdict everywhere, and so does the hand-over.

In the main thread the methods ``solve`` and ``solve_limited`` would take Ctrl-C for themselves and jump out of the
solver from wherever it is, also from within ``malloc``: its memory is broken then, and the process may abort or hang.
So they are asked as in any other thread, where Python notes the signal and raises it once the call is over, and a call
ends after ``UNBROKEN`` conflicts at the latest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, repeat
from typing import Any, NamedTuple

import pysolvers
from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical195, Glucose4, Minicard, Minisat22

from pipeline.verdict import Meter

Bound = tuple[Sequence[int], int]
"""Literals, and how many of them are true at most."""


class _Made(NamedTuple):
    """How a solver is made, what its own object is called in it and its functions in ``pysolvers``, and their flags."""

    make: Callable[..., Any]
    attribute: str
    prefix: str
    flags: tuple[int, ...]
    """What ends a call of ``_solve_lim``: that it takes no signal, in the words that this solver has for that."""
    kept: tuple[None, ...] = ()
    """What else ``_del`` takes: the file of a proof, which there is none of."""

    def adder(self, solver: Any) -> Callable[[Sequence[int]], Any]:
        """The function that adds a clause to a solver."""
        return partial(getattr(pysolvers, f"{self.prefix}_add_cl"), getattr(solver, self.attribute))

    def asker(self, solver: Any) -> Callable[[Sequence[int]], bool | None]:
        """The function that asks a solver, within its budget of conflicts, whether a model meets some literals."""
        ask = partial(getattr(pysolvers, f"{self.prefix}_solve_lim"), getattr(solver, self.attribute))

        def asked(assumed: Sequence[int]) -> bool | None:
            answer = ask(assumed, *self.flags)
            # CaDiCaL says 1, -1 or 0, and the others a truth value or nothing.
            status = answer if answer is None or isinstance(answer, bool) else None if answer == 0 else answer > 0
            solver.status, solver.prev_assumps = status, assumed  # what its other methods go by
            return status

        return asked

    def end(self, solver: Any) -> None:
        """Give a solver's memory back.

        Its method ``delete`` forgets the solver after that, and would free it again where a signal comes in between.
        """
        if held := getattr(solver, self.attribute):
            setattr(solver, self.attribute, None)
            getattr(pysolvers, f"{self.prefix}_del")(held, *self.kept)


class _Held(NamedTuple):
    """A solver that is asked and what it is asked by: one value, as a signal may come between any two."""

    solver: Any
    add: Callable[[Sequence[int]], Any]
    ask: Callable[[Sequence[int]], bool | None]
    end: Callable[[], None]


def _undisturbed(own: type) -> Any:
    """The same class of solver without ``__del__``, in which Python would hear of a signal and forget it.

    There is nothing left to do in it: the memory is given back before.
    """
    return type(own.__name__, (), {name: what for name, what in vars(own).items() if name not in DROPPED})


DROPPED = {"__del__", "__dict__", "__weakref__"}

SOLVERS = {
    "cadical195": _Made(_undisturbed(Cadical195), "cadical", "cadical195", (0,), (None,)),
    "glucose4": _Made(_undisturbed(Glucose4), "glucose", "glucose41", (0, 0)),
    "minicard": _Made(_undisturbed(Minicard), "minicard", "minicard", (0, 0)),
    "minisat22": _Made(_undisturbed(Minisat22), "minisat", "minisat22", (0, 0)),
}

DEFAULT_SOLVER = "cadical195"

STARTERS = frozenset({"minicard", "minisat22"})
"""The solvers that are quicker as long as a question is easy."""

HAND_OVER = 2000
"""Conflicts of a starter within one call, after which the default takes its place."""

UNBROKEN = 10_000
"""Conflicts within one call; about a second, after which Ctrl-C is heard."""

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
        """Of the solver that is asked, over all calls."""
        self._earlier_decisions = 0
        self._held = self._loaded(name, clauses)

    def close(self) -> None:
        """Give the memory back."""
        self._held.end()

    def add(self, clauses: Sequence[Sequence[int]]) -> None:
        """Add clauses for good."""
        if self._clauses is not None:
            self._clauses += clauses
        deque(map(self._held.add, clauses), maxlen=0)

    def fresh(self) -> int:
        """A variable that nothing uses yet."""
        self._variables += 1
        return self._variables

    def prefer(self, literals: Sequence[int]) -> None:
        """Let the solver try these literals first; a solver that takes over may not."""
        self._held.solver.set_phases(literals)

    def solve(self, assumed: Sequence[int], meter: Meter) -> bool | None:
        """Whether a model meets these literals; None if the budget ran out. The meter takes what was spent."""
        meter.nodes += 1
        before = self._conflicts
        while not meter.exhausted:
            solver, _, ask, _ = self._held
            solver.conf_budget(self._limit(meter, self._conflicts - before))
            status = ask(assumed)
            conflicts = solver.accum_stats()["conflicts"]
            spent = conflicts - self._conflicts
            meter.nodes += spent if spent or status is not None else 1  # a slice without conflicts must end as well
            self._conflicts = conflicts
            if status is not None:
                return status
            if self._clauses is not None and conflicts - before >= HAND_OVER:
                self._hand_over(self._clauses)
        return None

    def literals(self) -> list[int]:
        """The model that was found last: one literal of each variable, in their order."""
        literals: list[int] = self._held.solver.get_model()
        return literals

    def model(self) -> frozenset[int]:
        """The true variables of the model that was found last."""
        return frozenset([literal for literal in self._held.solver.get_model() if literal > 0])

    def failed(self) -> list[int]:
        """Those assumptions of the last call, just refuted, that the refutation needed."""
        return list(self._held.solver.get_core() or ())

    def decisions(self) -> int:
        """How often a value was chosen so far, where none was forced."""
        return self._earlier_decisions + int(self._held.solver.accum_stats()["decisions"])

    def _limit(self, meter: Meter, spent: int) -> int:
        """Conflicts that may be spent before the next look at the meter: at least one, as 0 would be no limit.

        ``spent`` are those of this call.
        """
        budget = meter.budget
        limit = UNBROKEN if budget.seconds is None else SLICE
        if self._clauses is not None:
            limit = min(limit, HAND_OVER - spent)
        if budget.nodes is not None:
            limit = min(limit, budget.nodes - meter.nodes + 1)  # one more than is left makes the meter exhausted
        return max(limit, 1)

    def _hand_over(self, clauses: list[Sequence[int]]) -> None:
        """Go on with the default solver; what the starter learnt is lost."""
        self._earlier_decisions = self.decisions()
        self.close()
        self._held = self._loaded(DEFAULT_SOLVER, clauses)
        self._conflicts, self._clauses = 0, None

    def _loaded(self, name: str, clauses: Sequence[Sequence[int]]) -> _Held:
        """A new solver that holds these clauses, and the bounds."""
        made = SOLVERS[name]
        solver = made.make()
        held = _Held(solver, made.adder(solver), made.asker(solver), partial(made.end, solver))
        try:
            deque(map(held.add, clauses), maxlen=0)
            counts = self._at_most and solver.supports_atmost()
            for literals, bound in self._at_most:
                if counts:
                    solver.add_atmost(literals, bound)
                else:
                    deque(map(held.add, self._counted(literals, bound)), maxlen=0)
        except BaseException:
            held.end()
            raise
        return held

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
    made = SOLVERS["glucose4"]
    solver = made.make(clauses, with_proof=True)
    try:
        status = None
        for limit in repeat(UNBROKEN) if conflicts is None else _slices(conflicts):
            solver.conf_budget(limit)
            status = solver.solve_limited(expect_interrupt=True)  # which takes no signal for itself
            if status is not None:
                break
        if status:
            raise ValueError("clauses that have a model cannot be refuted")
        # Where loading the clauses shows it already, nothing is written.
        return None if status is None else [*(solver.get_proof() or ())]
    finally:
        made.end(solver)
        solver.prfile.close()


def _slices(conflicts: int) -> Iterator[int]:
    """So many conflicts, call by call."""
    return (min(left, UNBROKEN) for left in range(conflicts, 0, -UNBROKEN))

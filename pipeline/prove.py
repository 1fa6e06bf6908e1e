"""Proof by SAT, for every kind: count answers, name forced places, and say which clues matter.

An :class:`Encoding` is a kind's rules as clauses, with one selector literal per clue: assuming the selector shows the
clue. It is independent of the reasoner; the two share no rules code. A :class:`Prover` is one incremental solver on
one encoding. Which clues are shown is a matter of assumptions, so a single load of the clauses serves every question
about every set of clues.

The effort is counted in *nodes*: conflicts, and one for every call of the solver. Branches are its decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, NamedTuple, TypeVar

from pipeline.grid import indices, mask_of
from pipeline.solver import DEFAULT_SOLVER, Bound, Solver
from pipeline.verdict import Ambiguous, Budget, Meter, SolveCount, Undecided, Unsolvable, Verdict

A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Encoding(Generic[A]):
    """A puzzle's rules as clauses over variables counted from 1."""

    clauses: Sequence[Sequence[int]]
    variables: int
    places: Mapping[int, int]
    """The variable of each place."""
    selectors: dict[int, int]
    """The literal that shows the clue in each clue cell."""
    answer: Callable[[frozenset[int]], A]
    """The answer of a model, from the set of its true variables."""
    exclude: Callable[[A], list[int]]
    """A clause that refuses this answer and no other."""
    repair: Callable[[frozenset[int]], list[list[int]]] | None = None
    """Clauses that a model breaks although they follow from the rules: cuts added lazily, none if it is an answer."""
    intact: Callable[[Sequence[int]], bool] | None = None
    """Whether a model needs no repair, from one literal of each variable in their order: a first look, where that is
    quicker than to read the model."""
    at_most: Sequence[Bound] = ()
    """Literals of which no more than so many are true."""
    solver: str = DEFAULT_SOLVER
    """The solver that does best on rules like these."""
    meanings: Callable[[], Mapping[int, str]] | None = None
    """What is so where a variable beyond the places and the selectors is true, for whoever reads the clauses."""

    @property
    def givens_only(self) -> bool:
        """Whether each clue answers a place by itself: its selector is that place's own literal."""
        return {abs(literal) for literal in self.selectors.values()} <= set(self.places.values())


@dataclass(frozen=True, slots=True)
class Refuted:
    """No answer is left. ``core`` are clues that leave none between them, seldom the fewest."""

    core: frozenset[int]


class Forced(NamedTuple):
    """The places that every answer decides alike, as masks: a yes in each, a no in each."""

    yes: int
    no: int


class Prover(Generic[A]):
    """One incremental solver on one encoding; a context manager, since a solver holds memory of its own."""

    def __init__(self, encoding: Encoding[A], solver: str | None = None) -> None:
        self.calls = 0
        """How often the solver was asked."""
        self.cuts: list[Sequence[int]] = []
        """The clauses that were added as a repair, which follow from the rules."""
        self._encoding = encoding
        self._place_variables = frozenset(encoding.places.values())
        self._solver = Solver(solver or encoding.solver, encoding.clauses, encoding.at_most, encoding.variables)
        self._clue_of = {literal: clue for clue, literal in encoding.selectors.items()}

    def __enter__(self) -> Prover[A]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()

    def add(self, clauses: Sequence[Sequence[int]]) -> None:
        """Add clauses for good."""
        self._solver.add(clauses)

    def exclude(self, answer: A, switch: int | None = None) -> None:
        """Refuse this answer from here on; with a switch only where that is assumed."""
        self.add([[*(() if switch is None else (-switch,)), *self._encoding.exclude(answer)]])

    def settle(self, clue: int, shown: bool) -> None:
        """Show or hide this clue from here on: it need not be assumed any more, and no core names it.

        A clue that answers a place by itself has the place's own literal for a selector. To hide it is to leave the
        place open, so nothing is added for it.
        """
        literal = self._encoding.selectors[clue]
        if shown:
            self.add([[literal]])
        elif abs(literal) not in self._place_variables:
            self.add([[-literal]])

    def prefer(self, literals: Sequence[int]) -> None:
        """Let the solver try these literals first; it changes which answer is found, never whether there is one."""
        self._solver.prefer(literals)

    def fresh(self) -> int:
        """A variable that nothing uses yet."""
        return self._solver.fresh()

    def count(self, limit: int = 2, budget: Budget | None = None, clues: int | None = None) -> SolveCount[A]:
        """Count answers up to ``limit``, with only these clues shown (by default all)."""
        meter = (budget or Budget()).start()
        before = self._solver.decisions()
        found: list[A] = []
        switch = self.fresh()
        assumed = [switch, *self._shown(clues)]
        status: bool | None = True
        while len(found) < limit:
            status = self.search(assumed, meter)
            if not status:
                break
            found.append(self._encoding.answer(self.model()))
            self.exclude(found[-1], switch)
        self.add([[-switch]])
        branches = self._solver.decisions() - before
        return SolveCount(len(found), meter.nodes, branches, tuple(found), status is None, meter.seconds, limit)

    def verdict(self, budget: Budget | None = None, clues: int | None = None, explain: bool = False) -> Verdict[A]:
        """The verdict; explained, with the clues that contradict or the cells that every answer shares.

        An explanation for which the budget does not suffice is left out; the verdict stands without it.
        """
        verdict = self.count(2, budget, clues).verdict
        if not explain:
            return verdict
        if isinstance(verdict, Unsolvable):
            return Unsolvable(self.core(budget, clues))
        if isinstance(verdict, Ambiguous):
            forced = self.forced(budget, clues)
            if isinstance(forced, Forced):
                return Ambiguous(verdict.first, verdict.second, forced.yes | forced.no)
        return verdict

    def forced(self, budget: Budget | None = None, clues: int | None = None) -> Forced | Undecided | None:
        """The places that every answer decides alike; None where there is no answer.

        Each call of the solver asks for an answer that differs from all those seen at some place where these still
        agree, so there are as many calls as such answers, not as places. It prefers the values not seen yet, and goes
        on preferring them later.
        """
        meter = (budget or Budget()).start()
        switch = self.fresh()
        assumed = [switch, *self._shown(clues)]
        places = self._encoding.places
        status = self.search(assumed, meter)
        agreed = self._values() if status else {}
        while status and agreed:
            others = [-places[place] if value else places[place] for place, value in agreed.items()]
            self.add([[-switch, *others]])
            self.prefer(others)
            status = self.search(assumed, meter)
            if status:
                values = self._values()
                agreed = {p: value for p, value in agreed.items() if values[p] == value}
        self.add([[-switch]])
        if status is None:
            return Undecided(meter.nodes, meter.seconds)
        if not status and not agreed:
            return None
        yes = mask_of(p for p, value in agreed.items() if value)
        return Forced(yes, mask_of(agreed) & ~yes)

    def core(self, budget: Budget | None = None, clues: int | None = None) -> int | None:
        """The mask of clues that contradict each other, of which none can be spared.

        0 where the board has no answer even without a clue; None where the budget ends before the contradiction is
        found. Where it ends later, the clues that are left still contradict. Raises ValueError where there is an
        answer.
        """
        meter = (budget or Budget()).start()
        refuted = self.refute(self._encoding.selectors if clues is None else indices(clues), meter)
        if isinstance(refuted, Undecided):
            return None
        if refuted is None:
            raise ValueError("clues that have an answer do not contradict")
        core = refuted.core
        for clue in sorted(core):
            if clue in core:
                found = self.refute(sorted(core - {clue}), meter)
                core = found.core if isinstance(found, Refuted) else core
        return mask_of(core)

    def irreducible(self, answer: A, budget: Budget | None = None, clues: int | None = None) -> bool:
        """Whether each clue is needed to keep this answer, which is the only one; a need that is not decided counts as
        none.

        With only these clues shown, by default all. The budget is for each clue.
        """
        limits = budget or Budget()
        shown = self._shown(clues)
        if self._encoding.givens_only:
            # An answer that comes up without a given has its place the other way round.
            return all(self.search([-given, *_others(shown, given)], limits.start()) for given in shown)
        switch = self.fresh()
        self.exclude(answer, switch)
        needed = all(self.search([switch, *_others(shown, clue)], limits.start()) for clue in shown)
        self.add([[-switch]])
        return needed

    def refute(self, clues: Iterable[int], meter: Meter) -> Refuted | Undecided | None:
        """Whether these clue cells leave no answer but those excluded: the clues that see to it; None where one is.

        Takes cells, not a mask: a stage that asks hundreds of times about neighbouring sets keeps the list itself.
        """
        selectors = self._encoding.selectors
        status = self.search([selectors[clue] for clue in clues], meter)
        if status is None:
            return Undecided(meter.nodes, meter.seconds)
        if status:
            return None
        return Refuted(frozenset([self._clue_of[literal] for literal in self.failed()]))

    def search(self, assumed: Sequence[int], meter: Meter) -> bool | None:
        """Whether a model meets these literals, after every repair that it asks for; None if the budget ran out."""
        repair, intact = self._encoding.repair, self._encoding.intact
        while True:
            self.calls += 1
            status = self._solver.solve(assumed, meter)
            if not status or repair is None or (intact and intact(self._solver.literals())):
                return status
            cuts = repair(self.model())
            if not cuts:
                return True
            self.cuts += cuts
            self.add(cuts)

    def model(self) -> frozenset[int]:
        """The true variables of the model that was found last."""
        return self._solver.model()

    def failed(self) -> list[int]:
        """Those assumptions of the last search, just refuted, that the refutation needed."""
        return self._solver.failed()

    def _shown(self, clues: int | None) -> list[int]:
        selectors = self._encoding.selectors
        if clues is None:
            return list(selectors.values())
        return [literal for clue, literal in selectors.items() if clues >> clue & 1]

    def _values(self) -> dict[int, bool]:
        model = self.model()
        return {place: variable in model for place, variable in self._encoding.places.items()}


def _others(literals: Sequence[int], one: int) -> list[int]:
    return [literal for literal in literals if literal != one]

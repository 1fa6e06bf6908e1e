"""The checker: whether a clause follows from others by propagation alone, and whether a refutation holds.

A clause has the property RUP, reverse unit propagation, where its negation, drawn out by clauses of which one literal
is left, comes to a contradiction (E. Goldberg, Y. Novikov, *Verification of Proofs of Unsatisfiability for CNF
Formulas*, 2003). A DRUP file is a list of such clauses down to the empty one, with those that are let go in between
(M. Heule, W. Hunt, N. Wetzler, *Trimming while Checking Clausal Proofs*, 2013). Clauses are watched at two of their
literals (M. Moskewicz and others, *Chaff*, 2001), so a propagation touches few.

Every step is checked as it comes. A clause by which something is known for good is not let go, even where the
refutation says so: every clause here follows from the first ones, so one more proves nothing wrong.

Nothing here knows of puzzles, of solvers, or of what wrote the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.errors import Location
from pipeline.proofs.dimacs import Clause, Cnf, ProofError, read_refutation

NONE = -1
"""The number of no clause."""


class Clauses:
    """Clauses by number, counted from 0 as they are added, and what they decide between them.

    ``variables`` bounds the variables; a literal is one of them or its negative. Once they contradict each other by
    propagation, ``refuted`` is the number of the clause that shows it.
    """

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]] = ()) -> None:
        # The literal -v is the v-th from the end: a list knows what that means.
        size = 2 * variables + 1
        self.refuted = NONE
        self._value = [0] * size
        self._watching: list[list[int]] = [[] for _ in range(size)]
        self._reason = [NONE] * (variables + 1)
        self._trail: list[int] = []
        self._done = 0
        self._clauses: list[list[int]] = []
        self._given: dict[Clause, list[int]] | None = None
        """The first clauses by their literals, from when one of them is let go; seldom one is."""
        self._added: dict[Clause, list[int]] = {}
        for clause in clauses:
            if len(clause) > 1 and len(set(map(abs, clause))) == len(clause):
                # Nothing has been drawn out yet, so any two literals will do.
                self._watching[clause[0]].append(len(self._clauses))
                self._watching[clause[1]].append(len(self._clauses))
                self._clauses.append([*clause])
            else:
                self._take(clause)
        self._first_ones = len(self._clauses)
        self._draw_out()

    def add(self, clause: Sequence[int]) -> int:
        """Add a clause, and draw out what it decides; its number."""
        number = self._take(clause)
        self._added.setdefault(_key(clause), []).append(number)
        self._draw_out()
        return number

    def delete(self, clause: Sequence[int]) -> bool:
        """Let a clause go; False where there is none like it."""
        key = _key(clause)
        same = self._added.get(key) or self._first().get(key)
        if not same:
            return False
        number = same.pop()
        if not any(self._reason[abs(literal)] == number for literal in self._clauses[number]):
            self._clauses[number] = []  # whoever watches it finds it empty
        return True

    def _first(self) -> dict[Clause, list[int]]:
        if self._given is None:
            self._given = {}
            for number, literals in enumerate(self._clauses[: self._first_ones]):
                self._given.setdefault(_key(literals), []).append(number)
        return self._given

    def follows(self, clause: Sequence[int]) -> bool:
        """Whether a clause follows by propagation."""
        return self.premises(clause) is not None

    def premises(self, clause: Sequence[int]) -> frozenset[int] | None:
        """The numbers of the clauses by which this one follows, none for one that says nothing; None where it does
        not follow."""
        if self.refuted != NONE:
            return self._behind(self._clauses[self.refuted], {self.refuted})
        known = len(self._trail)
        try:
            for literal in clause:
                if self._value[literal] > 0:
                    # True already: by what is known for good, or because its negative stands in the clause too.
                    return self._behind([literal], set())
                if not self._value[literal]:
                    self._set(-literal, NONE)
            broken = self._propagate()
            return None if broken == NONE else self._behind(self._clauses[broken], {broken})
        finally:
            for literal in self._trail[known:]:
                self._value[literal] = self._value[-literal] = 0
                self._reason[abs(literal)] = NONE
            del self._trail[known:]
            self._done = known

    def _take(self, clause: Sequence[int]) -> int:
        """Add a clause without drawing out what it decides."""
        number = len(self._clauses)
        literals = list(dict.fromkeys(clause))
        self._clauses.append(literals)
        if len(literals) > 1 and any(-literal in literals for literal in literals):
            return number  # it is true whatever is known
        # Those that may still be true are watched; what is false for good never comes back.
        literals.sort(key=lambda literal: self._value[literal] < 0)
        open_literals = sum(self._value[literal] >= 0 for literal in literals[:2])
        if not open_literals:
            self.refuted = number if self.refuted == NONE else self.refuted
        elif open_literals == 1:
            if not self._value[literals[0]]:
                self._set(literals[0], number)
        else:
            self._watching[literals[0]].append(number)
            self._watching[literals[1]].append(number)
        return number

    def _draw_out(self) -> None:
        if self.refuted == NONE:
            self.refuted = self._propagate()

    def _set(self, literal: int, reason: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._reason[abs(literal)] = reason
        self._trail.append(literal)

    def _propagate(self) -> int:
        """Draw out what the literals set last decide; the number of a clause that this makes false, if there is one."""
        value, clauses, trail = self._value, self._clauses, self._trail
        while self._done < len(trail):
            false = -trail[self._done]
            self._done += 1
            watching = self._watching[false]
            kept: list[int] = []
            self._watching[false] = kept
            for at, number in enumerate(watching):
                clause = clauses[number]
                if not clause:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] <= 0 and self._watch_another(clause, number):
                    continue
                kept.append(number)
                if value[first] < 0:
                    kept += watching[at + 1 :]
                    return number
                if not value[first]:
                    self._set(first, number)
        return NONE

    def _watch_another(self, clause: list[int], number: int) -> bool:
        """Watch a literal that is not false in the place of the second; False where there is none."""
        value = self._value
        for at in range(2, len(clause)):
            literal = clause[at]
            if value[literal] >= 0:
                clause[at], clause[1] = clause[1], literal
                self._watching[literal].append(number)
                return True
        return False

    def _behind(self, literals: Sequence[int], found: set[int]) -> frozenset[int]:
        """``found`` and the numbers of all the clauses by which the values of these literals came to be."""
        ahead = [abs(literal) for literal in literals]
        seen = set(ahead)
        while ahead:
            reason = self._reason[ahead.pop()]
            if reason != NONE and reason not in found:
                found.add(reason)
                more = {abs(literal) for literal in self._clauses[reason]} - seen
                seen |= more
                ahead += more
        return frozenset(found)


def _key(clause: Sequence[int]) -> Clause:
    return tuple(sorted(set(clause)))


def check_refutation(cnf: Cnf, data: bytes, name: str) -> int:
    """How many clauses a refutation derives, the empty one included; raises ProofError with the line that fails."""
    return replay(Clauses(cnf.variables, cnf.clauses), cnf.variables, data, name)


def replay(clauses: Clauses, variables: int, data: bytes, name: str) -> int:
    """The same for clauses that are loaded already; they take in what is derived."""
    derived = 0
    ended = False
    for step in read_refutation(data, name, variables):
        place = Location(name, step.line)
        if ended:
            raise ProofError("the empty clause is the last, and here is more", place)
        if step.deletes:
            if not clauses.delete(step.literals):
                raise ProofError("there is no such clause to let go", place)
            continue
        if not clauses.follows(step.literals):
            raise ProofError(f"{_called(step.literals)} does not follow from those before it", place)
        derived += 1
        ended = not step.literals
        clauses.add(step.literals)
    if not ended:
        raise ProofError("it ends without the empty clause", Location(name))
    return derived


def _called(literals: Clause) -> str:
    return f"the clause '{' '.join(map(str, literals))} 0'" if literals else "the empty clause"

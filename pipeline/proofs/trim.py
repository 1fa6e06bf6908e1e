"""Trimming a refutation: only the steps that it needs, each let go after its last use.

A solver writes down all that it learns on its way. Replayed once, each clause names those that it follows from, and
from the empty clause back only these are needed (E. Goldberg, Y. Novikov, 2003; N. Wetzler, M. Heule, W. Hunt,
*DRAT-trim*, 2014). Of a level's thousands of lines a handful is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.proofs.dimacs import Clause
from pipeline.proofs.rup import NONE, Clauses


@dataclass(frozen=True, slots=True)
class Trimmed:
    """The lines of a refutation, and the positions, from 0, of the clauses that it needs."""

    lines: tuple[str, ...]
    needs: frozenset[int]


def trim(variables: int, clauses: Sequence[Sequence[int]], lines: Iterable[str]) -> Trimmed:
    """Trim the lines of a refutation in DRUP; raises ValueError where it is none."""
    checker = Clauses(variables, clauses)
    learnt: dict[int, tuple[Clause, frozenset[int]]] = {}
    for line in lines:
        if checker.refuted != NONE:
            break
        if not line.startswith("d"):
            clause = tuple(map(int, line.split()[:-1]))
            premises = checker.premises(clause)
            if premises is None:
                raise ValueError(f"'{line}' does not follow")
            learnt[checker.add(clause)] = clause, premises
    final = checker.premises(())
    if final is None:
        raise ValueError("the clauses are not refuted")
    return _written(len(clauses), learnt, final)


def _written(given: int, learnt: dict[int, tuple[Clause, frozenset[int]]], final: frozenset[int]) -> Trimmed:
    needed = set(final)
    last_use: dict[int, int] = {}
    for number in reversed(learnt):
        if number in needed:
            for premise in learnt[number][1]:
                last_use.setdefault(premise, number)
            needed |= learnt[number][1]
    lines: list[str] = []
    for number, (clause, premises) in learnt.items():
        if number in needed:
            lines.append(" ".join(map(str, (*clause, 0))))
            # Of a clause of one literal checkers differ in what letting go means, and it costs them nothing.
            done = (p for p in sorted(premises) if p in learnt and last_use[p] == number and p not in final)
            lines += [f"d {' '.join(map(str, (*learnt[p][0], 0)))}" for p in done if len(learnt[p][0]) > 1]
    return Trimmed((*lines, "0"), frozenset(number for number in needed if number < given))

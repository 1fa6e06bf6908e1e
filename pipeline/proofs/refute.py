"""Making the proof of a level: the cuts that it needs, and a refutation by a solver, trimmed.

Where an encoding leaves something to be repaired in a model, what a model breaks is added until there is no model left;
of these cuts only those that the trimmed refutation needs are kept. The same level has the same proof wherever it is
made, by the same version of the solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.catalogue import Level
from pipeline.errors import KotaeError
from pipeline.kind import AnyKind
from pipeline.proofs.statement import Cut, Statement, cnf_text, state
from pipeline.proofs.trim import trim
from pipeline.prove import Encoding
from pipeline.solver import Solver, refutation
from pipeline.verdict import Budget

SOLVER = "glucose4"

ANOTHER = "there is another answer, by its clauses: no proof is made of it"


class NotRefutedError(KotaeError):
    """A level of which no proof is made: it has another answer, or a cut that its kind cannot account for."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The two files of a level: its clauses, and their refutation."""

    clauses: str
    refutation: str


def prove_level(kind: AnyKind, level: Level, budget: Budget) -> Proof | None:
    """The proof that a sound level has one answer; None where the budget ends first. Raises NotRefutedError."""
    puzzle = kind.read_grid(level.grid, level.rules)
    encoding = kind.encode(puzzle)
    statement = state(kind, level, puzzle, kind.read_answer(puzzle, level.answer), encoding)
    cuts = _cuts(encoding, statement, budget)
    if cuts is None:
        return None
    try:
        lines = refutation((*statement.clauses, *cuts), budget.nodes)
    except ValueError as error:  # the clauses have a model
        raise NotRefutedError(ANOTHER) from error
    if lines is None:
        return None
    given = len(statement.clauses)
    trimmed = trim(statement.variables, (*statement.clauses, *cuts), lines)
    needed = [_told(kind, puzzle, cut) for at, cut in enumerate(cuts, given) if at in trimmed.needs]
    text = "\n".join(trimmed.lines) + "\n"
    return Proof(cnf_text(statement, needed, text.encode()), text)


def _cuts(encoding: Encoding[Any], statement: Statement, budget: Budget) -> list[Sequence[int]] | None:
    """Cuts that leave no model, as the solver asks for them; None where the budget ends first."""
    cuts: list[Sequence[int]] = []
    if encoding.repair is None:
        return cuts
    solver = Solver(SOLVER, statement.clauses, variables=statement.variables)
    meter = budget.start()
    try:
        while status := solver.solve((), meter):
            more = encoding.repair(solver.model())
            if not more:
                raise NotRefutedError(ANOTHER)
            solver.add(more)
            cuts += more
        return None if status is None else cuts
    finally:
        solver.close()


def _told(kind: AnyKind, puzzle: Any, clause: Sequence[int]) -> Cut:
    why = kind.why_cut(puzzle, clause) if kind.why_cut else None
    if why is None:
        raise NotRefutedError(f"{kind.name} does not say why the clause '{' '.join(map(str, clause))} 0' follows")
    return Cut(tuple(clause), why)

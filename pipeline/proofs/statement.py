"""What a proof of a level is about, as a DIMACS file: the rules, the clues, and that the answer is another one.

The clauses are those of the kind's encoding. The clues shown are added as they are, and one clause refuses the stored
answer: if there is nothing that meets all of them, the level has no other answer. The comments say for whoever reads
the file what each variable stands for, and what each clause says. All of them stand above the header, where every
reader of DIMACS takes them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pipeline.catalogue import Level
from pipeline.grid import cell_name
from pipeline.kind import AnyKind
from pipeline.proofs.counters import bound_clauses, counters_of
from pipeline.prove import Encoding


@dataclass(frozen=True, slots=True)
class Cut:
    """A clause that follows from the rules and was not written with them, and why it does."""

    clause: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Statement:
    """The clauses, without cuts, and the comments about them."""

    variables: int
    clauses: tuple[Sequence[int], ...]
    comments: tuple[str, ...]


def state(kind: AnyKind, level: Level, puzzle: Any, answer: Any, encoding: Encoding[Any]) -> Statement:
    """What is to be refuted so that this answer of the puzzle is the only one."""
    clauses: list[Sequence[int]] = [_once(clause) for clause in encoding.clauses]
    comments = [*_heading(level), *_variables(kind, level, puzzle, encoding)]
    comments.append(f"{_numbers(0, len(clauses))}: the rules")
    variables = encoding.variables
    for bound in encoding.at_most:
        start, counters = len(clauses), counters_of(bound)
        clauses += bound_clauses(bound, variables + 1)
        counted = f", counted by {variables + 1} to {variables + counters}" if counters else ""
        comments.append(f"{_numbers(start, len(clauses))}: at most {bound[1]} of {_joined(bound[0])}{counted}")
        variables += counters
    start = len(clauses)
    clauses += [[literal] for literal in encoding.selectors.values()]
    comments.append(f"{_numbers(start, len(clauses))}: the clues that are shown")
    clauses.append(encoding.exclude(answer))
    comments.append(f"{_numbers(len(clauses) - 1, len(clauses))}: another answer than the stored one")
    return Statement(variables, tuple(clauses), tuple(comments))


def cnf_text(statement: Statement, cuts: Sequence[Cut], refutation: bytes) -> str:
    """The file, for a statement with its cuts and the file that refutes it."""
    given = len(statement.clauses)
    comments = [
        *statement.comments,
        *[f"{_numbers(at, at + 1)}: cut: {cut.why}" for at, cut in enumerate(cuts, given)],
        digest_comment(refutation),
    ]
    header = f"p cnf {statement.variables} {given + len(cuts)}"
    clauses = [*statement.clauses, *[cut.clause for cut in cuts]]
    lines = [*[f"c {comment}" for comment in comments], header, *[_joined((*clause, 0)) for clause in clauses]]
    return "\n".join(lines) + "\n"


def digest_comment(refutation: bytes) -> str:
    """Which refutation a file of clauses was written with."""
    return f"refuted by the file of the SHA-256 {sha256(refutation).hexdigest()}"


def _once(clause: Sequence[int]) -> Sequence[int]:
    """A clause without what stands in it twice, which some checkers do not take."""
    return clause if len(set(clause)) == len(clause) else tuple(dict.fromkeys(clause))


def _heading(level: Level) -> list[str]:
    rules = f", rules {json.dumps(dict(level.rules), sort_keys=True)}" if level.rules else ""
    return [
        f"level {level.id}: {level.kind} {level.code}{rules}",
        "These clauses contradict each other: no answer but the stored one meets the rules and the clues.",
        "'v N ...' says what is so where variable N is true; numbers of clauses count from 1 below the header.",
    ]


def _variables(kind: AnyKind, level: Level, puzzle: Any, encoding: Encoding[Any]) -> list[str]:
    """What each variable stands for, but for the counters."""
    yes = kind.marks[0]
    names = {variable: f"{kind.place_name(puzzle, place)}={yes}" for place, variable in encoding.places.items()}
    for clue, literal in encoding.selectors.items():
        names.setdefault(abs(literal), f"the clue {cell_name(clue, level.cols)} is shown")
    if encoding.meanings:
        names |= encoding.meanings()
    return [f"v {variable} {name}" for variable, name in sorted(names.items())]


def _numbers(start: int, stop: int) -> str:
    """Clauses from one position to before another, counted from 1."""
    if stop - start == 1:
        return f"clause {stop}"
    return f"clauses {start + 1} to {stop}" if stop > start else "no clause"


def _joined(literals: Sequence[int]) -> str:
    return " ".join(map(str, literals))

"""Checking the proof of a level: that its clauses are those of the level, and that they are refuted.

The clauses are written again from the level and compared byte by byte, but for the cuts: those are read from the file,
and each has to follow from the rules by the drawing alone. Clauses that contradict each other without the puzzle would
prove anything, so they must not refuse the stored answer by themselves. Then the refutation is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, Location
from pipeline.files import open_file
from pipeline.kind import AnyKind
from pipeline.proofs.dimacs import Clause, Cnf, ProofError, read_cnf
from pipeline.proofs.rup import Clauses, replay
from pipeline.proofs.statement import Cut, Statement, cnf_text, digest_comment, state
from pipeline.prove import Encoding

AGAIN = "write the proofs again with 'kotae verify --proofs'"
LONGEST_SHOWN = 60


def clauses_file(folder: Path, level: Level) -> Path:
    """Where the clauses of a level stand."""
    return folder / level.kind / f"{level.id}.cnf"


def refutation_file(folder: Path, level: Level) -> Path:
    """Where their refutation stands."""
    return folder / level.kind / f"{level.id}.drup"


def proof_faults(kind: AnyKind, level: Level, folder: Path) -> tuple[AuthoringError, ...]:
    """What is wrong with the proof of a sound level, each with its place."""
    try:
        clauses, steps = (_read(path(folder, level)) for path in (clauses_file, refutation_file))
        return tuple(_faults(kind, level, folder, clauses, steps))
    except ProofError as error:
        return (error,)


def _read(path: Path) -> bytes:
    try:
        with open_file(path) as file:
            return file.read()
    except FileNotFoundError as error:
        raise ProofError("there is no such proof", Location(path.as_posix()), AGAIN) from error
    except OSError as error:
        raise ProofError(f"cannot be read: {error.strerror or error}", Location(path.as_posix()), AGAIN) from error


def _faults(kind: AnyKind, level: Level, folder: Path, data: bytes, steps: bytes) -> Iterator[AuthoringError]:
    name = clauses_file(folder, level).as_posix()
    cnf = read_cnf(data, name)
    puzzle = kind.read_grid(level.grid, level.rules)
    answer = kind.read_answer(puzzle, level.answer)
    encoding = kind.encode(puzzle)
    statement = state(kind, level, puzzle, answer, encoding)
    heading = f"c {statement.comments[0]}"
    if not data.startswith(f"{heading}\n".encode()):
        yield ProofError(f"here '{_clipped(heading.encode())}' should stand", Location(name, 1), AGAIN)
        return
    cuts = _cuts(kind, puzzle, cnf, len(statement.clauses), name)
    fault, is_other = _difference(cnf_text(statement, cuts, steps), data, name, f"c {digest_comment(steps)}")
    if fault:
        yield fault
        return
    yes = kind.places_of(puzzle, answer) if kind.places_of else answer
    try:
        _replay(encoding, statement, cnf, yes, steps, refutation_file(folder, level).as_posix(), name)
    except ProofError as error:
        yield error
        return
    if is_other:
        message = "it refutes the clauses, and is not the refutation that was written with them"
        yield ProofError(message, Location(refutation_file(folder, level).as_posix()), AGAIN)


def _cuts(kind: AnyKind, puzzle: Any, cnf: Cnf, given: int, name: str) -> list[Cut]:
    """The clauses behind those of the level, each with the reason for which it follows; raises ProofError."""
    cuts = []
    for at, clause in enumerate(cnf.clauses[given:], given):
        why = kind.why_cut(puzzle, clause) if kind.why_cut else None
        if why is None:
            message = f"the clause '{_joined(clause)}' is none of the level's, and does not follow from its rules"
            raise ProofError(message, Location(name, len(cnf.comments) + 2 + at), AGAIN)
        cuts.append(Cut(clause, why))
    return cuts


def _difference(wanted: str, data: bytes, name: str, digest: str) -> tuple[ProofError | None, bool]:
    """What the first line that is not as it should be is, and whether the line with the digest is another."""
    wanted_data = wanted.encode()
    is_other = False
    if wanted_data != data:
        for number, (want, have) in enumerate(zip_longest(wanted_data.split(b"\n"), data.split(b"\n")), 1):
            if want == have:
                continue
            if want == digest.encode():
                is_other = True
                continue
            said = f"'{_clipped(want)}'" if want else "the end of the file"
            place = Location(name, number, 0, _clipped(have or b""))
            return ProofError(f"here {said} should stand", place, AGAIN), is_other
    return None, is_other


def _clipped(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _replay(
    encoding: Encoding[Any], statement: Statement, cnf: Cnf, yes: int, steps: bytes, name: str, clauses_name: str
) -> None:
    """Replay the refutation; the clauses without the last of the statement must leave the stored answer."""
    last = len(statement.clauses) - 1
    clauses = Clauses(cnf.variables, (*cnf.clauses[:last], *cnf.clauses[last + 1 :]))
    if clauses.follows(_another(encoding, yes)):
        raise ProofError("the clauses refuse the stored answer, too, and so prove nothing", Location(clauses_name))
    clauses.add(cnf.clauses[last])
    replay(clauses, cnf.variables, steps, name)


def _another(encoding: Encoding[Any], yes: int) -> Clause:
    """A clause that says of some place that it is not as in this answer."""
    return tuple(-literal if yes >> place & 1 else literal for place, literal in encoding.places.items())


def _joined(literals: Sequence[int]) -> str:
    return " ".join(map(str, (*literals, 0)))

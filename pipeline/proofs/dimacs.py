"""Reading clauses in DIMACS and refutations in DRUP, the forms that public checkers read; each fault has its place.

A DIMACS file has lines of comment, ``c`` first, then ``p cnf VARIABLES CLAUSES``, then the clauses. A DRUP file has a
clause a line that follows from those before it, or ``d`` and a clause that is not used any more; it ends in the empty
clause, ``0`` alone. Here every clause stands on a line of its own and no comment behind the header, which both formats
leave open: so what is wrong has a line.

Like the checker this module shares no code with what writes the files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.errors import AuthoringError, Location
from pipeline.wording import plural, spoken

Clause = tuple[int, ...]

CLAUSE = re.compile(r" *(?:-?[1-9][0-9]{0,8} +)*0 *")
TOKEN = re.compile(r"[^ ]+")
NUMBER = re.compile(r"-?[1-9][0-9]{0,8}|0")
LONGEST_SHOWN = 80
HEADER = re.compile(r"p +cnf +(0|[1-9][0-9]{0,8}) +(0|[1-9][0-9]{0,8}) *")


class ProofError(AuthoringError):
    """A file of clauses, or a refutation, that is not what it says it is."""


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses over variables counted from 1, and the comments above them, without their ``c``."""

    variables: int
    clauses: tuple[Clause, ...]
    comments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a refutation: a clause that follows, or with ``deletes`` one that is let go."""

    line: int
    literals: Clause
    deletes: bool


def read_cnf(data: bytes, name: str) -> Cnf:
    """The clauses of a file; raises ProofError with the place of the first fault."""
    lines = _lines(data, name)
    comments = []
    number, line = next(lines, (0, ""))
    while line == "c" or line.startswith("c "):
        comments.append(line[2:])
        number, line = next(lines, (0, ""))
    if not number:
        message = "the file ends without 'p cnf VARIABLES CLAUSES'" if comments else "here is nothing"
        raise ProofError(message, Location(name, len(comments)))
    place = Location(name, number, 1, line[:LONGEST_SHOWN])
    header = HEADER.fullmatch(line)
    if not header:
        raise ProofError("here 'p cnf VARIABLES CLAUSES' should stand", place)
    variables, count = int(header[1]), int(header[2])
    if variables > len(data):
        raise ProofError("so many variables cannot be in use", place)
    clauses = tuple(_clause(line, at, variables, name) for at, line in lines)
    if len(clauses) != count:
        are = "is" if len(clauses) == 1 else "are"
        raise ProofError(f"the header says {plural(count, 'clause')}, and here {are} {len(clauses):,}", place)
    return Cnf(variables, clauses, tuple(comments))


def read_refutation(data: bytes, name: str, variables: int) -> Iterator[Step]:
    """The steps of a file, over so many variables; raises ProofError where it comes to a fault."""
    for number, line in _lines(data, name):
        deletes = line.startswith("d ")
        # A blank in the place of the letter keeps every column where it was.
        yield Step(number, _clause(line.replace("d", " ", 1) if deletes else line, number, variables, name), deletes)


def _lines(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers."""
    rest = data.split(b"\n")
    if rest.pop():
        # A file that was cut short ends within a line; what is left of a number would be another number.
        raise ProofError("the file ends within a line", Location(name, len(rest) + 1))
    for number, line in enumerate(rest, 1):
        text = line.decode("latin-1")
        if not (line.isascii() and text.isprintable()):
            _tell_character(text, number, name)
        yield number, text


def _tell_character(text: str, number: int, name: str) -> None:
    if text.startswith("c "):
        return  # whatever a comment says is nobody's affair
    column, ch = next((at, ch) for at, ch in enumerate(text, 1) if not (ch.isascii() and ch.isprintable()))
    raise ProofError(f"{spoken(ch)} where a number should stand", Location(name, number, column))


def _clause(text: str, number: int, variables: int, name: str) -> Clause:
    if CLAUSE.fullmatch(text):
        *literals, _ = map(int, text.split())
        if not literals or max(max(literals), -min(literals)) <= variables:
            return tuple(literals)
    raise _clause_fault(text, number, variables, name)


def _clause_fault(text: str, number: int, variables: int, name: str) -> ProofError:
    """What is wrong in a line that is no clause."""
    ended = False
    for token in TOKEN.finditer(text):
        place = Location(name, number, token.start() + 1)
        if ended:
            return ProofError("a clause ends with its 0, and this line goes on", place)
        if not NUMBER.fullmatch(token[0]):
            return ProofError(f"'{token[0][:20]}' is no variable, nor one with a minus", place)
        if abs(int(token[0])) > variables:
            return ProofError(f"there is no variable {abs(int(token[0]))}; the header says {variables}", place)
        ended = token[0] == "0"
    return ProofError("a clause ends with 0", Location(name, number, len(text) + 1))

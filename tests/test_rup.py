"""The checker, on clauses made by hand and on random ones beside brute force: what it reads, and what it believes."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from pipeline.proofs.dimacs import Cnf, ProofError, read_cnf
from pipeline.proofs.rup import Clauses, check_refutation
from pipeline.proofs.trim import trim
from pipeline.solver import refutation

ALL_FOUR = read_cnf(b"c two variables\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", "a.cnf")
"""Each pair of values is refused."""

NOBODY_FITS = Cnf(
    6, ((1, 2), (3, 4), (5, 6), *((-i, -j) for a in (1, 2) for i in (a, a + 2) for j in range(i + 2, 7, 2))), ()
)
"""Three pigeons, two holes: no step is a single propagation."""


@pytest.mark.parametrize(
    ("steps", "derived"),
    [
        (b"2 0\n0\n", 2),
        (b"1 0\nd 1 2 0\nd -2 1 0\n0\n", 2),
        (b"2 2 0\n0\n", 2),
        (b"1 -1 0\n2 0\n0\n", 3),
        (b"2 0\nd 2 0\n0\n", 2),
    ],
    ids=["plain", "lets go", "a literal twice", "true anyway", "lets go what is known for good"],
)
def test_refutation_that_holds_is_counted(steps: bytes, derived: int) -> None:
    """Each clause follows, down to the empty one."""
    assert check_refutation(ALL_FOUR, steps, "a.drup") == derived


FORGED = {
    "nothing": (b"", "a.drup: it ends without the empty clause"),
    "no empty clause": (b"2 0\n", "a.drup: it ends without the empty clause"),
    "empty clause too soon": (b"0\n", "a.drup:1: the empty clause does not follow from those before it"),
    "what says nothing": (b"1 -1 0\n0\n", "a.drup:2: the empty clause does not follow"),
    "lets go what is still used": (b"d 1 2 0\n2 0\n0\n", "a.drup:2: the clause '2 0' does not follow"),
    "lets go what is not there": (b"2 0\nd 1 1 0\n0\n", "a.drup:2: there is no such clause to let go"),
    "lets go twice": (b"d 1 2 0\nd 1 2 0\n", "a.drup:2: there is no such clause"),
    "lets go what it added twice": (b"1 0\nd 1 0\nd 1 0\n0\n", "a.drup:3: there is no such clause"),
    "lets go nothing": (b"1 2 0\nd 1 2 0\nd 1 2 0\nd 0\n2 0\n0\n", "a.drup:4: there is no such clause"),
    "lets go one more than there are": (b"1 2 0\nd 1 2 0\nd 1 2 0\nd 1 2 0\n", "a.drup:4: there is no such clause"),
    "goes on": (b"2 0\n0\n1 0\n", "a.drup:3: the empty clause is the last, and here is more"),
    "cut off": (b"2 0\n0", "a.drup:2: the file ends within a line"),
    "no 0": (b"2\n0\n", "a.drup:1:2: a clause ends with 0"),
    "two in a line": (b"2 0 0\n", "a.drup:1:5: a clause ends with its 0"),
    "no number": (b"d 1 x 0\n", "a.drup:1:5: 'x' is no variable"),
    "a sign alone": (b"1 - 0\n", "a.drup:1:3: '-' is no variable"),
    "number of another program": (b"1_0 0\n", "a.drup:1:1: '1_0' is no variable"),
    "unknown variable": (b"2 -3 0\n", "a.drup:1:3: there is no variable 3; the header says 2"),
    "binary": (b"a\x02\x00", "a.drup:1: the file ends within a line"),
    "binary in a line": (b"1 \x00 0\n", "a.drup:1:3: U+0000 where a number should stand"),
}


@pytest.mark.parametrize("name", FORGED)
def test_refutation_that_does_not_hold_is_told_with_its_place(name: str) -> None:
    """What is no refutation, and what cannot be read as one."""
    steps, message = FORGED[name]
    with pytest.raises(ProofError) as caught:
        check_refutation(ALL_FOUR, steps, "a.drup")
    assert str(caught.value).startswith(message)


BAD_CLAUSES = {
    "nothing": (b"", "a.cnf: here is nothing"),
    "only a comment": (b"c 1\n", "a.cnf:1: the file ends without 'p cnf VARIABLES CLAUSES'"),
    "no header": (b"c 1\n1 0\n", "a.cnf:2:1: here 'p cnf VARIABLES CLAUSES' should stand"),
    "another header": (b"p sat 1 1\n1 0\n", "a.cnf:1:1: here 'p cnf"),
    "clauses missing": (b"p cnf 1 2\n1 0\n", "a.cnf:1:1: the header says 2 clauses, and here is 1"),
    "variable too high": (b"p cnf 1 1\n2 0\n", "a.cnf:2:1: there is no variable 2; the header says 1"),
    "comment below": (b"p cnf 1 1\nc 1\n1 0\n", "a.cnf:2:1: 'c' is no variable"),
    "more variables than memory": (b"p cnf 999999999 1\n1 0\n", "a.cnf:1:1: so many variables cannot be in use"),
}


@pytest.mark.parametrize("name", BAD_CLAUSES)
def test_clauses_that_cannot_be_read_are_told_with_their_place(name: str) -> None:
    """A header that lies, and what is no header."""
    data, message = BAD_CLAUSES[name]
    with pytest.raises(ProofError) as caught:
        read_cnf(data, "a.cnf")
    assert str(caught.value).startswith(message)


def test_clauses_with_a_tautology_and_a_literal_twice_are_read_as_they_mean() -> None:
    """What is true anyway helps nothing, and a literal twice is one."""
    cnf = read_cnf(b"p cnf 2 3\n1 1 0\n2 -2 0\n-1 -1 0\n", "a.cnf")
    assert check_refutation(cnf, b"0\n", "a.drup") == 1
    loose = read_cnf(b"p cnf 2 2\n1 2 -2 0\n-1 -1 2 0\n", "a.cnf")
    with pytest.raises(ProofError, match="does not follow"):
        check_refutation(loose, b"0\n", "a.drup")


def test_empty_clause_among_the_first_is_a_contradiction() -> None:
    """It needs nothing else."""
    assert check_refutation(read_cnf(b"p cnf 0 1\n0\n", "a.cnf"), b"0\n", "a.drup") == 1


def test_checker_believes_nothing_that_brute_force_denies() -> None:
    """Whatever follows by propagation holds in every model, with steps added and let go in between."""
    random = Random(5)
    told = {True: 0, False: 0}
    for _ in range(400):
        variables = random.randint(1, 5)
        literals = [v for v in range(-variables, variables + 1) if v]
        clauses = [random.choices(literals, k=random.randint(1, 3)) for _ in range(random.randint(1, 9))]
        checker = Clauses(variables, clauses)
        for _ in range(4):
            clause = random.choices(literals, k=random.randint(0, 3))
            if follows := checker.follows(clause):
                checker.add(clause)
                assert all(_holds(clause, bits) for bits in _models(variables, clauses))
            told[follows] += 1
            if random.random() < 0.2:
                assert checker.delete(clauses[0]) or clauses[0] not in clauses[1:]
    assert min(told.values()) > 100


def _models(variables: int, clauses: list[list[int]]) -> list[tuple[bool, ...]]:
    return [bits for bits in product((False, True), repeat=variables) if all(_holds(c, bits) for c in clauses)]


def _holds(clause: list[int], bits: tuple[bool, ...]) -> bool:
    return any(bits[abs(literal) - 1] == (literal > 0) for literal in clause)


def test_trimmed_refutation_of_a_solver_holds_and_is_no_longer() -> None:
    """On random clauses without a model; what it says that it needs is enough."""
    random = Random(3)
    seen = 0
    while seen < 40:
        clauses = [[v * random.choice((-1, 1)) for v in random.sample(range(1, 13), 3)] for _ in range(70)]
        try:
            lines = refutation(clauses)
        except ValueError:
            continue
        assert lines is not None
        trimmed = trim(12, clauses, lines)
        needed = Cnf(12, tuple(tuple(c) for at, c in enumerate(clauses) if at in trimmed.needs), ())
        steps = "".join(f"{line}\n" for line in trimmed.lines).encode()
        assert check_refutation(needed, steps, "a.drup") <= sum(not line.startswith("d") for line in lines)
        seen += any(line.startswith("d") for line in trimmed.lines)


def test_refutation_with_one_literal_turned_does_not_hold() -> None:
    """Three pigeons in two holes: of its two steps neither can be another one."""
    steps = b"1 0\n0\n"
    assert check_refutation(NOBODY_FITS, steps, "a.drup") == 2
    for forged in (b"0\n", b"1 3 5 0\n0\n", b"-1 1 0\n0\n"):
        with pytest.raises(ProofError):
            check_refutation(NOBODY_FITS, forged, "a.drup")


def test_model_is_never_refuted() -> None:
    """Clauses that can be met are no matter for a refutation."""
    with pytest.raises(ValueError, match="have a model"):
        refutation([[1, 2], [-1, 2]])
    with pytest.raises(ProofError):
        check_refutation(read_cnf(b"p cnf 2 2\n1 2 0\n-1 2 0\n", "a.cnf"), b"2 0\n0\n", "a.drup")

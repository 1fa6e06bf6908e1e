"""The second wording of Binairo, rule by rule: of all fillings of a line or two those pass that the rule allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count, groupby, product
from math import comb

import pytest

from pipeline.kinds.binairo.encode_again import _half, _no_three_alike, _rules, _set_apart, encode_again
from pipeline.kinds.binairo.puzzle import OPEN
from pipeline.prove import Encoding, Prover
from tests.kinds.binairo.boards import puzzle_of

EVERYTHING = 1 << 10


def _passing(cells: int, clauses: Iterable[Sequence[int]]) -> list[str]:
    """The fillings of these cells that meet the clauses, once for each value of the variables beyond them."""
    stated = list(clauses)
    variables = max([cells, *(abs(literal) for clause in stated for literal in clause)])
    encoding: Encoding[frozenset[int]] = Encoding(
        clauses=stated,
        variables=variables,
        places={variable: variable for variable in range(1, variables + 1)},
        selectors={},
        answer=lambda model: model,
        exclude=lambda answer: [-v if v in answer else v for v in range(1, variables + 1)],
    )
    with Prover(encoding) as prover:
        counted = prover.count(EVERYTHING)
    assert counted.count < EVERYTHING
    return sorted("".join("01"[cell in answer] for cell in range(1, cells + 1)) for answer in counted.solutions)


def _fillings(cells: int) -> list[str]:
    return ["".join(stones) for stones in product("01", repeat=cells)]


@pytest.mark.parametrize("length", [2, 4, 6, 8])
def test_line_has_as_many_ones_as_zeros(length: int) -> None:
    """Each such line once, as its counters follow from it; there are counters only where the ones are not known."""
    half = length // 2
    fresh = count(length + 1)
    found = _passing(length, _half(range(1, length + 1), fresh))
    assert found == [stones for stones in _fillings(length) if stones.count("1") == half]
    assert len(found) == comb(length, half)
    assert next(fresh) - length - 1 == half * half


@pytest.mark.parametrize("length", [2, 3, 6])
def test_three_in_a_row_are_not_alike(length: int) -> None:
    """Nor three that follow later; of two cells nothing is said."""
    wanted = [stones for stones in _fillings(length) if max(len([*run]) for _, run in groupby(stones)) < 3]
    assert _passing(length, _no_three_alike(range(1, length + 1))) == wanted


@pytest.mark.parametrize("length", [1, 2, 3])
def test_lines_that_are_equal_are_refused_as_they_are(length: int) -> None:
    """Each line that equals one before it by a clause of its own, which no other filling of the two breaks."""
    lines = [range(1 + at, 1 + at + length) for at in (0, length, 2 * length)]
    repair = _set_apart([lines, [[1], [2 * length]]])
    refused = []
    for stones in _fillings(3 * length):
        words = [stones[at : at + length] for at in (0, length, 2 * length)]
        model = frozenset(at for at, stone in enumerate(stones, 1) if stone == "1")
        clauses = repair(model)
        assert len(clauses) == 3 - len(set(words)) + (stones[0] == stones[2 * length - 1])
        assert not any(literal in model or (literal < 0 and -literal not in model) for c in clauses for literal in c)
        refused += [frozenset(map(abs, clause)) for clause in clauses]
    both = {frozenset({*lines[one], *lines[other]}) for one, other in ((0, 1), (0, 2), (1, 2))}
    assert set(refused) == both | {frozenset({1, 2 * length})}


@pytest.mark.parametrize(("rows", "cols", "unique"), [(4, 6, True), (6, 4, True), (4, 6, False), (4, 8, True)])
def test_variables_are_all_that_the_clauses_name(rows: int, cols: int, unique: bool) -> None:
    """None is left over and none is missing, whatever the rules; the first are the cells, and a given is a literal."""
    clauses, variables = _rules(rows, cols, unique)
    assert {abs(literal) for clause in clauses for literal in clause} == {*range(1, variables + 1)}
    encoding = encode_again(puzzle_of("01".ljust(rows * cols, OPEN), cols, unique))
    assert (encoding.variables, encoding.selectors) == (variables, {0: -1, 1: 2})
    assert encoding.places == {cell: cell + 1 for cell in range(rows * cols)}

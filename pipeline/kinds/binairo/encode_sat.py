"""Binairo as clauses: the prover's statement of the rules.

The variable of cell ``i`` is ``i + 1``, true for a 1. A given needs no clause: its selector is the literal of its cell.
Three neighbours are not all equal. Of the ones of a line, and of its zeros, there are at most half as many as cells.

That two lines differ is said only where a model makes them equal, and only of the word that they share: on boards with
clues a handful of clauses is enough, where all pairs would be three quarters of them.

The rules depend on the shape alone, so they are written once a process for each.

Minicard is asked, the quickest here at every size, an empty 24×24 included.

Roads not taken. Counters as clauses are three quarters of the variables and half of the clauses, to be loaded and to be
decided: from 10×10 on a count takes twice as long with these, at 20×20 three times. Variables that say in which cell
two lines differ refuse all shared words of a pair at once; but a solver decides every variable there is for each model,
and blanking took twice as long with these.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from pipeline.grid import indices, mask_of
from pipeline.kinds.binairo.puzzle import ONE, OPEN, Puzzle, crowded
from pipeline.prove import Encoding

HIGHEST_BYTE = -1 if sys.byteorder == "little" else 0
"""Where in a number's bytes its sign is."""


def encode(puzzle: Puzzle) -> Encoding[int]:
    """The rules of this board, one selector per given."""
    rows, cols = puzzle.rows, puzzle.cols
    cells = rows * cols
    clauses, at_most = _shape(rows, cols)
    if puzzle.unique_lines and crowded(rows, cols):
        # No line-up of pigeonholes for the solver, which would sit over it for ever.
        clauses = (*clauses, (1,), (-1,))
    return Encoding(
        clauses=clauses,
        variables=cells,
        places=_places(cells),
        selectors={i: i + 1 if ch == ONE else -(i + 1) for i, ch in enumerate(puzzle.text) if ch != OPEN},
        answer=lambda model: _ones(model, cells),
        exclude=exclude,
        repair=_distinct(rows, cols) if puzzle.unique_lines else None,
        intact=_all_differ(rows, cols) if puzzle.unique_lines else None,
        at_most=at_most,
        solver="minicard",
    )


def exclude(ones: int) -> list[int]:
    """One of these ones is a 0.

    It refuses this answer alone: half of every line is ones, so no other answer can hold them all.
    """
    return [-(cell + 1) for cell in indices(ones)]


def _ones(model: frozenset[int], cells: int) -> int:
    """The mask of the cells that hold a 1; a solver may have variables beyond the cells."""
    return sum([1 << variable - 1 for variable in model if variable <= cells])


def _lines(rows: int, cols: int) -> tuple[list[range], list[range]]:
    """The variables of each row, and of each column."""
    across = [range(1 + row * cols, 1 + (row + 1) * cols) for row in range(rows)]
    return across, [range(1 + col, 1 + rows * cols, cols) for col in range(cols)]


@lru_cache(maxsize=16)
def _places(cells: int) -> Mapping[int, int]:
    """The variable of each cell."""
    return MappingProxyType({cell: cell + 1 for cell in range(cells)})


@lru_cache(maxsize=16)
def _shape(rows: int, cols: int) -> tuple[tuple[Sequence[int], ...], tuple[tuple[Sequence[int], int], ...]]:
    """The rules of single lines: clauses, and literals with how many of them are true at most."""
    clauses: list[Sequence[int]] = []
    at_most: list[tuple[Sequence[int], int]] = []
    across, down = _lines(rows, cols)
    for line in (*across, *down):
        ones = list(line)
        zeros = [-cell for cell in line]
        for stones in (ones, zeros):
            clauses += [stones[at : at + 3] for at in range(len(line) - 2)]
            at_most.append((stones, len(line) // 2))
    return tuple(clauses), tuple(at_most)


def _all_differ(rows: int, cols: int) -> Callable[[Sequence[int]], bool]:
    """Whether no two rows and no two columns of a model are equal: it looks at the bytes with the literals' signs."""
    cells = rows * cols
    starts, tops = range(0, cells, cols), range(cols)

    def intact(literals: Sequence[int]) -> bool:
        numbers = array("i", literals)
        signs = numbers.tobytes()[HIGHEST_BYTE % numbers.itemsize :: numbers.itemsize]
        across = {signs[start : start + cols] for start in starts}
        return len(across) == rows and len({signs[top:cells:cols] for top in tops}) == cols

    return intact


def _distinct(rows: int, cols: int) -> Callable[[frozenset[int]], list[list[int]]]:
    """A repair that refuses the word that two lines of a model share: not in both of them."""
    cells = rows * cols
    across, down = _lines(rows, cols)
    row, col = mask_of(range(cols)), mask_of(range(0, cells, cols))
    sides = ((row, [line[0] - 1 for line in across]), (col, [line[0] - 1 for line in down]))

    def repair(model: frozenset[int]) -> list[list[int]]:
        ones = _ones(model, cells)
        clauses: list[list[int]] = []
        for line, shifts in sides:
            words = [ones >> shift & line for shift in shifts]
            for (one, word), (other, same) in combinations(zip(shifts, words, strict=True), 2):
                if word == same:
                    both = indices(line << one | line << other)
                    clauses.append([-(cell + 1) if ones >> cell & 1 else cell + 1 for cell in both])
        return clauses

    return repair

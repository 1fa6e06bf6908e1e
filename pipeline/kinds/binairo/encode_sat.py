"""Binairo as clauses: the prover's statement of the rules.

The variable of cell ``i`` is ``i + 1``, true for a 1. A given needs no clause: its selector is the literal of its cell.
Three neighbours are not all equal. A line of ``n`` cells has no ``n/2 + 1`` equal stones: for short lines a clause for
each such choice of cells that holds no three neighbours, for long ones a unary counter along the line (C. Sinz,
*Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, 2005) that leaves out what half and half already
decides.

That two lines differ is said only where a model makes them equal, and only of the word that they share: on boards with
clues a handful of clauses is enough, where all pairs would be three quarters of them.

The clauses depend on the shape alone, so they are made once a process for each.

MiniSat is asked, the quickest here at every size, an empty 24×24 included.

Roads not taken. Variables that say in which cell two lines differ refuse all shared words of a pair at once; but a
solver decides every variable there is for each model, and blanking took twice as long with these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from pipeline.grid import indices
from pipeline.kinds.binairo.puzzle import ONE, OPEN, Puzzle, crowded
from pipeline.prove import Encoding

LONGEST_BY_CHOICES = 8
"""Lines up to this length take a clause for each choice of one stone too many."""

Clauses = list[Sequence[int]]


def encode(puzzle: Puzzle) -> Encoding[int]:
    """The rules of this board, one selector per given."""
    rows, cols = puzzle.rows, puzzle.cols
    cells = rows * cols
    shared, variables = _shape(rows, cols)
    clauses = list(shared)
    if puzzle.unique_lines and crowded(rows, cols):
        # No line-up of pigeonholes for the solver, which would sit over it for ever.
        clauses += [[1], [-1]]
    return Encoding(
        clauses=clauses,
        variables=variables,
        places={i: i + 1 for i in range(cells)},
        selectors={i: i + 1 if ch == ONE else -(i + 1) for i, ch in enumerate(puzzle.text) if ch != OPEN},
        answer=lambda model: sum(1 << variable - 1 for variable in model if variable <= cells),
        exclude=exclude,
        repair=_distinct(rows, cols) if puzzle.unique_lines else None,
        solver="minisat22",
    )


def exclude(ones: int) -> list[int]:
    """One of these ones is a 0.

    It refuses this answer alone: half of every line is ones, so no other answer can hold them all.
    """
    return [-(cell + 1) for cell in indices(ones)]


def _lines(rows: int, cols: int) -> tuple[list[range], list[range]]:
    """The variables of each row, and of each column."""
    across = [range(1 + row * cols, 1 + (row + 1) * cols) for row in range(rows)]
    return across, [range(1 + col, 1 + rows * cols, cols) for col in range(cols)]


@lru_cache(maxsize=16)
def _shape(rows: int, cols: int) -> tuple[tuple[Sequence[int], ...], int]:
    """The rules of single lines, and the highest variable that they use."""
    clauses: Clauses = []
    variables = rows * cols
    across, down = _lines(rows, cols)
    for line in (*across, *down):
        for at in range(len(line) - 2):
            three = line[at : at + 3]
            clauses += [list(three), [-cell for cell in three]]
        if len(line) <= LONGEST_BY_CHOICES:
            clauses += _choices(line)
        else:
            counter = _Counter(line, variables)
            clauses += counter.clauses()
            variables = counter.variables
    return tuple(clauses), variables


def _choices(line: Sequence[int]) -> Iterator[Sequence[int]]:
    """Of one more than half of the cells, not all are equal."""
    for at in combinations(range(len(line)), len(line) // 2 + 1):
        if all(third - first > 2 for first, third in zip(at, at[2:], strict=False)):
            some = [line[index] for index in at]
            yield some
            yield [-cell for cell in some]


class _Counter:
    """Counts the ones of a line: a variable says whether there are at least so many among the first cells."""

    def __init__(self, line: Sequence[int], variables: int) -> None:
        self.line = line
        self.half = len(line) // 2
        self.variables = variables
        self._of: dict[tuple[int, int], int] = {}

    def at_least(self, count: int, among: int) -> int | bool:
        """The variable for ``count`` ones among the first cells; True or False where the rules decide it.

        No three are equal, so of each stone there is at least one among three cells, before the place and behind it.
        """
        behind = len(self.line) - among
        if count <= max(among // 3, self.half - behind + behind // 3):
            return True
        if count > min(among - among // 3, self.half - behind // 3):
            return False
        if (count, among) not in self._of:
            self.variables += 1
            self._of[count, among] = self.variables
        return self._of[count, among]

    def clauses(self) -> Clauses:
        """From each cell to the next: so many now means so many before, or one fewer and a 1 here."""
        found: Clauses = []
        for among, cell in enumerate(self.line, 1):
            for count in range(1, self.half + 2):
                now = self.at_least(count, among)
                before, fewer = self.at_least(count, among - 1), self.at_least(count - 1, among - 1)
                for clause in (
                    ((before, False), (now, True)),
                    ((fewer, False), (cell, False), (now, True)),
                    ((now, False), (before, True), (cell, True)),
                    ((now, False), (fewer, True)),
                ):
                    _add(found, clause)
        return found


def _add(clauses: Clauses, clause: Sequence[tuple[int | bool, bool]]) -> None:
    """Add a clause of terms, each wanted true or false; a term that is constant drops out, or the clause does."""
    literals = []
    for term, wanted in clause:
        if isinstance(term, bool):
            if term == wanted:
                return
        else:
            literals.append(term if wanted else -term)
    clauses.append(literals)


def _distinct(rows: int, cols: int) -> Callable[[frozenset[int]], list[list[int]]]:
    """A repair that refuses the word that two lines of a model share: not in both of them."""
    sides = _lines(rows, cols)

    def repair(model: frozenset[int]) -> list[list[int]]:
        clauses: list[list[int]] = []
        for lines in sides:
            seen: dict[tuple[bool, ...], list[range]] = {}
            for line in lines:
                seen.setdefault(tuple([cell in model for cell in line]), []).append(line)
            for equal in seen.values():
                for one, other in combinations(equal, 2):
                    clauses.append([-cell if cell in model else cell for cell in (*one, *other)])
        return clauses

    return repair

"""Binairo as clauses a second time, in other words: the second proof of boards on which the reasoner gives up.

Here a line is read from its first cell to its last, and its ones are counted on the way: a variable says whether among
the first so many cells are more than so many ones (C. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality
Constraints*, 2005). As the rest has to be zeros, these need no counter.

That two lines differ is said only of those that a model makes equal: one of their cells is not as it is there. Said of
every pair beforehand, with a variable for each two cells that could differ, it would be half of all clauses and two
thirds of the variables, and a proof takes twice as long; an empty board, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from pipeline.grid import mask_of
from pipeline.kinds.binairo.encode_sat import exclude
from pipeline.kinds.binairo.puzzle import ONE, OPEN, Puzzle, crowded
from pipeline.prove import Encoding


def encode_again(puzzle: Puzzle) -> Encoding[int]:
    """The rules of this board, with the selectors and the answers of :func:`.encode_sat.encode`."""
    rows, cols = puzzle.rows, puzzle.cols
    cells = rows * cols
    clauses, variables = _rules(rows, cols, puzzle.unique_lines)
    return Encoding(
        clauses=clauses,
        variables=variables,
        places={cell: cell + 1 for cell in range(cells)},
        selectors={cell: cell + 1 if ch == ONE else -(cell + 1) for cell, ch in enumerate(puzzle.text) if ch != OPEN},
        answer=lambda model: mask_of([variable - 1 for variable in model if variable <= cells]),
        exclude=exclude,
        repair=_set_apart(_lines(rows, cols)) if puzzle.unique_lines else None,
        solver="minisat22",
    )


@lru_cache(maxsize=4)
def _rules(rows: int, cols: int, unique: bool) -> tuple[tuple[Sequence[int], ...], int]:
    """The clauses of a shape, and how many variables they have."""
    across, down = _lines(rows, cols)
    clauses: list[Sequence[int]] = []
    fresh = iter(range(rows * cols + 1, 1 << 31))
    for line in (*across, *down):
        clauses += _no_three_alike(line)
        clauses += _half(line, fresh)
    if unique and crowded(rows, cols):
        # There are fewer lines than would have to differ, and a solver would sit over that for ever.
        clauses += [(1,), (-1,)]
    return tuple(clauses), next(fresh) - 1


def _lines(rows: int, cols: int) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]:
    """The variables of each row, and of each column."""
    across = [[row * cols + col + 1 for col in range(cols)] for row in range(rows)]
    return across, [list(column) for column in zip(*across, strict=True)]


def _no_three_alike(line: Sequence[int]) -> Iterator[Sequence[int]]:
    for three in zip(line, line[1:], line[2:], strict=False):
        yield three
        yield [-cell for cell in three]


def _half(line: Sequence[int], fresh: Iterator[int]) -> Iterator[Sequence[int]]:
    """As many ones as zeros: where that leaves no choice, no variable says how many ones there are."""
    half = len(line) // 2
    before: dict[int, int | bool] = {-1: True}
    for read, cell in enumerate(line, 1):
        # By a number whether more than that of the cells read so far are ones.
        now: dict[int, int | bool] = {-1: True, half: False}
        for ones in range(min(read, half + 1)):
            more = now[ones] = ones < half and (ones < read - half or next(fresh))
            less, fewer = before.get(ones, False), before[ones - 1]
            yield from _said(_not(more), less, cell)
            yield from _said(_not(more), fewer)
            yield from _said(_not(less), more)
            yield from _said(_not(fewer), -cell, more)
        before = now


def _not(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal


def _said(*literals: int | bool) -> Iterator[Sequence[int]]:
    """A clause without what is known of it; none where it holds."""
    if True not in [literal for literal in literals if isinstance(literal, bool)]:
        yield [literal for literal in literals if not isinstance(literal, bool)]


def _set_apart(sides: Sequence[Sequence[Sequence[int]]]) -> Callable[[frozenset[int]], list[list[int]]]:
    """What says of lines of a side that a model makes equal that they are not so."""

    def repair(model: frozenset[int]) -> list[list[int]]:
        clauses: list[list[int]] = []
        for lines in sides:
            first: dict[tuple[bool, ...], Sequence[int]] = {}
            for line in lines:
                same = first.setdefault(tuple([cell in model for cell in line]), line)
                if same is not line:
                    clauses.append([-cell if cell in model else cell for cell in (*same, *line)])
        return clauses

    return repair

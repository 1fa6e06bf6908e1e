"""Mines as clauses. The variable of cell ``i`` is ``i + 1``, true for a mine; each number has a selector behind them.

Of the cells around a number ``n`` no ``n + 1`` are all mines, and of one more than the rest at least one is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kotae_toy.puzzle import Puzzle
from pipeline.prove import Encoding


def encode(puzzle: Puzzle) -> Encoding[int]:
    """The rule of this board."""
    cells = puzzle.rows * puzzle.cols
    selectors = {cell: cells + nth for nth, cell in enumerate(puzzle.numbers, start=1)}
    clauses: list[Sequence[int]] = []
    for cell, number in puzzle.numbers.items():
        near = _variables_around(puzzle, cell)
        hide = -selectors[cell]
        clauses.append([hide, -(cell + 1)])
        if number > len(near):
            clauses.append([hide])
            continue
        clauses += [[hide, *(-mine for mine in some)] for some in combinations(near, number + 1)]
        clauses += [[hide, *some] for some in combinations(near, len(near) - number + 1)]
    return Encoding(
        clauses=clauses,
        variables=cells + len(selectors),
        places={cell: cell + 1 for cell in range(cells)},
        selectors=selectors,
        answer=lambda model: sum(1 << variable - 1 for variable in model if variable <= cells),
        exclude=lambda mines: [-(cell + 1) if mines >> cell & 1 else cell + 1 for cell in range(cells)],
    )


def _variables_around(puzzle: Puzzle, cell: int) -> list[int]:
    row, col = divmod(cell, puzzle.cols)
    rows = range(max(0, row - 1), min(puzzle.rows, row + 2))
    cols = range(max(0, col - 1), min(puzzle.cols, col + 2))
    return [r * puzzle.cols + c + 1 for r in rows for c in cols if (r, c) != (row, col)]

"""The clues of an Akari board: the number on each wall, how many bulbs stand beside it."""

from __future__ import annotations

from pipeline.grid import beside, cell_name, indices
from pipeline.kind import NoneUnique
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import Puzzle

MOST_SWAPS = 3
"""How many exchanges a message names."""


def number(walls: Walls, bulbs: int) -> Puzzle:
    """Every wall with its number."""
    puzzle = walls.puzzle
    rows, cols = puzzle.rows, puzzle.cols
    return puzzle.numbered({wall: (beside(wall, rows, cols) & bulbs).bit_count() for wall in indices(puzzle.walls)})


def explain_swaps(walls: Walls, none: NoneUnique) -> str:
    """Why these walls cannot be numbered: the fixed numbers that contradict, or the bulbs that can change places."""
    cols = walls.puzzle.cols
    if not none.swaps:
        if none.clues:
            if none.clues.bit_count() == 1:
                return f"no answer has the number at {_cells(none.clues, cols)}"
            return f"the numbers at {_cells(none.clues, cols)} contradict each other"
        return "these walls have no answer: no bulbs light every cell"
    told = "; ".join(
        f"{_cells(min(swap.first, swap.second), cols)} with {_cells(max(swap.first, swap.second), cols)}"
        for swap in none.swaps[:MOST_SWAPS]
    )
    more = f", and {len(none.swaps) - MOST_SWAPS} more" if len(none.swaps) > MOST_SWAPS else ""
    fixed = f" with your numbers at {_cells(none.clues, cols)}" if none.clues else ""
    return f"no numbering of these walls is unique{fixed}: bulbs can always change places, {told}{more}"


def _cells(mask: int, cols: int) -> str:
    return " ".join(cell_name(index, cols) for index in indices(mask))

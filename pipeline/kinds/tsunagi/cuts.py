"""Why a clause about edges follows from the rules: no line is a closed loop, and one leads out of cells without an end.

Judged by the drawing alone, without the encoding; the variable of edge ``i`` is ``i + 1``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.grid import cell_name, indices
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import Steps, steps_of


def why_cut(puzzle: Puzzle, clause: Sequence[int]) -> str | None:
    """In words, which loop is refused, or which cells are left; None for a clause that does not follow so."""
    steps = steps_of(puzzle)
    edges = {abs(literal) - 1 for literal in clause}
    if not edges or len(edges) != len(clause) or not edges <= set(range(len(steps.edges))):
        return None
    if all(literal < 0 for literal in clause):
        return _loop(puzzle, steps, edges)
    if all(literal > 0 for literal in clause) and puzzle.fill:
        return _left(puzzle, steps, edges)
    return None


def _loop(puzzle: Puzzle, steps: Steps, edges: set[int]) -> str | None:
    """Every line has two ends, so not all of these edges are taken if they go around in a circle."""
    met = Counter(cell for edge in edges for cell in (steps.edges[edge].low, steps.edges[edge].high))
    start = min(met)
    if set(met.values()) != {2} or any(puzzle.ends >> cell & 1 for cell in met):
        return None
    if _joined(steps, start, edges) != set(met):
        return None
    return f"no line closes around {_named(puzzle, set(met))}"


def _left(puzzle: Puzzle, steps: Steps, edges: set[int]) -> str | None:
    """Every cell is used, and a line through cells that hold no end has to leave them to come to its own."""
    others = set(range(len(steps.edges))) - edges
    touched = {cell for edge in edges for cell in (steps.edges[edge].low, steps.edges[edge].high)}
    for cell in sorted(touched):
        inside = _joined(steps, cell, others)
        if not any(puzzle.ends >> other & 1 for other in inside):
            return f"a line leaves {_named(puzzle, inside)}, where no end is"
    return None


def _joined(steps: Steps, start: int, edges: set[int]) -> set[int]:
    """The cells that these edges lead to from a cell, itself among them."""
    reached, ahead = {start}, [start]
    while ahead:
        for edge in indices(steps.touching[ahead.pop()]):
            if edge in edges:
                more = {steps.edges[edge].low, steps.edges[edge].high} - reached
                reached |= more
                ahead += more
    return reached


def _named(puzzle: Puzzle, cells: set[int]) -> str:
    return " ".join(cell_name(cell, puzzle.cols) for cell in sorted(cells))

"""The pieces of a position that was come to a step at a time, and asked for only at the end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pipeline.kinds.tsunagi.pieces import PieceTable
from pipeline.kinds.tsunagi.steps import steps_of
from tests.kinds.tsunagi.boards import puzzle_of

SIDE = 50


@pytest.mark.parametrize("closed", [False, True], ids=["a line", "a ring"])
def test_pieces_after_two_thousand_steps_are_found(closed: bool) -> None:
    """A corridor forces edge after edge; where one far back closes a ring, there are no pieces."""
    snake = [row * SIDE + (at if row % 2 == 0 else SIDE - 1 - at) for row in range(SIDE) for at in range(SIDE)]
    cells = ["."] * SIDE * SIDE
    cells[snake[0]] = cells[snake[-1]] = "A"
    puzzle = puzzle_of("".join(cells), SIDE)
    steps = steps_of(puzzle)
    numbers = {(edge.low, edge.high): number for number, edge in enumerate(steps.edges)}
    edges = [1 << numbers[min(pair), max(pair)] for pair in pairwise(snake[:2001])]
    if closed:  # the last two cells of the first row are joined to those below, and these to each other
        edges.insert(52, 1 << numbers[SIDE - 2, 2 * SIDE - 2])
    table, yes = PieceTable(puzzle, steps, 0), 0
    for edge in edges:
        yes |= edge
        table.later(yes, edge)
    pieces = table.at(yes, edges[-1])
    if closed:
        assert pieces is None
        return
    assert pieces is not None
    line = pieces.of[snake[0]]
    assert pieces.body[line] == sum(1 << cell for cell in snake[:2001])
    assert (pieces.owner[line], pieces.witness[line]) == (0, snake[0])
    assert pieces.of[snake[2001]] == snake[2001]

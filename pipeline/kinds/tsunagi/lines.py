"""An answer as letters, and back: for each cell the pair whose line goes through it.

If two drawings share their letters, no waypoint can tell them apart. So the letters of a level, which has one answer,
always determine its lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.errors import AuthoringError
from pipeline.grid import indices
from pipeline.kinds.tsunagi.follow import follow
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LETTERS, OPEN, Puzzle
from pipeline.kinds.tsunagi.steps import Steps, steps_of


def walk(steps: Steps, edges: int, first: int) -> Iterator[tuple[int, int]]:
    """The cells of a line from one end on, each with the edge that led to it, -1 for the end itself.

    The edges are those of an answer: they neither branch nor close a ring.
    """
    cell, came = first, -1
    while True:
        yield cell, came
        onward = next((step for step in steps.of[cell] if edges >> step.edge & 1 and step.edge != came), None)
        if onward is None:
            return
        cell, came = onward.target, onward.edge


def answer_grid(puzzle: Puzzle, edges: int) -> tuple[str, ...]:
    """An answer as rows: a letter for each cell of a line, ``#``, ``+``, and ``.`` for a cell without a line."""
    cells = [letter if letter in (BLOCKED, BRIDGE) else OPEN for letter in puzzle.text]
    steps = steps_of(puzzle)
    for letter, (first, _) in zip(LETTERS, puzzle.pairs, strict=False):
        for cell, _ in walk(steps, edges, first):
            cells[cell] = letter
    text = "".join(cells)
    return tuple(text[start : start + puzzle.cols] for start in range(0, len(text), puzzle.cols))


def read_answer(puzzle: Puzzle, rows: Sequence[str]) -> int:
    """The answer that :func:`answer_grid` wrote; raises AuthoringError where these letters are not one answer's."""
    text = "".join(rows)
    if len(rows) != puzzle.rows or any(len(row) != puzzle.cols for row in rows):
        raise AuthoringError(f"the answer is not {puzzle.rows} rows of {puzzle.cols} cells")
    owned = dict.fromkeys(LETTERS[: len(puzzle.pairs)], 0)
    for cell, (letter, shown) in enumerate(zip(text, puzzle.text, strict=True)):
        fits = letter == shown if shown in (BLOCKED, BRIDGE) else letter in owned or letter == OPEN
        if not fits:
            raise AuthoringError(f"the answer has {letter!r} in a cell that shows {shown!r}")
        if letter in owned:
            owned[letter] |= 1 << cell
    edges = 0
    for letter, ends in zip(owned, puzzle.pairs, strict=True):
        if any(not owned[letter] >> end & 1 for end in ends):
            raise AuthoringError(f"the line of {letter} misses one of its ends")
        way = follow(puzzle, owned[letter], ends).only
        if way is None:
            raise AuthoringError(f"the cells of {letter} are not those of one line and no other")
        edges |= way
    return edges


def inner_cells(puzzle: Puzzle, edges: int) -> int:
    """The mask of the cells that lines go through, without their ends."""
    used = [edge for index, edge in enumerate(steps_of(puzzle).edges) if edges >> index & 1]
    cells = 0
    for edge in used:
        cells |= 1 << edge.low | 1 << edge.high
    return cells & ~puzzle.ends


def cells_at(puzzle: Puzzle, edges: int) -> int:
    """The mask of the cells that these edges join."""
    table = steps_of(puzzle).edges
    cells = 0
    for index in indices(edges):
        cells |= 1 << table[index].low | 1 << table[index].high
    return cells

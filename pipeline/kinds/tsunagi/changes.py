"""Single changes of a Tsunagi layout: a waypoint or a wall more, or one fewer where they leave no answer.

Two answers part where one takes an edge that the other does not: a wall on that edge leaves the other, and so does a
waypoint in a cell that is another line's there. To a setter's own board both can be added, to finished lines a wall.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pipeline.grid import cell_name, indices
from pipeline.kind import Change, NoneUnique, Trouble
from pipeline.kinds.tsunagi.lines import answer_grid
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.puzzle import LETTERS, OPEN, WAYPOINT_PAIRS, Puzzle, Wall, rows_of
from pipeline.kinds.tsunagi.shape import wall_fault
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.verdict import Ambiguous


def changes(drawn: Drawn, trouble: Trouble, symmetry: str) -> Iterator[Change[Drawn]]:
    """Changes that might leave one answer. Walls and waypoints have no part in a declared symmetry."""
    if isinstance(trouble, Ambiguous):
        yield from _waypoints(drawn, trouble.first, trouble.second)
        yield from _walls(drawn, trouble.first ^ trouble.second)
        # A wall in the way of both leaves a third, where there is one.
        settled = -1 if trouble.forced is None else trouble.forced
        yield from _walls(drawn, trouble.first & trouble.second & ~settled)
    elif isinstance(trouble, NoneUnique):
        for swap in trouble.swaps:
            yield from _walls(drawn, swap.second & ~drawn.edges)
    else:
        yield from _fewer(drawn, trouble.core or 0)


def _waypoints(drawn: Drawn, *answers: int) -> Iterator[Change[Drawn]]:
    """A waypoint in an open cell through which the answers lead other lines, of the one line or the other."""
    puzzle = drawn.puzzle
    if len(puzzle.pairs) > WAYPOINT_PAIRS:
        return
    grids = ["".join(answer_grid(puzzle, edges)) for edges in answers]
    for cell, letters in enumerate(zip(*grids, strict=True)):
        if puzzle.text[cell] == OPEN and len(set(letters)) > 1:
            for letter in dict.fromkeys(letters):
                if letter != OPEN:
                    yield _waypoint(drawn, cell, LETTERS.index(letter))


def _waypoint(drawn: Drawn, cell: int, pair: int) -> Change[Drawn]:
    puzzle = drawn.puzzle
    ends = " to ".join(cell_name(end, puzzle.cols) for end in puzzle.pairs[pair])
    words = f"add a waypoint at {cell_name(cell, puzzle.cols)} to the line from {ends}"
    return Change(words, 1 << cell, replace(drawn, puzzle=_with_cell(puzzle, cell, LETTERS[pair].lower())))


def _walls(drawn: Drawn, edges: int) -> Iterator[Change[Drawn]]:
    """A wall on each of these edges where one can stand."""
    puzzle = drawn.puzzle
    table = steps_of(puzzle).edges
    for edge in indices(edges):
        wall = (table[edge].low, table[edge].high)
        if table[edge].bridge < 0 and not wall_fault(puzzle.text, puzzle.cols, wall, puzzle.wrap):
            walls = tuple(sorted({*puzzle.walls, wall}))
            yield _walled(drawn, wall, walls, "add a wall between")


def _fewer(drawn: Drawn, core: int) -> Iterator[Change[Drawn]]:
    """A waypoint of a contradiction taken out, or any wall."""
    puzzle = drawn.puzzle
    for cell in indices(core):
        words = f"take out the waypoint at {cell_name(cell, puzzle.cols)}"
        yield Change(words, 1 << cell, replace(drawn, puzzle=_with_cell(puzzle, cell, OPEN)))
    for wall in puzzle.walls:
        walls = tuple(other for other in puzzle.walls if other != wall)
        yield _walled(drawn, wall, walls, "take out the wall between")


def _with_cell(puzzle: Puzzle, cell: int, letter: str) -> Puzzle:
    text = puzzle.text
    return replace(puzzle, board=rows_of(text[:cell] + letter + text[cell + 1 :], puzzle.cols))


def _walled(drawn: Drawn, wall: Wall, walls: tuple[Wall, ...], words: str) -> Change[Drawn]:
    """The layout with these walls. Its lines stay, but edges are counted anew."""
    puzzle = replace(drawn.puzzle, walls=walls)
    numbers = {edge: number for number, edge in enumerate(steps_of(puzzle).edges)}
    table = steps_of(drawn.puzzle).edges
    edges = sum(1 << numbers[table[edge]] for edge in indices(drawn.edges))
    names = " and ".join(cell_name(cell, puzzle.cols) for cell in wall)
    return Change(f"{words} {names}", 1 << wall[0] | 1 << wall[1], replace(drawn, puzzle=puzzle, edges=edges))

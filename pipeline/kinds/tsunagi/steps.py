"""Where a line can go: the steps from each cell, one table for the engines, the judge, the drawing and the reader.

A step goes to the neighbour in one of the four directions, unless a wall stands between. Where that neighbour is a
bridge, the step goes straight over it to the cell beyond, and takes the bridge's way in that direction. On a board
that wraps, the far edge is next to the near one. Walls never cut that join, and a bridge is never on the border.

Two cells joined by a step, in one direction or the other, are an *edge*; an answer is the mask of the edges that its
lines use. The order of steps, north, east, south, west, is that of the published solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LETTERS, OPEN, Puzzle

DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Row and column of north, east, south, west."""
ACROSS, DOWN = 0, 1
"""The two ways of a bridge: west to east, and north to south."""


class Step(NamedTuple):
    """From a cell to ``target`` by the edge of this number; ``bridge`` is the cell crossed, -1 for none."""

    target: int
    edge: int
    bridge: int
    direction: int

    @property
    def way(self) -> int:
        """Which way of the bridge it takes, :data:`ACROSS` or :data:`DOWN`."""
        return ACROSS if self.direction % 2 else DOWN


class Edge(NamedTuple):
    """Two cells that a line may join, the lower number first; ``way`` and ``bridge`` are -1 where it crosses none."""

    low: int
    high: int
    bridge: int
    way: int


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """The table of one board's shape, which is itself a key for what depends on the shape.

    ``cells`` is the mask of the cells that a line can stand on.
    """

    rows: int
    cols: int
    cells: int
    of: tuple[tuple[Step, ...], ...]
    """For each cell its steps; none for a blocked cell and for a bridge."""
    edges: tuple[Edge, ...]
    """In reading order of their lower cell, then of their higher one."""
    touching: tuple[int, ...]
    """For each cell the mask of the edges that end in it."""
    bridges: tuple[tuple[int, int, int], ...]
    """For each bridge its cell, the edge across it and the edge down it; -1 where a blocked cell lies at one side."""


_BARE = str.maketrans(dict.fromkeys(LETTERS, OPEN))
"""Every letter as the open cell that it stands on."""


def steps_of(puzzle: Puzzle) -> Steps:
    """The steps of a board. Ends and waypoints have no part in it, so puzzles of one base share a table."""
    return _of_board(puzzle.board, puzzle.walls, puzzle.wrap)


@lru_cache(maxsize=1024)
def _of_board(board: tuple[str, ...], walls: tuple[tuple[int, int], ...], wrap: bool) -> Steps:
    # To take the letters off a board costs more than to look it up with them, and every edge that is named asks.
    return _steps(tuple(row.translate(_BARE) for row in board), walls, wrap)


@lru_cache(maxsize=256)
def _steps(shape: tuple[str, ...], walls: tuple[tuple[int, int], ...], wrap: bool) -> Steps:
    rows, cols = len(shape), len(shape[0])
    text = "".join(shape)
    closed = set(walls)
    reached = [
        _from(text, rows, cols, cell, closed, wrap) if text[cell] not in (BLOCKED, BRIDGE) else []
        for cell in range(rows * cols)
    ]
    pairs = sorted(
        {
            (min(cell, target), max(cell, target), bridge, -1 if bridge < 0 else (direction + 1) % 2)
            for cell, found in enumerate(reached)
            for target, bridge, direction in found
        }
    )
    number = {(low, high, bridge): index for index, (low, high, bridge, _) in enumerate(pairs)}
    of = tuple(
        tuple(
            Step(target, number[min(cell, target), max(cell, target), bridge], bridge, direction)
            for target, bridge, direction in found
        )
        for cell, found in enumerate(reached)
    )
    edges = tuple(Edge(*pair) for pair in pairs)
    touching = tuple(sum(1 << step.edge for step in found) for found in of)
    over = {(edge.bridge, edge.way): index for index, edge in enumerate(edges) if edge.bridge >= 0}
    bridges = tuple(
        (cell, over.get((cell, ACROSS), -1), over.get((cell, DOWN), -1))
        for cell, letter in enumerate(text)
        if letter == BRIDGE
    )
    cells = sum(1 << cell for cell, letter in enumerate(text) if letter not in (BLOCKED, BRIDGE))
    return Steps(rows, cols, cells, of, edges, touching, bridges)


def _from(
    text: str, rows: int, cols: int, cell: int, closed: set[tuple[int, int]], wrap: bool
) -> list[tuple[int, int, int]]:
    """Target, bridge and direction of each step from a cell; a target met twice on a tiny board counts once."""
    found: list[tuple[int, int, int]] = []
    for direction, (down, right) in enumerate(DIRECTIONS):
        row, col = divmod(cell, cols)
        row, col = row + down, col + right
        if not (0 <= row < rows and 0 <= col < cols):
            if not wrap:
                continue
            row, col = row % rows, col % cols
        elif (min(cell, row * cols + col), max(cell, row * cols + col)) in closed:
            continue
        target, bridge = row * cols + col, -1
        if text[target] == BRIDGE:
            bridge, target = target, target + down * cols + right
        known = {(other, over) for other, over, _ in found}
        if target != cell and text[target] != BLOCKED and (target, bridge) not in known:
            found.append((target, bridge, direction))
    return found

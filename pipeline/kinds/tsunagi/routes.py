"""The ways that a line can still take from end to end, and where it has to pass.

What lies on a simple path from one end of a pair to the other can be part of its line, and no more. Such paths run
through a chain of *blocks*: a block is a part of the board that taking one cell away does not cut in two, and two
blocks meet in one cell. A block off the chain is a dead end. The cells where blocks of the chain meet are on the line
in any case, and so is an edge that is a block of its own.

The blocks are found by one depth-first walk, which knows for each cell the earliest one that is met again from it or
from beyond it (Hopcroft and Tarjan).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from pipeline.grid import indices
from pipeline.kinds.tsunagi.steps import Steps


class Routes(NamedTuple):
    """What one pair's line can be: masks of the edges it can take, of those it must take, and of cells it must pass."""

    edges: int
    needed: int
    passed: int


NO_ROUTES = Routes(0, 0, 0)
"""Those of a pair whose line is complete."""

REMEMBERED = 8
"""So many walks are remembered for each pair."""

Ways = tuple[tuple[tuple[int, int], ...], ...]


class Atlas:
    """The walks over one board's shape. An edge in ``shut`` cannot be used."""

    __slots__ = ("_remembered", "_steps", "_ways")

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._ways: Ways = tuple(tuple((step.target, 1 << step.edge) for step in found) for found in steps.of)
        self._remembered: dict[tuple[int, int], deque[tuple[int, Routes | None]]] = {}

    def routes(self, start: int, goal: int, shut: int) -> Routes | None:
        """The routes from one cell to another; None where there is none.

        What was found with fewer edges shut still holds where none of those shut since is on a route: all of a route
        lies in its edges. Most of what is decided between two looks lies elsewhere on the board.
        """
        remembered = self._remembered.setdefault((start, goal), deque(maxlen=REMEMBERED))
        for before, routes in remembered:
            if not before & ~shut and not (routes and routes.edges & shut):
                return routes
        walk = _Walk(self._ways, goal, shut)
        walk.run(start)
        found = Routes(walk.edges, walk.needed, walk.passed & ~(1 << start)) if walk.order[goal] >= 0 else None
        remembered.appendleft((shut, found))
        return found

    def reached(self, starts: int, shut: int) -> int:
        """The mask of the cells that can be reached from these, themselves included."""
        ways = self._ways
        reached = todo = starts
        while todo:
            cell = todo.bit_length() - 1
            todo ^= 1 << cell
            for target, edge in ways[cell]:
                if not edge & shut and not reached >> target & 1:
                    reached |= 1 << target
                    todo |= 1 << target
        return reached

    def way(self, start: int, goals: int, shut: int) -> list[int]:
        """The cells of a shortest way from a cell to one of several, which can be reached."""
        came = {start: start}
        waiting = deque([start])
        while not goals >> (cell := waiting.popleft()) & 1:
            for target, edge in self._ways[cell]:
                if not edge & shut and target not in came:
                    came[target] = cell
                    waiting.append(target)
        cells = [cell]
        while cell != start:
            cell = came[cell]
            cells.append(cell)
        return cells

    def without(self, cell: int, shut: int) -> int:
        """The edges that cannot be used when a cell is taken away."""
        return shut | self._steps.touching[cell]

    def leaving(self, cells: int) -> Iterator[tuple[int, int]]:
        """The edges from these cells to others, each with the cell that it goes to."""
        for cell in indices(cells):
            for target, edge in self._ways[cell]:
                if not cells >> target & 1:
                    yield edge, target


class _Walk:
    """One depth-first walk."""

    __slots__ = ("_goal", "_low", "_met", "_shut", "_ways", "edges", "needed", "order", "passed")

    def __init__(self, ways: Ways, goal: int, shut: int) -> None:
        self._ways = ways
        self._goal = goal
        self._shut = shut
        self.order = [-1] * len(ways)
        """For each cell its number in the walk."""
        self._low = [0] * len(ways)
        """For each cell the smallest number met again from it or from beyond it."""
        self._met: list[int] = []
        """The edges met of which it is not known yet to which block they belong."""
        self.edges = self.needed = self.passed = 0

    def run(self, start: int) -> None:
        """Walk from a cell over all that hangs together."""
        ways, shut, order, low, met = self._ways, self._shut, self.order, self._low, self._met
        clock = order[start] = low[start] = 0
        trail = [(start, 0, 0, iter(ways[start]))]
        while trail:
            cell, came, mark, todo = trail[-1]
            number = order[cell]
            for target, edge in todo:
                if edge & shut or edge == came:
                    continue
                seen = order[target]
                if seen < 0:
                    clock += 1
                    order[target] = low[target] = clock
                    trail.append((target, edge, len(met), iter(ways[target])))
                    met.append(edge)
                    break
                if seen < number:
                    met.append(edge)
                    if seen < low[cell]:
                        low[cell] = seen
            else:
                trail.pop()
                if trail:
                    self._leave(cell, trail[-1][0], mark)

    def _leave(self, cell: int, before: int, mark: int) -> None:
        """Go back from a cell to the one before it: perhaps a block ends here. ``mark``: where its edges begin."""
        low, order, met = self._low, self.order, self._met
        if low[cell] < low[before]:
            low[before] = low[cell]
        if low[cell] < order[before]:
            return
        # Whatever has a greater number lies beyond this cell.
        if order[self._goal] >= order[cell]:
            for edge in met[mark:]:
                self.edges |= edge
            self.passed |= 1 << before
            if len(met) == mark + 1:
                self.needed |= met[mark]
        del met[mark:]

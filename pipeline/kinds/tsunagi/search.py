"""The published search of Tsunagi: lines grow from their heads, and four early checks prune.

The positions that it looks at, and those where it has a choice, are counted exactly as the published solver counts
them, so that its figures can be held against the published ones. It draws no conclusions of its own: a forced line is
a row of positions with one move each. What people conclude is in :mod:`pipeline.kinds.tsunagi.reason`.

A *head* is the end of a line that moves, its *goal* the end that waits. An empty cell is one that no line has taken,
and a *region* is a set of empty cells joined by steps. The checks, at each position with an open line:

1. every empty cell has two steps to an empty cell or to an end of an open line,
2. both cells beside a free way of a bridge are empty or such an end,
3. an open line has its goal one step away, or both its ends reach one region,
4. every region is reached by both ends of one open line.

Then the line with the fewest moves moves; the first one that has at most one is taken at once. No line takes both ways
of a bridge. Where not every cell need be filled, checks 1, 2 and 4 fall away; where no line may run beside itself, a
move beside the line's own cells is none. The published solver has neither of these two switches.
"""

from __future__ import annotations

import math

from pipeline.kinds.tsunagi.grow import Growth, State
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.verdict import Budget, SolveCount

CLOCK_NODES = 256
"""The clock is read once in so many nodes."""


def count(puzzle: Puzzle, limit: int = 2, budget: Budget | None = None) -> SolveCount[int]:
    """Count answers up to ``limit``; an answer is the mask of the edges that its lines use.

    Where the budget of nodes runs out, ``nodes`` is one more than it.
    """
    budget = budget or Budget()
    meter = budget.start()
    most = math.inf if budget.nodes is None else budget.nodes
    timed = budget.seconds is not None
    growth = Growth(puzzle)
    solutions: list[int] = []
    nodes = branches = 0
    gave_up = False
    stack: list[State | None] = [growth.start()]
    while stack and len(solutions) < limit:
        state = stack.pop()
        nodes += 1
        if nodes > most or (timed and nodes % CLOCK_NODES == 1 and meter.exhausted):
            gave_up = True
            break
        if state is None:
            continue
        if not state.lines:
            if growth.is_answer(state):
                solutions.append(state.edges)
        elif growth.is_served(state):
            index, moves = growth.choose(state)
            branches += len(moves) > 1
            # A position that a check has failed already is counted when its turn comes.
            stack.extend([growth.after(state, index, move) for move in reversed(moves)])
    return SolveCount(len(solutions), nodes, branches, tuple(solutions), gave_up, meter.seconds, limit)

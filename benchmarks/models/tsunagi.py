"""Tsunagi for clingo and CP-SAT, on boards of which every cell is used and where a line may run beside itself.

For CP-SAT each line has a direction, from its first end to its second, and a step leads on to the next pair's first: so
all cells lie on one circuit, which its own constraint keeps whole, and the pair of a cell is a number that steps carry.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from pipeline.grid import indices
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import steps_of


def facts(puzzle: Puzzle) -> str:
    """The facts of a board for ``tsunagi.lp``."""
    steps = steps_of(puzzle)
    lines = [f"cell({cell})." for cell in indices(steps.cells)]
    lines += [f"edge({number},{edge.low},{edge.high})." for number, edge in enumerate(steps.edges)]
    for pair, (first, second) in enumerate(puzzle.pairs):
        lines.append(f"first({first},{pair}). second({second},{pair}).")
    lines += [f"waypoint({cell},{puzzle.owners[cell]})." for cell in indices(puzzle.clues)]
    lines += [f"crossing({across},{down})." for _, across, down in steps.bridges]
    return "\n".join(lines)


def model(puzzle: Puzzle) -> cp_model.CpModel:
    """The rules of a board for CP-SAT."""
    made = cp_model.CpModel()
    steps = steps_of(puzzle)
    firsts, seconds = zip(*puzzle.pairs, strict=True)
    pair_of = {cell: made.new_int_var(0, len(firsts) - 1, "") for cell in indices(steps.cells)}
    for cell, pair in pair_of.items():
        if puzzle.owners[cell] >= 0:
            made.add(pair == puzzle.owners[cell])
    node = {cell: number for number, cell in enumerate(pair_of)}
    onward = made.new_constant(1)
    arcs = [(node[end], node[begin], onward) for end, begin in zip(seconds, (*firsts[1:], firsts[0]), strict=True)]
    taken: list[list[cp_model.IntVar]] = []
    for edge in steps.edges:
        taken.append([])
        for begin, end in ((edge.low, edge.high), (edge.high, edge.low)):
            if begin not in seconds and end not in firsts:
                step = made.new_bool_var("")
                made.add(pair_of[begin] == pair_of[end]).only_enforce_if(step)
                arcs.append((node[begin], node[end], step))
                taken[-1].append(step)
        made.add_at_most_one(taken[-1])
    made.add_circuit(arcs)
    for _, across, down in steps.bridges:
        if min(across, down) < 0:
            made.add_bool_or([])  # there is no way over it in this direction, and it has to be taken
            continue
        made.add_exactly_one(taken[across])
        made.add_exactly_one(taken[down])
        made.add(pair_of[steps.edges[across].low] != pair_of[steps.edges[down].low])
    return made

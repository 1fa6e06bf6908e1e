"""Tsunagi as clauses a second time, in other words: the second proof of boards on which the reasoner gives up.

Here a line is directed, from the end of its pair that is read first to the other. An edge is two arcs, one each way;
one arc leads out of each cell and one into it. A cell has a variable for each pair, one of them true, and an edge makes
them equal.

Closed loops are refused outright: along an arc a cell's position goes on by one. Positions are the states of a linear
feedback shift register, which takes a few clauses an arc where binary numbers need an adder, and comes back to a state
only after more steps than there are cells (A. Johnson, *Quasi-linear reduction of Hamiltonian cycle problem to
satisfiability problem*, 2014; N.-F. Zhou, *In Pursuit of an Efficient SAT Encoding for the Hamiltonian Cycle Problem*,
2020). So there is nothing to repair in a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pipeline.grid import indices, mask_of
from pipeline.kinds.tsunagi.encode_sat import NO_ANSWER, exclude
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import Edge, steps_of
from pipeline.prove import Encoding

TAPS = {2: 1, 3: 2, 4: 3, 5: 3, 6: 5, 7: 6, 9: 5, 10: 7, 11: 9, 15: 14}
"""For registers of so many bits, the bit that is combined with the last for the next first one.

With these a register runs through all states but zero; of 8 bits, none does with two bits combined.
"""


def encode_again(puzzle: Puzzle) -> Encoding[int]:
    """The rules of this board, with the selectors and the answers of :func:`.encode_sat.encode`."""
    made = _Directed(puzzle)
    made.arcs()
    made.flow()
    made.own()
    made.count_on()
    selectors = made.waypoints()
    edges = len(made.edges)
    return Encoding(
        clauses=made.clauses,
        variables=made.variables,
        places={edge: edge + 1 for edge in range(edges)},
        selectors=selectors,
        answer=lambda model: mask_of([variable - 1 for variable in model if variable <= edges]),
        exclude=exclude,
        solver="cadical195",
    )


class _Directed:
    """The clauses of one board as they are written. Variable ``i + 1`` is that of edge ``i``."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.steps = steps_of(puzzle)
        self.edges: tuple[Edge, ...] = self.steps.edges
        self.cells = list(indices(self.steps.cells))
        self.clauses: list[Sequence[int]] = []
        self.variables = len(self.edges)
        self.onward = self._fresh(len(self.edges))
        """For each edge the arc from its lower cell to its higher one."""
        self.back = self._fresh(len(self.edges))
        """For each edge the arc the other way."""
        self.pairs = range(len(puzzle.pairs))
        self.owners = {cell: self._fresh(len(puzzle.pairs)) for cell in self.cells}
        """For each cell a variable for each pair: a line of the pair goes through it."""

    def _fresh(self, count: int) -> range:
        first = self.variables + 1
        self.variables += count
        return range(first, first + count)

    def arcs(self) -> None:
        """An edge is taken by one of its arcs."""
        for edge, arc, other in zip(range(1, len(self.edges) + 1), self.onward, self.back, strict=True):
            self.clauses += [(-edge, arc, other), (edge, -arc), (edge, -other), (-arc, -other)]

    def flow(self) -> None:
        """One arc into each cell and one out of it; none into the first end of a pair, none out of its second."""
        first = {end for end, _ in self.puzzle.pairs}
        second = {end for _, end in self.puzzle.pairs}
        for cell in self.cells:
            out = [self._arc(cell, step.edge) for step in self.steps.of[cell]]
            into = [self._arc(step.target, step.edge) for step in self.steps.of[cell]]
            for arcs, closed in ((out, cell in second), (into, cell in first)):
                self.clauses += [[-arc] for arc in arcs] if closed else combinations([-arc for arc in arcs], 2)
            if cell in first or cell in second or self.puzzle.fill:
                needed = [arcs for arcs, closed in ((out, cell in second), (into, cell in first)) if not closed]
                self.clauses += needed if all(needed) else NO_ANSWER
            else:
                self.clauses += [[-arc, *into] for arc in out] + [[-arc, *out] for arc in into]

    def _arc(self, cell: int, edge: int) -> int:
        """The arc out of this cell by this edge."""
        return self.onward[edge] if self.edges[edge].low == cell else self.back[edge]

    def own(self) -> None:
        """One pair a cell, the same at both sides of an edge."""
        ends = self.puzzle.ends
        self.clauses += [[self.owners[end][self.puzzle.owners[end]]] for end in indices(ends)]
        for cell in self.cells:
            owners = self.owners[cell]
            self.clauses += combinations([-owner for owner in owners], 2)
            if self.puzzle.fill or ends >> cell & 1:
                self.clauses.append(list(owners))
            else:
                used = [step.edge + 1 for step in self.steps.of[cell]]
                self.clauses += [[-edge, *owners] for edge in used] + [[-owner, *used] for owner in owners]
        for edge, (low, high, _, _) in enumerate(self.edges, 1):
            for one, other in zip(self.owners[low], self.owners[high], strict=True):
                self.clauses += [(-edge, -one, other), (-edge, one, -other)]
                if not self.puzzle.touch:
                    self.clauses.append((edge, -one, -other))
        self._cross()

    def _cross(self) -> None:
        """Both ways over each bridge, by different pairs."""
        for _, across, down in self.steps.bridges:
            if self.puzzle.fill:
                self.clauses += [[across + 1], [down + 1]] if min(across, down) >= 0 else NO_ANSWER
            if across >= 0 and down >= 0:
                both = zip(self.owners[self.edges[across].low], self.owners[self.edges[down].low], strict=True)
                self.clauses += [(-(across + 1), -(down + 1), -one, -other) for one, other in both]

    def count_on(self) -> None:
        """The position of the cell that an arc leads to follows that of the cell it leads from."""
        bits = next(bits for bits in TAPS if 1 << bits > len(self.cells) + 1)
        position = {cell: self._fresh(bits) for cell in self.cells}
        self.clauses += [list(position[cell]) for cell in self.cells]
        for (low, high, _, _), onward, back in zip(self.edges, self.onward, self.back, strict=True):
            for arc, before, after in ((onward, position[low], position[high]), (back, position[high], position[low])):
                for one, next_one in zip(before, after[1:], strict=False):
                    self.clauses += [(-arc, -one, next_one), (-arc, one, -next_one)]
                last, tapped, fed = before[-1], before[TAPS[bits] - 1], after[0]
                self.clauses += [(-arc, last, tapped, -fed), (-arc, -last, -tapped, -fed)]
                self.clauses += [(-arc, -last, tapped, fed), (-arc, last, -tapped, fed)]

    def waypoints(self) -> dict[int, int]:
        """The selector of each waypoint, which makes its cell its pair's."""
        shown = list(indices(self.puzzle.clues))
        selectors = dict(zip(shown, self._fresh(len(shown)), strict=True))
        self.clauses += [(-selectors[cell], self.owners[cell][self.puzzle.owners[cell]]) for cell in shown]
        return selectors

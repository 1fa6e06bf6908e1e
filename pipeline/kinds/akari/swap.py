"""Exchanges of bulbs that no number tells apart, and the clause that forbids one wherever it could be made.

Two arrangements S and T with the same numbers differ in the bulbs ``S - T`` and ``T - S``. Often they fall into parts
that can be exchanged one without the other; the smaller the part, the more arrangements its clause refuses.
:func:`parts` finds them:

1. bulbs of the one side and of the other that see each other go together, since the new bulb needs the old one gone;
2. around a wall whose number such a group would change, the groups that change it go together;
3. a group that would leave a cell dark takes the group of a bulb that lights the cell in T along.

Each part is closed under 1, no bulb of it sees one that stays; under 2, every number stays; and under 3, every cell is
lit. So exchanging it alone turns S into an arrangement with the same numbers.

:class:`Forbidder` then says when an exchange of X for Y, with equal numbers, can be made in *any* arrangement U: when U
holds X, no other bulb of U sees a cell of Y, and each cell that X lights and Y does not has another light. U is then
not told apart from ``U - X + Y``, so no numbering makes it unique, and the clause refuses just these U.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pipeline.grid import beside, indices, runs
from pipeline.kind import Swap
from pipeline.kinds.akari.puzzle import WHITE, Puzzle


class Sight:
    """The cells that a bulb in each cell would light, itself included, and the white cells beside each wall."""

    __slots__ = ("lit_by", "walls")

    def __init__(self, puzzle: Puzzle) -> None:
        rows, cols, white = puzzle.rows, puzzle.cols, puzzle.white
        self.lit_by = [0] * (rows * cols)
        for direction in runs(puzzle.board, re.escape(WHITE) + "+"):
            for run in direction:
                for cell in indices(run):
                    self.lit_by[cell] |= run
        self.walls = {wall: beside(wall, rows, cols) & white for wall in indices(puzzle.walls)}

    def light(self, bulbs: int) -> int:
        """The cells that these bulbs light."""
        lit = 0
        for bulb in indices(bulbs):
            lit |= self.lit_by[bulb]
        return lit


def parts(sight: Sight, one: int, other: int) -> Iterator[Swap]:
    """The smallest exchanges, each valid in ``one``, that lead towards ``other``, which has the same numbers."""
    groups = _join_at_walls(sight, list(_seeing(sight, one & ~other, other & ~one)))
    whole = {_complete(sight, one, group, groups) for group in groups}
    for swap in sorted(whole, key=lambda s: (s.first, s.second)):
        if not any(less != swap and not less.first & ~swap.first and not less.second & ~swap.second for less in whole):
            yield swap


def _seeing(sight: Sight, old: int, new: int) -> Iterator[Swap]:
    """The groups of old and new bulbs that hang together by seeing each other."""
    while old:
        first, second = old & -old, 0
        grown = first
        while grown:
            grown = sight.light(grown) & new & ~second
            second |= grown
            grown = sight.light(grown) & old & ~first
            first |= grown
        old &= ~first
        yield Swap(first, second)


def _join_at_walls(sight: Sight, groups: list[Swap]) -> list[Swap]:
    """Join groups until none changes a number."""
    for cells in sight.walls.values():
        changing = [g for g in groups if (g.first & cells).bit_count() != (g.second & cells).bit_count()]
        if changing:
            groups = [g for g in groups if g not in changing]
            groups.append(_union(changing))
    return groups


def _complete(sight: Sight, one: int, swap: Swap, groups: Sequence[Swap]) -> Swap:
    """The exchange with the groups that it needs so as to leave no cell dark."""
    while True:
        lost = sight.light(swap.first) & ~sight.light(one & ~swap.first | swap.second)
        if not lost:
            return swap
        dark = (lost & -lost).bit_length() - 1
        helper = next(g for g in groups if g.second & ~swap.second & sight.lit_by[dark])
        swap = _union([swap, helper])


def _union(swaps: Sequence[Swap]) -> Swap:
    first = second = 0
    for swap in swaps:
        first |= swap.first
        second |= swap.second
    return Swap(first, second)


class Forbidder:
    """Writes the clauses that forbid exchanges; it keeps the variables that say "this cell has no other light"."""

    def __init__(self, sight: Sight, fresh: Callable[[], int]) -> None:
        self._sight = sight
        self._fresh = fresh
        self._dark: dict[int, int] = {}

    def forbid(self, swap: Swap) -> list[list[int]]:
        """The clauses: the last one refuses the exchange of ``first`` for ``second``, those before define variables.

        Cells that the old bulbs light hold no other bulb, so they are left out of every clause.
        """
        lit_by, light = self._sight.lit_by, self._sight.light
        old, new = light(swap.first), light(swap.second)
        clause = [-(cell + 1) for cell in indices(swap.first)]
        clauses: list[list[int]] = []
        blocked = new & ~old
        clause += [cell + 1 for cell in indices(blocked)]
        for cell in indices(old & ~new):
            others = lit_by[cell] & ~old
            if others not in self._dark:
                self._dark[others] = dark = self._fresh()
                clauses += [[-dark, -(source + 1)] for source in indices(others)]
            clause.append(self._dark[others])
        return [*clauses, clause]

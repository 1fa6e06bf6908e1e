"""Following a line through the cells that are known to be its own, from one end to the other.

A drawing says which cells a line goes through, not in which order. Mostly there is one way only. Where a line runs
beside itself there can be several, and then a drawing alone does not tell which is meant.

The way is found by counting: a line has one edge in each of its ends and two in every other cell, and no ring. What
that decides is decided; where nothing follows, an edge is tried both ways, in reading order.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.grid import indices
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import Steps, steps_of

MOST_TRIED = 500
"""Positions after which a line counts as too tangled to follow."""


@dataclass(frozen=True, slots=True)
class Followed:
    """The ways through the cells, two at the most, each as the mask of its edges."""

    ways: tuple[int, ...]
    gave_up: bool = False
    """There may be more ways than these."""

    @property
    def only(self) -> int | None:
        """The way, if there is no other."""
        return self.ways[0] if len(self.ways) == 1 and not self.gave_up else None


def follow(puzzle: Puzzle, cells: int, ends: tuple[int, int]) -> Followed:
    """The ways from end to end through exactly these cells that keep the rules; of the puzzle only its shape counts.

    Where every cell is used, so is each way of a bridge between two of the cells, and both ways of one are no line's.
    """
    return _Line(puzzle, cells, ends).followed()


def inside(steps: Steps, cells: int) -> int:
    """The mask of the edges between two of these cells."""
    both = 0
    for cell in indices(cells):
        for edge in indices(steps.touching[cell]):
            low, high, _, _ = steps.edges[edge]
            if cells >> low & cells >> high & 1:
                both |= 1 << edge
    return both


class _Line:
    """One line in search of its way."""

    def __init__(self, puzzle: Puzzle, cells: int, ends: tuple[int, int]) -> None:
        self.steps = steps_of(puzzle)
        self.cells = tuple(indices(cells))
        self.inside = inside(self.steps, cells)
        self.at = {cell: self.steps.touching[cell] & self.inside for cell in self.cells}
        self.wanted = {cell: 1 if cell in ends else 2 for cell in self.cells}
        self.crossings = tuple(
            (1 << across, 1 << down)
            for _, across, down in self.steps.bridges
            if across >= 0 and down >= 0 and self.inside >> across & self.inside >> down & 1
        )
        self.sure = self._sure(puzzle, cells)

    def _sure(self, puzzle: Puzzle, cells: int) -> int | None:
        """The edges that the line takes in any case; None where that breaks a rule."""
        if not puzzle.touch:
            return self.inside
        if not puzzle.fill:
            return 0
        over = [edge for _, *ways in self.steps.bridges for edge in ways if edge >= 0]
        ends = [self.steps.edges[edge] for edge in over]
        if any((cells >> edge.low ^ cells >> edge.high) & 1 for edge in ends):
            return None
        return self.inside & sum(1 << edge for edge in over)

    def followed(self) -> Followed:
        ways: list[int] = []
        tried = 0
        waiting = [(self.sure, 0)] if self.sure is not None else []
        while waiting and len(ways) < 2:
            tried += 1
            if tried > MOST_TRIED:
                return Followed(tuple(ways), gave_up=True)
            settled = self._settled(*waiting.pop())
            if settled is None:
                continue
            yes, no = settled
            left = self.inside & ~(yes | no)
            if left:
                first = left & -left
                waiting += [(yes, no | first), (yes | first, no)]
            else:
                ways.append(yes)
        return Followed(tuple(ways))

    def _settled(self, yes: int, no: int) -> tuple[int, int] | None:
        """All that follows from edges taken and left out; None where a rule breaks."""
        while True:
            counted = self._counted(yes, no)
            joined = counted and self._joined(*counted)
            if joined is None or joined == (yes, no):
                return joined
            yes, no = joined

    def _counted(self, yes: int, no: int) -> tuple[int, int] | None:
        """What the number of edges in each cell, and over each bridge, decides."""
        for across, down in self.crossings:
            if yes & across:
                no |= down
            if yes & down:
                no |= across
        if yes & no:
            return None
        for cell in self.cells:
            taken = (self.at[cell] & yes).bit_count()
            left = self.at[cell] & ~(yes | no)
            if not taken <= self.wanted[cell] <= taken + left.bit_count():
                return None
            if taken == self.wanted[cell]:
                no |= left
            elif taken + left.bit_count() == self.wanted[cell]:
                yes |= left
        return yes, no

    def _joined(self, yes: int, no: int) -> tuple[int, int] | None:
        """Edges that would close a ring are left out; None where there is one, or a line that misses cells."""
        piece = {cell: cell for cell in self.cells}
        for edge in indices(yes):
            one, other = (_root(piece, cell) for cell in self.steps.edges[edge][:2])
            if one == other:
                return None
            piece[one] = other
        ends = {_root(piece, cell) for cell in self.cells if self.wanted[cell] == 1}
        if len(ends) == 1 and len({_root(piece, cell) for cell in self.cells}) > 1:
            return None
        for edge in indices(self.inside & ~(yes | no)):
            one, other = (_root(piece, cell) for cell in self.steps.edges[edge][:2])
            if one == other:
                no |= 1 << edge
        return yes, no


def _root(piece: dict[int, int], cell: int) -> int:
    while piece[cell] != cell:
        piece[cell] = cell = piece[piece[cell]]
    return cell

"""Regions: the empty cells of a Tsunagi board that hang together by steps, kept up to date as lines take cells.

A *slot* is one of a bridge's two ways; masks of slots have two bits for each bridge, the lower one for the way across.
Most cells can be taken without a flood: where the empty cells beside one are joined around it, by cells next to two
of them, nothing falls apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.grid import indices
from pipeline.kinds.tsunagi.steps import Steps


class Move(NamedTuple):
    """A step as masks: the cell it goes to, the edge and the slot that it takes, 0 for no slot."""

    target: int
    cell: int
    edge: int
    slot: int


class Regions:
    """The moves of one board's shape, and which of its cells they join."""

    __slots__ = ("_joined", "_ring", "_shifts", "_spans", "moves", "near", "over")

    def __init__(self, steps: Steps) -> None:
        slots = {
            edge: 1 << 2 * index + way
            for index, (_, *ways) in enumerate(steps.bridges)
            for way, edge in enumerate(ways)
        }
        self.moves = [
            tuple(Move(step.target, 1 << step.target, 1 << step.edge, slots.get(step.edge, 0)) for step in found)
            for found in steps.of
        ]
        self.near = [union(move.cell for move in moves if not move.slot) for moves in self.moves]
        """For each cell the cells one step away that crosses no bridge."""
        self.over = [tuple(move for move in moves if move.slot) for moves in self.moves]
        """For each cell the moves from it over a bridge."""
        self._shifts = _shifts(self.near)
        self._spans = [
            (slots[edge], 1 << steps.edges[edge].low | 1 << steps.edges[edge].high)
            for _, *ways in steps.bridges
            for edge in ways
            if edge >= 0
        ]
        """For each slot the cells at its two sides."""
        self._ring = [self._around(cell) for cell in range(len(self.near))]
        self._joined: list[dict[int, bool]] = [{} for _ in self.near]

    def _around(self, cell: int) -> int:
        """The cells beside this one, and those that lie beside two of them."""
        once = twice = 0
        for beside in indices(self.near[cell]):
            twice |= once & self.near[beside]
            once |= self.near[beside]
        return (self.near[cell] | twice) & ~(1 << cell)

    def over_from(self, cell: int, usable: int) -> int:
        """The cells that a line reaches from this one over a bridge, by the slots that it can use."""
        over = self.over[cell]
        return union(move.cell for move in over if move.slot & usable) if over else 0

    def parts(self, cells: int, free: int) -> tuple[int, ...]:
        """The regions of these empty cells, with these slots free."""
        found = []
        while cells:
            region = self._flood(cells & -cells, cells, free, cells)
            found.append(region)
            cells ^= region
        return tuple(found)

    def without(self, cell: int, regions: tuple[int, ...], empty: int, free: int) -> tuple[int, ...]:
        """The regions when this cell is taken; it is no longer among the empty ones."""
        taken = 1 << cell
        whole = next(region for region in regions if region & taken)
        kept = tuple([region for region in regions if region != whole]) if len(regions) > 1 else ()
        rest = whole ^ taken
        if not rest:
            return kept
        over = self.over_from(cell, free) & empty
        if not over and self._is_joined_around(cell, empty):
            return (*kept, rest)
        beside = self.near[cell] & empty | over
        first = self._flood(beside & -beside, rest, free, beside)
        if not beside & ~first:
            return (*kept, rest)
        return (*kept, first, *self.parts(rest ^ first, free))

    def _is_joined_around(self, cell: int, empty: int) -> bool:
        """Whether the empty cells beside this one are joined by its ring."""
        around = empty & self._ring[cell]
        known = self._joined[cell].get(around)
        if known is None:
            beside = around & self.near[cell]
            known = not beside & ~self._flood(beside & -beside, around, 0, beside)
            self._joined[cell][around] = known
        return known

    def _flood(self, start: int, within: int, free: int, wanted: int) -> int:
        """All that is joined to the start inside these cells; where all that is wanted is reached, no more."""
        reached = start
        while wanted & ~reached:
            before = reached
            for shift, up, down in self._shifts:
                reached |= ((reached & up) << shift | (reached & down) >> shift) & within
            for slot, both in self._spans if free else ():
                if slot & free and reached & both:
                    reached |= both & within
            if reached == before:
                break
        return reached


def _shifts(near: list[int]) -> list[tuple[int, int, int]]:
    """How masks of cells move by plain steps: a distance, the cells with a step up by it, and those with one down."""
    up: dict[int, int] = {}
    down: dict[int, int] = {}
    for cell, beside in enumerate(near):
        for other in indices(beside):
            to = up if other > cell else down
            to[abs(other - cell)] = to.get(abs(other - cell), 0) | 1 << cell
    return [(distance, up[distance], down[distance]) for distance in up]


def union(masks: Iterable[int]) -> int:
    """All that any of these masks has."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole

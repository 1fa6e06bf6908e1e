"""The fast path of the Tsunagi reasoner: what the rules force, in rounds for trials and to the fixpoint for search.

It decides what the named techniques of :mod:`pipeline.kinds.tsunagi.reason` decide, without saying why. A cell is
looked at where one of its edges is fresh, and a piece of line where it has grown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from pipeline.grid import indices
from pipeline.kinds.tsunagi.beside import Beside
from pipeline.kinds.tsunagi.pieces import Pieces, PieceTable
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.routes import NO_ROUTES, Atlas, Routes
from pipeline.kinds.tsunagi.steps import Steps
from pipeline.reasoner import Position

KEPT_ROUNDS = 4096
"""So many rounds are remembered."""


class Round(NamedTuple):
    """What a round decided, and the edges that this was read from, as they were: all but the last are masks."""

    read: int
    yes: int
    no: int
    more: Position


class Moves(Beside):
    """The rules of one puzzle over masks of edges that are used and edges that are not."""

    __slots__ = (
        "_atlas",
        "_bridge_edges",
        "_ends",
        "_must",
        "_puzzle",
        "_rounds",
        "_steps",
        "_table",
        "_touching",
        "clues",
        "places",
    )

    def __init__(self, puzzle: Puzzle, steps: Steps, atlas: Atlas, clues: int) -> None:
        self._puzzle = puzzle
        self._steps = steps
        self._atlas = atlas
        super().__init__(steps)
        self._touching = steps.touching
        self._ends = puzzle.ends
        self._must = steps.cells if puzzle.fill else puzzle.ends | clues
        """The cells that a line passes in any case."""
        self._bridge_edges = sum(1 << edge for pair in self._bridges for edge in pair)
        self._table = PieceTable(puzzle, steps, clues)
        self._rounds: dict[Position, Round] = {}
        """The last round with the same fresh edges: most of what is decided between two trials lies elsewhere."""
        self.places = (1 << len(steps.edges)) - 1
        self.clues = clues

    def open_round(self) -> Position | None:
        """What all direct techniques see on the empty board; None where a rule is broken."""
        yes = 0
        for _, across, down in self._steps.bridges if self._puzzle.fill else ():
            if across < 0 or down < 0:
                return None
            yes |= 1 << across | 1 << down
        blank, places = self._table.blank, self.places
        stones = indices(self._puzzle.ends | self.clues)
        apart = (0, 0) if self._puzzle.touch else self._apart(blank, indices(self._steps.cells), 0, places)
        ways = self._ways(0, places, self._steps.cells)
        more = self._looked_over(0, 0)
        if apart is None or ways is None or more is None:
            return None
        yes |= apart[0] | ways[0] | more.yes
        return Position(yes, apart[1] | ways[1] | more.no | self._strangers(blank, stones, places)[0])

    def forced(self, position: Position, fresh: Position) -> Position | None:
        """One round of forced moves: what the rules that the fresh edges touch decide now; None: one is broken."""
        yes, no = position
        before = self._rounds.get(fresh)
        if before and yes & before.read == before.yes and no & before.read == before.no:
            self._table.later(yes, fresh.yes)
            return before.more
        if self._puzzle.fill and fresh.no & self._bridge_edges:
            return None
        pieces = self._table.at(yes, fresh.yes)
        if pieces is None or (self._bridges and self._crossed_twice(pieces, yes)):
            return None
        unknown = self.places & ~(yes | no)
        ways = self._ways(yes, unknown, self._ends_of(fresh.yes | fresh.no))
        if ways is None:
            return None
        new_yes, new_no, read = ways
        if fresh.yes:
            strangers, along = self._strangers(pieces, self._pieces_at(pieces, fresh.yes), unknown)
            new_no |= strangers
            read |= along
        if not self._puzzle.touch:
            apart = self._apart(pieces, self._pieces_at(pieces, fresh.yes | fresh.no), yes, unknown)
            if apart is None:
                return None
            return Position(new_yes | apart[0], new_no | apart[1])
        more = Position(new_yes, new_no)
        if not self._bridges:
            if len(self._rounds) >= KEPT_ROUNDS:
                self._rounds.clear()
            self._rounds[fresh] = Round(read, yes & read, no & read, more)
        return more

    def settle(self, position: Position, fresh: Position) -> Position | None:
        """All that the direct techniques decide, to the fixpoint; None where a rule breaks."""
        yes, no = position
        while True:
            while fresh.yes or fresh.no:
                more = self.forced(Position(yes, no), fresh)
                if more is None:
                    return None
                yes |= more.yes
                no |= more.no
                if yes & no:
                    return None
                fresh = more
            more = self._looked_over(yes, no)
            if more is None or more.yes & more.no:
                return None
            if not more.yes and not more.no:
                return Position(yes, no)
            yes |= more.yes
            no |= more.no
            fresh = more

    def _ends_of(self, edges: int) -> int:
        """The cells that these edges touch."""
        cells, table = 0, self._edges
        while edges:
            edge = edges.bit_length() - 1
            edges ^= 1 << edge
            low, high = table[edge]
            cells |= 1 << low | 1 << high
        return cells

    def _pieces_at(self, pieces: Pieces, edges: int) -> set[int]:
        """The pieces that these edges touch."""
        of, table = pieces.of, self._edges
        found = set()
        while edges:
            edge = edges & -edges
            edges ^= edge
            low, high = table[edge.bit_length() - 1]
            found.add(of[low])
            found.add(of[high])
        return found

    def _ways(self, yes: int, unknown: int, cells: int) -> tuple[int, int, int] | None:
        """What these cells ask for: the last ways that they need, and nothing beyond; None where one cannot have it.

        And the edges that this was read from.
        """
        touching, must, ends = self._touching, self._must, self._ends
        new_yes = new_no = read = 0
        while cells:
            index = cells.bit_length() - 1
            cells ^= 1 << index
            beside = touching[index]
            read |= beside
            left = beside & unknown
            used = (beside & yes).bit_count()
            lacks = (1 if ends >> index & 1 else 2) - used
            if lacks <= 0:
                if lacks:
                    return None
                new_no |= left
                continue
            spare = left.bit_count() - lacks
            if spare > 0:
                continue
            if used or must >> index & 1:
                if spare:
                    return None
                new_yes |= left
            elif spare:
                # Unused so far, and one way in or out is not enough.
                new_no |= left
        return new_yes, new_no, read

    def _strangers(self, pieces: Pieces, grown: Iterable[int], unknown: int) -> tuple[int, int]:
        """The edges from these pieces that would close a ring or join two pairs, and all that this was read from.

        What a piece is and whose shows in the edges along it.
        """
        of, owner, border, edges = pieces.of, pieces.owner, pieces.border, self._edges
        new_no = read = 0
        for piece in grown:
            read |= border[piece]
            todo = border[piece] & unknown
            mine = owner[piece]
            while todo:
                edge = todo.bit_length() - 1
                todo ^= 1 << edge
                low, high = edges[edge]
                one, other = of[low], of[high]
                if one == other:
                    new_no |= 1 << edge
                elif mine >= 0:
                    beyond = other if one == piece else one
                    yours = owner[beyond]
                    read |= border[beyond]
                    if yours >= 0 and yours != mine:
                        new_no |= 1 << edge
        return new_no, read

    def _shut(self, pieces: Pieces, no: int) -> list[int]:
        """For each pair the edges that its line cannot use: those ruled out, and those beside another pair's."""
        owned = [0] * len(self._puzzle.pairs)
        for cell, piece in enumerate(pieces.of):
            if cell == piece and pieces.owner[piece] >= 0:
                owned[pieces.owner[piece]] |= pieces.border[piece]
        shut = []
        for pair in range(len(owned)):
            edges = no
            for other, border in enumerate(owned):
                if other != pair:
                    edges |= border
            shut.append(edges)
        return shut

    def _routes(self, pieces: Pieces, pair: int, shut: int) -> Routes | None:
        """The routes of a pair's line; None where it can no longer be joined."""
        start, goal = self._puzzle.pairs[pair]
        if pieces.of[start] == pieces.of[goal]:
            return NO_ROUTES
        return self._atlas.routes(start, goal, shut)

    def _looked_over(self, yes: int, no: int) -> Position | None:
        """What the techniques of rank 2 decide; None where a line can no longer be joined."""
        pieces = self._table.at(yes, 0)
        if pieces is None:
            return None
        unknown = self.places & ~(yes | no)
        if not unknown:
            return Position(0, 0)
        new_yes = possible = 0
        new_no = self._crossing(pieces, yes, unknown)
        for pair, shut in enumerate(self._shut(pieces, no)):
            routes = self._routes(pieces, pair, shut)
            if routes is None:
                return None
            possible |= routes.edges
            new_yes |= routes.needed
            for cell in indices(routes.passed):
                new_no |= self._touching[cell] & ~routes.edges
        return Position(new_yes & unknown, (new_no | ~possible) & unknown)

    def branch(self, position: Position) -> list[Position]:
        """The ways on from the cell that has fewest: of several the end of a line whose pair is known, if there is."""
        yes, no = position
        unknown = self.places & ~(yes | no)
        must, touching = self._must, self._touching
        pieces = self._table.at(yes, 0)
        best: tuple[float, bool] = (math.inf, False)
        chosen = lacks = 0
        for cell in indices(self._ends_of(unknown)):
            left = (touching[cell] & unknown).bit_count()
            lack = self._needs(cell) - (touching[cell] & yes).bit_count()
            many = left if lack == 1 else left * (left - 1) // 2 + (not must >> cell & 1)
            here = many, pieces is None or pieces.owner[pieces.of[cell]] < 0
            if here < best:
                best, chosen, lacks = here, cell, lack
        left = touching[chosen] & unknown
        ways = [sum(1 << edge for edge in some) for some in combinations(indices(left), lacks)]
        if lacks == 2 and not must >> chosen & 1:
            ways.append(0)
        return [Position(some, left & ~some) for some in ways]

    def _needs(self, cell: int) -> int:
        """How many edges a line has here."""
        return 1 if self._ends >> cell & 1 else 2

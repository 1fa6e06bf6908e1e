"""The fast path of the Tsunagi reasoner: what the rules force, in rounds for trials and to the fixpoint for search.

It decides what the named techniques of :mod:`pipeline.kinds.tsunagi.reason` decide, without saying why. A cell is
looked at where one of its edges is fresh, and a piece of line where it has grown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

from pipeline.grid import indices
from pipeline.kinds.tsunagi.pieces import Pieces, PieceTable
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.routes import NO_ROUTES, Atlas, Routes
from pipeline.kinds.tsunagi.steps import Steps
from pipeline.reasoner import Position


class Moves:
    """The rules of one puzzle over masks of edges that are used and edges that are not."""

    __slots__ = (
        "_atlas",
        "_bridge_edges",
        "_bridges",
        "_edges",
        "_ends",
        "_must",
        "_puzzle",
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
        self._edges = [(edge.low, edge.high) for edge in steps.edges]
        self._touching = steps.touching
        self._ends = puzzle.ends
        self._must = steps.cells if puzzle.fill else puzzle.ends | clues
        """The cells that a line passes in any case."""
        self._bridges = [(across, down) for _, across, down in steps.bridges if across >= 0 and down >= 0]
        """The edges across and down each bridge that can be crossed both ways."""
        self._bridge_edges = sum(1 << edge for pair in self._bridges for edge in pair)
        self._table = PieceTable(puzzle, steps, clues)
        self.places = (1 << len(steps.edges)) - 1
        self.clues = clues

    def forced(self, position: Position, fresh: Position) -> Position | None:
        """One round of forced moves: what the rules that the fresh edges touch decide now; None: one is broken."""
        yes, no = position
        if self._puzzle.fill and fresh.no & self._bridge_edges:
            return None
        pieces = self._table.at(yes, fresh.yes)
        if pieces is None or (self._bridges and self._crossed_twice(pieces, yes)):
            return None
        unknown = self.places & ~(yes | no)
        ways = self._ways(yes, unknown, self._ends_of(fresh.yes | fresh.no))
        if ways is None:
            return None
        new_yes, new_no = ways
        if fresh.yes:
            new_no |= self._strangers(pieces, self._pieces_at(pieces, fresh.yes), unknown)
        if not self._puzzle.touch:
            apart = self._apart(pieces, self._pieces_at(pieces, fresh.yes | fresh.no), yes, unknown)
            if apart is None:
                return None
            new_yes |= apart[0]
            new_no |= apart[1]
        return Position(new_yes, new_no)

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

    def _ways(self, yes: int, unknown: int, cells: int) -> tuple[int, int] | None:
        """What these cells ask for: the last ways that they need, and nothing beyond; None where one cannot have it."""
        touching, must, ends = self._touching, self._must, self._ends
        new_yes = new_no = 0
        while cells:
            index = cells.bit_length() - 1
            cells ^= 1 << index
            beside = touching[index]
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
        return new_yes, new_no

    def _strangers(self, pieces: Pieces, grown: Iterable[int], unknown: int) -> int:
        """The edges from these pieces that would close a ring or join two pairs."""
        of, owner, border, edges = pieces.of, pieces.owner, pieces.border, self._edges
        new_no = 0
        for piece in grown:
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
                    yours = owner[other if one == piece else one]
                    if yours >= 0 and yours != mine:
                        new_no |= 1 << edge
        return new_no

    def _crossed_twice(self, pieces: Pieces, yes: int) -> bool:
        """Whether one line crosses a bridge both ways."""
        of, owner, edges = pieces.of, pieces.owner, self._edges
        for across, down in self._bridges:
            if yes >> across & 1 and yes >> down & 1:
                one, other = of[edges[across][0]], of[edges[down][0]]
                if one == other or (owner[one] >= 0 and owner[one] == owner[other]):
                    return True
        return False

    def _beside(self, pieces: Pieces, piece: int, yes: int) -> dict[int, int]:
        """The edges that a piece has to each other one, and to itself, used ones apart."""
        of, edges = pieces.of, self._edges
        shared: dict[int, int] = {}
        for edge in indices(pieces.border[piece] & ~yes):
            low, high = edges[edge]
            other = of[high] if of[low] == piece else of[low]
            shared[other] = shared.get(other, 0) | 1 << edge
        return shared

    def _apart(self, pieces: Pieces, touched: Iterable[int], yes: int, unknown: int) -> tuple[int, int] | None:
        """What keeps a line off itself, where these pieces lie beside others; None where one cannot be kept off.

        Two pieces that lie together along more than one edge stay apart; two of one pair along one edge are joined.
        """
        owner = pieces.owner
        new_yes = new_no = 0
        for piece in touched:
            for other, edges in self._beside(pieces, piece, yes).items():
                several = edges & edges - 1
                if other == piece:
                    return None
                if owner[piece] >= 0 and owner[piece] == owner[other]:
                    if several or not edges & unknown:
                        return None
                    new_yes |= edges
                elif several:
                    new_no |= edges & unknown
        return new_yes, new_no

    def _crossing(self, pieces: Pieces, yes: int, unknown: int) -> int:
        """The edges that would make the two lines over a bridge one."""
        new_no = 0
        for across, down in self._bridges:
            for used, other in ((across, down), (down, across)):
                if yes >> used & 1:
                    if unknown >> other & 1:
                        new_no |= self._crossing_again(pieces, used, other)
                    elif yes >> other & 1:
                        new_no |= self._joining(pieces, used, other, unknown)
        return new_no

    def _crossing_again(self, pieces: Pieces, used: int, other: int) -> int:
        """The other way of a bridge, where it lies beside the line that has taken the one."""
        of, owner = pieces.of, pieces.owner
        mine = of[self._edges[used][0]]
        beside = [of[cell] for cell in self._edges[other]]
        same = any(piece == mine or (owner[mine] >= 0 and owner[piece] == owner[mine]) for piece in beside)
        return 1 << other if same else 0

    def _joining(self, pieces: Pieces, used: int, other: int, unknown: int) -> int:
        """The edges from the line over one way of a bridge to that over the other, or to more of the other's pair."""
        of, owner, edges = pieces.of, pieces.owner, self._edges
        mine, yours = of[edges[used][0]], of[edges[other][0]]
        new_no = 0
        for edge in indices(pieces.border[mine] & unknown):
            low, high = edges[edge]
            beyond = of[high] if of[low] == mine else of[low]
            if beyond == yours or (owner[yours] >= 0 and owner[beyond] == owner[yours]):
                new_no |= 1 << edge
        return new_no

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

"""The pieces of line that used edges make on a Tsunagi board, and whose they are.

Every cell is a piece of its own at first, and a used edge joins two. A piece that holds an end or a shown waypoint
belongs to that pair; its *witness* is that cell, an end rather than a waypoint.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from pipeline.grid import indices
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import Steps

NOBODY = -1
"""The owner of a piece that no pair owns yet."""
KEPT = 512
"""So many positions are remembered, for trials that go on side by side."""


class Pieces:
    """All pieces of one position; a piece is named by one of its cells."""

    __slots__ = ("body", "border", "of", "owner", "witness")

    def __init__(self, of: list[int], body: list[int], border: list[int], owner: list[int], witness: list[int]) -> None:
        self.of = of
        """For each cell its piece."""
        self.body = body
        """For each piece the mask of its cells."""
        self.border = border
        """For each piece the edges that touch its cells."""
        self.owner = owner
        """For each piece the number of its pair, or :data:`NOBODY`."""
        self.witness = witness
        """For each piece the cell that shows its owner."""

    def copy(self) -> Pieces:
        """A copy to join more edges in."""
        return Pieces(self.of[:], self.body[:], self.border[:], self.owner[:], self.witness[:])

    def may_join(self, one: int, other: int) -> bool:
        """Whether an edge between these two pieces closes no ring, and joins no two pairs."""
        mine, yours = self.owner[one], self.owner[other]
        return one != other and (mine == yours or mine < 0 or yours < 0)

    def join(self, one: int, other: int, ends: int) -> None:
        """Make one of two pieces that may join; ``ends`` is the mask of the cells where lines end."""
        of, body = self.of, self.body
        if body[one].bit_count() < body[other].bit_count():
            one, other = other, one
        cells = body[other]
        body[one] |= cells
        self.border[one] |= self.border[other]
        if self.owner[one] < 0 or (self.owner[other] >= 0 and not ends >> self.witness[one] & 1):
            self.owner[one] = self.owner[other]
            self.witness[one] = self.witness[other]
        while cells:
            cell = cells.bit_length() - 1
            cells ^= 1 << cell
            of[cell] = one


class Later(NamedTuple):
    """Pieces that nobody asked for yet: those of the used edges ``yes``, from those without the ``fresh`` ones."""

    base: Pieces | Later | None
    yes: int
    fresh: int


class PieceTable:
    """The pieces of any position of one puzzle."""

    __slots__ = ("_edges", "_ends", "_known", "_steps", "blank")

    def __init__(self, puzzle: Puzzle, steps: Steps, clues: int) -> None:
        cells = range(len(steps.of))
        shown = puzzle.ends | clues
        owner = [puzzle.owners[cell] if shown >> cell & 1 else NOBODY for cell in cells]
        self._steps = steps
        self._edges = [(edge.low, edge.high) for edge in steps.edges]
        self._ends = puzzle.ends
        self.blank = Pieces(list(cells), [1 << cell for cell in cells], list(steps.touching), owner, list(cells))
        """The pieces before any edge is used."""
        self._known: dict[int, Pieces | Later | None] = {0: self.blank}

    def at(self, yes: int, fresh: int) -> Pieces | None:
        """The pieces of these used edges; None where they close a ring or join two pairs.

        Quick where the pieces without the ``fresh`` edges are still remembered.
        """
        self.later(yes, fresh)
        pieces = self._known[yes]
        if isinstance(pieces, Later):
            pieces = self._known[yes] = self._made(pieces)
        return pieces

    def later(self, yes: int, fresh: int) -> None:
        """Remember how the pieces of these used edges come about, for when they are asked for."""
        known = self._known
        if yes in known:
            return
        base = known.get(yes & ~fresh)
        if len(known) >= KEPT:
            known.clear()
            known[0] = self.blank
            if base:
                known[yes & ~fresh] = base
        known[yes] = Later(base, yes, fresh)

    def _made(self, later: Later) -> Pieces | None:
        """Join what each asked for, from the last that is made: a corridor has them one upon the other by thousands.

        In the order in which they came about, since it is that order that gives the pieces their names.
        """
        waiting = [later]
        while isinstance(base := waiting[-1].base, Later):
            waiting.append(base)
        pieces = (base or self.blank).copy()
        first = waiting.pop()
        if not self._join(pieces, first.yes & first.fresh if base else first.yes):
            return None  # whatever is used beside what closes a ring or joins two pairs
        return pieces if all(self._join(pieces, one.yes & one.fresh) for one in reversed(waiting)) else None

    def _join(self, pieces: Pieces, more: int) -> bool:
        """Join these edges in; whether they may be."""
        of, edges, ends = pieces.of, self._edges, self._ends
        while more:
            edge = more.bit_length() - 1
            more ^= 1 << edge
            low, high = edges[edge]
            one, other = of[low], of[high]
            if not pieces.may_join(one, other):
                return False
            pieces.join(one, other, ends)
        return True

    def clash(self, yes: int) -> tuple[int, int]:
        """The first two cells that used edges join in spite of the rules: the ends of a ring's last edge, or two
        cells of different pairs.
        """
        pieces = self.blank.copy()
        for edge in indices(yes):
            low, high = self._edges[edge]
            one, other = pieces.of[low], pieces.of[high]
            if one == other:
                return low, high
            if not pieces.may_join(one, other):
                return pieces.witness[one], pieces.witness[other]
            pieces.join(one, other, self._ends)
        raise AssertionError("these edges join nothing that must stay apart")

    def path(self, yes: int, start: int, goal: int) -> int:
        """The used edges by which one cell of a piece is joined to another; the shortest way."""
        came: dict[int, tuple[int, int]] = {start: (start, 0)}
        waiting = deque([start])
        while goal not in came:
            cell = waiting.popleft()
            for step in self._steps.of[cell]:
                if yes >> step.edge & 1 and step.target not in came:
                    came[step.target] = (cell, 1 << step.edge)
                    waiting.append(step.target)
        edges = 0
        while goal != start:
            goal, edge = came[goal]
            edges |= edge
        return edges

    def ring(self, yes: int, low: int, high: int) -> int:
        """The used edges of the ring that one of them, between these cells, closes."""
        edges = [1 << n for n, pair in enumerate(self._edges) if pair == (low, high) and yes >> n & 1]
        return edges[0] | self.path(yes & ~edges[0], low, high)

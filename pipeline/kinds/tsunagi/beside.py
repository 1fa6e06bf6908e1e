"""The fast path of the Tsunagi reasoner where two lines meet: over a bridge, and side by side."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.grid import indices
from pipeline.kinds.tsunagi.pieces import Pieces
from pipeline.kinds.tsunagi.steps import Steps


class Beside:
    """What a line has to do with the lines beside it and across it."""

    __slots__ = ("_bridges", "_edges")

    def __init__(self, steps: Steps) -> None:
        self._edges = [(edge.low, edge.high) for edge in steps.edges]
        self._bridges = [(across, down) for _, across, down in steps.bridges if across >= 0 and down >= 0]
        """The edges across and down each bridge that can be crossed both ways."""

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

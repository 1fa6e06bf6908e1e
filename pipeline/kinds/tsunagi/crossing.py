"""The bridges in the Tsunagi reasoner: the two lines that cross at one are of two pairs."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.grid import indices
from pipeline.kinds.tsunagi.pieces import Pieces
from pipeline.kinds.tsunagi.reach import Because, Reach
from pipeline.reasoner import Contradiction, Step, Technique

CROSSING_LINES = Technique("crossing lines", 2)
"""Two lines that cross at a bridge are of two pairs."""


class Crossing(Reach):
    """What a bridge says of the lines over it."""

    __slots__ = ()

    def _crossing_lines(self, yes: int, no: int) -> Iterator[Step]:
        pieces = self._table.at(yes, 0)
        unknown = self.places & ~(yes | no)
        for across, down in self._bridges if pieces else ():
            assert pieces
            for used, other in ((across, down), (down, across)):
                if yes >> used & 1 and yes >> other & 1:
                    for edge in indices(self._joining(pieces, used, other, unknown)):
                        yield self._crossed(pieces, yes, edge, used, other)
                elif yes >> used & 1 and self._crossing_again(pieces, used, other) & unknown:
                    because = self._one_line(pieces, yes, used, other)
                    yield Step(CROSSING_LINES.name, 2, 0, 1 << other, because.follows, because.clues)

    def _crossed(self, pieces: Pieces, yes: int, edge: int, used: int, other: int) -> Step:
        """The step that keeps a line over a bridge from becoming one with the other line over it, by this edge."""
        low, high = self._edges[edge]
        mine, yours = self._edges[used][0], self._edges[other][0]
        near, far = (low, high) if pieces.of[low] == pieces.of[mine] else (high, low)
        because = Because(1 << used | 1 << other | self._table.path(yes, mine, near))
        if pieces.of[far] == pieces.of[yours]:
            because = because.also(Because(self._table.path(yes, yours, far)))
        else:
            because = because.also(self._owned(pieces, yes, yours)).also(self._owned(pieces, yes, far))
        return Step(CROSSING_LINES.name, 2, 0, 1 << edge, *because)

    def _one_line(self, pieces: Pieces, yes: int, used: int, other: int) -> Because:
        """Why the line over one way of a bridge is of one pair with what lies beside the other way."""
        mine = self._edges[used][0]
        beside = self._edges[other]
        for cell in beside:
            if pieces.of[cell] == pieces.of[mine]:
                return Because(1 << used | self._table.path(yes, mine, cell))
        owner = pieces.owner[pieces.of[mine]]
        cell = next(cell for cell in beside if pieces.owner[pieces.of[cell]] == owner)
        owned = self._owned(pieces, yes, mine).also(self._owned(pieces, yes, cell))
        return Because(1 << used).also(owned)

    def _twice(self, pieces: Pieces, yes: int) -> Contradiction:
        """The first bridge that one line crosses both ways."""
        for across, down in self._bridges:
            one, other = self._edges[across][0], self._edges[down][0]
            mine, yours = pieces.of[one], pieces.of[other]
            if yes >> across & yes >> down & 1 and (mine == yours or pieces.owner[mine] == pieces.owner[yours] >= 0):
                because = self._one_line(pieces, yes, across, down)
                return Contradiction(because.follows | 1 << down, because.clues, 1 << one | 1 << other)
        raise AssertionError("no bridge is crossed twice by one line")

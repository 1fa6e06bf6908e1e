"""The techniques of the Tsunagi reasoner that look at whole regions, with what they rest on.

A line that has to cross a cut, or cannot come back over it, is the same argument each time: some cells with nothing
but one way in. What the argument rests on is the border of these cells: edges that are ruled out, and lines of other
pairs that stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pipeline.grid import indices
from pipeline.kinds.tsunagi.moves import Moves
from pipeline.kinds.tsunagi.pieces import Pieces
from pipeline.kinds.tsunagi.routes import Routes
from pipeline.reasoner import Contradiction, Step, Technique

ONLY_WAY = Technique("only way", 2)
"""The line of a pair has this edge to go by, and no other: without it, its ends lie apart."""
NARROW_PASS = Technique("narrow pass", 2)
"""The line of a pair has to pass this cell, so no way of another line leads there."""
OUT_OF_REACH = Technique("out of reach", 2)
"""No pair's line can come by this edge and still come home."""


class Because(NamedTuple):
    """What something follows from, as masks: decided edges and shown waypoints."""

    follows: int = 0
    clues: int = 0

    def also(self, other: Because) -> Because:
        """Both together."""
        return Because(self.follows | other.follows, self.clues | other.clues)

    @property
    def size(self) -> int:
        """How much there is to see at once."""
        return self.follows.bit_count() + self.clues.bit_count()


class Survey(NamedTuple):
    """What is known at a position of all pairs' routes; ``shut`` and ``routes`` have an entry for each pair."""

    yes: int
    no: int
    pieces: Pieces
    shut: list[int]
    routes: list[Routes]

    @property
    def possible(self) -> int:
        """The edges that some pair's line can use."""
        edges = 0
        for routes in self.routes:
            edges |= routes.edges
        return edges


class Reach(Moves):
    """The techniques of regions, over the fast path."""

    __slots__ = ()

    def _owned(self, pieces: Pieces, yes: int, cell: int) -> Because:
        """Why a cell is the pair's that owns its piece: the line from it to an end, or to a waypoint."""
        witness = pieces.witness[pieces.of[cell]]
        clue = 0 if self._ends >> witness & 1 else 1 << witness
        return Because(self._table.path(yes, cell, witness), clue)

    def _survey(self, yes: int, no: int) -> Survey | None:
        """All pairs' routes; None where the pieces are not in order. Raises Contradiction where a pair has none."""
        pieces = self._table.at(yes, 0)
        if pieces is None:
            return None
        shut = self._shut(pieces, no)
        found = []
        for pair, closed in enumerate(shut):
            routes = self._routes(pieces, pair, closed)
            if routes is None:
                start, goal = self._puzzle.pairs[pair]
                blank = Survey(yes, no, pieces, shut, [])
                because = self._least(blank, pair, [self._atlas.reached(1 << end, closed) for end in (start, goal)])
                raise Contradiction(*because, 1 << start | 1 << goal)
            found.append(routes)
        return Survey(yes, no, pieces, shut, found)

    def _only_way(self, yes: int, no: int) -> Iterator[Step]:
        survey = self._survey(yes, no)
        for pair, routes in enumerate(survey.routes if survey else ()):
            for edge in indices(routes.needed & ~yes):
                assert survey
                shut = survey.shut[pair] | 1 << edge
                sides = [self._atlas.reached(1 << end, shut) for end in self._puzzle.pairs[pair]]
                because = self._least(survey, pair, sides, but=1 << edge)
                yield Step(ONLY_WAY.name, ONLY_WAY.rank, yes=1 << edge, follows=because.follows, clues=because.clues)

    def _narrow_pass(self, yes: int, no: int) -> Iterator[Step]:
        survey = self._survey(yes, no)
        for pair, routes in enumerate(survey.routes if survey else ()):
            for cell in indices(routes.passed):
                assert survey
                left = self._touching[cell] & ~(routes.edges | yes | no)
                if not left:
                    continue
                shut = self._atlas.without(cell, survey.shut[pair])
                sides = [self._atlas.reached(1 << end, shut) for end in self._puzzle.pairs[pair]]
                passed = self._least(survey, pair, sides, beside=cell)
                for edge in indices(left):
                    because = passed.also(self._closed_to(survey, pair, edge))
                    yield Step(
                        NARROW_PASS.name,
                        NARROW_PASS.rank,
                        no=1 << edge,
                        follows=because.follows,
                        clues=because.clues,
                        focus=1 << cell,
                    )

    def _out_of_reach(self, yes: int, no: int) -> Iterator[Step]:
        survey = self._survey(yes, no)
        if not survey:
            return
        for edge in indices(self.places & ~(yes | no | survey.possible)):
            because = Because()
            for pair in range(len(survey.routes)):
                because = because.also(self._closed_to(survey, pair, edge))
            yield Step(OUT_OF_REACH.name, OUT_OF_REACH.rank, no=1 << edge, follows=because.follows, clues=because.clues)

    def _closed_to(self, survey: Survey, pair: int, edge: int) -> Because:
        """Why a pair's line cannot use an edge that is none of its routes."""
        pieces, ends = survey.pieces, self._edges[edge]
        start, goal = self._puzzle.pairs[pair]
        others = [cell for cell in ends if pieces.owner[pieces.of[cell]] not in (-1, pair)]
        if others:
            return min((self._owned(pieces, survey.yes, cell) for cell in others), key=lambda because: because.size)
        if pieces.of[start] == pieces.of[goal]:
            return Because(self._table.path(survey.yes, start, goal))
        shut = survey.shut[pair]
        both = 1 << ends[0] | 1 << ends[1]
        stones = 1 << start | 1 << goal
        whole = self._atlas.reached(both, shut)
        if not whole & stones:
            return self._border(survey, pair, whole)
        best: Because | None = None
        for cell in self._atlas.way(ends[0], stones, shut):
            behind = self._atlas.reached(both & ~(1 << cell), self._atlas.without(cell, shut))
            if not behind & stones:
                because = self._border(survey, pair, behind, beside=cell)
                if best is None or because.size < best.size:
                    best = because
        if best is None:
            raise AssertionError("an edge that is no route of a pair lies behind a single cell")
        return best

    def _least(self, survey: Survey, pair: int, sides: list[int], but: int = 0, beside: int | None = None) -> Because:
        """The border of that one of several parts that has least to see."""
        borders = [self._border(survey, pair, cells, but, beside) for cells in sides]
        return min(borders, key=lambda because: because.size)

    def _border(self, survey: Survey, pair: int, cells: int, but: int = 0, beside: int | None = None) -> Because:
        """Why a pair's line leaves these cells by no edge, except ``but``, and to no cell, except ``beside``."""
        pieces, whole = survey.pieces, Because()
        for edge, target in self._atlas.leaving(cells):
            if edge == but or target == beside:
                continue
            ruled_out = Because(edge) if edge & survey.no else None
            if pieces.owner[pieces.of[target]] not in (-1, pair):
                owned = self._owned(pieces, survey.yes, target)
                if ruled_out is None or not owned.size:
                    ruled_out = owned
            if ruled_out is None:
                raise AssertionError("an edge on the border is neither ruled out nor another pair's")
            whole = whole.also(ruled_out)
        return whole

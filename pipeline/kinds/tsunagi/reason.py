"""The Tsunagi reasoner: named techniques over the edges of a board.

Places are edges; yes is an edge that a line uses, no is one that none does. Rank 1 is the rules read forwards: what a
cell lacks, what would close a ring, what would join two pairs, what keeps a line off itself where it has to. Rank 2
looks along the lines: which edges a pair's line can still use on its way from end to end, where it has to pass, and
which two lines cannot be one because they cross. All of them are monotone, and what the quick half
(:mod:`pipeline.kinds.tsunagi.moves`) settles is just what they decide together.

An edge follows from other edges, and from a waypoint only where a line has no end yet that would say whose it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from pipeline.grid import indices
from pipeline.kinds.tsunagi.crossing import CROSSING_LINES, Crossing
from pipeline.kinds.tsunagi.pieces import Pieces
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.reach import NARROW_PASS, ONLY_WAY, OUT_OF_REACH, Because
from pipeline.kinds.tsunagi.routes import Atlas
from pipeline.kinds.tsunagi.steps import Steps, steps_of
from pipeline.reasoner import GENERIC, Contradiction, Position, Step, Technique

BRIDGE = Technique("bridge", 1)
"""Where every cell is filled, a line goes over a bridge both ways."""
FULL_CELL = Technique("full cell", 1)
"""The line goes in and out here, or ends here: the other edges stay free."""
RING = Technique("ring", 1)
"""This edge would close a line into a ring."""
OTHER_PAIR = Technique("other pair", 1)
"""This edge would join the lines of two pairs."""
ONE_WAY_ON = Technique("one way on", 1)
"""A line has only one way to go on."""
TWO_WAYS_THROUGH = Technique("two ways through", 1)
"""A cell that has to be passed has only two ways left, one in and one out."""
NO_WAY_THROUGH = Technique("no way through", 1)
"""A cell that may stay empty has only one way left: no line comes here."""
KEPT_APART = Technique("kept apart", 1)
"""No line may run beside itself: two of its cells side by side are joined, or cannot both be of one line."""
DIRECT = (
    BRIDGE,
    FULL_CELL,
    RING,
    OTHER_PAIR,
    ONE_WAY_ON,
    TWO_WAYS_THROUGH,
    NO_WAY_THROUGH,
    KEPT_APART,
    CROSSING_LINES,
    NARROW_PASS,
    ONLY_WAY,
    OUT_OF_REACH,
)
"""The direct techniques, easiest first."""
TECHNIQUES = (*DIRECT, *GENERIC)
"""Every technique that a trace can name, easiest first."""

Find = Callable[["TsunagiReasoner", int, int, Position | None], Iterator[Step]]


AtCell = Callable[["TsunagiReasoner", int, int, int], Step | None]
"""What a technique finds at a cell, from the edges that touch it alone."""


class TsunagiReasoner(Crossing):
    """The rules of one puzzle as named techniques; see :class:`pipeline.reasoner.Reasoner`."""

    __slots__ = ("_clear",)

    def __init__(self, puzzle: Puzzle, steps: Steps, atlas: Atlas, clues: int) -> None:
        super().__init__(puzzle, steps, atlas, clues)
        self._clear: dict[str, tuple[int, int, int]] = {}
        """For each technique that looks at cells one by one: cells at which it found nothing, and the position then."""

    @property
    def givens(self) -> tuple[Step, ...]:
        """None: a waypoint answers no edge by itself."""
        return ()

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The direct techniques, easiest first."""
        return DIRECT

    def answer(self, yes: int) -> int:
        """The mask of the edges that are used."""
        return yes

    def showing(self, clues: int) -> TsunagiReasoner:
        """The same board with only these of its waypoints."""
        return TsunagiReasoner(self._puzzle, self._steps, self._atlas, self.clues & clues)

    def find(self, technique: Technique, position: Position, fresh: Position | None = None) -> Iterator[Step]:
        """Every step of one technique from a position; raises Contradiction where it sees a rule broken.

        With ``fresh``, those of rank 1 look only where these edges touch a rule.
        """
        name = technique.name
        if name in self._AT_CELL:
            return self._at_cells(name, *position, fresh)
        return self._FINDERS[name](self, *position, fresh)

    def _bridge_ways(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        for cell, across, down in self._steps.bridges if self._puzzle.fill else ():
            both = 1 << across | 1 << down if across >= 0 and down >= 0 else 0
            if not both or both & no:
                raise Contradiction(both & no, 0, 1 << cell)
            if both & ~yes:
                yield Step(BRIDGE.name, BRIDGE.rank, yes=both & ~yes, focus=1 << cell)

    def _full_cell(self, cell: int, yes: int, no: int) -> Step | None:
        used = self._touching[cell] & yes
        full = self._needs(cell)
        if used.bit_count() > full:
            raise Contradiction(used, 0, 1 << cell)
        left = self._touching[cell] & ~(yes | no)
        if left and used.bit_count() == full:
            return Step(FULL_CELL.name, FULL_CELL.rank, no=left, follows=used, focus=1 << cell)
        return None

    def _one_way_on(self, cell: int, yes: int, no: int) -> Step | None:
        used = self._touching[cell] & yes
        if used or self._ends >> cell & 1:
            return self._last_ways(ONE_WAY_ON, cell, yes, no, Because(used))
        return None

    def _two_ways_through(self, cell: int, yes: int, no: int) -> Step | None:
        if self._must & ~self._ends & 1 << cell:
            clue = 0 if self._puzzle.fill else 1 << cell
            return self._last_ways(TWO_WAYS_THROUGH, cell, yes, no, Because(0, clue))
        return None

    def _last_ways(self, technique: Technique, cell: int, yes: int, no: int, because: Because) -> Step | None:
        """The ways of a cell where it has no more than it needs; ``because``: why it needs them."""
        could = self._touching[cell] & ~no
        spare = could.bit_count() - self._needs(cell)
        if spare > 0:
            return None
        follows = because.follows | self._touching[cell] & no
        if spare < 0:
            raise Contradiction(follows, because.clues, 1 << cell)
        if could & ~yes:
            return Step(technique.name, technique.rank, could & ~yes, 0, follows, because.clues, 1 << cell)
        return None

    def _no_way_through(self, cell: int, yes: int, no: int) -> Step | None:
        could = self._touching[cell] & ~no
        if not self._must >> cell & 1 and could.bit_count() == 1 and could & ~yes:
            follows = self._touching[cell] & no
            return Step(NO_WAY_THROUGH.name, NO_WAY_THROUGH.rank, no=could, follows=follows, focus=1 << cell)
        return None

    def _rings(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        """Edges inside one piece. Here all is seen that used edges may have joined in spite of the rules."""
        pieces = self._pieces(yes, fresh)
        if self._crossed_twice(pieces, yes):
            raise self._twice(pieces, yes)
        unknown = self.places & ~(yes | no)
        for piece in self._grown(pieces, fresh):
            for edge in indices(pieces.border[piece] & unknown):
                low, high = self._edges[edge]
                if pieces.of[low] == pieces.of[high]:
                    yield Step(RING.name, RING.rank, no=1 << edge, follows=self._table.path(yes, low, high))

    def _other_pairs(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        pieces = self._pieces(yes, fresh)
        unknown = self.places & ~(yes | no)
        for piece in self._grown(pieces, fresh):
            for edge in indices(pieces.border[piece] & unknown if pieces.owner[piece] >= 0 else 0):
                low, high = self._edges[edge]
                one, other = pieces.of[low], pieces.of[high]
                if one != other and not pieces.may_join(one, other):
                    because = self._owned(pieces, yes, low).also(self._owned(pieces, yes, high))
                    yield Step(OTHER_PAIR.name, OTHER_PAIR.rank, 0, 1 << edge, *because)

    def _kept_apart(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        if self._puzzle.touch:
            return
        pieces = self._pieces(yes, fresh)
        touched = self._pieces_at(pieces, fresh.yes | fresh.no) if fresh else self._grown(pieces, None)
        for piece in touched:
            for other, edges in self._beside(pieces, piece, yes).items():
                yield from self._side_by_side(pieces, yes, no, edges, one_line=piece == other)

    def _side_by_side(self, pieces: Pieces, yes: int, no: int, edges: int, one_line: bool) -> Iterator[Step]:
        """What follows where these unused edges lie between two pieces, or inside one."""
        first = (edges & -edges).bit_length() - 1
        low, high = self._edges[first]
        owner = pieces.owner[pieces.of[low]]
        several = edges & edges - 1
        if one_line:
            raise Contradiction(self._table.path(yes, low, high), 0, 1 << low | 1 << high)
        if owner >= 0 and owner == pieces.owner[pieces.of[high]]:
            because = Because()
            for edge in indices(edges):
                for cell in self._edges[edge]:
                    because = because.also(self._owned(pieces, yes, cell))
            if several or edges & no:
                also = 0 if several else edges
                raise Contradiction(because.follows | also, because.clues, 1 << low | 1 << high)
            yield Step(KEPT_APART.name, KEPT_APART.rank, edges, 0, *because)
        elif several:
            for edge in indices(edges & ~no):
                other = first if edge != first else (several & -several).bit_length() - 1
                follows = self._both_joined(pieces, yes, edge, other)
                yield Step(KEPT_APART.name, KEPT_APART.rank, no=1 << edge, follows=follows)

    def _both_joined(self, pieces: Pieces, yes: int, edge: int, other: int) -> int:
        """Why two edges between two pieces lie between the same two: the lines that join their ends."""
        low, high = self._edges[edge]
        here, there = self._edges[other]
        if pieces.of[here] != pieces.of[low]:
            here, there = there, here
        return self._table.path(yes, low, here) | self._table.path(yes, high, there)

    def _at_cells(self, technique: str, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        """What a technique finds at the cells that fresh edges touch.

        A trace asks again after each step, so cells are passed over whose edges are as when nothing was found.
        """
        at_cell = self._AT_CELL[technique]
        cells = self._ends_of(fresh.yes | fresh.no) if fresh else self._steps.cells
        before, was_no, clear = self._clear.get(technique, (yes, no, 0))
        clear &= ~self._ends_of(before ^ yes | was_no ^ no)
        for cell in indices(cells & ~clear):
            step = at_cell(self, cell, yes, no)
            if step is None:
                clear |= 1 << cell
            else:
                self._clear[technique] = yes, no, clear
                yield step
        self._clear[technique] = yes, no, clear

    def _grown(self, pieces: Pieces, fresh: Position | None) -> Iterable[int]:
        """The pieces that fresh edges have made."""
        return self._pieces_at(pieces, fresh.yes) if fresh else sorted(set(pieces.of))

    def _pieces(self, yes: int, fresh: Position | None) -> Pieces:
        """The pieces of a position; raises Contradiction where they close a ring or join two pairs."""
        pieces = self._table.at(yes, fresh.yes if fresh else 0)
        if pieces is None:
            one, other = self._table.clash(yes)
            blank = self._table.blank
            if blank.may_join(one, other):
                raise Contradiction(self._table.ring(yes, one, other), 0, 1 << one | 1 << other)
            clues = (1 << one | 1 << other) & self.clues
            raise Contradiction(self._table.path(yes, one, other), clues, 1 << one | 1 << other)
        return pieces

    _AT_CELL: ClassVar[dict[str, AtCell]] = {
        FULL_CELL.name: _full_cell,
        ONE_WAY_ON.name: _one_way_on,
        TWO_WAYS_THROUGH.name: _two_ways_through,
        NO_WAY_THROUGH.name: _no_way_through,
    }

    _FINDERS: ClassVar[dict[str, Find]] = {
        BRIDGE.name: _bridge_ways,
        RING.name: _rings,
        OTHER_PAIR.name: _other_pairs,
        KEPT_APART.name: _kept_apart,
        CROSSING_LINES.name: lambda self, yes, no, fresh: self._crossing_lines(yes, no),
        ONLY_WAY.name: lambda self, yes, no, fresh: self._only_way(yes, no),
        NARROW_PASS.name: lambda self, yes, no, fresh: self._narrow_pass(yes, no),
        OUT_OF_REACH.name: lambda self, yes, no, fresh: self._out_of_reach(yes, no),
    }


def reasoner(puzzle: Puzzle) -> TsunagiReasoner:
    """Prepare a puzzle for reasoning."""
    steps = steps_of(puzzle)
    return TsunagiReasoner(puzzle, steps, Atlas(steps), puzzle.clues)

"""The Akari reasoner: bulbs and dots on the white cells, by named techniques.

Places are white cells, by cell index; yes is a bulb, no is a dot. The rules come in two shapes: a numbered wall over
the cells beside it, and a dark cell over its *sources*, the open cells of the two runs that cross in it. Everything
is masks; :class:`~pipeline.kinds.akari.sight.Sight` holds the runs.

The techniques of rank 1 are the rules read forwards. Those of rank 2 look one move ahead, over the beam of one
candidate. A beam reaches a wall's neighbours, or the sources of a dark cell that it does not light itself, at two
places at most (where its row meets one and its column the other), so both reduce to corners: of a dark cell with
exactly two sources, and of a wall with exactly one cell to spare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from pipeline.grid import indices
from pipeline.kinds.akari.moves import Moves
from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.kinds.akari.sight import Sight
from pipeline.kinds.akari.trials import trials
from pipeline.reasoner import GENERIC, Contradiction, Position, Step, Technique

BEAM = Technique("beam", 1)
"""A bulb lights its row and column up to the walls: no other bulb stands there."""
FULL_WALL = Technique("full wall", 1)
"""The wall has all its bulbs: the other cells beside it are dots."""
HUNGRY_WALL = Technique("hungry wall", 1)
"""The wall needs every cell that is left beside it."""
LAST_SOURCE = Technique("last light source", 1)
"""Only one cell is left from which this dark cell can be lit."""
TAKEN_SOURCES = Technique("both sources", 2, here=True)
"""A bulb here would rule out both cells from which a dark cell can still be lit."""
TAKEN_CORNER = Technique("wall corner", 2, here=True)
"""A bulb here would rule out two cells beside a wall that can spare only one."""

DIRECT = (BEAM, FULL_WALL, HUNGRY_WALL, LAST_SOURCE, TAKEN_SOURCES, TAKEN_CORNER)
"""The direct techniques, easiest first."""
TECHNIQUES = (*DIRECT, *GENERIC)
"""Every technique that a trace can name, easiest first."""

Find = Callable[["AkariReasoner", int, int, Position | None], Iterator[Step]]


class AkariReasoner(Moves):
    """The rules of one puzzle as named techniques; see :class:`pipeline.reasoner.Reasoner`."""

    __slots__ = ()

    @property
    def givens(self) -> tuple[Step, ...]:
        """None: a number answers no place by itself."""
        return ()

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The direct techniques, easiest first."""
        return DIRECT

    def answer(self, yes: int) -> int:
        """The mask of the bulbs."""
        return yes

    def showing(self, clues: int) -> AkariReasoner:
        """The same walls with only these of its numbers shown."""
        return AkariReasoner(self._sight, self.clues & clues)

    def trials(self, position: Position) -> Iterator[int]:
        """The trials that break a rule, round by round; see :class:`pipeline.reasoner.SideBySide`."""
        return trials(self._sight, self.clues, position, self._dark(position.yes))

    def find(self, technique: Technique, position: Position, fresh: Position | None = None) -> Iterator[Step]:
        """Every step of one technique from a position; raises Contradiction where it sees a rule broken.

        With ``fresh``, only where these places touch a rule.
        """
        return self._FINDERS[technique.name](self, *position, fresh)

    def _beams(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        for index in indices(fresh.yes if fresh else yes):
            bulb = 1 << index
            seen = (self._across[index] | self._down[index]) ^ bulb
            if seen & yes:
                raise Contradiction(seen & yes | bulb, 0, seen & yes | bulb)
            if seen & ~no:
                yield Step(BEAM.name, 1, no=seen & ~no, follows=bulb, focus=bulb)

    def _full_walls(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        for index in self._near(fresh):
            beside, number = self._walls[index]
            have = (beside & yes).bit_count()
            if have < number:
                continue
            wall = 1 << index
            if have > number:
                raise Contradiction(beside & yes, wall, wall)
            left = beside & ~(yes | no)
            if left:
                yield Step(FULL_WALL.name, 1, no=left, follows=beside & yes, clues=wall, focus=wall)

    def _hungry_walls(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        for index in self._near(fresh):
            beside, number = self._walls[index]
            could = (beside & ~no).bit_count()
            if could > number:
                continue
            wall = 1 << index
            if could < number:
                raise Contradiction(beside & no, wall, wall)
            left = beside & ~(yes | no)
            if left:
                yield Step(HUNGRY_WALL.name, 1, yes=left, follows=beside & no, clues=wall, focus=wall)

    def _last_sources(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        for index in indices(self._starved(yes, no, fresh)):
            seen = self._across[index] | self._down[index]
            if seen & yes:
                continue
            sources = seen & ~no
            if not sources:
                raise Contradiction(seen, 0, 1 << index)
            if not sources & sources - 1:
                yield Step(LAST_SOURCE.name, 1, yes=sources, follows=seen ^ sources, focus=1 << index)

    def _taken_sources(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        across, down = self._across, self._down
        unknown = self.places & ~(yes | no)
        for index in indices(self._starved(yes, no, fresh) & no):
            row, column = across[index], down[index]
            beside, above = row & unknown, column & unknown
            if beside and above and not (beside & beside - 1 or above & above - 1 or (row | column) & yes):
                corner = down[beside.bit_length() - 1] & across[above.bit_length() - 1] & unknown
                if corner:
                    follows = (row | column) & no
                    yield Step(TAKEN_SOURCES.name, 2, no=corner, follows=follows, focus=1 << index)

    def _taken_corners(self, yes: int, no: int, fresh: Position | None) -> Iterator[Step]:
        unknown = self.places & ~(yes | no)
        for index in self._near(fresh):
            beside, number = self._walls[index]
            if (beside & ~no).bit_count() - number == 1:
                wall = 1 << index
                corners = self._wall_corners(wall, unknown)
                if corners:
                    yield Step(TAKEN_CORNER.name, 2, no=corners, follows=beside & no, clues=wall, focus=wall)

    def _near(self, fresh: Position | None) -> Iterator[int]:
        """The numbered walls beside the fresh places."""
        return indices(self._walls_beside(fresh.yes | fresh.no) if fresh else self.clues)

    def _starved(self, yes: int, no: int, fresh: Position | None) -> int:
        """The cells of the dark runs that have lost a source, to a fresh dot, and are down to one at most."""
        unknown = self.places & ~(yes | no)
        cells = 0
        for runs in (self._across, self._down):
            lost = fresh.no if fresh else self.places
            while lost:
                run = runs[lost.bit_length() - 1]
                lost &= ~run
                left = run & unknown
                if not (left & left - 1 or run & yes):
                    cells |= run
        return cells

    _FINDERS: ClassVar[dict[str, Find]] = {
        BEAM.name: _beams,
        FULL_WALL.name: _full_walls,
        HUNGRY_WALL.name: _hungry_walls,
        LAST_SOURCE.name: _last_sources,
        TAKEN_SOURCES.name: _taken_sources,
        TAKEN_CORNER.name: _taken_corners,
    }


def reasoner(puzzle: Puzzle) -> AkariReasoner:
    """Prepare a puzzle for reasoning."""
    sight = Sight(puzzle.board)
    return AkariReasoner(sight, sight.numbered)

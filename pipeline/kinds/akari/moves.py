"""The fast path of the Akari reasoner: what the rules force, in rounds for trials and to the fixpoint for search.

It decides what the named techniques of :mod:`pipeline.kinds.akari.reason` decide, without saying why. Only walls and
runs that a fresh place touches are looked at. A dark cell asks for something only where one of its two runs is down
to one source, which most runs are not: so a run is passed over at the first glance, and its cells are walked only
then.
"""

from __future__ import annotations

from pipeline.kinds.akari.sight import Sight
from pipeline.reasoner import Position

ENOUGH_NUMBERS = 2
"""A choice between two sources beside so many numbers is not worth looking for a better one."""


class Moves:
    """The rules of one puzzle over masks of bulbs and dots, on the sight lines of its walls."""

    __slots__ = ("_across", "_cols", "_down", "_sight", "_walls", "clues", "places")

    def __init__(self, sight: Sight, clues: int) -> None:
        self._sight = sight
        self._across = sight.across
        self._down = sight.down
        self._cols = sight.cols
        self._walls = sight.walls
        self.places = sight.white
        self.clues = clues

    def open_round(self) -> Position | None:
        """What the direct techniques see on the empty board; None where a wall can never be met."""
        met = self._met(0, self.places, self.clues)
        if met is None:
            return None
        bulbs, dots, tight = met
        return Position(bulbs | self._sight.lonely, dots | self._wall_corners(tight, self.places))

    def forced(self, position: Position, fresh: Position) -> Position | None:
        """One round of forced moves: what the rules that the fresh places touch decide now; None: one is broken."""
        yes, no = position
        unknown = self.places & ~(yes | no)
        seen = self._seen(yes, fresh.yes)
        met = self._met(yes, unknown, self._walls_beside(fresh.yes | fresh.no))
        needed = self._needed(yes, unknown, fresh.no, fresh.no)
        if seen is None or met is None or needed is None:
            return None
        return Position(met[0] | needed[0], met[1] | (seen[0] | seen[1]) & unknown)

    def settle(self, position: Position, fresh: Position) -> Position | None:
        """All that the direct techniques decide, to the fixpoint; None where a rule breaks.

        Each move counts at once, which saves rounds.
        """
        yes, no = position
        fresh_yes, fresh_no = fresh
        unknown = self.places & ~(yes | no)
        # The places whose row, or whose column, may have lost a source. The run that a beam fills is lit.
        lost_across = lost_down = fresh_no
        while fresh_yes or fresh_no:
            if fresh_yes:
                seen = self._seen(yes, fresh_yes)
                if seen is None:
                    return None
                along, up = seen[0] & unknown, seen[1] & unknown
                lost_down |= along
                lost_across |= up
                fresh_no |= along | up
                unknown &= ~fresh_no
            met = self._met(yes, unknown, self._walls_beside(fresh_yes | fresh_no))
            if met is None or met[0] & met[1]:
                return None
            fresh_yes, fresh_no, tight = met
            if tight:
                fresh_no |= self._wall_corners(tight, unknown)
            yes |= fresh_yes
            unknown &= ~(fresh_yes | fresh_no)
            lost_across |= fresh_no
            lost_down |= fresh_no
            needed = self._needed(yes, unknown, lost_across, lost_down)
            if needed is None:
                return None
            bulbs, corners = needed
            yes |= bulbs
            unknown &= ~(bulbs | corners)
            fresh_yes |= bulbs
            fresh_no |= corners
            lost_across = lost_down = corners
        return Position(yes, self.places & ~(yes | unknown))

    def _walls_beside(self, fresh: int) -> int:
        # The shifts run over the ends of rows: then a wall is looked at once too often, which is harmless.
        return (fresh << 1 | fresh >> 1 | fresh << self._cols | fresh >> self._cols) & self.clues

    def _seen(self, yes: int, fresh: int) -> tuple[int, int] | None:
        """The rows and the columns of the fresh bulbs; None where they hold another."""
        across, down = self._across, self._down
        along = up = 0
        while fresh:
            index = fresh.bit_length() - 1
            bulb = 1 << index
            fresh ^= bulb
            row = across[index]
            col = down[index]
            if yes & (row | col) != bulb:
                return None
            along |= row
            up |= col
        return along, up

    def _met(self, yes: int, unknown: int, touched: int) -> tuple[int, int, int] | None:
        """The bulbs and dots that these walls ask for, and the walls that have one cell to spare.

        None where one cannot be met.
        """
        walls = self._walls
        bulbs = dots = tight = 0
        while touched:
            index = touched.bit_length() - 1
            wall = 1 << index
            touched ^= wall
            beside, number = walls[index]
            left = beside & unknown
            need = number - (beside & yes).bit_count()
            if need <= 0:
                if need:
                    return None
                dots |= left
                continue
            spare = left.bit_count() - need
            if spare <= 0:
                if spare:
                    return None
                bulbs |= left
            elif spare == 1:
                tight |= wall
        return bulbs, dots, tight

    def _wall_corners(self, tight: int, unknown: int) -> int:
        """The open cells that touch two cells beside one of these walls, which can spare only one."""
        walls, cols = self._walls, self._cols
        corners = 0
        while tight:
            index = tight.bit_length() - 1
            wall = 1 << index
            tight ^= wall
            left = walls[index][0] & unknown
            above = left & (wall << cols | wall >> cols)
            aside = left ^ above
            corners |= (above << 1 | above >> 1) & (aside << cols | aside >> cols)
        return corners & unknown

    def _needed(self, yes: int, unknown: int, lost_across: int, lost_down: int) -> tuple[int, int] | None:
        """What the dark cells ask for whose row or column lost a source: bulbs at the last sources, and dots where a
        bulb would take both. None where a cell has no source.
        """
        across, down = self._across, self._down
        bulbs = corners = 0
        for runs, crossing, todo in ((across, down, lost_across), (down, across, lost_down)):
            while todo:
                run = runs[todo.bit_length() - 1]
                todo &= ~run
                if yes & run:
                    continue
                left = run & unknown
                if left & left - 1:
                    continue
                # The run has at most one source left: what each of its cells has in all is up to the crossing run.
                while run:
                    index = run.bit_length() - 1
                    run ^= 1 << index
                    cross = crossing[index]
                    if yes & cross:
                        continue
                    other = cross & unknown
                    if other & other - 1:
                        continue
                    if not left or not other or left == other:
                        if not left | other:
                            return None
                        bulbs |= left | other
                    else:
                        corners |= crossing[left.bit_length() - 1] & runs[other.bit_length() - 1]
        return bulbs, corners & unknown & ~bulbs

    def branch(self, position: Position) -> list[Position]:
        """The sources of the dark cell that has the fewest: each alternative refuses those before it.

        Of cells with equally few, one whose sources stand beside the most numbers, since they carry a choice on.
        """
        yes, no = position
        unknown = self.places & ~(yes | no)
        across, down, cols, clues = self._across, self._down, self._cols, self.clues
        best, fewest, most = 0, len(across), -1
        todo = self._dark(yes)
        while todo:
            index = todo.bit_length() - 1
            todo ^= 1 << index
            sources = (across[index] | down[index]) & unknown
            size = sources.bit_count()
            if size > fewest:
                continue
            numbers = ((sources << 1 | sources >> 1 | sources << cols | sources >> cols) & clues).bit_count()
            if size < fewest or numbers > most:
                best, fewest, most = sources, size, numbers
                if size <= 2 and numbers >= ENOUGH_NUMBERS:
                    break
        alternatives = []
        refused = 0
        while best:
            source = best & -best
            best ^= source
            alternatives.append(Position(source, refused))
            refused |= source
        return alternatives

    def _dark(self, yes: int) -> int:
        """The cells that no bulb lights."""
        return self.places & ~self._lit(yes)

    def _lit(self, cells: int) -> int:
        """All that these cells see, themselves included."""
        across, down = self._across, self._down
        lit = 0
        while cells:
            index = cells.bit_length() - 1
            cells ^= 1 << index
            lit |= across[index] | down[index]
        return lit

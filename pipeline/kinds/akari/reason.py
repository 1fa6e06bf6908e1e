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

from pipeline.grid import indices
from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.kinds.akari.sight import Sight
from pipeline.search import GENERIC, Contradiction, Position, Step, Technique

BEAM = Technique("beam", 1)
"""A bulb lights its row and column up to the walls: no other bulb stands there."""
FULL_WALL = Technique("full wall", 1)
"""The wall has all its bulbs: the other cells beside it are dots."""
HUNGRY_WALL = Technique("hungry wall", 1)
"""The wall needs every cell that is left beside it."""
LAST_SOURCE = Technique("last light source", 1)
"""Only one cell is left from which this dark cell can be lit."""
TAKEN_SOURCES = Technique("both sources", 2)
"""A bulb here would rule out both cells from which a dark cell can still be lit."""
TAKEN_CORNER = Technique("wall corner", 2)
"""A bulb here would rule out two cells beside a wall that can spare only one."""

DIRECT = (BEAM, FULL_WALL, HUNGRY_WALL, LAST_SOURCE, TAKEN_SOURCES, TAKEN_CORNER)
"""The direct techniques, easiest first."""
TECHNIQUES = (*DIRECT, *GENERIC)
"""Every technique that a trace can name, easiest first."""

ENOUGH_NUMBERS = 2
"""A choice between two sources beside so many numbers is not worth looking for a better one."""

Find = Callable[[int, int], Iterator[Step]]


class AkariReasoner:
    """The rules of one puzzle, on the sight lines of its walls; see :class:`pipeline.search.Reasoner`."""

    __slots__ = ("_across", "_cols", "_down", "_find", "_sight", "_walls", "clues", "places")

    def __init__(self, sight: Sight, clues: int) -> None:
        self._sight = sight
        self._across = sight.across
        self._down = sight.down
        self._cols = sight.cols
        self._walls = sight.walls
        self.places = sight.white
        self.clues = clues
        self._find: dict[str, Find] = {
            BEAM.name: self._beams,
            FULL_WALL.name: self._full_walls,
            HUNGRY_WALL.name: self._hungry_walls,
            LAST_SOURCE.name: self._last_sources,
            TAKEN_SOURCES.name: self._taken_sources,
            TAKEN_CORNER.name: self._taken_corners,
        }

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

    def find(self, technique: Technique, position: Position) -> Iterator[Step]:
        """Every step of one technique from a position; raises Contradiction where it sees a rule broken."""
        return self._find[technique.name](*position)

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
            bulb = fresh & -fresh
            fresh ^= bulb
            index = bulb.bit_length() - 1
            row, col = across[index], down[index]
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
            wall = touched & -touched
            touched ^= wall
            beside, number = walls[wall.bit_length() - 1]
            left = beside & unknown
            need = number - (beside & yes).bit_count()
            spare = left.bit_count() - need
            if need < 0 or spare < 0:
                return None
            if not need:
                dots |= left
            elif not spare:
                bulbs |= left
            elif spare == 1:
                tight |= wall
        return bulbs, dots, tight

    def _wall_corners(self, tight: int, unknown: int) -> int:
        """The open cells that see two cells beside one of these walls, which can spare only one."""
        across, down, walls = self._across, self._down, self._walls
        corners = 0
        while tight:
            wall = tight & -tight
            tight ^= wall
            left = walls[wall.bit_length() - 1][0] & unknown
            row = left & (wall << 1 | wall >> 1)
            for one in indices(row):
                for other in indices(left ^ row):
                    corners |= down[one] & across[other]
        return corners & unknown

    def _needed(self, yes: int, unknown: int, lost_across: int, lost_down: int) -> tuple[int, int] | None:
        """What the dark cells ask for whose row or column lost a source: bulbs at the last sources, and dots where a
        bulb would take both. None where a cell has no source.
        """
        across, down = self._across, self._down
        bulbs = corners = 0
        for runs, crossing, todo in ((across, down, lost_across), (down, across, lost_down)):
            while todo:
                run = runs[(todo & -todo).bit_length() - 1]
                todo &= ~run
                if yes & run:
                    continue
                left = run & unknown
                if left & left - 1:
                    continue
                # The run has at most one source left: what each of its cells has in all is up to the crossing run.
                while run:
                    cell = run & -run
                    run ^= cell
                    cross = crossing[cell.bit_length() - 1]
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
            cell = todo & -todo
            todo ^= cell
            index = cell.bit_length() - 1
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
        across, down = self._across, self._down
        lit = 0
        while yes:
            bulb = yes & -yes
            yes ^= bulb
            index = bulb.bit_length() - 1
            lit |= across[index] | down[index]
        return self.places & ~lit

    def _beams(self, yes: int, no: int) -> Iterator[Step]:
        for index in indices(yes):
            bulb = 1 << index
            seen = (self._across[index] | self._down[index]) ^ bulb
            if seen & yes:
                raise Contradiction(seen & yes | bulb, 0, seen & yes | bulb)
            if seen & ~no:
                yield Step(BEAM.name, 1, no=seen & ~no, follows=bulb, focus=bulb)

    def _full_walls(self, yes: int, no: int) -> Iterator[Step]:
        for index in indices(self.clues):
            beside, number = self._walls[index]
            have = (beside & yes).bit_count()
            wall = 1 << index
            if have > number:
                raise Contradiction(beside & yes, wall, wall)
            left = beside & ~(yes | no)
            if have == number and left:
                yield Step(FULL_WALL.name, 1, no=left, follows=beside & yes, clues=wall, focus=wall)

    def _hungry_walls(self, yes: int, no: int) -> Iterator[Step]:
        for index in indices(self.clues):
            beside, number = self._walls[index]
            could = (beside & ~no).bit_count()
            wall = 1 << index
            if could < number:
                raise Contradiction(beside & no, wall, wall)
            left = beside & ~(yes | no)
            if could == number and left:
                yield Step(HUNGRY_WALL.name, 1, yes=left, follows=beside & no, clues=wall, focus=wall)

    def _last_sources(self, yes: int, no: int) -> Iterator[Step]:
        for index in indices(self._dark(yes)):
            seen = self._across[index] | self._down[index]
            sources = seen & ~no
            if not sources:
                raise Contradiction(seen, 0, 1 << index)
            if not sources & sources - 1:
                yield Step(LAST_SOURCE.name, 1, yes=sources, follows=seen ^ sources, focus=1 << index)

    def _taken_sources(self, yes: int, no: int) -> Iterator[Step]:
        across, down = self._across, self._down
        unknown = self.places & ~(yes | no)
        for index in indices(self._dark(yes) & no):
            beside, above = across[index] & unknown, down[index] & unknown
            if beside and above and not beside & beside - 1 and not above & above - 1:
                corner = down[beside.bit_length() - 1] & across[above.bit_length() - 1] & unknown
                if corner:
                    follows = (across[index] | down[index]) & no
                    yield Step(TAKEN_SOURCES.name, 2, no=corner, follows=follows, focus=1 << index)

    def _taken_corners(self, yes: int, no: int) -> Iterator[Step]:
        across, down = self._across, self._down
        unknown = self.places & ~(yes | no)
        for index in indices(self.clues):
            beside, number = self._walls[index]
            if (beside & ~no).bit_count() - number != 1:
                continue
            wall = 1 << index
            row = beside & (wall << 1 | wall >> 1) & unknown
            col = beside & ~row & unknown
            for one in indices(row):
                for other in indices(col):
                    corner = down[one] & across[other] & unknown
                    if corner:
                        yield Step(TAKEN_CORNER.name, 2, no=corner, follows=beside & no, clues=wall, focus=wall)


def reasoner(puzzle: Puzzle) -> AkariReasoner:
    """Prepare a puzzle for reasoning."""
    sight = Sight(puzzle.board)
    return AkariReasoner(sight, sight.numbered)

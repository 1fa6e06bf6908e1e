"""The Binairo reasoner: named techniques over the cells of a board.

Places are all cells; yes is a 1, no is a 0. A given is known from the start and rests on its own clue. The techniques
of rank 1 are the rules read forwards: two neighbours, two with a gap, a full half. Rank 2 is everything that one line
alone forces, by the dictionary of its legal words; rank 3 takes the words of finished lines away as well. All of them
are monotone, and what the quick half (:mod:`pipeline.kinds.binairo.lines`) settles is just what they decide together.

A step of rank 2 or 3 would follow from every known cell of its line. Of those it names no more than it needs, found by
leaving one out after the other, so that a hint shows where to look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from pipeline.grid import indices
from pipeline.kinds.binairo.lines import Lines, lines_of
from pipeline.kinds.binairo.puzzle import Puzzle
from pipeline.kinds.binairo.side import Line, Side
from pipeline.reasoner import GENERIC, Contradiction, Position, Step, Technique

PAIR = Technique("pair", 1)
"""Two equal stones side by side: on both sides of them stands the other."""
SANDWICH = Technique("sandwich", 1)
"""Two equal stones with a gap of one: in the gap stands the other."""
QUOTA = Technique("quota", 1)
"""A line has all its stones of one sort: the rest are of the other."""
WHOLE_LINE = Technique("whole line", 2)
"""Every way to fill the line has the same stone here."""
FINISHED_LINE = Technique("finished line", 3)
"""Every way to fill the line that does not repeat a finished one has the same stone here."""

DIRECT = (PAIR, SANDWICH, QUOTA, WHOLE_LINE, FINISHED_LINE)
"""The direct techniques, easiest first."""
TECHNIQUES = (*DIRECT, *GENERIC)
"""Every technique that a trace can name, easiest first."""

Find = Callable[[int, int, int], Iterator[Step]]
"""The steps of a technique from the ones and the zeros of a board, and the cells that were decided since it was asked
last: what these do not touch it need not look at."""


class BinairoReasoner:
    """The rules of one puzzle; see :class:`pipeline.reasoner.Reasoner`."""

    __slots__ = ("_find", "_givens", "_lines", "_no", "_unique", "_yes", "clues", "places")

    def __init__(self, lines: Lines, yes: int, no: int, unique: bool, givens: tuple[Step, ...] | None = None) -> None:
        """``givens`` are those of these clues, where they are made already."""
        self._lines = lines
        self._yes = yes
        self._no = no
        self._unique = unique
        self.places = lines.cells
        self.clues = yes | no
        self._givens = givens
        self._find: dict[str, Find] = {
            PAIR.name: self._pairs,
            SANDWICH.name: self._sandwiches,
            QUOTA.name: self._quotas,
            WHOLE_LINE.name: self._whole_lines,
            FINISHED_LINE.name: self._finished_lines,
        }

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The direct techniques, easiest first."""
        return DIRECT

    @property
    def givens(self) -> tuple[Step, ...]:
        """Each given decides its own cell."""
        if self._givens is None:
            self._givens = tuple(
                Step("given", 1, yes=cell & self._yes, no=cell & self._no, clues=cell, focus=cell)
                for cell in (1 << index for index in indices(self.clues))
            )
        return self._givens

    def answer(self, yes: int) -> int:
        """The mask of the ones."""
        return yes

    def showing(self, clues: int) -> BinairoReasoner:
        """The same board with only these of its givens."""
        givens = tuple([given for given in self.givens if given.clues & clues])
        return BinairoReasoner(self._lines, self._yes & clues, self._no & clues, self._unique, givens)

    def find(self, technique: Technique, position: Position, fresh: Position | None = None) -> Iterator[Step]:
        """Every step of one technique from a position; raises Contradiction where it sees a rule broken.

        Neighbours are looked at whatever is ``fresh``, all at once, and so are the lines beside a finished one.
        """
        return self._find[technique.name](*position, fresh.yes | fresh.no if fresh else self.places)

    def open_round(self) -> Position | None:
        """The givens; None where the lines of this shape cannot all differ."""
        return None if self._unique and self._lines.crowded else Position(self._yes, self._no)

    def forced(self, position: Position, fresh: Position) -> Position | None:
        """One round of pairs, sandwiches and quotas at once; None where a rule is broken, equal lines included."""
        found = self._lines.round(*position, fresh.yes | fresh.no, self._unique)
        return Position(*found) if found else None

    def drawn_out(self, position: Position, fresh: Position, limit: int | None) -> tuple[int | None, Position]:
        """Rounds of them one after the other: after how many a rule is broken, and how far they come."""
        broken, *reached = self._lines.drawn_out(*position, fresh.yes | fresh.no, self._unique, limit)
        return broken, Position(*reached)

    def near(self, position: Position, fresh: Position) -> int:
        """The lines of the fresh cells, as long as none of them is finished: others could then be equal to it."""
        return self._lines.near(*position, fresh.yes | fresh.no)

    def settle(self, position: Position, fresh: Position) -> Position | None:
        """All that the direct techniques decide, to the fixpoint; None where a rule is broken."""
        settled = self._lines.settle(*position, fresh.yes | fresh.no, self._unique)
        return Position(*settled) if settled else None

    def reach(self, position: Position, fresh: Position, rank: int, goal: int = -1) -> Position | None:
        """All that those of them up to a rank decide, or as much as decides the goal."""
        settled = self._lines.settle(*position, fresh.yes | fresh.no, self._unique, rank, goal)
        return Position(*settled) if settled else None

    def branch(self, position: Position) -> list[Position]:
        """The words of the line that has the fewest left."""
        yes, no = position
        (_, shift), words, left = self._lines.choices(yes, no, self._unique)
        return [Position(word << shift & ~yes, (words.full ^ word) << shift & ~no) for word in left]

    def _equal_lines(self, yes: int, no: int) -> int:
        """The cells of two finished lines that are equal, if there are any."""
        known = yes | no
        for side in self._lines.sides:
            seen: dict[int, int] = {}
            for cells, shift in side.lines:
                if not cells & ~known:
                    other = seen.setdefault((yes & cells) >> shift, cells)
                    if other != cells:
                        return cells | other
        return 0

    def _pairs(self, yes: int, no: int, fresh: int) -> Iterator[Step]:
        unknown = self.places & ~(yes | no)
        for step, starts in self._lines.ways:
            # The second of three may begin a pair that the third ends, and the other way round.
            beside = starts & unknown >> 2 * step | (starts & unknown) << step
            for stones in (yes, no):
                both = stones & stones >> step
                if alike := both & stones >> 2 * step & starts:
                    three = (1 | 1 << step | 1 << 2 * step) * (alike & -alike)
                    raise Contradiction(three, 0, three)
                for first in indices(both & beside):
                    pair = (1 | 1 << step) << first
                    ends = (starts >> first & 1) << first + 2 * step
                    if first >= step:
                        ends |= (starts >> first - step & 1) << first - step
                    yield _step(PAIR, stones is no, ends & unknown, pair)

    def _sandwiches(self, yes: int, no: int, fresh: int) -> Iterator[Step]:
        unknown = self.places & ~(yes | no)
        for step, starts in self._lines.ways:
            between = unknown >> step & starts
            for stones in (yes, no):
                for first in indices(stones & stones >> 2 * step & between):
                    yield _step(SANDWICH, stones is no, 1 << first + step, (1 | 1 << 2 * step) << first)

    def _quotas(self, yes: int, no: int, fresh: int) -> Iterator[Step]:
        """Full halves; since a line is finished here, this is also where two equal lines are seen."""
        unknown = self.places & ~(yes | no)
        touched = [(cells, half) for cells, half in self._lines.every if cells & fresh]
        finished = self._unique and not all(cells & unknown for cells, _ in touched)
        if finished and (equal := self._equal_lines(yes, no)):
            raise Contradiction(equal, 0, equal)
        for cells, half in touched:
            for stones in (yes, no):
                have = stones & cells
                size = have.bit_count()
                if size < half:
                    continue
                if size > half:
                    raise Contradiction(have, 0, cells)
                if left := cells & unknown:
                    yield _step(QUOTA, stones is no, left, have, cells)

    def _whole_lines(self, yes: int, no: int, fresh: int) -> Iterator[Step]:
        board, unknown = self._lines.board(yes, no), self.places & ~(yes | no)
        for side in self._lines.sides:
            projected = side.projected
            for line, (both, shift, _) in zip(side.lines, side.cuts, strict=True):
                # A finished line that is no word breaks a rule of rank 1, which says so.
                if both & fresh and both & unknown and projected[state := (board & both) >> shift]:
                    yield _line_step(WHOLE_LINE, side, line, state)

    def _finished_lines(self, yes: int, no: int, fresh: int) -> Iterator[Step]:
        """What is left of each open line without the words of the finished ones that it could still repeat.

        This is also where it is seen that the lines of a board of this shape cannot all differ.
        """
        if self._unique and self._lines.crowded:
            raise Contradiction(0, 0, self.places)
        board, known = self._lines.board(yes, no), yes | no
        for side in self._lines.sides if self._unique else ():
            taken = [
                (state, side.opposite(state), cells)
                for (cells, shift), (both, _, _) in zip(side.lines, side.cuts, strict=True)
                if not cells & ~known and side.is_word(state := (board & both) >> shift)
            ]
            for line, (both, shift, _) in zip(side.lines, side.cuts, strict=True) if taken else ():
                if line.cells & ~known:
                    state = (board & both) >> shift
                    repeats = {word: cells for word, denied, cells in taken if not state & denied}
                    if repeats and side.without[(state, *repeats)]:
                        yield _line_step(FINISHED_LINE, side, line, state, repeats)


def _line_step(
    technique: Technique, side: Side, line: Line, state: int, repeats: Mapping[int, int] = MappingProxyType({})
) -> Step:
    """What the words of one line agree on beyond what is known, which is something.

    ``repeats`` are the words that finished lines take away, as states, each with the cells of its line.
    """
    cells, shift = line
    beside = sum(repeats.values())
    new = side.agreed(state, repeats)
    if new < 0:
        raise Contradiction(side.known(state) << shift | beside, 0, cells)
    for index in indices(side.known(state)):
        fewer = state & ~side.stones_at(index)
        shared = side.agreed(fewer, repeats)
        if not new & ~shared:
            state = fewer
    yes, no = side.masks(new)
    follows = side.known(state) << shift | beside
    return Step(technique.name, technique.rank, yes << shift, no << shift, follows=follows, focus=cells | beside)


def _step(technique: Technique, decides_yes: bool, cells: int, follows: int, focus: int = 0) -> Step:
    yes, no = (cells, 0) if decides_yes else (0, cells)
    return Step(technique.name, technique.rank, yes, no, follows=follows, focus=focus or follows)


def reasoner(puzzle: Puzzle) -> BinairoReasoner:
    """Prepare a puzzle for reasoning."""
    return BinairoReasoner(lines_of(puzzle.rows, puzzle.cols), puzzle.ones, puzzle.zeros, puzzle.unique_lines)

"""The Binairo reasoner: named techniques over the cells of a board.

Places are all cells; yes is a 1, no is a 0. A given is known from the start and rests on its own clue. The techniques
of rank 1 are the rules read forwards: two neighbours, two with a gap, a full half. Rank 2 is everything that one line
alone forces, by the dictionary of its legal words; rank 3 takes the words of finished lines away as well. All of them
are monotone, and what the quick half (:mod:`pipeline.kinds.binairo.lines`) settles is just what they decide together.

A step of rank 2 or 3 would follow from every known cell of its line. Of those it names no more than it needs, found by
leaving one out after the other, so that a hint shows where to look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pipeline.grid import indices
from pipeline.kinds.binairo.lines import Line, Lines, lines_of
from pipeline.kinds.binairo.puzzle import Puzzle
from pipeline.kinds.binairo.words import Words
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

Find = Callable[[int, int], Iterator[Step]]


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

        All lines are looked at whatever is ``fresh``: each costs one look-up.
        """
        return self._find[technique.name](*position)

    def open_round(self) -> Position | None:
        """The givens; None where the lines of this shape cannot all differ."""
        return None if self._unique and self._lines.crowded else Position(self._yes, self._no)

    def forced(self, position: Position, fresh: Position) -> Position | None:
        """One round of pairs, sandwiches and quotas at once; None where a rule is broken, equal lines included."""
        yes, no = position
        lines = self._lines
        threes = lines.triples(yes, no)
        quotas = lines.quotas(yes, no, fresh.yes | fresh.no)
        if threes is None or quotas is None or (self._unique and self._equal_lines(yes, no)):
            return None
        known = yes | no
        return Position((threes[0] | quotas[0]) & ~known, (threes[1] | quotas[1]) & ~known)

    def settle(self, position: Position, fresh: Position) -> Position | None:
        """All that the direct techniques decide, to the fixpoint; None where a rule is broken."""
        settled = self._lines.settle(*position, fresh.yes | fresh.no, self._unique)
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

    def _pairs(self, yes: int, no: int) -> Iterator[Step]:
        unknown = self.places & ~(yes | no)
        for step, starts in self._lines.ways:
            for stones in (yes, no):
                for first in indices(stones & stones >> step & stones >> 2 * step & starts):
                    three = (1 | 1 << step | 1 << 2 * step) << first
                    raise Contradiction(three, 0, three)
                both = stones & stones >> step
                # The second of three may begin a pair that the third ends, and the other way round.
                pairs = both & (starts & unknown >> 2 * step | (starts & unknown) << step)
                for first in indices(pairs):
                    pair = (1 | 1 << step) << first
                    ends = (starts >> first & 1) << first + 2 * step
                    if first >= step:
                        ends |= (starts >> first - step & 1) << first - step
                    yield _step(PAIR, stones is no, ends & unknown, pair)

    def _sandwiches(self, yes: int, no: int) -> Iterator[Step]:
        unknown = self.places & ~(yes | no)
        for step, starts in self._lines.ways:
            for stones in (yes, no):
                for first in indices(stones & stones >> 2 * step & unknown >> step & starts):
                    yield _step(SANDWICH, stones is no, 1 << first + step, (1 | 1 << 2 * step) << first)

    def _quotas(self, yes: int, no: int) -> Iterator[Step]:
        """Full halves; since a line is finished here, this is also where two equal lines are seen."""
        if self._unique and (equal := self._equal_lines(yes, no)):
            raise Contradiction(equal, 0, equal)
        unknown = self.places & ~(yes | no)
        for cells, half in self._lines.every:
            for stones in (yes, no):
                have = stones & cells
                size = have.bit_count()
                if size < half:
                    continue
                if size > half:
                    raise Contradiction(have, 0, cells)
                if left := cells & unknown:
                    yield _step(QUOTA, stones is no, left, have, cells)

    def _whole_lines(self, yes: int, no: int) -> Iterator[Step]:
        known = yes | no
        for side in self._lines.sides:
            for line in side.lines:
                if line.cells & ~known:
                    yield from self._line_step(WHOLE_LINE, line, side.words, yes, no)

    def _finished_lines(self, yes: int, no: int) -> Iterator[Step]:
        """What is left of each open line without the words of the finished ones that it could still repeat."""
        known = yes | no
        for words, lines in [(side.words, side.lines) for side in self._lines.sides if self._unique]:
            finished = [line for line in lines if not line.cells & ~known]
            spelt = [((yes & cells) >> shift, cells) for cells, shift in finished]
            taken = [(1 << words.legal[word], cells) for word, cells in spelt if word in words.legal]
            for line in lines if finished else ():
                if line.cells & ~known:
                    fits = words.project((yes & line.cells) >> line.shift, (no & line.cells) >> line.shift).words
                    repeats = [(word, cells) for word, cells in taken if word & fits]
                    if repeats:
                        yield from self._line_step(FINISHED_LINE, line, words, yes, no, repeats)

    def _line_step(
        self,
        technique: Technique,
        line: Line,
        words: Words,
        yes: int,
        no: int,
        repeats: Sequence[tuple[int, int]] = (),
    ) -> Iterator[Step]:
        """What the words of one line agree on beyond what is known, if anything.

        ``repeats`` are the words that finished lines take away, each with the cells of its line.
        """
        cells, shift = line
        line_yes, line_no = (yes & cells) >> shift, (no & cells) >> shift
        beside = sum(line for _, line in repeats)
        kept = ~sum(word for word, _ in repeats)
        left = words.project(line_yes, line_no).words & kept
        if not left:
            raise Contradiction((yes | no) & cells | beside, 0, cells)
        all_yes, all_no = words.shared(left)
        new_yes, new_no = all_yes & ~line_yes, all_no & ~line_no
        if not new_yes | new_no:
            return
        for index in indices(line_yes | line_no):
            fewer_yes, fewer_no = line_yes & ~(1 << index), line_no & ~(1 << index)
            share_yes, share_no = words.shared(words.project(fewer_yes, fewer_no).words & kept)
            if not new_yes & ~share_yes and not new_no & ~share_no:
                line_yes, line_no = fewer_yes, fewer_no
        follows = (line_yes | line_no) << shift | beside
        focus = cells | beside
        yield Step(technique.name, technique.rank, new_yes << shift, new_no << shift, follows=follows, focus=focus)


def _step(technique: Technique, decides_yes: bool, cells: int, follows: int, focus: int = 0) -> Step:
    yes, no = (cells, 0) if decides_yes else (0, cells)
    return Step(technique.name, technique.rank, yes, no, follows=follows, focus=focus or follows)


def reasoner(puzzle: Puzzle) -> BinairoReasoner:
    """Prepare a puzzle for reasoning."""
    return BinairoReasoner(lines_of(puzzle.rows, puzzle.cols), puzzle.ones, puzzle.zeros, puzzle.unique_lines)

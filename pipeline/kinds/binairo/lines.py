"""The lines of a board of one shape, and what they force, all at once: the quick half of the reasoner.

A board is two masks, the ones and the zeros. :meth:`Lines.triples` looks at every three neighbours of the board in a
few shifts, :meth:`Lines.quotas` at the count of each line. :meth:`Lines.projected` asks the dictionary
(:mod:`pipeline.kinds.binairo.words`) what the words of each line agree on, which covers both;
:meth:`Lines.distinct` takes the words of finished lines away from the lines beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.kinds.binairo.puzzle import crowded
from pipeline.kinds.binairo.words import Words, words_of

LONG = 14
"""From this length on a projection costs more than the simple rules that make it unnecessary."""

Masks = tuple[int, int]
"""Ones and zeros."""


class Line(NamedTuple):
    """A row or a column: its cells, and how far they are shifted from those of a word."""

    cells: int
    shift: int


class Side(NamedTuple):
    """All rows, or all columns, with their dictionary."""

    lines: tuple[Line, ...]
    words: Words


class Way(NamedTuple):
    """Along the rows or down the columns: the distance of neighbours, and the cells at which three begin."""

    step: int
    starts: int


class Lines:
    """All lines of a board of ``rows`` × ``cols``."""

    __slots__ = ("cells", "crowded", "every", "is_long", "sides", "ways")

    def __init__(self, rows: int, cols: int) -> None:
        across, down = words_of(cols), words_of(rows, cols)
        self.cells = (1 << rows * cols) - 1
        self.sides = (
            Side(tuple(Line(across.full << row * cols, row * cols) for row in range(rows)), across),
            Side(tuple(Line(down.full << col, col) for col in range(cols)), down),
        )
        self.every = (
            *((line.cells, cols // 2) for line in self.sides[0].lines),
            *((line.cells, rows // 2) for line in self.sides[1].lines),
        )
        """The cells of each line and half their number."""
        self.ways = (Way(1, (across.full >> 2) * down.full), Way(cols, self.cells >> 2 * cols))
        self.is_long = max(rows, cols) >= LONG
        self.crowded = crowded(rows, cols) is not None
        """Whether there are fewer words than lines, so that the lines cannot all differ."""

    def triples(self, yes: int, no: int) -> Masks | None:
        """The third of three neighbours of which two are equal; None where three are. May name known cells."""
        more_yes = more_no = 0
        for step, starts in self.ways:
            a, b, c = yes & starts, yes >> step & starts, yes >> step + step & starts
            ab = a & b
            if ab & c:
                return None
            more_no |= b & c | (a & c | ab << step) << step
            a, b, c = no & starts, no >> step & starts, no >> step + step & starts
            ab = a & b
            if ab & c:
                return None
            more_yes |= b & c | (a & c | ab << step) << step
        return more_yes, more_no

    def quotas(self, yes: int, no: int, touched: int) -> Masks | None:
        """The rest of each touched line of which one half is full; None where a half is overfull.

        May name known cells.
        """
        more_yes = more_no = 0
        for cells, half in self.every:
            if cells & touched:
                have = (yes & cells).bit_count()
                if have >= half:
                    if have > half:
                        return None
                    more_no |= cells & ~yes
                have = (no & cells).bit_count()
                if have >= half:
                    if have > half:
                        return None
                    more_yes |= cells & ~no
        return more_yes, more_no

    def settle(self, yes: int, no: int, fresh: int, unique: bool) -> Masks | None:
        """All that the rules force, one line at a time and finished lines against each other; None: one is broken.

        ``fresh`` are the known cells that have not been looked at yet; no cell is both.
        """
        if self.is_long:
            simple = self._simple(yes, no, fresh)
            if simple is None:
                return None
            fresh |= (yes | no) ^ (simple[0] | simple[1])
            yes, no = simple
        while True:
            settled = self._each_line(yes, no, fresh)
            if settled is None or not unique:
                return settled
            yes, no = settled
            found = self.distinct(yes, no)
            if found is None:
                return None
            fresh = found[0] | found[1]
            if not fresh:
                return settled
            yes |= found[0]
            no |= found[1]

    def _simple(self, yes: int, no: int, fresh: int) -> Masks | None:
        """Triples and quotas to the fixpoint."""
        touched = fresh
        while touched:
            found = self.triples(yes, no)
            while found is not None:
                more = (found[0] | found[1]) & ~(yes | no)
                if found[0] & found[1] or not more:
                    break
                touched |= more
                yes |= found[0]
                no |= found[1]
                found = self.triples(yes, no)
            quota = self.quotas(yes, no, touched)
            if found is None or quota is None:
                return None
            touched = (quota[0] | quota[1]) & ~(yes | no)
            yes |= quota[0]
            no |= quota[1]
            if yes & no:
                return None
        return yes, no

    def _each_line(self, yes: int, no: int, fresh: int) -> Masks | None:
        """Projections to the fixpoint, rows and columns by turns: what the one finds is for the other to look at."""
        here = there = fresh
        turn = 0
        while here or there:
            found = self.projected(self.sides[turn], yes, no, here)
            if found is None:
                return None
            more = found[0] | found[1]
            yes |= found[0]
            no |= found[1]
            here, there = there | more, 0
            turn ^= 1
        return yes, no

    def projected(self, side: Side, yes: int, no: int, touched: int) -> Masks | None:
        """What the dictionary adds in the touched lines of one side; None where a line has no word."""
        more_yes = more_no = 0
        known = yes | no
        words = side.words
        remembered, project, legal = words.remembered, words.project, words.legal
        for cells, shift in side.lines:
            if cells & touched:
                line_yes = (yes & cells) >> shift
                if known & cells == cells:
                    if line_yes not in legal:
                        return None
                    continue
                line_no = (no & cells) >> shift
                # Looked up here, since a call costs as much as the look-up does.
                found = remembered.get((line_yes, line_no)) or project(line_yes, line_no)
                _, size, all_yes, all_no = found
                if not size:
                    return None
                if all_yes != line_yes:
                    more_yes |= (all_yes ^ line_yes) << shift
                if all_no != line_no:
                    more_no |= (all_no ^ line_no) << shift
        return more_yes, more_no

    def distinct(self, yes: int, no: int) -> Masks | None:
        """What a line is left with when the words of the finished lines beside it are gone.

        None where two finished lines are equal, or a line is left without a word.
        """
        known = yes | no
        more_yes = more_no = 0
        for side in self.sides:
            finished = [(yes & cells) >> shift for cells, shift in side.lines if not cells & ~known]
            if len(set(finished)) < len(finished):
                return None
            if not finished or len(finished) == len(side.lines):
                continue
            words = side.words
            taken = words.set_of(finished)
            for cells, shift in side.lines:
                if cells & ~known:
                    line_yes, line_no = (yes & cells) >> shift, (no & cells) >> shift
                    left = words.project(line_yes, line_no).words
                    if left & taken:
                        left &= ~taken
                        if not left:
                            return None
                        all_yes, all_no = words.shared(left)
                        more_yes |= (all_yes ^ line_yes) << shift
                        more_no |= (all_no ^ line_no) << shift
        return None if more_yes & more_no else (more_yes, more_no)

    def choices(self, yes: int, no: int, unique: bool) -> tuple[Line, Words, Sequence[int]]:
        """The open line that the fewest words fit, and those words; the first of several such lines.

        Few for its open cells: of 2 words that differ in ten cells one says more than of 2 that differ in two. So the
        measure is the size's logarithm by the open cells, compared in whole numbers to be the same on every machine.
        On the hardest boards of 20×20 it makes a seventh of the nodes that the bare size makes.
        """
        known = yes | no
        best: tuple[Line, Words, int] | None = None
        fewest, room = 0, 1
        for side in self.sides:
            words = side.words
            taken = 0
            if unique:
                taken = words.set_of([(yes & cells) >> shift for cells, shift in side.lines if not cells & ~known])
            for line in side.lines:
                cells, shift = line
                still_open = (cells & ~known).bit_count()
                if still_open:
                    left, size, _, _ = words.project((yes & cells) >> shift, (no & cells) >> shift)
                    if left & taken:
                        left &= ~taken
                        size = left.bit_count()
                    if best is None or size**room < fewest**still_open:
                        best, fewest, room = (line, words, left), size, still_open
        if best is None:
            raise ValueError("a full board has nothing to choose")
        line, words, left = best
        return line, words, words.members(left)


@lru_cache(maxsize=32)
def lines_of(rows: int, cols: int) -> Lines:
    """The lines of a shape, made once a process."""
    return Lines(rows, cols)

"""The lines of a board of one shape, and what they force, all at once: the quick half of the reasoner.

A board is two masks, the ones and the zeros, and in here one number, the zeros above the ones. What a line forces is
looked up by its state (:mod:`pipeline.kinds.binairo.side`): by the simple moves, or by the dictionary, which covers
them. On a board that nobody has looked at, what neighbours force is drawn out first, on all lines at once, so that the
dictionary is asked of fewer states. :meth:`Lines.distinct` takes the words of finished lines away from the lines beside
them.

Roads not taken. To draw out what neighbours force after every line that was looked up spares few more states, and is
slower once what the dictionary says is remembered; so is to look every line up by the simple moves first. To remember
how open a line is as a float, in place of comparing powers of whole numbers, is slower too: it has to be made anew for
every line that finished words cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pipeline.kinds.binairo.moves import BROKEN, FINISHED, Remembered
from pipeline.kinds.binairo.puzzle import crowded
from pipeline.kinds.binairo.side import Line, Side
from pipeline.kinds.binairo.words import Words

Masks = tuple[int, int]
"""Ones and zeros."""

Said = Remembered[int, int | None] | Remembered[int, int]
"""A table of what the states of a line force."""


class Lines:
    """All lines of a board of ``rows`` × ``cols``."""

    __slots__ = ("_apart", "_projected", "_settled", "_threes", "cells", "crowded", "every", "sides", "ways")

    def __init__(self, rows: int, cols: int) -> None:
        self._apart = rows * cols
        self.cells = (1 << rows * cols) - 1
        across, down = Side(cols, 1, rows, cols), Side(rows, cols, cols, 1)
        self.sides = (across, down)
        self._settled = (across.settled, down.settled)
        self._projected = (across.projected, down.projected)
        self.every = (
            *((line.cells, cols // 2) for line in across.lines),
            *((line.cells, rows // 2) for line in down.lines),
        )
        """The cells of each line and half their number."""
        row, column = across.words.full, down.words.full
        self.ways = ((1, (row >> 2) * column), (cols, self.cells >> 2 * cols))
        """Along the rows and down the columns: the distance of neighbours, and the cells at which three begin."""
        self._threes = tuple([(step, starts | starts << self._apart) for step, starts in self.ways])
        """The same for both stones."""
        self.crowded = crowded(rows, cols) is not None
        """Whether there are fewer words than lines, so that the lines cannot all differ."""

    def board(self, yes: int, no: int) -> int:
        """Both masks in one number."""
        return yes | no << self._apart

    def round(self, yes: int, no: int, touched: int, unique: bool) -> Masks | None:
        """The simple moves of the touched lines at first sight; None where a line is broken, or repeats another."""
        found = self._round(self.board(yes, no), touched, unique)
        return None if found < 0 else (found & self.cells, found >> self._apart)

    def drawn_out(
        self, yes: int, no: int, touched: int, unique: bool, limit: int | None
    ) -> tuple[int | None, int, int]:
        """Such rounds one after the other, as far as they lead, or one more than ``limit``.

        After how many of them a line was broken, None where none was; and how far they came, ones and zeros.
        """
        apart, cells = self._apart, self.cells
        board = self.board(yes, no)
        rounds = 0
        broken = None
        while limit is None or rounds <= limit:
            found = self._round(board, touched, unique)
            if found > 0:
                board |= found
            if found < 0 or board & board >> apart & cells:
                broken = rounds
                break
            if not found:
                break
            touched = (found | found >> apart) & cells
            rounds += 1
        return broken, board & cells, board >> apart

    def _round(self, board: int, touched: int, unique: bool) -> int:
        """What a round decides, or that a rule is broken."""
        found = 0
        for side in self.sides:
            at, once, here = side.at, side.once, touched
            while here:
                both, shift, rest = at[here.bit_length()]
                here &= rest
                state = (board & both) >> shift
                more = once[state]
                if more:
                    if more < 0:
                        return BROKEN
                    found |= more << shift
                elif more is FINISHED and unique and _is_repeated(side, board, state):
                    return BROKEN
        return found

    def near(self, yes: int, no: int, touched: int) -> int:
        """The cells of the touched lines; -1 where one of them is finished."""
        still_open = self.cells & ~(yes | no)
        near = 0
        for side in self.sides:
            here = touched
            while here:
                both, _, rest = side.at[here.bit_length()]
                here &= rest
                if not both & still_open:
                    return -1
                near |= both & self.cells
        return near

    def settle(self, yes: int, no: int, fresh: int, unique: bool, rank: int = 3, goal: int = -1) -> Masks | None:
        """All that the techniques up to a rank force, to the fixpoint; None where a rule of them is broken.

        Of rank 1 are the simple moves, of rank 2 what the dictionary says of a line, of rank 3 what finished lines say
        of the others. ``fresh`` are the known cells that have not been looked at yet; no cell is both. Once all
        cells of the goal are known it goes no further.
        """
        tables = self._settled if rank == 1 else self._projected
        first = self.board(yes, no)
        if fresh == yes | no:
            first = self._beside(first)
            if first < 0:
                return None
            fresh = self._cells_of(first)
        board = self._each_line(first, fresh, tables, goal)
        while board is not None and unique and rank > 2 and goal & ~self._cells_of(board):
            found = self.distinct(board)
            if found is None:
                return None
            if not found:
                break
            board = self._each_line(board | found, self._cells_of(found), tables, goal)
        if board is None or (unique and rank < 3 and self._repeats(board)):
            return None
        return board & self.cells, board >> self._apart

    def _beside(self, board: int) -> int:
        """A board with all that two equal ones of three neighbours force; broken where that denies what is known."""
        apart, cells = self._apart, self.cells
        while True:
            ends = 0
            for step, starts in self._threes:
                first, second, third = board & starts, board >> step & starts, board >> step + step & starts
                ends |= second & third | (first & third | (first & second) << step) << step
            more = (ends >> apart | (ends & cells) << apart) & ~board
            if not more:
                return board
            board |= more
            if board & board >> apart & cells:
                return BROKEN

    def _cells_of(self, board: int) -> int:
        """The cells of the stones of a board."""
        return (board | board >> self._apart) & self.cells

    def _each_line(self, board: int, fresh: int, tables: tuple[Said, Said], goal: int) -> int | None:
        """What tables say to the fixpoint, rows and columns by turns: what one finds is for the other to look at.

        No further than the goal, if that is any cells of the board.
        """
        here = there = fresh
        apart, cells = self._apart, self.cells
        turn = 0
        while here or there:
            at, table = self.sides[turn].at, tables[turn]
            found = 0
            while here:
                both, shift, rest = at[here.bit_length()]
                here &= rest
                more = table[(board & both) >> shift]
                if more:
                    if more < 0:
                        return None
                    found |= more << shift
            if found:
                board |= found
                there |= (found | found >> apart) & cells
                if not goal & ~(board | board >> apart):
                    break
            here, there = there, 0
            turn ^= 1
        return board

    def _still_open(self, board: int) -> int:
        return self.cells & ~(board | board >> self._apart)

    def _repeats(self, board: int) -> bool:
        """Whether two finished lines are equal."""
        still_open = self._still_open(board)
        finished = [side.finished(board, still_open) for side in self.sides]
        return any(len(set(states)) < len(states) for states in finished)

    def distinct(self, board: int) -> int | None:
        """What lines are left with when the words of the finished lines beside them are gone.

        None where two finished lines are equal, or a line is left without a word.
        """
        still_open = self._still_open(board)
        more = 0
        for side in self.sides:
            finished = side.finished(board, still_open)
            if len(set(finished)) < len(finished):
                return None
            if not finished or len(finished) == len(side.lines):
                continue
            words = [(state, side.opposite(state)) for state in finished]
            for both, shift, _ in side.cuts:
                if both & still_open:
                    state = (board & both) >> shift
                    repeats = [word for word, denied in words if not state & denied]
                    if repeats:
                        found = side.without[(state, *repeats)]
                        if found < 0:
                            return None
                        more |= found << shift
        return None if more & more >> self._apart & self.cells else more

    def choices(self, yes: int, no: int, unique: bool) -> tuple[Line, Words, Sequence[int]]:
        """The open line that the fewest words fit, and those words; the first of several such lines.

        Few for its open cells: of 2 words that differ in ten cells one says more than of 2 that differ in two. So the
        measure is the size's logarithm by the open cells, compared in whole numbers to be the same on every machine.
        On the hardest boards of 20×20 it makes a seventh of the nodes that the bare size makes.
        """
        board = self.board(yes, no)
        still_open = self._still_open(board)
        best: tuple[Side, Line, int] | None = None
        fewest = room = 1
        for side in self.sides:
            denied = [side.opposite(state) for state in side.finished(board, still_open)] if unique else []
            sizes, most, length = side.sizes, len(denied), side.words.full.bit_count()
            for line, (both, shift, _) in zip(side.lines, side.cuts, strict=True):
                state = (board & both) >> shift
                width = length - state.bit_count()
                if not width:
                    continue
                size = sizes[state]
                # Powers of two tell most lines apart, even one without all finished words.
                if size > most and best and ((size - most).bit_length() - 1) * room >= fewest.bit_length() * width:
                    continue
                for word in denied:
                    if not state & word:
                        size -= 1
                if best is None or size**room < fewest**width:
                    best, fewest, room = (side, line, state), size, width
        if best is None:
            raise ValueError("a full board has nothing to choose")
        side, line, state = best
        finished = side.finished(board, still_open) if unique else []
        repeats = [word for word in finished if not state & side.opposite(word)]
        return line, side.words, side.words.members(side.remaining(state, repeats))


def _is_repeated(side: Side, board: int, state: int) -> bool:
    """Whether more than one line of the board has this state."""
    return [(board & both) >> shift for both, shift, _ in side.cuts].count(state) > 1


@lru_cache(maxsize=8)
def lines_of(rows: int, cols: int) -> Lines:
    """The lines of a shape, made once a process for the shapes that it meets by turns; so many keep their tables."""
    return Lines(rows, cols)

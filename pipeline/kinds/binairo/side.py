"""All rows of a board of one shape, or all its columns, and the tables of what the states of such a line force.

The state of a line is cut out of a board by one ``&`` and one shift: see :mod:`pipeline.kinds.binairo.moves`. What it
forces is looked up, since boards of one shape meet the same lines over and over, and a look-up takes a tenth of the
time that it takes to ask the dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.kinds.binairo.halves import Halves
from pipeline.kinds.binairo.moves import BROKEN, Moves, Remembered
from pipeline.kinds.binairo.words import Projection, words_of

MOST_REMEMBERED = 1 << 13
"""Entries of a table, of some 350 bytes each on a board of 20×20: the tables of a shape are 20 MB at most, about.

Half a dozen layouts of that size fill one.
"""


class Line(NamedTuple):
    """A row or a column: its cells, and how far they are shifted from those of a word."""

    cells: int
    shift: int


class Cut(NamedTuple):
    """How a line is cut out of a board: by the mask of its ones and its zeros, and a shift. ``rest`` are the cells of
    all other lines."""

    both: int
    shift: int
    rest: int


class Side:
    """The lines of one side, ``count`` of them, beginning ``between`` cells apart; zeros stand ``apart`` above ones."""

    __slots__ = ("_apart", "at", "cuts", "lines", "once", "projected", "settled", "sizes", "without", "words")

    def __init__(self, length: int, stride: int, count: int, between: int) -> None:
        self._apart = apart = length * count
        self.words = words_of(length, stride)
        full = self.words.full
        self.lines = tuple([Line(full << nth * between, nth * between) for nth in range(count)])
        board = (1 << apart) - 1
        self.cuts = tuple([Cut(cells | cells << apart, shift, board ^ cells) for cells, shift in self.lines])
        self.at = self._by_cell()
        """The line of each cell, cells counted from 1: a mask is worked off from its highest bit down."""
        moves = Moves(length, stride, apart)
        self.once: Remembered[int, int | None] = Remembered(moves.once, MOST_REMEMBERED)
        self.settled: Remembered[int, int | None] = Remembered(moves.settled, MOST_REMEMBERED)
        halves = Halves(length, stride, apart)
        self.projected: Remembered[int, int] = Remembered(halves.agreed, MOST_REMEMBERED)
        """What all words that fit have alike, beyond what is known."""
        self.sizes: Remembered[int, int] = Remembered(halves.size, MOST_REMEMBERED)
        """How many words fit."""
        self.without: Remembered[tuple[int, ...], int] = Remembered(self._without, MOST_REMEMBERED)
        """As ``projected``, by a state and the states of words that it must not become."""

    def _by_cell(self) -> tuple[Cut, ...]:
        at = [self.cuts[0]] * (self._apart + 1)
        for (cells, _), cut in zip(self.lines, self.cuts, strict=True):
            while cells:
                cell = cells.bit_length()
                at[cell] = cut
                cells ^= 1 << cell - 1
        return tuple(at)

    def finished(self, board: int, still_open: int) -> list[int]:
        """The states of the lines in which no cell is open."""
        return [(board & both) >> shift for both, shift, _ in self.cuts if not both & still_open]

    def opposite(self, state: int) -> int:
        """The state with its ones and its zeros exchanged: what denies a word of this state."""
        return (state & self.words.full) << self._apart | state >> self._apart

    def masks(self, state: int) -> tuple[int, int]:
        """The ones and the zeros of a state."""
        return state & self.words.full, state >> self._apart

    def known(self, state: int) -> int:
        """The cells of a state that are not open."""
        yes, no = self.masks(state)
        return yes | no

    def stones_at(self, index: int) -> int:
        """Both stones of a cell of a line, of which a state has one at most."""
        return 1 << index | 1 << index + self._apart

    def is_word(self, state: int) -> bool:
        """Whether a finished line keeps the rules of single lines."""
        return state & self.words.full in self.words.legal

    def agreed(self, state: int, repeats: Iterable[int] = ()) -> int:
        """What all words that fit have alike beyond what is known, without those of these states; or broken."""
        words = tuple(repeats)
        return self.without[(state, *words)] if words else self.projected[state]

    def fitting(self, state: int) -> Projection:
        """The words that fit, and what they have alike."""
        return self.words.project(*self.masks(state))

    def remaining(self, state: int, repeats: Iterable[int]) -> int:
        """The set of the words that fit, without those of these states."""
        left = self.fitting(state).words
        for word in repeats:
            left &= ~(1 << self.words.legal[word & self.words.full])
        return left

    def _without(self, key: tuple[int, ...]) -> int:
        state, *repeats = key
        left = self.remaining(state, repeats)
        if not left:
            return BROKEN
        yes, no = self.words.shared(left)
        return (yes | no << self._apart) ^ state

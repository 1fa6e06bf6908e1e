"""What the rules say of one line by themselves, without its dictionary: the moves of rank 1, those of a line at once.

Of three neighbours of which two are equal the third is the other stone; where half of the cells have one stone, the
rest have the other. A line is one number here, its *state*: the mask of its ones, and far above it that of its zeros,
each as its cells lie on the board (see :mod:`pipeline.kinds.binairo.words`).

Boards of one shape meet the same lines over and over, and what is said of a line is asked from a table by its state:
:class:`Remembered` works it out once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

BROKEN = -1
"""Said of a line that breaks a rule of lines; else the cells that are decided are, as a state, or nothing as 0."""
FINISHED = None
"""Said of a line without an open cell that breaks none."""


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(dict[K, V]):
    """A table of what is said of the states of a line, each worked out once; when it is full it starts afresh."""

    __slots__ = ("_ask", "room")

    def __init__(self, ask: Callable[[K], V], room: int) -> None:
        super().__init__()
        self._ask = ask
        self.room = room

    def __missing__(self, key: K) -> V:
        if len(self) >= self.room:
            self.clear()
        said = self[key] = self._ask(key)
        return said


class Moves:
    """The simple moves of lines of one length, whose zeros stand ``apart`` bits above the ones."""

    __slots__ = ("_apart", "_full", "_half", "_starts", "_step")

    def __init__(self, length: int, stride: int, apart: int) -> None:
        self._full = sum([1 << at * stride for at in range(length)])
        self._half = length // 2
        self._step = stride
        starts = self._full >> 2 * stride
        self._starts = starts | starts << apart
        """The first cells of three in a row, as ones and as zeros."""
        self._apart = apart

    def once(self, state: int) -> int | None:
        """What the rules decide at first sight."""
        full, apart, half = self._full, self._apart, self._half
        ends = self._ends(state)
        yes, no = state & full, state >> apart
        ones, zeros = yes.bit_count(), no.bit_count()
        if ends < 0 or ones > half or zeros > half:
            return BROKEN
        known = yes | no
        if known == full:
            return FINISHED
        more = ends >> apart | (ends & full) << apart
        if ones == half:
            more |= full << apart
        if zeros == half:
            more |= full
        return more & ~(known | known << apart)

    def settled(self, state: int) -> int | None:
        """What they decide in the end, each move seen by the next."""
        reached = state
        full, apart = self._full, self._apart
        while more := self.once(reached):
            if more < 0 or more & full & more >> apart:
                return BROKEN
            reached |= more
        return reached ^ state or more

    def _ends(self, state: int) -> int:
        """Of three neighbours of which two are equal the third, known or not, as one of them; broken where all are."""
        step, starts = self._step, self._starts
        first, second, third = state & starts, state >> step & starts, state >> step + step & starts
        pairs = first & second
        if pairs & third:
            return BROKEN
        return second & third | (first & third | pairs << step) << step

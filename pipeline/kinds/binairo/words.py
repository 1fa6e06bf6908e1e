"""The dictionary of legal lines, and sets of its words as bitsets.

A *word* is a legal filling of one line: half of each stone, no three equal in a row. There are 6, 14, 34, 84, 208
words of 4, 6, 8, 10, 12 cells, and 52,404 of 24. A *set of words* is one int with a bit per word, so that what a line
can still be is one number, and a cell that becomes known cuts it by a single ``&`` with the set of the words that have
that stone there. What all words of a set share is read off the same sets: the *projection* of the line.

Words, and the cells of a line, are masks too. Cell ``i`` of a line is bit ``i * stride``: 1 along a row, the board's
width down a column, so that a line is cut out of a board by one ``&`` and one shift, whichever way it lies.

Roads not taken. Lists of words filtered one by one are what programs in other languages do, and are quick there; here
an ``&`` over 8,196 words takes as long as looking at two of them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import NamedTuple

MOST_ONE_BY_ONE = 100
"""The words of larger sets are sooner listed by a look at every bit."""
CHOSEN = bytes.maketrans(b"01", b"\0\1")


class Projection(NamedTuple):
    """The words that fit a line, how many they are, and the cells on which they agree, the known ones included."""

    words: int
    size: int
    yes: int
    no: int


class Words:
    """The dictionary of one length at one stride."""

    __slots__ = ("_cells", "all", "full", "legal", "words")

    def __init__(self, length: int, stride: int = 1) -> None:
        texts = _spell(length)
        cells = [1 << at * stride for at in range(length)]
        self.full = sum(cells)
        """The mask of the cells of a line."""
        gap = "0" * (stride - 1)
        # Texts in reverse here and below, since the last character is the lowest bit.
        self.words = tuple([int(gap.join(text[::-1]), 2) for text in texts])
        self.all = (1 << len(texts)) - 1
        """The set of all words."""
        joined = "".join(reversed(texts))
        ones = [int(joined[at::length], 2) for at in range(length)]
        self._cells = tuple((cell, has_one, self.all ^ has_one) for cell, has_one in zip(cells, ones, strict=True))
        self.legal = {word: at for at, word in enumerate(self.words)}
        """Each word, and its bit in a set: the sets themselves would take 170 MB for words of 24 cells."""

    def project(self, yes: int, no: int) -> Projection:
        """The projection of a line with these known cells; of size 0 where no word fits."""
        words = self.all
        open_cells = []
        for entry in self._cells:
            cell, has_one, has_zero = entry
            if yes & cell:
                words &= has_one
            elif no & cell:
                words &= has_zero
            else:
                open_cells.append(entry)
        if yes & no or not words:
            return Projection(0, 0, yes, no)
        for cell, has_one, _ in open_cells:
            some = words & has_one
            if not some:
                no |= cell
            elif some == words:
                yes |= cell
        return Projection(words, words.bit_count(), yes, no)

    def shared(self, words: int) -> tuple[int, int]:
        """The cells in which all words of a set have a 1, and those in which all have a 0."""
        yes = no = 0
        for cell, has_one, _ in self._cells:
            some = words & has_one
            if not some:
                no |= cell
            elif some == words:
                yes |= cell
        return yes, no

    def with_one(self, words: int, at: int) -> int:
        """Those words of a set that have a 1 in the cell at this place of the line."""
        return words & self._cells[at][1]

    def members(self, words: int) -> list[int]:
        """The words of a set, in the order of the dictionary."""
        if words.bit_count() > MOST_ONE_BY_ONE:
            return list(compress(self.words, f"{words:b}"[::-1].encode().translate(CHOSEN)))
        found = []
        while words:
            low = words & -words
            words ^= low
            found.append(self.words[low.bit_length() - 1])
        return found


@lru_cache(maxsize=64)
def words_of(length: int, stride: int = 1) -> Words:
    """The dictionary of this length, made once a process."""
    return Words(length, stride)


@lru_cache(maxsize=4)
def _spell(length: int) -> tuple[str, ...]:
    """Every word as text, in the order of the alphabet."""
    half = length // 2
    words = [""]
    for _ in range(length):
        words = [
            word + stone
            for word in words
            for stone in "01"
            if not word.endswith(stone * 2) and word.count(stone) < half
        ]
    return tuple(words)

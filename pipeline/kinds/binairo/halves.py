"""What the words that fit a line agree on, found by its two halves: the projection of a line, without its dictionary.

Two halves make a word if neither has three equal stones in a row, none come about where they meet, and half of all
stones are ones. So nothing of a half matters to the other but how many ones it has, the stone at the *seam*, and
whether that stands alone there or beside its like: its *rim*. A half of a line fits some words of its length, a few
hundred at most, and those count of which the rim goes with that of some word that fits the other half.

Boards meet the same halves far more often than the same lines, and the same sets of rims more often still: what is
found of them is remembered.

Roads not taken. One set with a bit for each word of the whole line, 8,196 of 20 cells, cut by each known cell and
looked at for each open one, takes half as long again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from pipeline.kinds.binairo.moves import BROKEN, Remembered

MOST_REMEMBERED = 1 << 13
"""Entries of a table, of some 250 bytes each."""


class _Rim(NamedTuple):
    """What of a half matters to the other: its ones, the stone at the seam, and how many stand there side by side."""

    ones: int
    stone: str
    run: int


class _Half:
    """The words of one half of a line, ordered by their rims.

    A set of words has a bit for each word. Above the words of a rim a bit stands for the rim itself, its *mark*, which
    no set of words has: so a set and the set of all words, added up, carry into the marks of just those rims of which
    the set has a word.
    """

    __slots__ = ("_stones", "everything", "groups", "marks", "parts", "rims", "shared", "spans")

    def __init__(self, texts: Sequence[str], bits: Sequence[int], apart: int, rim: Callable[[str], _Rim]) -> None:
        """``bits`` are those of the cells in the state of a line, whose zeros stand ``apart`` above the ones."""
        self.rims: list[_Rim] = []
        self.groups: list[tuple[int, int]] = []
        """For each rim its mark, and the set of the words that have it."""
        bit_of: dict[str, int] = {}
        mark = 1
        for some, alike in groupby(sorted(texts, key=rim), rim):
            first = mark
            for word in alike:
                bit_of[word] = mark
                mark <<= 1
            self.rims.append(some)
            self.groups.append((mark, mark - first))
            mark <<= 1
        self.marks = sum([mark for mark, _ in self.groups])
        """The rims of all words, a set of marks."""
        self.everything = everything = sum(bit_of.values())
        """The set of all words."""
        having = [
            (1 << bit + apart * (stone == "0"), sum([one for word, one in bit_of.items() if word[at] == stone]))
            for at, bit in enumerate(bits)
            for stone in "01"
        ]
        middle = len(bits) // 2 * 2
        self.parts = _part(having[:middle], everything), _part(having[middle:], everything)
        """The cells of each part of the half, and the words that fit its state."""
        self._stones = [(stone, everything ^ words) for stone, words in having]
        """Each stone of each cell, as a state, and the words that do not have it there."""
        self.spans: Remembered[int, int] = Remembered(self._span, MOST_REMEMBERED)
        """The words that have one of a set of rims."""
        self.shared: Remembered[int, int] = Remembered(self._shared, MOST_REMEMBERED)
        """By a set of words, not an empty one, the stones that all of them have, as a state."""

    def fitting(self, state: int) -> int:
        """The words that fit the state of a line."""
        (first, firsts), (last, lasts) = self.parts
        return firsts[state & first] & lasts[state & last]

    def _span(self, rims: int) -> int:
        return sum([group for mark, group in self.groups if rims & mark])

    def _shared(self, words: int) -> int:
        return sum([stone for stone, without in self._stones if not words & without])


class Halves:
    """Lines of one length and stride, whose zeros stand ``apart`` bits above the ones."""

    __slots__ = ("_first", "_firsts_for", "_second", "_seconds_for", "_seconds_of")

    def __init__(self, length: int, stride: int, apart: int) -> None:
        half = length // 2
        texts = _spell(half)
        bits = [at * stride for at in range(length)]
        self._first = first = _Half(texts, bits[:half], apart, lambda text: _rim(text[::-1]))
        self._second = second = _Half(texts, bits[half:], apart, _rim)
        going = [[_go(one, other, half) for other in second.rims] for one in first.rims]
        firsts = [_marked(column, first.groups) for column in zip(*going, strict=True)]
        seconds = [_marked(row, second.groups) for row in going]
        by_second = [(mark, rims) for (mark, _), rims in zip(second.groups, firsts, strict=True)]
        by_first = [(mark, rims) for (mark, _), rims in zip(first.groups, seconds, strict=True)]
        self._firsts_for: Remembered[int, int] = Remembered(partial(_any_of, by_second), MOST_REMEMBERED)
        """By a set of rims of second halves those of first halves that go with one of them."""
        self._seconds_for: Remembered[int, int] = Remembered(partial(_any_of, by_first), MOST_REMEMBERED)
        self._seconds_of = [(group, second.spans[rims]) for (_, group), rims in zip(first.groups, seconds, strict=True)]
        """For each rim of a first half the first halves that have it, and the second ones that go with them."""

    def agreed(self, state: int) -> int:
        """What all words that fit have alike beyond what is known, as a state; broken where none fits."""
        first, second = self._first, self._second
        # As ``fitting`` has it: to call that twice would take a tenth of the time.
        (one, ones), (two, twos) = first.parts
        (three, threes), (four, fours) = second.parts
        before, after = ones[state & one] & twos[state & two], threes[state & three] & fours[state & four]
        rims_before, rims_after = before + first.everything & first.marks, after + second.everything & second.marks
        live = rims_before & self._firsts_for[rims_after]
        if not live:
            return BROKEN
        before &= first.spans[live]
        after &= second.spans[rims_after & self._seconds_for[rims_before]]
        return (first.shared[before] | second.shared[after]) ^ state

    def size(self, state: int) -> int:
        """How many words fit."""
        before, after = self._first.fitting(state), self._second.fitting(state)
        return sum([(before & some).bit_count() * (after & others).bit_count() for some, others in self._seconds_of])


def _part(having: Sequence[tuple[int, int]], everything: int) -> tuple[int, Remembered[int, int]]:
    """Some cells of a half, as ones and as zeros, and by the state of these the words that fit.

    ``having`` has each stone of each of these cells, as a state, and the words that have it there.
    """

    def fitting(state: int) -> int:
        words = everything
        for stone, some in having:
            if state & stone:
                words &= some
        return words

    return sum([stone for stone, _ in having]), Remembered(fitting, MOST_REMEMBERED)


def _marked(going: Sequence[bool], groups: Sequence[tuple[int, int]]) -> int:
    """The marks of the rims that go."""
    return sum([mark for (mark, _), goes in zip(groups, going, strict=True) if goes])


def _any_of(partners: Sequence[tuple[int, int]], rims: int) -> int:
    """The rims that go with one of these."""
    found = 0
    for mark, others in partners:
        if rims & mark:
            found |= others
    return found


def _rim(text: str) -> _Rim:
    """The rim of a half of which the first stone is at the seam."""
    return _Rim(text.count("1"), text[0], 2 if text[:2] == text[0] * 2 else 1)


def _go(one: _Rim, other: _Rim, half: int) -> bool:
    """Whether two halves make a word."""
    return one.ones + other.ones == half and (one.stone != other.stone or one.run + other.run < 3)


def _spell(length: int) -> list[str]:
    """Every half without three equal stones in a row."""
    texts = [""]
    for _ in range(length):
        texts = [text + stone for text in texts for stone in "01" if not text.endswith(stone * 2)]
    return texts

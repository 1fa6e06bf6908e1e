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
    """The words of one half of a line, ordered by their rims."""

    __slots__ = ("_groups", "_stones", "groups", "parts", "rims", "rims_of", "shared", "spans")

    def __init__(self, texts: Sequence[str], bits: Sequence[int], apart: int, rim: Callable[[str], _Rim]) -> None:
        """``bits`` are those of the cells in the state of a line, whose zeros stand ``apart`` above the ones."""
        words = sorted(texts, key=rim)
        self.rims: list[_Rim] = []
        self.groups: list[int] = []
        """For each rim the set of the words that have it."""
        first = 0
        for some, alike in groupby(words, rim):
            size = len(list(alike))
            self.rims.append(some)
            self.groups.append((1 << size) - 1 << first)
            first += size
        everything = (1 << len(words)) - 1
        having = [
            (1 << bit + apart * (stone == "0"), sum([1 << nth for nth, word in enumerate(words) if word[at] == stone]))
            for at, bit in enumerate(bits)
            for stone in "01"
        ]
        middle = len(bits) // 2 * 2
        self.parts = _part(having[:middle], everything), _part(having[middle:], everything)
        """The cells of each part of the half, and the words that fit its state."""
        self._stones = [(stone, everything ^ words) for stone, words in having]
        """Each stone of each cell, as a state, and the words that do not have it there."""
        self._groups = [(1 << nth, group) for nth, group in enumerate(self.groups)]
        self.rims_of: Remembered[int, int] = Remembered(self._rims_of, MOST_REMEMBERED)
        """The rims of a set of words, as a set."""
        self.spans: Remembered[int, int] = Remembered(self._span, MOST_REMEMBERED)
        """The words that have one of a set of rims."""
        self.shared: Remembered[int, int] = Remembered(self._shared, MOST_REMEMBERED)
        """By a set of words, not an empty one, the stones that all of them have, as a state."""

    def fitting(self, state: int) -> int:
        """The words that fit the state of a line."""
        (first, firsts), (last, lasts) = self.parts
        return firsts[state & first] & lasts[state & last]

    def _rims_of(self, words: int) -> int:
        return sum([rim for rim, group in self._groups if words & group])

    def _span(self, rims: int) -> int:
        return sum([group for rim, group in self._groups if rims & rim])

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
        firsts, seconds = [_set_of(column) for column in zip(*going, strict=True)], [_set_of(row) for row in going]
        self._firsts_for: Remembered[int, int] = Remembered(partial(_any_of, firsts), MOST_REMEMBERED)
        """By a set of rims of second halves those of first halves that go with one of them."""
        self._seconds_for: Remembered[int, int] = Remembered(partial(_any_of, seconds), MOST_REMEMBERED)
        self._seconds_of = [(group, second.spans[rims]) for group, rims in zip(first.groups, seconds, strict=True)]
        """For each rim of a first half the first halves that have it, and the second ones that go with them."""

    def agreed(self, state: int) -> int:
        """What all words that fit have alike beyond what is known, as a state; broken where none fits."""
        first, second = self._first, self._second
        # As ``fitting`` has it: to call that twice would take a tenth of the time.
        (one, ones), (two, twos) = first.parts
        (three, threes), (four, fours) = second.parts
        before, after = ones[state & one] & twos[state & two], threes[state & three] & fours[state & four]
        rims_before, rims_after = first.rims_of[before], second.rims_of[after]
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


def _set_of(members: Sequence[bool]) -> int:
    return sum([1 << nth for nth, is_member in enumerate(members) if is_member])


def _any_of(partners: Sequence[int], rims: int) -> int:
    found = 0
    for nth, others in enumerate(partners):
        if rims >> nth & 1:
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

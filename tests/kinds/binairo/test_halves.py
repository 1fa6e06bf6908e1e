"""Projections by the halves of a line, beside those by the dictionary of its words."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from pipeline.kinds.binairo.halves import Halves
from pipeline.kinds.binairo.moves import BROKEN
from pipeline.kinds.binairo.words import Words


def _compared(words: Words, halves: Halves, apart: int, yes: int, no: int) -> bool:
    """Whether a word fits; the halves say what the dictionary says."""
    _, size, all_yes, all_no = words.project(yes, no)
    state = yes | no << apart
    assert halves.agreed(state) == ((all_yes | all_no << apart) ^ state if size else BROKEN)
    assert halves.size(state) == size
    return size > 0


@pytest.mark.parametrize("length", [4, 6, 8])
def test_halves_say_what_the_dictionary_says_of_every_line(length: int) -> None:
    """As a row and as a column; of a line with a cell that is both, too."""
    for stride in (1, length):
        apart = length * stride
        words, halves = Words(length, stride), Halves(length, stride, apart)
        fits = 0
        for stones in product("01.", repeat=length):
            yes, no = (sum([1 << at * stride for at, ch in enumerate(stones) if ch == stone]) for stone in "10")
            fits += _compared(words, halves, apart, yes, no)
        assert not _compared(words, halves, apart, 1, 1)
        assert 0 < fits < 3**length


@pytest.mark.parametrize("length", [10, 14, 20, 24])
def test_halves_say_what_the_dictionary_says_of_long_lines(length: int) -> None:
    """Words with cells left out, a stone turned over in some."""
    random = Random(length)
    words, halves = Words(length), Halves(length, 1, length)
    fits = []
    for _ in range(300):
        word, shown, turned = random.choice(words.words), random.getrandbits(length), random.randrange(length)
        shown &= random.getrandbits(length) | random.choice((0, words.full))
        word ^= random.choice((0, 1 << turned))
        fits.append(_compared(words, halves, length, word & shown, shown & ~word))
    assert 30 < sum(fits) < 300

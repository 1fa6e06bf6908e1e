"""How finished grids are drawn."""

from __future__ import annotations

from random import Random

from pipeline.kinds.binairo.generate import _shuffle


def test_words_are_shuffled_as_by_the_library() -> None:
    """Into the same order from the same numbers, so that what is drawn after it is the same, too."""
    for size in (0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 1000):
        ours, theirs = Random(size), Random(size)
        words, others = list(range(size)), list(range(size))
        _shuffle(words, ours)
        theirs.shuffle(others)
        assert words == others
        assert ours.getstate() == theirs.getstate()

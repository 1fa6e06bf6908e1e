"""The dictionary of legal lines."""

from __future__ import annotations

import pytest

from pipeline.kinds.binairo.puzzle import crowded, legal_lines
from pipeline.kinds.binairo.words import Words
from tests.kinds.binairo import boards


@pytest.mark.parametrize(("length", "count"), [(4, 6), (6, 14), (8, 34), (10, 84), (12, 208), (14, 518)])
def test_dictionary_equals_brute_force(length: int, count: int) -> None:
    """Every legal filling of a line is a word, and nothing else is; the count alone says the same."""
    wanted = boards.legal_lines(length)
    words = Words(length)
    assert len(wanted) == len(words.words) == legal_lines(length) == count
    assert {sum(1 << at for at, ch in enumerate(line) if ch == "1") for line in wanted} == set(words.words)


@pytest.mark.parametrize("stride", [1, 8])
def test_projection_is_what_the_fitting_words_share(stride: int) -> None:
    """For every pattern of known cells of a line of 6, at the stride of a row and of a column."""
    words = Words(6, stride)
    patterns = [(yes, no) for yes in range(64) for no in range(64) if not yes & no]
    for bits_yes, bits_no in patterns:
        yes, no = (sum(1 << at * stride for at in range(6) if bits >> at & 1) for bits in (bits_yes, bits_no))
        fits = [word for word in words.words if word & yes == yes and not word & no]
        found = words.project(yes, no)
        assert sorted(words.members(found.words)) == sorted(fits)
        assert found.size == len(fits)
        if fits:
            assert found.yes == words.full & _all(fits)
            assert found.no == words.full & ~_any(fits)
            assert words.shared(found.words) == (found.yes, found.no)


def _all(words: list[int]) -> int:
    shared = -1
    for word in words:
        shared &= word
    return shared


def _any(words: list[int]) -> int:
    some = 0
    for word in words:
        some |= word
    return some


def test_crowded_board_is_one_with_more_lines_than_words() -> None:
    """Of 4 cells there are six lines: six can differ, eight cannot."""
    assert crowded(6, 4) is None
    assert crowded(8, 4) == "8 rows of 4 cells cannot all differ: there are only 6 legal ones"
    assert crowded(4, 8) == "8 columns of 4 cells cannot all differ: there are only 6 legal ones"
    assert crowded(24, 24) is None

"""Bases with more levels than a page holds are parted by the levels themselves."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from build import cutting
from build.cutting import cut, lot_of

MOST = 8
BASES, EACH = 20, 3 * MOST
LOTS = [lot_of(f"base-{base}") for base in range(BASES) for _ in range(EACH)]
IDS = [f"level-{number}" for number in range(BASES * EACH)]


def test_cut_draws_the_own_lot_of_each_level_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Counter[str] = Counter()

    def counted(name: str) -> int:
        drawn[name] += 1
        return lot_of(name)

    monkeypatch.setattr(cutting, "lot_of", counted)
    pages = cut(LOTS, IDS, MOST)
    assert sorted(chain.from_iterable(page.places for page in pages)) == list(range(len(IDS)))
    assert max(len(page.places) for page in pages) <= MOST
    assert drawn == Counter(IDS)

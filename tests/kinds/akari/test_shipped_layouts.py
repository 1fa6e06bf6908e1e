"""The shipped Akari layouts cover the sizes and tiers that the site promises."""

from __future__ import annotations

from collections import Counter

import pytest

from pipeline.tier import Tier
from tests.conftest import Shipped


@pytest.mark.parametrize(("side", "bases"), [(5, 16), (6, 16), (7, 16), (8, 16), (10, 16), (14, 16), (20, 6), (25, 6)])
def test_size_has_enough_bases(shipped: Shipped, side: int, bases: int) -> None:
    """Each size has the layouts that its page needs."""
    found = {level.base for level in shipped.of("akari") if level.rows == level.cols == side}
    assert len(found) >= bases


@pytest.mark.parametrize(("side", "levels"), [(5, 1), (6, 1), *((side, 6) for side in range(7, 15))])
def test_size_has_every_tier(shipped: Shipped, side: int, levels: int) -> None:
    """Every size up to 14 has levels at all four tiers, and from 7 on at least six of each."""
    counts = Counter(level.tier for level in shipped.of("akari") if level.rows == level.cols == side)
    assert all(counts[tier] >= levels for tier in Tier), counts


def test_pictures_have_titles(shipped: Shipped) -> None:
    """At least ten layouts are drawn by hand and named, some of them no squares."""
    pictures = {(level.title, level.rows, level.cols) for level in shipped.of("akari") if level.title}
    assert len(pictures) >= 10
    assert any(rows != cols for _, rows, cols in pictures)


def test_every_layout_gives_a_level(shipped: Shipped) -> None:
    """No shipped layout is left out whole."""
    assert [left for left in shipped.report.left_out if left.tier is None] == []
    assert {level.base for level in shipped.levels} == {layout.base for layout in shipped.layouts.values()}

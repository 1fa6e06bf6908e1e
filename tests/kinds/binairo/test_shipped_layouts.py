"""The shipped Binairo layouts cover the sizes and tiers that the site promises."""

from __future__ import annotations

from collections import Counter

import pytest

from pipeline.tier import Tier
from tests.conftest import Shipped


@pytest.mark.parametrize(
    ("rows", "cols", "bases"),
    [(6, 6, 16), (8, 8, 16), (10, 10, 16), (12, 12, 16), (14, 14, 8), (6, 8, 6), (8, 12, 6), (10, 14, 6)],
)
def test_size_has_enough_bases(shipped: Shipped, rows: int, cols: int, bases: int) -> None:
    """Each size has the layouts that its page needs."""
    found = {level.base for level in shipped.of("binairo") if (level.rows, level.cols) == (rows, cols)}
    assert len(found) >= bases


@pytest.mark.parametrize(("side", "levels"), [(6, 1), (8, 6), (10, 6)])
def test_size_has_every_tier(shipped: Shipped, side: int, levels: int) -> None:
    """All four tiers are there, at 8×8 and 10×10 at least six of each."""
    counts = Counter(level.tier for level in shipped.of("binairo") if level.rows == level.cols == side)
    assert all(counts[tier] >= levels for tier in Tier), counts


def test_both_rules_are_there(shipped: Shipped) -> None:
    """Some layouts allow equal lines."""
    assert {level.rules["unique_lines"] for level in shipped.of("binairo")} == {True, False}


def test_level_has_images_with_the_stones_exchanged(shipped: Shipped) -> None:
    """Turned, mirrored and exchanged, most boards are sixteen, and eight where they are no squares."""
    images = Counter((level.rows == level.cols, len(level.images)) for level in shipped.of("binairo"))
    assert images.most_common(2)[0][0] in ((True, 16), (False, 8))
    assert max(count for _, count in images) == 16

"""The shipped Tsunagi layouts cover the sizes, features and tiers that the site promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pipeline.catalogue import Level
from pipeline.kinds.tsunagi.lines import walk
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.tier import Tier
from tests.conftest import Shipped

FEATURED = (6, 7, 8, 9, 10)


def _sides(level: Level) -> tuple[int, int]:
    return level.rows, level.cols


@pytest.mark.parametrize(
    ("rows", "cols", "bases"),
    [
        *((side, side, 16) for side in range(5, 11)),
        (12, 12, 6),
        (15, 15, 6),
        (20, 20, 3),
        (6, 8, 4),
        (8, 9, 4),
        (8, 10, 4),
    ],
)
def test_size_has_enough_bases(shipped: Shipped, rows: int, cols: int, bases: int) -> None:
    """Each size has the layouts that its page needs."""
    found = {level.base for level in shipped.of("tsunagi") if _sides(level) == (rows, cols)}
    assert len(found) >= bases


@pytest.mark.parametrize("sides", [(8, 8), (8, 9), (9, 9), (10, 10)])
def test_size_has_every_tier(shipped: Shipped, sides: tuple[int, int]) -> None:
    """All four tiers are there, four levels of each or more."""
    counts = Counter(level.tier for level in shipped.of("tsunagi") if _sides(level) == sides)
    assert all(counts[tier] >= 4 for tier in Tier), counts


@pytest.mark.parametrize("side", FEATURED)
def test_size_has_boards_with_each_feature(shipped: Shipped, side: int) -> None:
    """Walls, bridges, edges that join, and waypoints in the hardest level: four bases of each."""
    bases = [levels[-1] for levels in shipped.bases("tsunagi").values() if _sides(levels[-1]) == (side, side)]
    assert sum(bool(level.rules["walls"]) for level in bases) >= 4
    assert sum("+" in "".join(level.grid) for level in bases) >= 4
    assert sum(bool(level.rules["wrap"]) for level in bases) >= 4
    assert sum(bool(level.clues) for level in bases) >= 4


def test_pictures_have_titles(shipped: Shipped) -> None:
    """Some layouts are drawn with blocked cells and named."""
    pictures = {level.title for level in shipped.of("tsunagi") if level.title and "#" in "".join(level.grid)}
    assert len(pictures) >= 6


def test_drawn_lines_are_tidy(shipped: Shipped) -> None:
    """No line runs beside itself, so that none has fewer than three cells, or ends beside its other end."""
    for layout in shipped.layouts.values():
        if layout.kind == "tsunagi":
            drawn: Drawn = layout.board
            assert not violations(replace(drawn.puzzle, touch=False), drawn.edges), layout.base
            steps = steps_of(drawn.puzzle)
            assert all(len(list(walk(steps, drawn.edges, first))) > 2 for first, _ in drawn.puzzle.pairs), layout.base

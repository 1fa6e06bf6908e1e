"""What is said above a board on paper."""

from __future__ import annotations

import pytest

from build.words import read_kind_words
from pipeline.kinds.binairo import KIND
from site_templates import ROOT


@pytest.mark.parametrize(("unique", "told"), [(True, ()), (False, ("equal lines are allowed",))])
def test_board_with_equal_lines_says_so(unique: bool, told: tuple[str, ...]) -> None:
    """Whoever has nothing but the paper could not know otherwise."""
    words = read_kind_words(ROOT / "kinds" / "binairo" / "words.yaml", "en")
    assert KIND.told_beside is not None
    keys = KIND.told_beside(KIND.read_grid(("....", "1..1", "....", ".00."), {"unique_lines": unique}))
    assert tuple(words.say(f"play.{key}") for key in keys) == told

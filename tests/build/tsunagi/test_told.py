"""What is said above a board on paper."""

from __future__ import annotations

from typing import Any

import pytest

from build.words import read_kind_words
from pipeline.kinds.tsunagi import KIND
from site_templates import ROOT

USUAL: dict[str, Any] = {"wrap": False, "fill": True, "touch": True, "walls": ""}


@pytest.mark.parametrize(
    ("switches", "told"),
    [
        ({}, ()),
        ({"wrap": True}, ("opposite edges join",)),
        ({"fill": False, "touch": False}, ("cells may stay empty", "no line beside itself")),
    ],
)
def test_board_says_which_switches_are_not_as_usual(switches: dict[str, Any], told: tuple[str, ...]) -> None:
    """Whoever has nothing but the paper could not know otherwise."""
    words = read_kind_words(ROOT / "kinds" / "tsunagi" / "words.yaml", "en")
    assert KIND.told_beside is not None
    keys = KIND.told_beside(KIND.read_grid(("A..", "...", "..A"), USUAL | switches))
    assert tuple(words.say(f"play.{key}") for key in keys) == told

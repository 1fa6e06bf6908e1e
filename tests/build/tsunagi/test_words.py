"""What the pages of Tsunagi say, beside what they show."""

from __future__ import annotations

import pytest

from build.words import read_kind_words
from pipeline.kinds.tsunagi.draw import svg
from site_templates import ROOT

from .test_draw import cells, shapes

MANY = ("AaA", *(letter * 2 + "." for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ0"))


@pytest.mark.parametrize(
    ("language", "ring", "number", "untrue"),
    [
        ("en", "ring", "number", ("small letter", "capital")),
        ("es", "anillo", "número", ("minúscula", "mayúscula")),
        ("ja", "輪", "数字", ("小文字", "大文字")),
    ],
)
def test_words_are_true_of_letters_and_of_numbers(
    language: str, ring: str, number: str, untrue: tuple[str, ...]
) -> None:
    """A waypoint is what stands in a ring, whether that is a letter or a number; small letters can be ends."""
    words = read_kind_words(ROOT / "kinds" / "tsunagi" / "words.yaml", language)
    rules = words.lines("rules")
    assert [number in rule for rule in rules] == [True, False, False, False, True, False]
    assert [ring in rule for rule in rules] == [False, False, False, False, True, False]
    assert ring in words.say("play.summary.missed", n=2)
    text = (ROOT / "kinds" / "tsunagi" / "words.yaml").read_text(encoding="utf-8")
    assert not [word for word in untrue if word in text]


def test_waypoints_are_in_rings_as_letters_and_as_numbers() -> None:
    """What the rules say is what a drawing shows."""
    for rows, name in ((("AaA",), "a"), (MANY, "1")):
        drawing = svg(rows)
        assert cells(drawing, "rings") == {(0, 1)}
        assert [one.text for one in shapes(drawing, "waypoints")] == [name]

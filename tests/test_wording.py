"""The words of messages: characters by name, counts with their noun."""

from __future__ import annotations

import pytest

from pipeline.wording import plural, spoken


@pytest.mark.parametrize(
    ("character", "words"),
    [
        ("5", "'5'"),
        ("答", "'答'"),
        (" ", "a blank"),
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\u00a0", "U+00A0 NO-BREAK SPACE"),
        ("\u3000", "U+3000 IDEOGRAPHIC SPACE"),
        ("\u0301", "U+0301 COMBINING ACUTE ACCENT"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\x1b", "U+001B"),
        ("\ue000", "U+E000"),
    ],
)
def test_wording_names_a_character_that_cannot_be_seen(character: str, words: str) -> None:
    """What shows is quoted; what does not is called by code point and name."""
    assert spoken(character) == words


def test_wording_counts_with_the_noun_that_fits() -> None:
    """One has no s, and thousands are set apart."""
    assert [plural(count, "level") for count in (0, 1, 2, 12_345)] == [
        "0 levels",
        "1 level",
        "2 levels",
        "12,345 levels",
    ]

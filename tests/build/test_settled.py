"""Titles and names that turn the direction of writing, or break a line, leave the words around them as they are."""

from __future__ import annotations

import pytest

from build.config import read_config
from build.settled import BEGIN, END, TURNING, settled

from .conftest import House, Write, line

CASES = {
    "Gallery": "Gallery",
    "回廊 #3 – «été»": "回廊 #3 – «été»",
    "\u202eyrellaG": "yrellaG",
    "a\u2066b\u2069\u200fc": "abc",
    "two\nlines\x07\u2028": "two lines",
    "\u202e\u2067": "",
    "שלום": f"{BEGIN}שלום{END}",
    f"\u202e{END}سلام 3\u2069": f"{BEGIN}سلام 3{END}",
    "👩\u200d🔧 می\u200cخواهم": f"{BEGIN}👩\u200d🔧 می\u200cخواهم{END}",
}


@pytest.mark.parametrize("text", CASES)
def test_settled_text_keeps_what_is_seen_and_turns_nothing(text: str) -> None:
    """Marks of direction go, letters that run leftward stand apart, and joiners, which shape letters, stay."""
    assert settled(text) == CASES[text]
    assert settled(settled(text)) == settled(text)


def test_settled_texts_are_what_every_page_has(house: House) -> None:
    """Play page, list of levels and sheets to print alike, in what is seen, in attributes and in data."""
    house.write([line(1, title="\u202eeltiT\u2066", author="\u202eשלום"), line(2, author="x\u2067\x85y")])
    house.build()
    turning = TURNING - {BEGIN, END}
    for path in house.out.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert [ch for ch in turning if ch in text or f"\\u{ord(ch):04x}" in text] == [], path.name
    first, second = house.data("toy/2x3-easy.html")["levels"]
    assert (first["title"], first["author"]) == ("eltiT", f"{BEGIN}שלום{END}")
    assert second["author"] == "x y"


def test_settled_texts_of_the_settings_are_too(settings: Write) -> None:
    """A site's own name stands in titles of windows and in texts to share."""
    config = read_config(settings('title: "\\u202eeltiT"\ndescription: "a\\u2067b"\nauthor: "שלום"\n'))
    assert (config.title, config.description, config.author) == ("eltiT", "ab", f"{BEGIN}שלום{END}")

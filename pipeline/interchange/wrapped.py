"""Text broken into lines for a page, by about how wide its letters are: no font is measured.

A line breaks at a blank; a word that is wider than a line breaks between two letters, never between a letter and what
is set on it or joined to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from unicodedata import category, east_asian_width

LETTER, CAPITAL, WIDE = 0.5, 0.8, 1.0
"""Widths of letters of a serif font, of its capitals, and of signs that fill a square, in its size."""
JOINER = "\u200d"
MARKS = frozenset({"Mn", "Me", "Cf"})
"""The categories of what takes no room of its own."""


def wrapped(text: str, room: float) -> list[str]:
    """The lines of a text, none wider than ``room`` times the size of the font."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        for number, part in enumerate(_parts(word, room)):
            longer = f"{line} {part}" if line and not number else part
            if number or (line and width(longer) > room):
                lines.append(line)
                longer = part
            line = longer
    return [*lines, line] if line else lines


def width(text: str) -> float:
    """About how wide a text is, in the size of its font."""
    return sum(_width(ch, before) for before, ch in pairwise(f" {text}"))


def _width(ch: str, before: str) -> float:
    if ch.isascii():
        return CAPITAL if ch.isupper() else LETTER
    if category(ch) in MARKS or before == JOINER:
        return 0.0
    return WIDE if east_asian_width(ch) in "WF" else CAPITAL if ch.isupper() else LETTER


def _parts(word: str, room: float) -> Iterator[str]:
    """A word, in parts of this width where it is wider."""
    part, used = "", 0.0
    for before, ch in pairwise(f" {word}"):
        more = _width(ch, before)
        if part and more and used + more > room:
            yield part
            part, used = "", 0.0
        part, used = part + ch, used + more
    yield part

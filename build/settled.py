"""What an author called a level or themselves, made fit to stand among the words of a page.

A text can turn the direction of what stands around it: by characters that do nothing else, which are left out, and by
letters that are written from right to left, which then get a place of their own, as Unicode's bidirectional algorithm
has it (UAX #9). It is done once, on the texts, since they come into titles, attributes and texts to copy too, where no
element can do it.
"""

from __future__ import annotations

from unicodedata import bidirectional, category

TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that only turn or mark the direction of writing."""

BREAKING = frozenset({"Cc", "Zl", "Zp"})
"""The categories of control characters and of ends of lines: each is a blank in a title."""

LEFTWARD = frozenset({"R", "AL", "AN"})
"""The classes of letters and figures that are written from right to left."""

BEGIN, END = "\u2068", "\u2069"
"""Between these a text has a direction of its own, and what stands around it has no part in it."""


def settled(text: str) -> str:
    """``text`` without what would turn its surroundings or break its line, and kept apart where it runs leftward."""
    if text.isascii() and text.isprintable():
        return text
    plain = "".join(" " if category(ch) in BREAKING else ch for ch in text if ch not in TURNING).strip()
    return f"{BEGIN}{plain}{END}" if any(bidirectional(ch) in LEFTWARD for ch in plain) else plain


def turns(text: str) -> bool:
    """Whether a text turns what stands around it, or could."""
    return not text.isascii() and any(ch in TURNING or bidirectional(ch) in LEFTWARD for ch in text)

"""How counts and characters are written in a message.

What an author typed is repeated in messages, and a terminal obeys some characters in place of showing them: they are
written as escapes, and where one of them is what a message is about, it is called by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category, name

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""The categories of characters that steer a terminal or leave no trace: control and format characters (those that turn
the direction of writing among them), halves of pairs, private and unassigned ones, and separators of lines."""

UNCLEAR = UNSEEN | {"Zs", "Mn", "Me"}
"""Those and the ones that nobody tells apart alone between quotes: spaces and marks that sit on another character."""


def visible(text: str) -> str:
    """The text with an escape such as ``\\x1b`` or ``\\u202e`` for each character that does not show."""
    if text.isascii() and text.isprintable():
        return text
    return "".join([_escape(ch) if category(ch) in UNSEEN else ch for ch in text])


def _escape(ch: str) -> str:
    code = ord(ch)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def spoken(ch: str) -> str:
    """A character as the subject of a message: in quotes, or by code point and name where it cannot be seen."""
    if ch == " ":
        return "a blank"
    if category(ch) not in UNCLEAR:
        return f"'{ch}'"
    return f"U+{ord(ch):04X} {name(ch, '')}".rstrip()


def plural(count: int, noun: str) -> str:
    """``1 level``, ``12,345 levels``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def listed(names: Sequence[str], last: str = "and") -> str:
    """``r1c1``, ``r1c1 and r1c2``, ``r1c1, r1c2 and r1c3``."""
    return f" {last} ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)

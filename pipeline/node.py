"""The tree that a YAML document is read into: every value knows its file, line and column.

``source.py`` makes the tree from a file; here are the nodes and what they are asked. Everything in a file is text to
begin with: ``no``, ``010`` and ``12:30`` mean what they look like, and a value is a truth value or a number only where
the reader of the layout asks for one. Whatever is not what was asked for raises :class:`LayoutSyntaxError` with the
place of the value and a hint that says what would be right.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.errors import LayoutSyntaxError, Location
from pipeline.wording import plural


class Located(NamedTuple):
    """A piece of text, and the place of its first character."""

    text: str
    location: Location


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value, as text."""

    text: str
    location: Location
    plain: bool
    """Written without quotes and on one line or folded; only such a value can be a number or a truth value."""
    rows: tuple[Located, ...]
    """Its lines as drawn, without blank ones around them; empty where the lines run together into one."""
    stray: Location | None = None
    """A comment right below the last row that is drawn like a row: YAML would lose it without a word."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    location: Location


class Entry(NamedTuple):
    """A key of a mapping with its value."""

    key: Located
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file; a document is one of these.

    Where a reader takes a ``default``, the key may be missing; without one a missing key is an error.
    """

    entries: tuple[Entry, ...]
    location: Location

    def __contains__(self, key: str) -> bool:
        return any(entry.key.text == key for entry in self.entries)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys in the order of the file."""
        return tuple(entry.key.text for entry in self.entries)

    def entry(self, key: str) -> Entry:
        """A key with its own place and its value."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry
        raise LayoutSyntaxError(f"the key '{key}' is missing", self.location, f"add a line '{key}: …'")

    def node(self, key: str) -> Node:
        """The value of a key, whatever it is."""
        return self.entry(key).value

    def place(self, key: str) -> Location:
        """Where the value of a key stands, or where the mapping begins if the key is missing."""
        return self.node(key).location if key in self else self.location

    def unknown_keys(self, known: Iterable[str]) -> tuple[LayoutSyntaxError, ...]:
        """One error for each key that is not among the known ones."""
        names = tuple(known)
        return tuple(
            LayoutSyntaxError(f"unknown key '{clip(key.text)}'", key.location, suggestion(key.text, names))
            for key, _ in self.entries
            if key.text not in names
        )

    def check_keys(self, known: Iterable[str]) -> None:
        """Raise the first of :meth:`unknown_keys`."""
        for error in self.unknown_keys(known):
            raise error

    def string(self, key: str, default: str | None = None, longest: int | None = None) -> str:
        """A text on one line, without the spaces around it, and of no more than ``longest`` characters."""
        if default is not None and key not in self:
            return default
        text, place = _text(self.node(key), key)
        if longest is not None and len(text) > longest:
            message = f"'{key}' has {plural(len(text), 'character')}"
            raise LayoutSyntaxError(message, place, f"no more than {longest} find room on a page")
        return text

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """One of a set of words."""
        if default is not None and key not in self:
            return default
        names = tuple(choices)
        text, location = _text(self.node(key), key)
        if text not in names:
            raise LayoutSyntaxError(f"'{key}' cannot be '{clip(text)}'", location, suggestion(text, names))
        return text

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """``true`` or ``false``, and none of the other ways that YAML has of saying so."""
        if default is not None and key not in self:
            return default
        node = self.node(key)
        text, location = _text(node, key)
        if not (isinstance(node, Scalar) and node.plain and text in ("true", "false")):
            raise LayoutSyntaxError(f"'{key}' is true or false, not '{clip(text)}'", location, "write true or false")
        return text == "true"

    def integer(self, key: str, default: int | None = None, low: int = 0, high: int = 10**9) -> int:
        """A whole number in plain decimal digits, from ``low`` to ``high``."""
        if default is not None and key not in self:
            return default
        node = self.node(key)
        text, location = _text(node, key)
        # Ten digits hold every number that is asked for, and keep int() from a hostile million of them.
        if isinstance(node, Scalar) and node.plain and re.fullmatch(r"0|-?[1-9][0-9]{0,9}", text):
            number = int(text)
            if low <= number <= high:
                return number
        raise LayoutSyntaxError(
            f"'{key}' is a whole number from {low} to {high}, not '{clip(text)}'",
            location,
            "write it in decimal digits, without quotes and without zeros in front",
        )

    def strings(self, key: str, default: tuple[Located, ...] | None = None) -> tuple[Located, ...]:
        """A list of texts, each with its place; a single text is not a list."""
        if default is not None and key not in self:
            return default
        node = self.node(key)
        if not isinstance(node, Sequence):
            raise LayoutSyntaxError(
                f"'{key}' is a list, not {_describe(node)}", node.location, f"write {key}: [a, b, c]"
            )
        return tuple(_text(item, key) for item in node.items)

    def mapping(self, key: str) -> Mapping:
        """Keys and values one level further in."""
        node = self.node(key)
        if not isinstance(node, Mapping):
            hint = f"write '{key}:' and its keys on the lines below, indented"
            raise LayoutSyntaxError(f"'{key}' holds keys and values, not {_describe(node)}", node.location, hint)
        return node

    def rows(self, key: str) -> tuple[Located, ...]:
        """The rows of a drawing, top to bottom, each with the place of its first character.

        The rows of a ``|`` block, without its indentation; spaces at the end of a row and blank lines around the
        drawing, which nobody can see, are no part of it. A drawing of one row may stand beside its key.
        """
        (_, key_place), node = self.entry(key)
        hint = f"write '{key}: |' and each row on its own line below it, indented by two spaces"
        if not isinstance(node, Scalar):
            raise LayoutSyntaxError(f"'{key}' is a drawing, not {_describe(node)}", node.location, hint)
        if not node.text.strip():
            raise LayoutSyntaxError(f"'{key}' has no rows", node.location, hint)
        # A row below its key without a '|': another that begins with '#' would have gone as a comment.
        below = node.rows and node.rows[0].location.line == node.location.line != key_place.line
        if below or not node.rows:
            raise LayoutSyntaxError(f"the rows of '{key}' run together into one line", node.location, hint)
        if node.stray:
            message = f"a row of '{key}' that YAML takes for a comment"
            hint = "start it in the column of the rows above; if it is a comment, put a space after '#'"
            raise LayoutSyntaxError(message, node.stray, hint)
        return node.rows


Node = Scalar | Sequence | Mapping


def clip(text: str, length: int = 40) -> str:
    """Shorten a text that goes into a message."""
    flat = " ".join(text.split())
    return flat if len(flat) <= length else flat[: length - 1] + "…"


def closest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that a mistyped word most likely meant, or None where none is near."""
    by_folded = {choice.casefold(): choice for choice in choices}
    found = difflib.get_close_matches(word.casefold()[:100], by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def suggestion(word: str, choices: Iterable[str]) -> str:
    """A hint: the nearest choice if there is one, else all of them."""
    names = tuple(choices)
    near = closest(word, names)
    return f"did you mean '{near}'?" if near else f"it can be {', '.join(names)}"


def _text(node: Node, key: str) -> Located:
    """The text of a single value that stands on one line."""
    if not isinstance(node, Scalar):
        raise LayoutSyntaxError(f"'{key}' takes a text, not {_describe(node)}", node.location, "write a single value")
    text = node.text.strip()
    if not text and node.plain:
        raise LayoutSyntaxError(f"'{key}' has no value", node.location, "write one after the ':', or leave the key out")
    if "\n" in text:
        raise LayoutSyntaxError(f"'{key}' is a text of one line", node.location, "join the lines into one")
    return Located(text, node.location)


def _describe(node: Node) -> str:
    """What a value is, in a message."""
    match node:
        case Sequence():
            return "a list"
        case Mapping():
            return "keys and values"
        case Scalar():
            return f"'{clip(node.text)}'" if node.text.strip() else "nothing"

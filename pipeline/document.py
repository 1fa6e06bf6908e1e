"""Building one YAML document: its lines become a tree of nodes, or one error with its place.

Built from PyYAML's events and not by its constructors, which keep the last of two equal keys, read ``no`` as false and
``010`` as eight, and follow aliases that blow up. The pure-Python parser is used even where the C one is there, so that
a message and its column are the same on every machine. Lines and columns count from 0 here, as PyYAML's do, until
:meth:`DocumentText.at` turns them into a :class:`Location`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

import yaml

from pipeline.errors import LayoutSyntaxError, Location
from pipeline.node import Entry, Located, Mapping, Node, Scalar, Sequence, clip
from pipeline.wording import spoken

MAX_DEPTH = 16
MAX_SHOWN = 500
"""A longer line is not repeated below a message."""

# All but what YAML can hold, less the line ends that only YAML knows and the byte order mark.
REFUSED = re.compile(r"[^\n\x20-\x7E\xA0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\U00010000-\U0010FFFF]")
DOCUMENT_LINE = re.compile(r"^---(?=\s|$)")
LINE_UP = "every key starts in the column of the key above it, and every row in the column of the row above it"


def location(name: str, line: int, column: int, text: str) -> Location:
    """A place in a file, with its line where that is not too long to be shown."""
    return Location(name, line, column, text if len(text) <= MAX_SHOWN else "")


@dataclass(frozen=True, slots=True)
class DocumentText:
    """The lines of one document, from its ``---`` line if it has one; ``first`` is that line's index in the file."""

    name: str
    first: int
    lines: tuple[str, ...]

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but comments."""
        bodies = (DOCUMENT_LINE.sub("", line).strip() for line in self.lines)
        return all(not body or body.startswith("#") for body in bodies)

    def at(self, line: int, column: int) -> Location:
        """The place of a character."""
        text = self.lines[line] if line < len(self.lines) else ""
        return location(self.name, self.first + line + 1, column + 1, text)

    def refuse(self, message: str, line: int, column: int, hint: str) -> NoReturn:
        """Raise the error that this document cannot be read."""
        raise LayoutSyntaxError(message, self.at(line, column), hint)


def read_document(text: DocumentText) -> Mapping:
    """Build the tree of a document; its first fault is raised."""
    _check_lines(text)
    try:
        node = _Builder(text).document()
    except yaml.MarkedYAMLError as error:
        raise _translated(text, error) from None
    except (ValueError, OverflowError):
        # PyYAML lets some of Python's own errors through, as for an escape beyond the end of Unicode.
        text.refuse("not YAML that can be read", 0, 0, r"is there a '\' or a '%' that does not belong?")
    if not isinstance(node, Mapping):
        hint = "a layout is a list of 'key: value' lines, with a space after each ':'"
        raise LayoutSyntaxError("a document without keys", node.location, hint)
    return node


def _check_lines(text: DocumentText) -> None:
    """Refuse what is wrong in any place, whatever YAML would make of it."""
    for line, content in enumerate(text.lines):
        if found := REFUSED.search(content):
            if found[0] == "\t":
                text.refuse("a tab", line, found.start(), "use spaces; a tab has no width of its own")
            text.refuse(f"the character {spoken(found[0])}, which shows nothing", line, found.start(), "take it out")
        if content.startswith("%"):
            text.refuse("a YAML directive", line, 0, "take the line out; a text that begins with '%' needs quotes")
        if content.startswith("...") and not content[3:].strip():
            text.refuse(
                "a line '...' that ends the document", line, 0, "indent it if it is a row, and take it out if not"
            )
    if text.is_blank:
        text.refuse("an empty document", 0, 0, "write a layout below the '---', or take it out")


class _Builder:
    """One pass over the events of a document, never deeper than ``MAX_DEPTH``."""

    def __init__(self, text: DocumentText) -> None:
        self.text = text
        self.events = yaml.parse("\n".join(text.lines), Loader=yaml.SafeLoader)

    def document(self) -> Node:
        """The root; the events behind it are read too, since a fault may stand there."""
        for _ in range(2):  # the start of the stream and of the document
            next(self.events)
        node = self.node(next(self.events), 1)
        for _ in self.events:
            pass
        return node

    def node(self, event: yaml.Event, depth: int) -> Node:
        """The node that begins with this event."""
        line, column = _start(event)
        self.check_event(event, line, column)
        if depth > MAX_DEPTH:
            self.text.refuse(f"nested more than {MAX_DEPTH} deep", line, column, "a layout needs two or three levels")
        place = self.text.at(line, column)
        match event:
            case yaml.ScalarEvent():
                return self.scalar(event, place)
            case yaml.SequenceStartEvent():
                return Sequence(self.items(depth), place)
            case _:
                return Mapping(self.entries(depth), place)

    def check_event(self, event: yaml.Event, line: int, column: int) -> None:
        """Refuse what lets one part of a file stand for another, or a text for something else."""
        hint = "write the value out; a text that begins with '{}' needs quotes"
        if isinstance(event, yaml.AliasEvent):
            self.text.refuse(f"an alias, '*{clip(event.anchor or '')}'", line, column, hint.format("*"))
        assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)
        if event.anchor is not None:
            self.text.refuse(f"an anchor, '&{clip(event.anchor)}'", line, column, hint.format("&"))
        if event.tag is not None:
            self.text.refuse("a tag", line, column, hint.format("!"))

    def items(self, depth: int) -> tuple[Node, ...]:
        """The values up to the end of a list."""
        found: list[Node] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            found.append(self.node(event, depth + 1))
        return tuple(found)

    def entries(self, depth: int) -> tuple[Entry, ...]:
        """The keys and values up to the end of a mapping."""
        found: dict[str, Entry] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            line, column = _start(event)
            key = self.node(event, depth + 1)
            if not isinstance(key, Scalar) or not key.text or "\n" in key.text:
                self.text.refuse("a key that is not a word", line, column, "a key is a word, as in 'title: …'")
            if key.plain and key.text == "<<":
                self.text.refuse("a merge key, '<<'", line, column, "write the keys out")
            if first := found.get(key.text):
                hint = f"it stands on line {first.key.location.line} already; keep one of the two"
                self.text.refuse(f"the key '{clip(key.text)}' a second time", line, column, hint)
            found[key.text] = Entry(Located(key.text, key.location), self.node(next(self.events), depth + 1))
        return tuple(found.values())

    def scalar(self, event: yaml.ScalarEvent, place: Location) -> Scalar:
        """A value, with its rows where it is drawn row by row."""
        if found := REFUSED.search(event.value):
            message = f"an escape for the character {spoken(found[0])}"
            raise LayoutSyntaxError(message, place, "write what can be seen")
        rows = self.block_rows(event) if event.style == "|" else self.single_row(event)
        return Scalar(event.value, place, event.style is None, rows, self.stray(rows))

    def block_rows(self, event: yaml.ScalarEvent) -> tuple[Located, ...]:
        """The rows of a ``|`` block.

        Its lines are the file's without the indentation, whatever indicator set it; so the indentation is what the
        first line that is not blank has lost.
        """
        line = _start(event)[0] + 1
        contents = event.value.split("\n")
        drawn = [index for index, content in enumerate(contents) if content.strip()]
        if not drawn:
            return ()
        lines = self.text.lines[line:]
        indentation = len(lines[drawn[0]]) - len(contents[drawn[0]])
        return tuple(
            # A blank line within the drawing may be shorter than the indentation.
            Located(contents[index].rstrip(" "), self.text.at(line + index, min(indentation, len(lines[index]))))
            for index in range(drawn[0], drawn[-1] + 1)
        )

    def single_row(self, event: yaml.ScalarEvent) -> tuple[Located, ...]:
        """The only row of a value that is written on one line, as it stands there."""
        line, column = _start(event)
        column += event.style is not None  # the quote
        if not event.value.strip() or not self.text.lines[line].startswith(event.value, column):
            return ()
        return (Located(event.value.rstrip(" "), self.text.at(line, column)),)

    def stray(self, rows: tuple[Located, ...]) -> Location | None:
        """The comment right below the rows that is drawn like one of them, if there is one."""
        if not rows:
            return None
        below = rows[-1].location.line - self.text.first
        content = self.text.lines[below] if below < len(self.text.lines) else ""
        body = content.strip()
        if body.startswith("#") and " " not in body and len(body) == len(rows[0].text):
            return self.text.at(below, content.index("#"))
        return None


def _start(event: yaml.Event) -> tuple[int, int]:
    """The line and column where an event begins; PyYAML's own parsers always set the mark."""
    assert event.start_mark is not None
    return event.start_mark.line, event.start_mark.column


@dataclass(frozen=True, slots=True)
class _Rewording:
    """What PyYAML says, and what an author reads in its place."""

    problem: str
    message: str
    hint: str
    at_context: bool = False
    """The fault is where the value began, not where PyYAML noticed."""


# The first whose problem occurs in PyYAML's words, its context included, is taken.
REWORDINGS = (
    _Rewording("could not find expected ':'", "a line without a ':'", "a key is a word, a ':' and a space", True),
    _Rewording("found unexpected end of stream", "a quote that is never closed", "close it on the same line", True),
    _Rewording("found unexpected document separator", "a quote that is never closed", "close it", True),
    _Rewording("unknown escape", r"a '\' that begins no escape", "in single quotes it stands for itself"),
    _Rewording("escape sequence of", r"a '\' that begins no escape", "in single quotes it stands for itself"),
    _Rewording(
        "mapping values are not allowed", "a ':' where no key can be", f"{LINE_UP}; a text with ': ' needs quotes"
    ),
    _Rewording("sequence entries are not allowed", "a '-' where no list can be", "quote it, or begin the list below"),
    _Rewording(
        "expected ',' or ']'", "a list that is not closed", "put ',' between its values and ']' behind the last"
    ),
    _Rewording("expected ',' or '}'", "keys that are not closed", "put ',' between them and '}' behind the last"),
    _Rewording("expected the node content", "a value is missing here", "write one, or quote it if this is a text"),
    _Rewording("expected <block end>", "this does not line up with what is above it", LINE_UP),
    _Rewording("expected '<document start>'", "this does not line up with what is above it", LINE_UP),
    _Rewording("cannot start any token", "no text begins like this", "put it in quotes"),
    _Rewording("block scalar", "rows that begin beside the '|'", "they begin on the line below it"),
    _Rewording("scanning an alias", "an alias", "a text that begins with '*' needs quotes", True),
    _Rewording("scanning an anchor", "an anchor", "a text that begins with '&' needs quotes", True),
    _Rewording("tag", "a tag", "a text that begins with '!' needs quotes", True),
)


def _translated(text: DocumentText, error: yaml.MarkedYAMLError) -> LayoutSyntaxError:
    """PyYAML's error in an author's words, at the place that is to be mended."""
    said = f"{error.context or ''}: {error.problem or ''}"
    fallback = _Rewording("", f"not YAML that can be read: {error.problem}", "a layout is a list of 'key: value' lines")
    found = next((wording for wording in REWORDINGS if wording.problem in said), fallback)
    mark = error.context_mark if found.at_context and error.context_mark else error.problem_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    return LayoutSyntaxError(found.message, text.at(line, column), found.hint)

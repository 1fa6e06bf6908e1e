"""Reading layouts: from the bytes of a YAML file to documents whose every value knows its file, line and column.

What the rest of the pipeline uses::

    documents, errors = read_documents(path, name)  # a Mapping for each good one; a LayoutSyntaxError else
    read_settings(path, "kotae.yaml")               # exactly one document, or the first error is raised

    document.check_keys(("title", "walls"))         # unknown key, with "did you mean"
    document.string("title", "")                    # with a default the key may be missing
    document.choice("symmetry", ("none", "rotate180"), "none")
    document.boolean("wrap", False)
    document.integer("seed", 0, high=9999)
    document.strings("keep", ())                    # Located(text, location) for each
    document.rows("walls")                          # Located(text, location of its first character) for each
    document.location, document.place("walls")      # for errors of one's own
    "walls" in document, document.keys, document.mapping("lines"), document.node("lines")

``node.py`` holds the tree and its reading methods, ``document.py`` builds one document. A file is cut at its ``---``
lines before YAML sees it, which is where YAML cuts it too, so that a fault in one document leaves the others readable.

Refused outright, because a layout has no use for it and a slip or a hostile file has: tabs, control characters,
aliases, anchors, tags, merge keys, directives, ``...`` lines, nesting deeper than ``MAX_DEPTH``, files over
``MAX_BYTES``, more than ``MAX_DOCUMENTS`` in a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from pipeline.document import DOCUMENT_LINE, DocumentText, location, read_document
from pipeline.errors import LayoutSyntaxError, Location
from pipeline.files import MAX_BYTES, read_start
from pipeline.node import Mapping

MAX_DOCUMENTS = 10_000

SPREAD = "spread it over several files"

LINE_END = re.compile(r"\r\n?|\n")


class Reading(NamedTuple):
    """What a file holds: the documents that can be read, and an error for each that cannot."""

    documents: tuple[Mapping, ...]
    errors: tuple[LayoutSyntaxError, ...]


def read_documents(path: Path, name: str | None = None) -> Reading:
    """Read a file; ``name`` is what messages call it. A file that cannot be opened is an error in the reading."""
    name = name or path.as_posix()
    try:
        data = read_start(path)
    except OSError as error:
        return Reading((), (unreadable(name, error),))
    return parse_documents(data, name)


def unreadable(name: str, error: OSError) -> LayoutSyntaxError:
    """What is told of a file that the system does not let be read."""
    return LayoutSyntaxError(f"cannot be read: {error.strerror or error}", Location(name), "is the name right?")


def read_settings(path: Path, name: str | None = None) -> Mapping:
    """Read a file that holds exactly one document, such as the site's own settings."""
    reading = read_documents(path, name)
    for error in reading.errors:
        raise error
    if len(reading.documents) > 1:
        place = reading.documents[1].location
        raise LayoutSyntaxError("a second document in a file that has one", place, "take the '---' line above it out")
    return reading.documents[0]


def is_blank(path: Path) -> bool:
    """Whether a file holds nothing but comments; one that cannot be read is not blank."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return False
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def parse_documents(data: bytes, name: str) -> Reading:
    """Read the bytes of a file; the documents and the errors each stand in the order of the file."""
    documents: list[Mapping] = []
    errors: list[LayoutSyntaxError] = []
    try:
        texts = tuple(_documents(name, _lines(data, name)))
    except LayoutSyntaxError as error:
        return Reading((), (error,))
    for text in texts:
        try:
            documents.append(read_document(text))
        except LayoutSyntaxError as error:
            errors.append(error)
    if not documents and not errors:
        errors.append(
            LayoutSyntaxError("the file is empty", Location(name), "a layout is a list of 'key: value' lines")
        )
    return Reading(tuple(documents), tuple(errors))


def _lines(data: bytes, name: str) -> tuple[str, ...]:
    """Decode and cut into lines; a byte order mark and Windows' line ends leave no trace."""
    return tuple(LINE_END.split(decode(data, name)))


def decode(data: bytes, name: str) -> str:
    """The text of what was read of a source; raises LayoutSyntaxError where it is too long, or is not UTF-8."""
    if len(data) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES >> 10} KiB"
        raise LayoutSyntaxError(message, Location(name), SPREAD)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = _cut(data[: error.start].decode("utf-8"))
        shown = _cut(data.decode("utf-8", "replace"))[len(before) - 1]
        place = location(name, len(before), len(before[-1]) + 1, shown)
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        raise LayoutSyntaxError(message, place, "save the file as UTF-8") from None


def _cut(text: str) -> tuple[str, ...]:
    return tuple(LINE_END.split(text.removeprefix("\ufeff")))


def _documents(name: str, lines: tuple[str, ...]) -> Iterator[DocumentText]:
    """The documents of a file, each from its ``---`` line; above the first such line may be nothing but comments."""
    starts = [index for index, line in enumerate(lines) if DOCUMENT_LINE.match(line)]
    if len(starts) > MAX_DOCUMENTS:
        line = starts[MAX_DOCUMENTS]
        message = f"the file has more than {MAX_DOCUMENTS:,} layouts"
        raise LayoutSyntaxError(message, location(name, line + 1, 1, lines[line]), SPREAD)
    above = DocumentText(name, 0, lines[: starts[0] if starts else len(lines)])
    if not above.is_blank:
        yield above
    for start, end in pairwise([*starts, len(lines)]):
        yield DocumentText(name, start, lines[start:end])

"""Faults of a foreign text: each with the line and the column at which it stands, and a part of a long line.

A codec names a fault by its offset in the text that it was given. A text within a text, such as the body of a link, is
read with :func:`inside`, which moves the faults to where they stand outside. The file's name is put in at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from pipeline.errors import AuthoringError, Location

LONGEST_SHOWN = 120
"""So many characters of a line are shown with a fault: those around it."""


def fault(text: str, at: int, message: str, hint: str | None = None) -> AuthoringError:
    """The error for what stands at this offset of a text."""
    at = min(max(at, 0), len(text))
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)].rstrip("\r")
    column = at - start + 1
    skipped = 0 if len(line) <= LONGEST_SHOWN else max(0, column - 1 - LONGEST_SHOWN // 2)
    shown = line[skipped : skipped + LONGEST_SHOWN]
    return AuthoringError(message, Location("", text.count("\n", 0, at) + 1, column, shown, skipped), hint)


@contextmanager
def inside(text: str, at: int) -> Iterator[None]:
    """Read what begins at this offset and holds no line end: its faults are told as faults of the whole text."""
    try:
        yield
    except AuthoringError as error:
        column = error.location.column if error.location else 1
        raise fault(text, at + column - 1, error.message, error.hint) from None


def moved(error: AuthoringError, file: str, line: int, column: int) -> AuthoringError:
    """The same fault in a file, for a text that begins at this line and column of it."""
    place = error.location or Location("", 1, 1)
    first = place.line <= 1
    shift = column - 1 if first else 0
    here = replace(
        place, file=file, line=place.line + line - 1, column=place.column + shift, skipped=place.skipped + shift
    )
    return AuthoringError(error.message, here, error.hint)

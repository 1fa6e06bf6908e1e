"""The errors an author can meet: data and a place, never a printed line.

Nothing here knows of the command line; ``cli.py`` turns these into text and an exit code. Every error survives
pickling, since layouts are worked on in a pool of processes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from unicodedata import combining, east_asian_width

from pipeline.wording import visible

LONGEST_TOLD = 4_000
"""In characters, of what is told of one fault: all that is longer repeats what somebody wrote."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place in an authored file; ``line`` and ``column`` count from 1, and 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0
    text: str = ""
    """The source line, for the caret; empty where there is none to show."""
    skipped: int = 0
    """How many characters of a long line stand before ``text``, where it is a part of the line."""

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class KotaeError(Exception):
    """The root of everything that Kotae raises on purpose."""


class AuthoringError(KotaeError):
    """Something that an author wrote cannot be used: what, where, and what would be right."""

    def __init__(self, message: str, location: Location | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.hint = hint

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.location, self.hint)

    def __str__(self) -> str:
        message = _bounded(self.message)
        lines = [visible(f"{self.location}: {message}" if self.location else message)]
        if self.location and self.location.text:
            lines.append(f"  {_shown(self.location.text)}")
            if self.location.column:
                before = _shown(self.location.text[: self.location.column - 1 - self.location.skipped])
                lines.append("  " + _blank_under(before) + "^")
        if self.hint:
            lines.append(f"  {visible(_bounded(self.hint))}")
        return "\n".join(lines)


def _bounded(text: str) -> str:
    """The text, or the beginning of one that repeats something endless."""
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}…"


def _shown(line: str) -> str:
    """A line of a file; a tab is one column wide, so that the caret can stand below it."""
    return visible(line.replace("\t", "→"))


def _blank_under(text: str) -> str:
    """As many blanks as a terminal gives columns to the text: two for a wide character, none for a combining one."""
    widths = (0 if combining(ch) else 2 if east_asian_width(ch) in "WF" else 1 for ch in text)
    return " " * sum(widths)


class LayoutSyntaxError(AuthoringError):
    """The file is not what a layout file can be: not YAML, a key twice, a ragged row."""


class LayoutRuleError(AuthoringError):
    """The file reads well, but the layout breaks a rule of its kind or of the pipeline."""


class UndecidedError(AuthoringError):
    """The budget ended before a verdict: the layout is left out, and nothing is said of its answers."""


class RequestError(AuthoringError):
    """What ``kotae new`` was asked for fits no board: the command line is wrong."""


class ConfigError(AuthoringError):
    """The site's own settings cannot be used."""


class CatalogueError(AuthoringError):
    """A catalogue line cannot be read, or is of a newer schema."""


class AuthoringErrors(KotaeError):
    """Several faults found in one run, so that an author mends them all at once: told by file and line."""

    def __init__(self, errors: Iterable[AuthoringError]) -> None:
        self.errors = tuple(sorted(errors, key=_place))
        super().__init__(f"{len(self.errors)} faults")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.errors,)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


def _place(fault: AuthoringError) -> tuple[str, int, int]:
    place = fault.location
    return (place.file, place.line, place.column) if place else ("", 0, 0)

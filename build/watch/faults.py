"""Faults as a page shows them: what is wrong and where, with the lines around it, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.errors import AuthoringError, AuthoringErrors, KotaeError, Location
from pipeline.files import MAX_BYTES, open_file
from pipeline.wording import visible

AROUND = 5
"""How many lines are shown above and below the one at fault."""

LONGEST = 200
"""In characters, of a line that is shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """A fault in plain words."""

    message: str
    place: str
    hint: str
    lines: tuple[Line, ...]
    line: int
    """The number of the line at fault, or 0."""
    column: int
    """Where in it, from 1, or 0."""
    boards: tuple[str, ...] = ()
    """Pictures that show it on the board, as SVG."""
    draft: str = ""
    """Where the draft of the layout is, seen from the site's folder, if it has one."""

    def data(self) -> dict[str, Any]:
        """As the script takes it."""
        return {
            "message": self.message,
            "place": self.place,
            "hint": self.hint,
            "lines": [[line.number, line.text] for line in self.lines],
            "line": self.line,
            "column": self.column,
            "boards": list(self.boards),
            "draft": self.draft,
        }


def tell(error: KotaeError) -> tuple[Told, ...]:
    """Every fault of an error."""
    if isinstance(error, AuthoringErrors):
        return tuple(tell_one(one) for one in error.errors)
    return (tell_one(error),)


def tell_one(error: KotaeError) -> Told:
    """One fault."""
    if not isinstance(error, AuthoringError):
        return Told(visible(str(error)), "", "", (), 0, 0)
    place = error.location
    said = visible(error.message), visible(str(place)) if place else "", visible(error.hint or "")
    if place is None or not place.text:
        return Told(*said, (), place.line if place else 0, 0)
    return Told(*said, _around(place), place.line, place.column)


def _around(place: Location) -> tuple[Line, ...]:
    """The lines of the file around a place, or that line alone where the file went on meanwhile."""
    only = (Line(place.line, _shown(place.text)),)
    try:
        with open_file(Path(place.file)) as file:
            text = file.read(MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return only
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if not 0 < place.line <= len(lines) or lines[place.line - 1] != place.text:
        return only
    first = max(0, place.line - 1 - AROUND)
    found = [Line(number, _shown(line)) for number, line in enumerate(lines, 1)]
    return tuple(found[first : place.line + AROUND])


def _shown(line: str) -> str:
    """A tab is one column wide, so that the caret can stand below it."""
    return visible(line.replace("\t", "→"))[:LONGEST]

"""The text of a saved puzz.link board: ``pzprv3``, the genre, the number of rows and then of columns, and the rows.

The lines may be joined by ``/``, which is how they stand in a link, after ``?``. In a row each cell is followed by a
blank. Which blocks of rows there are is the genre's own matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.interchange.place import fault
from pipeline.node import clip
from pipeline.wording import plural

HEAD = re.compile(r"\s*(?:\S*\?)?pzprv3(?:\.[0-9]{1,3})?(?P<end>\r?\n|/)[ \t]*(?P<genre>[a-z]+)[ \t]*\r?(?:\n|/|$)")
WORD = re.compile(r"\S+")
BESIDE = ("info:", "history:", "__", "{")
"""How lines begin that the program adds behind the board: who made it, and what was done."""


class Word(NamedTuple):
    """A cell of a row, and where it stands in the text."""

    text: str
    at: int


@dataclass(slots=True)
class Saved:
    """A saved board while it is read; ``lines`` are those after the columns, each with its place in the text."""

    text: str
    genre: str
    rows: int
    cols: int
    lines: list[Word]
    next: int = 0
    notes: list[str] = field(default_factory=list)

    def line(self, what: str) -> Word:
        """The next line as it stands; raises AuthoringError where there is none."""
        if self.next == len(self.lines):
            raise fault(self.text, len(self.text), f"the text ends before {what}", "save the board again")
        self.next += 1
        return self.lines[self.next - 1]

    def block(self, rows: int, cols: int, what: str) -> list[Word]:
        """The cells of a block of rows in reading order; raises AuthoringError where one has more or fewer."""
        cells: list[Word] = []
        for row in range(rows):
            text, at = self.line(f"row {row + 1} of {what}")
            found = [Word(word[0], at + word.start()) for word in WORD.finditer(text)]
            if len(found) != cols:
                place = found[cols].at if len(found) > cols else at + len(text)
                message = f"row {row + 1} of {what} has {plural(len(found), 'cell')}"
                raise fault(self.text, place, message, f"it has {cols}, with a blank between two")
            cells += found
        return cells

    @property
    def has_more(self) -> bool:
        """Whether another line of the board follows."""
        return self.next < len(self.lines) and not self.lines[self.next].text.startswith(BESIDE)

    def end(self) -> None:
        """Note what follows the board."""
        if self.next < len(self.lines):
            self.notes.append("what the file says after the board is left out")


def genre_of(text: str) -> str:
    """The genre of a saved board; empty where a text does not begin as one does."""
    found = HEAD.match(text)
    return found["genre"] if found else ""


def split(text: str, largest: int) -> Saved:
    """The beginning of a saved board, which :func:`genre_of` has looked at; raises AuthoringError."""
    head = HEAD.match(text)
    if not head:
        raise fault(text, 0, "no saved board", "the first line is 'pzprv3', the next the genre")
    mark = "/" if head["end"] == "/" else "\n"
    lines: list[Word] = []
    at = head.end()
    for part in text[at:].split(mark):
        lines.append(Word(part.rstrip("\r"), at))
        at += len(part) + 1
    while lines and not lines[-1].text.strip():
        lines.pop()
    saved = Saved(text, head["genre"], 0, 0, lines)
    saved.rows = _side(saved, "rows", largest)
    saved.cols = _side(saved, "columns", largest)
    return saved


def _side(saved: Saved, what: str, largest: int) -> int:
    line = saved.line(f"the number of {what}")
    digits = line.text.strip()
    # Few digits hold every side that is taken, and keep int() from a hostile million of them.
    if not (digits.isascii() and digits.isdigit() and len(digits) < 5 and 1 <= int(digits) <= largest):
        message = f"here should stand the number of {what}, not '{clip(digits)}'"
        raise fault(saved.text, line.at, message, f"a side has from 1 to {largest}")
    return int(digits)


def join(genre: str, rows: int, cols: int, lines: Sequence[str], blocks: Sequence[tuple[Sequence[str], int]]) -> str:
    """The text of a board: lines of its own, and blocks of cells with the length of their rows.

    A block whose rows have no cell, as the lines across a board of one column, is a line for each row all the same;
    the lines are then joined by ``/``, since a blank one would end the board in a file of many.
    """
    mark = "\n" if all(length for _, length in blocks) else "/"
    out = ["pzprv3", genre, str(rows), str(cols), *lines]
    for cells, length in blocks:
        if not length:
            out += [""] * rows
            continue
        out += ["".join(f"{cell} " for cell in cells[at : at + length]) for at in range(0, len(cells), length)]
    return mark.join(out) + ("\n" if mark == "\n" else "/\n")

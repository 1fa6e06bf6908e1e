"""Boards drawn in plain text: a line for each row, a character for each cell or words with blanks between.

People and programs put a line before it that says the size, as ``N``, ``ROWS COLS`` or ``COLS ROWS``; some frame it
with ``#Start`` and ``#End``, or end it with ``0 0``. Others copy it out of a program, as a list of lists. All of these
are read, whatever the cells are, and how a board was spelt is kept, so that it can be written in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.errors import AuthoringError
from pipeline.interchange.lone import stands_alone
from pipeline.interchange.place import fault
from pipeline.wording import plural

START, END, LAST = "#Start", "#End", "0 0"
SIZE = re.compile(r"[0-9]{1,4}(?:[ \t]+[0-9]{1,4})?")
LONGEST_MARK = 100
"""In characters: a longer line neither says a size nor marks where a board begins."""
WORD = re.compile(r"\S+")
LINE = re.compile(r"[^\n]*\n|[^\n]+$")
LONGEST_CELL = 8
"""In characters, with what stands before the next one: longer drawings are of no board."""
OTHER = re.compile(r"\s*(?:pzprv3|SAVEFILE)")
HEAD = re.compile(r"SAVEFILE *:|pzprv3(?:\.[0-9]{1,3})?$")
"""The first line of a saved game."""
LIST = re.compile(r"\[([^\[\]]*)\]")
ITEM = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|([^\s,'\"]+)")


class Token(NamedTuple):
    """A cell, and where it stands in the text."""

    text: str
    at: int

    @property
    def end(self) -> int:
        """Where the text behind it begins."""
        return self.at + len(self.text)


Row = list[Token]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The cells of a board row by row; ``spelling`` is what stands between two cells, and before, between and after
    the rows."""

    rows: int
    cols: int
    cells: tuple[Token, ...]
    spelling: tuple[str, ...]

    @property
    def has_words(self) -> bool:
        """Whether something stands between two cells."""
        return self.spelling[0] != ""


def may_be(text: str) -> bool:
    """Whether a text looks like a drawn board: neither a link nor anything else that has a head of its own."""
    return not OTHER.match(text) and not stands_alone(text.lstrip())


def begins_saved(line: str) -> bool:
    """Whether a line begins a saved game, whatever stands before: one that is cut takes no board from the next."""
    return HEAD.match(line[:LONGEST_MARK].strip()) is not None


def begins_block(line: str, before: str) -> bool:
    """Whether a line begins another board, where the one ``before`` it began with that line."""
    if len(before) > LONGEST_MARK or len(line) > LONGEST_MARK:
        return False
    line, before = line.strip(), before.strip()
    if before == START:
        return line == START
    are_sizes = SIZE.fullmatch(line) and SIZE.fullmatch(before)
    return are_sizes is not None and line != LAST and len(line.split()) == len(before.split()) == 2


def chained(lines: Sequence[str]) -> list[int]:
    """Where the boards of these lines begin, if each says its size and has as many rows; else nothing."""
    starts: list[int] = []
    at = 0
    while at < len(lines):
        if lines[at].strip() in ("", LAST):
            at += 1
            continue
        length = _length(lines, at)
        if not length or at + length > len(lines):
            return []
        starts.append(at)
        at += length
    return starts


def _length(lines: Sequence[str], at: int) -> int:
    """How many lines a board has that begins here with its size, that one too; 0 where none does."""
    size = lines[at][:LONGEST_MARK].strip()
    if not SIZE.fullmatch(size) or len(size.split()) != 2 or at + 1 == len(lines):
        return 0
    one, other = (int(side) for side in size.split())
    if sorted((one, other)) == [1, 2]:
        # Two cells are nobody's puzzle, and rows of 1 and 2 are in many a narrow one.
        return 0
    first = lines[at + 1].strip()
    for width in (len(first.split()), len(first)):
        if width in (one, other):
            return 1 + (one if width == other else other)
    return 0


def is_two_wide(line: str, before: str) -> bool:
    """Whether a line below ``before`` is a row of two words, as a size is too."""
    return before.strip() != START and len(line.split(None, 2)) == 2


def read_drawing(text: str, largest: int) -> Drawing:
    """The cells of a drawn board; raises AuthoringError with the place where the drawing is none."""
    most = (largest + 4) * (LONGEST_CELL * largest + 40)
    if len(text) > most:
        message = f"a drawing of more than {most:,} characters"
        raise fault(text, most, message, f"no side of the board may pass {largest}")
    sized, rows = (None, _listed(text)) if text.lstrip().startswith("[") else _lines(text)
    if not rows:
        raise fault(text, 0, "no row of a board is here", "draw each row on a line of its own")
    width = len(rows[0])
    for row in rows:
        if len(row) != width:
            raise _uneven(text, row[width].at if len(row) > width else row[-1].end, len(row), width)
    if sized and sorted(_sides(sized)) != sorted((len(rows), width)):
        message = f"the size is {sized.text}, and the board has {plural(len(rows), 'row')} of {plural(width, 'cell')}"
        raise fault(text, sized.at, message, "mend the size, or the rows")
    if max(len(rows), width) > largest:
        raise fault(text, rows[0][0].at, f"a board of {len(rows)}×{width} is too large", f"no side may pass {largest}")
    return Drawing(len(rows), width, tuple(token for row in rows for token in row), _spelling(text, rows))


def _spelling(text: str, rows: Sequence[Row]) -> tuple[str, ...]:
    first = next((row for row in rows if len(row) > 1), None)
    between = text[first[0].end : first[1].at] if first else ""
    starts = [row[0].at for row in rows] + [len(text)]
    ends = [0] + [row[-1].end for row in rows]
    return between, *(text[end:start] for end, start in zip(ends, starts, strict=True))


def _sides(sized: Token) -> list[int]:
    return ([int(side) for side in sized.text.split()] * 2)[:2]


def _listed(text: str) -> list[Row]:
    """The rows of a list of lists; the signs of a cell may stand in quotes."""
    rows: list[Row] = []
    for part in LIST.finditer(text):
        items = ITEM.finditer(text, part.start(1), part.end(1))
        row = [Token(item[item.lastindex or 0], item.start(item.lastindex or 0)) for item in items]
        rows += [row] if row else []
    return rows


def _lines(text: str) -> tuple[Token | None, list[Row]]:
    """The line that says the size, where there is one, and the rows."""
    lines = [
        Token(line[0].strip(), line.start() + len(line[0]) - len(line[0].lstrip())) for line in LINE.finditer(text)
    ]
    lines = [line for line in lines if line.text not in ("", START, END)]
    sized, lines = _without_size(lines)
    # Of a board that is one cell wide by its size, a line is a cell however long it is.
    words = _fits(sized, lines, 1) or any(WORD.fullmatch(line.text) is None for line in lines)
    for line in lines if not words else ():
        # Most texts that are no board are found out here, before each of their characters is a token.
        width, length = len(lines[0].text), len(line.text)
        if length != width:
            raise _uneven(text, line.at + min(width, length), length, width)
    return sized, [_tokens(line, words) for line in lines]


def _fits(sized: Token | None, rows: Sequence[Token], width: int) -> bool:
    """Whether a size is that of so many rows of this width."""
    return sized is not None and sorted(_sides(sized)) == sorted((len(rows), width))


def _uneven(text: str, at: int, length: int, width: int) -> AuthoringError:
    message = f"a row of {plural(length, 'cell')} under a first row of {width}"
    return fault(text, at, message, "all rows of a board are equally long")


def _tokens(line: Token, words: bool) -> Row:
    if not words:
        return [Token(ch, line.at + at) for at, ch in enumerate(line.text)]
    return [Token(word[0], line.at + word.start()) for word in WORD.finditer(line.text)]


def _without_size(lines: list[Token]) -> tuple[Token | None, list[Token]]:
    """The line that says the size, where there is one, and the other lines.

    A row of the board looks like the other rows, and a size does not; where all lines look alike, a size of two
    numbers is one that is right.
    """
    # A board of one cell is nobody's puzzle: where a line says 1, it is a row.
    if len(lines) < 2 or not SIZE.fullmatch(lines[0].text) or lines[0].text == "1":
        return None, lines
    first, rest = lines[0], lines[1:]
    words = len(first.text.split()) > 1
    width, others = len(_tokens(first, words)), {len(_tokens(line, words)) for line in rest}
    is_right = len(others) == 1 and _fits(first, rest, *others)
    if rest[-1].text == LAST and not is_right:
        # It ends the text, and is no row of two zeros.
        rest = rest[:-1]
        others = {len(_tokens(line, words)) for line in rest}
        is_right = len(others) == 1 and _fits(first, rest, *others)
    return (first, rest) if is_right or others != {width} else (None, lines)


def write_drawing(cells: Sequence[str], cols: int, spelling: tuple[str, ...] = ()) -> str:
    """The text of a board: as spelt, or a line for each row with nothing between its cells."""
    rows = len(cells) // cols
    between, before, *after = spelling or ("", "", *["\n"] * (rows - 1), "")
    lines = (between.join(cells[start : start + cols]) for start in range(0, len(cells), cols))
    return before + "".join(line + end for line, end in zip(lines, after, strict=True))

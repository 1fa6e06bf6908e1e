"""The published code of an Akari board: ``COLS/ROWS/BODY`` of puzz.link, whose body is pzpr's "4-cell code".

A numbered wall is a character that also says how many white cells follow it: none (``0``-``4``), one (``5``-``9``) or
two (``a``-``e``). ``.`` is a wall without a number and never takes white cells along; ``g``-``z`` is a run of 1 to 20
white cells. A body that ends early leaves the rest white, symbols past the last cell mean nothing, and the last
number of a board may claim white cells that lie past its end.
"""

from __future__ import annotations

import re

from pipeline.errors import AuthoringError
from pipeline.interchange.place import fault, inside
from pipeline.interchange.stencil import runs
from pipeline.kinds.akari.puzzle import DIGITS, LARGEST_SIDE, WALL, WHITE, Puzzle

LONGEST_RUN = 20
RUN_BASE = ord("g") - 1


def encode(puzzle: Puzzle) -> str:
    """The code of a board, in the one spelling that puzz.link gives it."""
    return f"{puzzle.cols}/{puzzle.rows}/{body(puzzle.text)}"


def body(text: str) -> str:
    """The body of a board of these cells."""
    found = PIECE.findall(text)
    if found and found[-1][0] in DIGITS:
        found[-1] = found[-1][0] + 2 * WHITE  # cells past the end count as white
    return "".join([PIECES[piece] for piece in found])


def pieces() -> dict[str, str]:
    """What a body has for each piece of a board, the longest taken first: nearly the spelling of :func:`body`, which
    has a number at the end take white cells along that are not there."""
    numbers = {
        digit + WHITE * taken: "0123456789abcde"[5 * taken + int(digit)] for digit in DIGITS for taken in range(3)
    }
    return {WALL: "."} | numbers | runs(WHITE, RUN_BASE, LONGEST_RUN)


PIECES = pieces()

PIECE = re.compile(f"{re.escape(WALL)}|[{DIGITS}]{re.escape(WHITE)}{{0,2}}|{re.escape(WHITE)}{{1,{LONGEST_RUN}}}")
"""A number takes along what white cells follow it up to the next wall, two at most."""


def decode(code: str) -> Puzzle:
    """Read ``COLS/ROWS/BODY``; raises AuthoringError naming the character that cannot be read."""
    text = code.strip().rstrip("/")
    parts = text.split("/")
    sides = [int(part) if part.isascii() and part.isdigit() and len(part) < 4 else 0 for part in parts[:2]]
    if len(parts) not in (2, 3) or not all(1 <= side <= LARGEST_SIDE for side in sides):
        raise AuthoringError(
            f"not a board code: {code[:60]!r}", hint=f"a code is COLS/ROWS/BODY with sides from 1 to {LARGEST_SIDE}"
        )
    cols, rows = sides
    letters = parts[2] if len(parts) == 3 else ""
    with inside(text, len(text) - len(letters)):
        return read_body(letters, rows, cols)


def read_body(letters: str, rows: int, cols: int) -> Puzzle:
    """The board that a body holds; raises AuthoringError with the column of what cannot be read."""
    cells = _cells(letters, rows * cols)
    return Puzzle(tuple(cells[start : start + cols] for start in range(0, rows * cols, cols)))


def _cells(letters: str, size: int) -> str:
    cells: list[str] = []
    count = 0
    for at, ch in enumerate(letters):
        if count >= size:
            break
        if ch == ".":
            cell = WALL
        elif "g" <= ch <= "z":
            cell = WHITE * (ord(ch) - RUN_BASE)
        elif ch in "0123456789abcde":
            value = int(ch, 16)
            cell = DIGITS[value % 5] + WHITE * (value // 5)
        else:
            message = f"character {at + 1} of the body, {ch!r}, is not part of the code"
            raise fault(letters, at, message, "0-9, a-e, g-z and '.' are")
        cells.append(cell)
        count += len(cell)
    return "".join(cells)[:size].ljust(size, WHITE)

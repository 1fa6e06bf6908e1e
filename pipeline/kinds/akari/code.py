"""The published code of an Akari board: ``COLS/ROWS/BODY`` of puzz.link, whose body is pzpr's "4-cell code".

A numbered wall is a character that also says how many white cells follow it: none (``0``-``4``), one (``5``-``9``) or
two (``a``-``e``). ``.`` is a wall without a number and never takes white cells along; ``g``-``z`` is a run of 1 to 20
white cells. A body that ends early leaves the rest white, symbols past the last cell mean nothing, and the last
number of a board may claim white cells that lie past its end.
"""

from __future__ import annotations

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
    out: list[str] = []
    index = pending = 0
    while index < len(text):
        ch = text[index]
        if ch == WHITE:
            pending += 1
            if pending == LONGEST_RUN:
                out.append("z")
                pending = 0
            index += 1
            continue
        if pending:
            out.append(chr(RUN_BASE + pending))
            pending = 0
        if ch == WALL:
            out.append(".")
            index += 1
            continue
        taken = _white_cells_taken(text, index)
        out.append("0123456789abcde"[5 * taken + int(ch)])
        index += 1 + taken
    if pending:
        out.append(chr(RUN_BASE + pending))
    return "".join(out)


def pieces() -> dict[str, str]:
    """What a body has for each piece of a board, the longest taken first: nearly the spelling of :func:`body`, which
    has a number at the end take white cells along that are not there."""
    numbers = {
        digit + WHITE * taken: "0123456789abcde"[5 * taken + int(digit)] for digit in DIGITS for taken in range(3)
    }
    return {WALL: "."} | numbers | runs(WHITE, RUN_BASE, LONGEST_RUN)


def _white_cells_taken(text: str, index: int) -> int:
    """How many white cells the numbered wall at ``index`` says follow it: two where no wall stands within two."""
    for taken in (0, 1):
        if text[index + 1 + taken : index + 2 + taken] not in ("", WHITE):
            return taken
    return 2


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

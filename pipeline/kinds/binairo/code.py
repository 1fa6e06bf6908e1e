"""The published code of a Binairo board: the game ID of Unruly in Simon Tatham's collection, ``8x8u:desc``.

Width comes first; ``u`` says that equal lines are forbidden, and without it they are not. The description lists the
givens in reading order, each by how many open cells stand before it: ``a`` none to ``y`` 24, a capital for a 1 and a
small letter for a 0; ``z`` or ``Z`` is 25 open cells and no given. It ends with one more letter, for a given just past
the last cell. That program takes sides from 6 on; 4 is written here in the same way.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.errors import AuthoringError
from pipeline.interchange.place import fault, inside
from pipeline.kinds.binairo.puzzle import LARGEST_SIDE, ONE, OPEN, SMALLEST_SIDE, ZERO, Puzzle

LONGEST_GAP = 24
FIRST = ord("a")

GIVENS = re.compile(f"({re.escape(OPEN)}*)([{ZERO}{ONE}])")

# The difficulty that a full ID may carry (trivial, easy, normal) is no part of the board.
GAME_ID = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(u?)(?:d[ten])?:(.*)", re.DOTALL)


def encode(puzzle: Puzzle) -> str:
    """The ID of a board, in the one spelling that the program gives it."""
    return f"{puzzle.cols}x{puzzle.rows}{'u' if puzzle.unique_lines else ''}:{description(puzzle)}"


def description(puzzle: Puzzle) -> str:
    """The letters of a board, which stand after the ':'."""
    return "".join([_letters(len(gap), stone) for gap, stone in GIVENS.findall(puzzle.text + ZERO)])


@lru_cache(maxsize=4096)
def _letters(gap: int, stone: str) -> str:
    """The letters of a given after so many open cells: asked for every given of every image."""
    full, rest = divmod(gap, LONGEST_GAP + 1)
    letters = "z" * full + chr(FIRST + rest)
    return letters.upper() if stone == ONE else letters


def decode(code: str) -> Puzzle:
    """Read an ID; raises AuthoringError naming what cannot be read."""
    found = GAME_ID.fullmatch(code.strip())
    sides = [int(side or found[1]) for side in found.group(1, 2)] if found else []
    if not found or any(side % 2 or not SMALLEST_SIDE <= side <= LARGEST_SIDE for side in sides):
        raise AuthoringError(
            f"not a board code: {code[:60]!r}",
            hint=f"a code is WIDTHxHEIGHT, perhaps 'u', ':' and letters, with even sides from {SMALLEST_SIDE} to "
            f"{LARGEST_SIDE}",
        )
    cols, rows = sides
    with inside(code.strip(), found.start(4)):
        return read_description(found[4], rows, cols, found[3] == "u")


def read_description(letters: str, rows: int, cols: int, unique_lines: bool) -> Puzzle:
    """The board of a description; raises AuthoringError with the column of what cannot be read."""
    text = _cells(letters, rows * cols)
    return Puzzle(tuple(text[start : start + cols] for start in range(0, rows * cols, cols)), unique_lines)


def _cells(letters: str, size: int) -> str:
    """The cells of a description, checked to end with the given just past the last one."""
    cells: list[str] = []
    count = 0
    for at, letter in enumerate(letters):
        if not (letter.isascii() and letter.isalpha()):
            message = f"character {at + 1} after the ':', {letter!r}, is not part of the code"
            raise fault(letters, at, message, "a-z, A-Z")
        gap = ord(letter.lower()) - FIRST
        cells.append(OPEN * gap)
        if gap <= LONGEST_GAP:
            cells.append(ONE if letter.isupper() else ZERO)
        count += gap + (gap <= LONGEST_GAP)
        if count > size + 1:
            raise _wrong_size(letters, at, count, size)
    text = "".join(cells)
    if count != size + 1 or text.endswith(OPEN):
        raise _wrong_size(letters, len(letters), count, size)
    return text[:size]


def _wrong_size(letters: str, at: int, count: int, size: int) -> AuthoringError:
    message = f"the code holds {max(0, count - 1)} cells where the board has {size}"
    return fault(letters, at, message, "it ends with one letter more, for the cell just past the last")

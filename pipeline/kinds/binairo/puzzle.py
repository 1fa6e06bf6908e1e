"""A Binairo board as text: ``.`` an open cell, ``0`` and ``1`` the two stones.

The same record serves for a finished grid, for a setter's own givens and for the puzzle a player sees. An answer is the
mask of the cells that hold a 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from pipeline.grid import Symmetry, turn_rows

OPEN = "."
ZERO = "0"
ONE = "1"
STONES = ZERO + ONE
SMALLEST_SIDE = 4
LARGEST_SIDE = 24

# From the letters of a board to binary digits, or to the other stone.
TO_ONES = str.maketrans(OPEN, "0")
TO_ZEROS = str.maketrans(OPEN + STONES, "010")
TO_BYTES = bytes.maketrans(b"01", b"\x00\xff")
SWAP = str.maketrans(STONES, ONE + ZERO)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board, row by row; every row has the same length. ``unique_lines``: equal rows or columns are forbidden."""

    board: tuple[str, ...]
    unique_lines: bool = True

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.board)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.board[0])

    @property
    def text(self) -> str:
        """All cells in one string, in reading order."""
        return "".join(self.board)

    @property
    def ones(self) -> int:
        """The mask of the cells that show a 1."""
        return _mask(self.text, TO_ONES)

    @property
    def zeros(self) -> int:
        """The mask of the cells that show a 0."""
        return _mask(self.text, TO_ZEROS)

    @property
    def clues(self) -> int:
        """The mask of the givens."""
        return self.ones | self.zeros

    def with_text(self, text: str) -> Puzzle:
        """The board of this shape and rule with these cells."""
        cols = self.cols
        return replace(self, board=tuple(text[i : i + cols] for i in range(0, len(text), cols)))

    def showing(self, clues: int) -> Puzzle:
        """The same board with only these givens."""
        text = self.text.encode()
        size = len(text)
        # As numbers with a byte a cell, the first cell the lowest: a full byte keeps a letter.
        shown = clues & (1 << size) - 1
        kept = int.from_bytes(f"{shown:0{size}b}".encode().translate(TO_BYTES), "big")
        letters = int.from_bytes(text, "little")
        empty = int.from_bytes(OPEN.encode() * size, "little")
        return self.with_text((empty ^ (empty ^ letters) & kept).to_bytes(size, "little").decode())

    def answered(self, ones: int) -> Puzzle:
        """The finished grid of an answer."""
        return self.with_text("".join([STONES[ones >> i & 1] for i in range(len(self.text))]))

    def turned(self, symmetry: Symmetry, swap: bool) -> Puzzle:
        """The board turned or mirrored and then, with ``swap``, every stone exchanged for the other."""
        board = turn_rows(self.board, symmetry)
        return replace(self, board=tuple(row.translate(SWAP) for row in board) if swap else board)


def _mask(text: str, digits: dict[int, int]) -> int:
    # The last cell is the highest bit. A number is read faster than bits are gathered one by one.
    return int(text[::-1].translate(digits), 2)


def legal_lines(length: int) -> int:
    """How many lines of this length keep the rules of a single line."""
    half = length // 2
    # By how many ones a line holds so far, the stone at its end and how often it stands there.
    ends = {(0, 0, 0): 1}
    for at in range(length):
        longer: dict[tuple[int, int, int], int] = {}
        for (ones, last, run), ways in ends.items():
            for stone in (0, 1):
                repeat = run + 1 if run and stone == last else 1
                key = (ones + stone, stone, repeat)
                if repeat <= 2 and key[0] <= half and at + 1 - key[0] <= half:
                    longer[key] = longer.get(key, 0) + ways
        ends = longer
    return sum(ends.values())


@lru_cache(maxsize=64)
def crowded(rows: int, cols: int) -> str | None:
    """Why the lines of a board of this shape cannot all differ, in words; None where they can."""
    for count, length, name in ((rows, cols, "rows"), (cols, rows, "columns")):
        legal = legal_lines(length)
        if count > legal:
            return f"{count} {name} of {length} cells cannot all differ: there are only {legal} legal ones"
    return None

"""An Akari board as text: ``.`` white, ``#`` a wall without a number, ``0``-``4`` a wall with one.

The same record serves for the author's walls (numbers are those that the author fixes) and for the puzzle a player
sees. An answer is the mask of the cells that hold a bulb.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.grid import indices

WHITE = "."
WALL = "#"
BULB = "*"
DIGITS = "01234"
LARGEST_SIDE = 60

WHITE_BITS = str.maketrans(".#01234", "1000000")
WALL_BITS = str.maketrans(".#01234", "0111111")
NUMBER_BITS = str.maketrans(".#01234", "0011111")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board, row by row; every row has the same length."""

    board: tuple[str, ...]

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
    def white(self) -> int:
        """The mask of the white cells."""
        return _mask(self.text, WHITE_BITS)

    @property
    def walls(self) -> int:
        """The mask of the walls."""
        return _mask(self.text, WALL_BITS)

    @property
    def clues(self) -> int:
        """The mask of the walls that show a number."""
        return _mask(self.text, NUMBER_BITS)

    def with_text(self, text: str) -> Puzzle:
        """The board of this shape with these cells."""
        cols = self.cols
        return Puzzle(tuple(text[i : i + cols] for i in range(0, len(text), cols)))

    def showing(self, clues: int) -> Puzzle:
        """The same board with only these numbers shown."""
        return self.with_text(
            "".join([WALL if ch in DIGITS and not clues >> i & 1 else ch for i, ch in enumerate(self.text)])
        )

    def numbered(self, numbers: dict[int, int]) -> Puzzle:
        """The same walls with these numbers, by cell index, and no others."""
        return self.with_text(
            "".join([WHITE if ch == WHITE else str(numbers.get(i, WALL)) for i, ch in enumerate(self.text)])
        )

    def answer_rows(self, bulbs: int) -> tuple[str, ...]:
        """The board with its bulbs drawn in."""
        cells = list(self.text)
        for index in indices(bulbs):
            cells[index] = BULB
        return self.with_text("".join(cells)).board


def _mask(text: str, bits: dict[int, int]) -> int:
    """The mask of the cells whose letters stand for a 1."""
    return int(text.translate(bits)[::-1], 2)

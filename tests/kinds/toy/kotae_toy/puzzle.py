"""A board of Mines as text: ``.`` a hidden cell, ``0`` to ``8`` a number. An answer is the mask of the mines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

HIDDEN = "."
MINE = "*"
NUMBERS = "012345678"
LARGEST_SIDE = 20


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board, row by row; every row has the same length. A number is a clue, and there is no mine under it."""

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
    def numbers(self) -> dict[int, int]:
        """The number in each cell that shows one."""
        return {cell: int(ch) for cell, ch in enumerate("".join(self.board)) if ch != HIDDEN}

    @property
    def clues(self) -> int:
        """The mask of the cells that show a number."""
        return sum(1 << cell for cell in self.numbers)

    def showing(self, clues: int) -> Puzzle:
        """The same board with only these numbers."""
        text = "".join(self.board)
        return Puzzle(cut("".join(ch if clues >> i & 1 else HIDDEN for i, ch in enumerate(text)), self.cols))

    def with_mines(self, mines: int) -> tuple[str, ...]:
        """The rows of the board with these mines drawn in."""
        text = "".join(self.board)
        return cut("".join(MINE if mines >> i & 1 else ch for i, ch in enumerate(text)), self.cols)


def cut(text: str, cols: int) -> tuple[str, ...]:
    """A board's text as rows."""
    return tuple(text[i : i + cols] for i in range(0, len(text), cols))


@lru_cache(maxsize=64)
def around(rows: int, cols: int) -> tuple[int, ...]:
    """For each cell the mask of the up to eight cells that touch it."""
    masks = []
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        near = ((r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2) if (r, c) != (row, col))
        masks.append(sum(1 << r * cols + c for r, c in near if 0 <= r < rows and 0 <= c < cols))
    return tuple(masks)

"""Who sees whom on an Akari board: the runs of white cells, and what stands beside each numbered wall.

Computed once per board, from its text, and shared by every puzzle on the same walls. It is on the path of every count,
where building it weighs as much as reasoning: so what depends on the size alone is kept in a :class:`_Frame`, and the
runs come from splitting text into lines rather than from walking cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from pipeline.grid import beside
from pipeline.kinds.akari.puzzle import NUMBER_BITS, WHITE_BITS

WALLS_END_LINES = str.maketrans("#01234", "\n" * 6)
NUMBERS = {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4}


class Sight:
    """Masks by cell index: ``across`` and ``down`` hold for each white cell the run it lies in, itself included.

    What they hold for a wall means nothing. ``walls`` holds for each numbered wall the white cells beside it and its
    number; ``lonely`` are the white cells that see no other.
    """

    __slots__ = ("_numbers", "across", "cols", "down", "lonely", "numbered", "walls", "white")

    def __init__(self, board: Sequence[str]) -> None:
        rows, cols = len(board), len(board[0])
        frame = _frame(rows, cols)
        text = "".join(board)
        self.cols = cols
        self.white = white = int(text.translate(WHITE_BITS)[::-1], 2)
        self.numbered = int(text.translate(NUMBER_BITS)[::-1], 2)
        self.lonely = white & ~(
            (white & frame.not_left) >> 1 | (white & frame.not_right) << 1 | white >> cols | white << cols
        )
        self.across = _runs("\n".join(board), frame.across)
        del self.across[cols :: cols + 1]
        by_column = _runs("\n".join([text[col::cols] for col in range(cols)]), frame.down)
        self.down: list[int] = []
        for row in range(rows):
            self.down += by_column[row :: rows + 1]
        near = frame.beside
        self.walls = {index: (near[index] & white, NUMBERS[ch]) for index, ch in enumerate(text) if ch in NUMBERS}
        self._numbers: tuple[Sequence[int], Sequence[int], int] | None = None

    def numbered_runs(self) -> tuple[Sequence[int], Sequence[int], int]:
        """For each white cell the number of its row's run, and of its column's, and how many runs there are."""
        if self._numbers is None:
            numbers: dict[tuple[int, int], int] = {}
            rows = [numbers.setdefault((0, run), len(numbers)) for run in self.across]
            columns = [numbers.setdefault((1, run), len(numbers)) for run in self.down]
            self._numbers = rows, columns, len(numbers)
        return self._numbers


@dataclass(frozen=True, slots=True)
class _Lines:
    """The rows, or the columns, one after another with a wall after each.

    ``shapes[n]`` is the mask of a run that is n long with the wall behind it, at the top left; ``shifts`` says by how
    much it moves to start at a place in the text.
    """

    shapes: tuple[int, ...]
    shifts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Frame:
    """What every board of one size has in common."""

    across: _Lines
    down: _Lines
    beside: tuple[int, ...]
    not_left: int
    not_right: int


@lru_cache(maxsize=64)
def _frame(rows: int, cols: int) -> _Frame:
    cells = range(rows * cols)
    return _Frame(
        across=_lines(rows, cols, cols, 1),
        down=_lines(cols, rows, 1, cols),
        beside=tuple(beside(index, rows, cols) for index in cells),
        not_left=sum(1 << index for index in cells if index % cols),
        not_right=sum(1 << index for index in cells if (index + 1) % cols),
    )


def _lines(count: int, length: int, line_step: int, cell_step: int) -> _Lines:
    shapes = accumulate([1 << cell_step * cell for cell in range(length)], initial=0)
    shifts = [line * line_step + cell * cell_step for line in range(count) for cell in range(length + 1)]
    return _Lines((0, *shapes), tuple(shifts))


def _runs(text: str, lines: _Lines) -> list[int]:
    """For each cell, in the order of the text and with the line ends, the run it lies in; the wall behind it too."""
    shapes, shifts = lines.shapes, lines.shifts
    runs: list[int] = []
    at = 0
    for run in (text + "\n").translate(WALLS_END_LINES).splitlines(keepends=True):
        size = len(run)
        runs += [shapes[size] << shifts[at]] * size
        at += size
    return runs

"""Who sees whom on an Akari board: the runs of white cells, and what stands beside each numbered wall.

Computed once per board, from its text, and shared by every puzzle on the same walls. It is on the path of every count,
so it is built by splitting lines of text rather than by walking cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

ONLY_WALLS = str.maketrans("01234", "#####")
AS_BITS = str.maketrans(".#01234", "1000000")
NUMBERS = {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4}


class Sight:
    """Masks by cell index: ``across`` and ``down`` hold for each white cell the run it lies in, itself included.

    ``walls`` holds for each numbered wall the white cells beside it and its number; ``lonely`` are the white cells
    that see no other.
    """

    __slots__ = ("across", "cols", "down", "lonely", "numbered", "walls", "white")

    def __init__(self, board: Sequence[str]) -> None:
        rows, cols = len(board), len(board[0])
        text = "".join(board)
        plain = text.translate(ONLY_WALLS)
        self.cols = cols
        self.white = white = int(text.translate(AS_BITS)[::-1], 2)
        pillars = list(accumulate([1 << cols * row for row in range(rows)], initial=0))
        not_left = white & ~pillars[rows]
        not_right = white & ~(pillars[rows] << cols - 1)
        self.lonely = white & ~(not_left >> 1 | not_right << 1 | white >> cols | white << cols)
        row_runs = _runs([plain[start : start + cols] for start in range(0, rows * cols, cols)], cols, cols, 1)
        del row_runs[cols :: cols + 1]
        self.across = row_runs
        col_runs = _runs([plain[col::cols] for col in range(cols)], rows, 1, cols)
        self.down: list[int] = []
        for row in range(rows):
            self.down += col_runs[row :: rows + 1]
        numbered = 0
        self.walls: dict[int, tuple[int, int]] = {}
        for index, ch in enumerate(text):
            if ch in NUMBERS:
                wall = 1 << index
                numbered |= wall
                beside = (wall << cols | wall >> cols) & white | wall << 1 & not_left | wall >> 1 & not_right
                self.walls[index] = beside, NUMBERS[ch]
        self.numbered = numbered


def _runs(lines: list[str], length: int, line_step: int, cell_step: int) -> list[int]:
    """For each cell, line by line with one wall after each line, the run it lies in, 0 for a wall."""
    shapes = list(accumulate([1 << cell_step * n for n in range(length)], initial=0))
    stride = length + 1
    out: list[int] = []
    at = 0
    for run in "#".join(lines).split("#"):
        if run:
            size = len(run)
            line, offset = divmod(at, stride)
            out += [shapes[size] << line * line_step + offset * cell_step] * size
            at += size
        out.append(0)
        at += 1
    return out

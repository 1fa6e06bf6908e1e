"""Lines as they stand while a board is being solved, or as they are wrong: a sketch of cells and what lies between.

A sketch has the board's cells with a sign between each two, in rows and between rows: ``-`` or ``|`` where a line goes,
``x`` where none does, a blank where nothing is known. Beside a bridge the sign goes for the whole way over it. Where
edges join, a margin of one sign is all around it, and what leaves the board is there; its corners, and what of it says
nothing, are ``~``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.errors import AuthoringError
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import DIRECTIONS, steps_of
from pipeline.reasoner import Position
from pipeline.wording import spoken

UNUSED = "x"
BLANKS = " ~"


def is_sketch(puzzle: Puzzle, rows: Sequence[str]) -> bool:
    """Whether rows are as many as those of a sketch of this board, and not those of an answer."""
    is_answer = len(rows) == puzzle.rows and len(rows[0]) == puzzle.cols
    return len(rows) == 2 * puzzle.rows + (1 if puzzle.wrap else -1) and not is_answer


def read_sketch(puzzle: Puzzle, rows: Sequence[str]) -> Position:
    """The edges that lines use in a sketch, and those that none does; raises AuthoringError where it is of no board.

    A blank at the end of a row can be left out.
    """
    margin = int(puzzle.wrap)
    width = 2 * (puzzle.cols + margin) - 1
    if not is_sketch(puzzle, rows) or any(len(row) > width for row in rows):
        raise AuthoringError(f"the sketch is not {2 * (puzzle.rows + margin) - 1} rows of {width} signs")
    signs = [row.ljust(width) for row in rows]
    cells = tuple(row[margin : width - margin : 2] for row in signs[margin : len(signs) - margin : 2])
    if cells != puzzle.board:
        raise AuthoringError("the cells of the sketch are not those of its board")
    found = [0, 0]
    between = {
        (row, col): sign
        for row, line in enumerate(signs)
        for col, sign in enumerate(line)
        if sign not in BLANKS and ((row - margin) % 2 or (col - margin) % 2)
    }
    for edge, place, line in _places(puzzle, margin):
        sign = between.pop(place, " ")
        if sign not in (line, UNUSED, " "):
            raise AuthoringError(f"{spoken(sign)} stands between two cells", hint=f"'{line}', 'x' or a blank can")
        if sign != " ":
            found[sign == UNUSED] |= 1 << edge
    for sign in between.values():
        raise AuthoringError(f"{spoken(sign)} stands where no line can go", hint="leave a blank there")
    return Position(*found)


def sketch_of(puzzle: Puzzle, known: Position) -> tuple[str, ...]:
    """The sketch that shows where lines go, and where none does, and nothing else."""
    margin = int(puzzle.wrap)
    signs = [[" "] * (2 * (puzzle.cols + margin) - 1) for _ in range(2 * (puzzle.rows + margin) - 1)]
    for row, line in enumerate(puzzle.board):
        signs[2 * row + margin][margin : 2 * puzzle.cols - 1 + margin : 2] = line
    for edge, (row, col), sign in _places(puzzle, margin):
        if (known.yes | known.no) >> edge & 1:
            signs[row][col] = sign if known.yes >> edge & 1 else UNUSED
    return tuple("".join(line) for line in signs)


def _places(puzzle: Puzzle, margin: int) -> Iterator[tuple[int, tuple[int, int], str]]:
    """From each cell the number of each edge, the place of its sign beside the cell, and the sign of a line there."""
    for cell, found in enumerate(steps_of(puzzle).of):
        row, col = divmod(cell, puzzle.cols)
        for step in found:
            down, right = DIRECTIONS[step.direction]
            yield step.edge, (2 * row + down + margin, 2 * col + right + margin), "|" if down else "-"

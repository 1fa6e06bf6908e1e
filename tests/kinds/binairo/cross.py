"""What Binairo brings to be compared, by ``tests/cross``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from operator import add
from random import Random
from typing import Any

from pipeline.kinds.binairo.puzzle import OPEN, SMALLEST_SIDE, STONES, Puzzle
from pipeline.kinds.binairo.rules import broken
from pipeline.reasoner import Position
from tests.kinds.binairo import boards

ASKED = ("counts",)
LARGER = ((6, 8), (8, 6), (8, 8), (10, 10), (4, 8), (8, 4), (4, 12), (12, 8))
MOST = 36
"""The cells of the largest board that is tried."""


def draw(random: Random) -> Puzzle:
    """Of 4×4 to 6×6 mostly; the givens are a grid's, few or many, and now and then one of them is off, or several."""
    rows, cols = random.choice((*boards.SMALL, (4, 4), (4, 4), (6, 6), random.choice(LARGER)))
    unique = random.random() < 0.6
    shares = (0, 0.1, 0.2, 0.3, 0.45, 0.7, 1) if rows * cols < MOST else (0.2, 0.3, 0.4, 0.5, 0.7)
    share = random.choice(shares)
    cells = [stone if random.random() < share else OPEN for stone in _filled(rows, cols, unique, random)]
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        cells[random.randrange(len(cells))] = random.choice(STONES)
    return boards.puzzle_of("".join(cells), cols, unique)


def _filled(rows: int, cols: int, unique: bool, random: Random) -> str:
    """A grid of legal rows, whose columns are mostly legal, too: only a row for which no other fits may break them."""
    lines = boards.legal_lines(cols)
    starts = _starts(rows)
    grid: list[str] = []
    columns = ("",) * cols
    while len(grid) < rows:
        some = random.sample(lines, min(len(lines), 60))
        fitting = [
            line for line in some if starts.issuperset(map(add, columns, line)) and not (unique and line in grid)
        ]
        grid.append(random.choice(fitting or lines))
        columns = tuple(map(add, columns, grid[-1]))
    return "".join(grid)


@cache
def _starts(length: int) -> frozenset[str]:
    """How a legal line can begin."""
    return frozenset(line[:size] for line in boards.legal_lines(length) for size in range(length + 1))


def answers(puzzle: Puzzle) -> frozenset[int] | None:
    """By enumeration of rows that have the givens, under each other as long as the columns can still be legal."""
    rows, cols, unique = puzzle.rows, puzzle.cols, puzzle.unique_lines
    if unique and (rows > len(boards.legal_lines(cols)) or cols > len(boards.legal_lines(rows))):
        return frozenset()
    if rows * cols > MOST:
        return None
    found: list[int] = []
    starts = _starts(rows)
    fitting = [[line for line in boards.legal_lines(cols) if _has(line, row)] for row in puzzle.board]

    def extend(grid: tuple[str, ...], columns: tuple[str, ...]) -> None:
        if len(grid) == rows:
            if not unique or len({*grid}) + len({*columns}) == rows + cols:
                found.append(int("".join(grid)[::-1], 2))
            return
        for line in fitting[len(grid)]:
            if starts.issuperset(map(add, columns, line)):
                extend((*grid, line), tuple(map(add, columns, line)))

    extend((), ("",) * cols)
    return frozenset(found)


def _has(line: str, row: str) -> bool:
    return all(given in (OPEN, stone) for given, stone in zip(row, line, strict=True))


def simpler(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Without two rows or columns at the edge, or without the rule on equal lines."""
    rows = puzzle.board
    if len(rows) > SMALLEST_SIDE:
        yield from (replace(puzzle, board=some) for some in (rows[2:], rows[:-2], rows[1:-1]))
    if puzzle.cols > SMALLEST_SIDE:
        for part in (slice(2, None), slice(None, -2), slice(1, -1)):
            yield replace(puzzle, board=tuple(row[part] for row in rows))
    if puzzle.unique_lines:
        yield replace(puzzle, unique_lines=False)


def layout(puzzle: Puzzle, answer: int) -> str:
    """The finished grid."""
    rows = "".join(f"  {row}\n" for row in puzzle.answered(answer).board)
    return f"answer: |\n{rows}unique_lines: {'true' if puzzle.unique_lines else 'false'}\n"


def judged(puzzle: Puzzle, known: Position) -> dict[str, Any]:
    """The rules that the stones break, and how many each line still takes."""
    stones = list(puzzle.text)
    for cell, given in enumerate(puzzle.text):
        if given == OPEN and (known.yes | known.no) >> cell & 1:
            stones[cell] = STONES[known.yes >> cell & 1]
    filled = puzzle.with_text("".join(stones))
    lines = (*filled.board, *map("".join, zip(*filled.board, strict=True)))
    found = [(one.rule, one.cells) for one in broken(filled)]
    left = [[len(line) // 2 - line.count(stone) for stone in STONES] for line in lines]
    return {"violations": sorted(found), "isSolved": not found and OPEN not in stones, "left": left}


def said(puzzle: Puzzle, told: Mapping[str, Any]) -> dict[str, Any]:
    """In the same words."""
    return {
        "violations": sorted((one["rule"], tuple(one["cells"])) for one in told["violations"]),
        "isSolved": told["isSolved"],
        "left": [one["left"] for one in told["counts"]],
    }

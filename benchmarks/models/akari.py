"""Akari for clingo and CP-SAT: which cells see each other is read off the board's runs."""

from __future__ import annotations

from collections.abc import Iterator

from ortools.sat.python import cp_model

from pipeline.kinds.akari.puzzle import DIGITS, WHITE, Puzzle


def facts(puzzle: Puzzle) -> str:
    """The facts of a board for ``akari.lp``."""
    lines = [f"white({cell})." for cell, letter in enumerate(puzzle.text) if letter == WHITE]
    lines += [f"in({cell},{number})." for number, run in enumerate(_runs(puzzle)) for cell in run]
    for wall, letter in enumerate(puzzle.text):
        if letter in DIGITS:
            lines.append(f"number({wall},{letter}).")
            lines += [f"beside({wall},{cell})." for cell in _beside(puzzle, wall)]
    return "\n".join(lines)


def model(puzzle: Puzzle) -> cp_model.CpModel:
    """The rules of a board for CP-SAT."""
    made = cp_model.CpModel()
    bulbs = {cell: made.new_bool_var("") for cell, letter in enumerate(puzzle.text) if letter == WHITE}
    seen: dict[int, set[int]] = {cell: set() for cell in bulbs}
    for run in _runs(puzzle):
        made.add_at_most_one(bulbs[cell] for cell in run)
        for cell in run:
            seen[cell].update(run)
    for cells in seen.values():
        made.add_bool_or(bulbs[cell] for cell in sorted(cells))
    for wall, letter in enumerate(puzzle.text):
        if letter in DIGITS:
            made.add(sum(bulbs[cell] for cell in _beside(puzzle, wall)) == int(letter))
    return made


def _runs(puzzle: Puzzle) -> Iterator[list[int]]:
    """The white cells between walls, across and down; a single cell is a run of one."""
    across = [range(row * puzzle.cols, (row + 1) * puzzle.cols) for row in range(puzzle.rows)]
    down = [range(col, puzzle.rows * puzzle.cols, puzzle.cols) for col in range(puzzle.cols)]
    for line in (*across, *down):
        run: list[int] = []
        for cell in line:
            if puzzle.text[cell] == WHITE:
                run.append(cell)
            elif run:
                yield run
                run = []
        if run:
            yield run


def _beside(puzzle: Puzzle, wall: int) -> list[int]:
    row, col = divmod(wall, puzzle.cols)
    near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [
        r * puzzle.cols + c
        for r, c in near
        if 0 <= r < puzzle.rows and 0 <= c < puzzle.cols and puzzle.text[r * puzzle.cols + c] == WHITE
    ]

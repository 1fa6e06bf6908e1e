"""Binairo boards to test on, and their answers by plain enumeration.

The enumeration lists every row that keeps the rules by itself, puts rows under each other, and leaves the judgement to
``rules.violations``. It shares nothing with either engine. Only the boards without a given to spare are found by
search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby, product
from random import Random

from pipeline.kinds.binairo.puzzle import OPEN, Puzzle
from pipeline.kinds.binairo.reason import reasoner
from pipeline.kinds.binairo.rules import violations
from tests.fewest import fewest_clues

SMALL = ((4, 4), (4, 6), (6, 4), (6, 6))


def puzzle_of(text: str, cols: int, unique: bool = True) -> Puzzle:
    """The board with these cells in reading order."""
    return Puzzle(tuple(text[i : i + cols] for i in range(0, len(text), cols)), unique)


@cache
def legal_lines(length: int) -> tuple[str, ...]:
    """Every legal line of a length, by trying all fillings."""
    lines = map("".join, product("01", repeat=length))
    return tuple(line for line in lines if line.count("1") * 2 == length and _longest_run(line) < 3)


def _longest_run(line: str) -> int:
    return max(len(list(run)) for _, run in groupby(line))


@cache
def grids(rows: int, cols: int, unique: bool) -> tuple[str, ...]:
    """Every finished grid of a shape, as text."""
    legal = frozenset(legal_lines(rows))
    starts = {line[:length] for line in legal for length in range(rows + 1)}
    found: list[str] = []

    def extend(lines: tuple[str, ...]) -> None:
        if len(lines) == rows:
            text = "".join(lines)
            if not violations(puzzle_of(OPEN * len(text), cols, unique), _ones(text)):
                found.append(text)
            return
        for line in legal_lines(cols):
            more = (*lines, line)
            if all("".join(column) in starts for column in zip(*more, strict=True)):
                extend(more)

    extend(())
    return tuple(found)


def _ones(text: str) -> int:
    return sum(1 << i for i, ch in enumerate(text) if ch == "1")


def answers(puzzle: Puzzle) -> frozenset[int]:
    """Every answer, as masks of ones."""
    given = [(i, ch) for i, ch in enumerate(puzzle.text) if ch != OPEN]
    every = grids(puzzle.rows, puzzle.cols, puzzle.unique_lines)
    return frozenset(_ones(text) for text in every if all(text[i] == ch for i, ch in given))


def random_boards(count: int, seed: int, shapes: tuple[tuple[int, int], ...] = SMALL) -> Iterator[Puzzle]:
    """Random boards of both rules; most take their givens from a grid, and now and then one of them is off."""
    random = Random(seed)
    for _ in range(count):
        rows, cols = random.choice(shapes)
        unique = random.random() < 0.7
        text = random.choice(grids(rows, cols, unique))
        share = random.choice((0.1, 0.2, 0.3, 0.45))
        cells = [ch if random.random() < share else OPEN for ch in text]
        if random.random() < 0.25:
            cells[random.randrange(len(cells))] = random.choice("01")
        yield puzzle_of("".join(cells), cols, unique)


def minimal_boards(count: int, seed: int) -> Iterator[Puzzle]:
    """Boards of 6×6 with exactly one answer, each with as few givens as keep it the only one."""
    random = Random(seed)
    for _ in range(count):
        unique = random.random() < 0.8
        puzzle = puzzle_of(random.choice(grids(6, 6, unique)), 6, unique)
        shown = fewest_clues(reasoner(puzzle), random)
        assert shown is not None
        yield puzzle.showing(shown)

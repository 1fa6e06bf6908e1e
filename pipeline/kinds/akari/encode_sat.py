"""Akari as clauses: the prover's statement of the rules.

The variable of cell ``i`` is ``i + 1``: true for a bulb where the cell is white, and the selector of the clue where
it is a wall. Every white cell is lit by a source in its two runs; a run holds at most one bulb; a wall with ``n`` has a
bulb in each choice of all but ``n - 1`` of the cells beside it, and a dark one in each choice of ``n + 1``, behind the
selector.

Building the clauses is most of the cost of a count, so runs are ranges of variables, a run's negations are written
once and paired by :func:`itertools.combinations`, a cell's sources are two lists joined, and a number's clauses are
picked from its literals by positions that were worked out once. Cells occur twice in their own clause; a solver drops
the second faster than Python does.

Roads not taken. A variable per run ("it holds a bulb") makes the clauses shorter and everything slower: measured, 28
for 20 ms on the 30×30 boards. Counting encodings (ladder, totalizer) of "at most one" save clauses only on runs that
real boards do not have; a solver that counts by itself saves them on all, blanking takes an eighth less.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from operator import itemgetter

from pipeline.grid import indices
from pipeline.kinds.akari.puzzle import DIGITS, WALL, WHITE, Puzzle
from pipeline.prove import Encoding
from pipeline.solver import Bound

RUN = re.compile(re.escape(WHITE) + "+")
CLUE = re.compile(f"[{DIGITS}]")
BARE = str.maketrans(dict.fromkeys(DIGITS, WALL))

LONGEST_BY_PAIRS = 2
"""Where the solver counts by itself, loading one bound is quicker than the three clauses of a run of three."""


def _choices(beside: int, count: int) -> tuple[Callable[[Sequence[int]], Sequence[int]], ...]:
    """The clauses that say "exactly ``count`` of those beside", each as what it takes of a selector's negation, the
    literals of the cells beside, and their negations."""
    some = combinations(range(1, beside + 1), beside - count + 1)
    many = combinations(range(beside + 1, 2 * beside + 1), count + 1)
    return tuple(itemgetter(0, *taken) for taken in (*(some if count else ()), *many))


CHOICES = tuple(tuple(_choices(beside, count) for count in range(beside + 1)) for beside in range(5))


def encode(puzzle: Puzzle, longest: int = LONGEST_BY_PAIRS) -> Encoding[int]:
    """The rules of this board, one selector per number; see :func:`light` for ``longest``."""
    clauses, at_most = light(puzzle, longest)
    text, cols = puzzle.text, puzzle.cols
    selectors: dict[int, int] = {}
    for match in CLUE.finditer(text):
        wall = match.start()
        selectors[wall] = wall + 1
        clauses += number(wall + 1, around(text, cols, wall), int(match[0]))
    return replace(encoding(puzzle, clauses, selectors), at_most=at_most, solver="minicard")


def encoding(puzzle: Puzzle, clauses: list[Sequence[int]], selectors: dict[int, int]) -> Encoding[int]:
    """Clauses about this board's bulbs as an encoding whose answers are masks of bulbs."""
    places = {i: i + 1 for i, ch in enumerate(puzzle.text) if ch == WHITE}
    return Encoding(
        clauses=clauses,
        variables=puzzle.rows * puzzle.cols,
        places=places,
        selectors=selectors,
        answer=bulbs_of(frozenset(places.values())),
        exclude=exclude,
    )


def light(puzzle: Puzzle, longest: int) -> tuple[list[Sequence[int]], list[Bound]]:
    """The rules of the bare walls: every white cell is lit, no bulb sees a bulb.

    That a run holds one bulb is said pair by pair where it is no longer than ``longest``; the others are bounds.
    """
    clauses, at_most = _bare(puzzle.text.translate(BARE), puzzle.cols, longest)
    return [*clauses], [*at_most]


@lru_cache(maxsize=8)
def _bare(walls: str, cols: int, longest: int) -> tuple[Sequence[Sequence[int]], Sequence[Bound]]:
    """The same for walls without numbers: those of a layout, and of its images where they lie as before."""
    rows = [walls[start : start + cols] for start in range(0, len(walls), cols)]
    clauses: list[Sequence[int]] = []
    at_most: list[Bound] = []
    add = clauses.extend
    across: list[list[int]] = [[]] * (len(rows) * cols + 1)
    # All lines of a direction in one string, a wall between them: one walk over it finds every run.
    for match in RUN.finditer(WALL.join(rows)):
        start, stop = match.span()
        before = start // (cols + 1) - 1
        start, stop = start - before, stop - before
        run = list(range(start, stop))
        if stop - start > longest:
            at_most.append((run, 1))
        elif stop - start > 1:
            add(combinations(range(-start, -stop, -1), 2))
        across[start:stop] = [run] * (stop - start)
    tall = len(rows) + 1
    for match in RUN.finditer(WALL.join(map("".join, zip(*rows, strict=True)))):
        start, stop = match.span()
        column, row = divmod(start, tall)
        first = row * cols + column + 1
        run = list(range(first, first + (stop - start) * cols, cols))
        if len(run) > longest:
            at_most.append((run, 1))
        elif len(run) > 1:
            add(combinations([-cell for cell in run], 2))
        add([across[cell] + run for cell in run])
    return clauses, at_most


def number(selector: int, cells: Sequence[int], count: int) -> list[Sequence[int]]:
    """Exactly ``count`` of these variables are true, once ``selector`` is."""
    if count > len(cells):
        return [[-selector]]
    literals = [-selector, *cells, *[-cell for cell in cells]]
    return [choice(literals) for choice in CHOICES[len(cells)][count]]


def around(text: str, cols: int, wall: int) -> list[int]:
    """The variables of the white cells beside a wall, on a board given as one string."""
    cells = []
    if wall >= cols and text[wall - cols] == WHITE:
        cells.append(wall - cols + 1)
    if wall % cols and text[wall - 1] == WHITE:
        cells.append(wall)
    if (wall + 1) % cols and text[wall + 1] == WHITE:
        cells.append(wall + 2)
    if wall + cols < len(text) and text[wall + cols] == WHITE:
        cells.append(wall + cols + 1)
    return cells


def bulbs_of(white: frozenset[int]) -> Callable[[frozenset[int]], int]:
    """How to read the bulbs off the true variables of a model, given the variables of the white cells."""

    def read(model: frozenset[int]) -> int:
        mask = 0
        for variable in model & white:
            mask |= 1 << variable - 1
        return mask

    return read


def exclude(bulbs: int) -> list[int]:
    """One of these bulbs is absent.

    It refuses this answer alone: the bulbs of an answer light every cell, so no other answer can hold them all.
    """
    return [-(cell + 1) for cell in indices(bulbs)]

"""Boards of Mines to test on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kotae_toy.clues import number
from kotae_toy.parse import Field
from kotae_toy.puzzle import HIDDEN, MINE, NUMBERS, Puzzle, cut
from kotae_toy.reason import MinesReasoner

from tests.fewest import fewest_clues


def random_boards(count: int, seed: int) -> Iterator[Puzzle]:
    """Boards up to 3×4, most with no answer or with several; a few are a single cell."""
    random = Random(seed)
    for _ in range(count):
        rows, cols = random.randint(1, 3), random.randint(1, 4)
        letters = random.choices(HIDDEN * random.randint(2, 12) + NUMBERS[:5], k=rows * cols)
        yield Puzzle(cut("".join(letters), cols))


def minimal_boards(count: int, seed: int) -> Iterator[Puzzle]:
    """Boards up to 6×6 with one answer, each with as few numbers as keep it the only one."""
    random = Random(seed)
    while count:
        rows, cols = random.randint(4, 6), random.randint(4, 6)
        share = random.choice((0.2, 0.3, 0.4))
        field = Field(cut("".join(MINE if random.random() < share else HIDDEN for _ in range(rows * cols)), cols))
        puzzle = number(field, field.mines)
        shown = fewest_clues(MinesReasoner(puzzle), random)
        if shown is not None:
            count -= 1
            yield puzzle.showing(shown)

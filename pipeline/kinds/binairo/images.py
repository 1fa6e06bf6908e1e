"""The images of a Binairo board: turned and mirrored, each also with the two stones exchanged.

They are named ``rotate90`` and ``rotate90+swap``; the plain exchange is ``identity+swap``.
"""

from __future__ import annotations

from pipeline.grid import Symmetry, permutation, symmetries, turn_mask
from pipeline.kinds.binairo.puzzle import Puzzle

SWAPPED = "+swap"


def images(puzzle: Puzzle) -> tuple[str, ...]:
    """Sixteen names for a square, eight for any other rectangle."""
    names = tuple(symmetry.value for symmetry in symmetries(puzzle.rows, puzzle.cols))
    return (*names, *(name + SWAPPED for name in names))


def turn(puzzle: Puzzle, image: str) -> Puzzle:
    """The board as an image shows it."""
    return puzzle.turned(Symmetry(image.removesuffix(SWAPPED)), image.endswith(SWAPPED))


def turn_answer(puzzle: Puzzle, ones: int, image: str) -> int:
    """The answer of that image."""
    turned = turn_mask(ones, permutation(Symmetry(image.removesuffix(SWAPPED)), puzzle.rows, puzzle.cols))
    return (1 << puzzle.rows * puzzle.cols) - 1 ^ turned if image.endswith(SWAPPED) else turned


def turn_places(puzzle: Puzzle, image: str) -> tuple[int, ...]:
    """For each cell of that image the cell that it shows, or its complement where the stone is exchanged."""
    cells = permutation(Symmetry(image.removesuffix(SWAPPED)), puzzle.rows, puzzle.cols)
    return tuple([~cell for cell in cells]) if image.endswith(SWAPPED) else cells

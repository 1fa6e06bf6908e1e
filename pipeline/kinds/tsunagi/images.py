"""The images of a Tsunagi board: turned and mirrored, and lettered anew in reading order."""

from __future__ import annotations

from pipeline.grid import Symmetry, indices, permutation, symmetries
from pipeline.kinds.tsunagi.puzzle import WAYPOINT_PAIRS, Puzzle
from pipeline.kinds.tsunagi.steps import steps_of


def images(puzzle: Puzzle) -> tuple[str, ...]:
    """Eight names for a square, four for any other rectangle, less those whose waypoints cannot be written.

    Only the pairs that are read first have small letters, and turned, others are.
    """
    names = (symmetry.value for symmetry in symmetries(puzzle.rows, puzzle.cols))
    return tuple(name for name in names if can_be_written(puzzle, name))


def upright_images(puzzle: Puzzle) -> tuple[str, ...]:
    """The names of the images that are no wider than tall; of a board that has none that can be written, the others."""
    wide = puzzle.rows < puzzle.cols
    names = (symmetry for symmetry in Symmetry if puzzle.rows == puzzle.cols or symmetry.swaps_sides == wide)
    return tuple(name.value for name in names if can_be_written(puzzle, name.value)) or images(puzzle)


def can_be_written(puzzle: Puzzle, image: str) -> bool:
    """Whether in this image each pair with a waypoint is among those with a small letter."""
    if len(puzzle.pairs) <= WAYPOINT_PAIRS or not puzzle.clues:
        return True
    to = {old: new for new, old in enumerate(permutation(Symmetry(image), puzzle.rows, puzzle.cols))}
    order = sorted(range(len(puzzle.pairs)), key=lambda pair: min(to[end] for end in puzzle.pairs[pair]))
    first = set(order[:WAYPOINT_PAIRS])
    return all(puzzle.owners[cell] in first for cell in indices(puzzle.clues))


def turn(puzzle: Puzzle, image: str) -> Puzzle:
    """The board as an image shows it."""
    return puzzle.turned(Symmetry(image))


def turn_answer(puzzle: Puzzle, edges: int, image: str) -> int:
    """The answer of that image."""
    to = {old: new for new, old in enumerate(permutation(Symmetry(image), puzzle.rows, puzzle.cols))}
    turned = steps_of(turn(puzzle, image)).edges
    number = {(edge.low, edge.high, edge.bridge): index for index, edge in enumerate(turned)}
    mask = 0
    for index in indices(edges):
        low, high, bridge, _ = steps_of(puzzle).edges[index]
        one, other = to[low], to[high]
        mask |= 1 << number[min(one, other), max(one, other), to.get(bridge, -1)]
    return mask

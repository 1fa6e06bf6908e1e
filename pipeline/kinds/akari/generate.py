"""Random walls with a symmetry, for ``kotae new``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from pipeline.errors import AuthoringError, RequestError
from pipeline.grid import Symmetry, beside, indices, orbits
from pipeline.kind import NewRequest
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import WALL, WHITE
from pipeline.layout import SYMMETRIES

MOST_WALLS = 0.9
"""The largest share of the cells that can be asked for."""


def read_share(text: str) -> float:
    """``25%`` or ``25``, the share of the cells that are walls, as a fraction."""
    try:
        share = float(text.strip().removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not 0 <= share <= MOST_WALLS:
        raise AuthoringError(f"'{text}' is no share of walls", hint="write a percentage from 0% to 90%, such as 25%")
    return share


def generate(request: NewRequest, rng: Random) -> str:
    """Walls of the asked share, rounded to what the symmetry allows, as the ``walls:`` key of a document.

    No white cell is walled in on all sides, since it would hold a bulb without a thought. Raises RequestError where the
    symmetry does not fit the shape, or where there would be no wall.
    """
    rows, cols = request.rows, request.cols
    wanted = request.options["walls"] * rows * cols
    groups = _orbits(rows, cols, SYMMETRIES[request.symmetry])
    _check(request, wanted, min(group.bit_count() for group in groups))
    walls = _draw_walls(groups, wanted, rows, cols, rng)
    text = "".join(WALL if walls >> i & 1 else WHITE for i in range(rows * cols))
    drawn = "\n".join("  " + text[i : i + cols] for i in range(0, len(text), cols))
    return f"walls: |\n{drawn}\n"


def like(walls: Walls) -> dict[str, str]:
    """The options that draw boards with as many walls."""
    puzzle = walls.puzzle
    return {"walls": f"{100 * puzzle.walls.bit_count() / (puzzle.rows * puzzle.cols):.4g}%"}


def _check(request: NewRequest, wanted: float, fewest: int) -> None:
    """Raise RequestError where no board has one answer: without a number every cell may hold a bulb or be lit."""
    if wanted < fewest:
        least = fewest / (request.rows * request.cols)
        ask = (
            f"ask for --walls {math.ceil(least * 1000) / 10:g}% at least"
            if least <= MOST_WALLS
            else "ask for a larger board"
        )
        raise RequestError(
            f"{100 * request.options['walls']:.4g}% of {request.rows}×{request.cols} cells is not one wall",
            hint=f"without a wall there is no number: {ask}",
        )
    if request.clues == 0:
        raise RequestError("without a number there is more than one answer", hint="ask for --clues 1 at least")


def _draw_walls(groups: Sequence[int], wanted: float, rows: int, cols: int, rng: Random) -> int:
    order = list(groups)
    rng.shuffle(order)
    walls = 0
    for orbit in order:
        more = walls | orbit
        if more.bit_count() <= wanted and not _walls_in(more, orbit, rows, cols):
            walls = more
    return walls


def _walls_in(walls: int, added: int, rows: int, cols: int) -> bool:
    """Whether a white cell beside the added walls has walls or the border on all its sides."""
    return any(
        not beside(cell, rows, cols) & ~walls
        for wall in indices(added)
        for cell in indices(beside(wall, rows, cols) & ~walls)
    )


@lru_cache(maxsize=8)
def _orbits(rows: int, cols: int, images: tuple[Symmetry, ...]) -> tuple[int, ...]:
    """The cells grouped by the symmetry: the cells of a group are walls together or white together."""
    if rows != cols and any(image.swaps_sides for image in images):
        raise RequestError(f"a board of {rows}×{cols} cannot be so symmetric", hint="ask for a square board")
    return tuple(sorted(orbits(images, rows, cols)))

"""Random mines, for ``kotae new``."""

from __future__ import annotations

from random import Random

from kotae_toy.puzzle import HIDDEN, MINE, around, cut
from pipeline.errors import AuthoringError
from pipeline.grid import indices
from pipeline.kind import NewRequest

SHARE = 0.35
"""Of the cells: with fewer mines most numbers are met at a glance."""


def generate(request: NewRequest, rng: Random) -> str:
    """Mines of which each has a free cell beside it, as the ``mines:`` key of a document."""
    near = around(request.rows, request.cols)
    mines = 0
    for cell in rng.sample(range(len(near)), round(len(near) * SHARE)):
        more = mines | 1 << cell
        if all(near[mine] & ~more for mine in indices(more & (near[cell] | 1 << cell))):
            mines = more
    if not mines:
        raise AuthoringError(
            f"a field of {request.rows}×{request.cols} has no room for a mine", hint="ask for a larger one"
        )
    text = "".join(MINE if mines >> cell & 1 else HIDDEN for cell in range(len(near)))
    return "mines: |\n" + "".join(f"  {row}\n" for row in cut(text, request.cols))

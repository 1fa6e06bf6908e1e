"""The code of a board: ``ROWSxCOLS:`` and its cells in reading order."""

from __future__ import annotations

import re

from kotae_toy.puzzle import LARGEST_SIDE, Puzzle, cut
from pipeline.errors import AuthoringError

CODE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?):([.0-8]+)")


def encode(puzzle: Puzzle) -> str:
    """The code of a board."""
    return f"{puzzle.rows}x{puzzle.cols}:{''.join(puzzle.board)}"


def decode(code: str) -> Puzzle:
    """Read a code; raises AuthoringError."""
    found = CODE.fullmatch(code.strip())
    rows, cols = map(int, found.group(1, 2)) if found else (0, 0)
    if not found or max(rows, cols) > LARGEST_SIDE or len(found[3]) != rows * cols:
        hint = f"a code is ROWSxCOLS:, sides up to {LARGEST_SIDE}, and a '.' or a number for each cell"
        raise AuthoringError(f"not a board code: {code[:60]!r}", hint=hint)
    return Puzzle(cut(found[3], cols))

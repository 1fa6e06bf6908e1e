"""The smallest board that still fails: clues are taken away, then whatever else the kind can do without.

Handfuls go first and single ones last, as in A. Zeller and R. Hildebrandt, *Simplifying and Isolating Failure-Inducing
Input*, 2002. What is left cannot lose any one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pipeline.errors import AuthoringError
from pipeline.grid import indices, mask_of
from tests.cross.subject import Board


def shrunk(board: Board, fails: Callable[[Board], bool]) -> Board:
    """A board that fails as this one does, of which no part can be left out."""
    while (simpler := next((one for one in _simpler(board) if fails(one)), None)) is not None:
        board = simpler
    return board


def _simpler(board: Board) -> Iterator[Board]:
    """Boards with something less, the ones with least first, each of which a code can say."""
    for puzzle in (*board.subject.own.simpler(board.puzzle), *_fewer_clues(board)):
        if _is_sound(board, puzzle):
            yield board.with_puzzle(puzzle)


def _fewer_clues(board: Board) -> Iterator[Any]:
    kind, puzzle = board.kind, board.puzzle
    shown = [*indices(kind.clues(puzzle))]
    size = len(shown)
    while size:
        for start in range(0, len(shown), size):
            yield kind.show(puzzle, mask_of(shown[:start] + shown[start + size :]))
        size //= 2


def _is_sound(board: Board, puzzle: Any) -> bool:
    """Whether a board is one that an author could have drawn."""
    try:
        return bool(board.kind.decode(board.kind.code(puzzle)) == puzzle)
    except (AuthoringError, ValueError, IndexError):
        return False

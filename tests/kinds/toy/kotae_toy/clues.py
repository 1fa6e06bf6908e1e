"""The clues of Mines: a number in each free cell. The author draws the answer, so there is nothing to choose."""

from __future__ import annotations

from kotae_toy.parse import Field
from kotae_toy.puzzle import HIDDEN, Puzzle, around, cut
from pipeline.kind import Choice, Chosen, NoneUnique
from pipeline.verdict import Budget


def may_clue(field: Field) -> int:
    """The free cells."""
    cells = len(field.board) * len(field.board[0])
    return (1 << cells) - 1 & ~field.mines


def choose(field: Field, budget: Budget, seed: int) -> Choice[int]:
    """The mines that the author drew: each touches a number, and around a number every hidden cell is a mine."""
    return Chosen(field.mines)


def number(field: Field, mines: int) -> Puzzle:
    """Every free cell with its number."""
    near = around(len(field.board), len(field.board[0]))
    counted = (HIDDEN if mines >> i & 1 else str((cells & mines).bit_count()) for i, cells in enumerate(near))
    return Puzzle(cut("".join(counted), len(field.board[0])))


def explain_swaps(field: Field, none: NoneUnique) -> str:
    """Never asked for: a field that was read has one answer."""
    raise ValueError("every mine touches a number")

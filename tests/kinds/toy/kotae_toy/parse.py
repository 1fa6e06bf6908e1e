"""Reading a layout of Mines: where the mines are, under ``mines:``."""

from __future__ import annotations

from dataclasses import dataclass

from kotae_toy.puzzle import HIDDEN, LARGEST_SIDE, MINE, around
from pipeline.errors import AuthoringErrors, LayoutRuleError
from pipeline.grid import Symmetry, indices, mask_of, symmetries, turn_rows
from pipeline.layout import cell_location, read_board_rows
from pipeline.node import Located
from pipeline.node import Mapping as Document

KEYS = frozenset({"mines"})


@dataclass(frozen=True, slots=True)
class Field:
    """What an author drew: ``*`` a mine, anything else none."""

    board: tuple[str, ...]

    @property
    def mines(self) -> int:
        """The mask of the mines."""
        return mask_of(cell for cell, ch in enumerate("".join(self.board)) if ch == MINE)

    @property
    def twins(self) -> tuple[tuple[str, ...], ...]:
        """The drawing as every image shows it, a wide field first turned upright."""
        board = self.board
        if len(board) < len(board[0]):
            board = turn_rows(board, Symmetry.ROTATE90)
        return tuple(turn_rows(board, symmetry) for symmetry in symmetries(len(board), len(board[0])))


def read(document: Document) -> tuple[Field, tuple[Located, ...]]:
    """The field of a document, and its rows as drawn; raises AuthoringError with the place of the fault."""
    rows = read_board_rows(document, "mines", HIDDEN + MINE, "a cell is '.' free, or '*' a mine", LARGEST_SIDE)
    field = Field(tuple(row.text for row in rows))
    if not field.mines:
        raise LayoutRuleError("a field without a mine", rows[0].location, "'*' is a mine")
    near = around(len(rows), len(rows[0].text))
    lost = [cell for cell in indices(field.mines) if not near[cell] & ~field.mines]
    if lost:
        hint = "leave a cell beside it free, where its number can stand"
        raise AuthoringErrors(
            LayoutRuleError("no number touches this mine", cell_location(rows, i), hint) for i in lost
        )
    return field, rows

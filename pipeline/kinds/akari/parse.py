"""Reading an Akari layout: ``walls:`` drawn row by row, and ``clues: fixed`` for a setter's own board."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import AuthoringErrors, LayoutRuleError
from pipeline.grid import Symmetry, beside, symmetries, turn_rows
from pipeline.interchange.format import Exported
from pipeline.kinds.akari.puzzle import DIGITS, LARGEST_SIDE, WALL, WHITE, Puzzle
from pipeline.layout import cell_location, read_board_rows
from pipeline.node import Located
from pipeline.node import Mapping as Document

KEYS = frozenset({"walls", "clues"})


@dataclass(frozen=True, slots=True)
class Walls:
    """What an author drew: a board whose numbers are pinned, or, if ``fixed``, a puzzle to be left as it is."""

    puzzle: Puzzle
    fixed: bool = False

    @property
    def outline(self) -> tuple[str, ...]:
        """The walls without their numbers."""
        return self.puzzle.showing(0).board

    @property
    def twins(self) -> tuple[tuple[str, ...], ...]:
        """The drawing as every image shows it, a board that is wider than tall first turned upright."""
        board = self.puzzle.board
        if len(board) < len(board[0]):
            board = turn_rows(board, Symmetry.ROTATE90)
        return tuple(turn_rows(board, symmetry) for symmetry in symmetries(len(board), len(board[0])))


def read(document: Document) -> tuple[Walls, tuple[Located, ...]]:
    """The walls of a document, and their rows as drawn; raises AuthoringError with the place of the fault."""
    hint = "a cell is '.' white, '#' a wall, or 0-4 a wall whose number you fix"
    rows = read_board_rows(document, "walls", WHITE + WALL + DIGITS, hint, LARGEST_SIDE)
    puzzle = Puzzle(tuple(row.text for row in rows))
    if not puzzle.white:
        raise LayoutRuleError("a board without a white cell", rows[0].location, "'.' is a white cell")
    faults = tuple(_impossible_numbers(puzzle, rows))
    if faults:
        raise AuthoringErrors(faults)
    return Walls(puzzle, document.choice("clues", ("free", "fixed"), "free") == "fixed"), rows


def as_yaml(puzzle: Puzzle) -> Exported:
    """A setter's own board as the YAML of a layout."""
    rows = "".join(f"  {row}\n" for row in puzzle.board)
    return Exported(f"walls: |\n{rows}clues: fixed\n")


def _impossible_numbers(puzzle: Puzzle, rows: tuple[Located, ...]) -> list[LayoutRuleError]:
    """A fault for each number larger than the white cells beside its wall."""
    white = puzzle.white
    faults: list[LayoutRuleError] = []
    for index, ch in enumerate(puzzle.text):
        if ch in DIGITS:
            room = (beside(index, puzzle.rows, puzzle.cols) & white).bit_count()
            if int(ch) > room:
                cells = "one white cell" if room == 1 else f"{room or 'no'} white cells"
                message = f"no bulbs can satisfy this {ch}: it has {cells} beside it"
                faults.append(LayoutRuleError(message, cell_location(rows, index), f"write a number up to {room}"))
    return faults

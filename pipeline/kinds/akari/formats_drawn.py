"""Akari boards of other programs that say each cell on its own: saved files of puzz.link, Penpa+, and drawn text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pipeline.grid import cell_name, mask_of
from pipeline.interchange import drawn, penpa, pzprv3
from pipeline.interchange.format import Exported, Imported, Request, beside
from pipeline.interchange.place import fault
from pipeline.interchange.stencil import Stencil
from pipeline.kinds.akari.puzzle import BULB, DIGITS, LARGEST_SIDE, WALL, WHITE, Puzzle
from pipeline.kinds.akari.rules import violations

SAVED_GENRE = "lightup"
SAVED_WALL, SAVED_BULB, SAVED_DOT = "-", "#", "+"
"""A wall without a number, and what a player set, in a saved file."""

DARK = (1, 3, 4, 8)
"""The colours of Penpa+ that a wall can have: black, as it usually is, and greys."""
BLACK = 4
NO_NUMBER = ("", " ", "?")
PENPA: Mapping[str, Mapping[str, Any]] = {
    "surface": dict.fromkeys(WALL + DIGITS, BLACK),
    "number": {sign: [" " if sign == WALL else int(sign), 7, "1"] for sign in WALL + DIGITS},
}
"""What a wall is in a link of Penpa+, in which map."""

BLANKS = ".-_· "
WALLS = "#xXB■█"
OTHER_WALL = "W"
"""A wall in some lists, but not where a B stands: then both are stones of other boards."""
"""What stands for a white cell and for a wall in one text or another, the usual sign first."""


def board_of(cells: str, cols: int) -> Puzzle:
    """The board of so many columns with these cells, in reading order."""
    return Puzzle(tuple(cells[start : start + cols] for start in range(0, len(cells), cols)))


def read_saved(text: str) -> Imported[Puzzle]:
    """A saved file: cells with numbers and bulbs, and perhaps which numbers the player struck out."""
    saved = pzprv3.split(text, LARGEST_SIDE)
    words = saved.block(saved.rows, saved.cols, "the board")
    known = {WHITE: WHITE, SAVED_WALL: WALL, SAVED_BULB: WHITE, SAVED_DOT: WHITE} | {digit: digit for digit in DIGITS}
    for word in words:
        if word.text not in known:
            hint = "'.' is white, '-' a wall, 0-4 a wall with a number, '#' a bulb, '+' a dot"
            raise fault(text, word.at, f"'{word.text[:20]}' is no cell", hint)
    puzzle = board_of("".join(known[word.text] for word in words), saved.cols)
    if saved.has_more:
        saved.block(saved.rows, saved.cols, "what is struck out")
    saved.end()
    bulbs = mask_of(cell for cell, word in enumerate(words) if word.text == SAVED_BULB)
    solved = bulbs and not violations(puzzle, bulbs)
    if not solved and any(word.text in (SAVED_BULB, SAVED_DOT) for word in words):
        saved.notes.append("the bulbs and dots that a player set are left out")
    return Imported(puzzle, tuple(saved.notes), puzzle.answer_rows(bulbs) if solved else None)


def write_saved(request: Request[Puzzle]) -> Exported:
    """A saved file, with the bulbs of the answer where it is given."""
    puzzle = request.puzzle
    answer = "".join(request.answer or puzzle.board)
    shown = {WALL: SAVED_WALL, BULB: SAVED_BULB}
    cells = [shown.get(cell, cell) for cell in answer]
    text = pzprv3.join(SAVED_GENRE, puzzle.rows, puzzle.cols, (), [(cells, puzzle.cols)])
    return Exported(text, beside(request, ("answer",)))


def read_penpa(text: str) -> Imported[Puzzle]:
    """A link of Penpa+: dark cells are walls, a number stands on one."""
    sheet = penpa.read(text, LARGEST_SIDE)
    cells = [WHITE] * (sheet.rows * sheet.cols)
    for cell, colour in sheet.cells("surface"):
        if colour in DARK:
            cells[cell] = WALL
    for cell, number in sheet.cells("number"):
        said = str(penpa.item(number, 0)).strip()
        if cells[cell] == WHITE:
            raise sheet.fault(f"{sheet.name(cell)}: a number on a white cell", "a number stands on a black cell")
        if len(said) == 1 and said in DIGITS:
            cells[cell] = said
        elif said not in NO_NUMBER:
            raise sheet.fault(f"{sheet.name(cell)}: '{said[:20]}' is no number of a wall", "write 0-4, or nothing")
    for cell, _ in sheet.cells("symbol"):
        raise sheet.fault(f"{sheet.name(cell)}: a symbol is no part of an Akari board", "take it out")
    notes = sheet.notes(("surface", "number"))
    puzzle = board_of("".join(cells), sheet.cols)
    return Imported(puzzle, notes, None, sheet.title, sheet.author, spelling=sheet.spelling)


def write_penpa(request: Request[Puzzle]) -> Exported:
    """A link of Penpa+, as that program itself makes it of a link of puzz.link."""
    puzzle = request.puzzle
    text = penpa.write(request, puzzle.rows, puzzle.cols, penpa.drawn(puzzle.text, PENPA))
    return Exported(text, beside(request, ("title", "author")))


def penpa_stencil(puzzle: Puzzle) -> Stencil:
    """The stencil of such a link."""
    return _penpa_stencil(puzzle.rows, puzzle.cols)


# Of all boards of a size it is the same.
@lru_cache(maxsize=64)
def _penpa_stencil(rows: int, cols: int) -> Stencil:
    return penpa.stencil(rows, cols, PENPA)


def read_text(text: str) -> Imported[Puzzle]:
    """A drawn board, whose white cells and walls are one of several signs."""
    drawing = drawn.read_drawing(text, LARGEST_SIDE)
    used = [token.text for token in drawing.cells]
    walls = WALLS if "B" in used else WALLS + OTHER_WALL
    cells: list[str] = []
    for token in drawing.cells:
        sign = token.text if len(token.text) == 1 else ""
        if not sign or sign not in BLANKS + walls + DIGITS:
            where = cell_name(len(cells), drawing.cols)
            hint = "'.' is white, '#' a wall, 0-4 a wall with a number"
            raise fault(text, token.at, f"{where}: '{token.text[:20]}' is no cell", hint)
        cells.append(WHITE if sign in BLANKS else WALL if sign in walls else sign)
    blank = next((sign for sign in used if sign in BLANKS), BLANKS[0])
    wall = next((sign for sign in used if sign in walls), WALLS[0])
    return Imported(board_of("".join(cells), drawing.cols), spelling=(blank, wall, *drawing.spelling))


def write_text(request: Request[Puzzle]) -> Exported:
    """A drawn board, a character a cell where it was not read in another way."""
    blank, wall, *layout = request.spelling or (BLANKS[0], WALLS[0])
    shown = {WHITE: blank, WALL: wall}
    cells = [shown.get(cell, cell) for cell in request.puzzle.text]
    return Exported(drawn.write_drawing(cells, request.puzzle.cols, tuple(layout)), beside(request, ()))

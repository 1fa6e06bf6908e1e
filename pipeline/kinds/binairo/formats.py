"""What other programs write of a Binairo board, and our own code: game IDs of Unruly, Penpa+, and drawn text.

Of these only the game ID says whether lines may be equal. Penpa+ is read as its solvers take it: they may not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pipeline.interchange import drawn, penpa, tatham
from pipeline.interchange.drawn import Token
from pipeline.interchange.format import Exported, Format, Imported, Request, beside
from pipeline.interchange.place import fault, inside
from pipeline.interchange.stencil import Stencil
from pipeline.kinds.binairo import code
from pipeline.kinds.binairo.puzzle import LARGEST_SIDE, ONE, OPEN, SMALLEST_SIDE, ZERO, Puzzle, crowded

PARAMS = re.compile(r"u?(d[ten])?")
"""Whether all lines differ, and the difficulty, which is no part of the board."""
GAME = "Unruly"
SMALLEST_UNRULY = 6

BLANKS = ".-_x "
"""What stands for an open cell in one text or another, the usual sign first."""
DIGITS = (ZERO, ONE)
TWOS = ("1", "2")
COLOURS = ("W", "B")
"""The stones 0 and 1 in one text or another."""

CIRCLE = "circle_"
WHITE_CIRCLE, BLACK_CIRCLE = 1, 2
"""The stones 0 and 1 as circles of Penpa+."""
PENPA: Mapping[str, Mapping[str, Any]] = {
    "symbol": {ZERO: [WHITE_CIRCLE, "circle_M", 2], ONE: [BLACK_CIRCLE, "circle_M", 2]}
}
"""What a stone is in such a link, in its map."""

EQUAL = "cannot say that two lines may be equal"


def _board(cells: str, cols: int, unique_lines: bool = True) -> Puzzle:
    return Puzzle(tuple(cells[start : start + cols] for start in range(0, len(cells), cols)), unique_lines)


def _check_sides(text: str, at: int, *sides: int) -> None:
    for side in sides:
        if side % 2 or not SMALLEST_SIDE <= side <= LARGEST_SIDE:
            hint = f"both sides are even, from {SMALLEST_SIDE} to {LARGEST_SIDE}"
            raise fault(text, at, f"a side of {side} cells", hint)


def _read_game_id(text: str) -> Imported[Puzzle]:
    game = tatham.split(text, SMALLEST_SIDE, LARGEST_SIDE)
    _check_sides(text, 0, game.width, game.height)
    with inside(text, game.desc_at):
        puzzle = code.read_description(game.desc, game.height, game.width, game.rest.startswith("u"))
    return Imported(puzzle, game.notes, spelling=game.spelling)


def _write_game_id(request: Request[Puzzle]) -> Exported:
    puzzle = request.puzzle
    text = request.spelling[0] + code.description(puzzle) if request.spelling else code.encode(puzzle)
    lost = []
    if min(puzzle.rows, puzzle.cols) < SMALLEST_UNRULY:
        lost.append(f"takes no board with a side below {SMALLEST_UNRULY}")
    if puzzle.unique_lines and (too_many := crowded(puzzle.rows, puzzle.cols)):
        lost.append(f"takes no such board: {too_many}")
    return Exported(text, (*lost, *beside(request, ())))


def _read_penpa(text: str) -> Imported[Puzzle]:
    sheet = penpa.read(text, LARGEST_SIDE)
    _check_sides(text, sheet.at, sheet.cols, sheet.rows)
    cells = [OPEN] * (sheet.rows * sheet.cols)
    for cell, symbol in sheet.cells("symbol"):
        style, name = penpa.item(symbol, 0), penpa.item(symbol, 1)
        if str(name).startswith(CIRCLE) and style in (WHITE_CIRCLE, BLACK_CIRCLE):
            cells[cell] = ONE if style == BLACK_CIRCLE else ZERO
        else:
            raise sheet.fault(f"{sheet.name(cell)}: the symbol is no stone", "a stone is a white or a black circle")
    if all(cell == OPEN for cell in cells):
        raise sheet.fault("no stone is on the board", "a stone is a white or a black circle")
    puzzle = _board("".join(cells), sheet.cols)
    notes = sheet.notes(("symbol",))
    return Imported(puzzle, notes, title=sheet.title, author=sheet.author, spelling=sheet.spelling)


def _write_penpa(request: Request[Puzzle]) -> Exported:
    puzzle = request.puzzle
    text = penpa.write(request, puzzle.rows, puzzle.cols, penpa.drawn(puzzle.text, PENPA))
    lost = () if puzzle.unique_lines else (EQUAL,)
    return Exported(text, (*lost, *beside(request, ("title", "author"))))


def _penpa_stencil(puzzle: Puzzle) -> Stencil:
    return _penpa_stencil_of(puzzle.rows, puzzle.cols)


# Of all boards of a size it is the same.
@lru_cache(maxsize=64)
def _penpa_stencil_of(rows: int, cols: int) -> Stencil:
    return penpa.stencil(rows, cols, PENPA)


def _read_text(text: str) -> Imported[Puzzle]:
    drawing = drawn.read_drawing(text, LARGEST_SIDE)
    _check_sides(text, drawing.cells[0].at, drawing.cols, drawing.rows)
    used = {token.text for token in drawing.cells}
    stones = COLOURS if used & set(COLOURS) else DIGITS
    # Only words are taken for 1 and 2: a board of characters that has no 0 yet is a board of 1.
    if drawing.has_words and ZERO not in used and stones == DIGITS:
        stones = TWOS
    cells = [_stone(text, token, stones) for token in drawing.cells]
    blank = next((token.text for token in drawing.cells if token.text in BLANKS), OPEN)
    notes: tuple[str, ...] = ("the text does not say whether two lines may be equal: taken that they may not",)
    if stones == TWOS and not set(TWOS) <= used:
        notes += ("there is neither a 0 nor each of 1 and 2: taken that 1 is the stone 0",)
    return Imported(_board("".join(cells), drawing.cols), notes, spelling=(blank, *stones, *drawing.spelling))


def _stone(text: str, token: Token, stones: tuple[str, str]) -> str:
    if token.text in stones:
        return ONE if token.text == stones[1] else ZERO
    if len(token.text) != 1 or token.text not in BLANKS:
        hint = f"a stone is {stones[0]} or {stones[1]}, an open cell '.'"
        raise fault(text, token.at, f"'{token.text[:20]}' is no cell", hint)
    return OPEN


def _write_text(request: Request[Puzzle]) -> Exported:
    blank, zero, one, *layout = request.spelling or (OPEN, ZERO, ONE)
    shown = {OPEN: blank, ZERO: zero, ONE: one}
    text = drawn.write_drawing([shown[cell] for cell in request.puzzle.text], request.puzzle.cols, tuple(layout))
    lost = () if request.puzzle.unique_lines else (EQUAL,)
    return Exported(text, (*lost, *beside(request, ())))


FORMATS: tuple[Format[Puzzle], ...] = (
    Format(
        name="tatham",
        title="Unruly of Simon Tatham's puzzles",
        claims=lambda text: tatham.may_be(text, GAME, PARAMS),
        read=_read_game_id,
        write=_write_game_id,
    ),
    Format(
        name="code",
        title="the code of a Binairo board",
        claims=lambda text: code.GAME_ID.match(text) is not None,
        read=_read_game_id,
        write=lambda request: Exported(code.encode(request.puzzle), beside(request, ())),
    ),
    Format(
        name="penpa",
        title="Penpa+",
        claims=penpa.may_be,
        read=_read_penpa,
        write=_write_penpa,
        stencil=_penpa_stencil,
    ),
    Format(name="text", title="plain text", claims=drawn.may_be, read=_read_text, write=_write_text),
)

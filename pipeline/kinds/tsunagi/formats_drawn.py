"""Number Link boards of other programs that say each cell on its own: Penpa+ and drawn text.

Neither says whether every cell is used. Penpa+ is read as its solvers take a board by default, where cells may stay
unused; text is mostly of games in which they may not.
"""

from __future__ import annotations

from functools import lru_cache, partial

from pipeline.interchange import drawn, penpa
from pipeline.interchange.drawn import Token
from pipeline.interchange.format import Exported, Imported, Request, beside
from pipeline.interchange.place import fault
from pipeline.interchange.stencil import Stencil
from pipeline.kinds.tsunagi.numbered import Label, is_number, is_square, paired, plain, shapes_of
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LARGEST_SIDE, LETTERS, OPEN, Puzzle
from pipeline.kinds.tsunagi.shape import bridge_faults

BLANKS = (".", "-", "_", " ")
"""What stands for an open cell in one text or another, the usual sign first."""
UNTOLD = "?"
FEW = 62
"""So many pairs have a letter or a digit each in drawn text; of more the numbers are written."""
LONGEST_LABEL = 5

MAY_GAP = "cannot say that cells may stay unused"
MUST_FILL = "cannot say that every cell is used"


def read_penpa(text: str) -> Imported[Puzzle]:
    """A link of Penpa+: each end is a number or a letter."""
    sheet = penpa.read(text, LARGEST_SIDE)
    cells: list[Label | str] = [OPEN] * (sheet.rows * sheet.cols)
    for cell, number in sheet.cells("number"):
        said = str(penpa.item(number, 0)).strip()
        if len(said) > LONGEST_LABEL or (not said.isalnum() and said not in ("", UNTOLD)):
            raise sheet.fault(
                f"{sheet.name(cell)}: '{said[:20]}' is no number of a pair", "an end is a number or letter"
            )
        if said:
            cells[cell] = Label(None if said == UNTOLD else said, sheet.at)
    for name, thing in (("surface", "a coloured cell"), ("symbol", "a symbol")):
        for cell, _ in sheet.cells(name):
            raise sheet.fault(f"{sheet.name(cell)}: {thing} is no part of a Number Link board", "take it out")
    numbered = paired(cells, sheet.cols, False, partial(fault, text))
    notes = (*sheet.notes(("number",)), "the link does not say whether every cell is used: taken that some may not be")
    return Imported(numbered.puzzle, notes, None, sheet.title, sheet.author, numbered.labels, spelling=sheet.spelling)


def write_penpa(request: Request[Puzzle]) -> Exported:
    """A link of Penpa+, with the numbers of the pairs or what a setter called them."""
    puzzle = request.puzzle
    plain(puzzle, "Penpa+")
    shown = request.labels or tuple(str(pair) for pair in range(1, len(puzzle.pairs) + 1))
    ends: dict[int, list[object]] = {
        end: [int(name) if is_number(name) and name == str(int(name)) else name, 1, "1"]
        for name, pair in zip(shown, puzzle.pairs, strict=True)
        for end in pair
    }
    text = penpa.write(request, puzzle.rows, puzzle.cols, {"number": dict(sorted(ends.items()))})
    return Exported(text, (*_lost(puzzle, False), *beside(request, ("title", "author"))))


def penpa_stencil(puzzle: Puzzle) -> Stencil:
    """The stencil of such a link, with the numbers of the pairs."""
    return _penpa_stencil(puzzle.rows, puzzle.cols)


# Of all boards of a size it is the same.
@lru_cache(maxsize=64)
def _penpa_stencil(rows: int, cols: int) -> Stencil:
    numbers = {letter: [number, 1, "1"] for number, letter in enumerate(LETTERS, 1)}
    return penpa.stencil(rows, cols, {"number": numbers})


def read_text(text: str) -> Imported[Puzzle]:
    """A drawn board: a letter or number for each end, in which small letters are others than capitals."""
    drawing = drawn.read_drawing(text, LARGEST_SIDE)
    cells = [_cell(text, token) for token in drawing.cells]
    shapes = "".join(cell if isinstance(cell, str) else OPEN for cell in cells)
    for wrong in bridge_faults(shapes, drawing.cols):
        raise fault(text, drawing.cells[wrong.cell].at, wrong.message, wrong.hint)
    numbered = paired(cells, drawing.cols, True, partial(fault, text))
    blank = next((token.text for token in drawing.cells if token.text in BLANKS), OPEN)
    notes = ("the text does not say whether every cell is used: taken that it is",)
    return Imported(numbered.puzzle, notes, labels=numbered.labels, spelling=(blank, *drawing.spelling))


def _cell(text: str, token: Token) -> Label | str:
    if token.text in BLANKS:
        return OPEN
    if token.text in (BLOCKED, BRIDGE):
        return token.text
    if token.text == UNTOLD:
        return Label(None, token.at)
    if token.text.isalnum() and len(token.text) <= LONGEST_LABEL:
        return Label(token.text, token.at)
    hint = "'.' is open, '#' blocked, '+' a bridge, a letter or number an end"
    raise fault(text, token.at, f"'{token.text[:20]}' is no cell", hint)


def write_text(request: Request[Puzzle]) -> Exported:
    """A drawn board, a character a cell where the pairs have one each."""
    puzzle = request.puzzle
    plain(puzzle, "plain text", BLOCKED + BRIDGE)
    few = len(puzzle.pairs) <= FEW
    usual = [puzzle.text[first] if few else str(pair) for pair, (first, _) in enumerate(puzzle.pairs, 1)]
    shown = request.labels or tuple(usual)
    blank, *layout = request.spelling or (OPEN,)
    # A row that is as long as a square has cells would be read as the code of that square.
    alone = puzzle.rows == 1 and is_square(puzzle.cols)
    if not layout and (alone or any(len(name) > 1 for name in shown)):
        blank, layout = "-", [" ", f"{puzzle.rows} {puzzle.cols}\n", *["\n"] * (puzzle.rows - 1), ""]
    cells = [blank if cell == OPEN else cell for cell in shapes_of(puzzle, shown)]
    text = drawn.write_drawing(cells, puzzle.cols, tuple(layout))
    return Exported(text, (*_lost(puzzle, True), *beside(request, ())))


def _lost(puzzle: Puzzle, fill: bool) -> tuple[str, ...]:
    """The rules of a board that are not those with which the format is read."""
    rule = () if puzzle.fill == fill else (MUST_FILL,) if puzzle.fill else (MAY_GAP,)
    return rule if puzzle.touch else (*rule, "cannot say that no line may run beside itself")

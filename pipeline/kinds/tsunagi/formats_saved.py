"""Number Link boards as puzz.link saves them: the numbers, or letters, and then the lines that a player drew.

The lines are two blocks: whether one goes between each two cells of a row, and between each two of a column. ``1`` is a
line, ``-1`` a cross. arukone has a line more before the board, which says whether every cell is used.
"""

from __future__ import annotations

from functools import partial

from pipeline.interchange import pzprv3
from pipeline.interchange.format import Exported, Imported, Request, beside
from pipeline.interchange.place import fault
from pipeline.interchange.pzprv3 import Saved, Word
from pipeline.kinds.tsunagi.lines import answer_grid, read_answer
from pipeline.kinds.tsunagi.numbered import CASED, Label, Numbered, is_number, numbers, paired, plain, renumbered
from pipeline.kinds.tsunagi.puzzle import LARGEST_SIDE, OPEN, Puzzle
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.steps import steps_of

FREE, FILLED = "numlin", "arukone"
PASS_ALL, PASS_SOME = "passallcell", "dontpassallcell"
UNTOLD = "-"
LINE, NO_LINE, CROSS = "1", "0", "-1"


def read_saved(text: str) -> Imported[Puzzle]:
    """A saved board, and its answer where the player's lines are one."""
    saved = pzprv3.split(text, LARGEST_SIDE)
    fill = saved.genre == FILLED and _passes_all(saved)
    words = saved.block(saved.rows, saved.cols, "the board")
    cells = [OPEN if word.text == OPEN else _label(saved, word) for word in words]
    numbered = paired(cells, saved.cols, fill, partial(fault, text))
    answer = _answer(saved, numbered) if saved.has_more else None
    saved.end()
    return Imported(numbered.puzzle, tuple(saved.notes), answer, labels=numbered.labels)


def _passes_all(saved: Saved) -> bool:
    line = saved.line(f"'{PASS_ALL}' or '{PASS_SOME}'")
    if line.text.strip() not in (PASS_ALL, PASS_SOME):
        raise fault(saved.text, line.at, f"here should stand '{PASS_ALL}' or '{PASS_SOME}'", "save the board again")
    return line.text.strip() == PASS_ALL


def _label(saved: Saved, word: Word) -> Label:
    if word.text == UNTOLD:
        return Label(None, word.at)
    if is_number(word.text):
        return Label(str(int(word.text)), word.at)
    if saved.genre == FILLED and len(word.text) == 1 and word.text in CASED:
        return Label(str(CASED.index(word.text) + 1), word.at)
    hint = "'.' is open, a number or a letter an end" if saved.genre == FILLED else "'.' is open, a number an end"
    raise fault(saved.text, word.at, f"'{word.text[:20]}' is no cell", hint)


def _answer(saved: Saved, numbered: Numbered) -> tuple[str, ...] | None:
    """The lines of a player, where they are right; else they are noted as left out."""
    rows, cols = saved.rows, saved.cols
    across = saved.block(rows, cols - 1, "the lines across") if cols > 1 else _empty(saved, rows)
    down = saved.block(rows - 1, cols, "the lines down")
    drawn = {(at // (cols - 1) * cols + at % (cols - 1), 1) for at, word in enumerate(across) if _is_line(saved, word)}
    drawn |= {(at, cols) for at, word in enumerate(down) if _is_line(saved, word)}
    edges = 0
    for index, edge in enumerate(steps_of(numbered.puzzle).edges):
        # On a board of one column the cell below is both the next one and the one a row further.
        step = cols if edge.high - edge.low == cols else 1
        if (edge.low, step) in drawn:
            edges |= 1 << index
    if drawn and not violations(numbered.puzzle, edges):
        return answer_grid(numbered.puzzle, edges)
    if drawn:
        saved.notes.append("the lines that a player drew are left out: they are no answer")
    return None


def _empty(saved: Saved, rows: int) -> list[Word]:
    for row in range(rows):
        saved.line(f"row {row + 1} of the lines across")
    return []


def _is_line(saved: Saved, word: Word) -> bool:
    if word.text not in (LINE, NO_LINE, CROSS):
        hint = "0 is no line, 1 a line, -1 a cross"
        raise fault(saved.text, word.at, f"'{word.text[:20]}' is no line", hint)
    return word.text == LINE


def write_saved(request: Request[Puzzle]) -> Exported:
    """A saved board, with the lines of the answer where it is given."""
    puzzle = request.puzzle
    plain(puzzle, "a saved puzz.link board")
    called = numbers(request.labels, len(puzzle.pairs))
    filled = puzzle.fill and all(1 <= number <= len(CASED) for number in called)
    shown = [CASED[number - 1] if filled else str(number) for number in called]
    rows, cols = puzzle.rows, puzzle.cols
    cells = [OPEN] * (rows * cols)
    for name, ends in zip(shown, puzzle.pairs, strict=True):
        for end in ends:
            cells[end] = name
    across, down = [NO_LINE] * (rows * (cols - 1)), [NO_LINE] * ((rows - 1) * cols)
    edges = read_answer(puzzle, request.answer) if request.answer else 0
    for index, edge in enumerate(steps_of(puzzle).edges):
        if edges >> index & 1 and edge.high - edge.low == cols:
            down[edge.low] = LINE
        elif edges >> index & 1:
            across[edge.low // cols * (cols - 1) + edge.low % cols] = LINE
    rule = [PASS_ALL] if filled else []
    text = pzprv3.join(FILLED if filled else FREE, rows, cols, rule, [(cells, cols), (across, cols - 1), (down, cols)])
    lost = [f"cannot say that every cell is used: {FILLED} has {len(CASED)} letters"] if puzzle.fill > filled else []
    lost += [] if puzzle.touch else ["cannot say that no line may run beside itself"]
    return Exported(text, (*lost, *renumbered(request.labels), *beside(request, ("answer",))))

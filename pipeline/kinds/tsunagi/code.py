"""The code of a Tsunagi board, ``5x4:cells|walls|wrap``: rows and columns, the published code, and our switches.

The cells are those of the board. Walls, if any, are pairs of cell numbers from 0, ``0-1,5-9``, sorted. Then come, each
only where it holds and in this order: ``wrap`` the edges join, ``gaps`` cells may stay unused, ``apart`` no line may
run beside itself. The last two are ours. The published code leaves the size out, knows squares only, and has more
words: portals, hexagons, explosions, a limit on strokes and a claim of sparseness, none of which is read here.

A board has one spelling, and every other one is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.errors import AuthoringError
from pipeline.grid import cell_name
from pipeline.interchange.place import fault, inside
from pipeline.kinds.tsunagi.puzzle import (
    BLOCKED,
    BRIDGE,
    LARGEST_SIDE,
    LETTERS,
    OPEN,
    Puzzle,
    Wall,
    lettered,
    read_walls,
    wall_text,
)
from pipeline.kinds.tsunagi.shape import bridge_faults, late_waypoints, letter_faults, wall_fault
from pipeline.wording import spoken

WRAP, GAPS, APART = "wrap", "gaps", "apart"
WORDS = (WRAP, GAPS, APART)
"""In the order of the code."""

CODE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?):(.*)", re.DOTALL)
WALLS = re.compile(r"[0-9]{1,4}-[0-9]{1,4}(,[0-9]{1,4}-[0-9]{1,4})*")
UNSUPPORTED = re.compile(r"(portals|hex|sparse|strokes|boom|blast)[0-9,-]*")
"""Words of the published code that change the rules, or the board, in ways that are not known here."""


def encode(puzzle: Puzzle) -> str:
    """The code of a board."""
    return f"{puzzle.rows}x{puzzle.cols}:{'|'.join(parts(puzzle))}"


def parts(puzzle: Puzzle) -> list[str]:
    """The cells of a board, its walls where it has any, and the words that hold."""
    held = ((WRAP, puzzle.wrap), (GAPS, not puzzle.fill), (APART, not puzzle.touch))
    words = [word for word, holds in held if holds]
    walls = [wall_text(puzzle.walls)] if puzzle.walls else []
    return [puzzle.text, *walls, *words]


def decode(code: str) -> Puzzle:
    """Read a code; raises AuthoringError naming what cannot be read."""
    found = CODE.fullmatch(code.strip())
    if not found or max(int(found[1]), int(found[2])) > LARGEST_SIDE:
        hint = f"a code is ROWSxCOLS, no side over {LARGEST_SIDE}, ':' and the cells"
        raise AuthoringError(f"not a board code: {code[:60]!r}", hint=hint)
    with inside(code.strip(), found.start(3)):
        return read_board(found[3], int(found[1]), int(found[2]))


def read_board(letters: str, rows: int, cols: int) -> Puzzle:
    """The board of what stands after the ':'; raises AuthoringError, with the column of what cannot be read."""
    text, *words = letters.split("|")
    # A board of the old spelling has no walls: what follows the cells is then a word.
    walls = words.pop(0) if words and not words[0][:1].isalpha() else None
    _check_words(words)
    _check_cells(text, rows, cols)
    read = () if walls is None else _walls(walls, text, cols, WRAP in words)
    board = tuple(text[start : start + cols] for start in range(0, len(text), cols))
    return Puzzle(board, read, WRAP in words, GAPS not in words, APART not in words)


def _check_words(words: Sequence[str]) -> None:
    for word in words:
        if found := UNSUPPORTED.fullmatch(word):
            raise AuthoringError(f"boards with '{found[1]}' are not supported", hint="leave this board out")
        if word not in WORDS:
            raise AuthoringError(f"'{word[:40]}' is no part of a code", hint=f"after the walls come {', '.join(WORDS)}")
    if words != [word for word in WORDS if word in words]:
        raise AuthoringError("the words of the code are out of order", hint=f"{', '.join(WORDS)}, each at most once")


def _check_cells(text: str, rows: int, cols: int) -> None:
    for at, letter in enumerate(text, 1):
        if letter not in LETTERS + OPEN + BLOCKED + BRIDGE:
            message = f"character {at} after the ':', {spoken(letter)}, is no cell"
            raise fault(text, at - 1, message, "a cell is '.', '#', '+' or a letter")
    if len(text) != rows * cols:
        message = f"the code holds {len(text)} cells where the board has {rows * cols}"
        raise fault(text, len(text), message, "mend the size, or the cells")
    faults = [*bridge_faults(text, cols), *letter_faults(text, cols)]
    for wrong in faults or late_waypoints(text):
        raise fault(text, wrong.cell, f"{cell_name(wrong.cell, cols)}: {wrong.message}", wrong.hint)
    if lettered(text) != text:
        raise AuthoringError("the pairs are not lettered in reading order", hint=f"these cells are {lettered(text)!r}")


def _walls(text: str, cells: str, cols: int, wrap: bool) -> tuple[Wall, ...]:
    hint = "walls are pairs of cell numbers, the lower one first, in order: 0-1,5-9"
    if not WALLS.fullmatch(text):
        raise AuthoringError(f"the walls cannot be read: '{text[:40]}'", hint=hint)
    walls = tuple(read_walls(text))
    for a, b in walls:
        if not a < b < len(cells):
            raise AuthoringError(
                f"there is no wall {a}-{b}: a cell is off the board, or the higher one first", hint=hint
            )
        if wrong := wall_fault(cells, cols, (a, b), wrap):
            raise AuthoringError(f"wall {a}-{b}: {wrong[0]}", hint=wrong[1])
    if text != wall_text(tuple(sorted(set(walls)))):
        raise AuthoringError("the walls are not in order, or one stands twice", hint=hint)
    return walls

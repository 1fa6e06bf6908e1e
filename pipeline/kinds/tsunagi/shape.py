"""What no Tsunagi board may have, wherever it comes from: a layout or a code.

A bridge stands inside the board and never beside another, since a line goes straight over it onto a cell. Walls stand
between neighbouring cells of which neither is a bridge; the join of a board that wraps takes none. A letter has two
ends, and a waypoint has a pair that is read soon enough to have a small letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pipeline.grid import cell_name
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, FEW, LETTERS, OPEN, WAYPOINT_PAIRS, has_waypoints


class Fault(NamedTuple):
    """Something wrong at a cell, in an author's words, and what would be right."""

    cell: int
    message: str
    hint: str


def bridge_faults(text: str, cols: int) -> Iterator[Fault]:
    """Every bridge that stands where none can."""
    rows = len(text) // cols
    for cell, letter in enumerate(text):
        if letter != BRIDGE:
            continue
        row, col = divmod(cell, cols)
        if row in (0, rows - 1) or col in (0, cols - 1):
            yield Fault(cell, "a bridge at the border", "a bridge has a cell on each of its four sides")
        for other in (cell - 1, cell - cols):
            if other >= 0 and text[other] == BRIDGE and (other == cell - cols or col):
                hint = "between two bridges is a cell at least"
                yield Fault(cell, f"a bridge beside the one at {cell_name(other, cols)}", hint)


def letter_faults(text: str, cols: int) -> Iterator[Fault]:
    """Every letter of a board that has not two ends, and every waypoint without a pair."""
    few = has_waypoints(text)
    plain = LETTERS[:FEW] if few else LETTERS
    ends: dict[str, list[int]] = {}
    for cell, letter in enumerate(text):
        if letter in plain:
            ends.setdefault(letter, []).append(cell)
    if not ends:
        yield Fault(
            0, "no line has its ends on this board", "the two ends of a line are the same capital letter or digit"
        )
    for letter, cells in ends.items():
        if len(cells) != 2:
            count = "one end" if len(cells) == 1 else f"{len(cells)} ends"
            yield Fault((cells[2:] or cells)[0], f"the letter {letter} has {count}", "a line has two ends")
    for cell, letter in enumerate(text):
        if letter in plain or letter in OPEN + BLOCKED + BRIDGE:
            continue
        if letter.upper() not in ends:
            hint = f"a waypoint is the small letter of a pair; the ends of this one are {letter.upper()}"
            if not letter.isalpha():
                hint = "it names a pair only on a board with more than 36"
            yield Fault(cell, f"'{letter}' has no pair on this board", hint)


def late_waypoints(text: str) -> Iterator[Fault]:
    """Every waypoint of a pair that has no small letter once the pairs are lettered in reading order.

    The letters have no other fault.
    """
    if not has_waypoints(text):
        return
    order = list(dict.fromkeys(letter for letter in text if letter in LETTERS[:FEW]))
    late = {letter.lower(): place for place, letter in enumerate(order, 1) if place > WAYPOINT_PAIRS}
    for cell, letter in enumerate(text):
        if letter not in order and letter in late:
            message = f"a waypoint of {letter.upper()}, which is pair {late[letter]} of this board in reading order"
            hint = f"only the first {WAYPOINT_PAIRS} pairs can have waypoints: leave it out, or turn the board"
            yield Fault(cell, message, hint)


def wall_fault(text: str, cols: int, wall: tuple[int, int], wrap: bool) -> tuple[str, str] | None:
    """Why there can be no wall between two cells, and what would be right; None where there can.

    The lower number comes first.
    """
    a, b = wall
    beside = (b - a == 1 and b % cols) or b - a == cols
    if not beside:
        if wrap and _wrapped(a, b, len(text) // cols, cols):
            return "a wall on the join of a board that wraps", "walls stand inside the board; the join is always open"
        return "a wall between cells that are not neighbours", "a wall stands between two cells that share an edge"
    if BRIDGE in (text[a], text[b]):
        return "a wall at a bridge", "a bridge is open on all four sides"
    return None


def _wrapped(a: int, b: int, rows: int, cols: int) -> bool:
    (row, col), (other_row, other_col) = divmod(a, cols), divmod(b, cols)
    if row == other_row:
        return {col, other_col} == {0, cols - 1}
    return col == other_col and {row, other_row} == {0, rows - 1}

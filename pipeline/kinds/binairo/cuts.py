"""Why a clause about two lines follows from the rules: two rows, or two columns, are not both the same word.

Judged by the drawing alone, without the encoding; the variable of cell ``i`` is ``i + 1``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.kinds.binairo.puzzle import ONE, ZERO, Puzzle


def why_cut(puzzle: Puzzle, clause: Sequence[int]) -> str | None:
    """In words, which two lines would be equal; None for a clause that does not follow so."""
    if not puzzle.unique_lines:
        return None
    # What would be so where every literal is false: a letter in each of these cells.
    letters = {abs(literal) - 1: ZERO if literal > 0 else ONE for literal in clause}
    if len(letters) != len(clause):
        return None
    sides = (("rows", puzzle.rows, puzzle.cols, puzzle.cols, 1), ("columns", puzzle.cols, puzzle.rows, 1, puzzle.cols))
    for name, count, length, apart, along in sides:
        lines = [[at * apart + nth * along for nth in range(length)] for at in range(count)]
        filled = [at for at, line in enumerate(lines) if all(cell in letters for cell in line)]
        if len(filled) == 2 and len(letters) == 2 * length:
            one, other = ("".join(letters[cell] for cell in lines[at]) for at in filled)
            if one == other:
                return f"{name} {filled[0] + 1} and {filled[1] + 1} are not both {one}"
    return None

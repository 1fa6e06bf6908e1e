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
    cols = puzzle.cols
    sides = (
        ("rows", cols, {cell // cols for cell in letters}, cols, 1),
        ("columns", puzzle.rows, {cell % cols for cell in letters}, 1, cols),
    )
    for name, length, at, apart, along in sides:
        if len(at) == 2 and len(letters) == 2 * length and min(letters) >= 0 and max(letters) < puzzle.rows * cols:
            # As many cells as two lines have, and all of them in these two.
            first, second = sorted(at)
            one, other = (
                "".join([letters[line * apart + nth * along] for nth in range(length)]) for line in (first, second)
            )
            if one == other:
                return f"{name} {first + 1} and {second + 1} are not both {one}"
    return None

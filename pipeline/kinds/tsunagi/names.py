"""The letters that an author's drawing of an answer can give its lines, and how such a drawing is written.

Most lines are named by a letter with a capital, which marks their two ends: Latin letters, and where a board has more
lines than these, Greek and Cyrillic ones that look like none of them. Digits and marks name lines too. They have no
capital, so the ends of such a line have to stand clear: each beside one cell of its line, where every other is beside
two or more.

Where they do not, and where a line is too tangled to be followed, ``lines:`` lists its cells. It can do so for any
line; but of one whose letters allow two ways no puzzle has one answer, listed or not.
"""

from __future__ import annotations

import json
from string import ascii_uppercase, digits

from pipeline.grid import cell_name, indices, mask_of
from pipeline.kinds.tsunagi.follow import follow, inside
from pipeline.kinds.tsunagi.lines import walk
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LETTERS, OPEN, Puzzle
from pipeline.kinds.tsunagi.steps import Steps, steps_of

CAPITALS = ascii_uppercase + "ΓΔΘΛΞΠΣΦΨΩ" + "БДЖИЙЎЦЧШЩЪЫЭЮЯЄ"
MARKS = digits + LETTERS[62:]
NAMES = CAPITALS + MARKS
"""Every name of a line, as its ends are written, in the order in which lines are given them."""
DRAWN = NAMES + CAPITALS.lower()
"""Every letter that a drawing of lines can have."""


def clear_ends(steps: Steps, cells: int) -> tuple[int, int] | None:
    """The ends of a line of these cells by its shape alone; None where they do not stand clear."""
    joined = inside(steps, cells)
    ends = [cell for cell in indices(cells) if (steps.touching[cell] & joined).bit_count() == 1]
    return (ends[0], ends[1]) if len(ends) == 2 else None


def answer_yaml(puzzle: Puzzle, edges: int) -> str:
    """A finished board as the YAML of a layout: the drawing, its walls and switches, and the lines that need a list.

    ``edges`` is the answer. Raises ValueError where there are more lines than names.
    """
    if len(puzzle.pairs) > len(NAMES):
        raise ValueError(f"{len(puzzle.pairs)} lines have no names")
    steps = steps_of(puzzle)
    cells = [letter if letter in (BLOCKED, BRIDGE) else OPEN for letter in puzzle.text]
    listed: list[str] = []
    for name, ends in zip(NAMES, puzzle.pairs, strict=False):
        line = list(walk(steps, edges, ends[0]))
        for cell, _ in line:
            cells[cell] = name if cell in ends else name.lower()
        own = mask_of(cell for cell, _ in line)
        told = name not in MARKS or clear_ends(steps, own) is not None
        if not told or follow(puzzle, own, ends).only is None:
            listed.append(f"  {name if name.isalnum() else json.dumps(name)}: [{_listed(steps, line)}]\n")
    text = "".join(cells)
    rows = "".join(f"  {text[start : start + puzzle.cols]}\n" for start in range(0, len(text), puzzle.cols))
    lines = "".join(["lines:\n", *listed]) if listed else ""
    return f"answer: |\n{rows}{switches_yaml(puzzle)}{lines}"


def switches_yaml(puzzle: Puzzle) -> str:
    """The walls and the switches of a board as YAML, none for one that has only what is usual."""
    named = [f"{cell_name(a, puzzle.cols)}-{cell_name(b, puzzle.cols)}" for a, b in puzzle.walls]
    lines = [
        f"walls: [{', '.join(named)}]\n" if named else "",
        "wrap: true\n" if puzzle.wrap else "",
        "" if puzzle.fill else "fill: false\n",
        "" if puzzle.touch else "touch: false\n",
    ]
    return "".join(lines)


def _listed(steps: Steps, line: list[tuple[int, int]]) -> str:
    """The cells of a line in order, with the bridges that it crosses."""
    cells: list[int] = []
    for cell, came in line:
        if came >= 0 and steps.edges[came].bridge >= 0:
            cells.append(steps.edges[came].bridge)
        cells.append(cell)
    return ", ".join(cell_name(cell, steps.cols) for cell in cells)

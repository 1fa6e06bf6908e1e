"""Whether a level of a catalogue is a level of its kind: its board, its code and id, and that its answer is one.

Whether it is the only answer is not asked here: that takes a solver.
"""

from __future__ import annotations

import json
from typing import Any

from pipeline.catalogue import Level, level_id
from pipeline.errors import AuthoringError
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.node import clip

UNREADABLE = (AuthoringError, AttributeError, LookupError, TypeError, ValueError)
"""What a kind's readers may raise for what the kind never wrote."""


def level_fault(kind: AnyKind, level: Level) -> str | None:
    """What of a level does not fit the rest of it, in an author's words; None where all does."""
    try:
        # The code first: its reader takes nothing for granted, and a grid that equals what it says is a board.
        if kind.grid(kind.decode(level.code)) != level.grid:
            return f"the code '{clip(level.code)}' is that of another grid"
    except AuthoringError as error:
        return f"the code cannot be read: {error.message}"
    try:
        puzzle = kind.read_grid(level.grid, level.rules)
    except UNREADABLE:
        return f"'rules' are not those of {kind.name}"
    # As JSON has them: in Python true equals 1, and a page that plays the level would not take one for the other.
    if json.dumps(dict(kind.rules(puzzle)), sort_keys=True) != json.dumps(dict(level.rules), sort_keys=True):
        return f"'rules' are not those of {kind.name}"
    if kind.code(puzzle) != level.code:
        return f"the code of the grid is '{kind.code(puzzle)}', not '{clip(level.code)}'"
    if level_id(kind, puzzle) != level.id:
        return f"the id of the grid is {level_id(kind, puzzle)}, not {level.id}"
    if kind.clues(puzzle).bit_count() != level.clues:
        return f"the grid shows {kind.clues(puzzle).bit_count()} clues, not {level.clues}"
    return _image_fault(kind, puzzle, level) or _answer_fault(kind, puzzle, level)


def _answer_fault(kind: AnyKind, puzzle: Any, level: Level) -> str | None:
    """What is wrong with the answer, or with the trace that leads to it."""
    try:
        answer = kind.read_answer(puzzle, level.answer)
    except UNREADABLE:
        return "the answer is no filling of the grid"
    if kind.answer_grid(puzzle, answer) != level.answer:
        return "the answer is no filling of the grid"
    broken = kind.violations(puzzle, answer)
    if broken:
        return f"the answer breaks the rule '{broken[0].rule}'"
    return _trace_fault(kind, puzzle, answer, level)


def _image_fault(kind: AnyKind, puzzle: Any, level: Level) -> str | None:
    """What of the images the kind does not know."""
    known = kind.images(puzzle)
    for image in level.images:
        if image not in known or level.images.count(image) > 1:
            return f"'{clip(image)}' is no image of the board, or stands twice"
    return None


def _trace_fault(kind: AnyKind, puzzle: Any, answer: Any, level: Level) -> str | None:
    """What of the trace is not of this board, or not so: pages take hints from it."""
    techniques = {technique.name for technique in kind.techniques}
    yes = kind.places_of(puzzle, answer) if kind.places_of else answer
    yes_mark, _ = kind.marks
    # The value that each place has in the answer.
    right = {kind.place_name(puzzle, place): bool(yes >> place & 1) for place in indices(kind.reasoner(puzzle).places)}
    cells = {cell_name(cell, level.cols) for cell in range(level.rows * level.cols)}
    for number, (technique, decides, look, rests) in enumerate(level.trace, 1):
        step = f"step {number} of the trace"
        if technique not in techniques:
            return f"{step} names no technique: '{clip(technique)}'"
        for part in decides.split():
            place, _, mark = part.rpartition("=")
            if mark not in kind.marks or place not in right:
                return f"{step} decides nothing of this board: '{clip(part)}'"
            if (mark == yes_mark) != right[place]:
                return f"{step} is not as the answer is: '{clip(part)}'"
        for name in (*look.split(), *(name for name in rests.split() if name not in right)):
            if name not in cells:
                return f"{step} names what is not on the board: '{clip(name)}'"
    return None

"""The colours of pairs in a drawing: which one a letter has, and a line.

There are twelve, and pairs beyond them begin again. The page's style sheet has the same ones, and others for the dark
theme; here are those of a drawing that stands alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.grid import indices
from pipeline.kinds.tsunagi.labels import letters_of
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import steps_of

TONES = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#cc79a7",
    "#8fd0f5",
    "#c84e00",
    "#f0e442",
    "#5b6270",
    "#7d4a1e",
    "#5b45b0",
    "#a9c938",
    "#96183c",
)
"""The first eight are told apart with any colour vision."""
BRIGHT = frozenset({1, 2, 3, 4, 6, 10})
"""Those on which a letter is dark; on the others it is light."""
ON_BRIGHT, ON_DARK = "#14161f", "#fffdf8"


def letter_tones(rows: Sequence[str], ends: str, waypoints: str) -> Mapping[str, int]:
    """The colour of each letter that is on a board, out of those of ends and those of waypoints."""
    tones = {letter: number % len(TONES) for number, letter in enumerate(letters_of(rows, ends))}
    return tones | {letter.lower(): tone for letter, tone in tones.items() if letter.lower() in waypoints}


def line_tones(puzzle: Puzzle, edges: int, letters: Mapping[str, int]) -> Mapping[int, int]:
    """The colour of each edge that is used, of its letter; left out where what hangs together has none, or several."""
    steps, ends = steps_of(puzzle), puzzle.ends
    tones: dict[int, int] = {}
    left = edges
    while left:
        line, waiting = left & -left, [*steps.edges[(left & -left).bit_length() - 1][:2]]
        owners = set()
        while waiting:
            cell = waiting.pop()
            if ends >> cell & 1:
                owners.add(puzzle.text[cell])
            for step in steps.of[cell]:
                if (edges & ~line) >> step.edge & 1:
                    line |= 1 << step.edge
                    waiting.append(step.target)
        if len(owners) == 1:
            tones |= dict.fromkeys(indices(line), letters[owners.pop()])
        left &= ~line
    return tones

"""The clues of a Binairo board: its givens. The author draws the answer, so there is nothing to choose."""

from __future__ import annotations

from pipeline.kind import Choice, Chosen, NoneUnique
from pipeline.kinds.binairo.parse import Drawn
from pipeline.kinds.binairo.puzzle import Puzzle
from pipeline.verdict import Budget


def choose(drawn: Drawn, budget: Budget, seed: int = 0) -> Choice[int]:
    """The finished grid that the author drew; with every cell given there is no other."""
    return Chosen(drawn.puzzle.ones)


def number(drawn: Drawn, ones: int) -> Puzzle:
    """Every cell given."""
    return drawn.puzzle.answered(ones)


def may_clue(drawn: Drawn) -> int:
    """The cells that can be given: all of them, and of a setter's own board those that are."""
    return drawn.puzzle.clues


def explain_swaps(drawn: Drawn, none: NoneUnique) -> str:
    """Never asked for: a finished grid is always unique with every cell given."""
    raise ValueError("a finished grid is unique with every cell given")

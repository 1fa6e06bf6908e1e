"""The first stages: from a layout to the puzzle with every clue shown, and its one answer.

A setter's own board (``clues: fixed``) is taken as drawn: here it is only shown to have one answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pipeline.errors import LayoutRuleError, Location, UndecidedError
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind, NoneUnique
from pipeline.layout import Layout
from pipeline.prove import Prover
from pipeline.verdict import Ambiguous, Budget, Undecided, Unique, Unsolvable


class NotUniqueError(LayoutRuleError):
    """A board with two answers, or more; both are given as rows of text."""

    def __init__(
        self,
        message: str,
        location: Location | None = None,
        hint: str | None = None,
        first: tuple[str, ...] = (),
        second: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, location, hint)
        self.first = first
        self.second = second

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.location, self.hint, self.first, self.second)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A puzzle with all its clues shown, and its one answer. ``fixed``: no clue may be taken away."""

    puzzle: Any
    answer: Any
    fixed: bool


def number(kind: AnyKind, layout: Layout, budget: Budget) -> Numbered:
    """Choose the answer and show every clue; raises LayoutRuleError where no answer is the only one."""
    puzzle = kind.fixed(layout.board)
    if puzzle is not None:
        return Numbered(puzzle, _only_answer(kind, puzzle, layout, budget), fixed=True)
    choice = kind.choose(layout.board, budget, layout.seed)
    if isinstance(choice, Undecided):
        raise _undecided(layout, choice)
    if isinstance(choice, NoneUnique):
        message = kind.explain_swaps(layout.board, choice)
        raise LayoutRuleError(message, layout.drawing, kind.unique_hint)
    return Numbered(kind.number(layout.board, choice.answer), choice.answer, fixed=False)


def _only_answer(kind: AnyKind, puzzle: Any, layout: Layout, budget: Budget) -> Any:
    with Prover(kind.encode(puzzle)) as prover:
        verdict = prover.count(2, budget).verdict
        match verdict:
            case Unique(answer):
                return answer
            case Undecided():
                raise _undecided(layout, verdict)
            case Unsolvable():
                cols = len(kind.grid(puzzle)[0])
                core = prover.core(budget)
                cells = ", ".join(cell_name(i, cols) for i in indices(core or 0))
                hint = f"these clues contradict each other: {cells}" if cells else "it has none even without its clues"
                raise LayoutRuleError("the board has no answer", layout.drawing, None if core is None else hint)
            case Ambiguous(first, second):
                rows = kind.answer_grid(puzzle, first), kind.answer_grid(puzzle, second)
                open_cells = [
                    i
                    for i, pair in enumerate(zip("".join(rows[0]), "".join(rows[1]), strict=True))
                    if pair[0] != pair[1]
                ]
                cells = ", ".join(cell_name(i, len(rows[0][0])) for i in open_cells[:12])
                message = "the board has more than one answer"
                hint = (
                    f"two of them differ in {cells}"
                    if cells
                    else "two of them have the same cells and differ between them"
                )
                raise NotUniqueError(message, layout.drawing, hint, *rows)


def _undecided(layout: Layout, spent: Undecided) -> UndecidedError:
    message = f"not decided after {spent.nodes} conflicts of the prover"
    return UndecidedError(message, layout.drawing, "a smaller board is decided sooner")

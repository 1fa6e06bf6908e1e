"""The first stages: from a layout to the puzzle with every clue shown, and its one answer.

A setter's own board (``clues: fixed``) is taken as drawn: here it is only shown to have one answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.errors import AuthoringError, LayoutRuleError, Location, UndecidedError
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind, NoneUnique, Trouble
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


Asked = Numbered | Trouble | Undecided
"""What the first stages come to: a puzzle with its one answer, or why there is none."""


def number(kind: AnyKind, layout: Layout, budget: Budget) -> Numbered:
    """Choose the answer and show every clue; raises LayoutRuleError where no answer is the only one."""
    asked = ask(kind, layout, budget)
    if isinstance(asked, Numbered):
        return asked
    raise refusal(kind, layout, asked)


def ask(kind: AnyKind, layout: Layout, budget: Budget) -> Asked:
    """The same, where the reason is a value: a setter's board gives a verdict, other layouts what choosing gives."""
    puzzle = kind.fixed(layout.board)
    if puzzle is None:
        choice = kind.choose(layout.board, budget, layout.seed)
        if isinstance(choice, NoneUnique | Undecided):
            return choice
        return Numbered(kind.number(layout.board, choice.answer), choice.answer, fixed=False)
    with Prover(kind.encode(puzzle)) as prover:
        verdict = prover.count(2, budget).verdict
        if isinstance(verdict, Unsolvable):
            return Unsolvable(prover.core(budget))
    return Numbered(puzzle, verdict.answer, fixed=True) if isinstance(verdict, Unique) else verdict


def refusal(kind: AnyKind, layout: Layout, asked: Trouble | Undecided) -> AuthoringError:
    """The error that tells an author why a layout has no puzzle with one answer."""
    match asked:
        case NoneUnique():
            return LayoutRuleError(kind.explain_swaps(layout.board, asked), layout.drawing, kind.unique_hint)
        case Undecided(nodes):
            message = f"not decided after {nodes:,} conflicts of the prover"
            return UndecidedError(message, layout.drawing, "a smaller board is decided sooner")
        case Unsolvable(core):
            cols = len(kind.grid(kind.fixed(layout.board))[0])
            hint = None if core is None else _contradiction([cell_name(i, cols) for i in indices(core)])
            return LayoutRuleError("the board has no answer", layout.drawing, hint)
        case Ambiguous(first, second):
            return _ambiguous(kind, layout, first, second)


def _ambiguous(kind: AnyKind, layout: Layout, first: Any, second: Any) -> NotUniqueError:
    puzzle = kind.fixed(layout.board)
    rows = kind.answer_grid(puzzle, first), kind.answer_grid(puzzle, second)
    pairs = zip("".join(rows[0]), "".join(rows[1]), strict=True)
    open_cells = [i for i, (one, other) in enumerate(pairs) if one != other]
    cells = ", ".join(cell_name(i, len(rows[0][0])) for i in open_cells[:12])
    hint = f"two of them differ in {cells}" if cells else "two of them have the same cells and differ between them"
    return NotUniqueError("the board has more than one answer", layout.drawing, hint, *rows)


def _contradiction(cells: Sequence[str]) -> str:
    """What an author can do about clues that leave no answer between them."""
    if not cells:
        return "it has none even without its clues"
    if len(cells) == 1:
        return f"no answer has the clue at {cells[0]}"
    return f"these clues contradict each other: {', '.join(cells)}"

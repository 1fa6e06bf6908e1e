"""Single changes that make a layout work, found by trying them: each one offered has one answer.

A kind lists changes, the likeliest first; here they are tried in this order until enough work or the budget ends. What
is spent is counted in cells and conflicts, so that the same changes are offered on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from pipeline.answer import Numbered, ask
from pipeline.finding import Advice, Rows
from pipeline.kind import AnyKind, Change, Trouble
from pipeline.layout import Layout
from pipeline.reasoner import Position
from pipeline.verdict import Budget

ENOUGH = 3
"""More changes than these are not looked for."""
TRIED_CELLS = 10_000
"""Boards of so many cells in all are tried, but never fewer than :data:`FEWEST`."""
PROVED_CELLS = 60_000
"""The same where a setter's board needs no more than a proof, with no answer to be chosen."""
FEWEST = 12
CONFLICTS = 4_000_000
"""Conflicts times cells that one of them may take to be decided."""


@dataclass(frozen=True, slots=True)
class Advised:
    """The changes that work, and how many were tried."""

    advice: tuple[Advice, ...] = ()
    tried: int = 0


def advise(
    kind: AnyKind,
    layout: Layout,
    trouble: Trouble,
    most: int | None = None,
    progress: Callable[[int, int], object] = lambda tried, of: None,
) -> Advised:
    """Try at most so many single changes of a layout, by default as many as its size allows.

    ``progress`` is told after each how many were tried, and of how many at most.
    """
    if kind.changes is None or most == 0:
        return Advised()
    cells = len(kind.outline(layout.board)) * len(kind.outline(layout.board)[0])
    if most is None:
        most = max(FEWEST, (TRIED_CELLS if kind.fixed(layout.board) is None else PROVED_CELLS) // cells)
    changes = list(islice(_different(kind, kind.changes(layout.board, trouble, layout.symmetry)), most))
    found: list[Advice] = []
    tried = 0
    for change in changes:
        tried += 1
        if _works(kind, layout, change, Budget(nodes=CONFLICTS // cells)):
            found.append(Advice(change.words, change.cells, *as_drawn(kind, change.board)))
        progress(tried, len(changes))
        if len(found) == ENOUGH:
            break
    return Advised(tuple(found), tried)


def _different(kind: AnyKind, changes: Iterable[Change[Any]]) -> Iterator[Change[Any]]:
    """The changes but for those whose board is an image of one before: what comes of it is known."""
    seen: set[tuple[str, ...]] = set()
    for change in changes:
        twin = min(kind.twins(change.board))
        if twin not in seen:
            seen.add(twin)
            yield change


def _works(kind: AnyKind, layout: Layout, change: Change[object], budget: Budget) -> bool:
    """Whether the layout has one answer once it is changed; what its author keeps has to stay."""
    if layout.keep & ~kind.may_clue(change.board):
        return False
    return isinstance(ask(kind, replace(layout, board=change.board), budget), Numbered)


def as_drawn(kind: AnyKind, board: object) -> tuple[Rows, Rows | None, Mapping[str, Any]]:
    """A layout as its author drew it: the rows, the answer where there is one, and the rules."""
    if kind.drawn is None:
        return kind.outline(board), None, {}
    puzzle, answer = kind.drawn(board)
    return kind.grid(puzzle), None if answer is None else answer_rows(kind, puzzle, answer), kind.rules(puzzle)


def answer_rows(kind: AnyKind, puzzle: Any, answer: Any) -> Rows:
    """An answer as rows that the kind's drawing shows right."""
    if kind.sketch is None:
        return kind.answer_grid(puzzle, answer)
    return kind.sketch(puzzle, Position(kind.places_of(puzzle, answer) if kind.places_of else answer, 0))

"""From an author's drawing of a board to its levels, and what ``kotae verify`` says of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from pipeline.base import build_base
from pipeline.errors import AuthoringError, LayoutRuleError
from pipeline.kind import Chosen
from pipeline.layout import Layout, layouts_of
from pipeline.limits import Limits
from pipeline.source import parse_documents
from pipeline.verdict import Budget, Undecided
from pipeline.verify.level import verify_base
from tests.cross.engines import known_answers
from tests.cross.subject import Board

LARGEST = 30
"""The cells of the largest board of which levels are made."""


def layouts(board: Board, random: Random) -> Iterator[str]:
    """A setter's board is read as it was written; a drawing has levels where its answer can be the only one, and all
    that these say of themselves is so."""
    answers, _ = known_answers(board)
    if not answers or board.size[0] * board.size[1] > LARGEST:
        return
    kind, puzzle = board.kind, board.puzzle
    setters = _layout(board, kind.write(puzzle, ()).text) if kind.write else None
    if setters and kind.fixed(setters.board) != puzzle:
        yield "a setter's board is read as another"
    answer = random.choice(sorted(answers))
    layout = _layout(board, board.subject.own.layout(puzzle, answer))
    if layout is None:
        return
    choice = kind.choose(layout.board, Budget(), 0)
    if isinstance(choice, Undecided):
        return
    if isinstance(choice, Chosen):
        yield from _levels(board, layout, choice.answer)
    elif board.with_puzzle(kind.number(layout.board, answer)).legal == frozenset({answer}):
        yield f"there is said to be no only answer, and this is one: {' '.join(kind.answer_grid(puzzle, answer))}"


def _layout(board: Board, text: str) -> Layout | None:
    """The one layout of a text; None where an author is told that nothing could be made of it. Raises AuthoringError
    where it cannot be read."""
    name = board.kind.name
    found, errors = layouts_of(parse_documents(text.encode(), "cross.yaml"), name, "cross", "cross", {name: board.kind})
    if errors and all(isinstance(error, LayoutRuleError) for error in errors):
        return None
    if errors:
        raise AuthoringError(f"{errors[0]}\n{text}")
    (layout,) = found
    return layout


def _levels(board: Board, layout: Layout, answer: Any) -> Iterator[str]:
    kind = board.kind
    whole = board.with_puzzle(kind.number(layout.board, answer))
    if whole.legal not in (None, frozenset({answer})):
        yield f"of the answer that is chosen there are {len(whole.legal or ())} with every clue shown"
    levels = build_base(kind, layout, Limits()).levels
    for level in levels:
        legal = board.with_puzzle(kind.read_grid(level.grid, level.rules)).legal
        if legal not in (None, frozenset({answer})):
            yield f"the {level.tier} level has {len(legal or ())} answers, or another"
    for verified in verify_base(kind, levels, Limits()):
        for fault in verified.faults:
            yield f"a level is refused by its verifier: {fault}"

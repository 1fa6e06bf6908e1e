"""A count as text for a terminal: the verdict, what all answers share, and the answers, drawn.

On the board that all answers share ``?`` marks the cells where they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from pipeline.advise import answer_rows
from pipeline.counted import Counted, Word
from pipeline.finding_text import OPEN
from pipeline.kind import AnyKind
from pipeline.reasoner import given_position
from pipeline.signs import Signs, differing, side_by_side, signs_of
from pipeline.solve import Engine
from pipeline.wording import plural, visible

MOST_DRAWN = 6
"""So many answers are drawn; of more only the number is told."""
COLOURS = {Word.UNIQUE: "green", Word.UNDECIDED: "yellow"}
ENGINES = {Engine.REASON: "by reasoning", Engine.PROVE: "by proof"}


def counted_text(kind: AnyKind, counted: Counted, timed: bool = True, steps: Sequence[str] = ()) -> str:
    """All that is told of a puzzle, without a line end at the end.

    ``timed``: with the time it took; ``steps`` are lines that say how it is reasoned out.
    """
    lines = [_head(kind, counted)]
    lines += [f"  {line}" for line in (*_open(kind, counted), *_boards(kind, counted), *_otherwise(counted))]
    lines += [f"  {line}" for line in (*steps, _effort(counted, timed))]
    return "\n".join(line.rstrip() for line in lines)


def _head(kind: AnyKind, counted: Counted) -> str:
    question = counted.question
    title = f" “{visible(question.title)}”" if question.title else ""
    size = f"{len(question.grid)}×{len(question.grid[0])}"
    word = click.style(counted.word, fg=COLOURS.get(counted.word, "red"), bold=True)
    return f"{visible(str(question.location))}: {kind.name} {size}{title}: {word}, {answers(counted)}"


def answers(counted: Counted) -> str:
    """How many there are, as far as that is known."""
    count = counted.count.count
    if counted.at_least:
        return f"at least {plural(count, 'answer')}" if count else "no answer found within the budget"
    return plural(count, "answer") if count else "no answer"


def _effort(counted: Counted, timed: bool) -> str:
    count = counted.count
    work = f"{plural(count.nodes, 'node')}, {count.branches:,} {'branch' if count.branches == 1 else 'branches'}"
    gave_up = ", given up" if count.gave_up else ""
    return f"{work}, {ENGINES[counted.engine]}{gave_up}" + (f", in {counted.seconds:.2f} s" if timed else "")


def _boards(kind: AnyKind, counted: Counted) -> Iterator[str]:
    question, solutions = counted.question, counted.count.solutions
    if not solutions:
        yield from _contradiction(kind, counted)
        return
    drawn = [
        signs_of(kind, question.grid, answer_rows(kind, question.puzzle, answer), question.rules)
        for answer in solutions[:MOST_DRAWN]
    ]
    differ = frozenset[tuple[int, int]]().union(*(differing(drawn[0], other) for other in drawn[1:]))
    boards = [(f"answer {at}" if len(solutions) > 1 else "", one.in_colour(differ)) for at, one in enumerate(drawn, 1)]
    if len(solutions) > 1 and counted.forced is not None:
        boards.insert(0, ("in all answers", _shared(drawn[0], differ, open_cells(kind, counted))))
    yield from side_by_side(boards)
    if len(solutions) > MOST_DRAWN:
        yield f"… and {len(solutions) - MOST_DRAWN:,} more"


def _contradiction(kind: AnyKind, counted: Counted) -> Iterator[str]:
    """The board as it is drawn, or with no more than the clues that contradict."""
    question, core = counted.question, counted.core
    grid = question.grid
    if core:
        yield "this clue alone leaves no answer" if core.bit_count() == 1 else "these clues alone leave no answer"
        grid = kind.grid(kind.show(question.puzzle, core))
    elif core == 0 and kind.clues(question.puzzle):
        yield "there is none even without its clues"
    board = signs_of(kind, grid, None, question.rules)
    yield from side_by_side([("", board.in_colour(board.places(core or 0)))])


def _shared(board: Signs, differ: frozenset[tuple[int, int]], opened: int) -> Signs:
    """The first answer with what is not in all of them taken out."""
    cells = board.places((1 << board.rows * board.cols) - 1)
    # What lies between two cells is no more certain than they are.
    return board.written(dict.fromkeys(differ - cells, " ")).marked(opened, OPEN)


def open_cells(kind: AnyKind, counted: Counted) -> int:
    """The mask of the cells in which answers differ; 0 where that is not known."""
    if counted.forced is None:
        return 0
    reasoner = kind.reasoner(counted.question.puzzle)
    known = given_position(reasoner)
    left = reasoner.places & ~(counted.forced.yes | counted.forced.no | known.yes | known.no)
    return kind.cells_at(counted.question.puzzle, left) if kind.cells_at else left


def _open(kind: AnyKind, counted: Counted) -> Iterator[str]:
    if counted.word is not Word.AMBIGUOUS or counted.forced is None:
        return
    opened = open_cells(kind, counted).bit_count()
    of = len(counted.question.grid) * len(counted.question.grid[0])
    yield f"{opened:,} of {of:,} cells {'is' if opened == 1 else 'are'} open"


def _otherwise(counted: Counted) -> Iterator[str]:
    for other in counted.otherwise:
        least = "at least " if other.at_least else ""
        count = "one answer" if other.count == 1 else plural(other.count, "answer")
        yield f"with {other.rule}: {str(other.value).lower()} it has {least}{count}"

"""Single changes of Tsunagi layouts: walls and waypoints that leave one answer, and one fewer where they leave none."""

from __future__ import annotations

import pytest

from pipeline.finding import Finding, Found
from pipeline.grid import indices
from pipeline.inspect import inspect_layout
from pipeline.kinds.tsunagi import KIND
from pipeline.kinds.tsunagi.changes import changes
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.rules import violations
from pipeline.layout import read_layout
from pipeline.prove import Prover
from pipeline.source import parse_documents
from pipeline.verdict import Ambiguous, Unique, Unsolvable

SNAKE = "answer: |\n  Aaa\n  aaa\n  aaA\nlines:\n  A: [r1c1, r1c2, r1c3, r2c3, r2c2, r2c1, r3c1, r3c2, r3c3]\n"
ROUND = "givens: |\n  A...\n  ....\n  ...A\n  B..B\n"
WALLED = "givens: |\n  A.A\n  B.B\nwalls: [r1c1-r1c2]\n"
LOST = "givens: |\n  A.A\n  BaB\n"


def look(text: str) -> Finding:
    """What is found out about a layout."""
    (document,) = parse_documents(text.encode(), "own.yaml").documents
    return inspect_layout(KIND, read_layout(document, "own", "tsunagi", {"tsunagi": KIND}))


@pytest.mark.parametrize(
    ("text", "found", "first"),
    [
        (SNAKE, Found.NONE_UNIQUE, "add a wall between r1c1 and r2c1"),
        (ROUND, Found.AMBIGUOUS, "add a wall between r2c1 and r3c1"),
        (WALLED, Found.UNSOLVABLE, "take out the wall between r1c1 and r1c2"),
        (LOST, Found.UNSOLVABLE, "take out the waypoint at r2c2"),
    ],
    ids=["finished lines", "two ways", "walled off", "lost waypoint"],
)
def test_changes_that_are_offered_work(text: str, found: Found, first: str) -> None:
    """Each board has one answer with all its waypoints; finished lines stay as they were drawn."""
    finding = look(text)
    assert (finding.found, finding.advice[0].words) == (found, first)
    for advice in finding.advice:
        puzzle = KIND.read_grid(advice.grid, advice.rules)
        if advice.drawn_answer:
            assert KIND.read_sketch is not None
            edges = KIND.read_sketch(puzzle, advice.drawn_answer).yes
            assert violations(puzzle, edges) == ()
            puzzle = KIND.number(Drawn(puzzle, edges), edges)
        with Prover(KIND.encode(puzzle)) as prover:
            assert isinstance(prover.count(2).verdict, Unique)


def test_waypoint_tells_two_lines_apart() -> None:
    """A cell through which two answers lead other lines can belong to either, said by the ends of its line."""
    drawn = Drawn(Puzzle(("A..B", "....", "A..B")), fixed=True)
    with Prover(KIND.encode(drawn.puzzle)) as prover:
        answers = prover.count(50).solutions
    letters = {KIND.answer_grid(drawn.puzzle, answer): answer for answer in answers}
    first, second = list(letters.values())[:2]
    offered = [change for change in changes(drawn, Ambiguous(first, second), "none") if "waypoint" in change.words]
    assert offered
    grids = ["".join(KIND.answer_grid(drawn.puzzle, answer)) for answer in (first, second)]
    for change in offered:
        (cell,) = indices(change.cells)
        letter = change.board.puzzle.text[cell].upper()
        assert letter in {grid[cell] for grid in grids}
        ends = {"A": "r1c1 to r3c1", "B": "r1c4 to r3c4"}[letter]
        assert change.words == f"add a waypoint at r{cell // 4 + 1}c{cell % 4 + 1} to the line from {ends}"


def test_board_without_an_answer_shows_where_a_rule_breaks() -> None:
    """Without a waypoint there is no clue to blame, and reasoning ends at a cell."""
    finding = look("givens: |\n  A..\n  B.A\n  ..B\n")
    assert (finding.found, finding.core) == (Found.UNSOLVABLE, 0)
    assert finding.broken == 1 << 4
    with Prover(KIND.encode(Puzzle(("A..", "B.A", "..B")))) as prover:
        assert isinstance(prover.count(1).verdict, Unsolvable)

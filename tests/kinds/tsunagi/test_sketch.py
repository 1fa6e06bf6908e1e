"""Lines between cells as an author sketches them: read, refused where they are of no board, and drawn."""

from __future__ import annotations

import re

import pytest

from pipeline.errors import AuthoringError
from pipeline.kinds.tsunagi.draw import svg
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.sketch import is_sketch, read_sketch, sketch_of
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.reasoner import Position

BRIDGED = Puzzle(("A.B", ".+.", "B.A"))
CROSSED = ("A .-B", "| |", ".-+-.", "  | |", "B-. A")
JOINED = Puzzle(("A.A",), wrap=True)


def joined(puzzle: Puzzle, edges: int) -> set[tuple[int, int]]:
    """The cells that each of these edges joins."""
    return {edge[:2] for number, edge in enumerate(steps_of(puzzle).edges) if edges >> number & 1}


def test_sketch_says_which_edges_are_used_and_which_are_not() -> None:
    """Blanks at the end of a row may be left out, and a sign beside a bridge goes for the whole way over it."""
    yes, no = read_sketch(BRIDGED, ("A-. B", "x", ".-+ .", "", "B . A"))
    assert joined(BRIDGED, yes) == {(0, 1), (3, 5)}
    assert joined(BRIDGED, no) == {(0, 3)}
    assert violations(BRIDGED, read_sketch(BRIDGED, CROSSED).yes) == ()


def test_sketch_of_a_board_that_wraps_has_what_leaves_it_in_its_margin() -> None:
    """On either side; a margin without a sign says nothing."""
    for row in ("-A .xA~", "~A .xA-", "-A .xA-"):
        yes, no = read_sketch(JOINED, ("~~~", row, "~~~~~~~"))
        assert joined(JOINED, yes) == {(0, 2)}
        assert joined(JOINED, no) == {(1, 2)}


def test_sketch_of_an_answer_is_read_back() -> None:
    """Over a bridge and over the edge, with what is not used; two answers with the same letters have other sketches."""
    yes, _ = read_sketch(BRIDGED, CROSSED)
    assert read_sketch(BRIDGED, sketch_of(BRIDGED, Position(yes, 0))) == (yes, 0)
    every = (1 << len(steps_of(JOINED).edges)) - 1
    for edges in range(every + 1):
        known = Position(edges, every & ~edges)
        assert read_sketch(JOINED, sketch_of(JOINED, known)) == known
    snake = Puzzle(("A..", "...", "..A"))
    ways = [edges for edges in range(1 << 12) if not violations(snake, edges)]
    assert len({sketch_of(snake, Position(edges, 0)) for edges in ways}) == len(ways) == 2


def test_sketch_is_told_from_an_answer() -> None:
    """Also on a board of one row, which has as many rows in both."""
    row = Puzzle(("A.A",))
    assert is_sketch(row, ("A-.-A",))
    assert not is_sketch(row, ("AAA",))
    assert not is_sketch(BRIDGED, ("ABB", "A+A", "BBA"))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("A .-B", "| |", ".-+-."), "the sketch is not 5 rows of 5 signs"),
        (("A .-B-", *CROSSED[1:]), "the sketch is not 5 rows of 5 signs"),
        (("A .-A", *CROSSED[1:]), "the cells of the sketch are not those of its board"),
        (("A .|B", *CROSSED[1:]), "'|' stands between two cells"),
        (("A .-B", "| |x", *CROSSED[2:]), "'x' stands where no line can go"),
        (("A .-B", "||", *CROSSED[2:]), "'|' stands where no line can go"),
        (("A o-B", *CROSSED[1:]), "the cells of the sketch"),
    ],
)
def test_sketch_of_no_board_is_refused(rows: tuple[str, ...], message: str) -> None:
    """Of another size, with other cells, with a sign that means nothing there."""
    with pytest.raises(AuthoringError, match=re.escape(message)):
        read_sketch(BRIDGED, rows)


def test_sketch_is_drawn_with_its_lines_and_a_cross_where_none_goes() -> None:
    """In place of an answer; what cannot be read leaves the bare board."""
    drawing = svg(BRIDGED.board, ("A-.xB", "", ". + .", "", "B . A"))
    assert 'd="M0 0h.5M1 0h-.5"' in drawing
    assert 'd="M1.4 -0.1l.2 .2m0-.2l-.2 .2"' in drawing
    assert svg(BRIDGED.board, ("A-.oB", "", ". + .", "", "B . A")) == svg(BRIDGED.board)

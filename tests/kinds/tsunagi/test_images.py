"""Tsunagi boards turned and mirrored: their answers turn with them, and what cannot be written is no image."""

from __future__ import annotations

import pytest

from pipeline.grid import Symmetry, indices
from pipeline.kinds.tsunagi import code
from pipeline.kinds.tsunagi.images import images, turn, turn_answer
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.puzzle import LETTERS, Puzzle
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.steps import steps_of
from tests.kinds.tsunagi.boards import FEATURES, answers, puzzle_of, random_boards


@pytest.mark.parametrize("feature", FEATURES)
def test_image_has_the_turned_answers(feature: str) -> None:
    """As many answers as the board itself, each the turned one of it, in every image."""
    for puzzle in random_boards(30, 17, feature, shapes=((2, 3), (3, 3), (3, 4), (4, 4))):
        legal = answers(puzzle)
        for image in images(puzzle):
            turned = turn(puzzle, image)
            assert {turn_answer(puzzle, edges, image) for edges in legal} == answers(turned)
            assert turned == turned.with_text(turned.text)


def _columns(pairs: int, waypoint: int) -> Puzzle:
    """So many lines that go straight down over three rows, one of them with its waypoint."""
    middle = [LETTERS[pair].lower() if pair == waypoint else "." for pair in range(pairs)]
    return puzzle_of(LETTERS[:pairs] + "".join(middle) + LETTERS[:pairs], pairs)


@pytest.mark.parametrize(
    ("pairs", "waypoint", "count"),
    [(26, 0, 4), (26, 25, 4), (27, 13, 4), (27, 0, 2), (30, 3, 2), (30, 4, 4), (30, 25, 4)],
)
def test_image_whose_waypoint_has_no_small_letter_is_none(pairs: int, waypoint: int, count: int) -> None:
    """On a board of more than 26 pairs another 26 come first when it is turned."""
    puzzle = _columns(pairs, waypoint)
    found = images(puzzle)
    assert len(found) == count
    for image in found:
        turned = turn(puzzle, image)
        assert code.decode(code.encode(turned)) == turned
        assert len(list(indices(turned.clues))) == 1
        edges = turn_answer(puzzle, sum(1 << edge for edge in _down(puzzle)), image)
        assert not violations(turned, edges)


def _down(puzzle: Puzzle) -> list[int]:
    """The edges of the straight lines."""
    return [number for number, edge in enumerate(steps_of(puzzle).edges) if edge.high - edge.low == puzzle.cols]


@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (5, 3)])
def test_twins_of_a_board_are_the_same_whichever_way_it_is_drawn(shape: tuple[int, int]) -> None:
    """Its least twin is that of all its images, and of no other board."""
    seen: dict[tuple[str, ...], set[str]] = {}
    for puzzle in random_boards(40, 19, None, (shape,)):
        every = [puzzle.turned(symmetry) for symmetry in Symmetry]
        for turned in every:
            seen.setdefault(min(Drawn(turned, fixed=True).twins), set()).add(min(map(code.encode, every)))
    assert all(len(boards) == 1 for boards in seen.values())
    assert len(seen) > 20


@pytest.mark.parametrize(("waypoint", "count"), [(0, 2), (13, 4)])
def test_twins_are_only_those_that_can_be_written(waypoint: int, count: int) -> None:
    """A wide board of many lines and the same one upright have the twins on which the waypoint has its letter."""
    wide = _columns(28, waypoint)
    upright = wide.turned(Symmetry.TRANSPOSE)
    assert upright.clues
    twins = Drawn(wide, fixed=True).twins
    assert len(twins) == count
    assert set(twins) == set(Drawn(upright, fixed=True).twins)

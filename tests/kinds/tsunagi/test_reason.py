"""The Tsunagi engines: right against plain enumeration, and every technique decides what it is named for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from pipeline.kinds.tsunagi import search
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.reason import DIRECT, TsunagiReasoner, reasoner
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.reasoner import Contradiction, Position
from pipeline.search import count
from tests.kinds.tsunagi.boards import FEATURES, answers, puzzle_of, random_boards

MANY = 50
"""A board with so many answers is not enumerated: that each of those found is one is for the judge to say."""
SHAPES = [(1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (4, 4)]


def _agree(puzzle: Puzzle) -> int:
    """Both searches find the answers that there are; returns how many that is, up to the limit."""
    found = []
    for counted in (count(reasoner(puzzle), MANY), search.count(puzzle, MANY)):
        assert not counted.gave_up
        found.append(set(counted.solutions))
        assert len(found[-1]) == counted.count, puzzle
    if all(len(solutions) == MANY for solutions in found):
        assert not any(violations(puzzle, solution) for solutions in found for solution in solutions), puzzle
    else:
        wanted = answers(puzzle)
        assert all(solutions == wanted for solutions in found), puzzle
    return len(found[0])


def _two_pairs(rows: int, cols: int) -> Iterator[Puzzle]:
    """Every board of this shape with two pairs."""
    cells = range(rows * cols)
    for one in combinations(cells, 2):
        for other in combinations([cell for cell in cells if cell > one[0] and cell != one[1]], 2):
            letters = dict.fromkeys(one, "A") | dict.fromkeys(other, "B")
            yield puzzle_of("".join(letters.get(cell, ".") for cell in cells), cols)


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_engines_find_every_answer_of_every_two_pair_board(rows: int, cols: int) -> None:
    """Every place for two pairs, whatever the number of answers; of the 5,460 of 4×4 every fifth."""
    boards = islice(_two_pairs(rows, cols), 0, None, 5 if rows * cols == 16 else 1)
    assert {min(_agree(puzzle), 1) for puzzle in boards} == {0, 1}


@pytest.mark.parametrize("feature", FEATURES)
def test_engines_find_every_answer_of_random_boards(feature: str) -> None:
    """200 boards up to 5×5 with each feature; they have none, one and several answers."""
    assert {min(_agree(puzzle), 2) for puzzle in random_boards(200, 11, feature)} == {0, 1, 2}


def test_cells_on_two_sides_of_a_bridge_are_beside_each_other() -> None:
    """Where a line may not run beside itself, it joins them straight across or is not on both."""
    text = "...A+A..."
    assert _agree(puzzle_of(text, 3, fill=False)) == 5
    assert answers(puzzle_of(text, 3, fill=False, touch=False)) == {1 << _across(text, 3)}
    assert _agree(puzzle_of(text, 3, fill=False, touch=False)) == 1


def _across(text: str, cols: int) -> int:
    """The edge over the only bridge from west to east."""
    return next(across for _, across, _ in steps_of(puzzle_of(text, cols)).bridges)


def _drawn(rows: tuple[str, ...], **switches: bool) -> tuple[TsunagiReasoner, Position]:
    """A board with its edges between its cells: a line is used, ``x`` is ruled out, a blank is not known."""
    puzzle = puzzle_of("".join(row[::2] for row in rows[::2]), (len(rows[0]) + 1) // 2, "", **switches)
    yes = no = 0
    for number, edge in enumerate(steps_of(puzzle).edges):
        row, col = divmod(edge.low, puzzle.cols)
        down = edge.high - edge.low >= puzzle.cols
        mark = rows[2 * row + down][2 * col + (not down)]
        yes |= (mark in "-|") << number
        no |= (mark == "x") << number
    return reasoner(puzzle), Position(yes, no)


def _found(ready: TsunagiReasoner, name: str, position: Position) -> Position:
    """The position with all that one technique decides."""
    yes, no = position
    for step in ready.find(next(t for t in DIRECT if t.name == name), position):
        assert step.technique == name
        yes |= step.yes
        no |= step.no
    return Position(yes, no)


FREE = {"fill": False}
APART = {"fill": False, "touch": False}


@pytest.mark.parametrize(
    ("technique", "before", "after", "switches"),
    [
        pytest.param(
            "bridge",
            ("A . B", "     ", ". + .", "     ", "A . B"),
            ("A . B", "  |  ", ".-+-.", "  |  ", "A . B"),
            {},
            id="bridge",
        ),
        pytest.param(
            "full cell", ("A-. .", "     ", "A . ."), ("A-. .", "x    ", "A . ."), {}, id="full-cell-of-an-end"
        ),
        pytest.param(
            "full cell", (". .-.", "  |  ", ". . ."), (".x.-.", "  |  ", ". . ."), {}, id="full-cell-passed-through"
        ),
        pytest.param("ring", (".-.", "| |", ". ."), (".-.", "| |", ".x."), {}, id="ring"),
        pytest.param(
            "other pair", ("A-. .-B", "x     x", "A . . B"), ("A-.x.-B", "x     x", "A . . B"), {}, id="other-pair"
        ),
        pytest.param("other pair", ("A B", "   ", "B A"), ("AxB", "x x", "BxA"), {}, id="other-pair-of-ends"),
        pytest.param(
            "other pair",
            ("A a B", "     ", ". B A"),
            ("A axB", "  x x", ". BxA"),
            FREE,
            id="other-pair-of-a-waypoint",
        ),
        pytest.param("one way on", ("A . A",), ("A-.-A",), {}, id="one-way-on"),
        pytest.param(
            "two ways through", (". . .", "     ", ". . ."), (".-.-.", "|   |", ".-.-."), {}, id="two-ways-through"
        ),
        pytest.param(
            "no way through", ("A . #", "     ", "A . ."), ("A . #", "     ", "A .x."), FREE, id="no-way-through"
        ),
        pytest.param(
            "kept apart", ("A . .", "     ", "A . ."), ("A . .", "|    ", "A . ."), APART, id="kept-apart-so-joined"
        ),
        pytest.param(
            "kept apart",
            (". .-. .", "       ", ". .-. ."),
            (". .-. .", "  x x  ", ". .-. ."),
            APART,
            id="kept-apart-along-two-edges",
        ),
        pytest.param(
            "crossing lines",
            (". . . .", "  | |  ", ".x.-+-.", "  x |  ", ". . . ."),
            (". .x. .", "  | |  ", ".x.-+-.", "  x |  ", ". . . ."),
            FREE,
            id="crossing-lines",
        ),
        pytest.param(
            "only way", ("A .x. A", "       ", ". . . ."), ("A .x. A", "       ", ". .-. ."), FREE, id="only-way"
        ),
        pytest.param(
            "narrow pass",
            ("B-.-. .-B", "  x     x", "# . .-. .", "         ", "# A .x. A"),
            ("B-.-. .-B", "  x x x x", "# . .-. .", "         ", "# A .x. A"),
            FREE,
            id="narrow-pass",
        ),
        pytest.param(
            "out of reach",
            (". .xA .", "       ", ". . . A"),
            (".x.xA .", "x x    ", ".x.x. A"),
            FREE,
            id="out-of-reach",
        ),
    ],
)
def test_technique_decides_what_it_is_named_for(
    technique: str, before: tuple[str, ...], after: tuple[str, ...], switches: dict[str, bool]
) -> None:
    """All steps of one technique together, on a board on which no easier one finds anything."""
    ready, position = _drawn(before, **switches)
    for easier in DIRECT:
        if easier.name == technique:
            break
        assert _found(ready, easier.name, position) == position, easier.name
    assert _found(ready, technique, position) == _drawn(after, **switches)[1]


@pytest.mark.parametrize(
    ("technique", "drawing", "switches"),
    [
        pytest.param("bridge", ("A . B", "  x  ", ". + .", "     ", "A . B"), {}, id="bridge-not-crossed"),
        pytest.param("bridge", ("A # B", "     ", ". + .", "     ", "A . B"), {}, id="bridge-beside-a-blocked-cell"),
        pytest.param("full cell", (". . .", "  |  ", ".-.-."), {}, id="cell-with-three-ways"),
        pytest.param("full cell", ("A-.", "|  ", ". A"), {}, id="end-with-two-ways"),
        pytest.param("ring", (".-.", "| |", ".-."), {}, id="closed-ring"),
        pytest.param("ring", ("A-.-B", "     ", "A . B"), {}, id="two-pairs-joined"),
        pytest.param("ring", ("A-b .", "     ", "B A B"), {}, id="waypoint-on-another-line"),
        pytest.param("ring", ("A . .", "| |  ", ".-+-.", "  |  ", ". .-A"), {}, id="bridge-crossed-twice-by-one-line"),
        pytest.param("one way on", ("Ax.", "x  ", ". A"), {}, id="end-without-a-way"),
        pytest.param("one way on", ("A-.x.", "x x  ", ". . A"), FREE, id="line-without-a-way-on"),
        pytest.param("two ways through", ("A .x.", "     ", "A . ."), {}, id="cell-with-one-way"),
        pytest.param("two ways through", ("A .xa", "     ", "A . ."), FREE, id="waypoint-with-one-way"),
        pytest.param("kept apart", (". .-. .", "  | |  ", ". . . ."), APART, id="line-beside-itself"),
        pytest.param("kept apart", ("A . .", "x    ", "A . ."), APART, id="ends-side-by-side-not-joined"),
        pytest.param("only way", ("A .x. A", "       ", ". .x. ."), FREE, id="ends-cut-off"),
    ],
)
def test_technique_says_which_rule_is_broken(
    technique: str, drawing: tuple[str, ...], switches: dict[str, bool]
) -> None:
    """Each rule, seen by the technique that stands for it, and seen again from what it says it rests on; the fast path
    sees it, too."""
    ready, position = _drawn(drawing, **switches)
    named = next(t for t in DIRECT if t.name == technique)
    with pytest.raises(Contradiction) as broken:
        list(ready.find(named, position))
    because = broken.value
    premises = Position(position.yes & because.follows, position.no & because.follows)
    assert premises.yes | premises.no == because.follows
    with pytest.raises(Contradiction):
        list(ready.showing(because.clues).find(named, premises))
    assert ready.settle(position, position) is None

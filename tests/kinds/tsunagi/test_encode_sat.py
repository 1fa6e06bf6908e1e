"""Tsunagi as clauses, in both wordings: right against plain enumeration, and against boards that others counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from pipeline.grid import indices, mask_of
from pipeline.kinds.tsunagi.encode_again import encode_again
from pipeline.kinds.tsunagi.encode_sat import encode
from pipeline.kinds.tsunagi.puzzle import LETTERS, Puzzle, lettered
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.prove import Encoding, Forced, Prover
from pipeline.verdict import Budget, SolveCount
from tests.kinds.tsunagi.boards import (
    FEATURES,
    SHARED,
    SMALL,
    answers,
    published,
    published_puzzle,
    puzzle_of,
    random_boards,
)

Encode = Callable[[Puzzle], Encoding[int]]
BOTH: tuple[Encode, ...] = (encode, encode_again)

UNSUPPORTED = {"portals", "hexagon", "strokes", "explosions", "sparse"}
"""Twists of published levels that are not for us."""

MANY = 60
"""Where there are more answers, no more are counted."""

LARGEST_AGAIN = 9
"""The longest side of published boards that the second wording is asked about here."""

LARGE = 12
"""Of the published boards that are longer two of each size are asked."""


def _counted(encoding: Encoding[int], limit: int) -> SolveCount[int]:
    with Prover(encoding) as prover:
        counted = prover.count(limit)
    assert not counted.gave_up
    assert len(set(counted.solutions)) == counted.count
    return counted


def _found(encoding: Encoding[int]) -> frozenset[int]:
    return frozenset(_counted(encoding, 10_000).solutions)


def _finds(encoding: Encoding[int], legal: frozenset[int]) -> bool:
    """Whether it finds these answers; of very many, so many of them."""
    found = _counted(encoding, MANY).solutions
    return legal.issuperset(found) and len(found) == min(len(legal), MANY)


@pytest.mark.parametrize("feature", FEATURES)
def test_provers_find_every_answer_of_random_boards(feature: str) -> None:
    """100 boards up to 5×5 with each feature, and with others beside it; the second wording on every fifth."""
    several = none = 0
    small = 90 if feature == "wrap" or "gaps" in feature else 50
    boards = (
        *random_boards(small, seed=61, feature=feature, shapes=SMALL[: SMALL.index((4, 4)) + 1]),
        *random_boards(100 - small, seed=61, feature=feature),
    )
    for number, puzzle in enumerate(boards):
        legal = answers(puzzle)
        several, none = several + (len(legal) > 1), none + (not legal)
        for wording in BOTH if number % 5 == 0 else (encode,):
            assert _finds(wording(puzzle), legal), (wording, puzzle)
    assert several > 5
    assert none > 1


def _two_pairs(rows: int, cols: int) -> list[Puzzle]:
    """Every board of this shape that has two pairs and nothing else."""
    boards = []
    for first, *others in combinations(range(rows * cols), 4):
        for partner in others:
            text = ["."] * (rows * cols)
            for cell in (first, *others):
                text[cell] = "A" if cell in (first, partner) else "B"
            boards.append(puzzle_of("".join(text), cols))
    return boards


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
@pytest.mark.parametrize("cols", [1, 2, 3, 4])
def test_provers_find_every_answer_of_every_small_board_of_two_pairs(rows: int, cols: int) -> None:
    """All boards with two pairs up to 3×4, and every fifth of 4×4; the second wording on every fourth from 3×4 on."""
    for number, puzzle in enumerate(_two_pairs(rows, cols)[:: 5 if rows * cols == 16 else 1]):
        legal = answers(puzzle)
        assert _finds(encode(puzzle), legal), puzzle
        if number % 4 == 0 or rows * cols < 12:
            assert _finds(encode_again(puzzle), legal), puzzle


@pytest.mark.parametrize("wording", BOTH)
@pytest.mark.parametrize(
    ("text", "cols", "walls", "switches", "count"),
    [
        ("A..AB..BC..CD..D", 4, "", {}, 1),
        ("AA", 2, "", {}, 1),
        ("AA..", 2, "", {}, 1),
        ("AA..", 2, "", {"fill": False}, 2),
        ("AA..", 2, "", {"touch": False}, 0),
        ("AA..", 2, "", {"touch": False, "fill": False}, 1),
        ("A.A", 3, "1-2", {}, 0),
        ("A.A", 3, "", {"wrap": True}, 1),
        ("A#A", 3, "", {"fill": False}, 0),
        ("...A+A...", 3, "", {}, 0),
        ("#A#B+B#A#", 3, "", {}, 1),
        ("#A#.+##A#", 3, "", {}, 0),
        ("#A#.+A..#", 3, "", {}, 0),
        ("AB#BA", 5, "", {}, 0),
    ],
)
def test_provers_count_tiny_boards(
    wording: Encode, text: str, cols: int, walls: str, switches: dict[str, bool], count: int
) -> None:
    """A pair and nothing else, a detour, a wall in the way, a join of edges, bridges, a cell that no line reaches."""
    assert len(_found(wording(puzzle_of(text, cols, walls, **switches)))) == count


@pytest.mark.parametrize("wording", BOTH)
def test_provers_close_no_loop(wording: Encode) -> None:
    """A board of two lines and a ring between them, were rings allowed: none of its answers has one."""
    puzzle = puzzle_of("A....A" + "B....B" + "......" * 4, 6)
    found = _counted(wording(puzzle), 300)
    assert found.count == 300
    assert not [edges for edges in found.solutions if violations(puzzle, edges)]


@pytest.mark.parametrize(("side", "end"), [(7, 47), (12, 143), (15, 223)])
def test_prover_sees_at_once_that_the_colours_of_cells_do_not_come_out(side: int, end: int) -> None:
    """As on a chessboard: a line has as many cells of a colour, or one more, as its ends say, and the board has not."""
    text = f"A{'.' * (end - 1)}A".ljust(side * side, ".")
    for walls in ("", "2-3"):
        with Prover(encode(puzzle_of(text, side, walls))) as prover:
            counted = prover.count(2, Budget(nodes=1))
        assert (counted.count, counted.gave_up) == (0, False)


@pytest.mark.parametrize("wording", BOTH)
def test_provers_show_and_hide_waypoints(wording: Encode) -> None:
    """With each set of waypoints shown, the answers are those of the board that shows them."""
    for puzzle in random_boards(60, seed=62, feature="waypoints", shapes=((3, 3), (3, 4), (4, 4))):
        clues = list(indices(puzzle.clues))[:4]
        with Prover(wording(puzzle)) as prover:
            for choice in range(1 << len(clues)):
                shown = mask_of(clue for at, clue in enumerate(clues) if choice >> at & 1)
                assert frozenset(prover.count(10_000, clues=shown).solutions) == answers(puzzle.showing(shown))


@pytest.mark.parametrize("wording", BOTH)
def test_provers_name_forced_edges(wording: Encode) -> None:
    """The edges that all answers take, and those that none does."""
    for puzzle in random_boards(100, seed=63):
        legal = answers(puzzle)
        every = range(len(steps_of(puzzle).edges))
        with Prover(wording(puzzle)) as prover:
            forced = prover.forced()
        if not legal:
            assert forced is None
            continue
        yes = mask_of(edge for edge in every if all(edges >> edge & 1 for edges in legal))
        no = mask_of(edge for edge in every if not any(edges >> edge & 1 for edges in legal))
        assert forced == Forced(yes, no), puzzle


def _letters(puzzle: Puzzle, edges: int) -> str:
    """What an answer code shows: for each cell the letter of its line."""
    steps = steps_of(puzzle)
    letters = list(puzzle.text)
    for pair, (first, second) in enumerate(puzzle.pairs):
        here, came = first, -1
        while True:
            letters[here] = LETTERS[pair]
            if here == second:
                break
            here, came = next(
                (step.target, step.edge) for step in steps.of[here] if step.edge != came and edges >> step.edge & 1
            )
    return "".join(letters)


@pytest.mark.skipif(not SHARED.exists(), reason="the boards of ../shared/cases are not at hand")
def test_provers_count_as_published() -> None:
    """Small boards with none, one, several or very many answers: as many, with as many different codes."""
    for case in published("tsunagi_counts.jsonl"):
        puzzle = published_puzzle(case)
        for wording in BOTH:
            counted = _counted(wording(puzzle), case["limit"])
            assert counted.count == case["count"], case["id"]
            if case["exact"]:
                assert len({_letters(puzzle, edges) for edges in counted.solutions}) == case["distinct_codes"]


@pytest.mark.skipif(not SHARED.exists(), reason="the boards of ../shared/cases are not at hand")
def test_provers_find_the_answer_of_published_levels() -> None:
    """The one recorded answer, at every size from 4 to 30. A twist that is not supported is the only reason to skip."""
    sizes: Counter[int] = Counter()
    for case in published("tsunagi_levels.jsonl"):
        if set(case["twist"]) & UNSUPPORTED:
            with pytest.raises(ValueError, match=r"portals|hex|strokes|boom|blast|sparse"):
                published_puzzle(case)
            continue
        if case["size"] > LARGE and sizes[case["size"]] == 2:
            continue
        puzzle = published_puzzle(case)
        for wording in BOTH if puzzle.rows <= LARGEST_AGAIN else (encode,):
            found = _counted(wording(puzzle), 2)
            assert [_letters(puzzle, edges) for edges in found.solutions] == [case["answer"]], case["id"]
        sizes[case["size"]] += 1
    assert set(sizes) == {*range(4, 16), 20, 25, 30}


NO_PAIRS = {"nl-penpa-js-4", "nl-gh-question"}
"""Published boards on which a label has more ends than two, or only one."""

SOON = Budget(nodes=20_000)
"""Most boards from elsewhere are decided within it; ``python -m benchmarks recorded-verdicts`` asks all of them."""

RULE_SETS: dict[str, dict[str, bool]] = {
    "counted": {},
    "counted_free": {"fill": False},
    "counted_fill_no_self_touch": {"touch": False},
}


def _labelled(case: dict[str, Any], **switches: bool) -> Puzzle:
    """The board of a line of tsunagi.jsonl, whose pairs are named by labels of any kind."""
    labels = [label for row in case["grid"] for label in row]
    names = dict.fromkeys(label for label in labels if label != ".")
    letter = dict(zip(names, LETTERS, strict=False)) | {".": "."}
    return puzzle_of(lettered("".join([letter[label] for label in labels])), case["cols"], **switches)


def _cases(rule_set: str) -> list[dict[str, Any]]:
    """The boards whose verdict is recorded for a rule set; none where they are not at hand."""
    return [case for case in published("tsunagi.jsonl") if case.get(rule_set) is not None] if SHARED.exists() else []


@pytest.mark.skipif(not SHARED.exists(), reason="the boards of ../shared/cases are not at hand")
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_prover_agrees_with_boards_from_elsewhere(rule_set: str) -> None:
    """Boards of many makers under each rule set that their verdict is recorded for; the one answer is as recorded."""
    late = 0
    for case in _cases(rule_set):
        if case["id"] in NO_PAIRS:
            with pytest.raises(ValueError, match="two ends"):
                _labelled(case)
            continue
        puzzle = _labelled(case, **RULE_SETS[rule_set])
        with Prover(encode(puzzle)) as prover:
            found = prover.count(2, SOON)
        if found.gave_up:
            late += 1
            continue
        assert found.count == case[rule_set], case["id"]
        if found.count == 1 and "answer" in case:
            assert _named(puzzle, _letters(puzzle, found.solutions[0]), case) == case["answer"], case["id"]
    assert late <= len(_cases(rule_set)) // 4


@pytest.mark.skipif(not SHARED.exists(), reason="the boards of ../shared/cases are not at hand")
@pytest.mark.parametrize("rule_set", ["counted", "counted_free"])
def test_boards_from_elsewhere_are_many(rule_set: str) -> None:
    """So that the test above looks at some, and at their answers."""
    cases = _cases(rule_set)
    assert len(cases) > len(NO_PAIRS)
    assert sum(case[rule_set] == 1 and "answer" in case for case in cases) > 40


def _named(puzzle: Puzzle, letters: str, case: dict[str, Any]) -> list[list[Any]]:
    """An answer in letters, with the labels of a line of tsunagi.jsonl; a cell that no line uses is 0."""
    labels = [label for row in case["grid"] for label in row]
    label_of = {puzzle.text[i]: label for i, label in enumerate(labels)} | {".": 0}
    cells = [label_of[letter] for letter in letters]
    return [cells[at : at + puzzle.cols] for at in range(0, len(cells), puzzle.cols)]

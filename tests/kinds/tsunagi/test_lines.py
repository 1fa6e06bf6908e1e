"""From letters to lines and back: what letters tell of a line, and how a drawing of it is written."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from pipeline.errors import AuthoringError
from pipeline.grid import mask_of
from pipeline.kinds.tsunagi.follow import follow
from pipeline.kinds.tsunagi.lines import answer_grid, cells_at, inner_cells, read_answer, walk
from pipeline.kinds.tsunagi.names import CAPITALS, DRAWN, MARKS, NAMES, answer_yaml
from pipeline.kinds.tsunagi.parse import read
from pipeline.kinds.tsunagi.puzzle import LETTERS, Puzzle
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.source import parse_documents
from tests.kinds.tsunagi.boards import (
    FEATURES,
    SHARED,
    answers,
    published,
    published_puzzle,
    puzzle_of,
    random_boards,
)

UNSUPPORTED = {"portals", "hexagon", "strokes", "explosions", "sparse"}
"""What published levels have and these rules do not."""


@cache
def solved(feature: str) -> tuple[tuple[Puzzle, frozenset[int]], ...]:
    """Random boards with their answers, those without one left out; they are worked out once for all tests here."""
    boards = ((puzzle, answers(puzzle)) for puzzle in random_boards(40, 5, feature))
    return tuple((puzzle, found) for puzzle, found in boards if found)


@pytest.mark.parametrize("feature", FEATURES)
def test_letters_of_the_only_answer_determine_its_lines(feature: str) -> None:
    """They read back to it; those of several answers read back to the one that has them, or to none."""
    unique = several = 0
    for puzzle, found in solved(feature):
        drawn = {edges: answer_grid(puzzle, edges) for edges in sorted(found)[:40]}
        for edges, rows in drawn.items():
            namesakes = [other for other in found if answer_grid(puzzle, other) == rows]
            if len(namesakes) == 1:
                assert read_answer(puzzle, rows) == edges, puzzle
                unique += 1
            else:
                several += 1
                with pytest.raises(AuthoringError, match="one line and no other"):
                    read_answer(puzzle, rows)
    assert unique > 20
    assert several > 0 or "apart" in feature


def test_following_a_line_finds_no_way_where_there_is_none() -> None:
    """A part cut off, a branch, a loose end, a ring."""
    bare = puzzle_of("." * 16, 4)
    for cells, ends in (((0, 1, 3), (0, 3)), ((0, 1, 2, 5), (0, 2)), ((0, 1, 2), (0, 1)), ((0, 1, 4, 5, 8), (0, 1))):
        assert follow(bare, mask_of(cells), ends).ways == ()
    assert follow(bare, mask_of((0, 1, 5, 4)), (0, 4)).only is not None


def test_following_a_line_tells_that_there_is_more_than_one_way() -> None:
    """A block of six cells between opposite corners can be gone through along its rows or its columns."""
    found = follow(puzzle_of("." * 9, 3), mask_of(range(9)), (0, 8))
    assert len(found.ways) == 2
    assert found.only is None


def test_following_a_line_through_a_whole_board_ends() -> None:
    """A line that fills a board of 12×12 is followed, and where no colouring of the cells allows one it is given up."""
    puzzle = puzzle_of("." * 144, 12)
    found = follow(puzzle, (1 << 144) - 1, (0, 11))
    assert len(found.ways) == 2
    assert follow(puzzle, (1 << 144) - 1, (0, 143)).gave_up
    ended = Puzzle(("A..........A", *["." * 12] * 11))
    assert all(violations(ended, way) == () for way in found.ways)


def test_answer_that_fits_no_board_is_refused() -> None:
    """A missed end, a letter of no pair, another shape, a bridge that is gone."""
    puzzle = puzzle_of("A.AB.B", 3)
    for rows, message in (
        (("AAA", "BB."), "misses one of its ends"),
        (("AAA", "BCB"), "'C' in a cell that shows '.'"),
        (("AAA",), "2 rows of 3"),
        (("AAAB", "BB"), "2 rows of 3"),
        (("AA#", "BBB"), "'#' in a cell"),
    ):
        with pytest.raises(AuthoringError, match=message):
            read_answer(puzzle, rows)
    with pytest.raises(AuthoringError, match="'A' in a cell that shows '\\+'"):
        read_answer(puzzle_of("BA#C+CBA#", 3), ("BA#", "CAC", "BA#"))


@pytest.mark.parametrize("feature", FEATURES)
def test_written_drawing_reads_back_to_the_same_lines(feature: str) -> None:
    """Whatever the lines: with a list where letters do not tell, with walls and switches, in canonical letters."""
    lists = 0
    for puzzle, found in solved(feature):
        for edges in sorted(found)[:10]:
            text = answer_yaml(puzzle, edges)
            drawn, rows = read(parse_documents(text.encode(), "a.yaml").documents[0])
            assert drawn.puzzle == puzzle.showing(0), text
            assert drawn.edges == edges, text
            assert len(rows) == puzzle.rows
            lists += "lines:" in text
    assert lists > 0 or "apart" in feature


def test_board_of_many_lines_can_be_written() -> None:
    """More lines than Latin letters get Greek and Cyrillic ones, digits and marks; those without a capital as well."""
    for count in (26, 27, 36, 37, 52, 53, 82):
        cells = "".join(f"{letter}.{letter}" for letter in LETTERS[:count])
        board = puzzle_of(cells + "#" * (-len(cells) % 9), 9)
        joined = [_joins(board, *edge[:2]) for edge in steps_of(board).edges]
        edges = mask_of(number for number, used in enumerate(joined) if used)
        assert violations(board, edges) == ()
        drawn, _ = read(parse_documents(answer_yaml(board, edges).encode(), "a.yaml").documents[0])
        assert (drawn.puzzle, drawn.edges) == (board, edges)


def _joins(board: Puzzle, low: int, high: int) -> bool:
    """Whether these cells are of one line, where each line is three cells of a row."""
    return high == low + 1 and low // 3 == high // 3 and board.text[low] != "#"


def test_names_of_lines_are_all_different() -> None:
    """As many as a board can have pairs, and no small letter is another's capital."""
    assert len(set(NAMES)) == len(NAMES) == len(LETTERS)
    assert len(set(DRAWN)) == len(DRAWN) == len(CAPITALS) * 2 + len(MARKS)
    assert all(letter.lower().upper() == letter for letter in CAPITALS)


def test_walk_goes_from_end_to_end() -> None:
    """Every cell of a line once, each joined to the one before; all lines have the ends and the inner cells."""
    for puzzle, found in solved("bridges"):
        edges = min(found)
        steps = steps_of(puzzle)
        met = 0
        for first, second in puzzle.pairs:
            line = list(walk(steps, edges, first))
            assert line[-1][0] == second
            for (one, _), (other, came) in pairwise(line):
                assert set(steps.edges[came][:2]) == {one, other}
            met |= mask_of(cell for cell, _ in line)
        assert met == cells_at(puzzle, edges) == inner_cells(puzzle, edges) | puzzle.ends


@pytest.mark.skipif(not SHARED.exists(), reason="the published boards are kept outside the repository")
def test_published_answers_are_followed_and_break_no_rule() -> None:
    """Their letters give lines, which keep the rules, give the same letters again and can be drawn as a layout."""
    read_back = 0
    for case in published("tsunagi_levels.jsonl"):
        if set(case["twist"]) & UNSUPPORTED:
            continue
        puzzle = published_puzzle(case)
        rows = tuple(
            case["answer"][start : start + puzzle.cols] for start in range(0, len(case["answer"]), puzzle.cols)
        )
        edges = read_answer(puzzle, rows)
        assert violations(puzzle, edges) == (), case["id"]
        assert answer_grid(puzzle, edges) == rows, case["id"]
        drawn, _ = read(parse_documents(answer_yaml(puzzle, edges).encode(), "a.yaml").documents[0])
        assert drawn.edges == edges, case["id"]
        read_back += 1
    assert read_back > 100

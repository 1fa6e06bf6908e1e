"""The Binairo rules: each bad board trips the rule it is made for, and names the cells."""

from __future__ import annotations

import pytest

from pipeline.kinds.binairo import rules
from pipeline.kinds.binairo.puzzle import Puzzle

GOOD = ("0110", "1010", "1001", "0101")


def _filled(*board: str, given: tuple[str, ...] = (), unique: bool = True) -> list[tuple[str, tuple[int, ...]]]:
    puzzle = Puzzle(given or ("." * len(board[0]),) * len(board), unique)
    return [(found.rule, found.cells) for found in rules.violations(puzzle, Puzzle(board).ones)]


def test_answer_breaks_no_rule() -> None:
    """A finished grid has no violation, and neither has an empty board."""
    assert _filled(*GOOD) == []
    assert rules.broken(Puzzle(("....",) * 4)) == ()


def test_changed_given_is_named() -> None:
    """A stone that stands where the other is given breaks a rule of its own."""
    assert _filled(*GOOD, given=("1...", "....", "....", "...1")) == [("given-changed", (0,))]


@pytest.mark.parametrize(
    ("board", "rule", "cells"),
    [
        pytest.param(("111.", "....", "....", "...."), "three-in-a-row", (0, 1, 2), id="row"),
        pytest.param(("....", ".0..", ".0..", ".0.."), "three-in-a-row", (5, 9, 13), id="column"),
        pytest.param(("1.11", "....", "....", "...."), "quota", (0, 2, 3), id="row-quota"),
        pytest.param(("0...", "....", "0...", "0..."), "quota", (0, 8, 12), id="column-quota"),
        pytest.param(("0110", "....", "0110", "...."), "equal-lines", (0, 1, 2, 3, 8, 9, 10, 11), id="equal-rows"),
        pytest.param(("0..0", "1..1", "1..1", "0..0"), "equal-lines", (0, 4, 8, 12, 3, 7, 11, 15), id="equal-columns"),
    ],
)
def test_unfinished_board_trips_its_rule(board: tuple[str, ...], rule: str, cells: tuple[int, ...]) -> None:
    """What already stands is judged; the cells that break the rule are named in order."""
    found = [(violation.rule, violation.cells) for violation in rules.broken(Puzzle(board))]
    assert (rule, cells) in found


def test_long_run_is_one_violation() -> None:
    """Four equal stones side by side are named once, and are too many as well."""
    assert _filled("1111", "0000", "1010", "0101")[0] == ("three-in-a-row", (0, 1, 2, 3))
    board = Puzzle(("1111..", *("......",) * 5))
    assert [violation.rule for violation in rules.broken(board)] == ["three-in-a-row", "quota"]


def test_equal_lines_are_allowed_where_the_level_says_so() -> None:
    """Without the switch the same grid is an answer."""
    equal = ("0110", "1001", "0110", "1001")
    assert [rule for rule, _ in _filled(*equal)] == ["equal-lines"] * 4
    assert _filled(*equal, unique=False) == []


def test_rules_list_holds_every_name() -> None:
    """Every rule that a violation can name is listed once."""
    assert len(set(rules.RULES)) == len(rules.RULES) == 4

"""The Tsunagi rules: each bad board trips its rule and names the cells, and judge and brute force agree."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from pipeline.kinds.tsunagi import rules
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import steps_of
from tests.kinds.tsunagi.boards import FEATURES, SHARED, answers, joints, published, published_puzzle, random_boards
from tests.kinds.tsunagi.boards import puzzle_of as board

OUTSIDE = pytest.mark.skipif(not SHARED.exists(), reason="the published boards are kept outside the repository")


def mask(puzzle: Puzzle, *lines: str) -> int:
    """The edges of lines that are drawn as ``0 1 2``, cell by cell."""
    number = {edge[:2]: index for index, edge in enumerate(steps_of(puzzle).edges)}
    edges = 0
    for line in lines:
        cells = [int(cell) for cell in line.split()]
        for low, high in pairwise(cells):
            edges |= 1 << number[min(low, high), max(low, high)]
    return edges


def judged(puzzle: Puzzle, *lines: str) -> list[tuple[str, tuple[int, ...]]]:
    """The rules that lines break, with their cells."""
    return [(found.rule, found.cells) for found in rules.violations(puzzle, mask(puzzle, *lines))]


PLAIN = board("A..B........A..B", 4)


def test_answer_breaks_no_rule() -> None:
    """Lines that join every pair over every cell are an answer, and one may run beside itself."""
    assert judged(PLAIN, "0 1 5 4 8 9 13 12", "3 2 6 7 11 10 14 15") == []


@pytest.mark.parametrize(
    ("lines", "rule", "cells"),
    [
        (("0 1 5 4 8 9 13 12", "9 10 6"), "branch", (9,)),
        (("0 1", "0 4"), "branch", (0,)),
        (("0 1 2",), "cut", (2,)),
        (("5 6 10 9 5",), "loop", (5, 6, 9, 10)),
        (("0 4 8 12",), "unjoined", (3, 15)),
        (("0 1 2 3", "12 13 14 15"), "unjoined", (0, 12)),
        (("0 4 8 12", "3 7 11 15"), "gap", (1, 2, 5, 6, 9, 10, 13, 14)),
    ],
)
def test_faulty_lines_trip_their_rule(lines: tuple[str, ...], rule: str, cells: tuple[int, ...]) -> None:
    """What is drawn is judged, finished or not; the cells that break the rule are named."""
    assert (rule, cells) in judged(PLAIN, *lines)


def test_bridge_is_crossed_both_ways_by_different_pairs() -> None:
    """Both ways where every cell is used, and never twice by one line."""
    open_bridge = board("#A##B+B##A######", 4)
    assert judged(open_bridge, "1 9", "4 6") == []
    half = board("#A###+###A######", 4)
    assert judged(half, "1 9") == [("bridge", (5,))]
    assert judged(board("#A###+###A######", 4, fill=False), "1 9") == []
    around = board("...#A+.##A######", 4, fill=False)
    assert judged(around, "4 6 2 1 9") == [("bridge", (5,))]


def test_waypoint_belongs_to_its_pair_whether_cells_are_all_used_or_not() -> None:
    """Missed and taken by another, it is named."""
    waypoint = board("AaABbB", 3)
    assert judged(waypoint, "0 1 2", "3 4 5") == []
    assert judged(board("A.ABaB", 3, fill=False), "0 1 2", "3 4 5") == [("waypoint", (4,))]
    assert judged(board("A.Aa..", 3, fill=False), "0 1 2") == [("waypoint", (3,))]


def test_line_that_runs_beside_itself_is_named_where_the_level_forbids_it() -> None:
    """A wall between the two cells parts them."""
    lines = ("0 1 2 5 4 3",)
    assert judged(board("A..A..", 3), *lines) == []
    apart = board("A..A..", 3, touch=False)
    assert judged(apart, *lines) == [("touch", (0, 3)), ("touch", (1, 4))]
    assert judged(board("A..A..", 3, "0-3,1-4", touch=False), *lines) == []


def test_wrapping_line_goes_over_the_edge() -> None:
    """The far edge is next to the near one."""
    assert judged(board("A#.A", 4, wrap=True, fill=False), "0 3") == []


def test_edge_that_is_not_on_the_board_is_refused() -> None:
    """A mask of more edges than there are is no answer of this board."""
    with pytest.raises(ValueError, match="only 24 edges"):
        rules.violations(PLAIN, 1 << 24)


def test_rules_list_holds_every_name() -> None:
    """Every rule that a violation can name is listed once."""
    assert len(set(rules.RULES)) == len(rules.RULES) == 8


@pytest.mark.parametrize("feature", FEATURES)
def test_judge_passes_what_enumeration_finds_and_nothing_near_it(feature: str) -> None:
    """Every answer breaks no rule; a set of edges near it, or a random one, passes only as an answer."""
    random = Random(feature)
    kinds: Counter[int] = Counter()
    for puzzle in random_boards(100, 1, feature):
        steps = steps_of(puzzle)
        assert [edge[:3] for edge in steps.edges] == joints(puzzle)
        found = answers(puzzle)
        kinds[min(len(found), 2)] += 1
        for edges in sorted(found)[:20]:
            assert rules.violations(puzzle, edges) == (), puzzle
            for _ in range(6):
                changed = edges
                for _ in range(random.choice((1, 2, 2, 4))):
                    changed ^= 1 << random.randrange(len(steps.edges))
                assert (rules.violations(puzzle, changed) == ()) == (changed in found), (puzzle, changed)
        for _ in range(5):
            edges = random.getrandbits(len(steps.edges))
            assert (rules.violations(puzzle, edges) == ()) == (edges in found), (puzzle, edges)
    assert kinds[0] < 50
    assert kinds[1] > 10
    assert kinds[2] > 5


@pytest.mark.parametrize("feature", ["plain", "bridges", "gaps", "apart", "wrap", "waypoints"])
def test_judge_and_enumeration_agree_on_every_set_of_edges(feature: str) -> None:
    """On boards with few edges all sets of them are judged."""
    for puzzle in random_boards(12, 2, feature, ((2, 2), (2, 3), (3, 3))):
        count = len(steps_of(puzzle).edges)
        if count <= 12:
            passing = {edges for edges in range(1 << count) if not rules.violations(puzzle, edges)}
            assert passing == answers(puzzle), puzzle


@OUTSIDE
def test_enumeration_finds_the_published_counts() -> None:
    """On the small published boards as many answers as their own solver counts, all told one by one."""
    checked = 0
    for case in published("tsunagi_counts.jsonl"):
        try:
            puzzle = published_puzzle(case)
        except ValueError:
            continue
        if case["size"] > 6 or not case["exact"]:
            continue
        found = answers(puzzle)
        assert len(found) == case["count"], case["id"]
        assert all(not rules.violations(puzzle, edges) for edges in found), case["id"]
        checked += 1
    assert checked > 40

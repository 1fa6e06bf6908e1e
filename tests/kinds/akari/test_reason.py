"""The Akari reasoner: right against plain enumeration, and every technique decides what it is named for."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.grid import indices, mask_of
from pipeline.kinds.akari.puzzle import BULB, Puzzle
from pipeline.kinds.akari.reason import DIRECT, AkariReasoner, reasoner
from pipeline.kinds.akari.rules import violations
from pipeline.reasoner import Contradiction, Position
from pipeline.search import count
from pipeline.verdict import Budget
from tests.kinds.akari.boards import (
    answers,
    every_clueing,
    every_layout,
    numbers,
    random_boards,
    sampled_clueings,
)

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "akari.jsonl"
SHAPES = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


def _found(puzzle: Puzzle) -> frozenset[int]:
    counted = count(reasoner(puzzle), limit=10_000)
    assert not counted.gave_up
    assert len(set(counted.solutions)) == counted.count
    return frozenset(counted.solutions)


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_reasoner_finds_every_answer_of_every_small_board(rows: int, cols: int) -> None:
    """On every board of this shape, with every choice of numbers, it finds the answers that there are."""
    for layout in every_layout(rows, cols):
        needs = {bulbs: numbers(layout, bulbs) for bulbs in answers(layout)}
        for puzzle in every_clueing(layout):
            shown = {wall: int(puzzle.text[wall]) for wall in indices(puzzle.clues)}
            legal = {bulbs for bulbs, need in needs.items() if shown.items() <= need.items()}
            assert _found(puzzle) == legal, puzzle


def test_reasoner_finds_every_answer_on_all_walls_of_three_by_three() -> None:
    """All 512 layouts, each with sampled numbers."""
    random = Random(33)
    for layout in every_layout(3, 3):
        for puzzle in sampled_clueings(layout, answers(layout), 6, random):
            assert _found(puzzle) == answers(puzzle), puzzle


def test_reasoner_finds_every_answer_of_random_boards() -> None:
    """400 boards of any shape up to 5×5; they have none, one and several answers."""
    seen: set[int] = set()
    for puzzle in random_boards(400, seed=55):
        found = _found(puzzle)
        assert found == answers(puzzle), puzzle
        seen.add(min(len(found), 2))
    assert seen == {0, 1, 2}


def _cases() -> list[dict[str, Any]]:
    if not CASES.exists():
        return []
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.skipif(not CASES.exists(), reason="the published boards are kept outside the repository")
def test_reasoner_gives_published_boards_their_recorded_verdict() -> None:
    """Wherever the search ends within its budget, verdict and answer are as recorded; it ends on nearly all."""
    stalled = 0
    for case in _cases():
        puzzle = Puzzle(tuple(case["grid"]))
        counted = count(reasoner(puzzle), 2, Budget(nodes=3000))
        if counted.gave_up:
            stalled += 1
            continue
        assert counted.count == case["counted"], case["id"]
        if counted.count == 1:
            assert counted.solution == mask_of(i for i, ch in enumerate("".join(case["answer"])) if ch == BULB)
            assert not violations(puzzle, counted.solution), case["id"]
    assert stalled <= len(_cases()) // 10


@pytest.mark.parametrize(
    ("technique", "before", "after"),
    [
        pytest.param("beam", ("*.#.", "...."), ("*x#.", "x..."), id="beam-up-to-a-wall"),
        pytest.param("full wall", ("*1.", "..."), ("*1x", ".x."), id="full-wall"),
        pytest.param("full wall", (".0.", "..."), ("x0x", ".x."), id="full-wall-of-zero"),
        pytest.param("hungry wall", (".2.", ".x."), ("*2*", ".x."), id="hungry-wall"),
        pytest.param("hungry wall", ("#2.", "..."), ("#2*", ".*."), id="hungry-wall-at-the-edge"),
        pytest.param("last light source", ("x#", ".#"), ("x#", "*#"), id="last-source-of-a-dotted-cell"),
        pytest.param("last light source", (".#", "#."), ("*#", "#*"), id="last-source-is-the-cell-itself"),
        pytest.param("last light source", ("*x", "x."), ("*x", "x*"), id="lit-cells-need-no-source"),
        pytest.param("both sources", ("x.", ".."), ("x.", ".x"), id="both-sources"),
        pytest.param("both sources", ("..", ".."), ("..", ".."), id="both-sources-but-a-bulb-lights-the-cell"),
        pytest.param("wall corner", ("...", ".3.", "..."), ("x.x", ".3.", "x.x"), id="wall-corner-of-three"),
        pytest.param("wall corner", ("...", ".2.", ".x."), ("x.x", ".2.", ".x."), id="wall-corner-of-two"),
        pytest.param("wall corner", ("1.", ".."), ("1.", ".x"), id="wall-corner-of-one"),
        pytest.param("wall corner", ("...", ".2.", "..."), ("...", ".2.", "..."), id="wall-with-two-to-spare"),
    ],
)
def test_technique_decides_what_it_is_named_for(
    technique: str, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    """All steps of one technique together, on a board drawn for it: ``*`` a bulb, ``x`` a dot."""
    ready, position = _drawn(before)
    found = list(ready.find(next(t for t in DIRECT if t.name == technique), position))
    yes, no = position
    for step in found:
        assert step.technique == technique
        yes |= step.yes
        no |= step.no
    assert Position(yes, no) == _drawn(after)[1]


def test_technique_says_which_rule_is_broken() -> None:
    """Bulbs that see each other, a wall with too many, one with too few, a cell that stays dark."""
    for technique, drawing, follows, clues, focus in (
        ("beam", ("*x*",), 0b101, 0, 0b101),
        ("full wall", ("*1*",), 0b101, 0b010, 0b010),
        ("hungry wall", (".2x",), 0b100, 0b010, 0b010),
        ("last light source", ("xx", "##"), 0b11, 0, 0b01),
    ):
        ready, position = _drawn(drawing)
        with pytest.raises(Contradiction) as broken:
            list(ready.find(next(t for t in DIRECT if t.name == technique), position))
        assert (broken.value.follows, broken.value.clues, broken.value.focus) == (follows, clues, focus)


def _drawn(rows: tuple[str, ...]) -> tuple[AkariReasoner, Position]:
    text = "".join(rows)
    board = Puzzle(tuple(row.replace("*", ".").replace("x", ".") for row in rows))
    marked = (mask_of(i for i, ch in enumerate(text) if ch == mark) for mark in "*x")
    return reasoner(board), Position(*marked)

"""The rules in Python and the rules in the browser say the same of the same boards."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

from pipeline.kinds.binairo.puzzle import OPEN, Puzzle
from pipeline.kinds.binairo.rules import broken

from ..conftest import Judge

HERE = Path(__file__).parent


def boards(count: int) -> list[dict[str, Any]]:
    """Random boards up to 8×8 with both rule sets, sparse and full; and every 4×4 board made of good rows."""
    chance = random.Random(11)
    made: list[dict[str, Any]] = []
    for _ in range(count):
        rows, cols = chance.choice((4, 6, 8)), chance.choice((4, 6, 8))
        letters = chance.choices(".01", chance.choice(((8, 1, 1), (2, 1, 1), (0, 1, 1), (1, 6, 1))), k=rows * cols)
        board = ["".join(letters[row * cols : (row + 1) * cols]) for row in range(rows)]
        # A copied row, so that equal lines are not left to chance.
        if chance.random() < 0.4:
            board[chance.randrange(rows)] = board[chance.randrange(rows)]
        made.append({"rows": rows, "cols": cols, "board": board, "unique": chance.random() < 0.7})
    for board in product(("0011", "0101", "0110", "1001", "1010", "1100"), repeat=4):
        made.append({"rows": 4, "cols": 4, "board": list(board), "unique": len(made) % 2 == 0})
    return made


def test_rules_agree_in_python_and_in_the_browser(judge: Judge) -> None:
    """Both name the same broken rules at the same cells in the same order, and call the same boards solved."""
    cases = boards(500)
    solved = 0
    for case, said in zip(cases, judge(HERE / "judge.mjs", cases), strict=True):
        found = broken(Puzzle(tuple(case["board"]), case["unique"]))
        full = OPEN not in "".join(case["board"])
        wrong = [{"rule": one.rule, "cells": list(one.cells)} for one in found]
        assert said == {"violations": wrong, "solved": full and not found}, case
        solved += said["solved"]
    # 90 boards of 4×4 keep the rules, 72 of them without equal lines, and each was judged by one rule set.
    assert solved >= 72

"""The rules in Python and the rules in the browser say the same of the same boards."""

from __future__ import annotations

import random
from pathlib import Path

from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.kinds.akari.rules import SEES_BULB, TOO_MANY, violations

from ..conftest import Judge

HERE = Path(__file__).parent


def boards(count: int) -> list[dict[str, object]]:
    """Random boards up to 6×6 with random bulbs: sparse and crowded, solved and broken ones among them."""
    chance = random.Random(7)
    made: list[dict[str, object]] = []
    for _ in range(count):
        rows, cols = chance.randint(1, 6), chance.randint(1, 6)
        letters = chance.choices(".#01234", (70, 10, 4, 6, 5, 2, 1), k=rows * cols)
        share = chance.choice((0.05, 0.2, 0.4))
        bulbs = [cell for cell, letter in enumerate(letters) if letter == "." and chance.random() < share]
        grid = ["".join(letters[row * cols : (row + 1) * cols]) for row in range(rows)]
        made.append({"rows": rows, "cols": cols, "grid": grid, "bulbs": bulbs})
    # Random bulbs seldom solve a board, so some boards are small enough for all arrangements.
    for grid in (["..", ".."], [".1", ".."], ["..", "#2", ".."]):
        cells = len(grid) * 2
        for mask in range(1 << cells):
            bulbs = [cell for cell in range(cells) if mask >> cell & 1 and "".join(grid)[cell] == "."]
            made.append({"rows": len(grid), "cols": 2, "grid": grid, "bulbs": bulbs})
    return made


def test_rules_agree_in_python_and_in_the_browser(judge: Judge) -> None:
    """Both name the same broken rules at the same cells, and both call the same boards solved."""
    cases = boards(600)
    solved = 0
    for case, said in zip(cases, judge(HERE / "judge.mjs", cases), strict=True):
        mask = sum(1 << cell for cell in case["bulbs"])  # type: ignore[attr-defined]
        found = violations(Puzzle(tuple(case["grid"])), mask)  # type: ignore[arg-type]
        # What is only unfinished is no violation in the browser, where the board is still being played.
        wrong = [{"rule": one.rule, "cells": list(one.cells)} for one in found if one.rule in (SEES_BULB, TOO_MANY)]
        assert said == {"violations": wrong, "solved": not found}, case
        solved += not found
    assert solved > 5

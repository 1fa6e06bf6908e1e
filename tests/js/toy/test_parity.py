"""The rule in Python and the rule in the browser say the same of the same boards."""

from __future__ import annotations

import random
from pathlib import Path

from kotae_toy.puzzle import HIDDEN, Puzzle, cut
from kotae_toy.rules import violations

from ..conftest import Judge

HERE = Path(__file__).parent


def test_rules_agree_in_python_and_in_the_browser(judge: Judge) -> None:
    """Both call the same boards solved, and a number with too many mines is wrong to both at once."""
    chance = random.Random(7)
    cases, expected = [], []
    for _ in range(600):
        rows, cols = chance.randint(1, 4), chance.randint(2, 4)
        board = Puzzle(cut("".join(chance.choices("....0123", k=rows * cols)), cols))
        hidden = [cell for cell in range(rows * cols) if cell not in board.numbers]
        mines = chance.sample(hidden, chance.randint(0, len(hidden)))
        # The browser sees no fault yet in a number that open cells may still meet.
        wrong = violations(board, sum(1 << cell for cell in mines))
        cases.append({"rows": rows, "cols": cols, "grid": board.board, "mines": mines})
        expected.append({cell for violation in wrong for cell in violation.cells})
    solved = 0
    for case, wrong_cells, said in zip(cases, expected, judge(HERE / "judge.mjs", cases), strict=True):
        assert said["solved"] == (not wrong_cells), case
        found = {cell for violation in said["violations"] for cell in violation["cells"]}
        assert found <= wrong_cells, case
        if len(case["mines"]) == "".join(case["grid"]).count(HIDDEN):
            assert found == wrong_cells, case
        solved += said["solved"]
    assert 20 < solved < 580

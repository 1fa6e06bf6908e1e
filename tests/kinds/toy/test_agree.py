"""Brute force, the reasoner and the prover say the same of small boards, and a code and a drawing hold them."""

from __future__ import annotations

import pytest
from kotae_toy import KIND, draw

from pipeline.errors import AuthoringError
from pipeline.prove import Prover
from pipeline.reached import reached
from pipeline.search import count, derive, explain
from tests.kinds.toy.boards import random_boards


def test_engines_and_brute_force_find_the_same_answers() -> None:
    """Every answer is found by both engines, and no other; where there is one, the trace ends in it."""
    counts = []
    for board in random_boards(400, seed=3):
        cells = board.rows * board.cols
        answers = {mines for mines in range(1 << cells) if not KIND.violations(board, mines)}
        reasoned = count(KIND.reasoner(board), len(answers) + 1)
        assert (set(reasoned.solutions), reasoned.count) == (answers, len(answers)), board
        with Prover(KIND.encode(board)) as prover:
            assert set(prover.count(len(answers) + 1).solutions) == answers, board
        if len(answers) == 1:
            trace = explain(KIND.reasoner(board))
            assert trace.solved
            assert {trace.position.yes} == answers
        assert KIND.decode(KIND.code(board)) == board
        counts.append(len(answers))
    assert min(counts.count(0), counts.count(1), sum(found > 1 for found in counts)) > 20


def test_two_numbers_that_need_different_mines_of_the_same_cells_contradict() -> None:
    """By the technique of pairs and by its quick form alike; the numbers' own cells hide no mine that could help."""
    board = KIND.reasoner(KIND.decode("3x2:..32.."))
    assert [derive(board, rank).contradiction for rank in (1, 2)] == [False, True]
    assert [reached(board, rank) is None for rank in (1, 2)] == [False, True]


@pytest.mark.parametrize("code", ["", "2x2:...", "2x2:...9", "21x1:" + "." * 21, "2x2"])
def test_code_that_is_none_is_refused(code: str) -> None:
    """Wrong sizes and letters are told with what a code is."""
    with pytest.raises(AuthoringError, match="not a board code"):
        KIND.decode(code)


def test_drawing_holds_the_numbers_and_the_mines() -> None:
    """In a terminal and in SVG; the answer adds its mines, and nothing that is no letter of a board gets in."""
    assert draw.text([".1", "<."]) == "· 1\n· ·"
    assert draw.text([".1"], ["*1"]) == "* 1"
    plain, solved = draw.svg([".1"]), draw.svg([".1"], ["*1"])
    assert (plain.count("circle"), solved.count("circle")) == (0, 1)
    assert ">1</text>" in plain
    assert "<<" not in draw.svg(["<"])

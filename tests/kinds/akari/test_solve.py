"""Counting by whichever engine is quicker, tried on Akari."""

from __future__ import annotations

import pytest

from pipeline.kinds.akari import KIND
from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.solve import Engine, solve
from pipeline.verdict import Budget, Undecided
from tests.kinds.akari.boards import answers, random_boards

EASY = Puzzle(("1.", ".."))
OPEN = Puzzle(("." * 12,) * 12)
"""Twelve factorial answers."""


@pytest.mark.parametrize("engine", list(Engine))
def test_solve_counts_what_there_is(engine: Engine) -> None:
    """Whoever is asked, on random boards up to 5×5."""
    for puzzle in random_boards(150, seed=60):
        found = solve(KIND, puzzle, limit=1_000, engine=engine)
        assert set(found.count.solutions) == answers(puzzle)
        assert not found.count.gave_up
        assert found.engine in ((Engine.REASON, Engine.PROVE) if engine is Engine.BOTH else (engine,))


def test_reasoner_goes_first_and_hands_over() -> None:
    """An easy board never meets the prover; one with twelve factorial answers does."""
    assert solve(KIND, EASY).engine is Engine.REASON
    found = solve(KIND, OPEN, limit=200)
    assert found.engine is Engine.PROVE
    assert len(set(found.count.solutions)) == 200


@pytest.mark.parametrize("engine", list(Engine))
def test_solve_that_runs_out_of_budget_is_undecided(engine: Engine) -> None:
    """With nothing to spend nothing is decided, whoever is asked; what was found is still told."""
    assert isinstance(solve(KIND, OPEN, budget=Budget(nodes=0), engine=engine).count.verdict, Undecided)
    assert solve(KIND, OPEN, limit=500, budget=Budget(nodes=120), engine=engine).count.gave_up

"""A solver is whole whenever a signal comes, since Python may raise what it says between any two instructions."""

from __future__ import annotations

import sys
from itertools import combinations, count
from types import FrameType
from typing import Any

import pytest

from pipeline import solver
from pipeline.solver import SOLVERS, Solver
from pipeline.verdict import Budget


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than there are holes, each in one of them, and no two in the same."""
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    for one, other in combinations(range(holes + 1), 2):
        clauses += [[-(one * holes + hole + 1), -(other * holes + hole + 1)] for hole in range(holes)]
    return clauses


def stopped_at(moment: int, clauses: list[list[int]]) -> tuple[bool, Solver | None]:
    """Whether a signal came at this instruction of making and asking a solver, and what there is of it then."""
    left = moment
    made: Solver | None = None

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename != solver.__file__:
            return None
        frame.f_trace_opcodes = True
        left -= event == "opcode"
        if left < 0:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        made = Solver("minisat22", clauses)
        made.solve([], Budget().start())
    except KeyboardInterrupt:
        return True, made
    finally:
        sys.settrace(before)
    return False, made


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_nothing_is_done_as_a_solver_is_dropped(name: str) -> None:
    """What Python raises while it drops something comes to nobody: a signal that comes then would be lost."""
    held = Solver(name, pigeons(3))
    assert held.solve([], Budget().start()) is False
    held.close()
    assert not any(hasattr(type(value), "__del__") for value in held._held)


def test_solver_is_closed_after_a_signal_at_any_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is loaded, asked and handed over to another, and its memory is given back once."""
    monkeypatch.setattr(solver, "HAND_OVER", 1)
    clauses = pigeons(4)
    stopped = 0
    for moment in count():
        was_stopped, made = stopped_at(moment, clauses)
        if made:
            made.close()
            made.close()
        stopped += was_stopped
        if not was_stopped:
            break
    assert stopped > 300

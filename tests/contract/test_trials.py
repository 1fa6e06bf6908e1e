"""Trials side by side are the trials one by one, and the rank that a board needs is the lowest that fills it."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.consequences import Consequences
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.reached import rank_needed
from pipeline.reasoner import Position, Reasoner, SideBySide
from pipeline.search import derive, explain
from pipeline.trial import assumptions, refutation_rounds, short_refuted, shortest_refuted
from tests.contract.test_reasoners import KINDS, _boards, _minimal, every_kind

SIDE_BY_SIDE = {
    name: kind
    for name, kind in KINDS.items()
    if isinstance(kind.reasoner(next(_boards(kind).random_boards(1, seed=0))), SideBySide)
}


@pytest.mark.parametrize("kind", SIDE_BY_SIDE.values(), ids=list(SIDE_BY_SIDE))
def test_trials_side_by_side_break_in_the_round_in_which_each_breaks_by_itself(kind: AnyKind) -> None:
    """From where the direct techniques up to each rank end: every trial, the shortest of them, and the short ones."""
    seen = set()
    for puzzle in _minimal(kind.name):
        ready = kind.reasoner(puzzle)
        for rank in (1, 2):
            derived = derive(ready, rank)
            position = derived.position
            left = ready.places & ~(position.yes | position.no)
            if derived.contradiction or not left:
                continue
            order = list(assumptions(left))
            alone = {assumed: refutation_rounds(ready, position, assumed, None) for assumed in order}
            assert isinstance(ready, SideBySide)
            together = dict.fromkeys(order)
            for number, broken in enumerate(ready.trials(position)):
                together |= dict.fromkeys([order[trial] for trial in indices(broken)], number)
            assert together == alone, (puzzle, rank)
            rounds = {assumed: number for assumed, number in alone.items() if number is not None}
            assert shortest_refuted(ready, position, left) == min(rounds, key=lambda one: rounds[one], default=None)
            assert list(short_refuted(ready, position)) == [one for one, number in rounds.items() if number <= 2]
            seen |= set(rounds.values())
    assert seen >= {1, 2, 3}


@every_kind
def test_trials_kept_from_step_to_step_are_those_tried_afresh(kind: AnyKind, monkeypatch: pytest.MonkeyPatch) -> None:
    """All along a trace: the shortest refutation, and whether a rule breaks by the direct techniques."""
    seen: list[Position | None] = []
    looked: set[bool] = set()

    def shortest(reasoner: Reasoner[Any], position: Position, places: int, *rest: Any) -> Position | None:
        _, answer, kept = rest
        seen.append(shortest_refuted(reasoner, position, places, None, answer, kept))
        assert seen[-1] == shortest_refuted(reasoner, position, places, None, answer)
        for assumed in assumptions(places, answer):
            both = Position(position.yes | assumed.yes, position.no | assumed.no)
            breaks = looks.breaks(assumed, position)
            assert breaks == (reasoner.settle(both, assumed) is None)
            looked.add(breaks)
        return seen[-1]

    monkeypatch.setattr("pipeline.search.shortest_refuted", shortest)
    for puzzle in _minimal(kind.name):
        ready = kind.reasoner(puzzle)
        looks = Consequences(ready.settle)
        solved = explain(ready).position
        looks = Consequences(ready.settle)
        explain(ready, answer=solved)
    assert seen.count(None) > 1
    assert len(seen) > 10 + seen.count(None)
    assert looked == {False, True}


@every_kind
def test_rank_needed_is_the_lowest_that_fills(kind: AnyKind) -> None:
    """As the derivations say, 4 where none of them fills the board."""
    seen = set()
    for puzzle in (*_boards(kind).random_boards(20, seed=22), *_minimal(kind.name)[:20]):
        ready = kind.reasoner(puzzle)
        least = next((rank for rank in (1, 2, 3) if derive(ready, rank).solved), 4)
        assert rank_needed(ready) == least, puzzle
        seen.add(least)
    assert len(seen) > 1

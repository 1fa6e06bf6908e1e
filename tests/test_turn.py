"""The order in which the searches of a trace go over the open places of a large board."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.reasoner import Position
from pipeline.turn import FIRST_SEARCH_NODES, MORE, Turn
from pipeline.verdict import Budget, Meter, SolveCount

PLACES = [Position(1 << place, 0) for place in range(5)]


class _Board:
    """Assumptions that are refuted with so many positions each, or leave an answer; and what was asked of them."""

    def __init__(self, needed: Mapping[int, int], answers: frozenset[int] = frozenset()) -> None:
        self.needed = needed
        self.answers = answers
        self.asked: list[tuple[int, int]] = []

    def look(self, assumed: Position) -> bool:
        place = PLACES.index(assumed)
        self.asked.append((place, 1))
        return self.needed.get(place, 10**6) <= 1

    def ask(self, assumed: Position, budget: Budget) -> SolveCount[int]:
        place, most = PLACES.index(assumed), budget.nodes or 0
        self.asked.append((place, most))
        if place in self.answers:
            return SolveCount(1, 1, 0, (0,), False, 0.0, 1)
        needed = self.needed.get(place, 10**6)
        return SolveCount(0, min(needed, most + 1), 0, (), needed > most, 0.0, 1)

    def next(self, turn: Turn, known: int, meter: Meter) -> int | None:
        """The place of the next refutation, with so much known."""
        self.asked.clear()
        open_ones = [place for place in PLACES if not place.yes & known]
        found = turn.refuted(Position(0, known), open_ones, self.look, self.ask, meter)
        return None if found is None else PLACES.index(found)


def test_turn_goes_on_with_the_places_that_were_not_given_up() -> None:
    """Each is looked at before any is searched, and what was given up comes last, when more is known."""
    board, turn, meter = _Board({2: 1, 3: 1, 4: 10}), Turn(), Budget().start()
    assert board.next(turn, 0, meter) == 2
    assert board.asked == [(0, 1), (1, 1), (2, 1)]
    assert board.next(turn, 0b100, meter) == 3
    assert board.asked == [(3, 1)]
    assert board.next(turn, 0b1100, meter) == 4
    few = FIRST_SEARCH_NODES
    assert board.asked == [(4, 1), (0, 1), (1, 1), (0, few), (1, few), (4, few)]
    assert meter.nodes == 3 + 1 + 3 + 2 * (few + 1) + 10


def test_turn_searches_with_more_where_all_were_given_up_and_ends_with_the_budget() -> None:
    """A place that leaves an answer is asked once, and nothing is asked twice with as much of as little."""
    board, turn, more = _Board({1: 500}, frozenset({0, 2, 3, 4})), Turn(), FIRST_SEARCH_NODES * MORE
    assert board.next(turn, 0, Budget().start()) == 1
    assert board.asked[5:] == [*((place, FIRST_SEARCH_NODES) for place in range(5)), (1, more), (1, more * MORE)]
    assert board.next(Turn(), 0b10, Budget().start()) is None
    assert board.next(Turn(), 0, Budget(nodes=3).start()) is None
    assert len(board.asked) == 3 + 1  # one more than there is shows that it is spent

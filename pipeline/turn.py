"""Whose turn it is in the searches of a trace, on boards so large that going over the same places costs most of all.

On a small board every search of a trace begins with the first open place: so the trace names the first that is found
out. A large one has hundreds of open places of which a few are found out soon, and the same ones in vain before them,
step after step. Here a place that was given up comes after all that were not, until something new is known. And each is
looked at alone before any is searched: of 30 boards of 20×20, blanked to the last given, six hundred positions fill 4
where sixteen positions are the first look, and 16 where it is one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pipeline.reasoner import Position
from pipeline.verdict import Budget, Meter, SolveCount

FIRST_SEARCH_NODES = 16
MORE = 8
"""Where all places are given up, each may have so many times as many positions."""

Ask = Callable[[Position, Budget], SolveCount[Any]]
"""Looks for one answer that an assumption leaves."""
Look = Callable[[Position], bool]
"""Whether an assumption breaks a rule by the direct techniques alone."""


def soonest_refuted(open_ones: Iterable[Position], ask: Ask, meter: Meter) -> Position | None:
    """The assumption that is soonest found out.

    All are searched with few nodes first, then with more, so that one hard place does not eat the budget.
    """
    assumptions = list(open_ones)
    nodes = FIRST_SEARCH_NODES
    stalled = True
    while stalled:
        stalled = False
        for assumed in assumptions:
            result = ask(assumed, Budget(nodes, meter.left.seconds))
            meter.nodes += result.nodes
            if not result.count and not result.gave_up:
                return assumed
            stalled |= result.gave_up
            if meter.exhausted:
                return None
        nodes *= MORE
    return None


class Turn:
    """The order in which the assumptions of one trace are searched, from one search to the next."""

    def __init__(self) -> None:
        self._given_up: dict[Position, tuple[float, Position]] = {}
        """By an assumption with how many positions it was given up, and at what was known then."""

    def refuted(
        self, now: Position, open_ones: Iterable[Position], look: Look, ask: Ask, meter: Meter
    ) -> Position | None:
        """The next assumption about what is open that leaves no answer; None where none does, or the meter is spent."""
        assumptions = list(open_ones)
        for assumed in self._due(assumptions, 1, now):
            meter.nodes += 1
            if look(assumed):
                return assumed
            self._given_up[assumed] = 1, now
            if meter.exhausted:
                return None
        nodes = FIRST_SEARCH_NODES
        while any(self._given_up[assumed][0] < math.inf for assumed in assumptions):
            for assumed in self._due(assumptions, nodes, now):
                found = ask(assumed, Budget(nodes, meter.left.seconds))
                meter.nodes += found.nodes
                if not found.count and not found.gave_up:
                    return assumed
                # What leaves an answer is never refuted.
                self._given_up[assumed] = nodes if found.gave_up else math.inf, now
                if meter.exhausted:
                    return None
            nodes *= MORE
        return None

    def _due(self, assumptions: Iterable[Position], nodes: int, now: Position) -> Iterator[Position]:
        """Those not given up with so many positions, then those that were when less was known."""
        again = []
        for assumed in assumptions:
            spent, then = self._given_up.get(assumed, (0, now))
            if spent < nodes:
                yield assumed
            elif then != now and spent < math.inf:
                again.append(assumed)
        yield from again

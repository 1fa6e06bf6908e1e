"""Trials, for every kind: assume a place, draw out the forced moves round by round, and see whether a rule breaks.

A round takes every forced move of a position at once. So the length of a refutation, counted in rounds, is the same
for every image of a board, and knowing more can only make it shorter.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from pipeline.consequences import Trials, one_by_one
from pipeline.grid import indices
from pipeline.reasoner import LONG_TRIAL, SHORT_TRIAL, Contradiction, Position, Reasoner, SideBySide, Step, since
from pipeline.verdict import Meter

SHORT_TRIAL_ROUNDS = 2
"""A trial of rank 3 ends in a contradiction after at most so many rounds of forced moves."""


def assumptions(places: int, answer: Position | None = None) -> Iterator[Position]:
    """Each place assumed yes, then no, in reading order; where the answer is known only what it denies."""
    for place in indices(places):
        bit = 1 << place
        if answer is None or not answer.yes & bit:
            yield Position(bit, 0)
        if answer is None or not answer.no & bit:
            yield Position(0, bit)


def refutation_rounds(
    reasoner: Reasoner[Hashable], position: Position, assumed: Position, limit: int | None
) -> int | None:
    """How many rounds of forced moves after the assumption a rule breaks; None if it does not within ``limit``.

    ``position`` has no forced move left.
    """
    begun = Position(position.yes | assumed.yes, position.no | assumed.no)
    return one_by_one(reasoner, begun, assumed, limit)[0]


def shortest_refuted(
    reasoner: Reasoner[Hashable],
    position: Position,
    places: int,
    meter: Meter | None = None,
    answer: Position | None = None,
    kept: Trials | None = None,
) -> Position | None:
    """The assumption about one of these places that breaks a rule in the fewest rounds; of several the first.

    All trials go on side by side, a round at a time, so that none is drawn out further than the shortest. None, too,
    where the time of a meter runs out meanwhile. What a known answer says is not tried: no rule breaks of it. ``kept``
    knows what the trials led to when less was known; only those that break a rule are then gone through.
    """
    timed = meter if meter and meter.budget.seconds is not None else None
    if isinstance(reasoner, SideBySide):
        return _first_broken(reasoner.trials(position), _open(reasoner, position), places, timed)
    forced = reasoner.forced
    tried: Iterable[Position] = assumptions(places, answer)
    if kept:
        tried = kept.broken(position, tried, timed)
    trials = [(assumed, Position(position.yes | assumed.yes, position.no | assumed.no), assumed) for assumed in tried]
    while trials:
        going_on = []
        for assumed, reached, fresh in trials:
            if timed and timed.exhausted:
                return None
            more = forced(reached, fresh)
            if more is None or more.yes & reached.no or more.no & reached.yes or more.yes & more.no:
                return assumed
            if more.yes or more.no:
                going_on.append((assumed, Position(reached.yes | more.yes, reached.no | more.no), more))
        trials = going_on
    return None


def short_refuted(reasoner: Reasoner[Hashable], position: Position) -> Iterator[Position]:
    """Those assumptions about open places, in reading order, that break a rule within a short trial's rounds.

    ``position`` has no forced move left.
    """
    if isinstance(reasoner, SideBySide):
        broken = 0
        for now in islice(reasoner.trials(position), SHORT_TRIAL_ROUNDS + 1):
            broken |= now
        yield from _assumed(_open(reasoner, position), broken)
    else:
        for assumed in assumptions(_open(reasoner, position)):
            if refutation_rounds(reasoner, position, assumed, SHORT_TRIAL_ROUNDS) is not None:
                yield assumed


def _first_broken(rounds: Iterator[int], open_places: int, places: int, timed: Meter | None) -> Position | None:
    """The first assumption about one of these places of which the trial breaks a rule in the earliest round."""
    for broken in rounds:
        if timed and timed.exhausted:
            return None
        for assumed in _assumed(open_places, broken):
            if (assumed.yes | assumed.no) & places:
                return assumed
    return None


def _assumed(open_places: int, trials: int) -> Iterator[Position]:
    """The assumptions of these trials, by the numbers that they have side by side."""
    if trials:
        order = list(assumptions(open_places))
        for trial in indices(trials):
            yield order[trial]


def _open(reasoner: Reasoner[Hashable], position: Position) -> int:
    return reasoner.places & ~(position.yes | position.no)


def trial_step(reasoner: Reasoner[Hashable], known: Position, assumed: Position) -> Step:
    """The step that refutes an assumption, with only those premises that the refutation needs."""
    reached = Position(known.yes | assumed.yes, known.no | assumed.no)
    fresh = assumed
    taken: list[Step] = []
    rounds = 0
    while True:
        found, broken = _forced_steps(reasoner, reached, fresh)
        taken += found
        if broken:
            break
        if not found:
            raise AssertionError("a refuted assumption must break a rule")
        before = reached
        for step in found:
            reached = Position(reached.yes | step.yes, reached.no | step.no)
        fresh = since(before, reached)
        rounds += 1
    follows, clues = _premises(taken, broken)
    technique = SHORT_TRIAL if rounds <= SHORT_TRIAL_ROUNDS else LONG_TRIAL
    return Step(
        technique.name,
        technique.rank,
        yes=assumed.no,
        no=assumed.yes,
        follows=follows & (known.yes | known.no),
        clues=clues,
        focus=broken.focus,
    )


def _forced_steps(
    reasoner: Reasoner[Hashable], position: Position, fresh: Position
) -> tuple[list[Step], Contradiction | None]:
    """One round of forced moves as steps, each deciding something that no step before it decides."""
    yes, no = position
    found: list[Step] = []
    try:
        for technique in reasoner.techniques:
            if technique.rank > 1:
                continue
            for step in reasoner.find(technique, position, fresh):
                denied = step.yes & no | step.no & yes
                if denied:
                    return found, Contradiction(step.follows | denied, step.clues, step.focus)
                new_yes, new_no = step.yes & ~yes, step.no & ~no
                if new_yes | new_no:
                    found.append(replace(step, yes=new_yes, no=new_no))
                    yes |= new_yes
                    no |= new_no
    except Contradiction as broken:
        return found, broken
    return found, None


def _premises(taken: list[Step], broken: Contradiction) -> tuple[int, int]:
    """The places and clues that a contradiction rests on, traced back through the steps that led to it."""
    follows, clues = broken.follows, broken.clues
    for step in reversed(taken):
        if (step.yes | step.no) & follows:
            follows |= step.follows
            clues |= step.clues
    return follows, clues

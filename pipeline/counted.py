"""What ``kotae solve`` finds out of one puzzle: how many answers, what they share, and what other rules would give.

A finding is plain data; the text and the JSON of the command are made of it alone. The count has the whole budget, and
all that is asked beside it has a part of it more: a bound of seconds is passed by half of it at most, and by what it
takes to set up an engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pipeline.kind import AnyKind
from pipeline.prove import Forced, Prover
from pipeline.question import Question, switches, with_rules
from pipeline.reasoner import given_position
from pipeline.search import Derivation, explain
from pipeline.solve import Engine, shared, solve
from pipeline.verdict import Ambiguous, Budget, Meter, SolveCount, Undecided, Unique

BESIDE = 0.25
"""The part of the budget that what is asked beside the count may take, and that the steps have at least."""


class Word(StrEnum):
    """The verdict on a puzzle, as text and JSON say it."""

    UNIQUE = "unique"
    AMBIGUOUS = "ambiguous"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to count, with what budget for each puzzle, by which engine, and whether to reason it out step by
    step."""

    budget: Budget
    limit: int = 2
    engine: Engine = Engine.BOTH
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What comes of a puzzle with one of its switches put the other way.

    ``at_least``: there may be more answers than are counted.
    """

    rule: str
    value: bool
    count: int
    at_least: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """All that was found out about a puzzle."""

    question: Question
    count: SolveCount[Any]
    engine: Engine
    """The one that the count comes from: never BOTH."""
    forced: Forced | None = None
    """The places that every answer decides alike, those that clues answer left out; None where that is not known."""
    core: int | None = None
    """The cells of clues that leave no answer between them, none of which can be spared; 0 where there is none even
    without a clue, None where that is not known."""
    otherwise: tuple[Otherwise, ...] = ()
    """The switches that decide whether it has an answer, or one only: what each would give the other way."""
    steps: Derivation | None = None
    seconds: float = 0.0

    @property
    def word(self) -> Word:
        """The verdict."""
        match self.count.verdict:
            case Unique():
                return Word.UNIQUE
            case Ambiguous():
                return Word.AMBIGUOUS
            case Undecided():
                return Word.UNDECIDED
            case _:
                return Word.UNSOLVABLE

    @property
    def at_least(self) -> bool:
        """Whether there may be more answers than were counted."""
        return self.count.gave_up or self.count.count >= self.count.limit


def count_answers(kinds: Mapping[str, AnyKind], question: Question, effort: Effort) -> Counted:
    """Count the answers of one puzzle, and ask what there is to ask beside."""
    kind = kinds[question.kind]
    meter = effort.budget.start()
    solved = solve(kind, question.puzzle, effort.limit, effort.budget, effort.engine)
    counted = Counted(question, solved.count, solved.engine)
    beside = effort.budget.share(BESIDE).start()
    if counted.word in (Word.UNIQUE, Word.AMBIGUOUS):
        counted = replace(counted, forced=_forced(kind, counted, beside.left.share(0.5), effort.engine))
    if counted.word is Word.UNSOLVABLE and effort.engine is not Engine.REASON:
        with Prover(kind.encode(question.puzzle)) as prover:
            counted = replace(counted, core=prover.core(beside.left.share(0.5)))
    if counted.word in (Word.UNSOLVABLE, Word.AMBIGUOUS):
        counted = replace(counted, otherwise=tuple(_otherwise(kinds, counted, beside, effort.engine)))
    if effort.steps:
        budget = replace(meter.left.at_least(effort.budget.share(BESIDE).seconds), nodes=effort.budget.nodes)
        counted = replace(counted, steps=explain(kind.reasoner(question.puzzle), budget))
    return replace(counted, seconds=meter.seconds)


def _forced(kind: AnyKind, counted: Counted, budget: Budget, engine: Engine) -> Forced | None:
    forced = shared(kind, counted.question.puzzle, counted.count, budget, engine)
    if forced is None:
        return None
    yes, no = given_position(kind.reasoner(counted.question.puzzle))
    return Forced(forced.yes & ~(yes | no), forced.no & ~(yes | no))


def _otherwise(kinds: Mapping[str, AnyKind], counted: Counted, meter: Meter, engine: Engine) -> Iterator[Otherwise]:
    """The switches without which a puzzle that has no answer would have one, or one with several only one."""
    rules = switches(counted.question.rules)
    for at, (rule, value) in enumerate(rules.items()):
        other = with_rules(kinds, counted.question, {rule: not value})
        budget = meter.left.share(1 / (len(rules) - at))
        found = solve(kinds[other.kind], other.puzzle, 2, budget, engine).count
        meter.nodes += found.nodes
        mends = found.count == 1 and not found.gave_up
        if mends or (found.count and counted.word is Word.UNSOLVABLE):
            yield Otherwise(rule, not value, found.count, found.gave_up or found.count == found.limit)

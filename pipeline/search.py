"""The reasoner's engine, for every kind: named deductions to a fixpoint, trials, and search that counts.

:mod:`pipeline.reasoner` has the words. This module applies a kind's techniques easiest first, records what each step
follows from, tries out a place where nothing direct is left, and branches where a trial does not decide.

The loop "easiest technique first, start again at the easiest after any success" is how setters grade by hand, and is
the solver of Simon Tatham's collection.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from pipeline.consequences import Consequences, Trials
from pipeline.reasoner import (
    SEARCH,
    SHORT_TRIAL,
    A_co,
    Contradiction,
    InOneGo,
    Position,
    Reasoner,
    SideBySide,
    Step,
    Technique,
    given_position,
    since,
)
from pipeline.trial import (
    SHORT_TRIAL_ROUNDS,
    assumptions,
    refutation_rounds,
    short_refuted,
    shortest_refuted,
    trial_step,
)
from pipeline.turn import Turn, soonest_refuted
from pipeline.verdict import Budget, Meter, SolveCount


@dataclass(frozen=True)
class Derivation:
    """What the techniques up to a rank decide, step by step."""

    steps: tuple[Step, ...]
    position: Position
    solved: bool
    contradiction: bool = False
    broken: int = 0
    """The cells at which a contradiction was seen."""

    @property
    def rank(self) -> int:
        """The highest rank used."""
        return max((step.rank for step in self.steps), default=1)


class Board:
    """A position in the making, with the steps that led to it."""

    def __init__(self, reasoner: Reasoner[Hashable], carried: Iterable[Step] = ()) -> None:
        self.reasoner = reasoner
        self.yes, self.no = given_position(reasoner)
        self.steps: list[Step] = []
        self._exhausted: dict[str, Position] = {}
        """By a technique's name the position at which it had nothing left to find."""
        for step in carried:
            self.take(step)

    @property
    def position(self) -> Position:
        """What is known."""
        return Position(self.yes, self.no)

    @property
    def open(self) -> int:
        """The places that nothing decides yet."""
        return self.reasoner.places & ~(self.yes | self.no)

    def find(self, technique: Technique) -> Iterator[Step]:
        """The steps that a technique finds and that decide anything, the board as it is now."""
        now = Position(self.yes, self.no)
        before = self._exhausted.get(technique.name)
        if now == before:
            return
        for step in self.reasoner.find(technique, now, since(before, now) if before else None):
            if step.yes & ~self.yes or step.no & ~self.no:
                yield step
        self._exhausted[technique.name] = now

    def take(self, step: Step) -> None:
        """Apply what is new in a step. Raises Contradiction where it denies what is known."""
        denied = step.yes & self.no | step.no & self.yes
        if denied:
            raise Contradiction(step.follows | denied, step.clues, step.focus)
        yes, no = step.yes & ~self.yes, step.no & ~self.no
        self.yes |= yes
        self.no |= no
        self.steps.append(step if (yes, no) == (step.yes, step.no) else replace(step, yes=yes, no=no))

    def finish(self, contradiction: Contradiction | None = None) -> Derivation:
        solved = not self.open and not contradiction
        broken = contradiction.focus if contradiction else 0
        return Derivation(tuple(self.steps), self.position, solved, bool(contradiction), broken)


def derive(reasoner: Reasoner[Hashable], rank: int, carried: Iterable[Step] = ()) -> Derivation:
    """Everything that the techniques up to ``rank`` decide, taking all that a technique finds at a time.

    ``carried`` are steps already known to stand. Up to rank 3, since a longer trial is never needed to compare two
    clue sets: the last tier is the prover's.
    """
    board = Board(reasoner, carried)
    try:
        # A full board is swept once more, since only then no rule is broken.
        while _sweep(board, rank):
            pass
        if rank >= SHORT_TRIAL.rank:
            _sweep_trials(board, rank)
    except Contradiction as contradiction:
        return board.finish(contradiction)
    return board.finish()


def explain(
    reasoner: Reasoner[Hashable],
    budget: Budget | None = None,
    searching: Budget | None = None,
    answer: Position | None = None,
    turn: Turn | None = None,
) -> Derivation:
    """The trace of a person: one step at a time, always the easiest, up to search; unsolved where a budget ends.

    ``budget`` counts the steps and the positions of all searches; with ``searching`` these have a budget of their own.
    ``answer`` is one that the puzzle is known to have: nothing in it can be refuted, so nothing in it is tried, and the
    trace is the same where no budget ends; where one does, it comes further than without. ``turn`` says where searches
    go on; without it each begins with the first open place.
    """
    board = Board(reasoner)
    meter = (budget or Budget()).start()
    searched = searching.start() if searching else meter
    trials = Trials(reasoner) if isinstance(reasoner, InOneGo) else None
    looks = Consequences(reasoner.settle)
    try:
        while True:
            meter.nodes += 1
            # A full board is looked over once more whatever the budget says: only then no rule is broken.
            if board.open and meter.exhausted:
                break
            step = (
                _easiest(board)
                or _shortest_trial(board, meter, answer, trials)
                or _searched(board, searched, answer, turn, looks)
            )
            if step is None:
                break
            board.take(step)
    except Contradiction as contradiction:
        return board.finish(contradiction)
    return board.finish()


def _sweep(board: Board, rank: int) -> bool:
    """One success of the easiest technique that has one, all its steps at once."""
    for technique in board.reasoner.techniques:
        if technique.rank <= rank:
            found = False
            for step in board.find(technique):
                board.take(step)
                found = True
            if found:
                return True
    return False


def _easiest(board: Board) -> Step | None:
    """The first step of the easiest technique that finds one."""
    for technique in board.reasoner.techniques:
        for step in board.find(technique):
            return step
    return None


def _sweep_trials(board: Board, rank: int) -> None:
    """Try every open place until a whole turn has refuted none; after each success go back to what is easier."""
    if isinstance(board.reasoner, SideBySide):
        _sweep_side_by_side(board, rank)
        return
    todo = deque(assumptions(board.open))
    failed = 0
    while failed < len(todo):
        assumed = todo.popleft()
        if not board.open & (assumed.yes | assumed.no):
            continue
        if refutation_rounds(board.reasoner, board.position, assumed, SHORT_TRIAL_ROUNDS) is None:
            todo.append(assumed)
            failed += 1
        else:
            board.take(trial_step(board.reasoner, board.position, assumed))
            failed = 0
            while _sweep(board, rank):
                pass


def _sweep_side_by_side(board: Board, rank: int) -> None:
    """The same, where all trials are drawn out together: what one refutes stays refuted as more is known."""
    while refuted := list(short_refuted(board.reasoner, board.position)):
        for assumed in refuted:
            if board.open & (assumed.yes | assumed.no):
                board.take(trial_step(board.reasoner, board.position, assumed))
                while _sweep(board, rank):
                    pass


def _shortest_trial(board: Board, meter: Meter, answer: Position | None, kept: Trials | None) -> Step | None:
    """The trial that contradicts in the fewest rounds; of several the first in reading order, yes before no."""
    assumed = shortest_refuted(board.reasoner, board.position, board.open, meter, answer, kept)
    return trial_step(board.reasoner, board.position, assumed) if assumed else None


def _searched(
    board: Board, meter: Meter, answer: Position | None, turn: Turn | None, looks: Consequences
) -> Step | None:
    """Where no trial decides: an open place whose other value has no answer at all."""
    reasoner, (yes, no) = board.reasoner, board.position

    def ask(assumed: Position, budget: Budget) -> SolveCount[Hashable]:
        # All that the rest says has been drawn out, or nothing would have to be searched.
        return count(reasoner, 1, budget, Position(yes | assumed.yes, no | assumed.no), assumed)

    def look(assumed: Position) -> bool:
        return looks.breaks(assumed, board.position)

    open_ones = assumptions(board.open, answer)
    assumed = (
        turn.refuted(board.position, open_ones, look, ask, meter) if turn else soonest_refuted(open_ones, ask, meter)
    )
    if assumed is None:
        return None
    return Step(SEARCH.name, SEARCH.rank, yes=assumed.no, no=assumed.yes, follows=yes | no, clues=board.reasoner.clues)


def count(
    reasoner: Reasoner[A_co],
    limit: int = 2,
    budget: Budget | None = None,
    known: Position | None = None,
    fresh: Position | None = None,
) -> SolveCount[A_co]:
    """Count answers up to ``limit`` by propagation and search, depth first, fewest alternatives first.

    ``known`` are places taken for granted; with ``fresh``, which are some of them, everything else is known as well and
    has been drawn out.
    """
    budget = budget or Budget()
    meter = budget.start()
    most = math.inf if budget.nodes is None else budget.nodes
    timed = budget.seconds is not None
    places, settle = reasoner.places, reasoner.settle
    solutions: list[A_co] = []
    nodes = branches = 0
    gave_up = False
    stack = [(known, fresh) if known and fresh else _start(reasoner, known)]
    while stack:
        position, fresh = stack.pop()
        nodes += 1
        if nodes > most or (timed and meter.exhausted):
            gave_up = True
            break
        settled = settle(position, fresh) if position and not position.yes & position.no else None
        if settled is None:
            continue
        yes, no = settled
        if not places & ~(yes | no):
            solutions.append(reasoner.answer(yes))
            if len(solutions) >= limit:
                break
            continue
        branches += 1
        children = [(Position(yes | more.yes, no | more.no), more) for more in reasoner.branch(settled)]
        stack.extend(reversed(children))
    return SolveCount(len(solutions), nodes, branches, tuple(solutions), gave_up, meter.seconds, limit)


def _start(reasoner: Reasoner[Hashable], known: Position | None) -> tuple[Position | None, Position]:
    """Where a count begins: what is known at once, all of it fresh; no position where a rule is broken."""
    first = reasoner.open_round()
    if first is None:
        return None, Position(0, 0)
    if known:
        first = Position(first.yes | known.yes, first.no | known.no)
    return first, first

"""Replaying a trace: each step has to follow again, by the technique that it names, from what it says that it rests on.

Nothing else is known when a step is looked for: only the places that it names, with the values that earlier steps or
clues gave them, and the clues that it names. So a step of another technique, one too early, and one that rests on less
than it needs are all found, whatever the answer is. A trial is tried again, and a search is searched again; each of
them decides one place, since of several places the opposite of all together proves nothing of each. Then it is asked
whether the step sends the eye where it should, and whether a technique of a lower rank would have decided something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pipeline.catalogue import Level, TraceLine, look_at
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.limits import Limits
from pipeline.reasoned import reasoned_out
from pipeline.reasoner import GENERIC, SEARCH, SHORT_TRIAL, Contradiction, Position, Reasoner, Step
from pipeline.search import Board, count
from pipeline.tier import Tier
from pipeline.trial import SHORT_TRIAL_ROUNDS, assumptions, refutation_rounds, trial_step
from pipeline.verdict import Budget, Undecided
from pipeline.wording import plural

TRIED = frozenset(technique.name for technique in GENERIC)
"""The techniques that take a value on trial."""

MOST_FAULTS = 3
"""After so many steps that do not follow, one more says nothing new."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What is wrong with a trace, what the budget did not decide, and whether it fills the board."""

    faults: tuple[str, ...]
    undecided: tuple[str, ...]
    complete: bool

    @property
    def proves(self) -> bool:
        """Whether it shows by itself that there is no other answer."""
        return self.complete and not self.faults and not self.undecided


def replay(kind: AnyKind, puzzle: Any, level: Level, limits: Limits) -> Replayed:
    """Replay the trace of a level whose fields and names are sound; ``limits.search`` bounds each search in it."""
    player = _Player(kind, puzzle, limits.search)
    for number, line in enumerate(level.trace, 1):
        player.play(number, line)
    left = player.board.open
    faults = (*player.faults, *_rank_faults(kind, level), *_end_faults(kind, puzzle, level, left, limits))
    return Replayed(faults, tuple(player.undecided), not left)


def _ranks(kind: AnyKind, level: Level) -> list[int]:
    rank_of = {technique.name: technique.rank for technique in kind.techniques}
    return [rank_of[technique] for technique, *_ in level.trace]


def _rank_faults(kind: AnyKind, level: Level) -> Iterator[str]:
    """What of the number of steps is not as the level says."""
    ranks = _ranks(kind, level)
    steps = tuple(ranks.count(rank) for rank in range(1, len(Tier) + 1))
    if steps != level.metrics.steps:
        yield f"the trace has {_listed(steps)} steps of ranks 1 to 4, and 'metrics' says {_listed(level.metrics.steps)}"


def _end_faults(kind: AnyKind, puzzle: Any, level: Level, left: int, limits: Limits) -> Iterator[str]:
    """What is wrong with where a trace ends, with these places left open."""
    if not left:
        rank = max(_ranks(kind, level), default=1)
        if rank != level.tier.rank:
            yield f"the trace needs rank {rank}, and the tier is {level.tier}"
    # Where reasoning ends, the level is of the last tier, and another encoding proves it.
    elif level.proofs.reason != "encoding" or kind.encode_again is None:
        yield f"the trace leaves {plural(left.bit_count(), 'place')} open"
    elif level.tier is not Tier.EXPERT:
        yield f"the trace ends before the board is full, and the tier is {level.tier}"
    else:
        known = reasoned_out(kind, puzzle, limits, kind.read_answer(puzzle, level.answer)).position
        ends = kind.reasoner(puzzle).places & ~(known.yes | known.no)
        if ends != left:
            open_places = plural(left.bit_count(), "place")
            yield f"the trace ends with {open_places} open, and reasoning with {ends.bit_count():,}"


def _listed(steps: tuple[int, ...]) -> str:
    return ", ".join(map(str, steps))


class _Player:
    """A board on which the steps of a trace are taken one by one."""

    def __init__(self, kind: AnyKind, puzzle: Any, nodes: int) -> None:
        self.kind = kind
        self.puzzle = puzzle
        self.nodes = nodes
        self.faults: list[str] = []
        self.undecided: list[str] = []
        self.reasoner: Reasoner[Any] = kind.reasoner(puzzle)
        self.board = Board(self.reasoner)
        self.places = {kind.place_name(puzzle, place): 1 << place for place in indices(self.reasoner.places)}
        cols = len(kind.grid(puzzle)[0])
        self.clues = {cell_name(cell, cols): 1 << cell for cell in indices(kind.clues(puzzle))}
        self.techniques = {technique.name: technique for technique in kind.techniques}

    def play(self, number: int, line: TraceLine) -> None:
        """Take a step, and take down what is wrong with it; the rest of a trace with many faults is only taken."""
        name, decides, _, _ = line
        decided = self._decided(decides)
        if len(self.faults) < MOST_FAULTS:
            step = f"step {number} of the trace, {name}: '{decides}'"
            fault = self._fault(line, decided)
            if isinstance(fault, Undecided):
                self.undecided.append(f"whether {step} follows")
            elif fault:
                self.faults.append(f"{step} {fault}")
        self.board.take(Step(name, self.techniques[name].rank, decided.yes, decided.no))

    def _decided(self, decides: str) -> Position:
        yes = no = 0
        for part in decides.split():
            name, _, mark = part.rpartition("=")
            if mark == self.kind.marks[0]:
                yes |= self.places[name]
            else:
                no |= self.places[name]
        return Position(yes, no)

    def _fault(self, line: TraceLine, decided: Position) -> str | Undecided | None:
        name, _, look, rests = line
        places = decided.yes | decided.no
        if places & ~self.board.open:
            return "is known before"
        if name in TRIED and places.bit_count() != 1:
            return "decides more than the one place that can be tried"
        named = self._named(rests)
        if isinstance(named, str):
            return named
        found = self._steps(name, *named, decided)
        if isinstance(found, Undecided):
            return found
        right = ""
        for step in found:
            seen = look_at(self.kind, self.puzzle, step.focus, places)
            if seen == look:
                break
            right = right or seen
        else:
            return f"sends the eye to '{look}', and not to '{right}'" if right else "does not follow so"
        easier = self._easier(self.techniques[name].rank)
        return f"is harder than it need be: here '{easier}' still decides something" if easier else None

    def _named(self, rests: str) -> str | tuple[Position, int]:
        """What is known of the places and clues that a step rests on; else what is wrong with them."""
        places = clues = 0
        for name in rests.split():
            place, clue = self.places.get(name, 0), self.clues.get(name, 0)
            if not clue and (not place or place & self.board.open):
                return f"rests on {name}, of which nothing is known"
            places |= place
            clues |= clue
        return Position(self.board.yes & places, self.board.no & places), clues

    def _steps(self, name: str, premises: Position, clues: int, decided: Position) -> Iterable[Step] | Undecided:
        """The steps of this technique that decide so from this alone."""
        opposite = Position(decided.no, decided.yes)
        if name == SEARCH.name:
            # It rests on everything that is known, which the line does not list again.
            start = Position(self.board.yes | opposite.yes, self.board.no | opposite.no)
            result = count(self.reasoner, 1, Budget(nodes=self.nodes), start)
            if result.gave_up and not result.count:
                return Undecided(result.nodes, result.seconds)
            return [] if result.count else [Step(SEARCH.name, SEARCH.rank, *decided)]
        reasoner = self.reasoner.showing(clues)
        if name in TRIED:
            limit = SHORT_TRIAL_ROUNDS if name == SHORT_TRIAL.name else None
            is_refuted = refutation_rounds(reasoner, premises, opposite, limit) is not None
            return [trial_step(reasoner, premises, opposite)] if is_refuted else []
        return self._direct(reasoner, name, premises, decided)

    def _direct(self, reasoner: Reasoner[Any], name: str, premises: Position, decided: Position) -> Iterator[Step]:
        """The steps of a direct technique that decide so, one as good as another: seldom all are looked at."""
        with suppress(Contradiction):
            for step in reasoner.find(self.techniques[name], premises):
                if not decided.yes & ~step.yes and not decided.no & ~step.no:
                    yield step

    def _easier(self, rank: int) -> str | None:
        """A technique of a lower rank that decides anything on the board as it is."""
        for technique in self.reasoner.techniques:
            if technique.rank < rank and next(self.board.find(technique), None):
                return technique.name
        if rank > SHORT_TRIAL.rank:
            position = self.board.position
            for assumed in assumptions(self.board.open):
                if refutation_rounds(self.reasoner, position, assumed, SHORT_TRIAL_ROUNDS) is not None:
                    return SHORT_TRIAL.name
        return None

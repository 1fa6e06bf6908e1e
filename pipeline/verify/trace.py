"""Replaying a trace: each step has to follow again, by the technique that it names, from what it says that it rests on.

Nothing else is known when a step is looked for: only the places that it names, with the values that earlier steps or
clues gave them, and the clues that it names. So a step of another technique, one too early, and one that rests on less
than it needs are all found, whatever the answer is. A trial is tried again, and a search is searched again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.catalogue import Level, TraceLine
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.reasoner import LONG_TRIAL, SEARCH, SHORT_TRIAL, Contradiction, Position, Reasoner
from pipeline.search import count
from pipeline.tier import Tier
from pipeline.trial import SHORT_TRIAL_ROUNDS, refutation_rounds
from pipeline.verdict import Budget

MOST_FAULTS = 3
"""After so many steps that do not follow, one more says nothing new."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What is wrong with a trace, and whether it fills the board."""

    faults: tuple[str, ...]
    complete: bool

    @property
    def proves(self) -> bool:
        """Whether it shows by itself that there is no other answer."""
        return self.complete and not self.faults


def replay(kind: AnyKind, puzzle: Any, level: Level, nodes: int) -> Replayed:
    """Replay the trace of a level whose fields and names are sound; ``nodes`` bounds each search in it."""
    player = _Player(kind, puzzle, nodes)
    faults: list[str] = []
    for number, line in enumerate(level.trace, 1):
        if fault := player.play(line):
            faults.append(f"step {number} of the trace, {line[0]}: {fault}")
            if len(faults) == MOST_FAULTS:
                break
    complete = not player.open
    return Replayed((*faults, *_rank_faults(kind, level, player.open)), complete)


def _rank_faults(kind: AnyKind, level: Level, left: int) -> Iterator[str]:
    """What of the ranks and of the end of a trace is not as the level says."""
    rank_of = {technique.name: technique.rank for technique in kind.techniques}
    ranks = [rank_of[technique] for technique, *_ in level.trace]
    steps = tuple(ranks.count(rank) for rank in range(1, len(Tier) + 1))
    if steps != level.metrics.steps:
        yield f"the trace has {_listed(steps)} steps of ranks 1 to 4, and 'metrics' says {_listed(level.metrics.steps)}"
    if left:
        # Where reasoning ends, the level is of the last tier, and another encoding proves it.
        if level.proofs.reason != "encoding":
            yield f"the trace leaves {left.bit_count()} places open"
        elif level.tier is not Tier.EXPERT:
            yield f"the trace ends before the board is full, and the tier is {level.tier}"
    elif max(ranks, default=1) != level.tier.rank:
        yield f"the trace needs rank {max(ranks, default=1)}, and the tier is {level.tier}"


def _listed(steps: tuple[int, ...]) -> str:
    return ", ".join(map(str, steps))


class _Player:
    """A board on which the steps of a trace are taken one by one."""

    def __init__(self, kind: AnyKind, puzzle: Any, nodes: int) -> None:
        self.kind = kind
        self.nodes = nodes
        self.reasoner: Reasoner[Any] = kind.reasoner(puzzle)
        self.places = {kind.place_name(puzzle, place): 1 << place for place in indices(self.reasoner.places)}
        cols = len(kind.grid(puzzle)[0])
        self.clues = {cell_name(cell, cols): 1 << cell for cell in indices(kind.clues(puzzle))}
        self.techniques = {technique.name: technique for technique in kind.techniques}
        self.yes = self.no = 0
        for given in self.reasoner.givens:
            self.yes |= given.yes
            self.no |= given.no

    @property
    def open(self) -> int:
        """The places that nothing decides yet."""
        return self.reasoner.places & ~(self.yes | self.no)

    def play(self, line: TraceLine) -> str | None:
        """Take a step; what is wrong with it."""
        technique, decides, _, rests = line
        yes = no = 0
        for part in decides.split():
            name, _, mark = part.rpartition("=")
            if mark == self.kind.marks[0]:
                yes |= self.places[name]
            else:
                no |= self.places[name]
        fault = self._fault(technique, Position(yes, no), rests.split())
        self.yes |= yes
        self.no |= no
        return f"'{decides}' {fault}" if fault else None

    def _fault(self, technique: str, decided: Position, rests: list[str]) -> str | None:
        if (decided.yes | decided.no) & ~self.open:
            return "is known before"
        places = clues = 0
        for name in rests:
            place, clue = self.places.get(name, 0), self.clues.get(name, 0)
            if not clue and (not place or place & self.open):
                return f"rests on {name}, of which nothing is known"
            places |= place
            clues |= clue
        premises = Position(self.yes & places, self.no & places)
        return None if self._follows(technique, premises, clues, decided) else "does not follow so"

    def _follows(self, name: str, premises: Position, clues: int, decided: Position) -> bool:
        """Whether this technique decides so from this alone."""
        if name == SEARCH.name:
            # It rests on everything that is known, which the line does not list again.
            start = Position(self.yes | decided.no, self.no | decided.yes)
            result = count(self.reasoner, 1, Budget(nodes=self.nodes), start)
            return not result.count and not result.gave_up
        reasoner = self.reasoner.showing(clues)
        if name in (SHORT_TRIAL.name, LONG_TRIAL.name):
            limit = SHORT_TRIAL_ROUNDS if name == SHORT_TRIAL.name else None
            return refutation_rounds(reasoner, premises, Position(decided.no, decided.yes), limit) is not None
        try:
            return any(
                not decided.yes & ~step.yes and not decided.no & ~step.no
                for step in reasoner.find(self.techniques[name], premises)
            )
        except Contradiction:
            return False

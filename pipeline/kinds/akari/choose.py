"""Choosing the answer: an arrangement of bulbs that is the only one with its numbers, or a proof that none is.

The bare walls allow many arrangements. One solver, the proposer, holds the rules of the walls with the numbers that
the author pinned, and proposes an arrangement S. Another, the rival, looks for an arrangement T with the numbers of S
on every wall, other than S. Where there is none, S is the answer. Otherwise S and T differ by exchanges that can be
made one by one (``swap.py``), and the proposer learns, for each, a clause that refuses it in every arrangement.

The end is exact. A clause refuses an arrangement U only if the exchange turns U into another arrangement with the
same numbers, so no uniquely numbered arrangement is ever refused: should it lack a bulb of X, or hold one that sees a
bulb of Y, the clause holds by that; otherwise the exchange would leave a cell dark, the variable "no other light" of
that cell may be true, and nothing else hinders it. Every round refuses the S that it began with, so the rounds end;
and when the proposer has no arrangement left, there is none with unique numbers.

It is a counterexample-guided search, as for formulas with two quantifiers ("there is an S such that for all T"): M.
Janota, W. Klieber, J. Marques-Silva, E. Clarke, *Solving QBF with Counterexample Guided Refinement* (2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from pipeline.grid import indices, mask_of
from pipeline.kind import Choice, Chosen, NoneUnique, Swap
from pipeline.kinds.akari.encode_sat import around, bulbs_of, encode, encoding, exclude, light, number
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.kinds.akari.swap import Forbidder, Sight, parts
from pipeline.prove import Encoding, Prover
from pipeline.verdict import Budget, Meter, Undecided

EXPLAIN_CALLS = 400
"""How often the solver is asked at most to find the fewest exchanges that already refuse everything."""
EXPLAIN_CONFLICTS = 2_000
"""Conflicts for each of those calls."""


def choose(walls: Walls, budget: Budget, seed: int = 0) -> Choice[int]:
    """Find bulbs that are the only ones with their numbers; another seed finds others, where there are several."""
    puzzle = walls.puzzle
    meter = budget.start()
    with Prover(encode(puzzle)) as proposer, Prover(_rival_encoding(puzzle)) as rival:
        proposer.prefer(_phases(puzzle, seed))
        search = _Search(puzzle, proposer, rival, meter)
        return search.run()


@dataclass(slots=True)
class _Search:
    """The two solvers at work on one board."""

    puzzle: Puzzle
    proposer: Prover[int]
    rival: Prover[int]
    meter: Meter
    swaps: dict[Swap, None] = field(default_factory=dict)
    rounds: int = 0

    def run(self) -> Choice[int]:
        """Propose and refuse until either side has nothing left."""
        sight = Sight(self.puzzle)
        forbidder = Forbidder(sight, self.proposer.fresh)
        pinned = [wall + 1 for wall in indices(self.puzzle.clues)]
        read = bulbs_of(self.puzzle)
        while True:
            status = self.proposer.search(pinned, self.meter)
            if status is None:
                break
            if not status:
                return _explain(self.puzzle, sight, tuple(self.swaps))
            self.rounds += 1
            bulbs = read(self.proposer.model())
            status = self._ask_rival(sight, bulbs)
            if status is None:
                break
            if not status:
                return Chosen(bulbs, self.rounds)
            for swap in self._exchanges(sight, bulbs, read(self.rival.model())):
                self.proposer.add(forbidder.forbid(swap))
        return Undecided(self.meter.nodes, self.meter.seconds)

    def _ask_rival(self, sight: Sight, bulbs: int) -> bool | None:
        """Whether other bulbs have the same numbers."""
        switch = self.rival.fresh()
        self.rival.add([[-switch, *exclude(bulbs)]])
        self.rival.prefer(_as_literals(self.puzzle, bulbs))
        cells = len(sight.lit_by)
        numbers = [
            _selector(cells, wall, (beside & bulbs).bit_count()) for wall, beside in sight.walls.items() if beside
        ]
        status = self.rival.search([switch, *numbers], self.meter)
        return status

    def _exchanges(self, sight: Sight, one: int, other: int) -> list[Swap]:
        """The exchanges between two arrangements with the same numbers, both ways, that are not yet forbidden."""
        found = [*parts(sight, one, other), *parts(sight, other, one)]
        found += [Swap(swap.second, swap.first) for swap in found]
        new = [swap for swap in dict.fromkeys(found) if swap not in self.swaps]
        self.swaps.update(dict.fromkeys(new))
        return new


def _rival_encoding(puzzle: Puzzle) -> Encoding[int]:
    """The rules of the walls with a selector for each number that each wall could have."""
    clauses = light(puzzle)
    text, cols = puzzle.text, puzzle.cols
    for wall in indices(puzzle.walls):
        cells = around(text, cols, wall)
        for count in range(len(cells) + 1 if cells else 0):
            clauses += number(_selector(len(text), wall, count), cells, count)
    made = encoding(puzzle, clauses, {})
    return Encoding(made.clauses, 6 * len(text), made.places, {}, made.answer, made.exclude)


def _selector(cells: int, wall: int, count: int) -> int:
    return cells * (count + 1) + wall + 1


def _phases(puzzle: Puzzle, seed: int) -> list[int]:
    """For each white cell whether the proposer tries a bulb first, by the seed."""
    bits = b"".join(blake2b(f"{seed}:{row}".encode()).digest() for row in range(puzzle.rows))
    width = len(bits) // puzzle.rows
    return [
        cell + 1 if bits[cell // puzzle.cols * width + cell % puzzle.cols] & 1 else -(cell + 1)
        for cell in indices(puzzle.white)
    ]


def _as_literals(puzzle: Puzzle, bulbs: int) -> list[int]:
    return [cell + 1 if bulbs >> cell & 1 else -(cell + 1) for cell in indices(puzzle.white)]


def _explain(puzzle: Puzzle, sight: Sight, swaps: Sequence[Swap]) -> NoneUnique:
    """The exchanges and pinned numbers that refuse every arrangement between them, few of them if it can be done."""
    switches: dict[int, Swap] = {}
    pinned = {wall + 1: wall for wall in indices(puzzle.clues)}
    with Prover(encode(puzzle)) as prover:
        forbidder = Forbidder(sight, prover.fresh)
        for swap in sorted(swaps, key=lambda s: (s.first.bit_count() + s.second.bit_count(), s.first, s.second)):
            *definitions, clause = forbidder.forbid(swap)
            switch = prover.fresh()
            switches[switch] = swap
            prover.add([*definitions, [-switch, *clause]])
        needed = _thin(prover, [*pinned, *switches])
    named = [switches[literal] for literal in needed if literal in switches]
    pairs = {frozenset((swap.first, swap.second)): swap for swap in reversed(named)}
    return NoneUnique(tuple(reversed(pairs.values())), mask_of(pinned[lit] for lit in needed if lit in pinned))


def _thin(prover: Prover[int], literals: list[int]) -> list[int]:
    """Assumptions that contradict, thinned from the last to the first as far as the calls go."""
    prover.search(literals, Budget().start())
    failed = set(prover.failed())
    needed = [literal for literal in literals if literal in failed]
    limit = Budget(nodes=EXPLAIN_CONFLICTS)
    for literal in needed[: -EXPLAIN_CALLS - 1 : -1]:
        if literal not in failed:
            continue
        rest = [other for other in needed if other in failed and other != literal]
        if prover.search(rest, limit.start()) is False:
            failed = set(prover.failed())
    return [literal for literal in needed if literal in failed]

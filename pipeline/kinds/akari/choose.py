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
from dataclasses import replace
from hashlib import blake2b

from pipeline.grid import indices, mask_of
from pipeline.kind import Choice, Chosen, NoneUnique, Swap
from pipeline.kinds.akari.encode_sat import around, encode, encoding, exclude, light, number
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import LARGEST_SIDE, Puzzle
from pipeline.kinds.akari.swap import Forbidder, Sight, parts
from pipeline.prove import Prover
from pipeline.solver import DEFAULT_SOLVER
from pipeline.verdict import Budget, Meter, Undecided

EXPLAIN_NODES = 5_000
"""Conflicts and calls to spend on naming few exchanges: enough for the dozen that an author can use."""


def choose(walls: Walls, budget: Budget, seed: int = 0) -> Choice[int]:
    """Find bulbs that are the only ones with their numbers; another seed finds others, where there are several."""
    puzzle = walls.puzzle
    meter = budget.start()
    sight = Sight(puzzle)
    pinned = [wall + 1 for wall in indices(puzzle.clues)]
    walled = encode(puzzle, LARGEST_SIDE)
    read = walled.answer
    swaps: dict[Swap, None] = {}
    with Prover(walled, DEFAULT_SOLVER) as proposer, _Rival(puzzle, sight, meter) as rival:
        if seed:
            proposer.prefer(_phases(puzzle, seed))
        forbidder = Forbidder(sight, proposer.fresh)
        while proposed := proposer.search(pinned, meter):
            bulbs = read(proposer.model())
            found = rival.swaps(bulbs)
            if found is None:
                return Undecided(meter.nodes, meter.seconds)
            if not found:
                return Chosen(bulbs)
            both_ways = [*found, *(Swap(swap.second, swap.first) for swap in found)]
            for swap in both_ways:
                if swap not in swaps:
                    swaps[swap] = None
                    proposer.add(forbidder.forbid(swap))
    if proposed is None:
        return Undecided(meter.nodes, meter.seconds)
    return _explain(puzzle, sight, tuple(swaps), budget)


class _Rival:
    """The solver that looks for other bulbs with the same numbers."""

    def __init__(self, puzzle: Puzzle, sight: Sight, meter: Meter) -> None:
        self._sight = sight
        self._meter = meter
        self._white = list(indices(puzzle.white))
        self._walls: list[tuple[int, tuple[int, ...]]] = []
        """The cells beside each wall, and a selector for each number that it could have."""
        clauses, _ = light(puzzle, LARGEST_SIDE)
        text, cols = puzzle.text, puzzle.cols
        variables = len(text)
        for wall, beside in sight.walls.items():
            cells = around(text, cols, wall)
            selectors = tuple(range(variables + 1, variables + len(cells) + 2))
            variables += len(selectors)
            for count, selector in enumerate(selectors):
                clauses += number(selector, cells, count)
            self._walls.append((beside, selectors))
        encoded = encoding(puzzle, clauses, {})
        self._read = encoded.answer
        self._prover = Prover(replace(encoded, variables=variables))

    def __enter__(self) -> _Rival:
        return self

    def __exit__(self, *error: object) -> None:
        self._prover.close()

    def swaps(self, bulbs: int) -> list[Swap] | None:
        """Exchanges that leave every number as it is, none if there is none; None where the budget ran out.

        Other bulbs are looked for close by, and each part of the difference is then narrowed down: as long as there
        are still others when one more of its bulbs has to stay, these take its place.
        """
        same = [selectors[(beside & bulbs).bit_count()] for beside, selectors in self._walls]
        self._prover.prefer([cell + 1 if bulbs >> cell & 1 else -(cell + 1) for cell in self._white])
        same.append(self._switch(exclude(bulbs)))
        others = self._search(same)
        pending = list(parts(self._sight, bulbs, others)) if others else []
        found: list[Swap] = []
        while pending and others is not None:
            swap = pending.pop()
            others = self._closer(bulbs, swap, same) if swap.first.bit_count() > 2 else 0
            if others:
                pending.append(next(parts(self._sight, bulbs, others)))
            else:
                found.append(swap)
        self._prover.add([[-same[-1]]])
        return None if others is None else found

    def _closer(self, bulbs: int, swap: Swap, same: list[int]) -> int | None:
        """Others with the same numbers that differ within the old bulbs of this exchange only, and not in all."""
        fewer = self._switch([cell + 1 for cell in indices(swap.first)])
        others = self._search([*same, fewer, *[cell + 1 for cell in indices(bulbs & ~swap.first)]])
        self._prover.add([[-fewer]])
        return others

    def _switch(self, clause: list[int]) -> int:
        """A variable that turns this clause on."""
        switch = self._prover.fresh()
        self._prover.add([[-switch, *clause]])
        return switch

    def _search(self, assumed: list[int]) -> int | None:
        """Bulbs that meet these literals, 0 if there are none, None if the budget ran out."""
        status = self._prover.search(assumed, self._meter)
        return self._read(self._prover.model()) if status else None if status is None else 0


def _phases(puzzle: Puzzle, seed: int) -> list[int]:
    """Cells for which the proposer tries a bulb first, or none, by the seed.

    Some cells only: a solver that may not follow its own choice anywhere takes three times the rounds at 30×30.
    """
    digests = {cell: blake2b(f"{seed}:{cell}".encode(), digest_size=2).digest() for cell in indices(puzzle.white)}
    return [cell + 1 if value & 1 else -(cell + 1) for cell, (pick, value) in digests.items() if pick < 64]


def _explain(puzzle: Puzzle, sight: Sight, swaps: Sequence[Swap], budget: Budget) -> NoneUnique:
    """The exchanges and pinned numbers that refuse every arrangement between them, few of them if it can be done.

    One of these exchanges can be made in every arrangement that has these numbers.
    """
    switches: dict[int, Swap] = {}
    pinned = {wall + 1: wall for wall in indices(puzzle.clues)}
    with Prover(encode(puzzle)) as prover:
        forbidder = Forbidder(sight, prover.fresh)
        for swap in sorted(swaps, key=lambda s: (s.first.bit_count() + s.second.bit_count(), s.first, s.second)):
            *definitions, clause = forbidder.forbid(swap)
            switch = prover.fresh()
            switches[switch] = swap
            prover.add([*definitions, [-switch, *clause]])
        needed = _thin(prover, [*pinned, *switches], budget)
    named = [switches[literal] for literal in needed if literal in switches]
    pairs = {frozenset((swap.first, swap.second)): swap for swap in reversed(named)}
    return NoneUnique(tuple(reversed(pairs.values())), mask_of(pinned[lit] for lit in needed if lit in pinned))


def _thin(prover: Prover[int], literals: list[int], budget: Budget) -> list[int]:
    """Assumptions that contradict, thinned from the last to the first as far as a small budget goes."""
    if prover.search(literals, budget.start()) is not False:
        return literals
    needed = set(prover.failed())
    meter = Budget(nodes=EXPLAIN_NODES).start()
    for literal in [literal for literal in reversed(literals) if literal in needed]:
        if meter.exhausted:
            break
        if literal in needed:
            rest = [other for other in literals if other in needed and other != literal]
            if prover.search(rest, meter) is False:
                needed = set(prover.failed())
    return [literal for literal in literals if literal in needed]

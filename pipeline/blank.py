"""The blanking stage: take clues away, in a seeded order, while the answer stays the only one.

Greedy: each clue in turn goes if the puzzle without it is still unique. Fewer clues never make an ambiguous puzzle
unique, so a clue that had to stay when it was tried has to stay for good, and what is left is irreducible.

It is the search for a minimal unsatisfiable set (A. Biere, M. Heule, H. van Maaren, T. Walsh, *Handbook of
Satisfiability*, on deletion-based extraction): with the known answer excluded the clues have no answer at all, and
each refutation names the clues that it needed, its core. A clue outside the last core goes without another call, as
the core still stands without it. That spares calls and changes nothing: the clues that are left are those that one
fresh count per clue leaves, whichever solver is asked.

Where every clue is a given, an answer of a place by itself, such a core is nearly all of them, since each one denies
the other answers at its own place. But there is a better question: another answer that comes up without a given must
differ from it, the puzzle being unique with it. So the solver is asked for an answer in which this place is the other
way round, and refutes most of them within the lines through it.

There most clues that come first in the order can be spared, and before the first that cannot all go together. How many
these are is found by halving; each call for it is a proof of the whole board, but there are few.

Roads not taken. Going on in handfuls after the first given that stays halves the calls and takes as long: each given
that stays needs another answer of its own to show it, and to find one is most of the work.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from pipeline.errors import KotaeError
from pipeline.grid import indices, mask_of
from pipeline.kind import Kind
from pipeline.prove import Encoding, Prover
from pipeline.verdict import Budget

FEWEST_AT_ONCE = 4
"""Fewer givens are quicker tried one by one."""

B = TypeVar("B")
P = TypeVar("P")
A = TypeVar("A", bound=Hashable)


class NotTheOnlyAnswerError(KotaeError):
    """The answer given to blanking is not the only one even with every clue shown."""


@dataclass(frozen=True, slots=True)
class Blanked:
    """What blanking left, as masks of clue cells."""

    clues: int
    undecided: int = 0
    """Clues that stay only because the budget ran out when they were tried: perhaps one can be spared."""
    calls: int = 0
    """How often the solver was asked."""


def removal_order(seed: int, clues: int) -> tuple[int, ...]:
    """Shuffle a mask of clue cells: the same on every machine and every Python, and another for every seed."""
    return tuple(sorted(indices(clues), key=lambda cell: blake2b(f"{seed}:{cell}".encode(), digest_size=8).digest()))


def blank(
    kind: Kind[B, P, A], puzzle: P, answer: A, order: Sequence[int], keep: int = 0, conflicts: int | None = None
) -> Blanked:
    """Blank a puzzle that has this answer only, trying its clues in this order.

    Clues that are in ``keep``, or not in the order, stay; cells without a clue are passed over. ``conflicts`` bounds
    each call of the solver. Raises NotTheOnlyAnswerError where the answer is not the only one to begin with.
    """
    return blank_encoding(kind.encode(puzzle), answer, order, keep, Budget(nodes=conflicts))


def blank_encoding(
    encoding: Encoding[A],
    answer: A,
    order: Sequence[int],
    keep: int = 0,
    budget: Budget | None = None,
    solver: str | None = None,
) -> Blanked:
    """Blank an encoded puzzle; see :func:`blank`. The budget is for each call of the solver."""
    limits = budget or Budget()
    # Clues that are still to be tried; what becomes of the others is settled in the solver, so that no call carries it.
    trying = dict.fromkeys(clue for clue in order if clue in encoding.selectors and not keep >> clue & 1)
    left = [clue for clue in encoding.selectors if clue not in trying]
    undecided: list[int] = []
    with Prover(encoding, solver) as prover:
        different = prover.fresh()
        prover.exclude(answer, different)
        for clue in left:
            prover.settle(clue, shown=True)
        # From the last to the first, so that those still to be tried are the head of the list.
        others = [encoding.selectors[clue] for clue in reversed(trying)]
        another = prover.search([different, *others], limits.start())
        if another is None:
            return Blanked(mask_of(encoding.selectors), mask_of(trying), prover.calls)
        if another:
            raise NotTheOnlyAnswerError(answer)
        spared = _spared_givens if encoding.givens_only else _spared_by_core
        for clue, status in zip(trying, spared(prover, others, different, limits), strict=True):
            if status is None:
                undecided.append(clue)
            if not status:
                left.append(clue)
            prover.settle(clue, shown=not status)
        return Blanked(mask_of(left), mask_of(undecided), prover.calls)


def _spared_by_core(prover: Prover[A], others: list[int], different: int, limits: Budget) -> Iterator[bool | None]:
    """Whether each clue in turn can be spared; None where that is not decided.

    ``others`` are the selectors of the clues to try, the first at the end. ``different`` asks for another answer than
    the known one; the last call was such a refutation.
    """
    core = set(prover.failed())
    prover.add([[different]])
    while others:
        if others.pop() not in core:
            yield True
            continue
        other = prover.search(others, limits.start())
        if other is False:
            core = set(prover.failed())
        yield None if other is None else not other


def _spared_givens(prover: Prover[A], others: list[int], different: int, limits: Budget) -> Iterator[bool | None]:
    """The same, where every clue is a given."""
    at_once = _spared_at_once(prover, others, different, limits)
    yield from [True] * at_once
    del others[len(others) - at_once :]
    prover.add([[-different]])
    while others:
        given = others.pop()
        other = prover.search([-given, *others], limits.start())
        yield None if other is None else not other


def _spared_at_once(prover: Prover[A], others: list[int], different: int, limits: Budget) -> int:
    """How many of the first clues can go together, found by halving what is not decided yet."""
    spared, more = 0, len(others) // 2
    while more >= FEWEST_AT_ONCE:
        if prover.search([different, *others[: len(others) - spared - more]], limits.start()) is False:
            spared += more
        more //= 2
    return spared

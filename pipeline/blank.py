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

Where several orders are tried on a small board, loading its rules takes as long as one of them. So they share a
:class:`Blanking`: one solver, in which what an order has settled hangs on a switch of that order, and all that was
found out, the clues that suffice and those that do not, for every later order.

Roads not taken. One solver for all orders of a large board: what it has learnt in one weighs on the next. On small ones
it saves up to a third, from some thirty clues on nothing, and at fifty it takes a fifth longer than loading the rules
anew. Going on in handfuls after the first given that stays halves the calls and takes as long: each given that stays
needs another answer of its own to show it, and to find one is most of the work.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from typing import Generic, TypeVar

from pipeline.errors import KotaeError
from pipeline.grid import indices, mask_of
from pipeline.kind import Kind
from pipeline.prove import Encoding, Prover
from pipeline.verdict import Budget

FEWEST_AT_ONCE = 4
"""Fewer givens are quicker tried one by one."""

MOST_SHARED = 28
"""With more clues a solver for each order is quicker than one for all of them."""

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
    needed: int = 0
    """Clues without which another answer was seen, with at least all others that are left."""


def removal_order(seed: int, clues: int) -> tuple[int, ...]:
    """Shuffle a mask of clue cells: the same on every machine and every Python, and another for every seed."""
    return tuple(sorted(indices(clues), key=lambda cell: blake2b(f"{seed}:{cell}".encode(), digest_size=8).digest()))


class RemovalOrders:
    """The removal orders of a mask for these seeds, each shuffled when it is first asked for: few bases need all."""

    def __init__(self, seeds: Iterable[int], clues: int) -> None:
        self._seeds = tuple(seeds)
        self._order = cache(partial(removal_order, clues=clues))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return map(self._order, self._seeds)


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
    needed: list[int] = []
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
            elif not status:
                needed.append(clue)
            if not status:
                left.append(clue)
            prover.settle(clue, shown=not status)
        return Blanked(mask_of(left), mask_of(undecided), prover.calls, mask_of(needed))


class Blanking(Generic[A]):
    """One encoded puzzle, blanked in one order after another; a context manager, as it may keep a solver."""

    def __init__(self, encoding: Encoding[A], answer: A, budget: Budget | None = None) -> None:
        """The budget is for each call of the solver."""
        self._encoding = encoding
        self._answer = answer
        self._budget = budget or Budget()
        shared = not encoding.givens_only and not encoding.repair and len(encoding.selectors) <= MOST_SHARED
        self._prover = Prover(encoding) if shared else None
        self._enough: list[int] = []
        """Sets of clues that are known to leave no other answer."""
        self._too_few: list[int] = []
        """Sets of clues that are known to leave another."""
        self._irreducible: set[int] = set()
        if self._prover:
            self._prover.exclude(answer)

    def __enter__(self) -> Blanking[A]:
        return self

    def __exit__(self, *error: object) -> None:
        if self._prover:
            self._prover.close()

    def blank(self, order: Sequence[int], keep: int = 0) -> int:
        """The mask of the clues that are left: see :func:`blank_encoding`."""
        prover, selectors = self._prover, self._encoding.selectors
        if prover is None:
            blanked = blank_encoding(self._encoding, self._answer, order, keep, self._budget)
            return self._blanked(blanked.clues, blanked.needed)
        trying = dict.fromkeys(clue for clue in order if clue in selectors and not keep >> clue & 1)
        shown = mask_of(selectors)
        stays = shown & ~mask_of(trying)
        needed = 0
        switch = prover.fresh()
        prover.add([[-switch, selectors[clue]] for clue in indices(stays)])
        # From the last to the first, so that those still to be tried are the head of the list.
        others = [selectors[clue] for clue in reversed(trying)]
        if self._suffice(prover, shown, [switch, *others], stays) is False:
            raise NotTheOnlyAnswerError(self._answer)
        for clue in trying:
            others.pop()
            suffice = self._suffice(prover, shown & ~(1 << clue), [switch, *others], stays)
            if suffice:
                shown &= ~(1 << clue)
                continue
            stays |= 1 << clue
            needed |= 0 if suffice is None else 1 << clue
            prover.add([[-switch, selectors[clue]]])
        prover.add([[-switch]])
        return self._blanked(shown, needed)

    def saw_each_needed(self, clues: int) -> bool:
        """Whether these clues were left by an order that saw another answer without each.

        Fewer clues have that answer too, so it shows that none of them can be spared. Where some were kept untried, or
        a budget ran out, it shows nothing.
        """
        return clues in self._irreducible

    def _blanked(self, clues: int, needed: int) -> int:
        if clues == needed:
            self._irreducible.add(clues)
        return clues

    def _suffice(self, prover: Prover[A], clues: int, assumed: list[int], settled: int) -> bool | None:
        """Whether these clues leave no other answer; None where that is not decided.

        ``assumed`` are the literals that say so to the solver: the first is the switch on which ``settled`` hang.
        """
        if any(not enough & ~clues for enough in self._enough):
            return True
        if any(not clues & ~few for few in self._too_few):
            return False
        other = prover.search(assumed, self._budget.start())
        if other is False:
            self._enough.append(self._core(prover.failed(), assumed[0], settled))
        elif other:
            self._too_few.append(clues)
        return None if other is None else not other

    def _core(self, failed: list[int], switch: int, settled: int) -> int:
        """The clues of a refutation, by the literals that it needed."""
        literals = set(failed)
        core = mask_of(clue for clue, literal in self._encoding.selectors.items() if literal in literals)
        return core | settled if switch in literals else core


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

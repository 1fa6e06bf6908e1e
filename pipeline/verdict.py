"""What a solver found out, and what it was allowed to spend on it.

A verdict is one of four records, never an int or a bool, so that "not decided" cannot be taken for "unique".
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a solver may spend: ``nodes`` positions or conflicts, ``seconds`` of wall clock; None is no bound.

    The pipeline's stages bound nodes only, so that a result never depends on the machine.
    """

    nodes: int | None = None
    seconds: float | None = None

    def start(self) -> Meter:
        """Start the clock."""
        return Meter(self)

    def at_least(self, seconds: float | None) -> Budget:
        """The same with no fewer seconds than these."""
        return self if seconds is None or self.seconds is None else Budget(self.nodes, max(self.seconds, seconds))

    def share(self, part: float) -> Budget:
        """A part of it."""
        return Budget(
            None if self.nodes is None else int(self.nodes * part),
            None if self.seconds is None else self.seconds * part,
        )


@dataclass(slots=True)
class Meter:
    """A running budget."""

    budget: Budget
    nodes: int = 0
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Wall clock since the start."""
        return time.monotonic() - self.started

    @property
    def exhausted(self) -> bool:
        """Whether either bound is passed."""
        limit = self.budget
        if limit.nodes is not None and self.nodes > limit.nodes:
            return True
        return limit.seconds is not None and self.seconds > limit.seconds

    @property
    def left(self) -> Budget:
        """What is left of the budget, never less than nothing."""
        nodes, seconds = self.budget.nodes, self.budget.seconds
        return Budget(
            None if nodes is None else max(nodes - self.nodes, 0),
            None if seconds is None else max(seconds - self.seconds, 0.0),
        )


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """No answer. ``core`` is the mask of clues that contradict each other, where the engine names them."""

    core: int | None = None


@dataclass(frozen=True, slots=True)
class Unique(Generic[A]):
    """Exactly one answer."""

    answer: A


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[A]):
    """At least two answers; ``forced`` is the mask of cells that are the same in every answer, None if not asked."""

    first: A
    second: A
    forced: int | None = None


@dataclass(frozen=True, slots=True)
class Undecided:
    """The budget ran out first: never to be treated as unique."""

    nodes: int
    seconds: float


Verdict = Unsolvable | Unique[A] | Ambiguous[A] | Undecided


@dataclass(frozen=True, slots=True)
class SolveCount(Generic[A]):
    """Answers counted up to a limit. ``gave_up`` means "at least ``count``".

    A node is a position looked at; a branch is a position where no rule forces the next move.
    """

    count: int
    nodes: int
    branches: int
    solutions: tuple[A, ...]
    gave_up: bool = False
    seconds: float = 0.0
    limit: int = 2
    """The count went no further than this."""

    @property
    def solution(self) -> A | None:
        """The first answer, if any."""
        return self.solutions[0] if self.solutions else None

    @property
    def verdict(self) -> Verdict[A]:
        """The verdict; undecided, too, where the count stopped at its limit before a second answer could show."""
        if self.count >= 2:
            return Ambiguous(self.solutions[0], self.solutions[1])
        if self.gave_up or self.count >= self.limit:
            return Undecided(self.nodes, self.seconds)
        return Unique(self.solutions[0]) if self.count else Unsolvable()

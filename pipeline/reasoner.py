"""The words of the reasoner: positions, steps, techniques, and what a kind tells the search about its rules.

A kind states its puzzle as *places* that are each answered yes or no (a bulb here or not, a 1 here or not, this edge
used or not). A :class:`Position` is two masks over the places. Every kind's techniques are monotone: knowing more
never takes a deduction away. So the places that the techniques up to one rank can decide do not depend on the order
in which they are tried, and a rank means the same on every image of a board.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

A_co = TypeVar("A_co", bound=Hashable, covariant=True)


class Position(NamedTuple):
    """What is known: the places answered yes and the places answered no, as masks."""

    yes: int
    no: int


def since(before: Position, now: Position) -> Position:
    """What is known now and was not before."""
    return Position(now.yes & ~before.yes, now.no & ~before.no)


class Contradiction(Exception):
    """A rule is broken: by these places and these clues, seen at the cells in ``focus``; all are masks."""

    def __init__(self, follows: int, clues: int, focus: int) -> None:
        super().__init__(follows, clues, focus)
        self.follows = follows
        self.clues = clues
        self.focus = focus


@dataclass(frozen=True, slots=True)
class Technique:
    """A named deduction with its rank, 1 to 4.

    ``here`` says that its words call the place that it decides “here”: a hint then sends the eye there, and only from
    there to what the step follows from.
    """

    name: str
    rank: int
    here: bool = False


SHORT_TRIAL = Technique("short trial", 3, here=True)
"""The opposite breaks a rule within a few forced moves."""
LONG_TRIAL = Technique("long trial", 4, here=True)
"""The opposite breaks a rule in the end."""
SEARCH = Technique("search", 4, here=True)
"""The opposite has no answer, whichever way it is continued."""
GENERIC = (SHORT_TRIAL, LONG_TRIAL, SEARCH)
"""The techniques that every kind has, easiest first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One application of a technique. All fields but the first two are masks.

    ``yes`` and ``no`` are the places it decides; ``follows`` the decided places and ``clues`` the clue cells that it
    rests on; ``focus`` the cells to look at first, none where they are those of the places it decides. What a step
    rests on is enough: it can be repeated from that alone.
    """

    technique: str
    rank: int
    yes: int = 0
    no: int = 0
    follows: int = 0
    clues: int = 0
    focus: int = 0


class Reasoner(Protocol[A_co]):
    """A kind's rules over places, prepared for one puzzle."""

    @property
    def places(self) -> int:
        """The mask of all places."""

    @property
    def clues(self) -> int:
        """The mask of the clue cells that are shown."""

    @property
    def givens(self) -> tuple[Step, ...]:
        """The places that clues answer by themselves: known before any step, and no part of a trace.

        Each is a step that follows from its clue alone; no two of them deny each other.
        """

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The direct techniques, easiest first; the *forced moves* are those of rank 1."""

    def find(self, technique: Technique, position: Position, fresh: Position | None = None) -> Iterator[Step]:
        """Every step of one technique from a position; raises Contradiction where it sees a rule broken.

        ``fresh`` are the places decided since this technique last had nothing left to find: what does not touch them
        need not be looked at again. None: look everywhere.
        """

    def forced(self, position: Position, fresh: Position) -> Position | None:
        """One round of forced moves at once: what the rules touched by the ``fresh`` places now decide in addition.

        ``position`` includes ``fresh``; everything that does not touch ``fresh`` has been drawn out of it already.
        None where a rule is broken. The same as one pass of the techniques of rank 1, only faster.
        """

    def open_round(self) -> Position | None:
        """What is known before any place is touched; None where a rule is broken.

        That is the givens, and one pass of all direct techniques over the position without a place known.
        """

    def settle(self, position: Position, fresh: Position) -> Position | None:
        """The fixpoint of all direct techniques, with the same terms as ``forced``; the search stands on it."""

    def branch(self, position: Position) -> Iterable[Position]:
        """Alternatives that exclude each other and of which one holds, as few as can be."""

    def answer(self, yes: int) -> A_co:
        """The answer that a full position stands for."""

    def showing(self, clues: int) -> Reasoner[A_co]:
        """The same puzzle with only these clues shown."""


@runtime_checkable
class SideBySide(Protocol):
    """A reasoner that draws out all trials of a position together, where that is quicker than one by one."""

    def trials(self, position: Position) -> Iterator[int]:
        """Round by round the trials that break a rule in it, as masks, until no other decides anything more.

        Bits 2n and 2n + 1 stand for the open place of the number n, counted in reading order, assumed yes and assumed
        no. ``position`` has no forced move left. The same as ``forced`` round by round for each trial, only faster.
        """


@runtime_checkable
class InOneGo(Protocol):
    """A reasoner that draws out a trial in one go, where that is quicker than to ask it round by round."""

    def drawn_out(self, position: Position, fresh: Position, limit: int | None) -> tuple[int | None, Position]:
        """After how many rounds a rule is broken, None where none is, and how far the rounds come.

        The same as ``forced`` round by round, until a round decides nothing, or one more than ``limit``.
        """

    def near(self, position: Position, fresh: Position) -> int:
        """The places that tell what follows from the fresh ones: where nothing more is known of these, nothing does.

        That is of a position, the fresh places included, in which no forced move is left and no rule is broken, and of
        any other that knows more than it, but nothing more of these places; -1 where nothing can be said.
        """


@runtime_checkable
class Reaching(Protocol):
    """A reasoner whose every clue is the answer of its own cell and nothing else, and each cell a place.

    It is asked for boards of which nothing is known where no clue is shown: all there is to begin with are givens.
    """

    def reach(self, position: Position, fresh: Position, rank: int, goal: int = -1) -> Position | None:
        """The fixpoint of the direct techniques up to a rank, with the same terms as ``settle``.

        Once all places of the goal, a mask, are decided it may go no further; -1 is a goal that is never met.
        """


def given_position(reasoner: Reasoner[Any]) -> Position:
    """The places that clues answer by themselves: what is known before any step."""
    yes = no = 0
    for step in reasoner.givens:
        yes |= step.yes
        no |= step.no
    return Position(yes, no)

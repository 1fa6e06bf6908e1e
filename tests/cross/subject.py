"""What is compared: a kind, what it brings to be drawn and judged by, and its scripts.

A kind brings a module ``tests/kinds/<kind>/cross.py``; nothing here knows a kind by its name:

``draw(random) -> Puzzle``
    a board of any size, shape and rule that the kind has: with an answer, with several, with none;
``answers(puzzle) -> frozenset | None``
    every answer, found without either engine; None for a board that is too large for that;
``simpler(puzzle) -> Iterator[Puzzle]``
    the board with one thing less, never one that comes round again; it need not be a legal one. Clues are not its
    affair: each of those can go;
``layout(puzzle, answer) -> str``
    the YAML of a layout of which this may be the answer, as an author draws it;
``ASKED``
    what of the browser's rules is asked of a position beside ``violations`` and ``isSolved``, as names of functions;
``judged(puzzle, known) -> dict``
    what the rules in Python say of a position, the places of which the player has answered yes and no;
``said(puzzle, told) -> dict``
    what the browser said of the same position, by the names of its functions, in the same words as ``judged``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, cast

from build.templates import Templates
from pipeline.grid import mask_of
from pipeline.kind import AnyKind, discover
from pipeline.reasoner import Position, Reasoner
from site_templates import ROOT
from tests.cross.page import scripts_of


class Own(Protocol):
    """What a kind brings: see above."""

    ASKED: tuple[str, ...]

    def draw(self, random: Random) -> Any: ...

    def answers(self, puzzle: Any) -> frozenset[Any] | None: ...

    def simpler(self, puzzle: Any) -> Iterator[Any]: ...

    def layout(self, puzzle: Any, answer: Any) -> str: ...

    def judged(self, puzzle: Any, known: Position) -> dict[str, Any]: ...

    def said(self, puzzle: Any, told: Mapping[str, Any]) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind under test; ``scripts`` are the paths of those that know its rules in the browser."""

    kind: AnyKind
    own: Own
    scripts: tuple[str, ...]


def subjects() -> dict[str, Subject]:
    """Every kind that brings what is asked of it, by name."""
    kinds = discover()
    templates = Templates(ROOT, kinds)
    return {
        name: Subject(kind, cast(Own, import_module(_module(name))), scripts_of(templates.folder(name)))
        for name, kind in kinds.items()
        if find_spec(f"tests.kinds.{name}") and find_spec(_module(name))
    }


def _module(name: str) -> str:
    return f"tests.kinds.{name}.cross"


@dataclass(frozen=True)
class Board:
    """A board of a subject, and what is known of it by trying: kept, since every check asks for it."""

    subject: Subject
    puzzle: Any

    @property
    def kind(self) -> AnyKind:
        return self.subject.kind

    @cached_property
    def ready(self) -> Reasoner[Any]:
        """The reasoner of the board."""
        reasoner: Reasoner[Any] = self.kind.reasoner(self.puzzle)
        return reasoner

    @cached_property
    def legal(self) -> frozenset[Any] | None:
        """Every answer, by brute force; None where that is too much."""
        return self.subject.own.answers(self.puzzle)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        grid = self.kind.grid(self.puzzle)
        return len(grid), len(grid[0])

    def yes(self, answer: Any) -> int:
        """The places that an answer answers yes."""
        return self.kind.places_of(self.puzzle, answer) if self.kind.places_of else answer

    def shared(self, answers: frozenset[Any]) -> Position:
        """What these answers have in common; everything, where there is none."""
        yes = no = self.ready.places
        for answer in answers:
            yes &= self.yes(answer)
            no &= ~self.yes(answer)
        return Position(yes, no)

    def with_puzzle(self, puzzle: Any) -> Board:
        """Another board of the subject."""
        return Board(self.subject, puzzle)


def some_of(mask: int, share: float, random: Random) -> int:
    """Each bit of a mask with this chance."""
    return mask_of(bit for bit in range(mask.bit_length()) if mask >> bit & 1 and random.random() < share)

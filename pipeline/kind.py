"""The Kind record: all that the house knows of one kind of puzzle, and how the kinds are found.

A kind is a folder under ``kinds/`` whose package has a ``KIND``. It is a frozen record of functions, not a base
class: the stages call the functions, and nothing else of the folder is visible to them. Three types run through it:
``B`` what an author's layout holds (bare walls, a finished grid), ``P`` the puzzle as a player sees it, ``A`` its
answer, which is hashable and compares by value.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from pipeline.errors import AuthoringError
from pipeline.node import Located
from pipeline.node import Mapping as Document
from pipeline.prove import Encoding
from pipeline.reasoner import Reasoner, Technique
from pipeline.verdict import Budget, Undecided

B = TypeVar("B")
P = TypeVar("P")
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Chosen(Generic[A]):
    """An answer that, with every clue shown, is the only one."""

    answer: A


@dataclass(frozen=True, slots=True)
class Swap:
    """Two sets of places that can always take each other's part, as masks: no clue tells them apart."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class NoneUnique:
    """A proof that no answer of this layout is unique, even with every clue shown.

    ``swaps`` are the exchanges that the last candidates fell to; empty where the layout has no answer at all.
    """

    swaps: tuple[Swap, ...] = ()
    clues: int = 0
    """The mask of the clues fixed by the author without which the proof would not stand."""


Choice = Chosen[A] | NoneUnique | Undecided


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule broken at these cells."""

    rule: str
    cells: tuple[int, ...]


class Draw(Protocol):
    """A kind's drawings of a board given as rows of text, with its answer where one is given."""

    def text(self, rows: Sequence[str], answer: Sequence[str] | None = None) -> str:
        """Draw for a terminal."""

    def svg(self, rows: Sequence[str], answer: Sequence[str] | None = None) -> str:
        """Draw as a self-contained SVG element."""


@dataclass(frozen=True, slots=True)
class NewRequest:
    """What ``kotae new`` was asked for; ``options`` are the kind's own, already checked against its ``new_options``."""

    rows: int
    cols: int
    symmetry: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kind(Generic[B, P, A]):
    """One kind of puzzle. Masks are over cells, except that a reasoner's are over its places."""

    name: str
    keys: frozenset[str]
    """The YAML keys of its own, beside the common ones."""
    largest: int
    """The longest side it takes."""
    read: Callable[[Document], tuple[B, tuple[Located, ...]]]
    """The layout of a document, and its rows as drawn; raises AuthoringError with its place."""
    outline: Callable[[B], tuple[str, ...]]
    """The part of a layout that its declared symmetry is about, a character a cell."""
    twins: Callable[[B], tuple[tuple[str, ...], ...]]
    """What was authored as every image shows it, itself first: layouts that share one are the same puzzle."""
    may_clue: Callable[[B], int]
    """The mask of the cells that can hold a clue."""
    choose: Callable[[B, Budget, int], Choice[A]]
    """Find an answer that is unique with every clue shown; the number picks one of several."""
    number: Callable[[B, A], P]
    """The puzzle with every clue shown."""
    fixed: Callable[[B], P | None]
    """The puzzle exactly as drawn, where the author placed the clues; else None."""
    unique_hint: str
    """What an author can do about a layout of which no answer is unique."""
    explain_swaps: Callable[[B, NoneUnique], str]
    """Why no answer is unique, for the author, naming cells."""
    clues: Callable[[P], int]
    show: Callable[[P, int], P]
    """The puzzle with only these of its clues."""
    reasoner: Callable[[P], Reasoner[A]]
    encode: Callable[[P], Encoding[A]]
    violations: Callable[[P, A], tuple[Violation, ...]]
    images: Callable[[P], tuple[str, ...]]
    """The names of its images, the puzzle itself first; some may be equal to each other."""
    turn: Callable[[P, str], P]
    turn_answer: Callable[[P, A, str], A]
    grid: Callable[[P], tuple[str, ...]]
    """The puzzle as the catalogue's ``grid``, and back."""
    read_grid: Callable[[Sequence[str], Mapping[str, Any]], P]
    answer_grid: Callable[[P, A], tuple[str, ...]]
    read_answer: Callable[[P, Sequence[str]], A]
    rules: Callable[[P], Mapping[str, Any]]
    """The switches that travel with the level."""
    code: Callable[[P], str]
    decode: Callable[[str], P]
    """Read a code; raises AuthoringError."""
    place_name: Callable[[P, int], str]
    marks: tuple[str, str]
    """How a trace writes a place answered yes, and one answered no."""
    techniques: tuple[Technique, ...]
    """Every technique that its traces can name, easiest first, the generic ones included."""
    draw: Draw
    generate: Callable[[NewRequest, Random], str]
    """One layout as YAML text, without title; raises AuthoringError where the request cannot be met."""
    new_symmetries: tuple[str, ...] = ("none",)
    """The symmetries that ``kotae new`` can give a layout, the usual one first."""
    new_options: Mapping[str, tuple[Callable[[str], Any], Any, str]] = field(default_factory=dict)
    """Options of ``kotae new`` of its own: name to (reader, default, help)."""


AnyKind = Kind[Any, Any, Any]


def discover(packages: Sequence[ModuleType] | None = None) -> dict[str, AnyKind]:
    """Every kind by name, sorted, from the folders of these packages (by default ``pipeline.kinds``)."""
    found = {kind.name: kind for package in packages or (_own(),) for kind in _kinds_in(package)}
    return dict(sorted(found.items()))


def _own() -> ModuleType:
    return importlib.import_module("pipeline.kinds")


def _kinds_in(package: ModuleType) -> Iterator[AnyKind]:
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            kind = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "KIND", None)
            if not isinstance(kind, Kind) or kind.name != module.name:
                raise AuthoringError(f"{package.__name__}.{module.name} has no KIND of that name")
            yield kind

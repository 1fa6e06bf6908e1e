"""The Kind record: all that the house knows of one kind of puzzle, and how the kinds are found.

A kind is a package with a ``KIND``: a folder under ``kinds/``, or one that an installed distribution announces by an
entry point. It is a frozen record of functions, not a base class: the stages call the functions, and nothing else of
the package is visible to them. Three types run through it:
``B`` what an author's layout holds (bare walls, a finished grid), ``P`` the puzzle as a player sees it, ``A`` its
answer. These two are hashable and compare by value.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from pipeline.errors import AuthoringError
from pipeline.interchange.format import Exported, Format
from pipeline.node import Located
from pipeline.node import Mapping as Document
from pipeline.prove import Encoding
from pipeline.reasoner import Position, Reasoner, Technique
from pipeline.verdict import Ambiguous, Budget, SolveCount, Undecided, Unsolvable

B = TypeVar("B")
P = TypeVar("P")
A = TypeVar("A", bound=Hashable)

GROUP = "kotae.kinds"
"""The entry points of installed kinds: ``name = "package:KIND"``."""

NAME = re.compile(r"[a-z][a-z0-9_]*")
"""A kind's name is a folder's and a file's, and part of a name in the scripts."""


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
class Change(Generic[B]):
    """A layout with one thing changed that an author could change, and what that is.

    ``words`` say it to the author, as in "add a wall at r1c3"; ``cells`` is the mask of the cells it touches.
    """

    words: str
    cells: int
    board: B


Trouble = NoneUnique | Ambiguous[Any] | Unsolvable
"""Why a layout has no puzzle with one answer."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule broken at these cells."""

    rule: str
    cells: tuple[int, ...]


class Draw(Protocol):
    """A kind's drawings of a board given as rows of text, with its answer and its rules where they are given.

    The rules are those of a level: a kind draws what of them is to be seen on the board.
    """

    def text(
        self, rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None
    ) -> str:
        """Draw for a terminal."""

    def svg(
        self, rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None
    ) -> str:
        """Draw as a self-contained SVG element."""


@dataclass(frozen=True, slots=True)
class NewRequest:
    """What ``kotae new`` was asked for; ``options`` are the kind's own, already checked against its ``new_options``."""

    rows: int
    cols: int
    symmetry: str
    options: Mapping[str, Any]
    clues: int | None = None
    """A level with at most so many clues is wanted; None: with any number."""


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
    """One layout as YAML text, without title; raises RequestError where no board can meet the request, and
    AuthoringError where none was found."""
    new_symmetries: tuple[str, ...] = ("none",)
    """The symmetries that ``kotae new`` can give a layout, the usual one first."""
    new_options: Mapping[str, tuple[Callable[[str], Any], Any, str]] = field(default_factory=dict)
    """Options of ``kotae new`` of its own: name to (reader, default, help)."""
    new_like: Callable[[B], Mapping[str, str]] | None = None
    """The options, as they are typed, with which ``kotae new`` draws boards like this one; None where it has none."""
    count: Callable[[P, int, Budget], SolveCount[A]] | None = None
    """Its own search for answers, up to a number of them; None where the one over its reasoner serves."""
    encode_again: Callable[[P], Encoding[A]] | None = None
    """The rules as other clauses for another solver, where reasoning may give up; None where it does not."""
    search_positions: Callable[[P], int | None] | None = None
    """How many positions the plain search of a board, of which a level tells the effort, may look at, where so many as
    ``Limits.search`` take too long; None, for a board or for a kind: as many as that."""
    trace_positions: Callable[[P], int | None] | None = None
    """How many the searches of a trace may look at, the answer being known, before ``encode_again`` stands in: they
    then go on from place to place (:mod:`pipeline.turn`). None for a board whose searches begin with the first place,
    within ``Limits.trace_steps``. None for a kind: without the answer, within ``Limits.trace_search``."""
    cells_at: Callable[[P, int], int] | None = None
    """The mask of the cells at which places, a mask too, are seen; None where each place is a cell."""
    read_sketch: Callable[[P, Sequence[str]], Position] | None = None
    """What a sketch of a board says of its places, where a place is no cell; ``draw.svg`` takes one for an answer."""
    worth_a_tier: Callable[[P], bool] | None = None
    """Whether a puzzle easier than the last of its base is worth a level; None where every one is."""
    places_of: Callable[[P, A], int] | None = None
    """The mask of the places that an answer answers yes; None where the answer is that mask."""
    turn_places: Callable[[P, str], Sequence[int]] | None = None
    """For each place of an image the place of the puzzle that it is, as ``~place`` where one answers yes and the other
    no. With it the proof of a puzzle serves for its images, as far as their clauses bear it out; worth it where these
    are the same for all boards of a shape, and each variable is a place. None: each image is proved by itself."""
    crosses: bool = True
    """Whether a player can note on the board that a place is answered no."""
    seen: tuple[Technique, ...] = ()
    """The techniques that say no to what a player sees to be out of the question: hints pass over such steps."""
    told_beside: Callable[[P], tuple[str, ...]] | None = None
    """What holds on this board and not on all, as keys of the kind's words below ``play``; None where nothing does."""
    drawn: Callable[[B], tuple[P, A | None]] | None = None
    """A layout as it was drawn: the clues that its author fixed, and the answer where the author drew one. None where
    the outline shows it."""
    sketch: Callable[[P, Position], tuple[str, ...]] | None = None
    """What is known of the places as rows that ``draw`` shows right, where a place is no cell: ``read_sketch`` reads
    them back. None where letters in cells say it."""
    changes: Callable[[B, Trouble, str], Iterable[Change[B]]] | None = None
    """Single changes that might give a layout one answer, the likeliest first, none of which breaks the symmetry of
    this name; nobody has tried them yet. None where there are none to offer."""
    why_cut: Callable[[P, Sequence[int]], str | None] | None = None
    """Why a clause that the encoding's ``repair`` adds follows from the rules, judged by the drawing alone; None for a
    clause that is no such cut. Wanted where there is a ``repair``."""
    formats: tuple[Format[P], ...] = ()
    """What other programs read and write, the usual one first; names differ."""
    write: Callable[[P, tuple[str, ...]], Exported] | None = None
    """A puzzle as a setter draws it, as YAML without title, with the labels that a format gave its parts as far as a
    layout can say them: ``read`` and ``fixed`` give the puzzle again. None: nothing is imported."""
    labels: Callable[[B], tuple[str, ...]] | None = None
    """What an author calls the parts that the kind names in an order of its own, in that order, as ``write`` took them;
    none: as usual. None where it names none."""
    in_words: Callable[[P], str] | None = None
    """The rules of a puzzle for a player, its switches included, in a sentence or a few: a printed page has them below
    the board. None: it has none."""
    in_black: str = ""
    """A style sheet for the classes of ``draw.svg`` with which the drawing is clear in black and white, where it takes
    more than each colour turned into whichever is nearer."""
    folder: Path | None = None
    """The folder of an installed kind's package, which :func:`discover` fills in; None for a kind of the house."""


AnyKind = Kind[Any, Any, Any]


def package_of(kind: AnyKind) -> Path:
    """The folder of a kind's package, of the house or installed."""
    return kind.folder or Path(__file__).parent / "kinds" / kind.name


def discover() -> dict[str, AnyKind]:
    """Every kind by name, sorted: the folders of ``pipeline.kinds``, and what installed distributions announce.

    A worker process finds the same ones, since it is given the same path. Raises AuthoringError for a kind that cannot
    be used.
    """
    return dict(_discovered(tuple(sys.path)))


@lru_cache(maxsize=4)
def _discovered(path: tuple[str, ...]) -> tuple[tuple[str, AnyKind], ...]:
    # Every layout asks for its kind, and reading what is installed takes as long as solving a small one.
    found: dict[str, AnyKind] = {}
    for kind in (*_own_kinds(), *_installed_kinds()):
        if kind.name in found:
            raise AuthoringError(f"two kinds are called '{kind.name}'", hint="uninstall one of them")
        found[kind.name] = kind
    return tuple(sorted(found.items()))


def _own_kinds() -> Iterator[AnyKind]:
    package = importlib.import_module("pipeline.kinds")
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            where = f"{package.__name__}.{module.name}"
            yield _checked(getattr(importlib.import_module(where), "KIND", None), module.name, where)


def _installed_kinds() -> Iterator[AnyKind]:
    for entry in sorted(entry_points(group=GROUP)):
        where = f"'{entry.value}' of {entry.dist.name if entry.dist else 'an unnamed distribution'}"
        try:
            kind = entry.load()
            folder = _folder(entry)
        except Exception as error:  # whatever a foreign package may raise, the reader has to learn whose it is
            raise AuthoringError(
                f"the kind {where} cannot be loaded: {type(error).__name__}: {error}", hint="update it, or uninstall it"
            ) from error
        yield replace(_checked(kind, entry.name, where), folder=folder)


def _folder(entry: EntryPoint) -> Path:
    paths = getattr(importlib.import_module(entry.module), "__path__", ())
    if not paths:
        raise ImportError(f"{entry.module} is no package")
    return Path(paths[0])


def _checked(kind: object, name: str, where: str) -> AnyKind:
    if not isinstance(kind, Kind) or kind.name != name:
        raise AuthoringError(f"{where} has no KIND of the name '{name}'")
    if not NAME.fullmatch(name):
        raise AuthoringError(f"'{name}' is no name of a kind", hint="small letters, digits and '_', a letter first")
    return kind

"""The way to a level's answer as its page knows it: what a hint needs of the trace, short, and not for the eye.

The steps of the trace come first, and after them, one place each, what it leaves open: the whole answer where a level
has no trace. So the places of all steps together are the answer. What a step rests on is told by cells, since these
are what a page marks.

The text has four columns, parted by ``.``: each step's technique and how many places of each sort it has, what is
decided, where to look, and what it rests on. Columns alike inside pack better than steps one after the other. A column
is a row of numbers in base 32, low digits first, a digit above 31 meaning that more follow; signed ones have their
sign in the lowest bit. Cells count on from the one before. The first number says whether places lie between two cells;
such a place is told by the first of them, and by how much further the other is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from pipeline.catalogue import Level, TraceLine
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.reasoner import given_position

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Letters that need no quoting in a page."""

BASE = 32

CELL_NAME = re.compile(r"r(\d+)c(\d+)")

SIGNS = "-+"
"""What stands in a place's name between its two cells."""


class Step(NamedTuple):
    """A step for a hint: the number of its technique from 1, or 0 for what comes from the answer; the places that it
    decides, each a cell, or two and what stands between them; cells to look at, and further ones that it rests on."""

    technique: int
    yes: tuple[str, ...]
    no: tuple[str, ...]
    look: tuple[int, ...] = ()
    rests: tuple[int, ...] = ()


def techniques(kind: AnyKind) -> tuple[str, ...]:
    """The names of a kind's techniques: a step's number says which."""
    return tuple(technique.name for technique in kind.techniques)


class Traced(Protocol):
    """A board with its answer and the trace of it, as a level has them."""

    @property
    def cols(self) -> int: ...
    @property
    def rules(self) -> Mapping[str, Any]: ...
    @property
    def grid(self) -> tuple[str, ...]: ...
    @property
    def answer(self) -> tuple[str, ...]: ...
    @property
    def trace(self) -> tuple[TraceLine, ...]: ...


def way(kind: AnyKind, level: Level) -> str:
    """The text of a level's way for its page."""
    return packed(steps(kind, level))


def steps(kind: AnyKind, level: Traced) -> tuple[Step, ...]:
    """What a hint needs of a level's trace, and the places that it leaves open.

    A step that only rules out what a player sees to be out of the question is left out.
    """
    seen = {technique.name for technique in kind.seen}
    names = techniques(kind)
    found = [(line[0], _step(kind, names, level.cols, line)) for line in level.trace]
    return (*(step for name, step in found if step.yes or name not in seen), *_rest(kind, level))


def step_of(kind: AnyKind, cols: int, line: TraceLine) -> Step:
    """A step of a trace, on a board so many columns wide, with the cells to look at and those that it rests on."""
    return _step(kind, techniques(kind), cols, line)


def _step(kind: AnyKind, names: Sequence[str], cols: int, line: TraceLine) -> Step:
    name, decides, look, rests = line
    yes_mark, no_mark = kind.marks
    yes: list[str] = []
    no: list[str] = []
    for part in decides.split():
        place, _, mark = part.rpartition("=")
        if mark == yes_mark:
            yes.append(key_of(place, cols))
        if mark == no_mark:
            no.append(key_of(place, cols))
    number = names.index(name)
    looked, follows = _cells(look, cols), _cells(rests, cols)
    # Words that say “here” are true only where the decided cells are the ones that are framed and named.
    seen = _cells(decides, cols) if kind.techniques[number].here else looked
    return Step(number + 1, tuple(yes), tuple(no), tuple(sorted(seen)), tuple(sorted((looked | follows) - seen)))


def _rest(kind: AnyKind, level: Traced) -> Iterator[Step]:
    """What the trace leaves open, from the answer."""
    puzzle = kind.read_grid(level.grid, level.rules)
    answer = kind.read_answer(puzzle, level.answer)
    yes: int = kind.places_of(puzzle, answer) if kind.places_of else answer
    reasoner = kind.reasoner(puzzle)
    known = given_position(reasoner)
    open_places = reasoner.places & ~(known.yes | known.no)
    decided = {part.rpartition("=")[0] for _, decides, _, _ in level.trace for part in decides.split()}
    for place in indices(open_places if kind.crosses else open_places & yes):
        name = kind.place_name(puzzle, place)
        if name not in decided:
            key = (key_of(name, level.cols),)
            yield Step(0, key, ()) if yes >> place & 1 else Step(0, (), key)


def _cells(names: str, cols: int) -> set[int]:
    """The cells that names of cells or places speak of."""
    return {cell for name in names.split() for cell in _cells_of(name, cols)}


# A site names the cells of its boards millions of times, and they are a few hundred.
@lru_cache(maxsize=1 << 14)
def _cells_of(name: str, cols: int) -> tuple[int, ...]:
    return tuple((int(row) - 1) * cols + int(col) - 1 for row, col in CELL_NAME.findall(name))


@lru_cache(maxsize=1 << 14)
def key_of(name: str, cols: int) -> str:
    """The name of a place with numbers for its cells: ``r1c2-r1c3`` is ``1-2`` on any board wider than two."""
    return CELL_NAME.sub(lambda found: str((int(found[1]) - 1) * cols + int(found[2]) - 1), name)


def packed(way: Sequence[Step]) -> str:
    """Steps as the text for a page."""
    columns: list[list[int]] = [[], [], [], []]
    heads, decided, looks, rests = columns
    at = seen = 0
    heads.append(int(any(_place(place)[1] for step in way for place in (*step.yes, *step.no))))
    for step in way:
        heads += [step.technique, len(step.yes), len(step.no), len(step.look), len(step.rests)]
        for place in (*step.yes, *step.no):
            first, numbers = _place(place)
            decided += [_signed(first - at), *numbers]
            at = first
        for cells, column in ((step.look, looks), (step.rests, rests)):
            for cell in cells:
                column.append(_signed(cell - seen))
                seen = cell
    return ".".join("".join(map(_digits, column)) for column in columns)


@lru_cache(maxsize=1 << 14)
def _place(key: str) -> tuple[int, tuple[int, ...]]:
    """The first cell of a place, and the number that says where the other one is, if there is one."""
    sign = next((sign for sign in SIGNS if sign in key), None)
    if sign is None:
        return int(key), ()
    first, other = map(int, key.split(sign))
    return first, (_signed(other - first) * len(SIGNS) + SIGNS.index(sign),)


def _signed(number: int) -> int:
    return number * 2 if number >= 0 else -number * 2 - 1


@lru_cache(maxsize=1 << 12)
def _digits(number: int) -> str:
    text = ""
    while number >= BASE:
        text += DIGITS[BASE + number % BASE]
        number //= BASE
    return text + DIGITS[number]

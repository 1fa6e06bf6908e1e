"""What Akari's named techniques tell, step by step and in order, against the same said in plain sets of cells.

A hint shows all of a step: which cells it decides, what it follows from, where to look first. The sets below know only
who sees whom, by walking; they share nothing with the reasoner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

import pytest

from pipeline.grid import indices, mask_of
from pipeline.kinds.akari.puzzle import DIGITS, Puzzle
from pipeline.kinds.akari.reason import DIRECT, AkariReasoner, reasoner
from pipeline.reasoner import Contradiction, Position, Step, Technique, since
from tests.kinds.akari.boards import random_layout, sampled_clueings, sight

Told = tuple[list[Step], tuple[int, int, int] | None]
"""The steps of a technique, and the contradiction that ends them: what it follows from, its clues, its focus."""


class _Plain:
    """A position as sets of cells."""

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.yes, self.no = set(indices(position.yes)), set(indices(position.no))
        self.sees = sight(puzzle)
        self.open = set(self.sees) - self.yes - self.no
        self.walls = [
            (wall, int(ch), _beside(puzzle, wall) & set(self.sees))
            for wall, ch in enumerate(puzzle.text)
            if ch in DIGITS
        ]

    def dark(self) -> Iterator[tuple[int, set[int], set[int]]]:
        """The cells that no bulb lights, each with all from which it could be lit, and with those still open."""
        for cell, seen in sorted(self.sees.items()):
            if not (seen | {cell}) & self.yes:
                yield cell, seen | {cell}, (seen | {cell}) & self.open


def _beside(puzzle: Puzzle, cell: int) -> set[int]:
    row, col = divmod(cell, puzzle.cols)
    near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return {r * puzzle.cols + c for r, c in near if 0 <= r < puzzle.rows and 0 <= c < puzzle.cols}


def _broken(follows: Iterable[int], clues: Iterable[int], focus: Iterable[int]) -> Contradiction:
    return Contradiction(mask_of(follows), mask_of(clues), mask_of(focus))


def _beam(at: _Plain) -> Iterator[Step]:
    for bulb in sorted(at.yes):
        if others := at.sees[bulb] & at.yes:
            raise _broken(others | {bulb}, (), others | {bulb})
        if left := at.sees[bulb] & at.open:
            yield Step("beam", 1, no=mask_of(left), follows=1 << bulb, focus=1 << bulb)


def _full_wall(at: _Plain) -> Iterator[Step]:
    for wall, number, beside in at.walls:
        bulbs, left = beside & at.yes, beside & at.open
        if len(bulbs) > number:
            raise _broken(bulbs, {wall}, {wall})
        if len(bulbs) == number and left:
            yield Step("full wall", 1, 0, mask_of(left), mask_of(bulbs), 1 << wall, 1 << wall)


def _hungry_wall(at: _Plain) -> Iterator[Step]:
    for wall, number, beside in at.walls:
        dots, left = beside & at.no, beside & at.open
        if len(beside - dots) < number:
            raise _broken(dots, {wall}, {wall})
        if len(beside - dots) == number and left:
            yield Step("hungry wall", 1, mask_of(left), 0, mask_of(dots), 1 << wall, 1 << wall)


def _last_source(at: _Plain) -> Iterator[Step]:
    for cell, seen, sources in at.dark():
        if not sources:
            raise _broken(seen, (), {cell})
        if len(sources) == 1:
            yield Step("last light source", 1, mask_of(sources), 0, mask_of(seen - sources), focus=1 << cell)


def _both_sources(at: _Plain) -> Iterator[Step]:
    for cell, seen, sources in at.dark():
        taking = {one for one in at.open - sources if sources <= at.sees[one]}
        if len(sources) == 2 and taking:
            yield Step("both sources", 2, 0, mask_of(taking), mask_of(seen & at.no), focus=1 << cell)


def _wall_corner(at: _Plain) -> Iterator[Step]:
    for wall, number, beside in at.walls:
        left = beside & at.open
        taking = {one for one in at.open if len(at.sees[one] & left) == 2}
        if len(beside - at.no) == number + 1 and taking:
            yield Step("wall corner", 2, 0, mask_of(taking), mask_of(beside & at.no), 1 << wall, 1 << wall)


PLAIN: dict[str, Callable[[_Plain], Iterator[Step]]] = {
    "beam": _beam,
    "full wall": _full_wall,
    "hungry wall": _hungry_wall,
    "last light source": _last_source,
    "both sources": _both_sources,
    "wall corner": _wall_corner,
}


def _told(steps: Iterator[Step]) -> Told:
    told: list[Step] = []
    try:
        told.extend(steps)
    except Contradiction as broken:
        return told, (broken.follows, broken.clues, broken.focus)
    return told, None


def _boards() -> Iterator[tuple[Puzzle, AkariReasoner, Random]]:
    """Boards of any shape up to 6×6 with numbers at random, most of which leave a cell or two to spare."""
    random = Random(71)
    for _ in range(300):
        layout = random_layout(random, 6)
        for puzzle in sampled_clueings(layout, frozenset(), 1, random):
            yield puzzle, reasoner(puzzle), random


def _position(random: Random, places: int, bulbs: float, dots: float) -> Position:
    """A bulb in this share of the places, and a dot in that."""
    drawn = [(place, random.random()) for place in indices(places)]
    yes = mask_of(place for place, at in drawn if at < bulbs)
    return Position(yes, mask_of(place for place, at in drawn if bulbs <= at < bulbs + dots))


@pytest.mark.parametrize("technique", DIRECT, ids=[technique.name for technique in DIRECT])
def test_technique_tells_its_steps_in_reading_order(technique: Technique) -> None:
    """From any position, be there a bulb too many in it or not: what it decides, follows from and points at; and how it
    ends where a rule is broken. Nothing where no place is fresh."""
    steps = ends = 0
    for puzzle, ready, random in _boards():
        for bulbs, dots in ((0.0, 0.4), (0.0, 0.8), (0.05, 0.3), (0.15, 0.6)):
            position = _position(random, ready.places, bulbs, dots)
            told = _told(ready.find(technique, position))
            assert told == _told(PLAIN[technique.name](_Plain(puzzle, position))), (puzzle, position)
            assert _told(ready.find(technique, position, Position(0, 0))) == ([], None), (puzzle, position)
            steps, ends = steps + len(told[0]), ends + (told[1] is not None)
    assert steps > 20
    assert (ends > 20) == (technique.rank == 1)


@pytest.mark.parametrize("technique", DIRECT, ids=[technique.name for technique in DIRECT])
def test_technique_that_had_nothing_left_looks_only_at_what_is_fresh(technique: Technique) -> None:
    """Once a place more is decided it tells all that there is to tell, told or not where the new place is."""
    steps = 0
    for puzzle, ready, random in _boards():
        for bulbs, dots in ((0.0, 0.1), (0.0, 0.3), (0.0, 0.7), (0.1, 0.0), (0.1, 0.4)):
            before = _position(random, ready.places, bulbs, dots)
            if _told(ready.find(technique, before)) != ([], None):
                continue
            left = ready.places & ~(before.yes | before.no)
            more = _position(random, left, *random.choice(((0.0, 0.1), (0.0, 0.4), (0.3, 0.0), (0.3, 0.3))))
            now = Position(before.yes | more.yes, before.no | more.no)
            told = _told(ready.find(technique, now, since(before, now)))
            assert told == _told(PLAIN[technique.name](_Plain(puzzle, now))), (puzzle, before, now)
            steps += len(told[0])
    assert steps

"""The reasoner of Mines. Places are the cells; yes is a mine, and a number answers its own cell with no."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

from kotae_toy.puzzle import Puzzle, around
from pipeline.grid import indices, mask_of
from pipeline.reasoner import GENERIC, Contradiction, Position, Step, Technique

COUNT = Technique("count", 1)
"""A number has all its mines, or needs all its hidden cells."""
PAIR = Technique("pair", 2)
"""Of two numbers the one needs so many more mines that all its own cells are mines; the other's own cells are free."""

DIRECT = (COUNT, PAIR)
TECHNIQUES = (*DIRECT, *GENERIC)
"""Every technique that a trace can name, easiest first."""


class Number(NamedTuple):
    """A clue in a position: the cells around it, those still hidden, and how many mines these hold."""

    clue: int
    around: int
    hidden: int
    needs: int


class MinesReasoner:
    """The rule of one puzzle; see :class:`pipeline.reasoner.Reasoner`."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._around = around(puzzle.rows, puzzle.cols)
        self._numbers = puzzle.numbers
        self.places = (1 << len(self._around)) - 1
        self.clues = puzzle.clues

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The direct techniques, easiest first."""
        return DIRECT

    @property
    def givens(self) -> tuple[Step, ...]:
        """There is no mine under a number."""
        return tuple(Step("given", 1, no=1 << cell, clues=1 << cell, focus=1 << cell) for cell in self._numbers)

    def answer(self, yes: int) -> int:
        """The mask of the mines."""
        return yes

    def showing(self, clues: int) -> MinesReasoner:
        """The same board with only these of its numbers."""
        return MinesReasoner(self._puzzle.showing(clues))

    def find(self, technique: Technique, position: Position, fresh: Position | None = None) -> Iterator[Step]:
        """Every step of one technique; raises Contradiction where a number cannot be met."""
        touched = self.places if fresh is None else fresh.yes | fresh.no
        return self._counts(position, touched) if technique == COUNT else self._pairs(position, touched)

    def forced(self, position: Position, fresh: Position) -> Position | None:
        """One round of counts; None where a number cannot be met."""
        return self._round(COUNT, position, fresh)

    def open_round(self) -> Position | None:
        """The numbers' own cells, and what the numbers say of a board on which nothing is known."""
        nothing, everywhere = Position(0, 0), Position(self.places, 0)
        found = [self._round(technique, nothing, everywhere) for technique in DIRECT]
        if None in found:
            return None
        yes = no = 0
        for more in (*found, Position(0, self.clues)):
            yes, no = (yes | more.yes, no | more.no) if more else (yes, no)
        return None if yes & no else Position(yes, no)

    def settle(self, position: Position, fresh: Position) -> Position | None:
        """The fixpoint of all direct techniques; None where a number cannot be met."""
        yes, no = position
        while fresh.yes | fresh.no:
            new_yes = new_no = 0
            for technique in DIRECT:
                more = self._round(technique, Position(yes, no), fresh)
                if more is None:
                    return None
                new_yes |= more.yes & ~yes
                new_no |= more.no & ~no
            yes, no, fresh = yes | new_yes, no | new_no, Position(new_yes, new_no)
            if yes & no:
                return None
        return Position(yes, no)

    def branch(self, position: Position) -> list[Position]:
        """The ways to meet the number that has the fewest left; of a cell that no number touches, both."""
        numbers = [number for number in self._near(position, self.places) if number.hidden]
        if not numbers:
            cell = next(indices(self.places & ~(position.yes | position.no)))
            return [Position(1 << cell, 0), Position(0, 1 << cell)]
        number = min(numbers, key=lambda number: comb(number.hidden.bit_count(), number.needs))
        ways = (mask_of(cells) for cells in combinations(indices(number.hidden), number.needs))
        return [Position(mines, number.hidden & ~mines) for mines in ways]

    def _near(self, position: Position, touched: int) -> Iterator[Number]:
        """The numbers beside touched cells, as they stand; raises Contradiction at one that cannot be met."""
        for cell, count in self._numbers.items():
            near = self._around[cell]
            if near & touched or not near:
                mines, hidden = near & position.yes, near & ~(position.yes | position.no)
                needs = count - mines.bit_count()
                if needs < 0:
                    raise Contradiction(mines, 1 << cell, near | 1 << cell)
                if needs > hidden.bit_count():
                    raise Contradiction(near & position.no, 1 << cell, near | 1 << cell)
                yield Number(1 << cell, near, hidden, needs)

    def _counts(self, position: Position, touched: int) -> Iterator[Step]:
        for clue, near, hidden, needs in self._near(position, touched):
            if hidden and not needs:
                yield Step(COUNT.name, 1, no=hidden, follows=near & position.yes, clues=clue, focus=near | clue)
            elif hidden.bit_count() == needs:
                yield Step(COUNT.name, 1, yes=hidden, follows=near & position.no, clues=clue, focus=near | clue)

    def _pairs(self, position: Position, touched: int) -> Iterator[Step]:
        """Two numbers that share hidden cells; raises Contradiction where the one needs more than there is room for."""
        numbers = [number for number in self._near(position, self.places) if number.hidden]
        for one in numbers:
            for other in numbers:
                more, free = one.hidden & ~other.hidden, other.hidden & ~one.hidden
                both = one.around | other.around
                beyond = one.needs - other.needs - more.bit_count()
                if not both & touched or not one.hidden & other.hidden or beyond < 0:
                    continue
                known, clues = both & (position.yes | position.no), one.clue | other.clue
                if beyond:
                    raise Contradiction(known, clues, both | clues)
                if more | free:
                    yield Step(PAIR.name, 2, more, free, follows=known, clues=clues, focus=both | clues)

    def _round(self, technique: Technique, position: Position, fresh: Position) -> Position | None:
        yes = no = 0
        try:
            for step in self.find(technique, position, fresh):
                yes |= step.yes
                no |= step.no
        except Contradiction:
            return None
        return Position(yes & ~position.yes, no & ~position.no)

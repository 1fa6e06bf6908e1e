"""All trials of a position side by side: each open cell assumed a bulb, and assumed a dot, a round at a time.

The trials of a position differ from each other in a cell or two at first, and each asks the same of every run and every
wall. So they are turned over: a mask has a bit for each *trial*, two for each open cell, and an open cell has two such
masks, the trials in which it holds a bulb and those in which it still could. One pass over runs, crossings and walls
then takes a round of every trial at once.

It draws what :meth:`~pipeline.kinds.akari.moves.Moves.forced` draws for one trial, round by round. Nothing is left to
draw from the position itself, so only what is open in it takes part: a run with an open cell holds no bulb, and its
other cells are dots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.grid import indices
from pipeline.kinds.akari.sight import Sight
from pipeline.reasoner import Position


def trials(sight: Sight, clues: int, position: Position, dark: int) -> Iterator[int]:
    """Round by round the trials that break a rule, until none goes on; see :class:`pipeline.reasoner.SideBySide`.

    ``dark`` are the cells that no bulb lights.
    """
    side_by_side = _Trials(sight, clues, position, dark)
    going_on = side_by_side.first_round()
    yield 0
    broken = 0
    while going_on & ~broken:
        now, going_on = side_by_side.round()
        yield now & ~broken
        broken |= now


class _Trials:
    """What is known in every trial. Open cells are counted as they come, runs as their :class:`Sight` counts them."""

    __slots__ = ("_alone", "_bulbs", "_column_of", "_could", "_crossing", "_everyone", "_row_of", "_runs", "_walls")

    def __init__(self, sight: Sight, clues: int, position: Position, dark: int) -> None:
        unknown = sight.white & ~(position.yes | position.no)
        open_cells = list(indices(unknown))
        rows, columns, count = sight.numbered_runs()
        self._row_of = row_of = [rows[cell] for cell in open_cells]
        """The row of each open cell, and its column."""
        self._column_of = column_of = [columns[cell] for cell in open_cells]
        self._runs: list[list[int]] = [[] for _ in range(count)]
        """The open cells of each run."""
        runs = self._runs
        for at, (row, column) in enumerate(zip(row_of, column_of, strict=True)):
            runs[row].append(at)
            runs[column].append(at)
        self._crossing = list(zip(row_of, column_of, strict=True))
        """The rows and columns with open cells that meet in a dark cell."""
        self._alone: set[int] = set()
        """The runs that have a dark cell whose other run has nothing open."""
        for dot in indices(dark & ~unknown):
            row, column = rows[dot], columns[dot]
            if runs[row] and runs[column]:
                self._crossing.append((row, column))
            elif runs[row] or runs[column]:
                self._alone.add(row if runs[row] else column)
        self._walls: list[tuple[list[int], int, int]] = []
        """Of each number the open cells beside it, how many bulbs it asks of them, and how many dots."""
        number_of = dict(zip(open_cells, range(len(open_cells)), strict=True))
        for index in indices(clues):
            beside, number = sight.walls[index]
            left = beside & unknown
            if left:
                asked = number - (beside & position.yes).bit_count()
                self._walls.append(([number_of[cell] for cell in indices(left)], asked, left.bit_count() - asked))
        size = 2 * len(open_cells)
        self._everyone = everyone = (1 << size) - 1
        self._bulbs = [1 << at for at in range(0, size, 2)]
        """By open cell the trials in which it is a bulb."""
        self._could = [everyone ^ 2 << at for at in range(0, size, 2)]
        """By open cell the trials in which it is no dot."""

    def first_round(self) -> int:
        """The round after the assumptions: the trials that decide something in it.

        Each trial knows of one cell more than the position, so it asks for something only where one was to spare.
        """
        bulbs, everyone = self._bulbs, self._everyone
        lit, lone, none = [], [], []
        for run in self._runs:
            bulb = 0
            for at in run:
                bulb |= bulbs[at]
            size = len(run)
            lit.append(bulb)
            none.append(bulb << 1 if size == 1 else 0)
            lone.append(0 if size > 2 else bulb << 1 if size == 2 else everyone ^ bulb ^ bulb << 1)
        bulbs_beside, dots_beside = [0] * len(bulbs), [0] * len(bulbs)
        for beside, number, spare in self._walls:
            if number == 1 or spare == 1:
                bulb = 0
                for at in beside:
                    bulb |= bulbs[at]
                for at in beside:
                    if number == 1:
                        dots_beside[at] |= bulb
                    if spare == 1:
                        bulbs_beside[at] |= bulb << 1
        _, forced = self._needed(lone, none)
        return self._decide(lit, lone, forced, bulbs_beside, dots_beside)[1]

    def round(self) -> tuple[int, int]:
        """A round of every trial: the trials that break a rule in it, and those that decide something in it."""
        seen, lit, lone, none = self._sources()
        unlit, forced = self._needed(lone, none)
        unmet, bulbs_beside, dots_beside = self._met()
        both, going_on = self._decide(lit, lone, forced, bulbs_beside, dots_beside)
        return seen | unlit | unmet | both, going_on

    def _decide(
        self, lit: list[int], lone: list[int], forced: list[int], bulbs_beside: list[int], dots_beside: list[int]
    ) -> tuple[int, int]:
        """Take what runs and walls ask for: the trials in which a cell would be both, and those that go on."""
        bulbs, could = self._bulbs, self._could
        both = going_on = 0
        for at, (row, column) in enumerate(zip(self._row_of, self._column_of, strict=True)):
            unknown = could[at] ^ bulbs[at]
            more = (forced[row] | forced[column] | lone[row] & lone[column] | bulbs_beside[at]) & unknown
            less = (lit[row] | lit[column] | dots_beside[at]) & unknown
            both |= more & less
            going_on |= more | less
            bulbs[at] |= more
            could[at] &= ~less
        return both, going_on

    def _sources(self) -> tuple[int, list[int], list[int], list[int]]:
        """The trials in which two bulbs see each other; by run those in which it is lit, those in which it is dark with
        one source left, and those in which it has none."""
        bulbs, could, everyone = self._bulbs, self._could, self._everyone
        seen = 0
        lit, lone, none = [], [], []
        for run in self._runs:
            one = two = bulb = 0
            for at in run:
                open_in, bulb_in = could[at], bulbs[at]
                two |= one & open_in
                one |= open_in
                seen |= bulb & bulb_in
                bulb |= bulb_in
            lit.append(bulb)
            lone.append((one ^ two) & ~bulb)
            none.append(everyone ^ one)
        return seen, lit, lone, none

    def _needed(self, lone: list[int], none: list[int]) -> tuple[int, list[int]]:
        """The trials in which a dark cell has no source, and by run those in which its one source is the last of a
        dark cell, where that cell is not the source itself."""
        unlit = 0
        forced = [0] * len(lone)
        for run in self._alone:
            unlit |= none[run]
            forced[run] |= lone[run]
        for row, column in self._crossing:
            none_across, none_down = none[row], none[column]
            if none_across:
                unlit |= none_across & none_down
                forced[column] |= none_across & lone[column]
            if none_down:
                forced[row] |= none_down & lone[row]
        return unlit, forced

    def _met(self) -> tuple[int, list[int], list[int]]:
        """The trials in which a number cannot be met; by cell those in which one asks for a bulb, or a dot, there."""
        bulbs, could, everyone = self._bulbs, self._could, self._everyone
        unmet = 0
        bulbs_beside, dots_beside = [0] * len(bulbs), [0] * len(bulbs)
        for beside, number, spare in self._walls:
            full, over = _counted([bulbs[at] for at in beside], number, everyone)
            hungry, short = _counted([everyone ^ could[at] for at in beside], spare, everyone)
            unmet |= over | short
            for at in beside:
                bulbs_beside[at] |= hungry
                dots_beside[at] |= full
        return unmet, bulbs_beside, dots_beside


def _counted(masks: Sequence[int], number: int, everyone: int) -> tuple[int, int]:
    """The bits that so many of these masks have, or more, and those that more have."""
    if number == 1:
        one = two = 0
        for mask in masks:
            two |= one & mask
            one |= mask
        return one, two
    at_least = [everyone, *[0] * (number + 1)]
    for mask in masks:
        for count in range(number, -1, -1):
            at_least[count + 1] |= at_least[count] & mask
    return at_least[number], at_least[number + 1]

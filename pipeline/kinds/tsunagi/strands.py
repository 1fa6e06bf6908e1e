"""Lines over a whole board, for ``kotae new``: laid, lengthened, joined and cut, and tidy all the while.

At first every cell is a line of its own, except that the two ways of each bridge are taken. A line is *tidy* if it runs
neither beside itself nor over both ways of a bridge. What makes lines longer is refused where they would not stay so;
a line may be cut anywhere but on a bridge.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from pipeline.grid import indices, mask_of
from pipeline.kinds.tsunagi.puzzle import LETTERS, OPEN, Puzzle
from pipeline.kinds.tsunagi.steps import steps_of

SHORTEST = 3
"""A line of two cells would be a pair of neighbours."""

STRAIGHT = 0.5
"""How often a line that is laid goes straight on where it can."""
HUGGING = 0.8
"""How often, where it does not, it takes the cell with the fewest ways left, so that few cells are left over."""
PULLS = 30
"""How often, for each cell of the board, a short line may take a cell from another before the lines are given up."""


class Strands:
    """Lines as lists of cells, which together have every open cell of a bare board, one without ends."""

    def __init__(self, bare: Puzzle, rng: Random) -> None:
        steps = steps_of(bare)
        self.bare = bare
        self.rng = rng
        self.edge = {(edge.low, edge.high): number for number, edge in enumerate(steps.edges)}
        self.near = [mask_of(step.target for step in found) for found in steps.of]
        self.clash = list(self.near)
        """For each cell those that its line may not have unless they are next to it in the line."""
        self.lines: dict[int, list[int]] = {cell: [cell] for cell in indices(steps.cells)}
        self.at = {cell: cell for cell in self.lines}
        """For each cell the key of its line."""
        self.over: set[tuple[int, int]] = set()
        """The pairs of cells with a bridge between them."""
        self.sound = self._bridges()
        """Whether every bridge can be crossed."""

    def _bridges(self) -> bool:
        steps = steps_of(self.bare)
        if any(min(across, down) < 0 for _, across, down in steps.bridges):
            return False
        ways = [[steps.edges[way][:2] for way in (across, down)] for _, across, down in steps.bridges]
        for across, down in ways:
            for one in across:
                for other in down:
                    self.clash[one] |= 1 << other
                    self.clash[other] |= 1 << one
            # Two cells can have a bridge and a border between them, on a board that wraps: its edge would be unclear.
            if any(self._beside_over_border(*way) for way in (across, down)):
                return False
        self.over = {way for both in ways for way in both}
        return all(self.join(*way) for way in sorted(self.over))

    def _beside_over_border(self, one: int, other: int) -> bool:
        return sum(1 for edge in steps_of(self.bare).edges if edge[:2] == (one, other)) > 1

    def may_join(self, one: int, other: int) -> bool:
        """Whether these cells, one step apart, are ends of two lines that make one tidy line."""
        first, second = self.lines[self.at[one]], self.lines[self.at[other]]
        if first is second or one not in (first[0], first[-1]) or other not in (second[0], second[-1]):
            return False
        beside = self._reached(first) & mask_of(second)
        return beside == 1 << other and self.clash[other] & mask_of(first) == 1 << one

    def _reached(self, line: list[int]) -> int:
        reached = 0
        for cell in line:
            reached |= self.clash[cell]
        return reached

    def join(self, one: int, other: int) -> bool:
        """Make one line of two if they may be one; say whether they are."""
        if not self.may_join(one, other):
            return False
        first, second = self.lines.pop(self.at[one]), self.lines.pop(self.at[other])
        line = (first if first[-1] == one else first[::-1]) + (second if second[0] == other else second[::-1])
        self._put(line)
        return True

    def cut(self, one: int, other: int) -> bool:
        """Cut a line between two cells that are next to each other in it, unless on a bridge; say whether it is cut."""
        if (min(one, other), max(one, other)) in self.over:
            return False
        line = self.lines.pop(self.at[one])
        at = max(line.index(one), line.index(other))
        self._put(line[:at])
        self._put(line[at:])
        return True

    def _put(self, line: list[int]) -> None:
        key = min(line)
        self.lines[key] = line
        for cell in line:
            self.at[cell] = key

    def lay(self, longest: int, shortest: int = SHORTEST) -> bool:
        """Lay lines over the whole board, most of them no longer than ``longest``; say whether none is too short.

        A longer ``shortest`` leaves fewer lines.
        """
        starts = {cell for cell, line in self.lines.items() if len(line) == 1}
        while starts:
            few = min(self._ways(cell) for cell in starts)
            start = self.rng.choice(sorted(cell for cell in starts if self._ways(cell) == few))
            length = self.rng.randint(SHORTEST, longest)
            self._grow(start, length)
            self._grow(start, length)  # and from the start the other way

            starts = {cell for cell in starts if len(self.lines[self.at[cell]]) == 1 and cell != start}
        return self._lengthen(shortest)

    def _ways(self, cell: int) -> int:
        """How many of the cells beside are still on their own."""
        return sum(1 for other in indices(self.near[cell]) if len(self.lines[self.at[other]]) == 1)

    def _grow(self, head: int, length: int) -> None:
        before = -1
        while len(self.lines[self.at[head]]) < length:
            free = [cell for cell in indices(self.near[head]) if self._is_fresh(cell) and self.may_join(head, cell)]
            if not free:
                return
            target = self._chosen(head, before, free)
            line = self.lines[self.at[target]]
            far = line[-1] if line[0] == target else line[0]
            self.join(head, target)
            before, head = (head, far) if far == target else (-1, far)

    def _is_fresh(self, cell: int) -> bool:
        """Whether a cell is on its own, or on a line that does nothing but cross bridges."""
        line = self.lines[self.at[cell]]
        return all((min(pair), max(pair)) in self.over for pair in pairwise(line))

    def _chosen(self, head: int, before: int, free: list[int]) -> int:
        if before >= 0 and 2 * head - before in free and self.rng.random() < STRAIGHT:
            return 2 * head - before
        if self.rng.random() < HUGGING:
            few = min(self._ways(cell) for cell in free)
            free = [cell for cell in free if self._ways(cell) == few]
        return self.rng.choice(free)

    def _lengthen(self, shortest: int) -> bool:
        """Make every line long enough, by joins and by cells that short lines take from others."""
        for _ in range(PULLS * len(self.at)):
            short = sorted(key for key, line in self.lines.items() if len(line) < shortest)
            if not short:
                return True
            line = self.lines[self.rng.choice(short)]
            steps = [(end, other) for end in (line[0], line[-1]) for other in indices(self.near[end])]
            steps = [step for step in steps if self.at[step[0]] != self.at[step[1]]]
            self.rng.shuffle(steps)
            if not any(self.join(*step) for step in steps) and steps:
                any(self._pull(*step) for step in steps)
        return False

    def _pull(self, end: int, other: int) -> bool:
        """Take ``other`` out of its line, which falls apart, onto the line that ends in ``end``."""
        line = self.lines[self.at[other]]
        at = line.index(other)
        around = [cell for cell in line[max(at - 1, 0) : at + 2] if cell != other]
        if any((min(cell, other), max(cell, other)) in self.over for cell in around):
            return False
        if self.clash[other] & mask_of(self.lines[self.at[end]]) != 1 << end:
            return False
        for cell in around:
            self.cut(cell, other)
        return self.join(end, other)

    def joints(self) -> Iterator[tuple[int, int]]:
        """The pairs of cells at which two lines may be joined, in reading order."""
        for one, other in self.edge:
            if self.at[one] != self.at[other] and self.may_join(one, other):
                yield one, other

    @property
    def edges(self) -> int:
        """The mask of the edges that the lines use."""
        used = 0
        for line in self.lines.values():
            for one, other in pairwise(line):
                used |= 1 << self.edge[min(one, other), max(one, other)]
        return used

    def puzzle(self, waypoints: frozenset[int] = frozenset()) -> Puzzle:
        """The board with the ends of these lines, and waypoints; raises ValueError for more lines than letters."""
        if len(self.lines) > len(LETTERS):
            raise ValueError(f"{len(self.lines)} lines have no letters")
        cells = list(self.bare.text)
        ends = sorted((min(line[0], line[-1]), line) for line in self.lines.values())
        for letter, (_, line) in zip(LETTERS, ends, strict=False):
            for cell in line:
                cells[cell] = letter.lower() if cell in waypoints else OPEN
            cells[line[0]] = cells[line[-1]] = letter
        return self.bare.with_text("".join(cells))

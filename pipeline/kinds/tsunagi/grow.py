"""Positions of the published search: what its checks say, which line moves, and what a move leaves behind.

:mod:`pipeline.kinds.tsunagi.search` has the words and the checks. What a move can break lies around it, so the first
two checks look only at the cells beside a head that has moved on.
"""

from __future__ import annotations

from typing import NamedTuple

from pipeline.grid import indices
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.regions import Move, Regions, union
from pipeline.kinds.tsunagi.steps import steps_of

MANY = 9
"""More moves than a head can have."""


class Line(NamedTuple):
    """An open line; all but the first two are masks.

    ``round_goal`` are the cells beside its goal, ``barred`` the slots that it may not take, ``trail`` its cells.
    """

    pair: int
    head: int
    goal: int
    round_goal: int
    barred: int
    trail: int


class State(NamedTuple):
    """A position: empty cells, ends of open lines, free slots, open lines, regions, edges drawn."""

    empty: int
    ends: int
    free: int
    lines: tuple[Line, ...]
    regions: tuple[int, ...]
    edges: int


class Growth:
    """The tables of one puzzle, and what its positions allow."""

    __slots__ = ("_allowed", "_listed", "_moves", "_near", "_over", "_puzzle", "_regions", "_sides", "_steps")

    def __init__(self, puzzle: Puzzle) -> None:
        steps = steps_of(puzzle)
        self._puzzle = puzzle
        self._steps = steps
        self._regions = Regions(steps)
        self._moves = self._regions.moves
        self._near = self._regions.near
        self._over = self._regions.over
        self._sides = [union(move.slot for move in over) for over in self._over]
        """For each cell the slots beside which it lies."""
        self._allowed = [
            ~union(1 << cell for cell in indices(puzzle.clues) if puzzle.owners[cell] != pair)
            for pair in range(len(puzzle.pairs))
        ]
        """For each pair the cells that are no other pair's waypoint."""
        self._listed = -1 if not puzzle.touch else union(1 << cell for cell, over in enumerate(self._over) if over)
        """The heads whose moves must be listed to be counted."""

    def start(self) -> State | None:
        """The first position; None where the first or second check already fails."""
        puzzle, steps = self._puzzle, self._steps
        ends = puzzle.ends
        empty = steps.cells & ~ends
        free = (1 << 2 * len(steps.bridges)) - 1
        lines = tuple(
            Line(pair, head, 1 << goal, self._near[goal], 0, 1 << head)
            for pair, (head, goal) in enumerate(puzzle.pairs)
        )
        if puzzle.fill and lines:
            # A slot beside a blocked cell has no edge, and stays free.
            blocked = any(edge < 0 for _, *ways in steps.bridges for edge in ways)
            if blocked or not self._have_ways(empty, empty | ends, free):
                return None
        return State(empty, ends, free, lines, self._regions.parts(empty, free), 0)

    def is_answer(self, state: State) -> bool:
        """Whether a position without an open line has all that must be filled."""
        if self._puzzle.fill:
            return not state.empty and not state.free
        return not state.empty & self._puzzle.clues

    def is_served(self, state: State) -> bool:
        """The third and fourth check: each open line can come home, and each region is reached by both its ends."""
        empty, _, free, lines, regions, _ = state
        near = self._near
        served = 0
        for line in lines:
            from_head = near[line.head] & empty
            from_goal = line.round_goal & empty
            beside = near[line.head] & line.goal
            if free:
                usable = free & ~line.barred
                over = self._regions.over_from(line.head, usable)
                from_head |= over & empty
                beside |= over & line.goal
                from_goal |= self._regions.over_from(line.goal.bit_length() - 1, usable) & empty
            shared = 0
            for region in regions:
                if from_head & region and from_goal & region:
                    shared |= region
            if not shared and not beside:
                return False
            served |= shared
        return served == empty or not self._puzzle.fill

    def choose(self, state: State) -> tuple[int, list[Move]]:
        """The line to move, by its index, and its moves: of the lines that have fewest the first."""
        empty = state.empty
        near, allowed, listed = self._near, self._allowed, self._listed
        fewest, chosen = MANY, 0
        for index, line in enumerate(state.lines):
            head = line.head
            if listed >> head & 1:
                moves = len(self._moves_of(state, line))
            else:
                moves = (near[head] & (empty & allowed[line.pair] | line.goal)).bit_count()
            if moves < fewest:
                fewest, chosen = moves, index
                if moves <= 1:
                    break
        return chosen, self._moves_of(state, state.lines[chosen]) if fewest else []

    def _moves_of(self, state: State, line: Line) -> list[Move]:
        """The moves of a line's head, in the order of steps."""
        usable = state.free & ~line.barred
        onto = state.empty & self._allowed[line.pair] | line.goal
        moves = [m for m in self._moves[line.head] if m.cell & onto and (not m.slot or m.slot & usable)]
        return moves if self._puzzle.touch else self._apart(line, moves)

    def _apart(self, line: Line, moves: list[Move]) -> list[Move]:
        """Those moves that take the line beside none of its own cells: straight home where its goal is beside it."""
        home = [move for move in self._moves[line.head] if move.cell == line.goal]
        if home:
            return [move for move in moves if move.cell == line.goal] if len(home) == 1 else []
        behind = line.trail
        return [move for move in moves if sum(1 for back in self._moves[move.target] if back.cell & behind) == 1]

    def after(self, state: State, index: int, move: Move) -> State | None:
        """The position after a move; None where it fails the first or second check."""
        empty, ends, free, lines, regions, edges = state
        pair, head, goal, round_goal, barred, trail = lines[index]
        round_left, sides = self._near[head], self._sides[head]
        if move.slot:
            free ^= move.slot
            barred |= _twin(move.slot)
        if move.cell == goal:
            ends ^= 1 << head | goal
            lines = lines[:index] + lines[index + 1 :]
            round_left |= round_goal
            sides |= self._sides[move.target]
        else:
            empty ^= move.cell
            ends ^= 1 << head | move.cell
            moved = Line(pair, move.target, goal, round_goal, barred, trail | move.cell)
            lines = (*lines[:index], moved, *lines[index + 1 :])
            regions = self._regions.without(move.target, regions, empty, free)
        # After the last move of all, too: a cell left without ways is a cell left empty, and no answer.
        if self._puzzle.fill and (sides & free or not self._have_ways(round_left & empty, empty | ends, free)):
            return None
        return State(empty, ends, free, lines, regions, edges | move.edge)

    def _have_ways(self, cells: int, standing: int, free: int) -> bool:
        """Whether each of these cells has two ways to where a line can come from or go on."""
        while cells:
            index = cells.bit_length() - 1
            cells ^= 1 << index
            ways = (self._near[index] & standing).bit_count()
            if ways < 2:
                over = [move for move in self._over[index] if move.slot & free and move.cell & standing]
                if ways + len(over) < 2:
                    return False
        return True


def _twin(slot: int) -> int:
    """The other slot of the same bridge."""
    return slot << 1 if slot.bit_length() % 2 else slot >> 1

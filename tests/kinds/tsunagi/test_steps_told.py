"""What Tsunagi's techniques of rank 1 tell, against the same said in plain sets of edges.

A hint shows all of a step: which edges it decides, what it follows from, where to look first. What an edge is, is read
off the board here; nothing is shared with the reasoner. Where a line has several cells that show whose it is, each of
them will do for a reason, an end before a waypoint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from pipeline.grid import indices, mask_of
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.reason import DIRECT, TsunagiReasoner, reasoner
from pipeline.reasoner import Contradiction, Position, Step, Technique, since
from tests.kinds.tsunagi.boards import FEATURES, SMALL, joints, puzzle_of, random_boards

RULES = {technique.name: technique for technique in DIRECT if technique.rank == 1}
Broken = tuple[int, int, int]
"""What a contradiction follows from, its clues, its focus."""
Told = tuple[list[Step], Broken | None]


_joints = cache(joints)


class _Plain:
    """A position as sets of edges, and the lines that the used ones make."""

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.puzzle = puzzle
        self.joints = _joints(puzzle)
        self.yes, self.no = set(indices(position.yes)), set(indices(position.no))
        self.open = set(range(len(self.joints))) - self.yes - self.no
        self._at: dict[int, set[int]] = {}
        for number, joint in enumerate(self.joints):
            for cell in joint[:2]:
                self._at.setdefault(cell, set()).add(number)
        self.cells = [cell for cell, ch in enumerate(puzzle.text) if ch not in "#+"]
        self.ends = {end for pair in puzzle.pairs for end in pair}
        self.clues = set(indices(puzzle.clues))
        self.line: dict[int, frozenset[int]] = {}
        for cell in self.cells:
            if cell not in self.line:
                line = frozenset(self._from(cell))
                self.line |= dict.fromkeys(line, line)

    def _from(self, start: int) -> set[int]:
        reached, waiting = {start}, [start]
        while waiting:
            more = {cell for edge in self.at(waiting.pop()) & self.yes for cell in self.joints[edge][:2]} - reached
            reached |= more
            waiting += more
        return reached

    def at(self, cell: int) -> set[int]:
        return self._at.get(cell, set())

    def needs(self, cell: int) -> int:
        return 1 if cell in self.ends else 2

    def shown(self, cell: int) -> dict[int, set[int]]:
        """The pairs that own the line of a cell, each with the cells that show it: ends if there are any."""
        found: dict[int, set[int]] = {}
        for one in self.line[cell] & (self.ends | self.clues):
            found.setdefault(self.puzzle.owners[one], set()).add(one)
        return {pair: shown & self.ends or shown for pair, shown in found.items()}

    def owner(self, cell: int) -> int | None:
        return min(self.shown(cell), default=None)

    def path(self, start: int, goal: int) -> set[int]:
        """The used edges from one cell of a line without a ring to another."""
        came: dict[int, list[int]] = {start: []}
        waiting = [start]
        while goal not in came:
            here = waiting.pop()
            for edge in self.at(here) & self.yes:
                there = sum(self.joints[edge][:2]) - here
                if there not in came:
                    came[there] = [*came[here], edge]
                    waiting.append(there)
        return set(came[goal])

    def owned(self, cells: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Why these cells are of their pairs: each choice of what shows it, as used edges and as waypoints."""
        ways = [[(cell, shown) for shown in self.shown(cell)[self.owner(cell) or 0]] for cell in cells]
        for choice in product(*ways):
            edges = {edge for cell, shown in choice for edge in self.path(cell, shown)}
            yield mask_of(edges), mask_of({shown for _, shown in choice} - self.ends)

    @property
    def clash(self) -> bool:
        """Whether a line is a ring, or of two pairs."""
        used = {line: len({edge for cell in line for edge in self.at(cell) & self.yes}) for line in self.line.values()}
        rings = any(edges >= len(line) for line, edges in used.items())
        return rings or any(len(self.shown(cell)) > 1 for cell in self.cells)

    def crossed_twice(self) -> Iterator[tuple[int, int]]:
        for across, down in _bridges(self).values():
            if across is not None and down is not None and {across, down} <= self.yes:
                one, other = self.joints[across].low, self.joints[down].low
                mine = self.owner(one)
                if self.line[one] == self.line[other] or (mine is not None and mine == self.owner(other)):
                    yield across, down


def _bridges(at: _Plain) -> dict[int, tuple[int | None, int | None]]:
    """For each bridge the edge across it and the edge down it."""
    found: dict[int, tuple[int | None, int | None]] = {}
    for bridge in (cell for cell, ch in enumerate(at.puzzle.text) if ch == "+"):
        over = {joint.high - joint.low == 2: number for number, joint in enumerate(at.joints) if joint.bridge == bridge}
        found[bridge] = over.get(True), over.get(False)
    return found


Said = Iterator[Step | Broken]


def _bridge(at: _Plain) -> Said:
    for bridge, ways in _bridges(at).items() if at.puzzle.fill else ():
        both = {way for way in ways if way is not None}
        if len(both) < 2 or both & at.no:
            yield mask_of(both & at.no if len(both) == 2 else ()), 0, 1 << bridge
        elif both - at.yes:
            yield Step("bridge", 1, yes=mask_of(both - at.yes), focus=1 << bridge)


def _full_cell(at: _Plain) -> Said:
    for cell in at.cells:
        used, left = at.at(cell) & at.yes, at.at(cell) & at.open
        if len(used) > at.needs(cell):
            yield mask_of(used), 0, 1 << cell
        elif len(used) == at.needs(cell) and left:
            yield Step("full cell", 1, no=mask_of(left), follows=mask_of(used), focus=1 << cell)


def _last_ways(at: _Plain, name: str, cell: int, because: set[int], clues: int) -> Said:
    could, follows = at.at(cell) - at.no, mask_of(because | at.at(cell) & at.no)
    if len(could) < at.needs(cell):
        yield follows, clues, 1 << cell
    elif len(could) == at.needs(cell) and could - at.yes:
        yield Step(name, 1, mask_of(could - at.yes), 0, follows, clues, 1 << cell)


def _one_way_on(at: _Plain) -> Said:
    for cell in at.cells:
        used = at.at(cell) & at.yes
        if used or cell in at.ends:
            yield from _last_ways(at, "one way on", cell, used, 0)


def _two_ways_through(at: _Plain) -> Said:
    for cell in at.cells:
        if cell not in at.ends and (at.puzzle.fill or cell in at.clues):
            yield from _last_ways(at, "two ways through", cell, set(), 0 if at.puzzle.fill else 1 << cell)


def _no_way_through(at: _Plain) -> Said:
    for cell in at.cells:
        could = at.at(cell) - at.no
        if not at.puzzle.fill and cell not in at.ends | at.clues and len(could) == 1 and could <= at.open:
            follows = at.at(cell) & at.no
            yield Step("no way through", 1, 0, mask_of(could), mask_of(follows), focus=1 << cell)


ONE_BY_ONE: dict[str, Callable[[_Plain], Said]] = {
    "bridge": _bridge,
    "full cell": _full_cell,
    "one way on": _one_way_on,
    "two ways through": _two_ways_through,
    "no way through": _no_way_through,
}
"""What looks at single cells, in reading order."""


def _ring(at: _Plain) -> Said:
    for edge in at.open:
        low, high, _ = at.joints[edge]
        if at.line[low] == at.line[high]:
            yield Step("ring", 1, no=1 << edge, follows=mask_of(at.path(low, high)))


def _other_pair(at: _Plain) -> Said:
    for edge in at.open:
        low, high, _ = at.joints[edge]
        if None not in (at.owner(low), at.owner(high)) and at.owner(low) != at.owner(high):
            for follows, clues in at.owned((low, high)):
                yield Step("other pair", 1, 0, 1 << edge, follows, clues)


def _kept_apart(at: _Plain) -> Said:
    between: dict[frozenset[frozenset[int]], list[int]] = {}
    for edge in sorted(at.open | at.no) if not at.puzzle.touch else ():
        low, high, _ = at.joints[edge]
        between.setdefault(frozenset((at.line[low], at.line[high])), []).append(edge)
    for edges in between.values():
        low, high, _ = at.joints[edges[0]]
        if at.line[low] == at.line[high]:
            yield mask_of(at.path(low, high)), 0, 1 << low | 1 << high
        elif at.owner(low) is not None and at.owner(low) == at.owner(high):
            # Of each line the cells have one to show it, so that there are as many choices for all as for the first.
            for follows, clues in at.owned(cell for edge in edges for cell in at.joints[edge][:2]):
                if len(edges) > 1 or edges[0] in at.no:
                    yield follows | (mask_of(edges) if len(edges) == 1 else 0), clues, 1 << low | 1 << high
                else:
                    yield Step("kept apart", 1, mask_of(edges), 0, follows, clues)
        elif len(edges) > 1:
            for edge in set(edges) & at.open:
                here, there, _ = at.joints[edge]
                other = at.joints[next(one for one in edges if one != edge)][:2]
                near, far = other if other[0] in at.line[here] else other[::-1]
                yield Step("kept apart", 1, 0, 1 << edge, mask_of(at.path(here, near) | at.path(there, far)))


BY_LINES: dict[str, Callable[[_Plain], Said]] = {"ring": _ring, "other pair": _other_pair, "kept apart": _kept_apart}
"""What looks at whole lines, in any order."""


def _told(steps: Iterator[Step]) -> Told:
    told: list[Step] = []
    try:
        told.extend(steps)
    except Contradiction as broken:
        return told, (broken.follows, broken.clues, broken.focus)
    return told, None


def _in_order(said: Said) -> Told:
    told: list[Step] = []
    for one in said:
        if not isinstance(one, Step):
            return told, one
        told.append(one)
    return told, None


@cache
def _puzzles() -> tuple[Puzzle, ...]:
    """Boards with each feature, and with others beside it; and bridges that lie beside blocked cells."""
    beside = [puzzle_of(text, 3) for text in ("#A#B+B#A#", "#A#.+A..#", "A#A.+....", "A.A.+#...", "A#A.+#...")]
    return (*beside, *(board for feature in FEATURES for board in random_boards(14, 73, feature, SMALL[2:])))


def _boards() -> Iterator[tuple[Puzzle, TsunagiReasoner, Random]]:
    random = Random(73)
    for puzzle in _puzzles():
        yield puzzle, reasoner(puzzle), random


def _position(random: Random, ready: TsunagiReasoner, known: Position, yes: float, no: float) -> Position:
    """What is known, and of the other edges this share used and that share ruled out."""
    drawn = [(place, random.random()) for place in indices(ready.places & ~(known.yes | known.no))]
    used = mask_of(place for place, at in drawn if at < yes)
    return Position(known.yes | used, known.no | mask_of(place for place, at in drawn if yes <= at < yes + no))


NOTHING = Position(0, 0)
SHARES = ((0.0, 0.3), (0.1, 0.1), (0.15, 0.4), (0.25, 0.0), (0.3, 0.3))
"""Of used edges and of such as are ruled out."""


@pytest.mark.parametrize("technique", [RULES[name] for name in ONE_BY_ONE], ids=list(ONE_BY_ONE))
def test_technique_that_looks_at_cells_tells_its_steps_in_reading_order(technique: Technique) -> None:
    """From one position after another, be an edge in it wrong or not: what it decides, follows from and points at; and
    how it ends where a rule is broken. Nothing where no edge is fresh, and all where it had nothing left before."""
    steps = ends = 0
    for puzzle, ready, random in _boards():
        for shares in SHARES:
            before = _position(random, ready, NOTHING, *shares)
            now = _position(random, ready, before, *random.choice(SHARES[:2]))
            had = _told(ready.find(technique, before))
            assert had == _in_order(ONE_BY_ONE[technique.name](_Plain(puzzle, before))), (puzzle, before)
            if technique.name != "bridge":
                assert _told(ready.find(technique, before, NOTHING)) == ([], None), (puzzle, before)
            fresh = since(before, now) if had == ([], None) else None
            told = _told(ready.find(technique, now, fresh))
            assert told == _in_order(ONE_BY_ONE[technique.name](_Plain(puzzle, now))), (puzzle, before, now)
            steps, ends = steps + len(told[0]), ends + (told[1] is not None)
    assert steps > 20
    assert (ends > 20) == (technique.name != "no way through")


@pytest.mark.parametrize("technique", [RULES[name] for name in BY_LINES], ids=list(BY_LINES))
def test_technique_that_looks_at_lines_tells_its_steps(technique: Technique) -> None:
    """From one position after another: as above, in whatever order lines are looked at."""
    steps = ends = 0
    for puzzle, ready, random in _boards():
        for shares in SHARES:
            before = _position(random, ready, NOTHING, *shares)
            had = _told(ready.find(technique, before))
            _compare(technique, _Plain(puzzle, before), had)
            now = _position(random, ready, before, *random.choice(SHARES[:2]))
            told = _told(ready.find(technique, now, since(before, now) if had == ([], None) else None))
            _compare(technique, _Plain(puzzle, now), told)
            if had[1] is None:
                assert _told(ready.find(technique, before, NOTHING)) == ([], None), (puzzle, before)
            steps, ends = steps + len(told[0]), ends + (told[1] is not None)
    assert steps > 10
    assert ends > 20


def test_reasoner_of_fewer_waypoints_shows_these_alone() -> None:
    """Every other of a board's."""
    for puzzle, ready, _ in _boards():
        assert ready.clues == puzzle.clues
        shown = mask_of(list(indices(puzzle.clues))[::2])
        assert ready.showing(shown).clues == ready.showing(shown | 1 << len(puzzle.text)).clues == shown


def test_lines_side_by_side_along_many_edges_are_told_of_by_the_first_two() -> None:
    """Each edge between them is ruled out by the first beside it, and that by the second."""
    puzzle = puzzle_of("........A..A", 4, fill=False, touch=False)
    along = mask_of(edge for edge, (low, high, _) in enumerate(joints(puzzle)) if high == low + 1 and high < 8)
    told = _told(reasoner(puzzle).find(RULES["kept apart"], Position(along, 0)))
    assert len({step.no for step in told[0]}) == 4
    _compare(RULES["kept apart"], _Plain(puzzle, Position(along, 0)), told)


def _compare(technique: Technique, at: _Plain, told: Told) -> None:
    where = at.puzzle, at.yes, at.no
    if technique.name == "kept apart" and at.puzzle.touch:
        assert told == ([], None), where
    elif at.clash:
        assert told[0] == [], where
        assert told[1] is not None, where
        _check_clash(at, *told[1])
    elif technique.name == "ring" and (twice := list(at.crossed_twice())):
        assert told[1] is not None, where
        assert told[1][2] in [mask_of(at.joints[way].low for way in ways) for ways in twice], where
    else:
        said = list(BY_LINES[technique.name](at))
        steps = [one for one in said if isinstance(one, Step)]
        assert set(told[0]) <= set(steps), where
        if told[1] is None:
            assert len(steps) == len(said), where
            assert {(one.yes, one.no) for one in told[0]} == {(one.yes, one.no) for one in steps}, where
        else:
            assert told[1] in said, where


def _check_clash(at: _Plain, follows: int, clues: int, focus: int) -> None:
    """Used edges that are a ring, seen at the cells of one of them; or that join cells of two pairs, seen at these."""
    edges, (one, other) = set(indices(follows)), indices(focus)
    assert edges <= at.yes
    ways: dict[int, int] = {}
    for edge in edges:
        for cell in at.joints[edge][:2]:
            ways[cell] = ways.get(cell, 0) + 1
    reached, grown = {one}, {one}
    while grown:
        grown = {cell for edge in edges for cell in at.joints[edge][:2] if reached & set(at.joints[edge][:2])} - reached
        reached |= grown
    assert reached == set(ways)
    if ways[one] == 2:
        assert set(ways.values()) == {2}
        assert any(at.joints[edge][:2] == (one, other) for edge in edges)
        assert clues == 0
    else:
        assert sorted(ways.values()) == [1, 1, *[2] * (len(ways) - 2)]
        assert ways[other] == 1
        assert at.puzzle.owners[one] != at.puzzle.owners[other]
        assert {one, other} <= at.ends | at.clues
        assert set(indices(clues)) == {one, other} & at.clues

"""The rules of Tsunagi, checked by walking the lines over the board.

This is the judge of both engines and shares no code with either; all that it takes from elsewhere is which cells a
step joins. It judges any set of edges, an unfinished one too, of which every loose end is then told.

A *line* here is whatever hangs together. Where cells may stay unused, a waypoint has to be on its pair's line all the
same. With ``touch`` off, no line may have both cells of an edge that it does not use: neighbours with no wall between
them, or the two cells beside a bridge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.grid import indices
from pipeline.kind import Violation
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import Steps, steps_of

BRANCH = "branch"
CUT = "cut"
LOOP = "loop"
UNJOINED = "unjoined"
GAP = "gap"
BRIDGE = "bridge"
WAYPOINT = "waypoint"
TOUCH = "touch"

RULES = (BRANCH, CUT, LOOP, UNJOINED, GAP, BRIDGE, WAYPOINT, TOUCH)
"""Every rule by name, in the order in which violations are reported."""


def violations(puzzle: Puzzle, edges: int) -> tuple[Violation, ...]:
    """Every rule that these lines break, rule by rule and then in reading order; none for an answer.

    ``edges`` is the mask of the edges that are used. ``branch`` names a cell with too many ways, ``cut`` one that is no
    end and where a line stops; ``loop`` the cells of a ring; ``unjoined`` the two ends of a pair that no line joins;
    ``gap`` every open cell without a line; ``bridge`` a bridge that is not crossed both ways, or twice by one line;
    ``waypoint`` one that its pair's line misses; ``touch`` two cells where a line runs beside itself. Raises ValueError
    for an edge that the board does not have.
    """
    steps = steps_of(puzzle)
    if edges >> len(steps.edges):
        raise ValueError(f"the board has only {len(steps.edges)} edges")
    lines = _walked(steps, edges)
    found = [*_cells(puzzle, steps, edges, lines), *_pairs(puzzle, lines), *_gaps(puzzle, steps, lines)]
    found += [*_bridges(puzzle, steps, edges, lines), *_waypoints(puzzle, lines)]
    if not puzzle.touch:
        found += _touching(steps, edges, lines)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Lines:
    """What hangs together: for each cell on a line the number of the line, and the cells of each line."""

    of: dict[int, int]
    cells: tuple[tuple[int, ...], ...]


def _walked(steps: Steps, edges: int) -> _Lines:
    """Follow the used edges from each cell that has one, in reading order."""
    of: dict[int, int] = {}
    lines: list[tuple[int, ...]] = []
    for start in indices(steps.cells):
        if start in of or not steps.touching[start] & edges:
            continue
        of[start] = len(lines)
        waiting = [start]
        line: list[int] = []
        while waiting:
            cell = waiting.pop()
            line.append(cell)
            for step in steps.of[cell]:
                if edges >> step.edge & 1 and step.target not in of:
                    of[step.target] = len(lines)
                    waiting.append(step.target)
        lines.append(tuple(sorted(line)))
    return _Lines(of, tuple(lines))


def _cells(puzzle: Puzzle, steps: Steps, edges: int, lines: _Lines) -> Iterator[Violation]:
    """Branches, cuts and loops: what can be told by counting the ways of each cell."""
    ways = {cell: (steps.touching[cell] & edges).bit_count() for cell in lines.of}
    most = {cell: 1 if puzzle.ends >> cell & 1 else 2 for cell in lines.of}
    yield from (Violation(BRANCH, (cell,)) for cell in sorted(ways) if ways[cell] > most[cell])
    yield from (Violation(CUT, (cell,)) for cell in sorted(ways) if ways[cell] < most[cell])
    for line in lines.cells:
        if all(ways[cell] == most[cell] == 2 for cell in line):
            yield Violation(LOOP, line)


def _pairs(puzzle: Puzzle, lines: _Lines) -> Iterator[Violation]:
    for first, second in puzzle.pairs:
        if first not in lines.of or lines.of[first] != lines.of.get(second):
            yield Violation(UNJOINED, (first, second))


def _gaps(puzzle: Puzzle, steps: Steps, lines: _Lines) -> Iterator[Violation]:
    empty = tuple(cell for cell in indices(steps.cells & ~puzzle.ends) if cell not in lines.of)
    if puzzle.fill and empty:
        yield Violation(GAP, empty)


def _bridges(puzzle: Puzzle, steps: Steps, edges: int, lines: _Lines) -> Iterator[Violation]:
    for bridge, *ways in steps.bridges:
        used = [steps.edges[way].low for way in ways if way >= 0 and edges >> way & 1]
        missing = puzzle.fill and len(used) < 2
        if missing or (len(used) == 2 and lines.of[used[0]] == lines.of[used[1]]):
            yield Violation(BRIDGE, (bridge,))


def _waypoints(puzzle: Puzzle, lines: _Lines) -> Iterator[Violation]:
    for cell in indices(puzzle.clues):
        first, _ = puzzle.pairs[puzzle.owners[cell]]
        if cell not in lines.of or lines.of[cell] != lines.of.get(first):
            yield Violation(WAYPOINT, (cell,))


def _touching(steps: Steps, edges: int, lines: _Lines) -> Iterator[Violation]:
    for number, edge in enumerate(steps.edges):
        if not edges >> number & 1 and edge.low in lines.of and lines.of[edge.low] == lines.of.get(edge.high):
            yield Violation(TOUCH, (edge.low, edge.high))

"""Tsunagi boards to test on, and their answers by plain enumeration.

The enumeration says yes or no to one edge after another, and goes no further where a cell has too many ways or too
few, a ring closes, or two pairs meet. What a step is it reads off the board by itself. It shares nothing with either
engine, nor with the judge. Only the boards without a waypoint to spare are found by search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pipeline.kinds.tsunagi.puzzle import Puzzle, lettered
from pipeline.kinds.tsunagi.reason import reasoner
from pipeline.search import count as count_answers
from pipeline.search import derive
from tests.fewest import fewest_clues

SHARED = Path(__file__).resolve().parents[4] / "shared" / "cases"
"""Published boards with what is known of them; they are kept outside the repository."""

SMALL = ((2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (5, 5))

MIDDLING = ((4, 5), (5, 5), (5, 6), (6, 6))

SINGLE = ("walls", "blocked", "bridges", "waypoints", "wrap", "gaps", "apart")
"""What a random board may have: ``gaps`` is a board without ``fill``, ``apart`` one without ``touch``."""
ALONE = ("plain", *SINGLE)
FEATURES = (*ALONE, "bridges gaps apart")
"""What a random board can be asked to have. Of all three together some have a bridge that no line crosses, and a line
on two sides of it.
"""


class Joint(NamedTuple):
    """Two cells next to each other, or with a bridge between them; no bridge is -1."""

    low: int
    high: int
    bridge: int


def puzzle_of(text: str, cols: int, walls: str = "", **switches: bool) -> Puzzle:
    """The board with these cells in reading order, and walls as ``0-1,4-8``."""
    board = tuple(text[i : i + cols] for i in range(0, len(text), cols))
    pairs = [wall.split("-") for wall in walls.split(",") if wall]
    return Puzzle(board, tuple((int(a), int(b)) for a, b in pairs), **switches)


def published(name: str) -> list[dict[str, Any]]:
    """The lines of a file of published boards."""
    return [json.loads(line) for line in (SHARED / name).read_text(encoding="utf-8").splitlines()]


def published_puzzle(case: dict[str, Any]) -> Puzzle:
    """The board of a published line; raises ValueError where it has what is not supported here."""
    cells, *words = case["givens"].split("|")
    walls = words.pop(0) if words and words[0][:1].isdigit() else ""
    if set(words) - {"wrap"}:
        raise ValueError(words)
    return puzzle_of(cells, case["size"], walls, wrap="wrap" in words)


def joints(puzzle: Puzzle) -> list[Joint]:
    """Every pair of cells that a line may join, in the order of the edges."""
    rows, cols, text = puzzle.rows, puzzle.cols, puzzle.text
    found: set[Joint] = set()
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0)):
                # From this cell one on, over the far edge if the board wraps; and one more where that is a bridge.
                beyond_edge = row + down == rows or col + right == cols
                here, there = row * cols + col, (row + down) % rows * cols + (col + right) % cols
                if (beyond_edge and not puzzle.wrap) or here == there:
                    continue
                if not beyond_edge and (min(here, there), max(here, there)) in puzzle.walls:
                    continue
                bridge = there if text[there] == "+" else -1
                if bridge >= 0:
                    there = (row + 2 * down) * cols + col + 2 * right
                if text[here] not in "#+" and text[there] != "#":
                    found.add(Joint(min(here, there), max(here, there), bridge))
    return sorted(found)


def answers(puzzle: Puzzle) -> frozenset[int]:
    """Every answer, as masks of edges."""
    return frozenset(_Enumeration(puzzle).run())


class _Enumeration:
    """The edges in order, each left out and then taken."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.joints = joints(puzzle)
        self.open = [cell for cell, ch in enumerate(puzzle.text) if ch not in "#+"]
        self.ends = {cell: pair for pair, cells in enumerate(puzzle.pairs) for cell in cells}
        self.ways = dict.fromkeys(self.open, 0)
        self.far = {cell: cell for cell in self.open}
        """For a cell at the end of a piece of line, the cell at its other end."""
        last = {cell: number for number, joint in enumerate(self.joints) for cell in joint[:2]}
        self.closing: list[list[int]] = [[] for _ in self.joints]
        for cell, number in last.items():
            self.closing[number].append(cell)
        self.lonely = [cell for cell in self.open if cell not in last]

    def run(self) -> Iterator[int]:
        if all(map(self._is_done, self.lonely)):
            yield from self._from(0, 0)

    def _from(self, number: int, edges: int) -> Iterator[int]:
        if number == len(self.joints):
            if self._holds(edges):
                yield edges
            return
        if all(map(self._is_done, self.closing[number])):
            yield from self._from(number + 1, edges)
        low, high, _ = self.joints[number]
        one, other = self.far[low], self.far[high]
        if not self._may_join(low, high, one, other):
            return
        self.ways[low] += 1
        self.ways[high] += 1
        self.far[one], self.far[other] = other, one
        if all(map(self._is_done, self.closing[number])):
            yield from self._from(number + 1, edges | 1 << number)
        self.ways[low] -= 1
        self.ways[high] -= 1
        self.far[one], self.far[other] = low, high

    def _may_join(self, low: int, high: int, one: int, other: int) -> bool:
        if one == high or any(self.ways[cell] == (1 if cell in self.ends else 2) for cell in (low, high)):
            return False
        return not (one in self.ends and other in self.ends and self.ends[one] != self.ends[other])

    def _is_done(self, cell: int) -> bool:
        if cell in self.ends:
            return self.ways[cell] == 1
        may_be_empty = not self.puzzle.fill and self.puzzle.text[cell] == "."
        return self.ways[cell] == 2 or (may_be_empty and self.ways[cell] == 0)

    def _holds(self, edges: int) -> bool:
        """Whether a set of edges with the right number of ways at each cell, and no ring, keeps the other rules."""
        used = [joint for number, joint in enumerate(self.joints) if edges >> number & 1]
        beside: dict[int, list[int]] = {cell: [] for cell in self.open}
        for low, high, _ in used:
            beside[low].append(high)
            beside[high].append(low)
        owner: dict[int, int] = {}
        for pair, (first, second) in enumerate(self.puzzle.pairs):
            before, here = -1, first
            owner[first] = pair
            while here != second:
                onward = [cell for cell in beside[here] if cell != before]
                before, here = here, onward[0]
                owner[here] = pair
        return self._keeps(used, owner)

    def _keeps(self, used: list[Joint], owner: dict[int, int]) -> bool:
        puzzle = self.puzzle
        shown = zip(puzzle.owners, range(len(puzzle.owners)), strict=True)
        if any(pair >= 0 and owner.get(cell) != pair for pair, cell in shown):
            return False
        for bridge in (cell for cell, ch in enumerate(puzzle.text) if ch == "+"):
            crossing = [owner[joint.low] for joint in used if joint.bridge == bridge]
            if (puzzle.fill and len(crossing) < 2) or len(set(crossing)) < len(crossing):
                return False
        unused = set(self.joints) - set(used)
        return puzzle.touch or all(owner.get(low, -1) != owner.get(high, -2) for low, high, _ in unused)


def random_boards(
    count: int, seed: int, feature: str | None = None, shapes: tuple[tuple[int, int], ...] = SMALL
) -> Iterator[Puzzle]:
    """Random boards of all features, or all with this one; most have an answer, many have several, and some none."""
    random = Random(f"{seed}/{feature}")
    for _ in range(count):
        wanted = {name for name in SINGLE if random.random() < 0.2} if feature != "plain" else set()
        wanted |= set((feature or "plain").split()) - {"plain"}
        fitting = [shape for shape in shapes if "bridges" not in wanted or min(shape) > 2]
        while (board := _drawn(random, *random.choice(fitting), wanted)) is None:
            pass
        yield board


def minimal_boards(count: int, seed: int) -> Iterator[Puzzle]:
    """Boards up to 6×6 with exactly one answer, each with as few waypoints as keep it the only one; the features
    in turn. Their lines are few and long, and only every third may be solved by the rules read forwards.
    """
    random = Random(seed)
    made = 0
    while made < count:
        feature = ALONE[made % len(ALONE)]
        (puzzle,) = random_boards(1, random.getrandbits(32), feature, MIDDLING)
        answer = count_answers(reasoner(puzzle), 1).solution
        if answer is None or len(puzzle.pairs) > 5:
            continue
        puzzle = puzzle.with_text(_marked(puzzle, answer))
        shown = fewest_clues(reasoner(puzzle), random)
        if shown is not None and (made % 3 == 0 or not derive(reasoner(puzzle).showing(shown), 1).solved):
            made += 1
            yield puzzle.showing(shown)


def _marked(puzzle: Puzzle, edges: int) -> str:
    """The cells with every cell of a line as a waypoint of its pair."""
    cells = list(puzzle.text)
    used = [joint for number, joint in enumerate(joints(puzzle)) if edges >> number & 1]
    for first, _ in puzzle.pairs:
        reached, waiting = {first}, [first]
        while waiting:
            here = waiting.pop()
            for joint in used:
                if here in joint[:2] and (there := _other(joint, here)) not in reached:
                    reached.add(there)
                    waiting.append(there)
        for cell in reached:
            if cells[cell] == ".":
                cells[cell] = puzzle.text[first].lower()
    return "".join(cells)


def _drawn(random: Random, rows: int, cols: int, wanted: set[str]) -> Puzzle | None:
    """Lines laid at random and cut back to their ends; None where too few or too many found room."""
    bare = puzzle_of("".join(_bare(random, rows, cols, wanted)), cols, wrap="wrap" in wanted)
    laid = _laid(random, bare, random.choice((4, 6, 9, 14)), "apart" in wanted)
    lines = [line for line in laid if len(line) > 1]
    if not 1 <= len(lines) <= 26:
        return None
    cells = list(bare.text)
    for line in laid:
        if len(line) == 1 and "gaps" not in wanted:
            cells[line[0]] = "#"
    for name, line in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", lines, strict=False):
        cells[line[0]] = cells[line[-1]] = name
        for cell in line[1:-1]:
            if "waypoints" in wanted and random.random() < 0.3:
                cells[cell] = name.lower()
    if random.random() < 0.1:
        # An end, perhaps, where it should not be.
        one, other = random.sample([cell for cell in range(rows * cols) if cells[cell] != "+"], 2)
        cells[one], cells[other] = cells[other], cells[one]
    return Puzzle(
        puzzle_of(lettered("".join(cells)), cols).board,
        _walls(random, bare, lines) if "walls" in wanted else (),
        wrap=bare.wrap,
        fill="gaps" not in wanted,
        touch="apart" not in wanted,
    )


def _bare(random: Random, rows: int, cols: int, wanted: set[str]) -> list[str]:
    cells = ["."] * (rows * cols)
    inner = [row * cols + col for row in range(1, rows - 1) for col in range(1, cols - 1)]
    if "bridges" in wanted:
        for cell in random.sample(inner, min(len(inner), random.choice((1, 1, 2)))):
            if all(cells[cell + step] != "+" for step in (1, -1, cols, -cols)):
                cells[cell] = "+"
    if "blocked" in wanted:
        free = [cell for cell, ch in enumerate(cells) if ch == "."]
        for cell in random.sample(free, random.choice((1, 1, 2))):
            cells[cell] = "#"
    return cells


def _walls(random: Random, bare: Puzzle, lines: list[list[int]]) -> tuple[tuple[int, int], ...]:
    """Walls in order, few of them across a line."""
    crossed = {(min(pair), max(pair)) for line in lines for pair in pairwise(line)}
    flat = [joint[:2] for joint in joints(puzzle_of(bare.text, bare.cols)) if joint.bridge < 0]
    return tuple(wall for wall in flat if random.random() < (0.03 if wall in crossed else 0.3))


def _laid(random: Random, bare: Puzzle, longest: int, apart: bool) -> list[list[int]]:
    """Lines over all open cells, of which many cross the bridges; some are a single cell."""
    laid: list[list[int]] = []
    for _ in range(20):
        pen = _Pen(random, bare, apart)
        laid = pen.lines(longest)
        if len(pen.crossed) == 2 * bare.text.count("+"):
            break
    return laid


class _Pen:
    """Draws lines over a bare board, each as far as it comes."""

    def __init__(self, random: Random, bare: Puzzle, apart: bool) -> None:
        self.random = random
        self.apart = apart
        self.nearby: dict[int, list[Joint]] = {cell: [] for cell, ch in enumerate(bare.text) if ch == "."}
        for joint in joints(bare):
            self.nearby[joint.low].append(joint)
            self.nearby[joint.high].append(joint)
        self.free = set(self.nearby)
        self.crossed: dict[tuple[int, bool], int] = {}
        """The way of a bridge, by its cell and whether it is across, and the line that took it."""

    def lines(self, longest: int) -> list[list[int]]:
        lines: list[list[int]] = []
        for start in self.random.sample(sorted(self.free), len(self.free)):
            if start in self.free:
                lines.append(self._line(start, len(lines), longest))
        return lines

    def _line(self, start: int, number: int, longest: int) -> list[int]:
        line = [start]
        self.free.discard(start)
        while len(line) < longest:
            onward = [joint for joint in self.nearby[line[-1]] if self._may_take(joint, line, number)]
            if not onward:
                break
            joint = self.random.choice([joint for joint in onward if joint.bridge >= 0] or onward)
            if joint.bridge >= 0:
                self.crossed[joint.bridge, joint.high - joint.low == 2] = number
            line.append(_other(joint, line[-1]))
            self.free.discard(line[-1])
        return line

    def _may_take(self, joint: Joint, line: list[int], number: int) -> bool:
        target = _other(joint, line[-1])
        if target not in self.free or self.crossed.get((joint.bridge, joint.high - joint.low != 2)) == number:
            return False
        return not self.apart or all(_other(near, target) not in line[:-1] for near in self.nearby[target])


def _other(joint: Joint, cell: int) -> int:
    return joint.high if cell == joint.low else joint.low

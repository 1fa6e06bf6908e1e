"""Tsunagi as clauses: the prover's statement of the rules.

The variable of edge ``i`` is ``i + 1``: true where a line goes by it. A cell's pair is a number in bits, a variable
each; those of an end are settled. Two edges meet in each cell, one in an end, and an edge makes the bits of its cells
equal. So every line that begins at an end comes out at the other end of its pair, and what else the degrees allow are
closed loops. The smallest, four edges around a square, are refused at once, the others as models show them: a loop has
no end in it, so one of its edges is absent, and where every cell is used a line leads out of its cells.

A waypoint has a selector of its own, which settles its cell's bits. On a bridge both ways are taken, and the lines that
take them differ in a bit. Where lines may not run beside themselves, so do neighbours whose edge is not taken.

An answer is its set of edges: two drawings of the same letters are two answers.

Glucose is asked, the quickest here at every size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter

from pipeline.grid import cell_name, indices, mask_of
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import Steps, steps_of
from pipeline.prove import Encoding

Clause = Sequence[int]
MOST_STEPS = 4


def _choices(beside: int, least: int, most: int) -> tuple[Callable[[Sequence[int]], Clause], ...]:
    """The clauses "from ``least`` to ``most`` of these", each as what it takes of the literals and their negations."""
    some = combinations(range(beside), beside - least + 1) if least else ()
    many = combinations(range(beside, 2 * beside), most + 1)
    # A single position would be taken as a literal, not as a clause of one.
    return tuple(_taking(taken) for taken in (*some, *many))


def _taking(positions: tuple[int, ...]) -> Callable[[Sequence[int]], Clause]:
    if len(positions) == 1:
        return itemgetter(slice(positions[0], positions[0] + 1))
    return itemgetter(*positions)


def _none_or_two(beside: int) -> tuple[Callable[[Sequence[int]], Clause], ...]:
    """The clauses "none or two of these": each brings another, and there are not three."""
    another = [(beside + at, *[other for other in range(beside) if other != at]) for at in range(beside)]
    return (*[_taking(taken) for taken in another], *_choices(beside, 0, 2))


ONE = tuple(_choices(beside, 1, 1) if beside else () for beside in range(MOST_STEPS + 1))
TWO = tuple(_choices(beside, 2, 2) if beside > 1 else () for beside in range(MOST_STEPS + 1))
NONE_OR_TWO = tuple(_none_or_two(beside) for beside in range(MOST_STEPS + 1))
"""The clauses about a cell's edges, by how many it has."""

NO_ANSWER: tuple[Clause, ...] = ((1,), (-1,))


def encode(puzzle: Puzzle) -> Encoding[int]:
    """The rules of this board, one selector per waypoint; an answer is the mask of its edges."""
    steps = steps_of(puzzle)
    edges = len(steps.edges)
    bits = max(len(puzzle.pairs) - 1, 0).bit_length()
    cells = list(indices(steps.cells))
    first = _first_bits(steps, bits)
    made = _Clauses(puzzle, steps, first, bits, edges + len(cells) * bits)
    made.settle_ends()
    made.balance()
    made.degrees()
    made.join()
    made.cross()
    selectors = made.waypoints()
    if not puzzle.touch:
        made.keep_apart()
    return Encoding(
        clauses=made.clauses,
        variables=made.variables,
        places={edge: edge + 1 for edge in range(edges)},
        selectors=selectors,
        answer=lambda model: mask_of([variable - 1 for variable in model if variable <= edges]),
        exclude=exclude,
        repair=_loop_cuts(puzzle, steps),
        solver="glucose4",
        meanings=made.meanings,
    )


def exclude(answer: int) -> list[int]:
    """One of these edges is absent.

    It refuses this answer alone: whatever else holds all its edges has closed loops beside them.
    """
    return [-(edge + 1) for edge in indices(answer)]


def _first_bits(steps: Steps, bits: int) -> list[int]:
    """For each cell the variable of its pair's lowest bit, after those of the edges."""
    first = [0] * (steps.rows * steps.cols)
    for at, cell in enumerate(indices(steps.cells)):
        first[cell] = len(steps.edges) + 1 + at * bits
    return first


def _is_dark(cell: int, cols: int) -> bool:
    return sum(divmod(cell, cols)) % 2 == 0


class _Clauses:
    """The clauses of one board as they are written, and the variables given out."""

    def __init__(self, puzzle: Puzzle, steps: Steps, first: list[int], bits: int, variables: int) -> None:
        self.puzzle = puzzle
        self.steps = steps
        self.first = first
        """For each cell the variable of its pair's lowest bit; the others follow."""
        self.bits = bits
        self.variables = variables
        self.clauses: list[Clause] = []
        self.differing: list[tuple[int, int, int, int]] = []
        """Of each variable that says so: it, a bit, and the two cells that differ in it."""
        self.empty: dict[int, int] = {}
        """For each variable that says so the cell that is not used."""

    def settle_ends(self) -> None:
        """The bits of the ends. They come first, so that a solver drops what they make true from later clauses."""
        for pair, ends in enumerate(self.puzzle.pairs):
            for end in ends:
                self.clauses += [[literal] for literal in self.number(end, pair)]

    def balance(self) -> None:
        """Cells coloured as on a chessboard: a line has as many of one colour as of the other, or one more of that of
        both its ends. Where lines use every cell, a board on which that cannot come out has no answer; a solver would
        have to try all the ways to see it. Steps over bridges, and over a join of odd edges, keep the colour: then
        nothing is said.
        """
        cols = self.steps.cols
        if not self.puzzle.fill or any(
            _is_dark(low, cols) == _is_dark(high, cols) for low, high, *_ in self.steps.edges
        ):
            return
        cells = sum(1 if _is_dark(cell, cols) else -1 for cell in indices(self.steps.cells))
        ends = [_is_dark(one, cols) + _is_dark(other, cols) - 1 for one, other in self.puzzle.pairs]
        if cells != sum(ends):
            self.clauses += NO_ANSWER

    def number(self, cell: int, pair: int) -> list[int]:
        """The literals that say that a cell belongs to this pair."""
        first = self.first[cell]
        return [first + bit if pair >> bit & 1 else -(first + bit) for bit in range(self.bits)]

    def degrees(self) -> None:
        """How many edges are taken in each cell."""
        ends = self.puzzle.ends
        inner = TWO if self.puzzle.fill else NONE_OR_TWO
        for cell in indices(self.steps.cells):
            taken = [step.edge + 1 for step in self.steps.of[cell]]
            is_end = bool(ends >> cell & 1)
            if len(taken) < (1 if is_end else 2 if self.puzzle.fill else 0):
                self.clauses += NO_ANSWER
                continue
            literals = taken + [-edge for edge in taken]
            self.clauses += [choice(literals) for choice in (ONE if is_end else inner)[len(taken)]]

    def join(self) -> None:
        """An edge makes the bits of its cells equal, and no four edges are taken around a square."""
        self.clauses += _joined(self.steps, self.bits)

    def cross(self) -> None:
        """Bridges: both ways are taken, if all is to be filled, and never by one line."""
        edges = self.steps.edges
        for _, across, down in self.steps.bridges:
            if self.puzzle.fill:
                self.clauses += [[across + 1], [down + 1]] if min(across, down) >= 0 else NO_ANSWER
            if min(across, down) >= 0:
                differing = self.differ(edges[across].low, edges[down].low)
                self.clauses.append([*differing, -(across + 1), -(down + 1)])

    def waypoints(self) -> dict[int, int]:
        """The selector of each waypoint. Shown, it has a line through it, of its own pair."""
        selectors = {}
        for cell in indices(self.puzzle.clues):
            selectors[cell] = selector = self.fresh()
            self.clauses += [[-selector, literal] for literal in self.number(cell, self.puzzle.owners[cell])]
            if not self.puzzle.fill:
                self.clauses.append([-selector, *[step.edge + 1 for step in self.steps.of[cell]]])
        return selectors

    def keep_apart(self) -> None:
        """No line runs beside itself: neighbours whose edge is not taken differ, or one of them is not used."""
        unused = {} if self.puzzle.fill else self.unused()
        for edge, (low, high, _, _) in enumerate(self.steps.edges, 1):
            empty = [unused[cell] for cell in (low, high) if cell in unused]
            self.clauses.append([edge, *self.differ(low, high), *empty])

    def unused(self) -> dict[int, int]:
        """For each inner cell a variable that no edge of it is taken with."""
        found = {}
        for cell in indices(self.steps.cells & ~self.puzzle.ends):
            found[cell] = self.fresh()
            self.clauses += [(-found[cell], -(step.edge + 1)) for step in self.steps.of[cell]]
        self.empty = {variable: cell for cell, variable in found.items()}
        return found

    def differ(self, one: int, other: int) -> list[int]:
        """Literals of which one has to be true if two cells belong to different pairs, one for each bit."""
        found = []
        for bit in range(self.bits):
            first, second, differs = self.first[one] + bit, self.first[other] + bit, self.fresh()
            self.clauses += [(-differs, first, second), (-differs, -first, -second)]
            found.append(differs)
            self.differing.append((differs, bit, one, other))
        return found

    def meanings(self) -> dict[int, str]:
        """What each variable of its own says."""
        cols = self.puzzle.cols
        letters = [self.puzzle.text[end] for end, _ in self.puzzle.pairs]
        said = {}
        for cell in indices(self.steps.cells):
            for bit in range(self.bits):
                with_bit = " ".join(letter for pair, letter in enumerate(letters) if pair >> bit & 1)
                said[self.first[cell] + bit] = f"{cell_name(cell, cols)} belongs to one of {with_bit}"
        for variable, bit, one, other in self.differing:
            said[variable] = f"{cell_name(one, cols)} and {cell_name(other, cols)} differ in bit {bit + 1}"
        for variable, cell in self.empty.items():
            said[variable] = f"{cell_name(cell, cols)} is not used"
        return said

    def fresh(self) -> int:
        """A variable that nothing uses yet."""
        self.variables += 1
        return self.variables


@lru_cache(maxsize=8)
def _joined(steps: Steps, bits: int) -> tuple[Clause, ...]:
    """What depends on the board's shape alone and is the most to write: once for all puzzles of a base, and for all
    images of a board on which nothing stands."""
    clauses: list[Clause] = []
    add = clauses.append
    first = _first_bits(steps, bits)
    for edge, (low, high, _, _) in enumerate(steps.edges, 1):
        one, other = first[low], first[high]
        for bit in range(bits):
            add((-edge, -one - bit, other + bit))
            add((-edge, one + bit, -other - bit))
    return (*clauses, *_squares(steps))


def _squares(steps: Steps) -> Iterator[Clause]:
    """No four edges around a square."""
    plain = [{step.direction: step for step in found if step.bridge < 0} for found in steps.of]
    for found in plain:
        east, south = found.get(1), found.get(2)
        if east and south:
            down, across = plain[east.target].get(2), plain[south.target].get(1)
            if down and across and down.target == across.target:
                around = {east.edge, down.edge, across.edge, south.edge}
                if len(around) == 4:
                    yield [-(edge + 1) for edge in around]


def _loop_cuts(puzzle: Puzzle, steps: Steps) -> Callable[[frozenset[int]], list[list[int]]]:
    """A repair that refuses the closed loops of a model."""
    edges = len(steps.edges)
    ends = puzzle.ends

    def repair(model: frozenset[int]) -> list[list[int]]:
        taken: dict[int, list[tuple[int, int]]] = {}
        for variable in sorted(model):
            if variable > edges:
                break
            low, high, _, _ = steps.edges[variable - 1]
            taken.setdefault(low, []).append((high, variable))
            taken.setdefault(high, []).append((low, variable))
        for end in indices(ends):
            if end in taken:
                for _ in _walk(taken, end):
                    pass
        clauses: list[list[int]] = []
        while taken:
            start = min(taken)
            loop = list(_walk(taken, start))
            clauses.append([-edge for _, edge in loop])
            if puzzle.fill:
                inside = mask_of(cell for cell, _ in loop)
                clauses.append(_ways_out(steps, inside))
        return clauses

    return repair


def _walk(taken: dict[int, list[tuple[int, int]]], start: int) -> Iterator[tuple[int, int]]:
    """Go along the edges from a cell to the end, or around to it again, taking them out: each cell, the edge to it."""
    cell, came = start, 0
    while cell in taken:
        onward = [(other, edge) for other, edge in taken.pop(cell) if edge != came]
        if not onward:
            return
        cell, came = onward[0]
        yield cell, came


def _ways_out(steps: Steps, inside: int) -> list[int]:
    """The edges between these cells and others."""
    found = 0
    for cell in indices(inside):
        found ^= steps.touching[cell]
    return [edge + 1 for edge in indices(found)]

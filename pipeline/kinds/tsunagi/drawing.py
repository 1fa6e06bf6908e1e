"""The lines of an author's drawing: from letters to edges, with the place of every fault.

A line is followed through the cells of its letter by ``follow.py``, or along the list that ``lines:`` gives of it.
Where no line can go through all cells of a letter, the reason is told: a part cut off, a loose end, a branch, a wall in
its way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pipeline.errors import AuthoringErrors, LayoutRuleError, Location
from pipeline.grid import cell_name, indices
from pipeline.kinds.tsunagi.follow import follow, inside
from pipeline.kinds.tsunagi.listed import Listed, read_lists
from pipeline.kinds.tsunagi.names import CAPITALS, DRAWN, MARKS, clear_ends
from pipeline.kinds.tsunagi.puzzle import BRIDGE, LETTERS, OPEN, Puzzle, Wall
from pipeline.kinds.tsunagi.rules import TOUCH, violations
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.layout import cell_location
from pipeline.node import Located
from pipeline.node import Mapping as Document

UNCLEAR = "list its cells in order under 'lines:', as '  {name}: [{first}, …]'"

AMBIGUOUS = "no waypoint could tell: lead it so that it does not run beside itself there, or set a wall between"


@dataclass(frozen=True, slots=True)
class _Line:
    ends: tuple[int, int]
    edges: int


@dataclass(slots=True)
class Drawing:
    """A drawing being read. ``bare`` is the board without letters, ``walls`` has the place of each wall."""

    document: Document
    rows: tuple[Located, ...]
    bare: Puzzle
    walls: dict[Wall, Location]
    faults: list[LayoutRuleError] = field(default_factory=list)

    def read(self) -> tuple[Puzzle, int, str]:
        """The puzzle with the ends of its lines, the edges of the lines, and what the author calls each of them.

        Raises AuthoringErrors with all faults of the lines.
        """
        cells = self._cells()
        self._check_cells(cells)
        self._end()
        lists = read_lists(self.document, self.rows, self.bare, self.walls, cells)
        found: dict[str, _Line] = {}
        for name, mask in cells.items():
            line = self._listed(name, mask, lists[name]) if name in lists else self._line(name, mask)
            if line:
                found[name] = line
        self._end()
        names = "".join(sorted(found, key=lambda name: found[name].ends))
        text = list(self.bare.text)
        edges = 0
        for letter, name in zip(LETTERS, names, strict=False):
            edges |= found[name].edges
            for end in found[name].ends:
                text[end] = letter
        puzzle = self.bare.with_text("".join(text))
        self._judge(puzzle, edges, cells)
        self._end()
        return puzzle, edges, names

    def fault(self, cell: int, message: str, hint: str) -> None:
        """Note a fault at a cell of the drawing."""
        self.faults.append(LayoutRuleError(message, cell_location(self.rows, cell), hint))

    def _end(self) -> None:
        if self.faults:
            raise AuthoringErrors(self.faults)

    @property
    def _text(self) -> str:
        return "".join(row.text for row in self.rows)

    def _cells(self) -> dict[str, int]:
        """The mask of the cells of each line, by its name, in reading order."""
        cells: dict[str, int] = {}
        for cell, letter in enumerate(self._text):
            if letter in DRAWN:
                name = letter if letter in MARKS else letter.upper()
                cells[name] = cells.get(name, 0) | 1 << cell
        return cells

    def _check_cells(self, cells: dict[str, int]) -> None:
        """What can be told without following a line."""
        text = self._text
        if not cells:
            self.fault(0, "no line is drawn", "a line is a letter in each of its cells, its two ends the capital")
        if len(cells) > len(LETTERS):
            self.fault(0, f"a board of {len(cells)} lines", f"no more than {len(LETTERS)} have letters")
        for cell in [cell for cell, letter in enumerate(text) if letter == OPEN and self.bare.fill]:
            self.fault(
                cell, "a cell without a line", "every open cell is used, unless 'fill: false' stands in the layout"
            )
        if self.bare.fill:
            for cell in [cell for cell, letter in enumerate(text) if letter == BRIDGE]:
                self._check_bridge(cell, cells)
        for name, mask in cells.items():
            if name in CAPITALS:
                self._check_ends(name, mask)

    def _check_bridge(self, bridge: int, cells: dict[str, int]) -> None:
        """One line goes straight across, and another straight down."""
        hint = "one line goes straight across a bridge and another straight down"
        owner = {cell: name for name, mask in cells.items() for cell in indices(mask)}
        cols = self.bare.cols
        ways = ((bridge - 1, bridge + 1, "across"), (bridge - cols, bridge + cols, "down"))
        for one, other, way in ways:
            if owner.get(one) is None or owner.get(other) is None:
                blocked = cell_name(one if owner.get(one) is None else other, cols)
                self.fault(bridge, f"no line goes {way} this bridge: {blocked} has none", hint)
            elif owner[one] != owner[other]:
                self.fault(
                    bridge, f"no line goes {way} this bridge: beside it are {owner[one]} and {owner[other]}", hint
                )
        if len({owner.get(cell, str(cell)) for one, other, _ in ways for cell in (one, other)}) == 1:
            self.fault(bridge, f"the line of {owner[bridge - 1]} crosses this bridge twice", hint)

    def _check_ends(self, name: str, mask: int) -> None:
        text = self._text
        ends = [cell for cell in indices(mask) if text[cell] == name]
        if len(ends) != 2:
            count = {0: "no end", 1: "only one end"}.get(len(ends), f"{len(ends)} ends")
            place = ends[2] if len(ends) > 2 else ends[0] if ends else next(indices(mask))
            self.fault(
                place, f"the line of {name} has {count}", f"its two ends are written {name}, the cells between small"
            )

    def _ends(self, name: str, mask: int) -> tuple[int, int] | None:
        if name in CAPITALS:
            text = self._text
            first, second = (cell for cell in indices(mask) if text[cell] == name)
            return first, second
        return clear_ends(steps_of(self.bare), mask)

    def _line(self, name: str, mask: int) -> _Line | None:
        """Follow a line by its letters alone."""
        first = next(indices(mask))
        hint = UNCLEAR.format(name=name, first=cell_name(first, self.bare.cols))
        ends = self._ends(name, mask)
        if ends is None:
            self.fault(first, f"the ends of the line of {name} do not stand clear of the rest of it", hint)
            return None
        found = follow(self.bare, mask, ends)
        if found.only is not None:
            return _Line(ends, found.only)
        if found.gave_up:
            self.fault(ends[0], f"the line of {name} is too tangled to follow", hint)
        elif found.ways:
            self.fault(ends[0], f"the letters leave open which way the line of {name} runs", AMBIGUOUS)
        else:
            self._explain(name, mask, ends)
        return None

    def _listed(self, name: str, mask: int, listed: Listed) -> _Line | None:
        """A line as its list has it."""
        if name in CAPITALS and self._ends(name, mask) != listed.ends:
            message = f"the list of {name} begins at {cell_name(listed.cells[0], self.bare.cols)} and ends at "
            hint = f"it goes from one {name} of the drawing to the other"
            self.faults.append(
                LayoutRuleError(message + cell_name(listed.cells[-1], self.bare.cols), listed.location, hint)
            )
            return None
        return _Line(listed.ends, listed.edges)

    def _explain(self, name: str, mask: int, ends: tuple[int, int]) -> None:
        """Say why no line goes through these cells."""
        apart = "neighbours of one line are joined, unless 'touch: true' stands in the layout"
        if not self.bare.touch and (ways := follow(replace(self.bare, touch=True), mask, ends).ways):
            low, high = self._unused(mask, ways[0])
            self.fault(high, f"the line of {name} runs beside itself: {cell_name(low, self.bare.cols)}", apart)
            return
        open_board = replace(self.bare, walls=(), touch=True)
        if ways := follow(open_board, mask, ends).ways:
            edges = steps_of(open_board).edges
            for wall in [edges[edge][:2] for edge in indices(ways[0]) if edges[edge][:2] in self.walls]:
                message = f"the line of {name} crosses this wall"
                self.faults.append(
                    LayoutRuleError(message, self.walls[wall], "take the wall away, or lead the line round it")
                )
            return
        for bridge, *over in steps_of(self.bare).bridges:
            if all(edge >= 0 and inside(steps_of(self.bare), mask) >> edge & 1 for edge in over):
                self.fault(
                    bridge, f"the line of {name} crosses this bridge twice", "another line crosses it the other way"
                )
                return
        self.fault(*self._fault_of(name, mask, ends))

    def _unused(self, mask: int, way: int) -> tuple[int, int]:
        steps = steps_of(self.bare)
        low, high, _, _ = steps.edges[next(indices(inside(steps, mask) & ~way))]
        return low, high

    def _fault_of(self, name: str, mask: int, ends: tuple[int, int]) -> tuple[int, str, str]:
        """The first of: a part cut off, a loose end, a branch."""
        steps = steps_of(self.bare)
        joined = inside(steps, mask)
        hint = "a line goes from cell to neighbouring cell, from one end to the other"
        reached, waiting = {ends[0]}, [ends[0]]
        while waiting:
            beside = {step.target for step in steps.of[waiting.pop()] if joined >> step.edge & 1}
            waiting += beside - reached
            reached |= beside
        for cell in indices(mask):
            if cell not in reached:
                return (
                    cell,
                    f"the line of {name} is cut: nothing joins this cell to its end at {self._at(ends[0])}",
                    hint,
                )
        ways = {cell: (steps.touching[cell] & joined).bit_count() for cell in indices(mask)}
        for loose in indices(mask):
            if ways[loose] == 1 and loose not in ends:
                here, came = loose, -1
                while ways[here] < 3 and here not in ends:
                    onward = [step for step in steps.of[here] if joined >> step.edge & 1 and step.edge != came]
                    here, came = onward[0].target, onward[0].edge
                if here in ends:
                    return here, f"the line of {name} goes on past this end of it, to {self._at(loose)}", hint
                return here, f"the line of {name} branches here: one way stops at {self._at(loose)}", hint
        return ends[0], f"no line goes through all cells of {name}", hint

    def _at(self, cell: int) -> str:
        return cell_name(cell, self.bare.cols)

    def _judge(self, puzzle: Puzzle, edges: int, cells: dict[str, int]) -> None:
        """What the lines break together: bridges not crossed as they should be, and lines beside themselves."""
        owner = {cell: name for name, mask in cells.items() for cell in indices(mask)}
        for broken in violations(puzzle, edges):
            if broken.rule == TOUCH:
                low, high = broken.cells
                message = f"the line of {owner[low]} runs beside itself: {self._at(low)}"
                self.fault(high, message, "it may, where 'touch: true' stands in the layout")
            else:
                ways = [edge for _, *ways in _at_bridge(puzzle, broken.cells[0]) for edge in ways]
                taken = [edge for edge in ways if edge >= 0 and edges >> edge & 1]
                crossing = "crossed twice by one line" if len(taken) == 2 else "not crossed both ways"
                self.fault(broken.cells[0], f"a bridge that is {crossing}", "one line goes across, another down")


def _at_bridge(puzzle: Puzzle, cell: int) -> Iterator[tuple[int, int, int]]:
    return (bridge for bridge in steps_of(puzzle).bridges if bridge[0] == cell)

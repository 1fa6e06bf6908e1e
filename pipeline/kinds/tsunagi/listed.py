"""``lines:``, an author's lists of the cells of lines, each from end to end: from names of cells to edges.

A bridge that a line crosses may be named between the cells at its sides, or left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.errors import LayoutRuleError, LayoutSyntaxError, Location
from pipeline.grid import cell_name, indices, mask_of, parse_cell
from pipeline.kinds.tsunagi.puzzle import BRIDGE, Puzzle, Wall
from pipeline.kinds.tsunagi.steps import Step, steps_of
from pipeline.layout import cell_location
from pipeline.node import Located, clip, suggestion
from pipeline.node import Mapping as Document


@dataclass(frozen=True, slots=True)
class Listed:
    """A list that reads well: the cells in order, without bridges, and the edges between them."""

    cells: tuple[int, ...]
    edges: int
    location: Location

    @property
    def ends(self) -> tuple[int, int]:
        """Its two ends, the one that is read first in front."""
        first, last = sorted((self.cells[0], self.cells[-1]))
        return first, last


def read_lists(
    document: Document,
    rows: tuple[Located, ...],
    bare: Puzzle,
    walls: Mapping[Wall, Location],
    cells: Mapping[str, int],
) -> dict[str, Listed]:
    """The lists of a document by the names of their lines; ``cells`` is the mask of each line's cells.

    Raises AuthoringError for the first fault.
    """
    if "lines" not in document:
        return {}
    lists = document.mapping("lines")
    read: dict[str, Listed] = {}
    for key, _ in lists.entries:
        name = key.text.upper() if key.text.isalpha() else key.text
        if name not in cells:
            raise LayoutRuleError(f"no line is called '{clip(key.text)}'", key.location, suggestion(name, cells))
        if name in read:
            raise LayoutRuleError(f"a second list of {name}", key.location, "list each line once")
        read[name] = _List(name, lists.strings(key.text), rows, bare, walls, cells[name]).read(key.location)
    return read


@dataclass(frozen=True, slots=True)
class _List:
    name: str
    items: Sequence[Located]
    rows: tuple[Located, ...]
    bare: Puzzle
    walls: Mapping[Wall, Location]
    own: int

    def read(self, place: Location) -> Listed:
        stops = [(self._cell(item), item.location) for item in self.items]
        cells: list[int] = []
        edges = 0
        bridge = -1
        for cell, location in stops:
            if self.bare.text[cell] == BRIDGE:
                bridge = cell
                continue
            if cell in cells:
                raise LayoutRuleError(
                    f"{self._at(cell)} stands twice in the list of {self.name}", location, "once is right"
                )
            if cells:
                edges |= 1 << self._step(cells[-1], cell, bridge, location).edge
            cells.append(cell)
            bridge = -1
        if len(cells) < 2:
            raise LayoutRuleError(f"the list of {self.name} has no two cells", place, "it goes from end to end")
        if missed := self.own & ~mask_of(cells):
            message = f"the list of {self.name} misses this cell"
            raise LayoutRuleError(
                message, cell_location(self.rows, next(indices(missed))), "it has every cell of the line"
            )
        return Listed(tuple(cells), edges, self.items[0].location)

    def _cell(self, item: Located) -> int:
        cell = parse_cell(item.text)
        if cell is None:
            raise LayoutSyntaxError(f"'{clip(item.text)}' is no cell", item.location, "write r1c3 for row 1, column 3")
        if cell.row >= self.bare.rows or cell.col >= self.bare.cols:
            hint = f"the board has {self.bare.rows} rows of {self.bare.cols} cells"
            raise LayoutRuleError(f"{item.text} is off the board", item.location, hint)
        index = cell.row * self.bare.cols + cell.col
        if not self.own >> index & 1 and self.bare.text[index] != BRIDGE:
            hint = f"the list has the cells that are drawn {self.name}, and the bridges between them"
            raise LayoutRuleError(f"{item.text} is no cell of the line of {self.name}", item.location, hint)
        return index

    def _step(self, one: int, other: int, bridge: int, location: Location) -> Step:
        """The step between two cells of the list, over this bridge if one is named between them."""
        steps = [step for step in steps_of(self.bare).of[one] if step.target == other]
        if found := [step for step in steps if bridge in (-1, step.bridge)]:
            return min(found, key=lambda step: step.bridge)
        wall = (min(one, other), max(one, other))
        if bridge < 0 and wall in self.walls:
            message = f"the line of {self.name} crosses this wall"
            raise LayoutRuleError(message, self.walls[wall], "take the wall away, or lead the line round it")
        message = f"no step leads from {self._at(one)} to {self._at(other)}"
        raise LayoutRuleError(
            message, location, "a line goes from cell to neighbouring cell, and straight over bridges"
        )

    def _at(self, cell: int) -> str:
        return cell_name(cell, self.bare.cols)

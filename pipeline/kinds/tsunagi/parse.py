"""Reading a Tsunagi layout: finished lines under ``answer:``, or a setter's own board under ``givens:``.

In an answer every line is a letter, its two ends the capital, and a cell that stays unused is ``.``; ``names.py`` says
which letters there are, ``drawing.py`` follows the lines. A setter's own board is written as its code is: the two ends
of a line share a capital or a digit, a small letter is a waypoint, ``.`` an open cell; from 36 pairs on small letters
are pairs as well. Pairs may be lettered in any order, but only the first 26 that are read can have waypoints. In both
``#`` is a blocked cell and ``+`` a bridge.

``walls:`` lists edges as ``r1c2-r1c3``; ``wrap: true`` joins the edges of the board, ``fill: false`` lets cells stay
unused, and ``touch: false`` forbids a line to run beside itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.errors import AuthoringErrors, LayoutRuleError, LayoutSyntaxError, Location
from pipeline.grid import parse_cell
from pipeline.interchange.format import Exported
from pipeline.kinds.tsunagi.drawing import Drawing
from pipeline.kinds.tsunagi.images import turn, turn_answer, upright_images
from pipeline.kinds.tsunagi.names import DRAWN, switches_yaml
from pipeline.kinds.tsunagi.numbered import are_told, layout_rows
from pipeline.kinds.tsunagi.puzzle import (
    BLOCKED,
    BRIDGE,
    LARGEST_SIDE,
    LETTERS,
    OPEN,
    Puzzle,
    Wall,
    lettered,
    rows_of,
    wall_text,
)
from pipeline.kinds.tsunagi.shape import bridge_faults, late_waypoints, letter_faults, wall_fault
from pipeline.layout import cell_location, read_board_rows
from pipeline.node import Located, clip
from pipeline.node import Mapping as Document

KEYS = frozenset({"answer", "givens", "walls", "wrap", "fill", "touch", "lines"})
SWITCHES: Mapping[str, bool] = {"wrap": False, "fill": True, "touch": True}
"""The rules that a layout can change, and what holds where it does not."""
SHAPES = OPEN + BLOCKED + BRIDGE


@dataclass(frozen=True, slots=True)
class Drawn:
    """What an author drew: the ends of finished lines and the lines, or, if ``fixed``, a puzzle to be left as it is."""

    puzzle: Puzzle
    edges: int = 0
    """The mask of the edges of the lines; of a setter's own board none."""
    names: str = ""
    """What the author calls each line, in the order of the pairs."""
    fixed: bool = False

    @property
    def outline(self) -> tuple[str, ...]:
        """Blocked cells and bridges; of a setter's own board the ends too."""
        ends = self.puzzle.ends if self.fixed else 0
        cols = self.puzzle.cols
        cells = "".join(
            "o" if ends >> cell & 1 else letter if letter in SHAPES else OPEN
            for cell, letter in enumerate(self.puzzle.text)
        )
        return tuple(cells[start : start + cols] for start in range(0, len(cells), cols))

    @property
    def twins(self) -> tuple[tuple[str, ...], ...]:
        """The drawing as every image shows it, a wide board upright, with its walls, rules and lines."""
        puzzle, edges = self.puzzle, self.edges
        rules = f"wrap {puzzle.wrap}, fill {puzzle.fill}, touch {puzzle.touch}"
        turned = [(turn(puzzle, image), turn_answer(puzzle, edges, image)) for image in upright_images(puzzle)]
        return tuple((rules, wall_text(board.walls), f"{lines:x}", *board.board) for board, lines in turned)


def read(document: Document) -> tuple[Drawn, tuple[Located, ...]]:
    """The board of a document, and its rows as drawn; raises AuthoringError with the place of each fault."""
    fixed = _is_fixed(document)
    if fixed:
        hint = "'.' open, '#' blocked, '+' a bridge, a capital or digit for each end, a small letter for a waypoint"
        rows = read_board_rows(document, "givens", SHAPES + LETTERS, hint, LARGEST_SIDE)
    else:
        hint = "a line is a letter, its two ends the capital; '#' is blocked, '+' a bridge"
        rows = read_board_rows(document, "answer", SHAPES + DRAWN, hint, LARGEST_SIDE)
    text, cols = "".join(row.text for row in rows), len(rows[0].text)
    faults = [*bridge_faults(text, cols), *(letter_faults(text, cols) if fixed else ())]
    faults = faults or list(late_waypoints(text) if fixed else ())
    if faults:
        raise AuthoringErrors(LayoutRuleError(f.message, cell_location(rows, f.cell), f.hint) for f in faults)
    switches = {name: document.boolean(name, usual) for name, usual in SWITCHES.items()}
    walls = dict(sorted(_walls(document, text, cols, switches["wrap"])))
    if fixed:
        puzzle = Puzzle(rows_of(lettered(text), cols), tuple(walls), **switches)
        return Drawn(puzzle, names="".join(text[first] for first, _ in puzzle.pairs), fixed=True), rows
    bare = "".join(letter if letter in SHAPES else OPEN for letter in text)
    drawing = Drawing(document, rows, Puzzle(rows_of(bare, cols), tuple(walls), **switches), walls)
    puzzle, edges, names = drawing.read()
    return Drawn(puzzle, edges, names), rows


def as_yaml(puzzle: Puzzle, labels: Sequence[str] = ()) -> Exported:
    """A setter's own board as the YAML of a layout, with these labels of its pairs where letters can say them."""
    rows = "".join(f"  {row}\n" for row in layout_rows(puzzle, labels))
    lost = () if are_told(labels) else ("has no letters for the numbers of these pairs: they are lettered anew",)
    return Exported(f"givens: |\n{rows}{switches_yaml(puzzle)}", lost)


def _is_fixed(document: Document) -> bool:
    if "answer" not in document and "givens" not in document:
        hint = "draw finished lines under 'answer', or your own puzzle under 'givens'"
        raise LayoutSyntaxError("neither 'answer' nor 'givens' is there", document.location, hint)
    if "answer" in document and "givens" in document:
        message = "both 'answer' and 'givens'"
        raise LayoutSyntaxError(message, document.entry("givens").key.location, "keep one of the two")
    if "givens" in document and "lines" in document:
        message = "'lines' beside 'givens'"
        raise LayoutSyntaxError(
            message, document.entry("lines").key.location, "the lines of a setter's board are not told"
        )
    return "givens" in document


def _walls(document: Document, text: str, cols: int, wrap: bool) -> Iterator[tuple[Wall, Location]]:
    """Each wall with its place in the file."""
    seen: set[Wall] = set()
    for item, location in document.strings("walls", ()):
        wall = _wall(item, location, len(text) // cols, cols)
        if fault := wall_fault(text, cols, wall, wrap):
            raise LayoutRuleError(f"{item}: {fault[0]}", location, fault[1])
        if wall in seen:
            raise LayoutRuleError(f"the wall {item} stands twice", location, "name each once")
        seen.add(wall)
        yield wall, location


def _wall(text: str, location: Location, rows: int, cols: int) -> Wall:
    cells = [parse_cell(part.strip()) for part in text.split("-")]
    found = [cell for cell in cells if cell]
    if len(found) != 2 or len(cells) != 2:
        hint = "write r1c2-r1c3 for the edge between row 1, column 2 and row 1, column 3"
        raise LayoutSyntaxError(f"'{clip(text)}' is no wall", location, hint)
    for cell in found:
        if cell.row >= rows or cell.col >= cols:
            raise LayoutRuleError(f"{cell} is off the board", location, f"the board has {rows} rows of {cols} cells")
    one, other = sorted(cell.row * cols + cell.col for cell in found)
    return one, other

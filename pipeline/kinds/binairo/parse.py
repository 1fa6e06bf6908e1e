"""Reading a Binairo layout: a finished grid under ``answer:``, or a setter's own board under ``givens:``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.errors import AuthoringErrors, LayoutRuleError, LayoutSyntaxError
from pipeline.grid import Symmetry, cell_name, symmetries
from pipeline.interchange.format import Exported
from pipeline.kind import Violation
from pipeline.kinds.binairo.puzzle import LARGEST_SIDE, OPEN, SMALLEST_SIDE, STONES, Puzzle, crowded
from pipeline.kinds.binairo.rules import EQUAL, QUOTA, THREE, broken
from pipeline.layout import cell_location, read_board_rows
from pipeline.node import Located
from pipeline.node import Mapping as Document
from pipeline.wording import plural

KEYS = frozenset({"answer", "givens", "unique_lines"})


@dataclass(frozen=True, slots=True)
class Drawn:
    """What an author drew: a finished grid, or, if ``fixed``, a puzzle to be left as it is."""

    puzzle: Puzzle
    fixed: bool = False

    @property
    def outline(self) -> tuple[str, ...]:
        """Which cells are given, for a setter's own board; of a finished grid its stones."""
        if not self.fixed:
            return self.puzzle.board
        return tuple("".join(OPEN if ch == OPEN else "#" for ch in row) for row in self.puzzle.board)

    @property
    def twins(self) -> tuple[tuple[str, ...], ...]:
        """The drawing as every image shows it, a wide board first turned upright, and the rule that it is under."""
        puzzle = self.puzzle
        if puzzle.rows < puzzle.cols:
            puzzle = puzzle.turned(Symmetry.ROTATE90, swap=False)
        rule = "unique lines" if puzzle.unique_lines else "equal lines"
        return tuple(
            (rule, *puzzle.turned(symmetry, swap).board)
            for swap in (False, True)
            for symmetry in symmetries(puzzle.rows, puzzle.cols)
        )


def read(document: Document) -> tuple[Drawn, tuple[Located, ...]]:
    """The grid of a document, and its rows as drawn; raises AuthoringError with the place of the fault."""
    fixed = _is_fixed(document)
    if fixed:
        hint = "a cell is '.' open, or 0 or 1"
        rows = read_board_rows(document, "givens", OPEN + STONES, hint, LARGEST_SIDE)
    else:
        hint = "a finished grid has 0 or 1 in every cell; one with open cells goes under 'givens'"
        rows = read_board_rows(document, "answer", STONES, hint, LARGEST_SIDE)
    _check_sides(rows)
    puzzle = Puzzle(tuple(row.text for row in rows), document.boolean("unique_lines", True))
    faults = tuple(_broken_rules(puzzle, rows))
    if faults:
        raise AuthoringErrors(faults)
    if fixed and OPEN not in puzzle.text:
        message = "every cell is given, so that nothing is left to solve"
        raise LayoutRuleError(message, rows[0].location, "a finished grid goes under 'answer'")
    return Drawn(puzzle, fixed), rows


def as_yaml(puzzle: Puzzle) -> Exported:
    """A setter's own board as the YAML of a layout."""
    rows = "".join(f"  {row}\n" for row in puzzle.board)
    return Exported(f"givens: |\n{rows}unique_lines: {'true' if puzzle.unique_lines else 'false'}\n")


def _is_fixed(document: Document) -> bool:
    if "answer" not in document and "givens" not in document:
        hint = "draw a finished grid under 'answer', or your own puzzle under 'givens'"
        raise LayoutSyntaxError("neither 'answer' nor 'givens' is there", document.location, hint)
    if "answer" in document and "givens" in document:
        message = "both 'answer' and 'givens'"
        raise LayoutSyntaxError(message, document.entry("givens").key.location, "keep one of the two")
    return "givens" in document


def _check_sides(rows: tuple[Located, ...]) -> None:
    height, width = len(rows), len(rows[0].text)
    for side, name, index in ((width, "row", width - 1), (height, "column", (height - 1) * width)):
        place = cell_location(rows, index)
        if side % 2:
            hint = "both sides are even, so that each line can be half 0 and half 1"
            raise LayoutRuleError(f"a {name} of {plural(side, 'cell')} has no half", place, hint)
        if side < SMALLEST_SIDE:
            hint = f"both sides are even, from {SMALLEST_SIDE} to {LARGEST_SIDE}"
            raise LayoutRuleError(f"a {name} of {side} cells is too short", place, hint)


def _broken_rules(puzzle: Puzzle, rows: tuple[Located, ...]) -> Iterator[LayoutRuleError]:
    """A fault for each rule that the grid breaks, at the last cell that has part in it."""
    too_many = crowded(puzzle.rows, puzzle.cols) if puzzle.unique_lines else None
    if too_many:
        yield LayoutRuleError(too_many, rows[0].location, "write 'unique_lines: false', or mend the shape")
        return
    for violation in broken(puzzle):
        message, hint = _told(puzzle, violation)
        yield LayoutRuleError(message, cell_location(rows, max(violation.cells)), hint)


def _told(puzzle: Puzzle, violation: Violation) -> tuple[str, str]:
    """A broken rule in an author's words, and the rule itself."""
    cells, cols = violation.cells, puzzle.cols
    stone = puzzle.text[cells[0]]
    match violation.rule:
        case rule if rule == THREE:
            ends = f"{cell_name(cells[0], cols)} to {cell_name(cells[-1], cols)}"
            return f"{len(cells)} times {stone} in a row, {ends}", "at most two equal stones stand side by side"
        case rule if rule == QUOTA:
            name, side = _line(cells, cols), cols if _is_row(cells, cols) else puzzle.rows
            return f"{name} has {len(cells)} times {stone}", f"each line of {side} cells has {side // 2} of each stone"
        case rule if rule == EQUAL:
            half = len(cells) // 2
            names = f"{_line(cells[:half], cols)} and {_line(cells[half:], cols)}"
            return f"{names} are equal", "no two rows and no two columns are equal, unless 'unique_lines: false'"
        case rule:
            raise ValueError(rule)


def _is_row(cells: tuple[int, ...], cols: int) -> bool:
    return cells[0] // cols == cells[-1] // cols


def _line(cells: tuple[int, ...], cols: int) -> str:
    return f"row {cells[0] // cols + 1}" if _is_row(cells, cols) else f"column {cells[0] % cols + 1}"

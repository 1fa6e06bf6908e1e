"""The small boards of a kind's rules page: read from its ``rules.yaml``, judged by its rules, drawn by its drawings.

Each document of the file is a picture. One of a rule has ``rule``, the number of the rule in the kind's words, a
``caption``, which is a key of the words below ``picture`` or brings texts of its own, a ``grid`` as a level has it, and
where that is not full an ``answer``, or a ``sketch`` where the kind's places are no cells. Whether it shows the rule
kept or broken is not said there: the kind's own judge finds out, and the cells that it names are marked. One of a
technique has ``technique``, a ``grid``, what is known ``before``, where that is more, and what is known ``after``, both
as sketches where places are no cells; the cells between the two are marked. ``rules`` are a level's switches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from build.boards import Rows, read_answer, read_board, read_known
from build.sayings import Saying, read_saying
from build.thumbs import Thumbs, share
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.node import Mapping as Document
from pipeline.source import read_documents

CELL = 32
"""The width of a cell on the page, in its pixels."""

OF_RULE = ("rule", "caption", "grid", "answer", "sketch", "rules")
OF_TECHNIQUE = ("technique", "grid", "before", "after", "rules")


@dataclass(frozen=True, slots=True)
class Plate:
    """A board that shows a rule kept or broken."""

    rule: int
    """The number of the rule, from 1."""
    caption: Saying
    """What is written below it."""
    drawing: int
    """Which of the drawings it is."""
    broken: frozenset[str]
    """The rules that it breaks, by their names in the house."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A technique at work: what is known before and after it."""

    technique: str
    grid: Rows
    before: Rows
    after: Rows
    rules: Mapping[str, Any]
    drawings: tuple[int, int]
    """Which of the drawings they are."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """All pictures of a kind, in the order of its file, and the drawings made for one page."""

    plates: tuple[Plate, ...]
    deductions: tuple[Deduction, ...]
    thumbs: Thumbs


def read_pictures(path: Path, kind: AnyKind, rules: int) -> Pictures:
    """Read the pictures of a kind that has so many rules; raises AuthoringError with the place of a fault."""
    documents, errors = read_documents(path, path.as_posix())
    for error in errors:
        raise error
    plates: list[Plate] = []
    deductions: list[Deduction] = []
    drawn: list[str] = []
    for document in documents:
        if "technique" in document:
            deductions.append(_deduction(document, kind, drawn))
        else:
            plates.append(_plate(document, kind, rules, drawn))
    return Pictures(tuple(plates), tuple(deductions), share(drawn, kind.name))


def _plate(document: Document, kind: AnyKind, rules: int, drawn: list[str]) -> Plate:
    document.check_keys(OF_RULE if kind.read_sketch else [key for key in OF_RULE if key != "sketch"])
    board = read_board(kind, document, is_whole=False)
    key = next((key for key in ("sketch", "answer") if key in document), "grid")
    rows, answer = read_answer(kind, board, key)
    violations = kind.violations(board.puzzle, answer)
    cells = {cell for violation in violations for cell in violation.cells}
    drawing = kind.draw.svg(board.grid, None if key == "grid" else rows, board.rules)
    drawn.append(_marked(drawing, board.grid, cells, "fault"))
    rule = document.integer("rule", low=1, high=rules)
    caption = read_saying(document, "caption", "picture")
    return Plate(rule, caption, len(drawn) - 1, frozenset(found.rule for found in violations))


def _deduction(document: Document, kind: AnyKind, drawn: list[str]) -> Deduction:
    document.check_keys(OF_TECHNIQUE)
    technique = document.choice("technique", (technique.name for technique in kind.techniques))
    board = read_board(kind, document, is_whole=False)
    from_grid = "before" not in document and not kind.read_sketch
    before, was = read_known(kind, board, document, "grid" if from_grid else "before")
    after, now = read_known(kind, board, document, "after")
    fresh = was.yes ^ now.yes | was.no ^ now.no
    cells = set(indices(kind.cells_at(board.puzzle, fresh) if kind.cells_at else fresh))
    drawn.append(_marked(kind.draw.svg(board.grid, before, board.rules), board.grid, set(), "found"))
    drawn.append(_marked(kind.draw.svg(board.grid, after, board.rules), board.grid, cells, "found"))
    return Deduction(technique, board.grid, before, after, board.rules, (len(drawn) - 2, len(drawn) - 1))


def _marked(drawing: str, grid: Rows, cells: Set[int], name: str) -> str:
    """A drawing in its size on the page, with a line around these cells."""
    head, _, rest = drawing.partition(">")
    rows, cols = len(grid), len(grid[0])
    left, top, width, height = (float(number) for number in head.split('viewBox="')[1].split('"')[0].split())
    line = "".join(
        f"M{left + col * width / cols:g} {top + row * height / rows:g}"
        + (f"h{width / cols:g}" if is_across else f"v{height / rows:g}")
        for row, col, is_across in _outline(cells, rows, cols)
    )
    marks = "".join(f'<path class="{layer} {name}" fill="none" d="{line}"/>' for layer in ("under", "over") if line)
    return f'{head} width="{cols * CELL}" height="{rows * CELL}">{rest.removesuffix("</svg>")}{marks}</svg>'


def _outline(cells: Set[int], rows: int, cols: int) -> Iterator[tuple[int, int, bool]]:
    """The sides of these cells that lead out of them, each by the corner that it begins in, and whether it goes across.

    A side lies between two cells of which one is in and the other is not, off the board or elsewhere.
    """
    inside = {divmod(cell, cols) for cell in cells}
    for row in range(rows + 1):
        for col in range(cols + 1):
            here = (row, col) in inside
            if here != ((row - 1, col) in inside):
                yield row, col, True
            if here != ((row, col - 1) in inside):
                yield row, col, False

"""The small boards of a kind's rules page: read from its ``rules.yaml``, judged by its rules, drawn by its drawings.

Each document of the file is a picture. One of a rule has ``rule``, the number of the rule in the kind's words, a
``caption`` (a key of the words below ``picture``), a ``grid`` as a level has it, and where that is not full an
``answer``, or a ``sketch`` where the kind's places are no cells. Whether it shows the rule kept or broken is not said
there: the kind's own judge finds out, and the cells that it names are marked. One of a technique has ``technique``, a
``grid``, what is known ``before``, where that is more, and what is known ``after``, both as sketches where places are
no cells; the cells between the two are marked. ``rules`` are a level's switches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from build.thumbs import Thumbs, share
from pipeline.errors import AuthoringError, ConfigError
from pipeline.grid import indices
from pipeline.kind import AnyKind, Violation
from pipeline.node import Mapping as Document
from pipeline.node import Node, Scalar
from pipeline.node import Sequence as List
from pipeline.source import read_documents
from pipeline.wording import plural

CELL = 32
"""The width of a cell on the page, in its pixels."""

OF_RULE = ("rule", "caption", "grid", "answer", "sketch", "rules")
OF_TECHNIQUE = ("technique", "grid", "before", "after", "rules")

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plate:
    """A board that shows a rule kept or broken."""

    rule: int
    """The number of the rule, from 1."""
    caption: str
    """The key of what is written below it."""
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
    document.check_keys(OF_RULE)
    grid, switches = read_rows(document, "grid"), read_switches(document)
    answer: Rows | None
    if kind.read_sketch and "sketch" in document:
        answer = read_signs(document, "sketch")
    else:
        answer = read_rows(document, "answer") if "answer" in document else None
    try:
        violations = _judged(kind, kind.read_grid(grid, switches), answer or grid, "sketch" in document)
    except (AuthoringError, ValueError) as error:
        place = document.place("grid" if answer is None else "sketch" if "sketch" in document else "answer")
        raise ConfigError(f"the kind cannot read the board: {error}", place) from error
    cells = {cell for violation in violations for cell in violation.cells}
    drawn.append(_marked(kind.draw.svg(grid, answer, switches), grid, cells, "fault"))
    rule = document.integer("rule", low=1, high=rules)
    return Plate(rule, document.string("caption"), len(drawn) - 1, frozenset(found.rule for found in violations))


def _judged(kind: AnyKind, puzzle: Any, rows: Rows, sketched: bool) -> tuple[Violation, ...]:
    """What the kind's judge says of an answer, or of lines that are wrong or not finished."""
    if kind.read_sketch and sketched:
        return kind.violations(puzzle, kind.reasoner(puzzle).answer(kind.read_sketch(puzzle, rows).yes))
    return kind.violations(puzzle, kind.read_answer(puzzle, rows))


def _deduction(document: Document, kind: AnyKind, drawn: list[str]) -> Deduction:
    document.check_keys(OF_TECHNIQUE)
    technique = document.choice("technique", (technique.name for technique in kind.techniques))
    grid, switches = read_rows(document, "grid"), read_switches(document)
    if kind.read_sketch and kind.cells_at:
        before, after = (read_signs(document, key) for key in ("before", "after"))
        puzzle = kind.read_grid(grid, switches)
        was, now = (kind.read_sketch(puzzle, rows) for rows in (before, after))
        cells = set(indices(kind.cells_at(puzzle, was.yes ^ now.yes | was.no ^ now.no)))
    else:
        before = read_rows(document, "before") if "before" in document else grid
        after = read_rows(document, "after")
        letters = zip("".join(before), "".join(after), strict=True)
        cells = {cell for cell, (was, now) in enumerate(letters) if was != now}
    drawn.append(_marked(kind.draw.svg(grid, before, switches), grid, set(), "found"))
    drawn.append(_marked(kind.draw.svg(grid, after, switches), grid, cells, "found"))
    return Deduction(technique, grid, before, after, switches, (len(drawn) - 2, len(drawn) - 1))


def read_rows(document: Document, key: str, board: Document | None = None) -> Rows:
    """A drawing as large as the grid of the document, or of another one that has the ``board``."""
    rows = document.rows(key)
    first = (board or document).rows("grid")
    for row in rows:
        if len(row.text) != len(first[0].text):
            raise ConfigError(
                f"a row of {len(row.text)} cells", row.location, f"the board is {len(first[0].text)} wide"
            )
    if len(rows) != len(first):
        raise ConfigError(f"'{key}' has {plural(len(rows), 'row')}", document.place(key), f"the board has {len(first)}")
    return tuple(row.text for row in rows)


def read_signs(document: Document, key: str) -> Rows:
    """A drawing that the kind reads."""
    return tuple(row.text for row in document.rows(key))


def read_switches(document: Document) -> Mapping[str, Any]:
    """The switches of a level, where the document has some."""
    return {key: _value(node) for (key, _), node in document.mapping("rules").entries} if "rules" in document else {}


def _value(node: Node) -> Any:
    """A switch as a catalogue has it."""
    if isinstance(node, List):
        return [_value(item) for item in node.items]
    if isinstance(node, Scalar):
        return {"true": True, "false": False}.get(node.text, node.text) if node.plain else node.text
    return {key.text: _value(value) for key, value in node.entries}


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

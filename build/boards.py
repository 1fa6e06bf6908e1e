"""The small boards that a kind's pages show: drawn in ``rules.yaml`` and ``lesson.yaml``, and read here.

Nothing of them is taken on trust, since a site can have files of its own: what the kind cannot read is told with its
place and in an author's words, whatever the kind's readers raise for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pipeline.check import UNREADABLE
from pipeline.errors import AuthoringError, ConfigError, Location
from pipeline.kind import AnyKind
from pipeline.node import Mapping as Document
from pipeline.node import Node, Scalar
from pipeline.node import Sequence as List
from pipeline.reasoner import Position
from pipeline.wording import plural, spoken

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a document draws it, with the switches that stand beside it, and as the kind has it."""

    document: Document
    grid: Rows
    rules: Mapping[str, Any]
    puzzle: Any


def read_board(kind: AnyKind, document: Document, is_whole: bool) -> Board:
    """The board of a document; raises AuthoringError where it is none of the kind's.

    One that ``is_whole`` is a board that a level could have. A picture of a kind whose places are no cells may show a
    part of one, which has no code.
    """
    grid, rules = read_rows(document, "grid"), _switches(document)
    is_whole = is_whole or not kind.read_sketch
    try:
        puzzle = _puzzle(kind, grid, rules, is_whole)
    except UNREADABLE:
        with told("the board", document.place("grid"), f"draw it as levels of {kind.name} stand in a catalogue"):
            known = kind.rules(_puzzle(kind, grid, {}, is_whole))
        for name in rules:
            _check_switch(kind, document, name, known)
        place = document.place("rules")
        raise ConfigError(f"'rules' are not those of {kind.name}, or do not fit the board", place) from None
    known = kind.rules(puzzle)
    for name, value in rules.items():
        _check_switch(kind, document, name, {key: known[key] for key in known if key != name or known[key] == value})
    return Board(document, grid, rules, puzzle)


def _puzzle(kind: AnyKind, grid: Rows, rules: Mapping[str, Any], is_whole: bool) -> Any:
    """The kind's own, of which all is asked that the pages will ask: some readers find a fault only then."""
    puzzle = kind.read_grid(grid, rules)
    if is_whole:
        # The reader of a grid takes it for the house's own; that of a code takes nothing for granted. What it says is
        # of a code, which the author never saw.
        try:
            kind.decode(kind.code(puzzle))
        except AuthoringError as error:
            raise ValueError("no board of a level") from error
    kind.clues(puzzle)
    kind.reasoner(puzzle)
    kind.draw.svg(grid, rules=rules)
    return puzzle


def _check_switch(kind: AnyKind, document: Document, name: str, known: Mapping[str, Any]) -> None:
    if name not in known:
        place = document.mapping("rules").entry(name).key.location
        hint = f"it knows {', '.join(known)}" if known else "it has none"
        raise ConfigError(f"'rules' are not those of {kind.name}: '{name}'", place, hint)


def read_answer(kind: AnyKind, board: Board, key: str) -> tuple[Rows, Any]:
    """The answer that a document draws, right or wrong, as rows and as the kind has it."""
    document = board.document
    if kind.read_sketch and key == "sketch":
        rows, known = _sketch(kind, board, document, key)
        return rows, kind.reasoner(board.puzzle).answer(known.yes)
    rows = read_rows(document, key)
    with told("the board", document.place(key)):
        answer = kind.read_answer(board.puzzle, rows)
        fits = kind.answer_grid(board.puzzle, answer) == rows
    if not fits:
        raise ConfigError("this is no filling of the grid", document.place(key), "what the grid has stays as it is")
    return rows, answer


def read_known(kind: AnyKind, board: Board, document: Document, key: str) -> tuple[Rows, Position]:
    """What a drawing says of the places of a board: a sketch, or the grid with the kind's marks in it."""
    if kind.read_sketch:
        return _sketch(kind, board, document, key)
    drawn = read_rows(document, key, board.document)
    yes_mark, no_mark = kind.marks
    found = [0, 0]
    for cell, (letter, clue) in enumerate(zip("".join(drawn), "".join(board.grid), strict=True)):
        if letter == clue:
            continue
        if letter not in kind.marks:
            row, col = divmod(cell, len(board.grid[0]))
            message = f"{spoken(letter)} stands where the board has {spoken(clue)}"
            hint = f"'{yes_mark}' and '{no_mark}' say what is known; all else is as in the grid"
            raise ConfigError(message, _moved(document.rows(key)[row].location, col), hint)
        found[letter == no_mark] |= 1 << cell
    return drawn, Position(*found)


def _moved(place: Location, col: int) -> Location:
    return Location(place.file, place.line, place.column + col, place.text)


def _sketch(kind: AnyKind, board: Board, document: Document, key: str) -> tuple[Rows, Position]:
    rows = tuple(row.text for row in document.rows(key))
    assert kind.read_sketch
    with told("the drawing", document.place(key)):
        known = kind.read_sketch(board.puzzle, rows)
        kind.draw.svg(board.grid, rows, board.rules)
    return rows, known


@contextmanager
def told(what: str, place: Location, hint: str | None = None) -> Iterator[None]:
    """Turn what a kind says of a drawing into an error of the author's file; what Python says of it is left out."""
    try:
        yield
    except AuthoringError as error:
        raise ConfigError(f"the kind cannot read {what}: {error.message}", place, error.hint or hint) from error
    except UNREADABLE as error:
        raise ConfigError(f"the kind cannot read {what}", place, hint) from error


def read_rows(document: Document, key: str, board: Document | None = None) -> Rows:
    """A drawing as large as the grid of the document, or of another one that has the ``board``."""
    rows = document.rows(key)
    first = (board or document).rows("grid")
    for row in rows:
        if len(row.text) != len(first[0].text):
            message = f"a row of {plural(len(row.text), 'cell')}"
            raise ConfigError(message, row.location, f"the board is {len(first[0].text)} wide")
    if len(rows) != len(first):
        raise ConfigError(f"'{key}' has {plural(len(rows), 'row')}", document.place(key), f"the board has {len(first)}")
    return tuple(row.text for row in rows)


def _switches(document: Document) -> Mapping[str, Any]:
    """The switches of a level, where the document has some."""
    return {key: _value(node) for (key, _), node in document.mapping("rules").entries} if "rules" in document else {}


def _value(node: Node) -> Any:
    """A switch as a catalogue has it."""
    if isinstance(node, List):
        return [_value(item) for item in node.items]
    if isinstance(node, Scalar):
        return {"true": True, "false": False}.get(node.text, node.text) if node.plain else node.text
    return {key.text: _value(value) for key, value in node.entries}

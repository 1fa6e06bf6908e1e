"""What ``kotae solve`` is asked about: puzzles as they are drawn, wherever they stand.

A source is, in this order: ``-`` for standard input, a file or a folder, the id of a level, or a text that holds a
puzzle itself, such as a link or a game ID. What a file or standard input holds is told by its look: lines with keys of
layouts are YAML, everything else is what other programs write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.advise import as_drawn
from pipeline.catalogue import Level, read_catalogue
from pipeline.errors import AuthoringError, AuthoringErrors, LayoutRuleError, Location
from pipeline.files import open_file
from pipeline.gather import STDIN, STDIN_NAME
from pipeline.gather import as_drawn as layouts_at
from pipeline.interchange.read import Found, read_all
from pipeline.kind import AnyKind
from pipeline.layout import COMMON_KEYS, Layout, layouts_of
from pipeline.node import clip
from pipeline.source import MAX_BYTES, parse_documents
from pipeline.wording import listed

TYPED = "argument"
"""What a text on the command line itself is called in messages."""

YAML = (".yaml", ".yml")

LEVEL_ID = re.compile(r"[0-9a-f]{12}")

PATH_LIKE = re.compile(r"(~|\.{0,2}/)[^\s?#|]*|[^\s?#|:=]+(\.[A-Za-z]{1,5}|/)")
"""A text that is meant for the name of a file: it begins as a path does, or has an ending, or ends as a folder does."""


@dataclass(frozen=True, slots=True)
class Question:
    """A puzzle whose answers are asked for, and where it stands."""

    kind: str
    puzzle: Any
    location: Location
    title: str = ""
    notes: tuple[str, ...] = ()
    """What was assumed in reading it."""
    grid: tuple[str, ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asking:
    """How sources are to be read: the kind and the format where nothing else says them, and where levels are."""

    kinds: dict[str, AnyKind]
    kind: str = ""
    format: str | None = None
    catalogue: Path = Path("catalogue")


@dataclass(frozen=True, slots=True)
class Asked:
    """The puzzles of all sources, every fault, and the files of folders that were passed over."""

    questions: tuple[Question, ...] = ()
    faults: tuple[AuthoringError, ...] = ()
    passed_over: tuple[Path, ...] = ()

    def __add__(self, other: Asked) -> Asked:
        return Asked(self.questions + other.questions, self.faults + other.faults, self.passed_over + other.passed_over)


def questions(sources: Sequence[str], asking: Asking, stdin: Callable[[], bytes]) -> Asked:
    """The puzzles of all sources in order; ``stdin`` reads standard input, and may raise AuthoringError."""
    asked = Asked()
    for number, source in enumerate(sources, 1):
        name = f"{TYPED} {number}" if len(sources) > 1 else TYPED
        try:
            asked += _source(source, name, asking, stdin)
        except AuthoringErrors as errors:
            asked += Asked(faults=errors.errors)
        except AuthoringError as error:
            asked += Asked(faults=(error,))
    return asked


def _source(source: str, name: str, asking: Asking, stdin: Callable[[], bytes]) -> Asked:
    if source == STDIN:
        return _data(stdin(), STDIN_NAME, asking)
    path = Path(source)
    there = _is_there(path)
    if source.endswith(YAML) or (there and path.is_dir()):
        loaded = layouts_at([source], asking.kinds, asking.kind, stdin)
        return _layouts(loaded.layouts, loaded.faults, asking, loaded.passed_over)
    if there:
        return _data(_bytes(path), path.as_posix(), asking)
    if LEVEL_ID.fullmatch(source):
        return Asked((_level(source, asking),))
    asked = _text(source, name, asking)
    if not asked.questions and PATH_LIKE.fullmatch(source):
        raise AuthoringError("there is no such file", Location(source), "is the name right?")
    return asked


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a link is longer than the name of a file can be
        return False


def _bytes(path: Path) -> bytes:
    try:
        with open_file(path) as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise AuthoringError(f"cannot be read: {error.strerror or error}", Location(path.as_posix())) from error


def _data(data: bytes, name: str, asking: Asking) -> Asked:
    """What a file holds, by its look."""
    keys = "|".join(sorted(COMMON_KEYS.union(*(kind.keys for kind in asking.kinds.values()))))
    looked_at = data.decode("utf-8-sig", "replace")
    if re.search(rf"^({keys})[ \t]*:([ \t]|\r?$)", looked_at, re.MULTILINE):
        layouts, faults = layouts_of(parse_documents(data, name), asking.kind, name, name, asking.kinds)
        return _layouts(layouts, faults, asking)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = Location(name, data.count(b"\n", 0, error.start) + 1)
        raise AuthoringError(f"the byte 0x{data[error.start]:02x} is not UTF-8", place, "save it as UTF-8") from error
    return _text(text, name, asking)


def _text(text: str, name: str, asking: Asking) -> Asked:
    reading = read_all(text, name, asking.kinds, asking.kind or None, asking.format)
    return Asked(tuple(_found(found, asking) for found in reading.found), reading.faults)


def _found(found: Found, asking: Asking) -> Question:
    kind, imported = asking.kinds[found.kind], found.imported
    return _question(kind, imported.puzzle, found.location, imported.title, imported.notes)


def _layouts(
    layouts: Sequence[Layout], faults: Sequence[AuthoringError], asking: Asking, passed_over: tuple[Path, ...] = ()
) -> Asked:
    asked = [_layout(asking.kinds[layout.kind], layout) for layout in layouts]
    return Asked(tuple(asked), tuple(faults), passed_over)


def _layout(kind: AnyKind, layout: Layout) -> Question:
    """A layout as it is drawn: its clues are those that stand there, and an answer is no clue."""
    puzzle = kind.fixed(layout.board)
    notes: tuple[str, ...] = ()
    if puzzle is None:
        if kind.drawn:
            puzzle, _ = kind.drawn(layout.board)
        else:
            rows, _, rules = as_drawn(kind, layout.board)
            puzzle = kind.read_grid(rows, rules)
        notes = (_unfinished(kind, puzzle),)
    return _question(kind, puzzle, layout.location, layout.title, notes)


def _unfinished(kind: AnyKind, puzzle: Any) -> str:
    """What to say of a layout that is no puzzle yet."""
    reasoner = kind.reasoner(puzzle)
    left = reasoner.places
    for given in reasoner.givens:
        left &= ~(given.yes | given.no)
    told = "it is solved as it is drawn, without the clues that 'kotae levels' would give it"
    return told if left else "nothing is open: it is the answer that is drawn, and 'kotae check' tells its levels"


def _level(name: str, asking: Asking) -> Question:
    """The level of a catalogue that has this id; raises AuthoringError where there is none."""
    for level, place in _levels(name, asking.catalogue):
        if level.kind in asking.kinds:
            kind = asking.kinds[level.kind]
            return _question(kind, kind.read_grid(level.grid, level.rules), place, level.title, ())
    place = Location(asking.catalogue.as_posix())
    hint = "'kotae levels' makes the levels" if not asking.catalogue.is_dir() else "is the id whole?"
    raise AuthoringError(f"no level has the id '{clip(name)}'", place, hint)


def _levels(name: str, catalogue: Path) -> Iterator[tuple[Level, Location]]:
    """The levels of this id; of the files only those that name it are read."""
    mark = f'"id": "{name}"'.encode()
    for path in sorted(catalogue.glob("*.jsonl")):
        with open_file(path) as file:
            named = any(mark in line for line in file)
        for number, level in enumerate(read_catalogue(path) if named else (), start=1):
            if level.id == name:
                yield level, Location(path.as_posix(), number)


def _question(kind: AnyKind, puzzle: Any, place: Location, title: str, notes: tuple[str, ...]) -> Question:
    return Question(kind.name, puzzle, place, title, notes, kind.grid(puzzle), kind.rules(puzzle))


def with_rules(kinds: Mapping[str, AnyKind], question: Question, changed: Mapping[str, bool]) -> Question:
    """The same puzzle with some of its switches put otherwise; raises LayoutRuleError where it has no such switch."""
    kind = kinds[question.kind]
    known = switches(question.rules)
    for name in changed:
        if name not in known:
            hint = f"it has {listed(list(known))}" if known else "it has none"
            raise LayoutRuleError(f"{kind.name} has no rule '{clip(name)}'", question.location, hint)
    puzzle = kind.read_grid(question.grid, {**question.rules, **changed})
    return _question(kind, puzzle, question.location, question.title, question.notes)


def switches(rules: Mapping[str, Any]) -> dict[str, bool]:
    """Those of a puzzle's rules that hold or do not."""
    return {name: value for name, value in rules.items() if isinstance(value, bool)}

"""What ``kotae solve`` is asked about: puzzles as they are drawn, wherever they stand.

A source is, in this order: ``-`` for standard input, a file or a folder, the id of a level, or a text that holds a
puzzle itself, such as a link or a game ID. What a file or standard input holds is told by its look: lines with keys of
layouts are YAML, everything else is what other programs write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.advise import as_drawn
from pipeline.errors import AuthoringError, AuthoringErrors, LayoutRuleError, Location
from pipeline.gather import as_drawn as layouts_at
from pipeline.interchange.read import Found
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.lookup import find_level
from pipeline.node import clip
from pipeline.reasoner import given_position
from pipeline.stdin import read_in
from pipeline.typed import layout_at, layouts_in, names_layouts, names_level, numbered, puzzles_in, read_typed
from pipeline.wording import listed


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


def questions(sources: Sequence[str], asking: Asking) -> Asked:
    """The puzzles of all sources in order, and every fault."""
    asked = Asked()
    for source, name in numbered(sources):
        try:
            asked += _source(source, name, asking)
        except AuthoringErrors as errors:
            asked += Asked(faults=errors.errors)
        except AuthoringError as error:
            asked += Asked(faults=(error,))
    return asked


def _source(source: str, name: str, asking: Asking) -> Asked:
    if names_layouts(source):
        loaded = layouts_at([source], asking.kinds, asking.kind, read_in)
        return _layouts(loaded.layouts, loaded.faults, asking, loaded.passed_over)
    if names_level(source):
        kind, level, place = find_level(source, asking.kinds, asking.catalogue)
        return Asked((_question(kind, kind.read_grid(level.grid, level.rules), place, level.title, ()),))
    typed = read_typed(source, name)
    if asking.format is None and layout_at(typed, asking.kinds) is not None:
        return _layouts(*layouts_in(typed, asking.kinds, asking.kind), asking)
    reading = puzzles_in(typed, asking.kinds, asking.kind or None, asking.format)
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
    known = given_position(reasoner)
    left = reasoner.places & ~(known.yes | known.no)
    told = "it is solved as it is drawn, without the clues that 'kotae levels' would give it"
    return told if left else "nothing is open: it is the answer that is drawn, and 'kotae check' tells its levels"


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

"""The way out: a puzzle of ours, wherever it comes from, in a format that another program reads, or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pipeline.answer import number
from pipeline.base import build_base, choosing
from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, Location, UndecidedError
from pipeline.interchange.format import Exported, Format, Request, same_again
from pipeline.interchange.read import Found
from pipeline.interchange.sheet import sheet
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.solve import solve
from pipeline.tier import Tier
from pipeline.verdict import Budget
from pipeline.wording import listed

SVG, PRINT = "svg", "print"
PICTURES = (SVG, PRINT)
"""What every kind can be written as, beside its formats: the drawing of its board, and a page to print."""


@dataclass(frozen=True, slots=True)
class Source:
    """A puzzle that is to be written; ``name`` is that of a file of its own, without ending."""

    kind: AnyKind
    request: Request[Any]
    place: Location
    name: str
    read_as: str = ""
    """The name of the format that it was read from."""
    notes: tuple[str, ...] = ()

    def answered(self) -> Source:
        """The same with its answer: the one that is told, else the one that is found.

        Raises AuthoringError where it has none, or more than one, or none is found within the budget of a layout.
        """
        if self.request.answer:
            return self
        found = solve(self.kind, self.request.puzzle, 2, Budget(nodes=Limits().prove)).count
        if found.gave_up:
            raise UndecidedError("the answer was not found within the budget", self.place, "leave --answer out")
        if found.count != 1 or found.solution is None:
            many = "more than one answer" if found.count else "no answer"
            raise AuthoringError(f"the board has {many}", self.place, "leave --answer out")
        rows = self.kind.answer_grid(self.request.puzzle, found.solution)
        return replace(self, request=replace(self.request, answer=rows))


def of_level(kind: AnyKind, level: Level, file: str) -> Source:
    """A level of a catalogue."""
    puzzle = kind.read_grid(level.grid, level.rules)
    request = Request(puzzle, level.answer, level.title, level.author)
    return Source(kind, request, Location(file), f"{kind.name}-{level.id}")


def of_layout(kind: AnyKind, layout: Layout, tier: Tier | None = None) -> Source:
    """A layout: a setter's own board as it was drawn; any other as its level of a tier, or with every clue that it has.

    Raises AuthoringError where such a layout has no answer, none that is the only one, or no such level.
    """
    name = f"{kind.name}-{layout.base.strip('/').replace('/', '-')}"
    labels = kind.labels(layout.board) if kind.labels else ()
    puzzle = kind.fixed(layout.board)
    if puzzle is not None:
        return Source(kind, Request(puzzle, None, layout.title, layout.author, labels), layout.location, name)
    if tier is not None:
        return replace(of_level(kind, _level(kind, layout, tier), ""), place=layout.location, name=f"{name}-{tier}")
    asked = number(kind, layout, choosing(kind, layout, Limits()))
    answer = kind.answer_grid(asked.puzzle, asked.answer)
    request = Request(asked.puzzle, answer, layout.title, layout.author, labels)
    note = "every clue of this layout is shown: --tier writes a level of it, which has fewer"
    return Source(kind, request, layout.location, name, notes=(note,))


def _level(kind: AnyKind, layout: Layout, tier: Tier) -> Level:
    levels = {level.tier: level for level in build_base(kind, layout, Limits()).levels}
    if tier not in levels:
        has = f"it has {listed([*levels])}" if levels else "it has no level"
        raise AuthoringError(f"this layout has no level that is {tier}", layout.location, has)
    return levels[tier]


def of_found(kind: AnyKind, found: Found, place: int) -> Source:
    """What was read from another format."""
    name = f"{kind.name}-{place}"
    return Source(kind, same_again(found.imported), found.location, name, found.format.name, found.imported.notes)


def write(source: Source, target: str) -> Exported:
    """Write in a format of the puzzle's kind, or as a picture; raises AuthoringError, located, where it cannot be.

    What was read from this very format is written as it was spelt.
    """
    kind, request = source.kind, source.request
    if target in PICTURES:
        rows, rules = kind.grid(request.puzzle), kind.rules(request.puzzle)
        drawing = kind.draw.svg(rows, request.answer, rules)
        if target == SVG:
            return Exported(f"{drawing}\n")
        told = kind.in_words(request.puzzle) if kind.in_words else ""
        return Exported(sheet(drawing, len(rows), len(rows[0]), request.title, request.author, told, kind.in_black))
    format = _format(kind.formats, target)
    if format is None or format.write is None:
        written = [one.name for one in kind.formats if one.write] + list(PICTURES)
        hint = f"it is written as {', '.join(written)}"
        raise AuthoringError(f"'{kind.name}' is not written as '{target}'", source.place, hint)
    if target != source.read_as:
        request = replace(request, spelling=())
    try:
        return format.write(request)
    except AuthoringError as error:
        raise AuthoringError(error.message, source.place, error.hint) from None


def title_of(kind: AnyKind, target: str) -> str:
    """What people call a format that this kind is written as."""
    format = _format(kind.formats, target)
    return format.title if format else target


def _format(formats: Sequence[Format[Any]], name: str) -> Format[Any] | None:
    return next((format for format in formats if format.name == name), None)

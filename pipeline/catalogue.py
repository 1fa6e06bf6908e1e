"""Levels as the catalogue holds them: one JSON object a line, sorted, readable, the same bytes for the same layouts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, NewType

from pipeline.errors import CatalogueError, Location
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.search import Derivation
from pipeline.tier import Tier

SCHEMA = 1

LevelId = NewType("LevelId", str)

TraceLine = tuple[str, str, str, str]
"""A step for people: technique, what it decides (``r1c2=* r1c3=x``), the cells to look at, the cells it rests on."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """What solving takes: positions and branches of the plain search, whether it gave up there, and steps of the
    trace per rank 1 to 4."""

    nodes: int
    branches: int
    gave_up: bool
    steps: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Proofs:
    """What shows that there is one answer, and whether every clue is needed.

    ``reason``: the reasoner's ``search``, or a ``trace`` that fills the board; ``prove``: ``sat``.
    """

    reason: str
    prove: str
    irreducible: bool


@dataclass(frozen=True, slots=True)
class Level:
    """A line of the catalogue; the fields in the order of the line."""

    schema: int
    id: LevelId
    kind: str
    rows: int
    cols: int
    tier: Tier
    title: str
    author: str
    base: str
    source: str
    rules: Mapping[str, Any]
    grid: tuple[str, ...]
    answer: tuple[str, ...]
    code: str
    clues: int
    images: tuple[str, ...]
    trace: tuple[TraceLine, ...]
    metrics: Metrics
    proofs: Proofs

    def order(self) -> tuple[int, int, int, int, str, str]:
        """The catalogue's order: small boards first, then easy ones, then as authored."""
        return (self.rows * self.cols, self.rows, self.tier.rank, -self.clues, self.base, self.id)


def level_id(kind: AnyKind, puzzle: Any) -> LevelId:
    """A hash of kind, rules and code: it does not move when the catalogue grows."""
    text = "\n".join((kind.name, json.dumps(dict(kind.rules(puzzle)), sort_keys=True), kind.code(puzzle)))
    return LevelId(hashlib.sha256(text.encode()).hexdigest()[:12])


def trace_lines(kind: AnyKind, puzzle: Any, derivation: Derivation) -> tuple[TraceLine, ...]:
    """A derivation as the catalogue writes it."""
    cols = len(kind.grid(puzzle)[0])
    shown = kind.clues(puzzle)
    yes_mark, no_mark = kind.marks
    lines: list[TraceLine] = []
    for step in derivation.steps:
        decided = [(place, yes_mark) for place in indices(step.yes)] + [(place, no_mark) for place in indices(step.no)]
        decides = " ".join(f"{kind.place_name(puzzle, place)}={mark}" for place, mark in sorted(decided))
        look = " ".join(cell_name(i, cols) for i in indices(step.focus))
        rests = [cell_name(i, cols) for i in indices(step.clues & shown)]
        rests += [kind.place_name(puzzle, place) for place in indices(step.follows)]
        # A clue that answers its own cell may be named as both.
        lines.append((step.technique, decides, look, " ".join(dict.fromkeys(rests))))
    return tuple(lines)


def catalogue_text(levels: Iterable[Level]) -> str:
    """The file of the levels of one kind, sorted."""
    lines = (json.dumps(asdict(level), ensure_ascii=False) + "\n" for level in sorted(levels, key=Level.order))
    return "".join(lines)


def level_from_json(data: Any, location: Location) -> Level:
    """A level of a parsed line; raises CatalogueError where it is of another schema or lacks a field."""
    if not isinstance(data, dict):
        raise CatalogueError("a catalogue line is a JSON object", location)
    if data.get("schema") != SCHEMA:
        hint = f"this version reads schema {SCHEMA}; make the catalogue again with 'make levels'"
        raise CatalogueError(f"schema {data.get('schema')!r} is not known", location, hint)
    try:
        values = {field.name: data[field.name] for field in fields(Level)}
        steps = tuple(values["metrics"]["steps"])
        return Level(
            **values
            | {
                "tier": Tier(values["tier"]),
                "grid": tuple(values["grid"]),
                "answer": tuple(values["answer"]),
                "images": tuple(values["images"]),
                "trace": tuple((line[0], line[1], line[2], line[3]) for line in values["trace"]),
                "metrics": Metrics(**values["metrics"] | {"steps": steps}),
                "proofs": Proofs(**values["proofs"]),
            }
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        message = f"not a level: {type(error).__name__} at {error}"
        raise CatalogueError(message, location, "make the catalogue again with 'make levels'") from error


def read_catalogue(path: Path) -> Iterator[Level]:
    """The levels of one file, in its order."""
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                location = Location(path.as_posix(), number)
                try:
                    data = json.loads(line)
                except ValueError as error:
                    hint = "make the catalogue again with 'make levels'"
                    raise CatalogueError(f"not a JSON line: {error}", location, hint) from error
                yield level_from_json(data, location)
    except UnicodeDecodeError as error:
        raise CatalogueError(f"not UTF-8: {error.reason}", Location(path.as_posix())) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise CatalogueError(f"cannot be read: {reason}", Location(path.as_posix()), "run 'make levels'") from error

"""Levels as the catalogue holds them: one JSON object a line, sorted, readable, the same bytes for the same layouts."""

from __future__ import annotations

import hashlib
import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import Any, NewType

from pipeline.errors import CatalogueError, Location
from pipeline.fields import field_fault
from pipeline.files import open_file
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.node import clip
from pipeline.search import Derivation
from pipeline.tier import Tier

SCHEMA = 1

AGAIN = "make the catalogue again with 'kotae levels'"

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

    ``reason``: the reasoner's ``search``, or a ``trace`` that fills the board, or where both gave up ``encoding``, for
    another solver on other clauses; ``prove``: ``sat``. With ``encoding`` the trace ends where reasoning does.
    ``kept`` are, on the last level of a base, the clue cells that its author kept from blanking: no other clue can be
    spared. On the levels before it, and where a line does not say so, it is None.
    """

    reason: str
    prove: str
    irreducible: bool
    kept: tuple[str, ...] | None = None


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
        return catalogue_order(self.rows, self.cols, self.tier, self.clues, self.base, self.id)


def catalogue_order(
    rows: int, cols: int, tier: Tier, clues: int, base: str, level: str
) -> tuple[int, int, int, int, str, str]:
    """What levels are sorted by: see :meth:`Level.order`."""
    return (rows * cols, rows, tier.rank, -clues, base, level)


FIELDS = tuple(field.name for field in fields(Level))
"""In the order of the line."""


def level_id(kind: AnyKind, puzzle: Any) -> LevelId:
    """A hash of kind, rules and code: it does not move when the catalogue grows."""
    text = "\n".join((kind.name, json.dumps(dict(kind.rules(puzzle)), sort_keys=True), kind.code(puzzle)))
    return LevelId(hashlib.sha256(text.encode()).hexdigest()[:12])


def trace_lines(kind: AnyKind, puzzle: Any, derivation: Derivation) -> tuple[TraceLine, ...]:
    """A derivation as the catalogue writes it."""
    cols = len(kind.grid(puzzle)[0])
    shown = kind.clues(puzzle)
    yes_mark, no_mark = kind.marks
    # The same places are named over and over, as most steps follow from those before them.
    name = cache(partial(kind.place_name, puzzle))
    cell = cache(partial(cell_name, cols=cols))
    lines: list[TraceLine] = []
    for step in derivation.steps:
        yes = step.yes
        decided = [(name(place), yes_mark if yes >> place & 1 else no_mark) for place in indices(yes | step.no)]
        decides = " ".join([f"{place}={mark}" for place, mark in decided])
        look = " ".join(map(cell, indices(_looked_at(kind, puzzle, step.focus, step.yes | step.no))))
        rests = [*map(cell, indices(step.clues & shown)), *map(name, indices(step.follows))]
        # A clue that answers its own cell may be named as both.
        lines.append((step.technique, decides, look, " ".join(dict.fromkeys(rests))))
    return tuple(lines)


def look_at(kind: AnyKind, puzzle: Any, focus: int, places: int) -> str:
    """The cells to look at for a step with this focus that decides these places, both masks."""
    cols = len(kind.grid(puzzle)[0])
    return " ".join([cell_name(cell, cols) for cell in indices(_looked_at(kind, puzzle, focus, places))])


def _looked_at(kind: AnyKind, puzzle: Any, focus: int, places: int) -> int:
    """Those cells as a mask."""
    return focus or (kind.cells_at(puzzle, places) if kind.cells_at else places)


def catalogue_text(levels: Iterable[Level]) -> str:
    """The file of the levels of one kind, sorted."""
    return b"".join(map(level_line, sorted(levels, key=Level.order))).decode()


def level_line(level: Level) -> bytes:
    """A level as its line."""
    # dataclasses.asdict would copy every text of the trace, and takes most of the time.
    data = {name: getattr(level, name) for name in FIELDS}
    data |= {"rules": dict(level.rules), "metrics": asdict(level.metrics), "proofs": asdict(level.proofs)}
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def level_from_json(data: Any, location: Location) -> Level:
    """A level of a parsed line; raises CatalogueError where it is of another schema or a field is not as it should."""
    if not isinstance(data, dict):
        raise CatalogueError("a catalogue line is a JSON object", location, AGAIN)
    _check_schema(data.get("schema"), location)
    if fault := field_fault(data):
        raise CatalogueError(f"not a level: {fault}", location, AGAIN)
    return _level(data)


def read_again(line: bytes) -> Level:
    """The level of a line that has been read before, to the byte: what it holds is not looked into a second time."""
    return _level(json.loads(line))


def _level(data: Mapping[str, Any]) -> Level:
    values = {name: data[name] for name in FIELDS}
    return Level(
        **values
        | {
            "tier": Tier(values["tier"]),
            "grid": tuple(values["grid"]),
            "answer": tuple(values["answer"]),
            "images": tuple(values["images"]),
            "trace": tuple(map(tuple, values["trace"])),
            "metrics": Metrics(**values["metrics"] | {"steps": tuple(values["metrics"]["steps"])}),
            "proofs": _proofs(**values["proofs"]),
        }
    )


def _proofs(kept: list[str] | None = None, **others: Any) -> Proofs:
    return Proofs(**others, kept=None if kept is None else tuple(kept))


def _check_schema(schema: object, location: Location) -> None:
    if type(schema) is int and schema == SCHEMA:  # true equals 1
        return
    if type(schema) is int and schema > SCHEMA:
        hint = f"it was made by a newer version, and this one reads schema {SCHEMA}; {AGAIN}"
        raise CatalogueError(f"schema {clip(str(schema))} is not known", location, hint)
    message = "the field 'schema' is missing" if schema is None else "the schema is not known"
    if type(schema) is int:
        message = f"schema {clip(str(schema))} is older than what is read here"
    raise CatalogueError(message, location, f"this version reads schema {SCHEMA}; {AGAIN}")


def read_catalogue(path: Path) -> Iterator[Level]:
    """The levels of one file, in its order; raises CatalogueError with file and line, also where there is none."""
    for _, level in read_lines(path):
        if isinstance(level, CatalogueError):
            raise level
        yield level


def read_lines(path: Path, holding: bytes = b"") -> Iterator[tuple[int, Level | CatalogueError]]:
    """Each line of a file with its number: the level, or what is wrong with it; a file that cannot be read has one.

    Lines that do not hold these bytes are passed over.
    """
    number = 0
    try:
        with open_file(path) as file:
            for number, line in enumerate(file, start=1):
                if holding in line:
                    yield number, _level_or_fault(line, path, number)
    except OSError as error:
        reason = error.strerror or str(error)
        yield number, CatalogueError(f"cannot be read: {reason}", Location(path.as_posix()), AGAIN)
        return
    if not number:
        yield number, CatalogueError("the file is empty", Location(path.as_posix()), AGAIN)


class _TwiceError(Exception):
    """A name that stands twice in an object: one reader would take its first value, and another the second."""


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which no name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise _TwiceError(next(name for name in names if names.count(name) > 1))
    return found


def read_line(line: bytes, path: Path, number: int) -> Level:
    """The level of a line of this file and number; raises CatalogueError."""
    return level_from_json(_parsed(line, path, number), Location(path.as_posix(), number))


def _level_or_fault(line: bytes, path: Path, number: int) -> Level | CatalogueError:
    try:
        return read_line(line, path, number)
    except CatalogueError as error:
        return error


def _parsed(line: bytes, path: Path, number: int) -> Any:
    if line.startswith(BOM_UTF8):
        message = "a byte order mark stands in front, and a catalogue has none"
        raise CatalogueError(message, Location(path.as_posix(), number, 1), AGAIN)
    try:
        return json.loads(line.rstrip(b"\r\n").decode(), object_pairs_hook=_without_twins)
    except _TwiceError as error:
        message = f"the field '{clip(str(error))}' stands twice in one object"
        raise CatalogueError(message, Location(path.as_posix(), number), AGAIN) from error
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        message = f"the byte 0x{line[error.start]:02x} is not UTF-8"
        raise CatalogueError(message, Location(path.as_posix(), number, column), AGAIN) from error
    except json.JSONDecodeError as error:
        raise CatalogueError("not a JSON line", Location(path.as_posix(), number, error.colno), AGAIN) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, or brackets within brackets
        raise CatalogueError("not a JSON line of a level", Location(path.as_posix(), number), AGAIN) from error

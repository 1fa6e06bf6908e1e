"""The lines of a catalogue, with what is wrong with each beside the others of its file.

A line that cannot be read is told, and the next one is read. Of a level that is not told to be at fault here the line
is sound by itself: its kind is the file's, and its id stands nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.catalogue import AGAIN, Level, read_lines
from pipeline.errors import CatalogueError, Location
from pipeline.files import open_file
from pipeline.kind import AnyKind

ENDING = ".jsonl"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that can be read: where it stands, the level, and what is wrong with its place in the file."""

    location: Location
    level: Level
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of all files, and those that cannot be read."""

    lines: tuple[Line, ...]
    faults: tuple[CatalogueError, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which levels are asked for: of these kinds, with these ids, on boards that fit into this short and long side.

    Where a set is empty, or there is no size, that is no matter.
    """

    kinds: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    size: tuple[int, int] | None = None

    @property
    def is_all(self) -> bool:
        """Whether every level is asked for."""
        return not (self.kinds or self.ids or self.size)

    @property
    def is_whole(self) -> bool:
        """Whether every level of these kinds is asked for."""
        return not (self.ids or self.size)

    def files(self, files: Iterable[Path]) -> tuple[Path, ...]:
        """Those that can hold such levels."""
        return tuple(path for path in files if not self.kinds or path.stem in self.kinds)

    def lines(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """Those of such levels."""
        return tuple(line for line in lines if self._takes(line.level))

    def _takes(self, level: Level) -> bool:
        short, long = self.size or (level.rows + level.cols,) * 2
        fits = min(level.rows, level.cols) <= short and max(level.rows, level.cols) <= long
        return fits and (not self.ids or level.id in self.ids)


def catalogue_files(catalogue: Path) -> tuple[Path, ...]:
    """The files of a catalogue, which may be one of them; raises CatalogueError where there is none."""
    if not catalogue.is_dir():
        return (catalogue,)
    try:
        files = tuple(sorted(catalogue.glob(f"*{ENDING}")))
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise CatalogueError(message, Location(catalogue.as_posix()), "is the name right?") from error
    if not files:
        raise CatalogueError("the catalogue is empty", Location(catalogue.as_posix()), "run 'kotae levels' first")
    return files


def read_files(files: Iterable[Path], kinds: Mapping[str, AnyKind]) -> Lines:
    """Every line of these files."""
    lines: list[Line] = []
    faults: list[CatalogueError] = []
    for path in files:
        if path.stem not in kinds and path.exists():
            message = f"there is no kind '{path.stem}'"
            faults.append(CatalogueError(message, Location(path.as_posix()), "install it, or take the file away"))
            continue
        for line in _read_file(path):
            if isinstance(line, Line):
                lines.append(line)
            else:
                faults.append(line)
    return Lines(tuple(lines), tuple(faults))


def _read_file(path: Path) -> Iterator[Line | CatalogueError]:
    places: dict[str, int] = {}
    before: Level | None = None
    for number, level in read_lines(path):
        if isinstance(level, CatalogueError):
            yield level
            continue
        faults = []
        if level.kind != path.stem:
            faults.append(f"a level of '{level.kind}' in the file of '{path.stem}'")
        if level.id in places:
            faults.append(f"the id {level.id} stands on line {places[level.id]} too")
        if before and level.order() < before.order():
            faults.append(f"it is out of order: {before.id} stands above it")
        places.setdefault(level.id, number)
        before = level
        yield Line(Location(path.as_posix(), number), level, tuple(faults))
    if not _is_ended(path):
        yield CatalogueError("the file ends within a line", Location(path.as_posix()), AGAIN)


def _is_ended(path: Path) -> bool:
    """Whether a file that can be read ends with the end of a line; told only where nothing else is."""
    try:
        with open_file(path) as file:
            file.seek(0, 2)
            if not file.tell():
                return True
            file.seek(-1, 2)
            return file.read() == b"\n"
    except OSError:
        return True

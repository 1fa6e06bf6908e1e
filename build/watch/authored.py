"""The levels of all layouts, kept in memory: only what changed is read, solved and compared again.

The steps are those of ``kotae levels``, so that what it would refuse is refused here with the same words. But a layout
that is solved comes in two parts, see :mod:`pipeline.base`: a state of the layouts is first told with all that pages
show, and then once more, with every figure and proof. Only what is whole is kept on disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from build.made import Made
from build.watch.files import Files
from build.watch.signal import Signal
from build.watch.solving import Solver
from pipeline.base import Base, Begun
from pipeline.cache import Cache
from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, AuthoringErrors, Location
from pipeline.find import SUFFIXES
from pipeline.kind import AnyKind
from pipeline.layout import Layout, read_layouts
from pipeline.limits import Limits
from pipeline.repeats import repeated, smallest_code, smallest_image
from pipeline.run import Image, LeftOut, Loaded, collect, is_fault, read_folder, without_level
from pipeline.solving import Outcome

Progress = Callable[[int], None]
"""Called with how many layouts are still to be solved."""


@dataclass(frozen=True, slots=True)
class Known:
    """A layout with what was worked out of it alone."""

    layout: Layout
    key: str
    """All that its levels depend on."""
    image: Image
    """What it has alike with its images."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds."""

    known: tuple[Known, ...]
    faults: tuple[AuthoringError, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A layout that reads well, and of which no level can be made."""

    key: str
    layout: Layout
    fault: AuthoringError


@dataclass(frozen=True, slots=True)
class Authored:
    """A state of the layouts: their levels, which are those of the good ones alone where there are faults."""

    levels: tuple[Level, ...]
    faults: tuple[AuthoringError, ...]
    left_out: tuple[LeftOut, ...]
    solved: int
    """How many layouts were not known."""
    refused: tuple[Refused, ...] = ()
    """Layouts that the stages refuse."""
    known: tuple[Known, ...] = ()
    """Every layout that reads well."""
    whole: bool = True
    """Whether all was worked out, and not only what pages show."""


class Workbench:
    """Works out the levels of a folder again and again."""

    def __init__(
        self, root: Path, kinds: dict[str, AnyKind], cache: Cache, jobs: int, signal: Signal, made: Made
    ) -> None:
        self._root = root
        self._kinds = kinds
        self._cache = cache
        self._made = made
        self._limits = Limits()
        self._files: Files[Reading] = Files()
        self._layouts: dict[Location, Known] = {}
        """What was read last, by the places of the layouts."""
        self._bases: dict[str, Base] = {}
        self._begun: dict[str, Begun] = {}
        """What is solved as far as pages show it."""
        self._pictures: dict[str, str] = {}
        self._refused: dict[str, tuple[Layout, AuthoringError]] = {}
        self.solver = Solver(jobs, self._limits, signal, self._keep)
        self.unkept: AuthoringError | None = None
        """Why results cannot be kept on disk, where that is so."""

    def begin(self, paths: Sequence[Path]) -> None:
        """Let the layouts of these files be solved before anyone waits for them.

        Whether they are wanted shows only when all files were looked at: what a file says by then is read again.
        """
        root = Path(os.path.abspath(self._root))  # noqa: PTH100 - a link stays what it is
        for path in paths:
            if path.is_relative_to(root) and path.suffix.lower() in SUFFIXES:
                layouts, _ = read_layouts(self._root / path.relative_to(root), self._root, self._kinds)
                wanted = {self._key(layout): layout for layout in layouts}
                fresh = [key for key in wanted if key not in self._refused and not self._is_begun(key)]
                self.solver.begin({key: wanted[key] for key in fresh})

    def levels(self, superseded: Callable[[], bool], progress: Progress) -> Iterator[Authored]:
        """The levels as the files are now: as pages show them, where some were not known, and then as a whole.

        Ends where the files change meanwhile. Raises AuthoringError for no folder.
        """
        self._layouts = {}
        loaded = read_folder(self._root, self._kinds, self._read, lambda layout: self._layouts[layout.location].image)
        known = [self._layouts[layout.location] for layout in loaded.layouts]
        solved = self._begin(known, superseded, progress)
        if solved is None:
            return
        first = [self._outcome(one) or solved[one.key] for one in known]
        if any(isinstance(outcome, Begun) for outcome in first):
            yield self._authored(loaded, known, first, len(solved), whole=False)
        finished = self._finish(known, superseded, progress)
        if finished is not None:
            found = [finished.get(one.key) or self._outcome(one) or solved[one.key] for one in known]
            yield self._authored(loaded, known, found, len(solved))

    def _authored(
        self,
        loaded: Loaded,
        known: Sequence[Known],
        outcomes: Sequence[Outcome | Begun],
        solved: int,
        whole: bool = True,
    ) -> Authored:
        found = [outcome.base if isinstance(outcome, Begun) else outcome for outcome in outcomes]
        levels, left_out = collect(loaded.layouts, found)
        stopped = [_placed(outcome, one) for one, outcome in zip(known, found, strict=True) if is_fault(outcome)]
        faults = [*loaded.faults, *stopped, *repeated(loaded.layouts, levels, self._code)]
        faults = faults or [*without_level(loaded.layouts, found)]
        refused = tuple(
            Refused(one.key, one.layout, outcome)
            for one, outcome in zip(known, found, strict=True)
            if is_fault(outcome) and outcome.location
        )
        told = AuthoringErrors(faults).errors
        return Authored(tuple(levels), told, tuple(left_out), solved, refused, tuple(known), whole)

    def pictures(self, refused: Sequence[Refused], superseded: Callable[[], bool]) -> dict[str, str] | None:
        """A picture of why each of these fails, by its key; None where the files changed meanwhile."""
        wanted = {one.key: one.layout for one in refused if one.key not in self._pictures}
        drawn = self.solver.pictures(wanted, superseded)
        if drawn is None:
            return None
        known = self._pictures | drawn
        self._pictures = {one.key: known[one.key] for one in refused if one.key in known}
        return self._pictures

    def _begin(
        self, known: Sequence[Known], superseded: Callable[[], bool], progress: Progress
    ) -> dict[str, Begun | AuthoringError] | None:
        """Solve what is not known, as far as pages show it, and forget what is not wanted any more."""
        missing = {one.key: one.layout for one in known if self._outcome(one) is None}
        missing = {key: layout for key, layout in missing.items() if not self._is_begun(key)}
        solved = self.solver.solve(missing, superseded, progress)
        if solved is None:
            return None
        self._refuse(missing, solved)
        keys = {one.key for one in known}
        self._bases = {key: base for key, base in self._bases.items() if key in keys}
        self._begun = {key: begun for key, begun in self._begun.items() if key in keys and key not in self._bases}
        self._refused = {key: refused for key, refused in self._refused.items() if key in keys}
        return solved

    def _finish(
        self, known: Sequence[Known], superseded: Callable[[], bool], progress: Progress
    ) -> dict[str, Outcome] | None:
        """Work out the rest of what was begun."""
        begun = {one.key: (one.layout, self._begun[one.key]) for one in known if one.key in self._begun}
        finished = self.solver.finish(begun, superseded, progress)
        if finished is not None:
            self._refuse({key: layout for key, (layout, _) in begun.items()}, finished)
        return finished

    def _refuse(self, layouts: Mapping[str, Layout], outcomes: Mapping[str, Outcome | Begun]) -> None:
        for key, outcome in outcomes.items():
            # One without a place is no fault of the layout, so it is tried again.
            if isinstance(outcome, AuthoringError) and outcome.location:
                self._refused[key] = (layouts[key], outcome)
                self._begun.pop(key, None)

    def _outcome(self, known: Known) -> Outcome | Begun | None:
        if known.key in self._bases:
            return self._bases[known.key]
        # A fault names its place, so it holds only for the very same layout.
        layout, fault = self._refused.get(known.key, (None, None))
        return fault if layout == known.layout else self._begun.get(known.key)

    def _read(self, path: Path, root: Path, kinds: dict[str, AnyKind]) -> tuple[list[Layout], list[AuthoringError]]:
        reading = self._files.get(path, partial(self._read_file, root, kinds))
        self._layouts |= {one.layout.location: one for one in reading.known}
        return [one.layout for one in reading.known], list(reading.faults)

    def _read_file(self, root: Path, kinds: dict[str, AnyKind], path: Path) -> Reading:
        layouts, faults = read_layouts(path, root, kinds)
        known = tuple(Known(one, self._key(one), smallest_image(kinds, one)) for one in layouts)
        return Reading(known, tuple(faults))

    def _key(self, layout: Layout) -> str:
        return self._cache.key(self._kinds[layout.kind], layout, self._limits)

    def _is_begun(self, key: str) -> bool:
        """Whether the levels of a layout are known; those that the cache has are known from here on."""
        if key not in self._bases and (base := self._cache.get(key)):
            self._bases[key] = base
        return key in self._bases or key in self._begun

    def _code(self, level: Level) -> str:
        return self._made.of_level("code", level.id, partial(smallest_code, self._kinds, level))

    def _keep(self, key: str, found: Base | Begun) -> None:
        if isinstance(found, Begun):
            self._begun[key] = found
            return
        self._bases[key] = found
        self._begun.pop(key, None)
        if self.unkept is None:
            self.unkept = self._cache.put(key, found)


def _placed(fault: AuthoringError, known: Known) -> AuthoringError:
    """A fault with a place: that a worker was lost is no fault of the layout, and is told where it was at work."""
    return fault if fault.location else AuthoringError(fault.message, known.layout.location, fault.hint)

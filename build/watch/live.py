"""The loop of a live rebuild: wait for a change, work the site out anew, and put it in the place of the old one.

There is one build at a time, and a change that comes meanwhile ends it: the last state wins. A state with a fault never
becomes the site; the last good one stays, and the fault is told. Only where there is none yet, as right after the
start, the good layouts make one.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from build.config import TEMPLATES, Config, read_config
from build.made import Made
from build.watch.authored import Authored, Refused, Workbench
from build.watch.changes import Changes
from build.watch.desk import Desk, draft_address
from build.watch.faults import Told, tell, tell_one
from build.watch.files import Files
from build.watch.held import Compiled, HeldTemplates, Text, hold
from build.watch.news import Board, News, Versions, told
from build.watch.signal import Signal
from build.watch.snapshot import Snapshot, Standing, shelves_of
from pipeline.cache import Cache
from pipeline.catalogue import LevelId
from pipeline.errors import KotaeError
from pipeline.kind import AnyKind
from pipeline.telling import MOST_FAULTS
from site_templates import ROOT

QUIET = 0.005
"""Seconds without a change after which a file is taken to be written."""

LONGEST = 0.5
"""Seconds after which the files are read though they still change."""

CALM = 0.25
"""Seconds without a change after which a fault is told: an editor that writes a file anew leaves none for a moment."""

REST = 1.0
"""Seconds without a change after which there is time to look at pages that nobody has asked for."""

MOST_DRAWN = 3
"""Of how many layouts it is drawn at once why they fail."""

MOST_GONE = 10_000
"""How many levels that are no more are remembered."""


@dataclass(frozen=True, slots=True)
class Project:
    """The places of what is watched."""

    layouts: Path
    settings: Path
    cache: Cache
    root: Path = ROOT
    """The templates of the house."""


@dataclass(frozen=True, slots=True)
class _Done:
    """What became of a build: a line for the author, and every fault."""

    line: str
    faults: tuple[Told, ...] = ()
    refused: tuple[tuple[int, Refused], ...] = ()
    """Layouts of which it can be drawn why they fail, each with the number of its fault."""


class Live:
    """The site, kept up to date by a thread of its own."""

    def __init__(self, project: Project, kinds: dict[str, AnyKind], jobs: int, say: Callable[[str], None]) -> None:
        self._project = project
        self._kinds = kinds
        self._say = say
        self._signal = Signal()
        self._versions = Versions()
        self._made = Made()
        self._compiled = Compiled()
        self._texts: Files[Text] = Files()
        self.desk = Desk(kinds, self._signal)
        """The author's pages."""
        self._bench = Workbench(project.layouts, kinds, project.cache, jobs, self._signal, self._made)
        folders = [kind.folder for kind in kinds.values() if kind.folder]
        own = project.settings.parent / TEMPLATES
        self._changes = Changes([project.layouts, project.settings, own, project.root, *folders], self._signal.changed)
        self._thread = threading.Thread(target=self._run, name="build")
        self._state: tuple[Config, HeldTemplates, tuple[object, ...]] | None = None
        self._unchecked = False
        self._later: _Done | None = None
        """What is at fault on pages that were looked at when there was time, as long as the templates stay."""
        self._warned = False
        self._said = ""
        self._gone: OrderedDict[LevelId, Standing] = OrderedDict()
        self.board = Board(News(self._versions.next()))
        self.snapshot: Snapshot | None = None
        """The site as it is now; None before the first build is done."""

    def start(self) -> None:
        """Begin to build and to watch."""
        self._changes.start()
        self._thread.start()

    def stop(self) -> None:
        """End, with every thread and process."""
        self._signal.end()
        self.board.close()
        if self._thread.is_alive():
            self._thread.join()
        self.desk.close()
        self._changes.stop()

    def was(self, level: LevelId) -> Standing | None:
        """Where a level stood that is no more."""
        return self._gone.get(level)

    @property
    def desk_version(self) -> str:
        """The state that the author's pages are in now, with that of the site."""
        return f"{self.board.news.version}.{self.desk.number}"

    def _run(self) -> None:
        try:
            self._bench.solver.warm()
            while not self._signal.ended:
                seen = self._signal.changes
                self._build(seen)
                if self._unchecked and not self._changes_within(seen, REST):
                    self._check_all(seen)
                self._signal.wait(lambda seen=seen: self._signal.changes != seen)  # type: ignore[misc]
                self._signal.calm(QUIET, LONGEST)
        finally:
            self._bench.solver.close()

    def _build(self, seen: int) -> None:
        """Work out the site as it is now, unless it changes meanwhile."""
        started = time.monotonic()
        self.board.put(busy=True)
        try:
            done = self._attempt(seen)
        except Exception as error:
            done = _failed(error)
        if done is None or (done.faults and self._changes_within(seen, CALM)):
            return
        self.board.put(
            busy=False, left=0, desk=self.desk_version, changed=self.desk.changed, **told(done.faults, MOST_FAULTS)
        )
        if done.line and done.line != self._said:
            self._say(done.line if done.faults else f"{done.line} ({time.monotonic() - started:.2f} s)")
        self._said = done.line if done.faults else ""
        if done.refused:
            self._draw(seen, done)
        if self._bench.unkept and not self._warned:
            self._warned = True
            self._say(f"What is solved cannot be kept for the next start. {self._bench.unkept}")

    def _draw(self, seen: int, done: _Done) -> None:
        """Show why layouts fail on their boards, which takes a while."""
        pictures = self._bench.pictures([one for _, one in done.refused], lambda: self._is_over(seen))
        if pictures:
            faults = list(done.faults)
            for at, one in done.refused:
                if one.key in pictures:
                    faults[at] = replace(faults[at], boards=(pictures[one.key],))
            self.board.put(**told(faults, MOST_FAULTS))

    def _is_over(self, seen: int) -> bool:
        return self._signal.changes != seen or self._signal.ended

    def _changes_within(self, seen: int, seconds: float) -> bool:
        return self._signal.wait(lambda: self._signal.changes != seen, seconds) or self._signal.ended

    def _attempt(self, seen: int) -> _Done | None:
        """What became of it; None where the files changed meanwhile. Raises what a build does."""
        # While all is looked at, what was just saved is already being solved.
        self._bench.begin(self._changes.touched())
        self._changes.take_stock()
        config = read_config(self._project.settings)
        templates = hold(self._project.root, self._kinds, config.templates, self._texts)
        authored = self._bench.levels(lambda: self._is_over(seen), lambda left: self.board.put(left=left))
        if authored is None:
            return None
        self.desk.put(authored)
        refused = _refused(authored) if authored.faults else None
        state = (config, templates, authored.levels)
        if refused and (self.snapshot or not authored.levels):
            return refused
        if state == self._state:
            return refused or self._later or _Done("")
        snapshot = Snapshot(config, shelves_of(authored.levels), templates, self._made, self._compiled)
        if self._state is None or self._state[:2] != state[:2]:
            snapshot.check(self.snapshot.asked if self.snapshot else ())
            self._unchecked, self._later = True, None
        self._publish(snapshot)
        self._state = state
        return refused or self._later or _Done(_summary(snapshot, authored))

    def _check_all(self, seen: int) -> None:
        """Make pages of every kind and language, now that there is time; one at fault is made again the next time."""
        found = None
        try:
            if self.snapshot:
                self.snapshot.check_all(lambda: self._is_over(seen))
        except Exception as error:
            found = _failed(error)
        if found is None and self._is_over(seen):
            return  # not all were looked at
        before, self._later, self._unchecked = self._later, found, found is not None
        if found == before or self.desk.faulty:
            return  # faults of layouts are told first
        self.board.put(**told(found.faults if found else (), MOST_FAULTS))
        self._said = found.line if found else ""
        if found:
            self._say(found.line)

    def _publish(self, snapshot: Snapshot) -> None:
        before, self.snapshot = self.snapshot, snapshot
        if before:
            for level, standing in before.levels.items():
                if level not in snapshot.levels:
                    self._gone[level] = standing
            for level in [level for level in self._gone if level in snapshot.levels]:
                del self._gone[level]
            while len(self._gone) > MOST_GONE:
                self._gone.popitem(last=False)
        self._made.keep(snapshot.levels.keys())
        faults = self._later.faults if self._later else ()
        self.board.put(version=self._versions.next(), busy=False, left=0, **told(faults, MOST_FAULTS))


def _failed(error: Exception) -> _Done:
    """Nothing that is in a file may end the watch, and a fault of the program is told as well."""
    if isinstance(error, KotaeError):
        return _Done(str(error), tell(error))
    line = f"{type(error).__name__}: {error}"
    return _Done(line, (Told(line, "", "", (), 0, 0),))


def _refused(authored: Authored) -> _Done:
    """The faults of the layouts."""
    lines = "\n".join(str(fault) for fault in authored.faults[:MOST_FAULTS])
    faults = tuple(map(tell_one, authored.faults))
    drawn = ((at, one) for at, fault in enumerate(authored.faults) for one in authored.refused if one.fault is fault)
    refused = tuple(islice(drawn, MOST_DRAWN))
    drafts = {at: draft_address(one.layout) for at, one in refused}
    faults = tuple(replace(fault, draft=drafts.get(at, "")) for at, fault in enumerate(faults))
    return _Done(lines, faults, refused)


def _summary(snapshot: Snapshot, authored: Authored) -> str:
    solved = f", {authored.solved:,} solved" if authored.solved else ""
    left = [f"\n  left out: {one.layout.location}: {one.reason}" for one in authored.left_out if one.tier is None]
    return f"{len(authored.levels):,} levels on {len(snapshot.paths):,} pages{solved}{''.join(left)}"

"""The loop of a live rebuild: wait for a change, work the site out anew, and put it in the place of the old one.

There is one build at a time, and a change that comes meanwhile ends it: the last state wins. A state with a fault never
becomes the site; the last good one stays, and the fault is told. Only where there is none yet, as right after the
start, the good layouts make one.

A layout that was saved is on its page as soon as its levels are found, proved and explained. What no page shows, the
figures of the plain search and the proofs of its images, is worked out after that, when the browser has had time to ask
for the page: then the report and the drafts follow, the result is kept, and a fault that only shows there is told as
any other, with the last whole state back in its place.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from build.config import TEMPLATES, Config, read_config
from build.levels import alike
from build.made import Made
from build.watch.authored import Authored, Workbench
from build.watch.changes import Changes
from build.watch.desk import Desk
from build.watch.done import Done, failed, refused, summary
from build.watch.files import Files
from build.watch.held import Compiled, HeldTemplates, Text, hold
from build.watch.news import Board, News, Versions, told
from build.watch.signal import Signal
from build.watch.snapshot import Snapshot, Standing, shelves_of
from pipeline.cache import Cache
from pipeline.catalogue import Level, LevelId
from pipeline.kind import AnyKind
from pipeline.telling import MOST_FAULTS
from site_templates import ROOT

QUIET = 0.005
"""Seconds without a change after which a file is taken to be written."""

LONGEST = 0.5
"""Seconds after which the files are read though they still change."""

BEFORE_THE_REST = 0.25
"""Seconds that browsers have the machine for themselves once there is a page to show."""

CALM = 0.25
"""Seconds without a change after which a fault is told: an editor that writes a file anew leaves none for a moment."""

REST = 1.0
"""Seconds without a change after which there is time to look at pages that nobody has asked for."""

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


State = tuple[Config, HeldTemplates, tuple[Level, ...]]
"""All that the pages of a site follow from."""


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
        self._state: State | None = None
        self._whole: tuple[State, Snapshot] | None = None
        """The last state that was worked out as a whole, and its site."""
        self._unchecked = False
        self._later: Done | None = None
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
        for done in self._attempts(seen):
            if done.faults and self._changes_within(seen, CALM):
                return
            self._tell(seen, done, started)
            if not done.whole and self._changes_within(seen, BEFORE_THE_REST):
                return
        if self._bench.unkept and not self._warned:
            self._warned = True
            self._say(f"What is solved cannot be kept for the next start. {self._bench.unkept}")

    def _tell(self, seen: int, done: Done, started: float) -> None:
        """Let browsers and the author know."""
        news = told(done.faults, MOST_FAULTS)
        if done.whole:
            news |= {"busy": False, "desk": self.desk_version, "changed": self.desk.changed}
        self.board.put(left=0, **news)
        if done.line and done.line != self._said:
            self._say(done.line if done.faults else f"{done.line} ({time.monotonic() - started:.2f} s)")
        self._said = done.line if done.faults else ""
        if done.refused:
            self._draw(seen, done)

    def _draw(self, seen: int, done: Done) -> None:
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

    def _attempts(self, seen: int) -> Iterator[Done]:
        """What becomes of it, first as pages show it and then as a whole; it ends where the files change meanwhile."""
        try:
            # While all is looked at, what was just saved is already being solved.
            self._bench.begin(self._changes.touched())
            self._changes.take_stock()
            config = read_config(self._project.settings)
            templates = hold(self._project.root, self._kinds, config.templates, self._texts)
            for authored in self._bench.levels(lambda: self._is_over(seen), lambda left: self.board.put(left=left)):
                if authored.whole:
                    self.desk.put(authored)
                yield replace(self._done(authored, config, templates), whole=authored.whole)
        except Exception as error:
            yield failed(error)

    def _done(self, authored: Authored, config: Config, templates: HeldTemplates) -> Done:
        try:
            return self._attempt(authored, config, templates)
        except Exception as error:
            return failed(error)

    def _attempt(self, authored: Authored, config: Config, templates: HeldTemplates) -> Done:
        """Make a site of the layouts as they are, if it is another one. Raises what a build does."""
        refusal = refused(authored) if authored.faults else None
        state = (config, templates, authored.levels)
        if refusal and self.snapshot:
            if authored.whole:
                self._settle(state)
            return refusal
        if refusal and not authored.levels:
            return refusal
        if self._state and _same_pages(self._state, state):
            self._state = state
            line = ""
        else:
            line = summary(self._show(state), authored)
        if authored.whole and not refusal and self.snapshot:
            self._whole = (state, self.snapshot)
        return refusal or self._later or Done(line)

    def _show(self, state: State) -> Snapshot:
        """Make this state the site. Raises what a build does."""
        config, templates, levels = state
        snapshot = Snapshot(config, shelves_of(levels), templates, self._made, self._compiled)
        if self._state is None or self._state[:2] != state[:2]:
            snapshot.check(self.snapshot.asked if self.snapshot else ())
            self._unchecked, self._later = True, None
        self._publish(snapshot)
        self._state = state
        return snapshot

    def _settle(self, state: State) -> None:
        """Now that all is worked out, of a state with a fault: take back what is shown where it shows a refuted level.

        The last whole state comes back, and where there is none the good layouts make one, as after the start.
        """
        known = {level.id for level in state[2]} | (self._whole[1].levels.keys() if self._whole else set())
        if self.snapshot is None or self.snapshot.levels.keys() <= known:
            if self.snapshot and self._state:
                self._whole = (self._state, self.snapshot)
        elif self._whole:
            self._state = self._whole[0]
            self._publish(self._whole[1])
        elif state[2]:
            self._show(state)
        else:
            self._state = self.snapshot = None
            self.board.put(version=self._versions.next())

    def _check_all(self, seen: int) -> None:
        """Make pages of every kind and language, now that there is time; one at fault is made again the next time."""
        found = None
        try:
            if self.snapshot:
                self.snapshot.check_all(lambda: self._is_over(seen))
        except Exception as error:
            found = failed(error)
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
        self._made.keep(snapshot.levels.keys(), frozenset(snapshot.paths))
        faults = self._later.faults if self._later else ()
        self.board.put(version=self._versions.next(), left=0, **told(faults, MOST_FAULTS))


def _same_pages(before: State, now: State) -> bool:
    """Whether the pages of two states are the same."""
    levels, others = before[2], now[2]
    return before[:2] == now[:2] and len(levels) == len(others) and all(map(alike, levels, others))

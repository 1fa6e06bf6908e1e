"""Seeing that something changed: what the system reports at once, and a look of our own now and then.

The look is for what no report comes of: folders on a network or in a container, folders that are linked, one that was
deleted and made again in between, and a system that watches no more folders. So a report has only to be quick, and a
change is never missed for good.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from build.watch.files import walk

LOOK = 2.0
"""Seconds between two looks."""

MOST_TOUCHED = 4
"""How many files are remembered by name: whoever changes more at once waits for all of them together."""

HEARD: tuple[type[FileSystemEvent], ...] = (
    DirCreatedEvent,
    DirDeletedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
)
"""What is waited for: all but that a file was opened, and closed as it was, which our own reading does by the hundred
and which would hold up the build that it is done for."""

Identity = tuple[int, int]


class Changes(FileSystemEventHandler):
    """Watches folders with all below them, and single files; ``changed`` is called from threads of its own."""

    def __init__(self, places: Sequence[Path], changed: Callable[[], None]) -> None:
        # As they are: the place of a link stays where it is when the link comes to lead elsewhere.
        self._places = tuple(Path(os.path.abspath(place)) for place in places)  # noqa: PTH100
        self._changed = changed
        self._observer: BaseObserver | None = Observer()
        self._watches: dict[tuple[Path, bool], tuple[Identity, ObservedWatch]] = {}
        self._stale: set[tuple[Path, bool]] = set()
        self._seen: object = None
        self._touched: dict[Path, None] = {}
        self._ended = threading.Event()
        self._looking = threading.Thread(target=self._look, name="look", daemon=True)

    def start(self) -> None:
        """Begin; raises nothing, since without reports the looks are left."""
        try:
            if self._observer:
                self._observer.start()
        except OSError:
            self._observer = None
        self.take_stock()
        self._looking.start()

    def stop(self) -> None:
        """End, with all threads."""
        self._ended.set()
        if self._observer:
            self._observer.stop()
            self._observer.join()
        if self._looking.is_alive():
            self._looking.join()

    def take_stock(self) -> None:
        """Note how everything is just before it is read, and watch folders that came since."""
        self._follow()
        self._seen = self._signature()

    def touched(self) -> tuple[Path, ...]:
        """The files that came or were written since this was last asked; none where they were many."""
        touched, self._touched = self._touched, {}
        return tuple(touched) if len(touched) <= MOST_TOUCHED else ()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Hear of what the system saw."""
        if not isinstance(event, HEARD):
            return  # some systems' watches leave nothing out
        paths = [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
        if event.is_directory and not isinstance(event, DirModifiedEvent):
            # What was watched there may be another folder now, though it may have the same number.
            self._stale |= {key for key in list(self._watches) for path in paths if key[0].is_relative_to(path)}
        if any(
            path == place or place in path.parents or path in place.parents for path in paths for place in self._places
        ):
            if not event.is_directory and len(self._touched) <= MOST_TOUCHED:
                self._touched[paths[-1]] = None
            self._changed()

    def _follow(self) -> None:
        """Watch each place, and the folder it is in, which is all that there is where it was deleted."""
        wanted = {(place, True) for place in self._places if place.is_dir()}
        wanted |= {(_nearest(place.parent), False) for place in self._places}
        stale, self._stale = self._stale, set()
        for key in [key for key in self._watches if key not in wanted or key in stale]:
            self._leave(key)
        for key in sorted(wanted):
            identity = _identity(key[0])
            known = self._watches.get(key)
            if known and known[0] == identity:
                continue
            if known:
                self._leave(key)
            if identity and self._observer:
                # Too many folders for the system, or one that went meanwhile: the looks are left.
                with contextlib.suppress(OSError):
                    watch = self._observer.schedule(self, str(key[0]), recursive=key[1], event_filter=list(HEARD))
                    self._watches[key] = (identity, watch)

    def _leave(self, key: tuple[Path, bool]) -> None:
        _, watch = self._watches.pop(key)
        if self._observer:
            # It may have ended with its folder.
            with contextlib.suppress(OSError, KeyError):
                self._observer.unschedule(watch)

    def _look(self) -> None:
        while not self._ended.wait(LOOK):
            if self._signature() != self._seen:
                # No report came of it, or it is on its way.
                self._stale = set(self._watches)
                self._changed()

    def _signature(self) -> object:
        found = []
        for place in self._places:
            paths = walk(place) if place.is_dir() else [str(place)]
            found += [(path, _mark(path)) for path in paths]
        return sorted(found)


def _mark(path: str) -> tuple[int, ...]:
    """What tells that something is another than before, be it a file or not."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return (0, 0, 0, 0) if not os.path.islink(path) else (1, 0, 0, 0)  # noqa: PTH114
    return status.st_mode, status.st_mtime_ns, status.st_size, status.st_ino


def _nearest(folder: Path) -> Path:
    return next(above for above in (folder, *folder.parents) if above.is_dir())


def _identity(folder: Path) -> Identity | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino

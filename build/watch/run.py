"""A live rebuild from its start to its end: listen, build, and leave no thread and no process behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Set
from dataclasses import dataclass

from build.watch.answers import Answers
from build.watch.door import NAMES
from build.watch.guests import Guests
from build.watch.live import Live, Project
from build.watch.server import Server, listen
from pipeline.kind import discover


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen."""

    host: str = "localhost"
    port: int = 8000
    base: str = "/"
    allow: Set[str] = frozenset()

    @property
    def purpose(self) -> str:
        """What the server is for, and what not."""
        reached = "" if self.host in NAMES else "Other machines can read it. "
        return f"{reached}It is for authoring, and no server for the public: publish what 'kotae site' makes."

    def address(self, port: int) -> str:
        """The address to open."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{port}{self.base}"


def watch(project: Project, place: Place, jobs: int, say: Callable[[str], None]) -> None:
    """Serve the site and build it anew on each change, until an exception such as Ctrl-C ends it.

    Raises AuthoringError where there is nothing to listen on. ``say`` is called with lines for the author.
    """
    kinds = discover()
    live = Live(project, kinds, jobs, say)
    answers, guests = Answers(live, kinds, place.base), Guests(live.board.wake)
    listening = listen(
        place.host,
        place.port,
        place.allow,
        lambda address, port, names: Server(address, port, answers, live.board, names, guests),
    )
    try:
        for port in listening.busy:
            say(f"Port {port} is in use: trying the next one.")
        threads = list(listening.serve())
        say(f"Open {place.address(listening.port)} and stop with Ctrl-C.")
        say(place.purpose)
        live.start()
        wait_for_ever(threads)
    finally:
        live.stop()
        listening.close()


def wait_for_ever(threads: list[threading.Thread]) -> None:
    """Wait; a signal ends it with an exception."""
    while all(thread.is_alive() for thread in threads):
        time.sleep(3600)

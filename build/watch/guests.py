"""Those that are connected to the server of a live rebuild: only so many at once, and each is heard in a bounded time.

Anything on the machine may connect and say nothing, or a byte now and then. So what a request begins with is read as a
whole, up to a length and a deadline, before anything is done for it. Where there are as many guests as there may be,
one makes room: whoever has been here longest without having said what it wants, or else has listened to the news
longest, since a browser asks for them again by itself. Where all are being answered, the one that comes is sent away.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto

MOST = 100
"""How many are connected at once; every tab that shows the site is one of them for as long as it is open."""

LONGEST_LINE = 8192
"""Bytes of the line that says what is wanted."""

LONGEST = 65_536
"""Bytes of all that goes before a request's content: browsers send along whatever any server of this machine left."""

PATIENCE = 10.0
"""Seconds that a guest may take to say what it wants."""

END = re.compile(rb"\n\r?\n")


class HeadError(Exception):
    """What was said is no request: ``status`` is the answer, and 0 where nobody waits for one."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Doing(Enum):
    """What a guest is at; those that come first make room first."""

    SILENT = auto()
    """It has not said yet what it wants."""
    LISTENING = auto()
    """It is told the news for as long as it stays."""
    ANSWERED = auto()


class Guests:
    """Counts them, over all listeners."""

    def __init__(self, wake: Callable[[], None], most: int = MOST) -> None:
        """``wake`` lets those that listen look whether they are still here."""
        self._wake = wake
        self._most = most
        self._lock = threading.Lock()
        self._here: dict[socket.socket, Doing] = {}
        """In the order in which they came."""

    def enter(self, guest: socket.socket) -> bool:
        """Whether there is room for another one, or could be made."""
        with self._lock:
            if len(self._here) >= self._most and not self._make_room():
                return False
            self._here[guest] = Doing.SILENT
            return True

    def is_now(self, guest: socket.socket, doing: Doing) -> None:
        """It is at something else."""
        with self._lock:
            if guest in self._here:
                self._here[guest] = doing

    def is_here(self, guest: socket.socket) -> bool:
        """Whether it did not have to make room."""
        return guest in self._here

    def leave(self, guest: socket.socket) -> None:
        """It is no longer here. To be called before it is closed."""
        with self._lock:
            self._here.pop(guest, None)

    def _make_room(self) -> bool:
        for doing in (Doing.SILENT, Doing.LISTENING):
            if (oldest := next((one for one, at in self._here.items() if at is doing), None)) is not None:
                del self._here[oldest]
                with suppress(OSError):
                    oldest.shutdown(socket.SHUT_RDWR)  # which wakes whoever waits for what it says
                self._wake()
                return True
        return False


def read_head(guest: socket.socket, patience: float = PATIENCE) -> bytes:
    """What a request begins with, up to the blank line; raises HeadError, or OSError where the guest goes away."""
    deadline = time.monotonic() + patience
    said = bytearray()
    while True:
        guest.settimeout(max(0.001, deadline - time.monotonic()))
        piece = guest.recv(LONGEST)
        searched = max(0, len(said) - 3)
        said += piece
        if len(said) > LONGEST_LINE and b"\n" not in said[: LONGEST_LINE + 1]:
            raise HeadError(414)
        if end := END.search(said, searched):
            said = said[: end.end()]
        if len(said) > LONGEST:
            raise HeadError(431)
        if end:
            return bytes(said)
        if not piece:
            raise HeadError(400 if said else 0)

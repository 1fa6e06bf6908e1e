"""What nothing that is read may do: write anywhere but in one folder, reach out, run on for ever, or fill the memory.

The guard is for a process of its own, since what it listens to cannot be left again. It stops what is at fault by
exceptions that no code of ours catches by accident.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

FORBIDDEN = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.startfile", "socket.connect")
"""What reading never does; the names of the interpreter's own events."""

STATM = Path("/proc/self/statm")
IS_BOUNDED = STATM.is_file()
"""Whether the system holds a process to a bound of memory: only Linux does."""

PATHS = {
    "os.mkdir": 1,
    "os.rename": 2,
    "os.remove": 1,
    "os.rmdir": 1,
    "os.link": 2,
    "os.symlink": 2,
    "os.chmod": 1,
    "os.truncate": 1,
    "os.utime": 1,
}
"""How many of the first arguments of an event are paths that are changed."""


class OutsideError(BaseException):
    """Something was written beyond the folder, or something was done that reading never does."""


class TooLongError(BaseException):
    """An input took more processor time than it may."""


class Guard:
    """Watches this process from now on."""

    def __init__(self, folder: Path, memory: int) -> None:
        """``folder`` is where anything may be written; ``memory`` is how many bytes more may be asked for."""
        self._folder = os.path.realpath(folder)
        self._is_on = False
        if IS_BOUNDED:
            size = int(STATM.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + memory, size + memory))
        signal.signal(signal.SIGVTALRM, _too_long)
        sys.addaudithook(self._hear)

    @contextmanager
    def watching(self, seconds: float) -> Iterator[None]:
        """Hold what is done within to its bounds; ``seconds`` are of processor time, whatever else the machine does."""
        self._is_on = True
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._is_on = False

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_on:
            return
        if event in FORBIDDEN:
            raise OutsideError(f"{event} {arguments[:2]!r}")
        if event == "open":
            path, mode, flags = arguments
            writes = set(mode or "") & set("wax+") or (isinstance(flags, int) and flags & WRITING)
            if writes and not isinstance(path, int):
                self._check(event, path)
        for path in arguments[: PATHS.get(event, 0)]:
            self._check(event, path)

    def _check(self, event: str, path: Any) -> None:
        if isinstance(path, int):
            return
        real = os.path.realpath(os.fsdecode(path))
        if real != os.devnull and os.path.commonpath((real, self._folder)) != self._folder:
            raise OutsideError(f"{event} of {real!r}")


def _too_long(number: int, frame: object) -> None:
    raise TooLongError


def most_held() -> int:
    """The most bytes that this process ever held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1_024

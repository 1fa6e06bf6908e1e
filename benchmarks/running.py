"""A ``kotae`` command in a process of its own: how long it takes, the memory of it and of all that it begins, and which
processes there are.

The memory of a process is its resident set at its highest. That of all together is the most that they had at one time,
as it is seen every quarter of a second, with what they share counted once. Linux tells both in ``/proc``.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from benchmarks.report import ROOT, Skipped

BETWEEN = 0.02
"""Seconds between two looks at the process, whose highest is kept by the system while it lives."""
PATIENCE = 300
"""Seconds after which a run that is to be killed, or to make good, hangs."""
EVERY = 12
"""At every so many of them all processes are looked at."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command took: seconds by the wall clock, processor seconds of all processes, and megabytes."""

    seconds: float
    processor: float
    parent: float
    all_processes: float


def kotae(folder: Path, *words: str) -> Ran:
    """Run a command in a folder; raises AssertionError with what it said where it fails."""
    if not Path("/proc/self/smaps_rollup").exists():
        raise Skipped("this system does not tell how much memory a process has")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as said:
        begun = time.perf_counter()
        process = begin(folder, *words, said=said)
        looking = _Looking(process.pid)
        looking.start()
        code = process.wait()
        seconds = time.perf_counter() - begun
        looking.ended.set()
        looking.join()
        said.seek(0)
        text = said.read().decode(errors="replace")
    if code:
        raise AssertionError(f"kotae {' '.join(words)} ended with {code}:\n{text[-4000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Ran(seconds, processor, looking.parent, looking.all_processes)


def command(*words: str) -> list[str]:
    """What begins this project's ``kotae`` from any folder."""
    call = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from build.cli import main; main()"
    return [sys.executable, "-c", call, *words]


def begin(folder: Path, *words: str, said: IO[bytes] | int, apart: bool = False) -> subprocess.Popen[bytes]:
    """Begin a command in a folder; ``said`` takes what it says. ``apart``: it leads a session of its own.

    It may keep what Python compiled, as an installed program has it, whatever is set where the benchmarks run.
    """
    known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(
        command(*words), cwd=folder, env=known, stdout=said, stderr=subprocess.STDOUT, start_new_session=apart
    )


def end(process: subprocess.Popen[bytes]) -> bytes:
    """Wait for one that leads its session, however it ends: what it said. Raises AssertionError where it hangs."""
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise AssertionError("a run hangs") from None
    return said or b""


def finish(process: subprocess.Popen[bytes]) -> None:
    """Wait for one that nobody kills; raises AssertionError where it hangs, or does not end well."""
    said = end(process)
    if process.returncode:
        raise AssertionError(f"a run ended with {process.returncode}: {said.decode(errors='replace')}")


def wait_until(condition: Callable[[], bool], message: str) -> None:
    """Wait for something; raises AssertionError where it does not come."""
    limit = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > limit:
            raise AssertionError(message)
        time.sleep(0.02)


@dataclass(frozen=True, slots=True)
class Process:
    """A process that lives: who began it, who leads its session, and the processor seconds that it took so far."""

    number: int
    parent: int
    session: int
    processor: float


def processes() -> Iterator[Process]:
    """All that live, where the system tells of them; one that ends meanwhile is passed over."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, *rest = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            if state != "Z":
                parent, _, session, *numbers = map(int, rest)
                processor = sum(numbers[7:9]) / os.sysconf("SC_CLK_TCK")
                yield Process(int(folder.name), parent, session, processor)


def kill(process: int) -> None:
    """``kill -9``, unless it has ended."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


class _Looking(threading.Thread):
    """Looks at a process and its descendants until it has ended."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.ended = threading.Event()
        self.parent = 0.0
        self.all_processes = 0.0

    def run(self) -> None:
        """Look again and again; a process that ends meanwhile is passed over."""
        looks = 0
        while not self.ended.wait(BETWEEN):
            self.parent = max(self.parent, _megabytes(self.process, "status", "VmHWM:"))
            if looks % EVERY == 0:
                together = sum(_megabytes(one, "smaps_rollup", "Pss:") for one in _family(self.process))
                self.all_processes = max(self.all_processes, together)
            looks += 1


def _megabytes(process: int, file: str, name: str) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/{file}").read_text(encoding="utf-8").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def _family(process: int) -> set[int]:
    """The process and all that descend from it."""
    begun_by: dict[int, list[int]] = {}
    for one in processes():
        begun_by.setdefault(one.parent, []).append(one.number)
    found: set[int] = set()
    waiting = [process]
    while waiting:
        one_of_them = waiting.pop()
        found.add(one_of_them)
        waiting += begun_by.get(one_of_them, [])
    return found

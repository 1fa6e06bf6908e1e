"""What every measurement shares: the boards, the machine, and tables of figures."""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
PEERS = SHARED / "peers"
BOARDS = SHARED / "bench_boards"


class Skipped(Exception):
    """A part that cannot run here, with the reason."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How both sides are timed: ``now`` in seconds, and what makes node's own clock agree."""

    name: str
    now: Callable[[], float]
    node_options: tuple[str, ...] = ()


WALL = Clock("wall clock", time.perf_counter)
PROCESSOR = Clock(
    "processor time, in which node's compiler threads are counted too",
    time.process_time,
    (
        "--import",
        "data:text/javascript,performance.now=()=>{const c=process.cpuUsage();return(c.user+c.system)/1000}",
    ),
)
"""For a busy machine, on which a long run waits for the others and a short one does not."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report: what was measured, a table, and whether each target was met."""

    title: str
    about: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    times: str = ""
    """How it was timed, where that is not as the clock says."""

    def text(self, measured: str) -> str:
        """As Markdown that reads well on a terminal too; ``measured`` says with what, and how it is done again."""
        widths = [max(len(row[i]) for row in (self.head, *self.rows)) for i in range(len(self.head))]
        lines = [
            "| " + " | ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) + " |"
            for row in (self.head, tuple("-" * (width - 1) + ":" for width in widths), *self.rows)
        ]
        notes = ["", *(f"- {note}" for note in (*self.notes, measured))]
        return "\n".join([f"## {self.title}", "", self.about, "", *lines, *notes, ""])


def boards(name: str) -> list[dict[str, Any]]:
    """The boards of a shared file."""
    path = BOARDS / name
    if not path.exists():
        raise Skipped(f"{path} is not there")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def by_size(measured: Iterable[tuple[dict[str, Any], Any]]) -> dict[int, list[Any]]:
    """Figures grouped by the number of rows, ascending."""
    sizes: dict[int, list[Any]] = {}
    for board, figure in measured:
        sizes.setdefault(board["rows"], []).append(figure)
    return dict(sorted(sizes.items()))


def node(clock: Clock, *arguments: str, seconds_a_board: int) -> subprocess.CompletedProcess[str]:
    """Run a stand-in; what it prints is in the result."""
    program = shutil.which("node")
    if program is None:
        raise Skipped("node is not installed")
    if not PEERS.exists():
        raise Skipped(f"{PEERS} is not there")
    environment = {**os.environ, "CAP": str(seconds_a_board)}
    return subprocess.run(
        [program, *clock.node_options, *arguments],
        cwd=PEERS,
        env=environment,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )


def records(text: str) -> list[dict[str, Any]]:
    """What a stand-in says, a record a line."""
    found = [json.loads(line) for line in text.splitlines()]
    if not found:
        raise Skipped("the stand-in measured nothing")
    return found


def milliseconds(values: Sequence[float]) -> tuple[str, str]:
    """The median and the maximum of some seconds."""
    return f"{median(values) * 1e3:.2f}", f"{max(values) * 1e3:.1f}"


def spread(values: Sequence[float]) -> str:
    """The middle half of some ratios."""
    if len(values) < 2:
        return f"{values[0]:.2g}"
    first, _, third = quantiles(values, n=4)
    return f"{first:.2g}–{third:.2g}"


def machine() -> str:
    """What the figures are measured on, and how busy it is now."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    program = shutil.which("node")
    asked = (
        subprocess.run([program, "--version"], capture_output=True, encoding="utf-8", check=False) if program else None
    )
    return (
        f"{names[0] if names else platform.processor() or platform.machine()}, {os.cpu_count()} cores,"
        f" load {os.getloadavg()[0]:.1f} at the start; Python {platform.python_version()},"
        f" python-sat {version('python-sat')}, node {asked.stdout.strip() if asked else 'none'}"
    )


def peak_megabytes() -> float:
    """The most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6

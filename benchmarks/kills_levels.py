"""``kotae levels`` killed at random moments, by ``kill -9``.

Each round changes the titles of all layouts, begins a run with two workers, and kills the run or one of its workers. At
every moment each file of the catalogue is the old one or the new one. Where the run was killed, no process of it stays
and the next run ends as if nothing had been; where a worker was, the run itself does. Nothing is left half written.
Two rounds of three begin with an empty cache, and in every fourth two runs share the cache and the catalogue.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.report import ROOT
from benchmarks.running import begin, end, finish, kill, processes, wait_until

FILES = ("akari/05x05.yaml", "binairo/06x06.yaml", "tsunagi/06x06.yaml")
EACH = 4
TITLES = ("Before", "After")
ROUNDS = 10
"""Rounds for each kill that is wanted, at most: a random moment may come when all is over."""

Files = dict[str, bytes]


@dataclass(slots=True)
class Tally:
    """What was killed, and what was found wrong."""

    runs: int = 0
    workers: int = 0
    too_late: int = 0
    """Rounds in which everything was done before the kill, which count as none."""
    faulty: int = 0
    """Rounds in which something was wrong."""
    wrong: list[str] = field(default_factory=list)

    def rounds(self, times: int) -> Iterator[int]:
        """Numbers of rounds, until so many kills have come in time; where too few do, an end all the same."""
        for number in range(1, ROUNDS * times + 1):
            if self.runs + self.workers >= times:
                break
            yield number


class Killed:
    """Runs in a folder of its own, and what they leave."""

    def __init__(self, folder: Path, seed: int, files: tuple[str, ...] = FILES, each: int = EACH) -> None:
        self._folder = folder
        self._random = Random(seed)
        self._files = files
        self._each = each
        self.expected: dict[str, Files] = {}
        self._takes: list[float] = []
        """Seconds of a run that solves, and of one that does not."""
        for title in TITLES:
            self.lay(title)
            started = time.monotonic()
            finish(self.begin("undisturbed"))
            self._takes.append(time.monotonic() - started)
            self.expected[title] = self.catalogue("undisturbed")

    def lay(self, title: str) -> None:
        """Write the layouts, all with this title."""
        for name in self._files:
            path = self._folder / "layouts" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            texts = (ROOT / "layouts" / name).read_text(encoding="utf-8").split("---\n")[: self._each]
            untitled = ("".join(line for line in text.splitlines(True) if line[:5] != "title") for text in texts)
            path.write_text("---\n".join(f"title: {title}\n{text}" for text in untitled), encoding="utf-8")

    def begin(self, out: str = "catalogue") -> subprocess.Popen[bytes]:
        """Begin a run."""
        return begin(self._folder, "levels", "--jobs", "2", "--out", out, said=subprocess.PIPE, apart=True)

    def catalogue(self, out: str = "catalogue") -> Files:
        """The files that are there."""
        folder = self._folder / out
        return {path.name: path.read_bytes() for path in sorted(folder.glob("*.jsonl"))}

    def round(self, number: int, tally: Tally, share: float = 0.5) -> None:
        """Kill once; raises AssertionError where something is not as it should be.

        ``share`` of the kills are of a worker, if there is one by then.
        """
        old, new = TITLES if number % 2 else TITLES[::-1]
        self.lay(new)
        is_cold = number % 3 > 0
        if is_cold:
            shutil.rmtree(self._folder / ".kotae-cache", ignore_errors=True)
        runs = [self.begin() for _ in range(2 if number % 4 == 0 else 1)]
        time.sleep(self._random.uniform(0, self._takes[not is_cold]))
        victim = runs[0]
        is_worker = self._random.random() < share and bool(workers := workers_of(victim.pid))
        if is_worker:
            kill(self._random.choice(workers))
            tally.workers += 1
        else:
            is_late = victim.poll() is not None
            kill(victim.pid)
            tally.too_late += is_late
            tally.runs += not is_late
            victim.wait()
        for name, data in self.catalogue().items():
            assert data in (self.expected[old].get(name), self.expected[new].get(name)), (
                f"{name} is neither old nor new"
            )
        for run in runs if is_worker else runs[1:]:
            finish(run)
        if not is_worker:
            wait_until(lambda: not session(victim.pid), "a process of a killed run stays")
            end(victim)
            finish(self.begin())
        assert self.catalogue() == self.expected[new], "other bytes than those of an undisturbed run"
        left = [str(path) for path in self._folder.rglob("*.part")]
        assert not left, f"left half written: {left}"


def session(leader: int) -> list[int]:
    """The living processes of a session."""
    return [one.number for one in processes() if one.session == leader]


def workers_of(run: int) -> list[int]:
    """The workers of a run: its session but itself, and but the process in which Python counts shared things."""
    found = []
    for process in session(run):
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if process != run and b"spawn_main" in words:
            found.append(process)
    return found


def kills(times: int, seed: int = 0) -> Tally:
    """Kill so many times; what was found wrong is in the tally, and the rounds go on."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        killed = Killed(Path(folder), seed)
        for number in tally.rounds(times):
            try:
                killed.round(number, tally)
            except AssertionError as error:
                tally.faulty += 1
                tally.wrong.append(f"round {number}: {error}")
    return tally

"""``kotae site`` killed at random moments: the parent or one of its processes, while it makes one site out of another.

Two catalogues differ in some levels. A site of the one is made again for the other, by one process or by two, with what
the last run left or from nothing, and killed with SIGKILL after a random part of the time that such a run takes. Right
after that each file of the site has to be whole, one of the old site or of the new one, and each link has to lead
somewhere. The next run, which nobody disturbs, has to end with the bytes of a site that nobody ever disturbed.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.kills_levels import Tally
from benchmarks.running import begin, end, kill, processes, wait_until
from build.config import Config
from build.links import dead_links
from pipeline.kind import discover, package_of

LIST = ".nojekyll"
"""Which files there are: while a site is put into place it names those of both."""


class Place:
    """A folder with two catalogues, and the site of each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "kotae.yaml").write_text("title: Killed\nlanguages: [en, ja]\n", encoding="utf-8")
        for name, kind in discover().items():
            (folder / "layouts" / name).mkdir(parents=True)
            shutil.copy(package_of(kind) / "starter.yaml", folder / "layouts" / name)
        self.run("levels", "--jobs", "1", "--out", "0")
        (folder / "1").mkdir()
        for path in (folder / "0").glob("*.jsonl"):
            lines = list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))
            other = [line | {"title": "Another"} if number % 2 else line for number, line in enumerate(lines[1:])]
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in other or lines)
            (folder / "1" / path.name).write_text(text, encoding="utf-8")
        self.seconds = 0.0
        """What an undisturbed run takes."""
        for which in "01":
            begun = time.perf_counter()
            self.run("site", "--catalogue", which, "--out", f"whole-{which}", "--jobs", "2")
            self.seconds = max(self.seconds, time.perf_counter() - begun)
        self.whole = [tree(folder / f"whole-{which}") for which in "01"]
        shutil.copytree(folder / "whole-0", folder / "dist")

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Begin a command."""
        return begin(self.folder, *words, said=subprocess.DEVNULL, apart=True)

    def run(self, *words: str) -> None:
        """Run a command that nobody disturbs; raises AssertionError where it hangs, or does not end well."""
        with (self.folder / "said").open("w+b") as said:
            run = begin(self.folder, *words, said=said, apart=True)
            end(run)
            said.seek(0)
            assert run.returncode == 0, f"kotae {' '.join(words)}: {said.read().decode(errors='replace')}"


def kills(times: int, seed: int = 7) -> Tally:
    """Kill so many runs; what was not made good is in the tally."""
    rng = random.Random(seed)
    tally = Tally()
    with TemporaryDirectory() as name:
        place = Place(Path(name))
        for number in tally.rounds(times):
            faults: list[str] = []
            try:
                faults += _kill(place, number, rng, tally)
            except AssertionError as error:
                faults.append(str(error))
            tally.faulty += bool(faults)
            tally.wrong += [f"round {number}: {fault}" for fault in faults]
    return tally


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _kill(place: Place, number: int, rng: random.Random, tally: Tally) -> Iterator[str]:
    which = 1 - number % 2
    of_process = rng.random() < 0.5
    if of_process or rng.random() < 0.5:
        shutil.rmtree(place.folder / ".kotae-cache", ignore_errors=True)
    words = ("site", "--catalogue", str(which), "--jobs", "2" if of_process else rng.choice("12"))
    run = place.start(*words)
    if of_process:
        wait_until(lambda: run.poll() is not None or bool(_children(run.pid)), "a run begins no process")
        time.sleep(rng.uniform(0, 0.2) * place.seconds)  # the first pages are made before there is one
    else:
        time.sleep(rng.uniform(0.2, 1.0) * place.seconds)
    who = rng.choice((of_process and _children(run.pid)) or [run.pid])
    # It may have ended by itself meanwhile: then nothing was disturbed.
    if run.poll() is None:
        kill(who)
        tally.runs += who == run.pid
        tally.workers += who != run.pid
    else:
        tally.too_late += 1
    end(run)
    yield from _torn(place)
    place.run(*words)
    after = tree(place.folder / "dist")
    wrong = sorted(
        name for name in after.keys() | place.whole[which].keys() if _differ(after, place.whole[which], name)
    )
    if wrong:
        yield f"the next run left others: {', '.join(wrong)}"
    if left := list(place.folder.glob(".kotae-site-*")):
        yield f"the next run left {left[0].name}"


def _torn(place: Place) -> Iterator[str]:
    """What is wrong with the site right after a run was killed."""
    there = tree(place.folder / "dist")
    torn = [name for name in there if name != LIST and all(_differ(there, whole, name) for whole in place.whole)]
    if torn:
        yield f"of neither site: {', '.join(torn)}"
    if dead := dead_links(place.folder / "dist", Config(languages=("en", "ja"))):
        yield f"a dead link: {dead[0]}"


def _differ(one: dict[str, bytes], other: dict[str, bytes], name: str) -> bool:
    return one.get(name) != other.get(name)


def _children(parent: int) -> list[int]:
    """The processes that one has begun to do its work."""
    return [one.number for one in processes() if one.parent == parent]

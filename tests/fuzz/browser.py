"""What a browser keeps and what addresses say, handed to the scripts of the pages: a node is asked again and again."""

from __future__ import annotations

import atexit
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from build.hints import way
from build.levels import shown
from pipeline.base import build_base
from pipeline.layout import layouts_of
from pipeline.limits import Limits
from pipeline.source import read_documents
from tests.fuzz.guard import TooLongError
from tests.fuzz.mutate import IN_ANY, IN_JSON, spoilt
from tests.fuzz.target import Came, Room, Target

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "tests/fuzz/games.mjs"
MEMORY = 256
"""Megabytes that the scripts may hold."""
CHECK = 5
"""Characters of the check behind a position."""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class ScriptError(Exception):
    """The scripts are at fault."""


class Browser:
    """A node that runs the scripts of the pages."""

    def __init__(self, levels: dict[str, Any]) -> None:
        self._levels = levels
        self._node = shutil.which("node") or "node"
        self._process: subprocess.Popen[bytes] | None = None
        self._before = 0.0
        """Seconds that those took which were ended."""
        self.originals: dict[str, list[str]] = {}
        """What the scripts themselves keep and write, for each target."""
        self.begin()
        atexit.register(self.end)

    def begin(self) -> None:
        """Begin, where none was begun or the one before has ended."""
        if self._process:
            return
        words = [self._node, f"--max-old-space-size={MEMORY}", str(ROOT / SCRIPT)]
        # What a script does not catch ends it, and says so; none of that is of interest but that it ended.
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
        )
        self._send({"levels": self._levels})
        said = self._line(60)
        if not said:
            raise ScriptError("the scripts do not begin")
        self.originals = {}
        for target, text in json.loads(said):
            self.originals.setdefault(target, []).append(text)

    def ask(self, target: str, text: str, seconds: float) -> Came:
        """What comes of an input; raises ScriptError, or TooLongError after so many seconds of processor time."""
        try:
            self._send([target, text])
            said = self._line(seconds)
        except BrokenPipeError:
            said = b""
        if not said:
            self.end()
            raise ScriptError("the scripts ended: there was no memory left, or no stack")
        found = json.loads(said)
        if "fault" in found:
            raise ScriptError(found["fault"])
        return Came.GOOD if found["good"] else Came.REFUSED

    def clock(self) -> float:
        """Seconds of processor time that were spent here and there, so far."""
        return time.process_time() + self._before + (self._spent() if self._process else 0)

    def end(self) -> None:
        """End it."""
        if self._process:
            self._before += self._spent()
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _send(self, value: Any) -> None:
        assert self._process
        assert self._process.stdin
        self._process.stdin.write(json.dumps(value).encode() + b"\n")
        self._process.stdin.flush()

    def _line(self, seconds: float) -> bytes:
        assert self._process
        assert self._process.stdout
        ready = self._process.stdout
        begun = self._spent()
        while not select.select([ready], [], [], 0.2)[0]:
            if self._spent() - begun > seconds:
                self.end()
                raise TooLongError
        return ready.readline()

    def _spent(self) -> float:
        """Seconds of processor time that the node took so far."""
        assert self._process
        try:
            text = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return time.monotonic()
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def browser_targets(room: Room) -> Iterator[Target]:
    """The engine with every kind."""
    browser = Browser({kind: _levels(room, kind) for kind in room.kinds})

    def maker(target: str, spoil: Callable[[str, Random, str], str]) -> Callable[[Random], str]:
        def make(random: Random) -> str:
            head, _, text = random.choice(browser.originals[target]).partition("\n")
            return f"{head}\n{spoil(text, random, head.split(' ')[0])}"

        return make

    def runner(target: str) -> Callable[[str], Came]:
        return lambda text: browser.ask(target, text, 5)

    makers: dict[str, tuple[int, Callable[[Random], str], float]] = {
        "games": (4_000, maker("games", _in_save), 0.1),
        "addresses": (10_000, maker("addresses", _in_address), 0.02),
        "progress": (3_000, maker("progress", _in_lines), 0.1),
        "home": (5_000, maker("home", _in_save), 0.01),
    }
    for name, (of, make, good) in makers.items():
        yield Target(name, of, 5, make, runner(name), good, browser.clock, browser.begin)


def _levels(room: Room, kind: str) -> list[dict[str, Any]]:
    """A few levels of the smallest boards as a page has them."""
    path = min((room.layouts / kind).glob("*.yaml"))
    layouts, _ = layouts_of(read_documents(path, "a.yaml"), kind, "a", "a.yaml", room.kinds)
    levels = [level for layout in layouts[:2] for level in build_base(room.kinds[kind], layout, Limits()).levels[:1]]
    return [json.loads(json.dumps(shown(level))) | {"way": way(room.kinds[kind], level)} for level in levels]


def _in_save(text: str, random: Random, head: str) -> str:
    return spoilt(text, random, IN_JSON)


def _in_lines(text: str, random: Random, head: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = spoilt(lines[at], random, IN_JSON)
    return spoilt("\n".join(lines), random, IN_ANY) if random.random() < 0.1 else "\n".join(lines)


def _in_address(text: str, random: Random, kind: str) -> str:
    """An address that was spoilt; of half of those with a position the check is made to fit it."""
    id, _, place = text.partition("/")
    image, _, position = place.partition("/")
    if position and random.random() < 0.7:
        packed = position[:-CHECK]
        packed = _signs(packed, random) if random.random() < 0.7 else spoilt(packed, random, IN_ANY)
        return f"{id}/{image}/{packed}{_check(kind, id, image, packed)}"
    return spoilt(text, random, IN_ANY)


def _check(kind: str, id: str, image: str, packed: str) -> str:
    """The check behind a position, as anybody can work it out: FNV-1a, and of it what five characters hold."""
    of = 0x811C9DC5
    for sign in "/".join((kind, id, "" if image == "identity" else image, packed)):
        of = (of ^ ord(sign)) * 0x01000193 & 0xFFFFFFFF
    text = ""
    for _ in range(CHECK):
        of, digit = divmod(of, 36)
        text = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + text
    return text


def _signs(packed: str, random: Random) -> str:
    found = list(packed) or ["A"]
    for _ in range(random.randint(1, 4)):
        found[random.randrange(len(found))] = random.choice(DIGITS)
    return "".join(found) + random.choice(("", "", random.choice(DIGITS), "A" * 40))

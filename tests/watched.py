"""A project of a few small layouts, and the real ``kotae watch`` over it."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

PATIENCE = 120.0
"""Seconds: a machine that is busy with other things takes long."""

LAMP = """\
title: Corner lamp
walls: |
  ..#..
  .....
  #...#
  .....
  ..#..
"""

OTHER = """\
title: Other lamp
walls: |
  .#...
  .....
  ..#..
  .....
  ...#.
"""

HAND = """\
title: By hand
clues: fixed
walls: |
  .....
  .0.2.
  .....
  .1.1.
  .1.#.
"""

BROKEN = LAMP.replace("  #...#\n", "  #..#\n")
"""Its fifth line is a cell too short."""


SETTINGS = "title: Mine\nlanguages: [en, ja]\n"


def swap(path: Path, text: str) -> None:
    """Write a file the way a careful editor does, a new one beside it moved over it: nobody ever sees half of it."""
    beside = path.with_name(f".{path.name}.swp")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def port_of_ones_own() -> int:
    """A port that is free, and that no other program comes by: it lies below those that a system hands out by itself.

    Tests need one that stays free between one server and the next.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for port in range(20_000 + worker % 100 * 100, 32_000):
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def project(folder: Path, settings: str = SETTINGS) -> Path:
    """Write a project of two layouts."""
    (folder / "layouts" / "akari").mkdir(parents=True)
    (folder / "layouts" / "akari" / "lamp.yaml").write_text(LAMP, encoding="utf-8")
    (folder / "layouts" / "akari" / "hand.yaml").write_text(HAND, encoding="utf-8")
    (folder / "kotae.yaml").write_text(settings, encoding="utf-8")
    return folder


class Reply:
    """What a server said to one request."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.text = body.decode("utf-8", "replace")


class Watched:
    """A running watch over a folder."""

    def __init__(self, folder: Path, words: Sequence[str] = (), **options: Any) -> None:
        command = [sys.executable, "-c", "from build.cli import main; main()", "watch", "--jobs", "1", *words]
        command += [] if "--port" in words else ["--port", "0"]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        self.folder = folder
        self.renewals = 0
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            said = self.until(lambda: next(filter(None, map(ADDRESS.search, self.lines)), None))
        except BaseException:
            self.close()
            raise
        self.port, self.base = int(said["port"]), said["base"]

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.lines.append(line.rstrip("\n"))

    @property
    def address(self) -> str:
        """Where the site is."""
        return f"http://127.0.0.1:{self.port}{self.base}"

    @property
    def lamp(self) -> Path:
        """The layout that tests change."""
        return self.folder / "layouts" / "akari" / "lamp.yaml"

    def until(self, is_so: Callable[[], Any]) -> Any:
        """Wait until something is so."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := is_so():
                return found
            assert self.process.poll() is None, self.lines
            time.sleep(0.01)
        raise AssertionError(f"never so: {self.lines[-20:]}")

    def ask(self, path: str = "", host: str = "127.0.0.1", method: str = "GET", **headers: str) -> Reply:
        """Send one request, and read all of the reply."""
        connection = http.client.HTTPConnection(host, self.port, timeout=PATIENCE)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path if path.startswith("/") else self.base + path, headers=named)
            reply = connection.getresponse()
            return Reply(reply.status, dict(reply.getheaders()), reply.read())
        finally:
            connection.close()

    def news(self) -> dict[str, Any]:
        """What a browser that comes now is told first."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", f"{self.base}_watch/events")
            reply = connection.getresponse()
            while True:
                line = reply.readline()
                if line.startswith(b"data: "):
                    found: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                    return found
        finally:
            connection.close()

    def until_news(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the news are so, and no build is going on."""
        return self.until(lambda: next((one for one in [self.news()] if not one["busy"] and is_so(one)), None))

    def until_fault(self, text: str) -> dict[str, Any]:
        """Wait until a fault says this."""
        news = self.until_news(lambda news: any(text in fault["message"] for fault in news["faults"]))
        return next(fault for fault in news["faults"] if text in fault["message"])

    def until_good(self, after: str = "") -> str:
        """Wait until nothing is at fault, and the site is another than before; its version."""
        version: str = self.until_news(lambda news: not news["faults"] and news["version"] != after)["version"]
        return version

    def until_page(self, path: str, text: str) -> Reply:
        """Wait until a page has a text."""
        reply: Reply = self.until(lambda: next((one for one in [self.ask(path)] if text in one.text), None))
        return reply

    def close(self) -> None:
        """End it without asking; its workers end with it."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stderr
        self.process.stderr.close()

    def stop(self, number: int) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


ADDRESS = re.compile(r"^Open http://[^/]*:(?P<port>\d+)(?P<base>/\S*) ")


def renewed(running: Watched) -> Watched:
    """The watch when its project is as it was written at first, whatever was done to it, and is seen so.

    A page may look as at first because nothing of all this was seen yet, so the settings name the time.
    """
    running.renewals += 1
    time_of_it = f"As at first, {running.renewals}."
    for path in running.folder.iterdir():
        if path.name != ".kotae-cache":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    project(running.folder, f"{SETTINGS}description: {time_of_it}\n")
    running.until_page("index.html", time_of_it)
    running.until_good()
    return running


@contextmanager
def watching(folder: Path, *words: str, **options: Any) -> Iterator[Watched]:
    """A watch that has built the site once, or found why not."""
    one = Watched(folder, words, **options)
    try:
        one.until_news(lambda news: True)
        yield one
    finally:
        one.close()

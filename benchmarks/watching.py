"""The live rebuild: from saving a file to the new board painted in Chromium, with a catalogue of a thousand bases.

A save is timed from just before the file is written to two frames after the page shows it, as a program beside the
browser sees it. So the figure has in it the write, the system's report, the solving, the news to the page, its way back
and forth to the server, and the painting. The browser is driven from this process, which adds some milliseconds.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.report import ROOT, Clock, Section, Skipped
from benchmarks.running import command, processes
from pipeline.errors import AuthoringErrors
from pipeline.kind import NewRequest, discover
from pipeline.new import make_layouts
from pipeline.run import load_layouts

BASES = 1000
SAVES = 20
FLAT = 500
"""Saves over which the memory is looked at."""

SLOW = "tsunagi"
TAKEN = Path("layouts", SLOW, "10x10.yaml")
"""A kind whose boards take long to draw: these are taken from the project and saved one by one."""

TARGETS = {"layout": 0.4, "template": 0.6, "style": 0.6}
"""In seconds, on a quiet machine."""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def watching(clock: Clock) -> Section:
    """All of it, over the layouts that ship and as many small ones as a thousand bases take."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        return measure(folder)


def prepare(folder: Path) -> None:
    """Write a project of a thousand bases, none an image of another."""
    shutil.copytree(ROOT / "layouts", folder / "layouts")
    (folder / TAKEN).unlink()
    (folder / "kotae.yaml").write_text("title: Measured\nlanguages: [en, es, ja]\n", encoding="utf-8")
    kind, request = discover()["akari"], NewRequest(6, 6, "rotate180", {"walls": 0.25})
    made = make_layouts(kind, request, BASES, 0, frozenset())
    there = len(load_layouts(folder / "layouts", discover()))
    target = folder / "layouts" / "akari" / "drawn"
    target.mkdir()
    for number, layout in enumerate(made):
        (target / f"{number:04}.yaml").write_text(layout.text, encoding="utf-8")
        there += 1
        if there == BASES:
            there -= _without_images(folder)
        if there == BASES:
            break


def _without_images(folder: Path) -> int:
    """Take out what is an image of another layout; how many that were."""
    try:
        load_layouts(folder / "layouts", discover())
    except AuthoringErrors as several:
        for fault in several.errors:
            assert fault.location
            Path(fault.location.file).unlink()
        return len(several.errors)
    return 0


def measure(folder: Path) -> Section:
    """Time the saves in a project."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise Skipped("there is no Chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Skipped("playwright is not installed") from None
    boards = {kind: list(drawn(kind)) for kind in ("akari", "binairo", "tsunagi")}
    with served(folder) as (address, process), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(600_000)
        rows = []
        for kind, texts in boards.items():
            times = [*layouts(folder, page, address, process, kind, texts)]
            rows.append(row(f"{kind}, 10×10", times, TARGETS["layout"]))
        for what, change in (("template", template), ("style", style)):
            rows.append(row(what, [*saves(page, process, folder, change)][1:], TARGETS[what]))
        memory = grown(folder, process)
        browser.close()
    notes = (f"memory of the watch over {FLAT} saves: {memory}.",)
    about = (
        f"Seconds from a save to its page painted, of {SAVES} saves, {BASES} bases; and the processor time that the "
        "watch and its workers take for one, which other work on the machine changes little."
    )
    head = ("saved", "median", "slowest", "target", "met", "processor")
    return Section("The live rebuild", about, head, tuple(rows), notes)


class Took(NamedTuple):
    """What a save took, in seconds."""

    wall: float
    processor: float


def row(what: str, times: list[Took], target: float) -> tuple[str, ...]:
    """The figures of one sort of save."""
    walls = [took.wall for took in times]
    middle, processor = median(walls), median(took.processor for took in times)
    met = "yes" if middle < target else "no"
    return what, f"{middle:.3f}", f"{max(walls):.3f}", f"{target:.1f}", met, f"{processor:.3f}"


def drawn(kind: str) -> Iterator[str]:
    """Boards of 10×10 that are solved for the first time each."""
    if kind == SLOW:
        text = (ROOT / TAKEN).read_text(encoding="utf-8")
    else:
        words = "new", kind, "--size", "10x10", "--count", str(SAVES + 2), "--seed", "99"
        text = subprocess.run(command(*words), cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
    for number, document in enumerate(text.split("---\n")[: SAVES + 2], 1):
        yield f"title: Measured {number}\n" + re.sub(r"(?m)^title:.*\n", "", document)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, int]]:
    """The watch over a project, when its site is there: its address, and the number of its process."""
    process = subprocess.Popen(command("watch", "--port", "0"), cwd=folder, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    try:
        address = ""
        for line in process.stderr:
            if found := re.search(r"http://\S+", line):
                address = found[0]
            if " pages" in line:
                break
        # Nobody reads on, and the pipe has an end.
        threading.Thread(target=lambda: [None for _ in process.stderr or ()], daemon=True).start()
        yield address, process.pid
    finally:
        process.terminate()
        process.wait()


def layouts(folder: Path, page: Any, address: str, process: int, kind: str, texts: list[str]) -> Iterator[Took]:
    """The time of each save of a layout that a page shows."""
    path = folder / "layouts" / kind / "measured.yaml"
    path.write_text(texts[0], encoding="utf-8")
    while not (href := listed(page, f"{address}{kind}/", "Measured 1")):
        time.sleep(0.1)
    page.goto(f"{address}{kind}/{href}")
    for number, text in enumerate(texts[1:], 2):
        page.wait_for_timeout(500)
        there = f"() => document.querySelector('main h1')?.textContent.includes('Measured {number}') ?? false"
        yield timed(page, process, path, text, lambda there=there: until(page, there))  # type: ignore[misc]


def listed(page: Any, kind: str, title: str) -> str:
    """Where the level of that title is played, from whichever page lists it; nothing where none does yet."""
    for name in ("index.html", "levels-10x10.html"):
        shelf = page.request.get(f"{kind}{name}").text()
        if found := re.search(rf'href="([^"]+)"[^>]*title="{title}"', shelf):
            return found[1]
    return ""


def timed(page: Any, process: int, path: Path, text: str, shown: Callable[[], object]) -> Took:
    """The time from a save to its page painted."""
    before, started = spent(process), time.perf_counter()
    path.write_text(text, encoding="utf-8")
    shown()
    with suppress(Exception):
        page.evaluate(PAINTED)
    return Took(time.perf_counter() - started, spent(process) - before)


def spent(process: int) -> float:
    """The processor time of a process and those that it began, in seconds; 0 where no system tells."""
    return sum(one.processor for one in processes() if process in (one.number, one.parent))


Change = Callable[[int], tuple[str, str, str]]
"""For a number the name of a template, its text, and what is then so on a page."""


def template(number: int) -> tuple[str, str, str]:
    """A change of what stands on a page."""
    text = (
        '{% extends "kotae/play.html.jinja" %}{% block main %}{{ super() }}'
        + f'<p id="n{number}">.</p>{{% endblock %}}'
    )
    return "play.html.jinja", text, f"() => document.getElementById('n{number}') !== null"


def style(number: int) -> tuple[str, str, str]:
    """A change of how it looks."""
    there = f"() => getComputedStyle(document.querySelector('main h1')).letterSpacing === '{number}px'"
    return "paper.css", f"h1 {{ letter-spacing: {number}px }}", there


def saves(page: Any, process: int, folder: Path, change: Change) -> Iterator[Took]:
    """The time of each save of a template."""
    for number in range(1, SAVES + 2):
        name, text, there = change(number)
        path = folder / "templates" / name
        path.parent.mkdir(exist_ok=True)
        page.wait_for_timeout(1500)
        yield timed(page, process, path, text, lambda there=there: until(page, there))  # type: ignore[misc]


def until(page: Any, expression: str) -> None:
    """Look at the page again and again, also while it is being loaded: the driver's own way waits longer each time."""
    while True:
        with suppress(Exception):
            if page.evaluate(expression):
                return
        time.sleep(0.005)


def grown(folder: Path, process: int) -> str:
    """The memory that the watch holds as it saves on and on."""
    path = folder / "layouts" / "akari" / "measured.yaml"
    text = path.read_text(encoding="utf-8")
    held = []
    for number in range(FLAT + 1):
        path.write_text(re.sub(r"title: .*", f"title: Saved {number}", text), encoding="utf-8")
        time.sleep(0.15)
        if number % (FLAT // 5) == 0:
            held.append(resident(process))
    return ", ".join(f"{megabytes:.0f}" for megabytes in held) + " MB"


def resident(process: int) -> float:
    """The memory of a process, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) * 1024 / 1e6 if found else 0.0

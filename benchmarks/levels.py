"""``kotae levels`` as it is typed: the layouts that ship, cold and warm, and many small ones, ten times as many, and
as many as ten thousand for the memory. Times are by the wall clock, the start of Python and the imports included."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.drawing import KEPT, Drawn, Shape, pile
from benchmarks.report import ROOT, Clock, Section
from benchmarks.running import Ran, kotae

SHAPES = (
    Shape("akari", 6, 7),
    Shape("binairo", 6, 8),
    Shape("tsunagi", 5, 5),
    Shape("akari", 7, 7, "rotate180", {"walls": "20%"}),
    Shape("tsunagi", 5, 6),
    Shape("akari", 7, 8),
)
MANY = 10_000
FEW, TIMES = 300, 10
ROUNDS = 3
WARM_ROUNDS = 5
JOBS = 2
A_FILE = 50
"""Layouts in a file."""

COLD_SECONDS, WARM_SECONDS, MOST_TIMES, MEGABYTES = 180, 2, 11, 250

HEAD = (
    *("layouts", "number", "cache", "runs", "seconds", "slowest", "processor", "parent MB", "all MB"),
    "target",
)


def run(clock: Clock, many: int = MANY, few: int = FEW, rounds: int = ROUNDS) -> Section:
    """Cold and warm, small and large; a run of ten times as many takes turns with one of few."""
    small = _shuffled(many)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shipped = ROOT / "layouts"
        cold = [_cold(folder, shipped) for _ in range(rounds)]
        warm = [_levels(folder, shipped) for _ in range(WARM_ROUNDS)]
        less, more = _write(folder / "less", small[:few]), _write(folder / "more", small[: TIMES * few])
        turns = [(_cold(folder, less), _cold(folder, more)) for _ in range(rounds)]
        most = [_cold(folder, _write(folder / "most", small))]
        again = [_levels(folder, folder / "most") for _ in range(rounds)]
    ratios = [ten.seconds / one.seconds for one, ten in turns]
    rows = (
        _row("shipped", _count(shipped), "cold", cold, _said(_slowest(cold), COLD_SECONDS, "s")),
        _row("shipped", _count(shipped), "warm", warm, _said(_slowest(warm), WARM_SECONDS, "s")),
        _row("small", few, "cold", [one for one, _ in turns], ""),
        _row("small", TIMES * few, "cold", [ten for _, ten in turns], _said(median(ratios), MOST_TIMES, "times")),
        _row("small", many, "cold", most, _said(max(one.parent for one in most), MEGABYTES, "MB")),
        _row("small", many, "warm", again, _said(max(one.parent for one in again), MEGABYTES, "MB")),
    )
    return Section(
        "The run",
        f"`kotae levels --jobs {JOBS}`, with nothing in the cache and with everything: seconds of the wall clock in the"
        " median, and the slowest; processor seconds of all processes; the peak memory of the parent, and of all"
        " processes together, in megabytes. The small layouts are of all kinds, mixed, 5×5 to 7×8.",
        HEAD,
        rows,
        (
            f"{TIMES} times the layouts take {median(ratios):.1f} times as long,"
            f" {min(ratios):.1f} to {max(ratios):.1f} in {rounds} rounds.",
        ),
        "wall clock",
    )


def _shuffled(many: int) -> list[Drawn]:
    """So that the first few are as mixed as all."""
    bases = pile(KEPT / "small", SHAPES, many, lambda one: 1, "Drawing layouts")
    found = [replace(one, levels=()) for one in bases]
    Random(0).shuffle(found)
    return found


def _write(folder: Path, layouts: Sequence[Drawn]) -> Path:
    for kind in sorted({shape.kind for shape in SHAPES}):
        texts = [one.text for one in layouts if one.kind == kind]
        (folder / kind).mkdir(parents=True)
        for start in range(0, len(texts), A_FILE):
            path = folder / kind / f"{start // A_FILE:04}.yaml"
            path.write_text("---\n".join(texts[start : start + A_FILE]), encoding="utf-8")
    return folder


def _cold(folder: Path, layouts: Path) -> Ran:
    shutil.rmtree(folder / "cache", ignore_errors=True)
    return _levels(folder, layouts)


def _levels(folder: Path, layouts: Path) -> Ran:
    places = "--layouts", str(layouts), "--out", "catalogue", "--cache", "cache"
    return kotae(folder, "levels", *places, "--jobs", str(JOBS))


def _count(layouts: Path) -> int:
    """How many layouts are below a folder."""
    from pipeline.kind import discover
    from pipeline.run import load_layouts

    return len(load_layouts(layouts, discover()))


def _slowest(runs: Sequence[Ran]) -> float:
    return max(one.seconds for one in runs)


def _said(figure: float, target: float, unit: str) -> str:
    return f"{figure:.3g} of {target} {unit}, {'met' if figure < target else 'MISSED'}"


def _row(what: str, number: int, cache: str, runs: Sequence[Ran], target: str) -> tuple[str, ...]:
    return (
        what,
        f"{number:,}",
        cache,
        str(len(runs)),
        f"{median(one.seconds for one in runs):.2f}",
        f"{_slowest(runs):.2f}",
        f"{median(one.processor for one in runs):.1f}",
        f"{max(one.parent for one in runs):.0f}",
        f"{max(one.all_processes for one in runs):.0f}",
        target,
    )

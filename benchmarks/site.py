"""``kotae site`` as it is typed, on a hundred thousand levels: built from nothing, and after a board was changed.

The catalogue is that of ``large.py``. Times are by the wall clock, the start of Python and the imports included.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.drawing import KEPT
from benchmarks.large import KINDS, LEVELS, change_base, large
from benchmarks.report import Clock, Section
from benchmarks.running import Ran, kotae

BUILD_SECONDS, CHANGE_SECONDS, MEGABYTES, KILOBYTES = 600, 2, 500, 300

LANGUAGES = (("en",), ("en", "es", "ja"))
CHANGES = 2
"""So many boards of each kind are changed, one after the other."""

SORTS = (
    ("play", re.compile(r"\d+x\d+-\w+(-\d+)?\.html")),
    ("print", re.compile(r"print-.*\.html")),
    ("index", re.compile(r".*\.html")),
)
"""Pages by name, the first that fits: whatever neither plays nor prints has to stay as small as an index."""

HEAD = (
    *("languages", "build", "runs", "seconds", "slowest", "processor", "parent MB", "all MB", "files written"),
    "target",
)


class Stamp(NamedTuple):
    """By what a file is known to be the one that was there: another one has another number, or another time."""

    number: int
    time: int
    size: int


@dataclass(frozen=True, slots=True)
class Built:
    """A build from nothing, builds after a change each with how many files they wrote, and the files at the end."""

    first: Ran
    changed: tuple[tuple[Ran, int], ...]
    files: Mapping[Path, Stamp]


def site(clock: Clock, levels: int = LEVELS, changes: int = CHANGES) -> Section:
    """In one language, as a site has it that says nothing, and in three."""
    catalogue = large(levels)
    total = sum(_lines(path) for path in sorted(catalogue.glob("*.jsonl")))
    rows: list[tuple[str, ...]] = []
    notes = [f"{total:,} levels of {', '.join(KINDS)}; a change is another board in place of one of the largest."]
    for languages in LANGUAGES:
        KEPT.mkdir(parents=True, exist_ok=True)
        # Beside the catalogue, since it is large and the folder for temporary files may be in the memory.
        with tempfile.TemporaryDirectory(dir=KEPT) as name:
            built = _built(Path(name), catalogue, languages, changes)
        rows += _rows(built, languages)
        notes.append(f"With {_named(languages)}: {_sizes(built.files)}.")
    return Section(
        f"The site of {levels:,} levels",
        "`kotae site`, from nothing and after a change of one base's levels in the catalogue: seconds of the wall clock"
        " in the median, and the slowest; processor seconds of all processes; the peak memory of the parent, and of all"
        " processes together, in megabytes; how many files the build wrote anew.",
        HEAD,
        tuple(rows),
        tuple(notes),
        "wall clock",
    )


def _built(folder: Path, catalogue: Path, languages: Sequence[str], changes: int) -> Built:
    shutil.copytree(catalogue, folder / "catalogue")
    settings = "" if languages == ("en",) else f"languages: [{', '.join(languages)}]\n"
    (folder / "kotae.yaml").write_text(f"title: Measured\n{settings}", encoding="utf-8")
    first = kotae(folder, "site")
    changed = []
    for nth in range(changes):
        for kind in KINDS:
            before = _files(folder / "dist")
            change_base(folder / "catalogue" / f"{kind}.jsonl", nth)
            ran = kotae(folder, "site")
            after = _files(folder / "dist")
            changed.append((ran, sum(before.get(path) != stamp for path, stamp in after.items())))
    return Built(first, tuple(changed), _files(folder / "dist"))


def _rows(built: Built, languages: Sequence[str]) -> Iterator[tuple[str, ...]]:
    first, name = built.first, _named(languages)
    met = first.seconds < BUILD_SECONDS and first.all_processes < MEGABYTES
    target = f"{BUILD_SECONDS} s, {MEGABYTES} MB, {'met' if met else 'MISSED'}"
    yield name, "from nothing", "1", *_figures([first]), f"{len(built.files):,}", target
    for at, kind in enumerate(KINDS):
        runs, written = zip(*built.changed[at :: len(KINDS)], strict=True)
        met = max(run.seconds for run in runs) < CHANGE_SECONDS
        target = f"{CHANGE_SECONDS} s, {'met' if met else 'MISSED'}"
        yield name, f"{kind} changed", str(len(runs)), *_figures(runs), f"{max(written):,}", target


def _figures(runs: Sequence[Ran]) -> tuple[str, ...]:
    return (
        f"{median(run.seconds for run in runs):.2f}",
        f"{max(run.seconds for run in runs):.2f}",
        f"{median(run.processor for run in runs):.1f}",
        f"{max(run.parent for run in runs):.0f}",
        f"{max(run.all_processes for run in runs):.0f}",
    )


def _named(languages: Sequence[str]) -> str:
    return f"{len(languages)} language{'s' if len(languages) > 1 else ''}"


def _sizes(files: Mapping[Path, Stamp]) -> str:
    """What of each sort of page there is."""
    sizes: dict[str, list[tuple[int, Path]]] = {}
    for path, stamp in files.items():
        sort = next((name for name, pattern in SORTS if pattern.fullmatch(path.name)), None)
        if sort:
            sizes.setdefault(sort, []).append((stamp.size, path))
    said = [f"{sum(stamp.size for stamp in files.values()) / 1e6:,.0f} MB in {len(files):,} files"]
    for sort, found in sorted(sizes.items()):
        size, path = max(found)
        target = f" of {KILOBYTES}, {'met' if size / 1e3 < KILOBYTES else 'MISSED'}" if sort == "index" else ""
        said.append(f"{len(found):,} {sort} pages, the largest {path.as_posix()} with {size / 1e3:.0f} KB{target}")
    return "; ".join(said)


def _files(folder: Path) -> dict[Path, Stamp]:
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = Path(root, name)
            status = path.stat()
            found[path.relative_to(folder)] = Stamp(status.st_ino, status.st_mtime_ns, status.st_size)
    return found


def _lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)

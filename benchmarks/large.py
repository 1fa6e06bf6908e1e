"""``python -m benchmarks.large [LEVELS [DIR]]``: make a large catalogue, once, of levels that are really solved.

Layouts of all three kinds, small and middle, are drawn and go through all stages, by two workers; a hundred thousand
levels take about half an hour. What is made is kept, in a folder for the schema of catalogues in .kotae-cache or in
DIR, so that a stopped run is gone on with, and a catalogue that is there is used again. The lines are sorted group by
group, since all of them together are too many for the memory.
"""

from __future__ import annotations

import heapq
import json
import shutil
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from benchmarks.drawing import KEPT, Drawn, Shape, drawn, pile
from pipeline.catalogue import catalogue_order
from pipeline.tier import Tier

LEVELS = 100_000
UNMET = 90_000
"""From this chunk on boards stand in none of the catalogues."""
LAST = 2000
"""So many lines from the end on hold enough of the largest boards."""
SYMMETRIC = ("rotate180", {"walls": "20%"})
SHAPES = (
    Shape("akari", 7, 7, *SYMMETRIC),
    Shape("binairo", 6, 8),
    Shape("tsunagi", 5, 5),
    Shape("akari", 8, 8, *SYMMETRIC),
    Shape("binairo", 8, 8),
    Shape("tsunagi", 5, 6),
    Shape("akari", 8, 10, *SYMMETRIC),
    Shape("binairo", 8, 10),
    Shape("tsunagi", 6, 6),
    Shape("akari", 10, 10, *SYMMETRIC),
    Shape("binairo", 10, 10),
    Shape("tsunagi", 6, 7),
    Shape("akari", 12, 12, *SYMMETRIC),
    Shape("tsunagi", 7, 7),
)
KINDS = tuple(sorted({shape.kind for shape in SHAPES}))

Order = tuple[int, int, int, int, str, str]


def large(levels: int = LEVELS, folder: Path | None = None) -> Path:
    """The folder of a catalogue of so many levels, a few more where the last base has them; made if it is not there."""
    folder = folder or KEPT / f"levels-{levels}"
    made = folder / "catalogue"
    if not made.exists():
        groups, part = folder / "groups", folder / "part"
        for old in (groups, part):
            shutil.rmtree(old, ignore_errors=True)
            old.mkdir(parents=True)
        bases = pile(folder / "chunks", SHAPES, levels, lambda one: len(one.levels), "Making levels")
        _write_groups(bases, groups)
        for kind in KINDS:
            _join(sorted(groups.glob(f"{kind}-*")), part / f"{kind}.jsonl")
        shutil.rmtree(groups)
        part.rename(made)
    return made


def order(line: str) -> Order:
    """Where a line stands in the catalogue of its kind."""
    level = json.loads(line)
    return catalogue_order(
        level["rows"], level["cols"], Tier(level["tier"]), level["clues"], level["base"], level["id"]
    )


def _write_groups(bases: Iterable[Drawn], folder: Path) -> None:
    """The lines of each kind, size and tier by themselves; the names of the files are in the order of the catalogue."""
    with ExitStack() as stack:
        files: dict[str, TextIO] = {}
        for one in bases:
            for line in one.levels:
                cells, rows, rank, *_ = order(line)
                name = f"{one.kind}-{cells:05}-{rows:03}-{rank}"
                if name not in files:
                    files[name] = stack.enter_context((folder / name).open("w", encoding="utf-8"))
                files[name].write(f"{line}\n")


def _join(groups: Iterable[Path], path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for group in groups:
            file.writelines(sorted(group.read_text(encoding="utf-8").splitlines(keepends=True), key=order))


def change_base(path: Path, nth: int) -> str:
    """Put a board that is not in the catalogue in place of one that is, as its author might, and say which.

    Of the largest boards it is the ``nth`` that is changed; its levels have its name and title.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    last = [json.loads(line) for line in lines[-LAST:]]
    rows, cols = last[-1]["rows"], last[-1]["cols"]
    bases = {level["base"]: level for level in last if (level["rows"], level["cols"]) == (rows, cols)}
    old = bases[sorted(bases)[nth]]
    shape = next(one for one in SHAPES if (one.kind, one.rows, one.cols) == (old["kind"], rows, cols))
    labels = {name: old[name] for name in ("title", "author", "base", "source")}
    new = sorted((_labelled(line, labels) for line in _unmet(shape, nth)), key=order)
    kept = [line for line in lines if f'"base": {json.dumps(old["base"])}' not in line]
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in heapq.merge(kept, new, key=order))
    part.replace(path)
    return str(old["base"])


def _unmet(shape: Shape, nth: int) -> tuple[str, ...]:
    """The levels of a layout of a chunk that no catalogue has come to."""
    return next(one.levels for at in count() if (one := drawn(shape, UNMET + nth, at)))


def _labelled(line: str, labels: dict[str, Any]) -> str:
    return json.dumps(json.loads(line) | labels, ensure_ascii=False)


def main(words: list[str]) -> int:
    """Make the catalogue, and say where it is."""
    if len(words) > 2 or not all(word.isdigit() and int(word) for word in words[:1]):
        print("python -m benchmarks.large [LEVELS [DIR]]", file=sys.stderr)
        return 2
    print(large(int(words[0]) if words else LEVELS, Path(words[1]) if len(words) > 1 else None))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

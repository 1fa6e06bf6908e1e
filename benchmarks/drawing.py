"""Layouts drawn at random by what ``kotae new`` draws with, and solved: as many as a part needs, none twice.

A *pile* is a folder with many of them, drawn once by two workers and kept: a file a chunk, and each chunk depends on
its shape and number alone. So a pile whose making was stopped is gone on with, and a larger one begins with a smaller.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from random import Random

import click

from benchmarks.report import ROOT
from pipeline.base import Base
from pipeline.catalogue import SCHEMA, catalogue_text
from pipeline.files import replace_file
from pipeline.kind import NewRequest, discover
from pipeline.layout import Layout, read_layout
from pipeline.limits import Limits
from pipeline.solving import Outcome, solve_layout
from pipeline.source import parse_documents
from pipeline.workers import workers

KEPT = ROOT / ".kotae-cache" / "benchmarks" / f"schema-{SCHEMA}"
"""Where piles are kept; git passes it over, and ``make clean`` takes it away. Levels that an older engine made are as
good to measure with, as long as the lines of a catalogue are read as they were."""
WORKERS = 2
CHUNK = 20
"""Layouts drawn of one shape before the next shape has its turn."""
AHEAD = 4
"""Chunks in the making for each worker, so that none waits."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Layouts of one kind and size; ``options`` as they are typed, the others as usual."""

    kind: str
    rows: int
    cols: int
    symmetry: str = "none"
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """For a file."""
        return f"{self.kind}-{self.rows}x{self.cols}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A layout that has levels: its kind, its YAML, a digest that its images share, and its lines of the catalogue."""

    kind: str
    text: str
    twin: str
    levels: tuple[str, ...]


def draw(shape: Shape, seed: str) -> str:
    """The YAML of one layout, without a title; it may have no answer that is the only one."""
    kind = discover()[shape.kind]
    options = {name: read(shape.options.get(name, usual)) for name, (read, usual, _) in kind.new_options.items()}
    text = kind.generate(NewRequest(shape.rows, shape.cols, shape.symmetry, options), Random(seed))
    return text if shape.symmetry == "none" else f"symmetry: {shape.symmetry}\n{text}"


def read(shape: Shape, text: str, base: str = "drawn") -> Layout:
    """A layout from its YAML."""
    document = parse_documents(text.encode(), f"layouts/{shape.kind}/{base}.yaml").documents[0]
    return read_layout(document, base, shape.kind, discover())


def solved(shape: Shape, seed: str) -> Outcome:
    """Draw a layout and run all stages over it."""
    return solve_layout(read(shape, draw(shape, seed)), Limits())


def drawn(shape: Shape, number: int, nth: int) -> Drawn | None:
    """The ``nth`` layout of a chunk; None where it has no level."""
    text = draw(shape, f"{shape.name}/{number}/{nth}")
    base = f"{shape.rows:02}x{shape.cols:02}-{number:04}/{nth + 1}"
    layout = read(shape, f"title: No. {number * CHUNK + nth + 1}\n{text}", base)
    outcome = solve_layout(layout, Limits())
    if not isinstance(outcome, Base) or not outcome.levels:
        return None
    twin = repr(min(discover()[shape.kind].twins(layout.board)))
    digest = hashlib.sha256(f"{shape.kind} {twin}".encode()).hexdigest()
    return Drawn(shape.kind, text, digest, tuple(catalogue_text(outcome.levels).splitlines()))


def pile(folder: Path, shapes: Sequence[Shape], wanted: int, of: Callable[[Drawn], int], label: str) -> Iterator[Drawn]:
    """Layouts of these shapes in turn, until ``of`` has counted ``wanted``; read where they are, else drawn.

    The order is the same whatever was there. A bar on stderr shows how far it is.
    """
    met: set[str] = set()
    with (
        workers(WORKERS) as pool,
        closing(_in_turn(folder, shapes, pool)) as turn,
        click.progressbar(length=wanted, label=label, file=sys.stderr) as bar,
    ):
        for one in turn:
            if one.twin in met:
                continue
            met.add(one.twin)
            yield one
            bar.update(min(of(one), wanted - bar.pos))
            if bar.pos >= wanted:
                return  # with whole bases, so with a level or two more at times


def _in_turn(folder: Path, shapes: Sequence[Shape], pool: Executor) -> Generator[Drawn, None, None]:
    waiting: deque[tuple[Path, Future[int] | None]] = deque()
    chunks = ((shape, number) for number in count() for shape in shapes)
    try:
        while True:
            while len(waiting) < AHEAD * WORKERS:
                shape, number = next(chunks)
                path = folder / f"{shape.name}-{number:04}.jsonl"
                waiting.append((path, None if path.exists() else pool.submit(_write_chunk, path, shape, number)))
            path, made = waiting.popleft()
            if made:
                made.result()
            for line in path.read_text(encoding="utf-8").splitlines():
                yield Drawn(**json.loads(line))
    finally:
        for _, made in waiting:
            if made:
                made.cancel()


def _write_chunk(path: Path, shape: Shape, number: int) -> int:
    """In a worker: its lines take long to be sent, and the file is read back at once."""
    found = [one for nth in range(CHUNK) if (one := drawn(shape, number, nth))]
    lines = [json.dumps(asdict(one)) for one in found]
    replace_file(path, "".join(f"{line}\n" for line in lines))
    return len(found)

"""The proofs of the shipped levels: how large the files are, how long they take to make and to replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.report import ROOT, Clock, Section, Skipped, milliseconds
from pipeline.catalogue import read_catalogue
from pipeline.files import replace_files
from pipeline.kind import AnyKind, discover
from pipeline.limits import Limits
from pipeline.proofs.refute import prove_level
from pipeline.proofs.replay import clauses_file, proof_faults, refutation_file
from pipeline.verdict import Budget
from pipeline.verify.level import verify_base

CATALOGUE = ROOT / "catalogue"
HEAD = (
    *("kind", "up to", "levels", "clauses", "largest", "refutation", "largest", "steps", "most"),
    *("made", "slowest", "checked", "slowest"),
)
SIDES = (10, 20, 40)
"""Levels whose longer side is at most so long are put together."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one level: bytes of its clauses and of their refutation, its steps, and seconds to make and to check them."""

    side: int
    clauses: int
    refutation: int
    steps: int
    making: float
    checking: float


def proofs(clock: Clock) -> Section:
    """Every level of the catalogue, one after the other in one process."""
    rows = []
    notes = []
    for name, kind in discover().items():
        path = CATALOGUE / f"{name}.jsonl"
        if not path.exists():
            continue
        figures = list(_figures(clock, kind, path))
        least = 0
        for side in SIDES:
            group = [one for one in figures if least < one.side <= side]
            least = side
            if group:
                longest = max(one.side for one in group)
                rows.append((name, f"{longest}×{longest}", *_row(group)))
        notes.append(f"{name}: verifying all {len(figures)} levels takes {_verifying(clock, kind, path):.1f} s.")
    if not rows:
        raise Skipped(f"{CATALOGUE} is not there; 'make levels' makes it")
    return Section(
        "Proofs of the shipped levels",
        "Of each level the clauses (DIMACS) and their refutation (DRUP), in kilobytes, the median and the largest; the"
        " clauses that a refutation derives; milliseconds to make both, solver and trimming included, and to check"
        " them: the clauses written anew and compared, the refutation replayed. Each level once, all in"
        " one process, those of a base one after the other.",
        HEAD,
        tuple(rows),
        tuple(notes),
    )


def _figures(clock: Clock, kind: AnyKind, path: Path) -> Iterator[Figures]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for level in read_catalogue(path):
            start = clock.now()
            proof = prove_level(kind, level, Budget(nodes=Limits().prove))
            made = clock.now()
            if proof is None:
                raise AssertionError(f"{level.id} is not proved within the budget")
            texts = {clauses_file(folder, level): proof.clauses, refutation_file(folder, level): proof.refutation}
            replace_files(texts)
            written = clock.now()
            faults = proof_faults(kind, level, folder)
            checked = clock.now()
            if faults:
                raise AssertionError(str(faults[0]))
            steps = sum(not line.startswith("d") for line in proof.refutation.splitlines())
            sizes = len(proof.clauses.encode()), len(proof.refutation.encode())
            yield Figures(max(level.rows, level.cols), *sizes, steps, made - start, checked - written)


def _row(group: list[Figures]) -> tuple[str, ...]:
    return (
        str(len(group)),
        *_kilobytes([one.clauses for one in group]),
        *_kilobytes([one.refutation for one in group]),
        f"{median(one.steps for one in group):.0f}",
        str(max(one.steps for one in group)),
        *milliseconds([one.making for one in group]),
        *milliseconds([one.checking for one in group]),
    )


def _kilobytes(sizes: list[int]) -> tuple[str, str]:
    return f"{median(sizes) / 1e3:.2f}", f"{max(sizes) / 1e3:.1f}"


def _verifying(clock: Clock, kind: AnyKind, path: Path) -> float:
    """Seconds of what ``kotae verify`` does with all levels of a kind."""
    bases: dict[str, list[int]] = {}
    start = clock.now()
    levels = list(read_catalogue(path))
    for at, level in enumerate(levels):
        bases.setdefault(level.base, []).append(at)
    for base in bases.values():
        for found in verify_base(kind, [levels[at] for at in base], Limits()):
            if found.faults or found.undecided:
                raise AssertionError(str(found))
    return clock.now() - start

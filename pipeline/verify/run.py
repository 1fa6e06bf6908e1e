"""Verifying many levels, on every core: what ``kotae verify`` does between its arguments and its exit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from pipeline.batch import Lost
from pipeline.check import level_fault
from pipeline.errors import AuthoringError, Location
from pipeline.files import located, replace_files
from pipeline.kind import AnyKind, discover
from pipeline.late_bar import late_bar
from pipeline.limits import Limits
from pipeline.proofs.refute import NotRefutedError, Proof, prove_level
from pipeline.proofs.replay import clauses_file, proof_faults, refutation_file
from pipeline.verdict import Budget
from pipeline.verify.level import Verified, verify_base
from pipeline.verify.lines import Line
from pipeline.workers import uninterrupted, workers

EACH_WORKER = 16
"""With fewer levels than these for each, a worker takes longer to begin than it saves."""


class Task(Enum):
    """What is done with each level."""

    VERIFY = "verify"
    WRITE = "verify, and write the proof"
    CHECK = "check the proof"


@dataclass(frozen=True, slots=True)
class Result:
    """A line and what was found of its level; ``proof_faults`` have places of their own."""

    line: Line
    found: Verified
    proof_faults: tuple[AuthoringError, ...] = ()
    proof: Proof | None = None

    @property
    def is_faulty(self) -> bool:
        """Whether something is wrong with the level, its line or its proof."""
        return bool(self.line.faults or self.found.faults or self.proof_faults)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong and nothing is undecided."""
        return not (self.is_faulty or self.found.undecided)


def by_base(lines: Sequence[Line]) -> list[tuple[int, ...]]:
    """The positions of the levels of each base: they are verified together."""
    bases: dict[tuple[str, str, str], list[int]] = {}
    for at, line in enumerate(lines):
        bases.setdefault((line.location.file, line.level.kind, line.level.base), []).append(at)
    return list(map(tuple, bases.values()))


def verify_together(lines: Sequence[Line], task: Task, folder: Path, limits: Limits) -> list[Result]:
    """Verify the levels of a base, in whatever process."""
    kind = discover().get(lines[0].level.kind)
    if kind is None:
        return [Result(line, Verified(())) for line in lines]
    if task is Task.CHECK:
        return [_checked(kind, line, folder) for line in lines]
    found = verify_base(kind, [line.level for line in lines], limits)
    results = [Result(line, one) for line, one in zip(lines, found, strict=True)]
    return [_proved(kind, one, limits) for one in results] if task is Task.WRITE else results


def _checked(kind: AnyKind, line: Line, folder: Path) -> Result:
    fault = level_fault(kind, line.level)
    return Result(line, Verified((fault,) if fault else ()), () if fault else proof_faults(kind, line.level, folder))


def _proved(kind: AnyKind, result: Result, limits: Limits) -> Result:
    """The result with the proof; none is made of a level that is not sound."""
    if not result.is_sound:
        return result
    try:
        proof = prove_level(kind, result.line.level, Budget(nodes=limits.prove))
    except NotRefutedError as error:
        return replace(result, found=replace(result.found, faults=(str(error),)))
    if proof is None:
        return replace(result, found=replace(result.found, undecided=("its proof",)))
    return replace(result, proof=proof)


def verify_lines(lines: Sequence[Line], task: Task, folder: Path, limits: Limits, jobs: int | None) -> list[Result]:
    """Verify every level, and show the progress; proofs are written as they are made."""
    bases = by_base(lines)
    jobs = jobs or max(1, min(os.cpu_count() or 1, len(bases) // EACH_WORKER))
    results: dict[int, Result] = {}
    with late_bar("Checking proofs" if task is Task.CHECK else "Verifying levels", len(lines)) as update:
        for base, found in _verified(lines, bases, task, folder, limits, jobs):
            results |= zip(base, [_written(result, folder) for result in found], strict=True)
            update(len(results))
    found = [results[at] for at in range(len(lines))]
    if task is Task.WRITE:
        _clear(found, folder)
    return _with_images_told(found)


def _clear(results: Sequence[Result], folder: Path) -> None:
    """Take away whatever older proof there is of a level that has none now, so that nobody takes it for one."""
    kinds = discover()
    proved = {result.line.level.id for result in results if result.is_sound}
    for result in results:
        level = result.line.level
        if level.kind in kinds and level.id not in proved:
            for path in (clauses_file(folder, level), refutation_file(folder, level)):
                with located(path):
                    path.unlink(missing_ok=True)


def _with_images_told(results: Sequence[Result]) -> list[Result]:
    """The results, with a fault for each level that is an image of one before it."""
    seen: dict[tuple[str, str], Result] = {}
    told: list[Result] = []
    for result in results:
        level, found = result.line.level, result.found
        first = seen.setdefault((level.kind, found.smallest), result) if found.smallest else result
        if first is not result and first.line.level.id != level.id:
            fault = f"it is an image of the level {first.line.level.id} at {first.line.location}"
            result = replace(result, found=replace(found, faults=(*found.faults, fault)))
        told.append(result)
    return told


def _verified(
    lines: Sequence[Line], bases: Sequence[tuple[int, ...]], task: Task, folder: Path, limits: Limits, jobs: int
) -> Iterator[tuple[tuple[int, ...], list[Result]]]:
    """Each base with what was found of its levels, as that comes in."""
    if jobs < 2 or len(bases) < 2:
        for base in bases:
            yield base, verify_together([lines[at] for at in base], task, folder, limits)
        return
    with workers(min(jobs, len(bases))) as pool:
        with uninterrupted():  # a pool begins its workers as it is given work
            # From the last, since the largest boards stand there: so none is left over for the end.
            waiting = {
                pool.submit(verify_together, [lines[at] for at in base], task, folder, limits): base
                for base in reversed(bases)
            }
        lost = Lost()
        for future in as_completed(waiting):
            base = waiting.pop(future)
            some = [lines[at] for at in base]
            found = lost.outcome(future, some[0].location)
            if isinstance(found, AuthoringError):
                found = [Result(line, Verified((f"{found.message}; {found.hint}",))) for line in some]
            yield base, found


def _written(result: Result, folder: Path) -> Result:
    """The result without the proof, which stands in its files now."""
    if result.proof is None:
        return result
    level = result.line.level
    replace_files(
        {
            refutation_file(folder, level): result.proof.refutation,
            clauses_file(folder, level): result.proof.clauses,
        }
    )
    return replace(result, proof=None)


def strangers(folder: Path, lines: Iterable[Line], kinds: Iterable[str] = ("*",)) -> list[AuthoringError]:
    """Each proof in a folder that belongs to none of these levels, among those of these kinds."""
    known = {path(folder, line.level) for line in lines for path in (clauses_file, refutation_file)}
    found = {path for kind in kinds for ending in ("cnf", "drup") for path in folder.glob(f"{kind}/*.{ending}")}
    message = "the proof of no level of this catalogue"
    return [AuthoringError(message, Location(path.as_posix())) for path in sorted(found - known)]

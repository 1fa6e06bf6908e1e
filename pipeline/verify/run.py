"""Verifying many levels, on every core: what ``kotae verify`` does between its arguments and its exit."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from pipeline.base import Limits
from pipeline.check import level_fault
from pipeline.errors import AuthoringError, Location
from pipeline.files import replace_files
from pipeline.kind import AnyKind, discover
from pipeline.late_bar import late_bar
from pipeline.proofs.refute import NotRefutedError, Proof, prove_level
from pipeline.proofs.replay import clauses_file, proof_faults, refutation_file
from pipeline.verdict import Budget
from pipeline.verify.clues import base_faults
from pipeline.verify.level import Verified, verify_level
from pipeline.verify.lines import Line
from pipeline.workers import uninterrupted, worker_lost, workers

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
    def is_sound(self) -> bool:
        """Whether nothing is wrong and nothing is undecided."""
        return not (self.found.faults or self.found.undecided or self.proof_faults)


def verify_line(line: Line, task: Task, folder: Path, limits: Limits) -> Result:
    """Verify one level, in whatever process; what is wrong with its place in the file comes first."""
    kind = discover().get(line.level.kind)
    if kind is None:
        return Result(line, Verified(line.faults))
    if task is Task.CHECK:
        fault = level_fault(kind, line.level)
        found = Verified((*line.faults, *((fault,) if fault else ())))
        return Result(line, found, () if fault else proof_faults(kind, line.level, folder))
    found = verify_level(kind, line.level, limits)
    found = replace(found, faults=(*line.faults, *found.faults))
    if task is Task.VERIFY or found.faults or found.undecided:
        return Result(line, found)
    try:
        proof = prove_level(kind, line.level, Budget(nodes=limits.prove))
    except NotRefutedError as error:
        return Result(line, replace(found, faults=(str(error),)))
    return Result(line, found if proof else replace(found, undecided=("its proof",)), proof=proof)


def verify_lines(lines: Sequence[Line], task: Task, folder: Path, limits: Limits, jobs: int | None) -> list[Result]:
    """Verify every level, and show the progress; proofs are written as they are made."""
    jobs = jobs or max(1, min(os.cpu_count() or 1, len(lines) // EACH_WORKER))
    label = "Checking proofs" if task is Task.CHECK else "Verifying levels"
    with late_bar(label, len(lines)) as update:
        if jobs > 1 and len(lines) > 1:
            return _in_workers(lines, task, folder, limits, min(jobs, len(lines)), update)
        results: list[Result] = []
        for line in lines:
            results.append(_written(verify_line(line, task, folder, limits), folder))
            update(len(results))
        return results


def _in_workers(
    lines: Sequence[Line], task: Task, folder: Path, limits: Limits, jobs: int, update: Callable[[float], None]
) -> list[Result]:
    found: dict[int, Result] = {}
    with workers(jobs) as pool:
        with uninterrupted():  # a pool begins its workers as it is given work
            # The largest boards first, so that none is left over for the end.
            waiting = {
                pool.submit(verify_line, lines[at], task, folder, limits): at for at in reversed(range(len(lines)))
            }
        for done, future in enumerate(as_completed(waiting), 1):
            try:
                result = future.result()
            except BrokenProcessPool as error:
                raise worker_lost() from error
            found[waiting.pop(future)] = _written(result, folder)
            update(done)
    return [found[at] for at in range(len(lines))]


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


def with_base_faults(kinds: Mapping[str, AnyKind], results: Iterable[Result]) -> list[Result]:
    """The results with what is wrong between the levels of a base, as far as these are sound by themselves."""
    results = list(results)
    bases: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        if not result.found.faults:
            bases.setdefault((result.line.level.kind, result.line.level.base), []).append(result)
    faults: dict[str, list[str]] = {}
    for (kind, _), same in bases.items():
        for level, fault in base_faults(kinds[kind], [result.line.level for result in same]):
            faults.setdefault(level.id, []).append(fault)
    return [_with(result, faults.get(result.line.level.id, ())) for result in results]


def _with(result: Result, faults: Sequence[str]) -> Result:
    found = result.found
    return replace(result, found=replace(found, faults=(*found.faults, *faults))) if faults else result


def strangers(folder: Path, lines: Iterable[Line]) -> list[AuthoringError]:
    """Each proof in a folder that belongs to none of these levels."""
    known = {path(folder, line.level) for line in lines for path in (clauses_file, refutation_file)}
    found = {path for ending in ("cnf", "drup") for path in folder.glob(f"*/*.{ending}")}
    message = "the proof of no level of this catalogue"
    return [AuthoringError(message, Location(path.as_posix())) for path in sorted(found - known)]

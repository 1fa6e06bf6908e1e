"""What is told of a catalogue that was verified: each fault with its place, a line a kind, and JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pipeline.errors import AuthoringError, CatalogueError
from pipeline.verify.run import Result, Task
from pipeline.wording import plural


def faults_of(result: Result) -> Iterator[AuthoringError]:
    """What is wrong with a level, and what was not decided, each with the place of its line and the id."""
    level = result.line.level
    for fault in (*result.line.faults, *result.found.faults):
        yield CatalogueError(f"level {level.id}: {fault}", result.line.location)
    for question in result.found.undecided:
        yield CatalogueError(f"level {level.id}: undecided within the budget: {question}", result.line.location)
    for error in result.proof_faults:
        place = f"{result.line.location}: level {level.id}"
        yield type(error)(f"{error.message} ({place})", error.location, error.hint)


def told(results: Iterable[Result], faults: Iterable[AuthoringError]) -> Iterator[str]:
    """All of it by file and line, with line ends."""
    found = [*faults, *(fault for result in results for fault in faults_of(result))]
    yield from (f"{fault}\n" for fault in sorted(found, key=_place))


def _place(fault: AuthoringError) -> tuple[str, int, int]:
    place = fault.location
    return (place.file, place.line, place.column) if place else ("", 0, 0)


def told_json(results: Iterable[Result], faults: Iterable[AuthoringError]) -> Iterator[str]:
    """An object for each level and one for each line that cannot be read, one a line."""
    for result in results:
        level, found, place = result.line.level, result.found, result.line.location
        said = [*result.line.faults, *found.faults, *(str(error).splitlines()[0] for error in result.proof_faults)]
        yield _json(
            {
                "file": place.file,
                "line": place.line,
                "id": level.id,
                "kind": level.kind,
                "verdict": "faulty" if said else "undecided" if found.undecided else "verified",
                "engine": found.engine or None,
                "images": dict(found.images),
                "tier": level.tier,
                "irreducible": level.proofs.irreducible,
                "kept": level.proofs.kept,
                "faults": said,
                "undecided": list(found.undecided),
            }
        )
    for fault in faults:
        at = fault.location
        where = {"file": at.file, "line": at.line, "column": at.column} if at else {}
        yield _json({**where, "verdict": "faulty", "faults": [fault.message]})


def _json(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def tally(results: Sequence[Result], task: Task) -> Iterator[str]:
    """A line for each kind: how many of its levels are sound, and what showed it."""
    for kind in dict.fromkeys(result.line.level.kind for result in results):
        own = [result for result in results if result.line.level.kind == kind]
        sound = [result for result in own if result.is_sound]
        of = "" if len(sound) == len(own) else f" of {len(own):,}"
        if task is Task.CHECK:
            yield f"{kind}: the proofs of {len(sound):,}{of} levels hold\n"
            continue
        engines = Counter(result.found.engine for result in sound)
        images: Counter[str] = Counter()
        for result in sound:
            images.update(dict(result.found.images))
        bases = {result.line.level.base for result in sound}
        last = len({result.line.level.base for result in sound if result.line.level.proofs.kept is not None})
        by = f": one answer by {_by(engines)}" if sound else ""
        and_images = f"; {plural(images.total(), 'image')} by {_by(images)}" if images else ""
        needed = f"; the last tier of {plural(last, 'layout')} without a clue to spare" if last else ""
        if len(bases) > last:
            needed += f"; the last tier of {plural(len(bases) - last, 'layout')} is not here"
        yield f"{kind}: {len(sound):,}{of} levels verified{by}{and_images}{needed}\n"


def _by(engines: Counter[str]) -> str:
    return ", ".join(f"{engine} {count:,}" for engine, count in sorted(engines.items(), key=lambda item: -item[1]))


def summary(results: Sequence[Result], faults: Sequence[AuthoringError]) -> str:
    """How many levels there were, and how many of them are not as they should be."""
    faulty = sum(result.is_faulty for result in results)
    undecided = sum(not result.is_sound for result in results) - faulty
    said = [f"{faulty:,} faulty"] if faulty else []
    said += [f"{undecided:,} undecided"] if undecided else []
    said += [plural(len(faults), "other fault")] if faults else []
    return f"{plural(len(results), 'level')}: {', '.join(said) or 'nothing is wrong'}"


def exit_code(results: Iterable[Result], faults: Sequence[AuthoringError]) -> int:
    """1 where something is wrong, else 3 where something is undecided."""
    results = list(results)
    if faults or any(result.is_faulty for result in results):
        return 1
    return 3 if any(result.found.undecided for result in results) else 0

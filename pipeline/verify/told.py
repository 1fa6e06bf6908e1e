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


def told_json(results: Iterable[Result], faults: Iterable[AuthoringError], task: Task) -> Iterator[str]:
    """An object for each level and one for each line that cannot be read, one a line.

    Where only proofs were checked, a level is ``proved`` and not ``verified``, and nothing is said of the rest.
    """
    for result in results:
        level, found, place = result.line.level, result.found, result.line.location
        said = [*result.line.faults, *found.faults, *(str(error).splitlines()[0] for error in result.proof_faults)]
        sound = "proved" if task is Task.CHECK else "verified"
        about = {} if task is Task.CHECK else _asked(result)
        yield _json(
            {
                "file": place.file,
                "line": place.line,
                "id": level.id,
                "kind": level.kind,
                "verdict": "faulty" if said else "undecided" if found.undecided else sound,
                **about,
                "faults": said,
                "undecided": list(found.undecided),
            }
        )
    for fault in faults:
        at = fault.location
        where = {"file": at.file, "line": at.line, "column": at.column} if at else {}
        yield _json({**where, "verdict": "faulty", "faults": [fault.message]})


def _asked(result: Result) -> dict[str, object]:
    """What was found out about a level that was verified."""
    level, found = result.line.level, result.found
    return {
        "engine": found.engine or None,
        "images": dict(found.images),
        "tier": level.tier,
        "irreducible": level.proofs.irreducible,
        "kept": level.proofs.kept,
    }


def _json(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def tally(results: Sequence[Result], task: Task) -> Iterator[str]:
    """A line for each kind: how many of its levels are sound, and what showed it."""
    for kind in dict.fromkeys(result.line.level.kind for result in results):
        own = [result for result in results if result.line.level.kind == kind]
        sound = [result for result in own if result.is_sound]
        if task is Task.CHECK:
            verb = "holds" if len(own) == 1 else "hold"
            yield f"{kind}: the {'proof' if len(own) == 1 else 'proofs'} of {_of(sound, own)} {verb}\n"
            continue
        engines = Counter(result.found.engine for result in sound)
        images: Counter[str] = Counter()
        for result in sound:
            images.update(dict(result.found.images))
        by = f": one answer by {_by(engines)}" if sound else ""
        and_images = f"; {plural(images.total(), 'image')} by {_by(images)}" if images else ""
        yield f"{kind}: {_of(sound, own)} verified{by}{and_images}{_needed(sound)}\n"


def _of(sound: Sequence[Result], all_of_them: Sequence[Result]) -> str:
    """``9 levels``, ``8 of 9 levels``."""
    levels = plural(len(all_of_them), "level")
    return levels if len(sound) == len(all_of_them) else f"{len(sound):,} of {levels}"


def _needed(sound: Sequence[Result]) -> str:
    """What is known of the clues of the last level of each layout."""
    lasts = {result.line.level.base: result for result in sound if result.line.level.proofs.kept is not None}
    bare = sum(result.line.level.proofs.irreducible for result in lasts.values())
    said = f"; the last tier of {plural(bare, 'layout')} without a clue to spare" if bare else ""
    if len(lasts) > bare:
        said += f"; that of {plural(len(lasts) - bare, 'layout')} with none to spare but what was kept"
    elsewhere = len({result.line.level.base for result in sound}) - len(lasts)
    return said + (f"; the last tier of {plural(elsewhere, 'layout')} is not here" if elsewhere else "")


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

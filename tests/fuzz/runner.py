"""Throwing inputs at targets: each follows from its seed and number alone, so that it can be repeated."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pipeline.kind import discover
from tests.fuzz.browser import browser_targets
from tests.fuzz.codes import code_targets
from tests.fuzz.commands import command_targets
from tests.fuzz.files import file_targets
from tests.fuzz.guard import Guard, OutsideError, TooLongError
from tests.fuzz.layouts import layout_targets
from tests.fuzz.shrink import shrunk
from tests.fuzz.target import Came, Input, Room, Target

SHARES = 50_000
"""What the shares of all targets add up to."""
GROUPS = {
    "layouts": layout_targets,
    "files": file_targets,
    "codes": code_targets,
    "commands": command_targets,
    "browser": browser_targets,
}
"""Targets that are made ready together."""

MOST_FAULTS = 5
"""Of one target, each of another sort, before it is left."""
MOST_ALIKE = 200
"""Inputs with faults that are known already, before a target is left."""
SHRINKING = 60.0
"""Seconds of processor time for making one input smaller."""

HERE = Path(__file__).name


@dataclass(frozen=True, slots=True)
class Fault:
    """An input that is at fault: which, what came of it, where, and what is left of it."""

    target: str
    number: int
    what: str
    where: str
    """The last line of our own that was reached: two faults of one sort have it in common."""
    data: Input


@dataclass(slots=True)
class Tally:
    """What came of the inputs of a target."""

    target: Target
    came: Counter[Came] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0
    """Of processor time, of one input."""

    @property
    def tried(self) -> int:
        """How many inputs there were."""
        return self.came.total()


def targets_of(folder: Path, layouts: Path, groups: Sequence[str]) -> list[Target]:
    """The targets of these groups, made ready in a folder that is the current one."""
    room = Room(folder, discover(), layouts)
    return [target for group in groups for target in GROUPS[group](room)]


def share(target: Target, count: int) -> int:
    """How many of so many inputs are a target's own: one at least."""
    return max(round(target.of * count / SHARES), 1)


def throw(target: Target, guard: Guard, seed: int, numbers: Sequence[int], tell: Callable[[str], object]) -> Tally:
    """Throw the inputs of these numbers at a target."""
    tally = Tally(target)
    known: set[tuple[str, str]] = set()
    alike = 0
    for number in numbers:
        data = target.make(Random(f"{seed}/{target.name}/{number}"))
        begun = target.clock()
        found = tried(target, guard, data)
        took = target.clock() - begun
        tally.seconds += took
        tally.slowest = max(tally.slowest, took)
        if isinstance(found, Came):
            tally.came[found] += 1
            continue
        alike += 1
        if found not in known:
            known.add(found)
            tally.faults.append(_smaller(target, guard, number, data, found))
            tell(told(tally.faults[-1], seed))
        if len(known) == MOST_FAULTS or alike == MOST_ALIKE:
            break
    return tally


def tried(target: Target, guard: Guard, data: Input) -> Came | tuple[str, str]:
    """What came of an input, or of what sort its fault is and where."""
    target.ready()
    try:
        with guard.watching(target.seconds):
            return target.run(data)
    except (Exception, OutsideError, TooLongError) as error:
        return _sort(error), _where(error)


def _sort(error: BaseException) -> str:
    said = str(error).splitlines()
    return f"{type(error).__name__}: {said[0][:300] if said else ''}".rstrip(": ")


def _where(error: BaseException) -> str:
    """Where in our own code it happened; of what took too long, only what was being done."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/tests/fuzz/" not in frame.filename]
    own = [frame for frame in frames if "site-packages" not in frame.filename and "/lib/python" not in frame.filename]
    if isinstance(error, TooLongError):
        own = own[:2]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""


def _smaller(target: Target, guard: Guard, number: int, data: Input, found: tuple[str, str]) -> Fault:
    ends = target.clock() + SHRINKING

    def is_alike(some: Input) -> bool:
        if target.clock() > ends:
            return False
        other = tried(target, guard, some)
        # What is said may repeat a part of the input; what sort it is stands before that.
        return not isinstance(other, Came) and (other[0].split(":")[0], other[1]) == (found[0].split(":")[0], found[1])

    return Fault(target.name, number, *found, shrunk(data, is_alike))


def told(fault: Fault, seed: int) -> str:
    """A fault with the command that shows it again."""
    shown = repr(fault.data)
    least = shown if len(shown) <= 1_000 else f"{shown[:1_000]}… ({len(fault.data)} in all)"
    again = f"python -m tests.fuzz --seed {seed} --target {fault.target} --only {fault.number}"
    return f"{fault.target} {fault.number}: {fault.what} ({fault.where})\n  {least}\n  again: {again}"

"""What became of a build, as the author and the browsers are told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from build.watch.authored import Authored, Refused
from build.watch.desk import draft_address
from build.watch.faults import Told, tell, tell_one
from build.watch.snapshot import Snapshot
from pipeline.errors import KotaeError
from pipeline.telling import MOST_FAULTS

MOST_DRAWN = 3
"""Of how many layouts it is drawn at once why they fail."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a build: a line for the author, and every fault."""

    line: str
    faults: tuple[Told, ...] = ()
    refused: tuple[tuple[int, Refused], ...] = ()
    """Layouts of which it can be drawn why they fail, each with the number of its fault."""
    whole: bool = True
    """Whether nothing of it is left to work out."""


def failed(error: Exception) -> Done:
    """Nothing that is in a file may end the watch, and a fault of the program is told as well."""
    if isinstance(error, KotaeError):
        return Done(str(error), tell(error))
    line = f"{type(error).__name__}: {error}"
    return Done(line, (Told(line, "", "", (), 0, 0),))


def refused(authored: Authored) -> Done:
    """The faults of the layouts."""
    lines = "\n".join(str(fault) for fault in authored.faults[:MOST_FAULTS])
    faults = tuple(map(tell_one, authored.faults))
    drawn = ((at, one) for at, fault in enumerate(authored.faults) for one in authored.refused if one.fault is fault)
    shown = tuple(islice(drawn, MOST_DRAWN))
    drafts = {at: draft_address(one.layout) for at, one in shown}
    faults = tuple(replace(fault, draft=drafts.get(at, "")) for at, fault in enumerate(faults))
    return Done(lines, faults, shown)


def summary(snapshot: Snapshot, authored: Authored) -> str:
    solved = f", {authored.solved:,} solved" if authored.solved else ""
    left = [f"\n  left out: {one.layout.location}: {one.reason}" for one in authored.left_out if one.tier is None]
    return f"{len(authored.levels):,} levels on {len(snapshot.paths):,} pages{solved}{''.join(left)}"

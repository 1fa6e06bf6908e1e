"""Looking at many layouts, and telling what was found: what ``kotae check`` does between its arguments and its exit."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from pipeline.base import relabel
from pipeline.batch import AHEAD, work_through
from pipeline.errors import AuthoringError, Location
from pipeline.files import replace_files
from pipeline.finding import Finding, Found
from pipeline.finding_json import fault_json, finding_json
from pipeline.finding_svg import finding_svg
from pipeline.finding_text import fault_text, finding_text
from pipeline.inspect import inspect_layout
from pipeline.kind import AnyKind, discover
from pipeline.late_bar import late_bar
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.repeats import repeated, smallest_code
from pipeline.wording import plural
from pipeline.workers import workers

EACH_WORKER = 8
"""With fewer layouts than these for each, a worker takes longer to begin than it saves."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a layout may take: conflicts of the prover for each question, and changes to try; None: as usual."""

    nodes: int | None = None
    tries: int | None = None


Result = Finding | AuthoringError
"""What there is to tell of a layout, or of something that is none."""


def look_at(layouts: Sequence[Layout], effort: Effort, jobs: int | None) -> tuple[list[Finding], list[AuthoringError]]:
    """Look at every layout, and show the progress; what was found, and a fault for each that workers were lost over."""
    jobs = jobs or max(1, min(os.cpu_count() or 1, len(layouts) // EACH_WORKER))
    findings: list[Finding] = []
    with late_bar("Checking layouts", len(layouts)) as update:
        if jobs > 1 and len(layouts) > 1:
            return _in_workers(layouts, effort, jobs, update)
        for layout in layouts:
            findings.append(look(layout, effort, lambda tried, of: update(len(findings) + tried / (of + 1))))
            update(len(findings))
    return findings, []


def _in_workers(
    layouts: Sequence[Layout], effort: Effort, jobs: int, update: Callable[[float], None]
) -> tuple[list[Finding], list[AuthoringError]]:
    found: dict[int, Result] = {}
    with workers(min(jobs, len(layouts))) as pool:
        for at, result in work_through(enumerate(layouts), partial(look, effort=effort), pool, AHEAD * jobs):
            found[at] = result
            update(len(found))
    results = [found[at] for at in range(len(layouts))]
    findings = [result for result in results if isinstance(result, Finding)]
    return findings, [result for result in results if isinstance(result, AuthoringError)]


def look(layout: Layout, effort: Effort, progress: Callable[[int, int], object] = lambda tried, of: None) -> Finding:
    """Look at one layout, in whatever process."""
    kind = discover()[layout.kind]
    limits = Limits()
    if effort.nodes is not None:
        outline = kind.outline(layout.board)
        limits = Limits(choose=effort.nodes * len(outline) * len(outline[0]), prove=effort.nodes)
    return inspect_layout(kind, layout, limits, effort.tries, progress)


def _place(result: Result) -> tuple[str, int, int]:
    """Where a result stands: by file and line."""
    found = result.layout.location if isinstance(result, Finding) else result.location or Location("")
    return found.file, found.line, found.column


def in_order(kinds: dict[str, AnyKind], findings: Sequence[Finding], faults: Sequence[AuthoringError]) -> list[Result]:
    """All results by file and line, with a fault for each layout of which a level is an image of another's."""
    layouts = [finding.layout for finding in findings if finding.base]
    levels = [relabel(level, finding.layout) for finding in findings if finding.base for level in finding.base.levels]
    return sorted((*findings, *faults, *repeated(layouts, levels, partial(smallest_code, kinds))), key=_place)


def told(
    kinds: Mapping[str, AnyKind], results: Sequence[Result], as_json: bool = False, timed: bool = True
) -> Iterator[str]:
    """The text or the JSON of each result, with its line ends; a blank line stands between two texts."""
    for at, result in enumerate(results):
        if as_json:
            yield (finding_json(result, timed) if isinstance(result, Finding) else fault_json(result)) + "\n"
            continue
        yield "\n" if at else ""
        if isinstance(result, Finding):
            yield finding_text(kinds[result.layout.kind], result, timed) + "\n"
        else:
            yield fault_text(result) + "\n"


def file_names(layouts: Iterable[Layout]) -> tuple[str, ...]:
    """What a file about each layout is called, without its ending: by kind and name, and no two alike.

    A folder and a file may be called so that ``a/b`` and ``a-b`` meet; then the later one has a number more.
    """
    names: dict[str, None] = {}
    for layout in layouts:
        name = f"{layout.kind}-{layout.base.strip('/').replace('/', '-')}"
        free = (one for number in count(1) if (one := name if number == 1 else f"{name}-{number}") not in names)
        names[next(free)] = None
    return tuple(names)


def drawings(kinds: Mapping[str, AnyKind], findings: Sequence[Finding]) -> dict[str, str]:
    """The picture of each layout, by the name of its file."""
    names = (f"{name}.svg" for name in file_names([finding.layout for finding in findings]))
    pictures = (finding_svg(kinds[finding.layout.kind], finding) for finding in findings)
    return dict(zip(names, pictures, strict=True))


def draw(kinds: Mapping[str, AnyKind], findings: Sequence[Finding], folder: Path) -> None:
    """Write these pictures into a folder; raises AuthoringError where the disk refuses."""
    replace_files({folder / name: picture for name, picture in drawings(kinds, findings).items()})


def summary(results: Sequence[Result]) -> str:
    """How many of which verdict, in a line."""
    counts = Counter(result.found.replace("-", " ") for result in results if isinstance(result, Finding))
    faults = len(results) - counts.total()
    verdicts = ", ".join(f"{number} {word}" for word, number in counts.most_common())
    layouts = f"{plural(counts.total(), 'layout')}: {verdicts}" if verdicts else "no layout"
    return f"{layouts}; {plural(faults, 'fault')}" if faults else layouts


def exit_code(results: Sequence[Result]) -> int:
    """1 where a layout is wrong, else 3 where one is undecided."""
    good = (Found.UNIQUE, Found.UNDECIDED)
    if any(not isinstance(result, Finding) or result.found not in good for result in results):
        return 1
    return 3 if any(isinstance(result, Finding) and result.found is Found.UNDECIDED for result in results) else 0

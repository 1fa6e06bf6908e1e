"""Every board with a recorded verdict, through ``kotae solve``: whether it is reproduced, and how long it takes."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

from benchmarks.report import Clock, Section, Skipped
from tests.recorded import CASES, Recorded, agrees, recorded, solved

SECONDS = 60
"""For each board: the slowest takes a few on a machine that does nothing else."""


def verdicts(clock: Clock) -> Section:
    """Solve them all; raises AssertionError for a verdict that is not as recorded."""
    if not CASES.exists():
        raise Skipped("the boards of ../shared/cases are not at hand")
    groups: dict[str, list[Recorded]] = defaultdict(list)
    for case in recorded():
        groups[case.kind].append(case)
    rows = []
    for kind, cases in groups.items():
        started = clock.now()
        said = solved(cases, "--seconds", str(SECONDS))
        took = clock.now() - started
        wrong = [case.name for case, item in zip(cases, said, strict=True) if not agrees(case, item)]
        if wrong:
            raise AssertionError(f"{kind}: not as recorded: {', '.join(wrong)}")
        each = [item["seconds"] for item in said if "seconds" in item]
        rows.append((kind, str(len(cases)), f"{took:.1f}", f"{1000 * median(each):.1f}", f"{max(each):.1f}"))
    return Section(
        "Recorded verdicts through `kotae solve`",
        "Every board of `../shared/cases` under every rule set that it was counted with: each verdict is as recorded."
        " The command has all boards of a kind at once, the rule sets of one after the other.",
        ("kind", "boards", "seconds in all", "median in ms", "slowest in s"),
        tuple(rows),
        ("Median and slowest are by the wall clock, as the command tells them.",),
    )

"""Runs of ``kotae levels`` and ``kotae site`` killed at random moments, and whether the next ones make it good."""

from __future__ import annotations

from benchmarks import kills_levels, kills_site
from benchmarks.report import Clock, Section

TIMES = 50
HEAD = ("command", "kills", "of a run", "of a worker", "too late", "made good, with those", "met")


def kills(clock: Clock, times: int = TIMES) -> Section:
    """So many kills of each, by ``kill -9``."""
    rows, notes = [], []
    for command, kill in (("levels", kills_levels.kills), ("site", kills_site.kills)):
        tally = kill(times)
        done = tally.runs + tally.workers
        numbers = (done, tally.runs, tally.workers, tally.too_late, done + tally.too_late - tally.faulty)
        is_met = done >= times and not tally.wrong
        rows.append((f"kotae {command}", *map(str, numbers), "yes" if is_met else "no"))
        notes += [f"`kotae {command}`: {wrong}" for wrong in tally.wrong]
    return Section(
        "Runs that are killed",
        "A run with two workers, or a worker of it, is killed at a random moment while it makes one catalogue or site"
        " out of another. At that moment every file has to be the old one or the new one, and every link of a site has"
        " to lead somewhere; the run after it has to end with the bytes of one that nobody disturbed.",
        HEAD,
        tuple(rows),
        tuple(notes),
    )

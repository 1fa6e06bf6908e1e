"""What a command tells of its work, on stderr: what a run of levels made, and what there is to warn of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.errors import AuthoringError, KotaeError
from pipeline.wording import plural, visible

if TYPE_CHECKING:
    from pipeline.notice import Notice
    from pipeline.run import Report

MOST_FAULTS = 50
"""More of them at once help nobody."""


def tell_notices(notices: Sequence[Notice]) -> int:
    """Write warnings to stderr; how many there are."""
    for notice in notices[:MOST_FAULTS]:
        click.echo(str(notice), err=True)
    if len(notices) > MOST_FAULTS:
        click.echo(f"… and {len(notices) - MOST_FAULTS:,} more", err=True)
    return len(notices)


def tell_faults(faults: Sequence[KotaeError]) -> None:
    """Write to stderr what is wrong, each with its place."""
    for fault in faults[:MOST_FAULTS]:
        click.echo(str(fault), err=True)
    if len(faults) > MOST_FAULTS:
        click.echo(f"… and {len(faults) - MOST_FAULTS:,} more", err=True)


def tell_passed_over(paths: Sequence[Path]) -> None:
    """Write to stderr which files of folders are no layouts by their names."""
    for path in paths:
        click.echo(visible(f"passed over: {path.as_posix()}: the name of a layout ends in .yaml"), err=True)


def end_strictly(warnings: int, strict: bool) -> None:
    """End with exit code 1 where there were warnings and none is let pass."""
    if warnings and strict:
        click.echo(f"{plural(warnings, 'warning')}, and --strict lets none pass", err=True)
        click.get_current_context().exit(1)


def tell_report(report: Report, out: Path) -> None:
    """Write to stderr what a run made, and how many tiers it left out for which reason."""
    tiers = ", ".join(f"{count} {tier}" for tier, count in report.tiers if count) or "none"
    made = f"{plural(report.levels, 'level')} of {plural(report.bases, 'layout')} in {out.as_posix()}"
    click.echo(visible(f"{made}: {tiers}."), err=True)
    verb = "was" if report.solved == 1 else "were"
    solved = f"{plural(report.solved, 'layout')} {verb} solved" if report.solved else "nothing had to be solved"
    click.echo(f"{solved}, {report.bases - report.solved:,} came from the cache.", err=True)
    if report.unkept:
        click.echo(f"What was solved is not in the cache. {report.unkept}", err=True)
    reasons = Counter((left.tier, left.reason) for left in report.left_out if left.tier)
    for (tier, reason), count in sorted(reasons.items(), key=lambda item: (item[0][0].rank, item[0][1])):
        click.echo(f"  left out: {count} × {tier}: {reason}", err=True)


def joined(error: AuthoringError) -> str:
    """An error of the command line in one line."""
    return visible(f"{error.message}; {error.hint}" if error.hint else error.message)

"""The pipeline's commands, and the one place where an error becomes text and an exit code.

Results go to stdout; progress and messages to stderr. Exit codes: 0 done, 1 a layout is wrong or a file cannot be
written, 2 the command line is wrong, 3 undecided within the budget, 130 stopped by Ctrl-C and 143 by SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from pipeline.cli_check import check
from pipeline.cli_export import export
from pipeline.cli_import import import_
from pipeline.cli_new import new
from pipeline.cli_types import CATALOGUE, PATH
from pipeline.cli_verify import verify
from pipeline.errors import AuthoringError, AuthoringErrors, KotaeError, Location, UndecidedError
from pipeline.stopping import stopping_on_sigterm
from pipeline.telling import end_strictly, joined, tell_faults, tell_notices, tell_report
from pipeline.wording import plural

LAYOUTS = Path("layouts")
CACHE = Path(".kotae-cache")


class KotaeGroup(click.Group):
    """A group whose commands end with a message and an exit code, and never with a traceback for what is no bug."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was typed."""
        try:
            with stopping_on_sigterm():
                return super().invoke(ctx)
        except KotaeError as error:
            ctx.exit(_tell(error))
        except OSError as error:
            place = Location(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else None
            ctx.exit(_tell(AuthoringError(error.strerror or str(error), place)))
        except KeyboardInterrupt as error:
            click.echo("stopped", err=True)
            ctx.exit(128 + getattr(error, "number", signal.SIGINT))


def _tell(error: KotaeError) -> int:
    """Write an error to stderr, and give the exit code."""
    faults = error.errors if isinstance(error, AuthoringErrors) else (error,)
    tell_faults(faults)
    if len(faults) > 1:
        click.echo(plural(len(faults), "fault"), err=True)
    return 3 if all(isinstance(fault, UndecidedError) for fault in faults) else 1


@click.group(cls=KotaeGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kotae")
def cli() -> None:
    """Author logic puzzles that have exactly one answer, and publish them as a static site."""


@cli.command()
@click.option("--layouts", "root", type=PATH, default=LAYOUTS, show_default=True)
@click.option("--out", type=PATH, default=CATALOGUE, show_default=True)
@click.option("--cache", "folder", type=PATH, default=CACHE, show_default=True)
@click.option("--no-cache", is_flag=True, help="Solve everything, and keep nothing.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Worker processes; by default one per core.")
@click.option("--cluster", "address", metavar="ADDRESS", help="Solve on the workers of a Dask scheduler instead.")
@click.option("--strict", is_flag=True, help="Exit with 1 where there is a warning.")
def levels(
    root: Path, out: Path, folder: Path, no_cache: bool, jobs: int | None, address: str | None, strict: bool
) -> None:
    """Make the catalogue: solve, number, blank, grade, mirror and prove every layout.

    Where a layout is at fault, or no level of a kind is left, nothing is written and the last catalogue stays. A layout
    that cannot be decided within the budget is left out; if no level of its kind is left for that, and nothing else is
    wrong, the exit code is 3. Warnings are of what is hardly meant, as a layout without a title among others that have
    one.

    \b
    Example: kotae levels --jobs 2
    Example: kotae levels --cluster tcp://192.0.2.7:8786
    """
    from pipeline.cluster import ClusterError

    if address and jobs:
        raise click.UsageError("'--jobs' is for this machine, and '--cluster' for others: give one of them")
    try:
        warnings = make_levels(root, out, None if no_cache else folder, jobs, address)
    except ClusterError as error:
        raise click.BadParameter(joined(error), param_hint="--cluster") from error
    end_strictly(warnings, strict)


def make_levels(root: Path, out: Path, folder: Path | None, jobs: int | None = None, address: str | None = None) -> int:
    """Make the catalogue and tell of it; how many warnings there were. ``folder`` is the cache's, where there is one,
    and ``address`` that of a cluster.

    Raises AuthoringErrors, and ClusterError.
    """
    from pipeline.cache import Cache, engine_version
    from pipeline.cluster import cluster
    from pipeline.kind import discover
    from pipeline.listing import Boards, list_folder
    from pipeline.notice import folder_notices, level_notices
    from pipeline.run import beside, make_catalogue

    kinds = discover()
    cache = Cache(folder, engine_version()) if folder else None
    jobs, hire = jobs or os.cpu_count() or 1, partial(cluster, address) if address else None
    with Boards(root, kinds, *beside(cache, out)) as boards:
        listing = list_folder(root, kinds, cache, boards)
        warnings = tell_notices(tuple(folder_notices(listing)))
        if not listing.layouts:
            raise AuthoringErrors(listing.faults)
        with click.progressbar(length=len(listing.layouts), label="Making levels", file=sys.stderr) as bar:
            report = make_catalogue(listing, out, jobs=jobs, cache=cache, hire=hire, progress=bar.update)
    tell_report(report, out)
    return warnings + tell_notices(level_notices(root, listing, report))


cli.add_command(check)
cli.add_command(import_)
cli.add_command(export)
cli.add_command(verify)
cli.add_command(new)

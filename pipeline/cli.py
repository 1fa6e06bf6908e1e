"""The pipeline's commands, and the one place where an error becomes text and an exit code.

Results go to stdout; progress and messages to stderr. Exit codes: 0 done, 1 a layout is wrong, 2 the command line is.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.errors import AuthoringError, AuthoringErrors, KotaeError

if TYPE_CHECKING:
    from pipeline.kind import AnyKind
    from pipeline.run import Report

LAYOUTS = Path("layouts")
CATALOGUE = Path("catalogue")
CACHE = Path(".kotae-cache")


class KotaeGroup(click.Group):
    """A group whose commands end with exit code 1 and a located message where what an author wrote is wrong."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was typed."""
        try:
            return super().invoke(ctx)
        except KotaeError as error:
            _tell(error)
            ctx.exit(1)


def _tell(error: KotaeError) -> None:
    faults = error.errors if isinstance(error, AuthoringErrors) else (error,)
    for fault in faults:
        click.echo(str(fault), err=True)
    if len(faults) > 1:
        click.echo(f"{len(faults)} faults", err=True)


@click.group(cls=KotaeGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kotae")
def cli() -> None:
    """Author logic puzzles that have exactly one answer, and publish them as a static site."""


@cli.command()
@click.option("--layouts", "root", type=click.Path(path_type=Path), default=LAYOUTS, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=CATALOGUE, show_default=True)
@click.option("--cache", "folder", type=click.Path(path_type=Path), default=CACHE, show_default=True)
@click.option("--no-cache", is_flag=True, help="Solve everything, and keep nothing.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Worker processes; by default one per core.")
def levels(root: Path, out: Path, folder: Path, no_cache: bool, jobs: int | None) -> None:
    """Make the catalogue: solve, number, blank, grade, mirror and prove every layout.

    \b
    Example: kotae levels --jobs 2
    """
    from pipeline.cache import Cache, engine_version
    from pipeline.kind import discover
    from pipeline.run import build_catalogue, load_layouts

    layouts = load_layouts(root, discover())
    cache = None if no_cache else Cache(folder, engine_version())
    with click.progressbar(length=len(layouts), label="Making levels", file=sys.stderr) as bar:
        report = build_catalogue(layouts, out, jobs=jobs or os.cpu_count() or 1, cache=cache, progress=bar.update)
    _summarise(report, out)


def _summarise(report: Report, out: Path) -> None:
    tiers = ", ".join(f"{count} {tier}" for tier, count in report.tiers if count) or "none"
    click.echo(f"{report.levels} levels of {report.bases} layouts in {out.as_posix()}: {tiers}.", err=True)
    solved = "nothing had to be solved" if not report.solved else f"{report.solved} layouts were solved"
    click.echo(f"{solved}, {report.bases - report.solved} came from the cache.", err=True)
    reasons = Counter((left.tier, left.reason) for left in report.left_out if left.tier)
    for (tier, reason), count in sorted(reasons.items(), key=lambda item: (item[0][0].rank, item[0][1])):
        click.echo(f"  left out: {count} × {tier}: {reason}", err=True)
    for left in report.left_out:
        if left.tier is None:
            click.echo(f"  left out: {left.layout.location}: {left.reason}", err=True)


def _read_size(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    """``10x12`` as rows and columns; a single number is a square."""
    match = re.fullmatch(r"([1-9][0-9]?)(?:[x×]([1-9][0-9]?))?", value.strip())
    if not match:
        raise click.BadParameter(f"'{value}' is no size; write 10x12, rows first")
    return int(match[1]), int(match[2] or match[1])


class NewGroup(click.Group):
    """``kotae new``: one command for each kind that is found."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the kinds."""
        from pipeline.kind import discover

        return list(discover())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a kind, with the options that it adds."""
        from pipeline.kind import discover

        kind = discover().get(cmd_name)
        return _new_command(kind) if kind else None


@cli.group(cls=NewGroup)
def new() -> None:
    """Draw new layouts at random and write those that work as YAML to stdout.

    \b
    Example: kotae new --help
    """


def _new_command(kind: AnyKind) -> click.Command:
    from pipeline.tier import Tier

    options: list[click.Parameter] = [
        click.Option(
            ["--size"],
            callback=_read_size,
            metavar="ROWSxCOLS",
            default="10x10",
            show_default=True,
            help="Rows, then columns.",
        ),
        click.Option(["--count"], type=click.IntRange(1, 10_000), default=1, show_default=True),
        click.Option(
            ["--symmetry"], type=click.Choice(kind.new_symmetries), default=kind.new_symmetries[0], show_default=True
        ),
        click.Option(["--seed"], type=int, default=0, show_default=True, help="Another seed, other layouts."),
        click.Option(
            ["--tier", "tiers"],
            type=click.Choice([tier.value for tier in Tier]),
            multiple=True,
            help="Keep only layouts that reach this tier; may be given more than once.",
        ),
    ]
    options += [
        click.Option([f"--{name}"], type=str, default=default, show_default=True, help=text)
        for name, (_, default, text) in kind.new_options.items()
    ]
    about = (
        f"Draw new {kind.name} layouts at random and write those that work as YAML to stdout.\n\n\b\n"
        f"Example: kotae new {kind.name} --size 10x10 --count 12 --seed 7 > layouts/{kind.name}/mine.yaml"
    )
    return click.Command(kind.name, params=options, callback=_run_new(kind), help=about)


def _run_new(kind: AnyKind) -> Any:
    def run(size: tuple[int, int], count: int, symmetry: str, seed: int, tiers: tuple[str, ...], **own: str) -> None:
        from pipeline.kind import NewRequest
        from pipeline.new import make_layouts
        from pipeline.tier import Tier

        if max(size) > kind.largest:
            raise click.UsageError(f"no side of {kind.name} may pass {kind.largest}")
        options = {}
        for name, (reader, _, _) in kind.new_options.items():
            try:
                options[name] = reader(own[name.replace("-", "_")])
            except AuthoringError as error:
                hint = f"; {error.hint}" if error.hint else ""
                raise click.BadParameter(f"{error.message}{hint}", param_hint=f"--{name}") from error
        request = NewRequest(*size, symmetry, options)
        wanted = frozenset(Tier(tier) for tier in tiers)
        with click.progressbar(
            length=count,
            label="Drawing layouts",
            file=sys.stderr,
            item_show_func=lambda tried: tried,
            update_min_steps=0,
        ) as bar:
            tried = 0

            def attempted() -> None:
                nonlocal tried
                tried += 1
                bar.update(0, f"{tried} tried")

            for number, made in enumerate(make_layouts(kind, request, count, seed, wanted, attempted)):
                click.echo(("---\n" if number else "") + made.text, nl=False)
                bar.update(1)

    return run

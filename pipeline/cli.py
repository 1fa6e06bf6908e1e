"""The pipeline's commands, and the one place where an error becomes text and an exit code.

Results go to stdout; progress and messages to stderr. Exit codes: 0 done, 1 a layout is wrong or a file cannot be
written, 2 the command line is wrong, 3 undecided within the budget, 130 stopped by Ctrl-C and 143 by SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pipeline.cli_check import check
from pipeline.cli_export import export
from pipeline.cli_import import import_
from pipeline.cli_types import CATALOGUE, PATH, read_size
from pipeline.cli_verify import verify
from pipeline.errors import AuthoringError, AuthoringErrors, KotaeError, Location, RequestError, UndecidedError
from pipeline.stdout import write_out
from pipeline.stopping import stopping_on_sigterm
from pipeline.telling import end_strictly, tell_faults, tell_notices, tell_report
from pipeline.wording import plural, visible

if TYPE_CHECKING:
    from pipeline.kind import AnyKind, NewRequest
    from pipeline.tier import Tier

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
@click.option("--strict", is_flag=True, help="Exit with 1 where there is a warning.")
def levels(root: Path, out: Path, folder: Path, no_cache: bool, jobs: int | None, strict: bool) -> None:
    """Make the catalogue: solve, number, blank, grade, mirror and prove every layout.

    Where a layout is at fault, or no level of a kind is left, nothing is written and the last catalogue stays. A layout
    that cannot be decided within the budget is left out; if no level of its kind is left for that, and nothing else is
    wrong, the exit code is 3. Warnings are of what is hardly meant, as a layout without a title among others that have
    one.

    \b
    Example: kotae levels --jobs 2
    """
    end_strictly(make_levels(root, out, None if no_cache else folder, jobs), strict)


def make_levels(root: Path, out: Path, folder: Path | None, jobs: int | None = None) -> int:
    """Make the catalogue and tell of it; how many warnings there were. ``folder`` is the cache's, where there is one.

    Raises AuthoringErrors.
    """
    from pipeline.cache import Cache, engine_version
    from pipeline.kind import discover
    from pipeline.notice import folder_notices, level_notices
    from pipeline.run import build_catalogue, read_folder

    loaded = read_folder(root, discover())
    warnings = tell_notices(tuple(folder_notices(loaded)))
    if not loaded.layouts:
        raise AuthoringErrors(loaded.faults)
    cache = Cache(folder, engine_version()) if folder else None
    jobs = jobs or os.cpu_count() or 1
    with click.progressbar(length=len(loaded.layouts), label="Making levels", file=sys.stderr) as bar:
        report = build_catalogue(loaded.layouts, out, jobs=jobs, cache=cache, progress=bar.update, faults=loaded.faults)
    tell_report(report, out)
    return warnings + tell_notices(level_notices(root, loaded, report))


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
            callback=read_size,
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
        click.Option(
            ["--clues"], type=click.IntRange(0), help="Keep only layouts with a level of at most so many clues."
        ),
        click.Option(
            ["--like"],
            type=PATH,
            metavar="FILE",
            help="Draw boards like the first layout of this file: its size, symmetry and options, where not given.",
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
    def run(
        size: tuple[int, int],
        count: int,
        symmetry: str,
        seed: int,
        tiers: tuple[str, ...],
        clues: int | None,
        like: Path | None,
        **own: str,
    ) -> None:
        from pipeline.kind import NewRequest
        from pipeline.tier import Tier

        if like is not None:
            size, symmetry, own = _like(kind, like, size, symmetry, own)
        if max(size) > kind.largest:
            raise click.UsageError(f"no side of {kind.name} may pass {kind.largest}")
        options = {}
        for name, (reader, _, _) in kind.new_options.items():
            try:
                options[name] = reader(own[name.replace("-", "_")])
            except AuthoringError as error:
                raise click.BadParameter(_joined(error), param_hint=f"--{name}") from error
        request = NewRequest(*size, symmetry, options, clues)
        texts: list[str] = []
        try:
            _draw_layouts(kind, request, count, seed, frozenset(Tier(tier) for tier in tiers), texts)
        except RequestError as error:
            raise click.UsageError(_joined(error)) from error
        finally:
            # At the end, so that no line of the progress stands among them; what was found before a fault is kept.
            if texts:
                write_out("---\n".join(texts))

    return run


def _like(
    kind: AnyKind, path: Path, size: tuple[int, int], symmetry: str, own: dict[str, str]
) -> tuple[tuple[int, int], str, dict[str, str]]:
    """What is asked for like a layout: what the command line says comes before what the layout has."""
    from pipeline.kind import discover
    from pipeline.like import read_like

    context = click.get_current_context()
    try:
        like = read_like(path, kind, discover())
    except RequestError as error:
        raise click.BadParameter(_joined(error), param_hint="--like") from error

    def is_typed(name: str) -> bool:
        return context.get_parameter_source(name) is ParameterSource.COMMANDLINE

    drawn = {name.replace("-", "_"): value for name, value in like.options.items()}
    own |= {name: value for name, value in drawn.items() if not is_typed(name)}
    return size if is_typed("size") else like.size, symmetry if is_typed("symmetry") else like.symmetry, own


def _draw_layouts(
    kind: AnyKind, request: NewRequest, count: int, seed: int, tiers: frozenset[Tier], texts: list[str]
) -> None:
    """Add the texts of new layouts, as they are found, and show the progress."""
    from pipeline.new import make_layouts

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

        for made in make_layouts(kind, request, count, seed, tiers, attempted):
            texts.append(made.text)
            bar.update(1)


def _joined(error: AuthoringError) -> str:
    """An error of the command line in one line."""
    return visible(f"{error.message}; {error.hint}" if error.hint else error.message)


cli.add_command(check)
cli.add_command(import_)
cli.add_command(export)
cli.add_command(verify)

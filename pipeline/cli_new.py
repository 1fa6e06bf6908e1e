"""``kotae new``: layouts drawn at random, a command for each kind."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pipeline.cli_types import PATH, read_size
from pipeline.errors import AuthoringError, RequestError
from pipeline.node import suggestion
from pipeline.stdout import write_out
from pipeline.telling import joined
from pipeline.wording import visible

if TYPE_CHECKING:
    from pipeline.kind import AnyKind, NewRequest
    from pipeline.tier import Tier


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and its words; Click looks for near names only among commands added to it."""
        kinds, word = self.list_commands(ctx), args[0]
        if word not in kinds and not word.startswith("-"):
            raise click.UsageError(f"there is no kind '{visible(word)}': {suggestion(word, kinds)}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=NewGroup)
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
                raise click.BadParameter(joined(error), param_hint=f"--{name}") from error
        request = NewRequest(*size, symmetry, options, clues)
        texts: list[str] = []
        try:
            _draw_layouts(kind, request, count, seed, frozenset(Tier(tier) for tier in tiers), texts)
        except RequestError as error:
            raise click.UsageError(joined(error)) from error
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
        raise click.BadParameter(joined(error), param_hint="--like") from error

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

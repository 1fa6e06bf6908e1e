"""The whole command line: the pipeline's commands, and those that make the site."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli import CATALOGUE, KotaeGroup, cli
from pipeline.wording import plural

if TYPE_CHECKING:
    from build.site import Built

DIST = Path("dist")
CONFIG = Path("kotae.yaml")


# The group is a new one, so that the pipeline's own stays without a site. Errors become text where its class says.
main = KotaeGroup(
    name="kotae",
    help=cli.help,
    params=list(cli.params),
    commands=dict(cli.commands),
    context_settings=cli.context_settings,
)


@main.command()
@click.option("--catalogue", type=click.Path(path_type=Path), default=CATALOGUE, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=DIST, show_default=True)
@click.option("--config", "settings", type=click.Path(path_type=Path), default=CONFIG, show_default=True)
def site(catalogue: Path, out: Path, settings: Path) -> None:
    """Make the site: render the catalogue into pages that need no server.

    \b
    Example: kotae site --out public
    """
    from build.config import read_config
    from build.site import build_site
    from pipeline.kind import discover

    config = read_config(settings)
    with click.progressbar(length=1, label="Making pages", file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        built = build_site(catalogue, out, config, discover(), progress=show)
    _summarise(built, out)


def _summarise(built: Built, out: Path) -> None:
    size = f"{built.size / 1_000_000:.1f} MB"
    made = f"{plural(built.levels, 'level')} on {plural(built.pages, 'page')}, {size}, in {out.as_posix()}."
    click.echo(f"{made} Open {(out / 'index.html').as_posix()}.", err=True)

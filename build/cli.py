"""The whole command line: the pipeline's commands, and those that make the site."""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from build.author.cli import draft, report
from build.author.cli_solve import solve
from pipeline.cli import CACHE, LAYOUTS, KotaeGroup, cli, make_levels
from pipeline.cli_types import CATALOGUE, PATH
from pipeline.errors import AuthoringError
from pipeline.telling import end_strictly, tell_notices
from pipeline.wording import plural, visible

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from build.init import Started
    from build.site import Built

DIST = Path("dist")
CONFIG = Path("kotae.yaml")

AHEAD = 60
"""Seconds that the clock of a disk elsewhere may be ahead of this one."""


# The group is a new one, so that the pipeline's own stays without a site. Errors become text where its class says.
main = KotaeGroup(
    name="kotae",
    help=cli.help,
    params=list(cli.params),
    commands=dict(cli.commands),
    context_settings=cli.context_settings,
)


main.add_command(report)
main.add_command(draft)
main.add_command(solve)


@main.command()
@click.argument("folder", metavar="DIR")
def init(folder: str) -> None:
    """Begin a new site in a folder: settings, a layout of each kind, and a workflow that publishes it.

    The folder may be there. Whatever is in it stays: where a new file would take its place, nothing is written.

    \b
    Example: kotae init puzzles
    """
    from build.init import installed_source, start_site
    from pipeline.kind import discover

    if not folder.strip():
        raise AuthoringError("the new site has no folder", hint="write its name, or '.' for the one you are in")
    _tell_started(start_site(Path(folder), discover(), installed_source()), Path(folder))


def _tell_started(started: Started, folder: Path) -> None:
    where = f"in {visible(folder.as_posix())}" if folder != Path() else "here"
    click.echo(f"A new site of {plural(len(started.files), 'file')} is {where}.", err=True)
    for name in started.without:
        click.echo(f"The kind '{name}' brings no layout; 'kotae new {name}' draws some.", err=True)
    if not started.source.is_shared:
        told = "This Kotae is in a folder of this machine: requirements.txt has to say where another one finds it."
        click.echo(told, err=True)
    way = f"'cd {visible(_typed(folder))}' and " if folder != Path() else ""
    click.echo(f"Next: {way}'kotae site', then open dist/index.html.", err=True)


def _typed(folder: Path) -> str:
    """A folder's name as a shell has to be given it; one that begins as an option does is led by its own folder."""
    name = folder.as_posix()
    return shlex.quote(f"./{name}" if name.startswith("-") else name)


@main.command()
@click.option("--catalogue", type=PATH, default=CATALOGUE, show_default=True)
@click.option("--out", type=PATH, default=DIST, show_default=True)
@click.option("--config", "settings", type=PATH, default=CONFIG, show_default=True)
@click.option(
    "--base-url", "address", metavar="URL", help="Where the site will stand, in place of what the config says."
)
@click.option("--cache", "folder", type=PATH, default=CACHE, show_default=True)
@click.option("--no-cache", is_flag=True, help="Make every page, and keep nothing.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Worker processes; by default one per core.")
@click.option("--strict", is_flag=True, help="Exit with 1 where there is a warning.")
def site(
    catalogue: Path,
    out: Path,
    settings: Path,
    address: str | None,
    folder: Path,
    no_cache: bool,
    jobs: int | None,
    strict: bool,
) -> None:
    """Make the site: render the catalogue into pages that need no server.

    Only the pages are made of which something changed, and those that somebody else has touched since; the cache knows
    how the last run left them. Where there is no catalogue yet, it is made of the layouts in layouts/ first.

    \b
    Example: kotae site --out public
    """
    from build.config import read_config
    from build.links import dead_links
    from build.site import build_site
    from pipeline.kind import discover
    from site_templates import ROOT

    config = read_config(settings)
    config = config.standing(address) if address else config
    warnings = _first_levels(catalogue)
    kinds, cache = discover(), None if no_cache else folder
    with _Bars() as bars:
        built = build_site(catalogue, out, config, kinds, ROOT, bars.show, jobs or os.cpu_count() or 1, cache)
    _summarise(built, out)
    warnings += tell_notices((*built.notices, *dead_links(out, config, built.scanned)))
    end_strictly(warnings, strict)


class _Bars:
    """A bar for each thing that is being done, one after the other."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._label = ""
        self._bar: ProgressBar[int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._open.__exit__(*raised)

    def show(self, label: str, done: int, total: int) -> None:
        """Show that so much of it is done."""
        if self._bar is None or label != self._label:
            self._open.close()
            self._label = label
            self._bar = self._open.enter_context(click.progressbar(length=max(total, 1), label=label, file=sys.stderr))
        self._bar.update(done - self._bar.pos)


def _first_levels(catalogue: Path) -> int:
    """Make the catalogue where a site stands without one, as a new site and a fresh clone do; the warnings of that."""
    if catalogue != CATALOGUE or not LAYOUTS.is_dir():
        return 0
    made = [path.stat().st_mtime for path in catalogue.glob("*.jsonl")]
    if made:
        _tell_changes(min(made))
        return 0
    return make_levels(LAYOUTS, catalogue, CACHE)


def _tell_changes(made: float) -> None:
    """Say where a layout was changed after the levels were made, as far as the times of files tell."""
    times = {path: path.stat().st_mtime for path in LAYOUTS.rglob("*.y*ml") if path.is_file()}
    changed = [path for path, changed_at in times.items() if changed_at > made]
    if not changed:
        return
    ahead = [path for path in changed if times[path] > time.time() + AHEAD]
    name = visible(min(ahead or changed).as_posix())
    if ahead:
        told = "has a time that is still to come, so nobody can tell whether it was changed after the levels were made"
        click.echo(f"{name} {told}; 'touch' gives it the time of now.", err=True)
    else:
        click.echo(f"{name} was changed after the levels were made; 'kotae levels' makes them again.", err=True)


def _base_path(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """``/a/b/``, however many of its slashes were typed."""
    inside = value.strip("/")
    if not re.fullmatch(r"(?:[\w.~-]+(?:/[\w.~-]+)*)?", inside, re.ASCII) or {".", ".."} & set(inside.split("/")):
        raise click.BadParameter(f"'{value}' is no path; write /puzzles/")
    return f"/{inside}/" if inside else "/"


def _hosts(ctx: click.Context, param: click.Parameter, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Names or addresses of a host as they are; one that no request can name would let through what none names."""
    from build.watch.door import is_name

    for name in (value,) if isinstance(value, str) else value:
        if not is_name(name):
            raise click.BadParameter(f"'{visible(name)}' is no name of a host; write it without a port")
    return value


@main.command()
@click.option("--layouts", "root", type=PATH, default=LAYOUTS, show_default=True)
@click.option("--config", "settings", type=PATH, default=CONFIG, show_default=True)
@click.option("--cache", "folder", type=PATH, default=CACHE, show_default=True)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Or the next that is free."
)
@click.option("--host", default="localhost", show_default=True, callback=_hosts, help="The address to listen on.")
@click.option(
    "--allow", multiple=True, metavar="NAME", callback=_hosts, help="Another name that a request may come by."
)
@click.option("--base-path", "base", default="/", show_default=True, callback=_base_path, help="Where the site stands.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Worker processes; by default one per core.")
def watch(
    root: Path,
    settings: Path,
    folder: Path,
    port: int,
    host: str,
    allow: tuple[str, ...],
    base: str,
    jobs: int | None,
) -> None:
    """Serve the site on this machine and build it anew whenever a layout, template, word or setting changes.

    Nothing is written but the cache. A browser that is open shows each change by itself, or what is wrong and where; it
    keeps the game and the place on the page. Ctrl-C ends it. It is for authoring, and no server for the public.

    \b
    Example: kotae watch --port 9000
    """
    from build.watch.live import Project
    from build.watch.run import Place
    from build.watch.run import watch as run
    from pipeline.cache import Cache, engine_version

    project = Project(root, settings, Cache(folder, engine_version()))
    place = Place(host, port, base, frozenset(allow))
    run(project, place, jobs or os.cpu_count() or 1, lambda line: click.echo(line, err=True))


def _summarise(built: Built, out: Path) -> None:
    size = f"{built.size / 1_000_000:.1f} MB"
    anew = "" if built.made == built.pages else f", {built.made:,} of them made anew"
    made = f"{plural(built.levels, 'level')} on {plural(built.pages, 'page')}{anew}, {size}, in {out.as_posix()}."
    click.echo(f"{made} Open {(out / 'index.html').as_posix()}.", err=True)

"""``kotae report`` and ``kotae draft``: the pages for authors as files, without a live rebuild."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli import CACHE, LAYOUTS
from pipeline.cli_types import CATALOGUE, PATH, TEXT, check_choice
from pipeline.stdin import read_in
from pipeline.stdout import write_out
from pipeline.wording import plural, visible

if TYPE_CHECKING:
    from jinja2 import Environment

    from build.templates import Templates
    from pipeline.kind import AnyKind

CONFIG = Path("kotae.yaml")
DRAFTS = Path("drafts")
STDOUT = Path("-")


@click.command()
@click.option("--catalogue", type=PATH, default=CATALOGUE, show_default=True)
@click.option("--layouts", "root", type=PATH, default=LAYOUTS, show_default=True)
@click.option("--cache", "folder", type=PATH, default=CACHE, show_default=True)
@click.option("--config", "settings", type=PATH, default=CONFIG, show_default=True)
@click.option(
    "--out",
    type=PATH,
    default="report.html",
    show_default=True,
    help="A file, or '-' for stdout.",
)
def report(catalogue: Path, root: Path, folder: Path, settings: Path, out: Path) -> None:
    """Write a page about the catalogue: sizes and tiers, clues, ranks, techniques, solve effort, and what is left out.

    What was left out, and why, is taken from the cache: 'kotae levels' puts it there.

    \b
    Example: kotae report --out report.html
    """
    from build.author.gather import gather_holding
    from build.author.report import report_page
    from pipeline.cache import Cache, engine_version
    from pipeline.kind import discover

    kinds = discover()
    environment, templates = _templates(settings, kinds)
    holding = gather_holding(catalogue, root, Cache(folder, engine_version()), kinds)
    _write(out, report_page(environment, templates, kinds, holding))


@click.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=TEXT)
@click.option("--kind", "kind_name", default="", help="The kind, where neither the folder nor 'kind:' says it.")
@click.option("--config", "settings", type=PATH, default=CONFIG, show_default=True)
@click.option("--out", type=PATH, default=DRAFTS, show_default=True, help="A folder.")
@click.pass_context
def draft(ctx: click.Context, paths: tuple[str, ...], kind_name: str, settings: Path, out: Path) -> None:
    """Write a page about each layout: its tiers, its answer, how hard it is, how its clues went, and every step.

    FILE is a file of layouts, a folder of them, or '-' for standard input. The page of a layout that fails says why,
    and the exit code is then what it is for 'kotae check'.

    \b
    Example: kotae draft my.yaml --out drafts
    """
    from build.author.draft import draft_page
    from pipeline.checking import exit_code, file_names, in_order, told
    from pipeline.draft import draft_of
    from pipeline.files import replace_files
    from pipeline.gather import gather
    from pipeline.kind import discover
    from pipeline.late_bar import late_bar

    kinds = discover()
    check_choice("--kind", kind_name or None, kinds)
    environment, templates = _templates(settings, kinds)
    loaded = gather(paths, kinds, kind_name, read_in)
    pages: dict[Path, str] = {}
    findings = []
    with late_bar("Making drafts", len(loaded.layouts)) as update:
        for done, (layout, name) in enumerate(zip(loaded.layouts, file_names(loaded.layouts), strict=True), 1):
            made = draft_of(layout)
            pages[out / f"{name}.html"] = draft_page(environment, templates, kinds[layout.kind], made)
            findings.append(made.finding)
            update(done)
    replace_files(pages)
    click.echo("".join(told(kinds, loaded.faults)), err=True, nl=False)
    click.echo(
        visible(f"{plural(len(pages), 'draft')} {'here' if out == Path() else f'in {out.as_posix()}'}."), err=True
    )
    ctx.exit(exit_code(in_order(kinds, findings, loaded.faults)))


def _templates(settings: Path, kinds: dict[str, AnyKind]) -> tuple[Environment, Templates]:
    """The templates, with those of the site's own in their place, and what fills them."""
    from build.rendering import loader_of, open_environment

    templates = open_templates(settings, kinds)
    return open_environment(loader_of(templates)), templates


def open_templates(settings: Path, kinds: dict[str, AnyKind]) -> Templates:
    """The templates, with those of the site's own in their place."""
    from build.config import read_config
    from build.templates import Templates
    from site_templates import ROOT

    # A layout can be looked at where there is no site yet.
    own = read_config(settings).templates if settings != CONFIG or settings.exists() else None
    return Templates(ROOT, kinds, own)


def _write(out: Path, text: str) -> None:
    """Write a page to a file or to stdout; raises AuthoringError where nothing takes it."""
    from pipeline.files import replace_file

    if out == STDOUT:
        write_out(text)
        return
    replace_file(out, text)
    click.echo(visible(f"The report is in {out.as_posix()}."), err=True)

"""``python -m tests.cross``: draw boards of every kind, and hold against each other all that says something of them."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from pipeline.errors import AuthoringError
from tests.cross.page import ROOT, Page
from tests.cross.run import Tally, compare, compare_all, compare_code
from tests.cross.subject import Subject, subjects
from tests.installed import install

TOY = ROOT / "tests" / "kinds" / "toy"
COLUMNS = ("one", "several", "none", "untried")


@click.command()
@click.option("--count", default=10_000, show_default=True, help="Boards of each kind.")
@click.option("--seed", default=1, show_default=True, help="Another seed, other boards.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--kind", "wanted", multiple=True, help="Only this kind; more than once for several.")
@click.option("--only", type=int, help="Only the board of this number.")
@click.option("--code", help="Only the board of this code, with every check made many times.")
@click.option("--without-page", is_flag=True, help="Leave out the rules of the pages, for which node is needed.")
def main(
    count: int, seed: int, jobs: int, wanted: tuple[str, ...], only: int | None, code: str | None, without_page: bool
) -> None:
    """Draw random boards of every kind, size and rule, and compare the reasoner, the prover, brute force, and the rules
    in Python and in the browser. What does not agree is told with the least board on which it does not; then it ends
    with 1."""
    with TemporaryDirectory() as folder:
        sys.path[:0] = install(TOY, Path(folder))
        known = subjects()
        if unknown := set(wanted) - set(known):
            raise click.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(known)}")
        if not without_page and shutil.which("node") is None:
            raise click.ClickException("there is no node on this machine; --without-page leaves its part out")
        names = wanted or tuple(known)
        if code is not None or only is not None:
            if len(names) != 1:
                raise click.UsageError("of which kind? give one --kind")
            sys.exit(_one(known[names[0]], seed, only, code, without_page))
        label = f"Comparing {count} boards of {', '.join(names)}"
        with click.progressbar(length=count * len(names), label=label, file=sys.stderr) as bar:
            tallies = compare_all(names, seed, count, jobs, bar.update, not without_page)
        sys.exit(_tell(tallies))


def _tell(tallies: dict[str, Tally]) -> int:
    click.echo("| kind | boards | one answer | several | none | too large to try | disagreements |")
    click.echo("|---|---|---|---|---|---|---|")
    for name, tally in tallies.items():
        figures = (tally.boards.total(), *(tally.boards[column] for column in COLUMNS), len(tally.found))
        click.echo(f"| {name} | {' | '.join(f'{figure:,}' for figure in figures)} |")
    found = [one for tally in tallies.values() for one in tally.found]
    for one in found:
        click.echo(f"\n{one.text()}")
    return 1 if found else 0


def _one(subject: Subject, seed: int, only: int | None, code: str | None, without_page: bool) -> int:
    page = None if without_page else Page(subject.kind.name, subject.scripts)
    try:
        if code is None:
            return _tell({subject.kind.name: compare(subject, seed, [only or 0], page)})
        faults = list(compare_code(subject, code, page))
    except AuthoringError as error:
        raise click.ClickException(str(error)) from error
    finally:
        if page:
            page.close()
    for fault in faults:
        click.echo(f"{fault.check}: {fault.said}")
    if not faults:
        click.echo("all agree")
    return 1 if faults else 0


if __name__ == "__main__":
    main()

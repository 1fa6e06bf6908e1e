"""``kotae verify``: ask again whatever a catalogue says, write the proofs of its levels, and check them."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli_types import CATALOGUE, PATH, check_choice, read_size
from pipeline.errors import AuthoringError, CatalogueError, Location
from pipeline.stdout import write_out
from pipeline.wording import listed


@click.command()
@click.argument("catalogue", type=PATH, default=CATALOGUE)
@click.option("--kind", "kind_names", multiple=True, metavar="KIND", help="Only this kind; may be given again.")
@click.option("--level", "ids", multiple=True, metavar="ID", help="Only this level; may be given again.")
@click.option("--up-to", "size", metavar="ROWSxCOLS", callback=read_size, help="Only boards that fit into this size.")
@click.option("--proofs", metavar="DIR", type=PATH, help="Write the proof of each level there.")
@click.option("--check-proofs", metavar="DIR", type=PATH, help="Check the proofs there instead.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each level, one a line.")
@click.option("--nodes", type=click.IntRange(1), help="Spend at most so many positions or conflicts on a question.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Worker processes; by default as many as are worth it.")
@click.pass_context
def verify(
    ctx: click.Context,
    catalogue: Path,
    kind_names: tuple[str, ...],
    ids: tuple[str, ...],
    size: tuple[int, int] | None,
    proofs: Path | None,
    check_proofs: Path | None,
    as_json: bool,
    nodes: int | None,
    jobs: int | None,
) -> None:
    """Verify a catalogue from nothing but itself: the answers, images, tiers, traces and clues of its levels.

    CATALOGUE is a folder of levels, or one file of them. That a level has one answer, and each of its images, is shown
    by an engine that had no part in making it. Every fault is told with file, line and level; the exit code is then 1,
    and 3 where there is none but a question is undecided within its budget.

    --proofs writes for each level DIR/KIND/ID.cnf, its rules and clues as clauses, and ID.drup, their refutation, for
    this checker and public ones. --check-proofs replays them, and compares the clauses with the level.

    \b
    Example: kotae verify --proofs proofs
    """
    from pipeline.kind import discover
    from pipeline.limits import Limits
    from pipeline.verify.lines import Wanted, catalogue_files, read_files
    from pipeline.verify.run import Task, strangers, verify_lines
    from pipeline.verify.told import exit_code, summary, tally, told, told_json

    if proofs and check_proofs:
        raise click.UsageError("'--proofs' writes and '--check-proofs' reads; give one of them")
    kinds = discover()
    for name in kind_names:
        check_choice("--kind", name, kinds)
    wanted = Wanted(frozenset(kind_names), frozenset(ids), (min(size), max(size)) if size else None)
    files = wanted.files(catalogue_files(catalogue))
    read = read_files(files, kinds)
    lines = wanted.lines(read.lines)
    if missing := sorted(wanted.ids - {line.level.id for line in lines}):
        raise click.BadParameter(f"there is no level {listed(missing)} here", param_hint="--level")
    task = Task.WRITE if proofs else Task.CHECK if check_proofs else Task.VERIFY
    limits = Limits(search=nodes, prove=nodes) if nodes else Limits()
    results = verify_lines(lines, task, proofs or check_proofs or Path(), limits, jobs)
    faults: list[AuthoringError] = [*read.faults]
    if not lines and not faults:
        message = "no level was chosen: there is none of such a kind and size"
        faults.append(CatalogueError(message, Location(catalogue.as_posix()), "choose less narrowly"))
    if check_proofs and wanted.is_whole:
        is_everything = wanted.is_all and catalogue.is_dir()
        faults += strangers(check_proofs, lines, ["*"] if is_everything else [path.stem for path in files])
    write_out("".join(told_json(results, faults, task) if as_json else (*told(results, faults), *tally(results, task))))
    click.echo(summary(results, faults), err=True)
    ctx.exit(exit_code(results, faults))

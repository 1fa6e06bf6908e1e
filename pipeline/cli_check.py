"""``kotae check``: the verdict on each layout, and where and why it fails. No catalogue and no cache is written."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli_types import TEXT, check_choice
from pipeline.stdin import read_in
from pipeline.stdout import write_out
from pipeline.telling import tell_passed_over

STDOUT = "-"


@click.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=TEXT)
@click.option("--kind", "kind_name", default="", help="The kind, where neither the folder nor 'kind:' says it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each layout, one a line.")
@click.option("--svg", metavar="DIR", type=TEXT, help="Draw each layout into this folder, or one to stdout: '-'.")
@click.option("--tries", type=click.IntRange(0), help="Try at most so many single changes of a layout that fails.")
@click.option("--nodes", type=click.IntRange(1), help="Spend at most so many conflicts of the prover on a question.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Worker processes; by default as many as are worth it.")
@click.option("--no-time", is_flag=True, help="Leave out how long it took, so that the output is always the same.")
@click.pass_context
def check(
    ctx: click.Context,
    paths: tuple[str, ...],
    kind_name: str,
    as_json: bool,
    svg: str | None,
    tries: int | None,
    nodes: int | None,
    jobs: int | None,
    no_time: bool,
) -> None:
    """Look at layouts: verdict, tiers and clues, and where one fails, why, and what would mend it.

    FILE is a file of layouts, a folder of them, or '-' for standard input. Of a board that fails is told: the cells
    that all its answers share, and two answers; what can always change places; the fewest clues that contradict each
    other; and up to three single changes that were tried and give it one answer. Nothing is written but the drawings
    of --svg. The exit code is 1 where a layout is wrong, and 3 where none is but one is undecided within its budget.

    \b
    Example: kotae check layouts --svg pictures
    """
    from pipeline.checking import Effort, draw, drawings, exit_code, in_order, look_at, summary, told
    from pipeline.gather import gather
    from pipeline.kind import discover

    kinds = discover()
    check_choice("--kind", kind_name or None, kinds)
    loaded = gather(paths, kinds, kind_name, read_in)
    tell_passed_over(loaded.passed_over)
    if svg == STDOUT and len(loaded.layouts) > 1:
        raise click.UsageError(f"'--svg -' is for one layout, and here are {len(loaded.layouts)}; name a folder")
    findings, lost = look_at(loaded.layouts, Effort(nodes, tries), jobs)
    faults = (*loaded.faults, *lost)
    results = in_order(kinds, findings, faults)
    if svg == STDOUT:
        click.echo("".join(told(kinds, faults)), err=True, nl=False)
        write_out("".join(drawings(kinds, findings).values()))
    else:
        if svg is not None:
            draw(kinds, findings, Path(svg))
        write_out("".join(told(kinds, results, as_json, not no_time)))
    if len(results) != 1:
        click.echo(summary(results), err=True)
    ctx.exit(exit_code(results))

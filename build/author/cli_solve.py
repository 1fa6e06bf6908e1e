"""``kotae solve``: how many answers a puzzle has as it is drawn, and how it is reasoned out.

It stands here, and not with the pipeline's commands, since the steps are told in the words of the pages.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from build.language import GRAMMARS
from pipeline.cli_types import CATALOGUE, PATH, TEXT, Seconds, check_choice
from pipeline.errors import LayoutRuleError
from pipeline.stdout import write_out
from pipeline.telling import tell_faults, tell_passed_over
from pipeline.wording import plural, visible

if TYPE_CHECKING:
    from pipeline.counted import Counted, Effort
    from pipeline.kind import AnyKind
    from pipeline.question import Asked, Question

CONFIG = Path("kotae.yaml")
SECONDS = 10.0
"""For each puzzle, where no budget is given."""
MOST_ANSWERS = 100_000
ENGINES = ("reason", "prove", "both")

Tell = Callable[["AnyKind", "Counted"], str]
"""What is written of a puzzle, with its line end."""


def _rules(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, bool]:
    """``fill=false`` as a switch and whether it holds."""
    rules = {}
    for value in values:
        name, _, holds = value.partition("=")
        if holds not in ("true", "false"):
            raise click.BadParameter(f"'{visible(value)}' puts no rule; write it as in fill=false")
        rules[name] = holds == "true"
    return rules


@click.command()
@click.argument("sources", metavar="FILE|URL|ID|-...", nargs=-1, required=True, type=TEXT)
@click.option(
    "--limit", type=click.IntRange(1, MOST_ANSWERS), default=2, show_default=True, help="Count no more answers."
)
@click.option("--nodes", type=click.IntRange(1), help="Look at no more positions, or conflicts of the prover.")
@click.option(
    "--seconds",
    type=Seconds(),
    help=f"Stop after so many; by default {SECONDS:g}, or where there are --nodes, never.",
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default=ENGINES[-1],
    show_default=True,
    help="'both': the reasoner first, and the prover where it stalls.",
)
@click.option("--rule", "rules", metavar="NAME=VALUE", multiple=True, callback=_rules, help="As in fill=false.")
@click.option("--at", type=click.IntRange(1), help="Only the puzzle of this number among all that are found.")
@click.option("--steps", is_flag=True, help="Tell how it is reasoned out, a sentence for each step.")
@click.option("--lang", type=click.Choice(list(GRAMMARS)), help="The language of the steps; by default the site's.")
@click.option("--kind", "kind_name", default="", help="The kind, where a source does not say it.")
@click.option("--from", "format_name", metavar="FORMAT", help="The format, where a text can be read as several.")
@click.option("--catalogue", type=PATH, default=CATALOGUE, show_default=True)
@click.option("--config", "settings", type=PATH, default=CONFIG, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each puzzle, one a line.")
@click.option("--no-time", is_flag=True, help="Leave out how long it took.")
@click.pass_context
def solve(
    ctx: click.Context,
    sources: tuple[str, ...],
    limit: int,
    nodes: int | None,
    seconds: float | None,
    engine: str,
    rules: dict[str, bool],
    at: int | None,
    steps: bool,
    lang: str | None,
    kind_name: str,
    format_name: str | None,
    catalogue: Path,
    settings: Path,
    as_json: bool,
    no_time: bool,
) -> None:
    """Count the answers of puzzles as they are drawn, and draw them.

    A source is a file of layouts, links, game IDs or drawn boards, a folder of layouts, '-' for standard input, a link
    or a game ID itself, or the id of a level. Nothing is fetched: a link holds its board.

    Of a puzzle are told the verdict, the answers up to the limit, what all answers share, and where another rule would
    give it an answer, or one only. Where the budget ends first, what was counted is told as "at least".

    The exit code is 0 where every puzzle has one answer, 1 where one has none or several or cannot be read, and 3 where
    none is wrong but one is undecided within the budget.

    \b
    Example: kotae solve layouts --seconds 2
    """
    from pipeline.counted import Effort
    from pipeline.interchange.read import format_names
    from pipeline.kind import discover
    from pipeline.question import Asking, questions
    from pipeline.solve import Engine
    from pipeline.verdict import Budget

    kinds = discover()
    check_choice("--kind", kind_name or None, kinds)
    check_choice("--from", format_name, format_names(kinds))
    tell = _telling(kinds, settings, lang, steps, as_json, not no_time)
    asked = questions(sources, Asking(kinds, kind_name, format_name, catalogue))
    tell_passed_over(asked.passed_over)
    if seconds is None:
        # With a bound, if one that is never reached, the prover looks up often enough for Ctrl-C and for the sign.
        seconds = SECONDS if nodes is None else math.inf
    effort = Effort(Budget(nodes, seconds), limit, Engine(engine), steps)
    wanted = [_changed(kinds, one, rules) for one in _chosen(asked, at)]
    ctx.exit(_solve_all(kinds, wanted, asked, effort, tell, as_json))


def _chosen(asked: Asked, at: int | None) -> Sequence[Question]:
    """The puzzles that are asked for."""
    if at is None:
        return asked.questions
    if at > len(asked.questions):
        raise click.BadParameter(f"there is no {at} of {plural(len(asked.questions), 'puzzle')}", param_hint="--at")
    return asked.questions[at - 1 : at]


def _changed(kinds: dict[str, AnyKind], question: Question, rules: dict[str, bool]) -> Question:
    from pipeline.question import with_rules

    try:
        return with_rules(kinds, question, rules) if rules else question
    except LayoutRuleError as error:
        raise click.BadParameter(f"{error.message}; {error.hint}", param_hint="--rule") from error


def _telling(
    kinds: dict[str, AnyKind], settings: Path, lang: str | None, steps: bool, as_json: bool, timed: bool
) -> Tell:
    """How puzzles are told; raises AuthoringError where the words cannot be read."""
    from build.author.cli import open_templates
    from build.author.sentences import numbered, sentences, speech
    from build.config import read_config
    from pipeline.counted_json import counted_json
    from pipeline.counted_text import counted_text

    if lang is None and steps:
        lang = read_config(settings).languages[0] if settings != CONFIG or settings.exists() else "en"
    templates = open_templates(settings, kinds) if steps else None

    def tell(kind: AnyKind, counted: Counted) -> str:
        told = sentences(kind, counted, speech(templates, kind, lang)) if templates and lang else ()
        if as_json:
            return counted_json(kind, counted, timed, told) + "\n"
        return counted_text(kind, counted, timed, tuple(numbered(told)) if told else ()) + "\n"

    return tell


def _solve_all(
    kinds: dict[str, AnyKind], wanted: Sequence[Question], asked: Asked, effort: Effort, tell: Tell, as_json: bool
) -> int:
    """Solve each and write it as soon as it is solved; the exit code."""
    from pipeline.checking import told
    from pipeline.counted import Word, count_answers
    from pipeline.notice import Notice
    from pipeline.waiting import waiting

    words: Counter[str] = Counter()
    for number, question in enumerate(wanted):
        for note in question.notes:
            click.echo(str(Notice(note, question.location)), err=True)
        with waiting(visible(f"Solving {question.location}")):
            counted = count_answers(kinds, question, effort)
        words[counted.word] += 1
        write_out(("\n" if number and not as_json else "") + tell(kinds[question.kind], counted))
    if as_json:
        write_out("".join(told(kinds, asked.faults, as_json)))
    else:
        tell_faults(asked.faults)
    if len(wanted) + len(asked.faults) > 1:
        parts = [f"{number:,} {word}" for word, number in words.most_common()]
        parts += [plural(len(asked.faults), "fault")] if asked.faults else []
        click.echo(f"{plural(len(wanted), 'puzzle')}: {', '.join(parts)}", err=True)
    if asked.faults or words[Word.UNSOLVABLE] or words[Word.AMBIGUOUS]:
        return 1
    return 3 if words[Word.UNDECIDED] else 0

"""All stages over one layout: answer → number → blank → tier → expand, ending in the levels of a base."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pipeline.answer import number
from pipeline.blank import NotTheOnlyAnswerError, removal_order
from pipeline.catalogue import SCHEMA, Level, Metrics, Proofs, level_id, trace_lines
from pipeline.errors import AuthoringError, UndecidedError
from pipeline.expand import ImageError, expand
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.prove import Prover
from pipeline.reasoner import Reasoner
from pipeline.search import Derivation, count, explain
from pipeline.tier import Rung, Tier, ladder, tier_of
from pipeline.verdict import Budget, SolveCount, Undecided, Unique, Verdict

ORDERS = 6
"""How many removal orders a base may try for its hardest puzzle."""


REPORT = "this is a fault of the program: please report it with this board"


class EnginesDisagree(AuthoringError):
    """Two engines decided a puzzle and differ: a fault in a kind, told with the layout that shows it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets of the stages, in conflicts of the prover and positions of the reasoner, so that they are the same
    on every machine."""

    choose: int = 40_000_000
    """Conflicts times cells, since a conflict costs more on a larger board."""
    prove: int = 200_000
    search: int = 20_000
    trace_steps: int = 20_000


@dataclass(frozen=True, slots=True)
class Base:
    """The levels of a layout, and the tiers that were asked for but are not among them, with the reason."""

    levels: tuple[Level, ...]
    missing: tuple[tuple[Tier, str], ...] = ()


def build_base(kind: AnyKind, layout: Layout, limits: Limits) -> Base:
    """Every level of one layout; raises AuthoringError where the layout has none to give."""
    outline = kind.outline(layout.board)
    numbered = number(kind, layout, Budget(nodes=limits.choose // (len(outline) * len(outline[0]))))
    if numbered.fixed:
        only = _level(kind, layout, numbered.puzzle, numbered.answer, limits)
        return Base((only,) if only.tier in layout.tiers else (), _missing(layout, (only,), True))
    clues = kind.clues(numbered.puzzle)
    orders = [removal_order(layout.seed * ORDERS + nth, clues) for nth in range(ORDERS)]
    try:
        rungs = ladder(kind, numbered.puzzle, numbered.answer, orders, layout.keep, limits.prove)
    except NotTheOnlyAnswerError as error:
        message = "the answer was chosen as the only one, and the prover finds another"
        raise EnginesDisagree(message, layout.drawing, REPORT) from error
    levels = tuple(_rung_level(kind, layout, numbered.puzzle, numbered.answer, rung, limits) for rung in rungs)
    return Base(tuple(level for level in levels if level.tier in layout.tiers), _missing(layout, levels, False))


def _rung_level(kind: AnyKind, layout: Layout, puzzle: Any, answer: Any, rung: Rung, limits: Limits) -> Level:
    level = _level(kind, layout, kind.show(puzzle, rung.clues), answer, limits)
    if level.tier != rung.tier:
        message = f"{level.code} was thinned to {rung.tier} and explained as {level.tier}"
        raise EnginesDisagree(message, layout.drawing, REPORT)
    return level


def _missing(layout: Layout, levels: tuple[Level, ...], fixed: bool) -> tuple[tuple[Tier, str], ...]:
    reached = {level.tier for level in levels}
    wanted = [tier for tier in layout.tiers if tier not in reached]
    if fixed:
        return () if reached & set(layout.tiers) else tuple((tier, f"it is {levels[0].tier}") for tier in wanted)
    hardest = max(tier.rank for tier in reached)
    easiest = min(tier.rank for tier in reached)
    return tuple((tier, _reason(tier, easiest, hardest)) for tier in wanted)


def _reason(tier: Tier, easiest: int, hardest: int) -> str:
    if tier.rank > hardest:
        return f"none of {ORDERS} orders of taking clues away makes it so"
    if tier.rank < easiest:
        return "even with every clue it asks for more"
    return "the tier below it already shows as few clues"


def _level(kind: AnyKind, layout: Layout, puzzle: Any, answer: Any, limits: Limits) -> Level:
    """Prove, explain and describe one puzzle."""
    reasoner = kind.reasoner(puzzle)
    counted = count(reasoner, 2, Budget(nodes=limits.search))
    with Prover(kind.encode(puzzle)) as prover:
        proved = prover.count(2, Budget(nodes=limits.prove)).verdict
        irreducible = proved == Unique(answer) and prover.irreducible(answer, Budget(nodes=limits.prove))
    trace = explain(reasoner, Budget(nodes=limits.trace_steps))
    by, reasoned = _reasoned(reasoner, trace, counted)
    if not trace.solved or isinstance(proved, Undecided) or isinstance(reasoned, Undecided):
        message = f"{kind.code(puzzle)} was not proved and explained within the budget"
        raise UndecidedError(message, layout.drawing, "a smaller board is decided sooner")
    if proved != Unique(answer) or reasoned != Unique(answer):
        message = f"{kind.code(puzzle)}: the prover says {proved}, the reasoner {reasoned}"
        raise EnginesDisagree(message, layout.drawing, REPORT)
    grid = kind.grid(puzzle)
    per_rank = [sum(step.rank == rank for step in trace.steps) for rank in (1, 2, 3, 4)]
    return Level(
        schema=SCHEMA,
        id=level_id(kind, puzzle),
        kind=kind.name,
        rows=len(grid),
        cols=len(grid[0]),
        tier=tier_of(trace.rank),
        title=layout.title,
        author=layout.author,
        base=layout.base,
        source=layout.source,
        rules=kind.rules(puzzle),
        grid=grid,
        answer=kind.answer_grid(puzzle, answer),
        code=kind.code(puzzle),
        clues=kind.clues(puzzle).bit_count(),
        images=_images(kind, layout, puzzle, answer, limits),
        trace=trace_lines(kind, puzzle, trace),
        metrics=Metrics(
            counted.nodes, counted.branches, counted.gave_up, (per_rank[0], per_rank[1], per_rank[2], per_rank[3])
        ),
        proofs=Proofs(by, "sat", irreducible),
    )


def _reasoned(reasoner: Reasoner[Any], trace: Derivation, counted: SolveCount[Any]) -> tuple[str, Verdict[Any]]:
    """What the reasoner's verdict comes from, and the verdict.

    Where its search gave up, a trace that fills the board decides as well: every step of it follows, so no other
    answer is left.
    """
    if counted.gave_up and trace.solved:
        return "trace", Unique(reasoner.answer(trace.position.yes))
    return "search", counted.verdict


def _images(kind: AnyKind, layout: Layout, puzzle: Any, answer: Any, limits: Limits) -> tuple[str, ...]:
    try:
        return expand(kind, puzzle, answer, Budget(nodes=limits.prove))
    except ImageError as error:
        kept = UndecidedError if isinstance(error.verdict, Undecided) else EnginesDisagree
        raise kept(str(error), layout.drawing) from error


def relabel(level: Level, layout: Layout) -> Level:
    """A level with the words and the place that its layout has now; they take no part in the solving."""
    return replace(level, title=layout.title, author=layout.author, base=layout.base, source=layout.source)

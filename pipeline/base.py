"""All stages over one layout: answer → number → blank → tier → expand, ending in the levels of a base."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from pipeline.answer import Numbered, number
from pipeline.blank import NotTheOnlyAnswerError, removal_order
from pipeline.catalogue import SCHEMA, Level, Metrics, Proofs, level_id, trace_lines
from pipeline.errors import AuthoringError, UndecidedError
from pipeline.expand import ImageError, Images
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.prove import Prover
from pipeline.search import Derivation, explain
from pipeline.solve import count_by_reasoning
from pipeline.tier import Ladder, Rung, Tier, ladder, tier_of
from pipeline.verdict import Budget, SolveCount, Undecided, Unique, Verdict

ORDERS = 6
"""How many removal orders a base may try for its hardest puzzle."""


NOT_WORTH = "it would show more of its answer than is worth a level"

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
    trace_search: int = 200_000
    """Positions times cells, of the searches in a trace that need not fill the board: that of a kind with another
    encoding, which proves what reasoning does not reach."""


@dataclass(frozen=True, slots=True)
class Base:
    """The levels of a layout, and the tiers that were asked for but are not among them, with the reason."""

    levels: tuple[Level, ...]
    missing: tuple[tuple[Tier, str], ...] = ()


def build_base(kind: AnyKind, layout: Layout, limits: Limits) -> Base:
    """Every level of one layout; raises AuthoringError where the layout has none to give."""
    return build_numbered(kind, layout, number(kind, layout, choosing(kind, layout, limits)), limits)


def choosing(kind: AnyKind, layout: Layout, limits: Limits) -> Budget:
    """What choosing the answer of this layout may spend."""
    outline = kind.outline(layout.board)
    return Budget(nodes=limits.choose // (len(outline) * len(outline[0])))


def build_numbered(kind: AnyKind, layout: Layout, numbered: Numbered, limits: Limits) -> Base:
    """Every level of a layout of which the answer is chosen: see :func:`build_base`."""
    with Images(kind, numbered.puzzle, numbered.answer, Budget(nodes=limits.prove)) as images:
        if numbered.fixed:
            only = _last(kind, _level(kind, layout, numbered.puzzle, numbered.answer, limits, images), ~0)
            return Base((only,) if only.tier in layout.tiers else (), _missing(layout, (only,), True))
        found = climb(kind, layout, numbered, limits)
        levels = tuple(_rung_level(kind, layout, numbered, rung, limits, images) for rung in found.rungs)
        levels = (*levels[:-1], _last(kind, levels[-1], layout.keep))
    chosen = tuple(level for level in levels if level.tier in layout.tiers)
    return Base(chosen, _missing(layout, levels, False, found.not_worth))


def _last(kind: AnyKind, level: Level, keep: int) -> Level:
    """The last level of a base, with the clues that it shows because its author kept them."""
    shown = kind.clues(kind.read_grid(level.grid, level.rules)) & keep
    kept = tuple(cell_name(cell, level.cols) for cell in indices(shown))
    return replace(level, proofs=replace(level.proofs, kept=kept))


def climb(kind: AnyKind, layout: Layout, numbered: Numbered, limits: Limits) -> Ladder:
    """The clue sets of a layout's levels; raises EnginesDisagree where the answer is not the only one."""
    clues = kind.clues(numbered.puzzle)
    orders = [removal_order(layout.seed * ORDERS + nth, clues) for nth in range(ORDERS)]
    try:
        return ladder(kind, numbered.puzzle, numbered.answer, orders, layout.keep, limits.prove)
    except NotTheOnlyAnswerError as error:
        message = "the answer was chosen as the only one, and the prover finds another"
        raise EnginesDisagree(message, layout.drawing, REPORT) from error


def _rung_level(kind: AnyKind, layout: Layout, numbered: Numbered, rung: Rung, limits: Limits, images: Images) -> Level:
    puzzle = kind.show(numbered.puzzle, rung.clues)
    level = _level(kind, layout, puzzle, numbered.answer, limits, images)
    if level.tier != rung.tier and level.proofs.reason == "encoding":
        # What the ladder needed no search for, the trace would have filled with a little more.
        raise _undecided(level.code, layout)
    if level.tier != rung.tier:
        message = f"{level.code} was thinned to {rung.tier} and explained as {level.tier}"
        raise EnginesDisagree(message, layout.drawing, REPORT)
    return level


def _missing(
    layout: Layout, levels: tuple[Level, ...], fixed: bool, not_worth: Collection[Tier] = ()
) -> tuple[tuple[Tier, str], ...]:
    reached = {level.tier for level in levels}
    wanted = [tier for tier in layout.tiers if tier not in reached]
    if fixed:
        return () if reached & set(layout.tiers) else tuple((tier, f"it is {levels[0].tier}") for tier in wanted)
    hardest = max(tier.rank for tier in reached)
    easiest = min(tier.rank for tier in reached)
    return tuple((tier, NOT_WORTH if tier in not_worth else _reason(tier, easiest, hardest)) for tier in wanted)


def _reason(tier: Tier, easiest: int, hardest: int) -> str:
    if tier.rank > hardest:
        return f"none of {ORDERS} orders of taking clues away makes it so"
    if tier.rank < easiest:
        return "even with every clue it asks for more"
    return "the tier below it already shows as few clues"


def _level(kind: AnyKind, layout: Layout, puzzle: Any, answer: Any, limits: Limits, images: Images) -> Level:
    """Prove, explain and describe one puzzle."""
    counted = count_by_reasoning(kind, puzzle, 2, Budget(nodes=limits.search))
    with Prover(kind.encode(puzzle)) as prover:
        proved = prover.count(2, Budget(nodes=limits.prove)).verdict
        irreducible = proved == Unique(answer) and prover.irreducible(answer, Budget(nodes=limits.prove))
    grid = kind.grid(puzzle)
    trace = reasoned_out(kind, puzzle, limits)
    by, reasoned = _reasoned(kind, puzzle, trace, counted, limits)
    if isinstance(proved, Undecided) or isinstance(reasoned, Undecided):
        raise _undecided(kind.code(puzzle), layout)
    if proved != Unique(answer) or reasoned != Unique(answer):
        message = f"{kind.code(puzzle)}: the prover says {proved}, the reasoner {reasoned}"
        raise EnginesDisagree(message, layout.drawing, REPORT)
    per_rank = [sum(step.rank == rank for step in trace.steps) for rank in (1, 2, 3, 4)]
    return Level(
        schema=SCHEMA,
        id=level_id(kind, puzzle),
        kind=kind.name,
        rows=len(grid),
        cols=len(grid[0]),
        tier=tier_of(trace.rank) if trace.solved else Tier.EXPERT,
        title=layout.title,
        author=layout.author,
        base=layout.base,
        source=layout.source,
        rules=kind.rules(puzzle),
        grid=grid,
        answer=kind.answer_grid(puzzle, answer),
        code=kind.code(puzzle),
        clues=kind.clues(puzzle).bit_count(),
        images=_proved(images, layout, puzzle),
        trace=trace_lines(kind, puzzle, trace),
        metrics=Metrics(
            counted.nodes, counted.branches, counted.gave_up, (per_rank[0], per_rank[1], per_rank[2], per_rank[3])
        ),
        proofs=Proofs(by, "sat", irreducible),
    )


def reasoned_out(kind: AnyKind, puzzle: Any, limits: Limits) -> Derivation:
    """The trace of a puzzle, as far as reasoning comes within these limits."""
    grid = kind.grid(puzzle)
    searching = Budget(nodes=limits.trace_search // (len(grid) * len(grid[0]))) if kind.encode_again else None
    return explain(kind.reasoner(puzzle), Budget(nodes=limits.trace_steps), searching)


def _undecided(code: str, layout: Layout) -> UndecidedError:
    message = f"{code} was not proved and explained within the budget"
    return UndecidedError(message, layout.drawing, "a smaller board is decided sooner")


def _reasoned(
    kind: AnyKind, puzzle: Any, trace: Derivation, counted: SolveCount[Any], limits: Limits
) -> tuple[str, Verdict[Any]]:
    """What the second verdict comes from, beside the prover's, and the verdict.

    Where the search gave up, a trace that fills the board decides as well: every step of it follows, so no other
    answer is left. Where the trace ends before that, the second opinion is that of the kind's other encoding.
    """
    if trace.solved:
        if counted.gave_up:
            return "trace", Unique(kind.reasoner(puzzle).answer(trace.position.yes))
        return "search", counted.verdict
    if not kind.encode_again:
        return "search", Undecided(counted.nodes, counted.seconds)
    if not counted.gave_up and not isinstance(counted.verdict, Unique):
        return "search", counted.verdict
    with Prover(kind.encode_again(puzzle)) as prover:
        return "encoding", prover.count(2, Budget(nodes=limits.prove)).verdict


def _proved(images: Images, layout: Layout, puzzle: Any) -> tuple[str, ...]:
    try:
        return images.expand(puzzle)
    except ImageError as error:
        kept = UndecidedError if isinstance(error.verdict, Undecided) else EnginesDisagree
        raise kept(str(error), layout.drawing) from error


def relabel(level: Level, layout: Layout) -> Level:
    """A level with the words and the place that its layout has now; they take no part in the solving."""
    labels = layout.title, layout.author, layout.base, layout.source
    if (level.title, level.author, level.base, level.source) == labels:
        return level  # as nearly all are where the same layouts are read again and again
    title, author, base, source = labels
    return replace(level, title=title, author=author, base=base, source=source)

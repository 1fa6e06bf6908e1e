"""All stages over one layout: answer → number → blank → tier → expand, ending in the levels of a base.

They come in two parts. :func:`begin_base` finds the levels, and has of each the one answer from the prover and from
the trace: all that a page shows. :func:`finish_base` adds what takes about as long again and changes no page: the
figures of the plain search, and the proofs of the images. Whoever waits for a page, as an author does, can have it
after the first part; :func:`build_base` is both, and nothing is kept or written before both are done.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from pipeline.answer import Numbered, number
from pipeline.blank import NotTheOnlyAnswerError, RemovalOrders
from pipeline.catalogue import SCHEMA, Level, Metrics, Proofs, level_id, trace_lines
from pipeline.errors import AuthoringError, UndecidedError
from pipeline.expand import ImageError, Images, Known, different_images
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.layout import Labelled, Layout
from pipeline.limits import Limits
from pipeline.reasoned import plain_search, reasoned_out, second_verdict
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
class Base:
    """The levels of a layout, and the tiers that were asked for but are not among them, with the reason."""

    levels: tuple[Level, ...]
    missing: tuple[tuple[Tier, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BegunLevel:
    """A level as far as the first part comes, its puzzle, and its count where that was needed already."""

    puzzle: Any
    level: Level
    counted: SolveCount[Any] | None


@dataclass(frozen=True, slots=True)
class Begun:
    """What the first part has of a layout: ``base`` as a page shows it, and what the second part goes on from.

    No figure in it is a false one. A search that was not begun has given up after no position, and the second proof of
    a level is its trace until the search has its say.
    """

    base: Base
    numbered: Numbered
    levels: tuple[BegunLevel, ...]
    """All that were found, with those that the author does not ask for."""
    known: Known | None
    """What was proved of all its levels together, which serves for their images."""


def build_base(kind: AnyKind, layout: Layout, limits: Limits) -> Base:
    """Every level of one layout; raises AuthoringError where the layout has none to give."""
    return finish_base(kind, layout, begin_base(kind, layout, limits), limits)


def begin_base(kind: AnyKind, layout: Layout, limits: Limits) -> Begun:
    """The levels of a layout as pages show them; raises AuthoringError where it has none to give."""
    return begin_numbered(kind, layout, number(kind, layout, choosing(kind, layout, limits)), limits)


def choosing(kind: AnyKind, layout: Layout, limits: Limits) -> Budget:
    """What choosing the answer of this layout may spend."""
    outline = kind.outline(layout.board)
    return Budget(nodes=limits.choose // (len(outline) * len(outline[0])))


def build_numbered(kind: AnyKind, layout: Layout, numbered: Numbered, limits: Limits) -> Base:
    """Every level of a layout of which the answer is chosen: see :func:`build_base`."""
    return finish_base(kind, layout, begin_numbered(kind, layout, numbered, limits), limits)


def begin_numbered(kind: AnyKind, layout: Layout, numbered: Numbered, limits: Limits) -> Begun:
    """The first part for a layout of which the answer is chosen: see :func:`begin_base`."""
    with Images(kind, numbered.puzzle, numbered.answer, Budget(nodes=limits.prove)) as images:
        if numbered.fixed:
            only = _last(kind, _level(kind, layout, numbered.puzzle, numbered.answer, limits, images), ~0)
            return _begun(layout, numbered, (only,), images.known)
        found = climb(kind, layout, numbered, limits)
        # The one with the fewest clues first, as its proof is the better part of the others'.
        first, *easier = reversed(found.rungs)
        levels = (
            _rung_level(kind, layout, numbered, first, limits, images, found.irreducible),
            *[_rung_level(kind, layout, numbered, rung, limits, images) for rung in easier],
        )
        known = images.known
    levels = (*reversed(levels[1:]), _last(kind, levels[0], layout.keep))
    return _begun(layout, numbered, levels, known, found.not_worth)


def _begun(
    layout: Layout,
    numbered: Numbered,
    levels: tuple[BegunLevel, ...],
    known: Known | None,
    not_worth: Collection[Tier] = (),
) -> Begun:
    found = tuple(one.level for one in levels)
    base = Base(_asked_for(layout, found), _missing(layout, found, numbered.fixed, not_worth))
    return Begun(base, numbered, levels, known)


def _asked_for(layout: Layout, levels: tuple[Level, ...]) -> tuple[Level, ...]:
    return tuple(level for level in levels if level.tier in layout.tiers)


def finish_base(kind: AnyKind, layout: Layout, begun: Begun, limits: Limits) -> Base:
    """The second part: the same levels with every figure and proof. Raises AuthoringError where a proof fails."""
    puzzle, answer = begun.numbered.puzzle, begun.numbered.answer
    with Images(kind, puzzle, answer, Budget(nodes=limits.prove), begun.known) as images:
        levels = tuple([_finished(kind, layout, one, answer, limits, images) for one in reversed(begun.levels)])
    return replace(begun.base, levels=_asked_for(layout, levels[::-1]))


def _finished(kind: AnyKind, layout: Layout, begun: BegunLevel, answer: Any, limits: Limits, images: Images) -> Level:
    """A level with the figures of the plain search, which has to say the same, and with its images proved."""
    level = begun.level
    counted = begun.counted or count_by_reasoning(kind, begun.puzzle, 2, plain_search(kind, begun.puzzle, limits))
    reason = level.proofs.reason
    if begun.counted is None and not counted.gave_up:
        reason = "search"
        if counted.verdict != Unique(answer):
            raise _disagreement(level.code, layout, Unique(answer), counted.verdict)
    metrics = replace(level.metrics, nodes=counted.nodes, branches=counted.branches, gave_up=counted.gave_up)
    shown = _proved(images, layout, begun)
    return replace(level, images=shown, metrics=metrics, proofs=replace(level.proofs, reason=reason))


def _last(kind: AnyKind, begun: BegunLevel, keep: int) -> BegunLevel:
    """The last level of a base, with the clues that it shows because its author kept them."""
    level = begun.level
    kept = tuple(cell_name(cell, level.cols) for cell in indices(kind.clues(begun.puzzle) & keep))
    return replace(begun, level=replace(level, proofs=replace(level.proofs, kept=kept)))


def climb(kind: AnyKind, layout: Layout, numbered: Numbered, limits: Limits) -> Ladder:
    """The clue sets of a layout's levels; raises EnginesDisagree where the answer is not the only one."""
    clues = kind.clues(numbered.puzzle)
    orders = RemovalOrders(range(layout.seed * ORDERS, (layout.seed + 1) * ORDERS), clues)
    try:
        return ladder(kind, numbered.puzzle, numbered.answer, orders, layout.keep, limits.prove)
    except NotTheOnlyAnswerError as error:
        message = "the answer was chosen as the only one, and the prover finds another"
        raise EnginesDisagree(message, layout.drawing, REPORT) from error


def _rung_level(
    kind: AnyKind,
    layout: Layout,
    numbered: Numbered,
    rung: Rung,
    limits: Limits,
    images: Images,
    irreducible: bool = False,
) -> BegunLevel:
    puzzle = kind.show(numbered.puzzle, rung.clues)
    begun = _level(kind, layout, puzzle, numbered.answer, limits, images, irreducible)
    level = begun.level
    if level.tier != rung.tier and level.proofs.reason == "encoding":
        # What the ladder needed no search for, the trace would have filled with a little more.
        raise _undecided(level.code, layout)
    if level.tier != rung.tier:
        message = f"{level.code} was thinned to {rung.tier} and explained as {level.tier}"
        raise EnginesDisagree(message, layout.drawing, REPORT)
    return begun


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


def _level(
    kind: AnyKind,
    layout: Layout,
    puzzle: Any,
    answer: Any,
    limits: Limits,
    images: Images,
    known_irreducible: bool = False,
) -> BegunLevel:
    """Prove, explain and describe one puzzle."""
    proved, irreducible = images.prove(puzzle, known_irreducible)
    grid = kind.grid(puzzle)
    trace = reasoned_out(kind, puzzle, limits, answer)
    # Where the trace does not fill the board, no page is shown before the search was made.
    counted = None if trace.solved else count_by_reasoning(kind, puzzle, 2, plain_search(kind, puzzle, limits))
    by, reasoned = second_verdict(kind, puzzle, trace, counted, limits)
    if isinstance(proved, Undecided) or isinstance(reasoned, Undecided):
        raise _undecided(kind.code(puzzle), layout)
    if proved != Unique(answer) or reasoned != Unique(answer):
        raise _disagreement(kind.code(puzzle), layout, proved, reasoned)
    per_rank = [sum(step.rank == rank for step in trace.steps) for rank in (1, 2, 3, 4)]
    level = Level(
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
        images=tuple(name for name, _ in different_images(kind, puzzle)),
        trace=trace_lines(kind, puzzle, trace),
        metrics=Metrics(0, 0, True, (per_rank[0], per_rank[1], per_rank[2], per_rank[3])),
        proofs=Proofs(by, "sat", irreducible),
    )
    return BegunLevel(puzzle, level, counted)


def _disagreement(code: str, layout: Layout, proved: Verdict[Any], reasoned: Verdict[Any]) -> EnginesDisagree:
    message = f"{code}: the prover says {proved}, the reasoner {reasoned}"
    return EnginesDisagree(message, layout.drawing, REPORT)


def _undecided(code: str, layout: Layout) -> UndecidedError:
    message = f"{code} was not proved and explained within the budget"
    return UndecidedError(message, layout.drawing, "a smaller board is decided sooner")


def _proved(images: Images, layout: Layout, begun: BegunLevel) -> tuple[str, ...]:
    try:
        return images.expand(begun.puzzle, begun.level.images)
    except ImageError as error:
        kept = UndecidedError if isinstance(error.verdict, Undecided) else EnginesDisagree
        raise kept(str(error), layout.drawing) from error


def relabel(level: Level, layout: Labelled) -> Level:
    """A level with the words and the place that its layout has now; they take no part in the solving."""
    labels = layout.title, layout.author, layout.base, layout.source
    if (level.title, level.author, level.base, level.source) == labels:
        return level  # as nearly all are where the same layouts are read again and again
    title, author, base, source = labels
    return replace(level, title=title, author=author, base=base, source=source)

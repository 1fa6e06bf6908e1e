"""One layout under the glass: its verdict and levels, or why it fails and what would mend it.

    finding = inspect_layout(kind, layout)          # a Finding, never an exception for a layout that fails
    finding.found, finding.base.levels              # "unique", with its levels
    finding.answers, finding.common, finding.open   # two answers, and the cells alike in all or not
    finding.swaps, finding.core, finding.advice     # what can change places, what contradicts, what would mend it

The stages are those of a run; only where they end with a fault more is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

from pipeline.advise import advise, answer_rows, as_drawn
from pipeline.answer import Numbered, ask, refusal
from pipeline.base import EnginesDisagree, build_numbered, choosing
from pipeline.blank import removal_order
from pipeline.errors import UndecidedError
from pipeline.finding import Finding, Found
from pipeline.grid import mask_of
from pipeline.kind import AnyKind, NoneUnique, Swap, Trouble
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.prove import Forced, Prover, Refuted
from pipeline.reasoner import Reasoner, Step
from pipeline.search import derive
from pipeline.verdict import Ambiguous, Budget, Undecided, Unsolvable

ORDERS = 6
"""In how many orders clues are taken from a contradiction: the fewest that any of them leaves are told."""


def inspect_layout(
    kind: AnyKind,
    layout: Layout,
    limits: Limits | None = None,
    tries: int | None = None,
    progress: Callable[[int, int], object] = lambda tried, of: None,
) -> Finding:
    """Find out all about one layout that was read.

    ``tries`` is how many single changes may be tried where it fails, by default as many as its size allows, and
    ``progress`` is told of each how many were tried and of how many.
    """
    started = perf_counter()
    limits = limits or Limits()
    asked = ask(kind, layout, choosing(kind, layout, limits))
    seen = Finding(layout, Found.UNIQUE, *as_drawn(kind, layout.board))
    if isinstance(asked, Numbered):
        found = _graded(kind, layout, asked, limits, seen)
    elif isinstance(asked, Undecided):
        found = replace(seen, found=Found.UNDECIDED, fault=refusal(kind, layout, asked))
    else:
        found, trouble = _explained(kind, layout, asked, limits, seen)
        advised = advise(kind, layout, trouble, tries, progress)
        fault = refusal(kind, layout, trouble)
        found = replace(found, fault=fault, advice=advised.advice, tried=advised.tried)
    return replace(found, seconds=perf_counter() - started)


def _graded(kind: AnyKind, layout: Layout, numbered: Numbered, limits: Limits, seen: Finding) -> Finding:
    try:
        return replace(seen, base=build_numbered(kind, layout, numbered, limits))
    except UndecidedError as error:
        return replace(seen, found=Found.UNDECIDED, fault=error)
    except EnginesDisagree as error:
        return replace(seen, found=Found.DISAGREE, fault=error)


def _explained(kind: AnyKind, layout: Layout, asked: Trouble, limits: Limits, seen: Finding) -> tuple[Finding, Trouble]:
    """Why a layout fails, in terms of its board and as its kind takes it."""
    if isinstance(asked, NoneUnique):
        return _swapped(kind, layout, asked, limits, seen), asked
    puzzle = kind.fixed(layout.board)
    if isinstance(asked, Unsolvable):
        found = _contradicted(kind, puzzle, asked.core, limits, seen)
        return found, Unsolvable(found.core)
    encoding = kind.encode(puzzle)
    with Prover(encoding) as prover:
        forced = prover.forced(Budget(nodes=limits.prove))
    found = replace(seen, found=Found.AMBIGUOUS)
    found = replace(found, answers=tuple(answer_rows(kind, puzzle, answer) for answer in (asked.first, asked.second)))
    if not isinstance(forced, Forced):
        return found, asked
    settled = forced.yes | forced.no
    open_cells = _cells(kind, puzzle, mask_of(encoding.places) & ~settled)
    common = (1 << seen.rows * seen.cols) - 1 & ~open_cells
    return replace(found, common=common), Ambiguous(asked.first, asked.second, settled)


def _contradicted(kind: AnyKind, puzzle: Any, core: int | None, limits: Limits, seen: Finding) -> Finding:
    """The fewest clues that contradict, and where a rule breaks that is kept with these clues alone."""
    if core:
        with Prover(kind.encode(puzzle)) as prover:
            core = _fewest(prover, core, kind.clues(puzzle), Budget(nodes=limits.prove))
        puzzle = kind.show(puzzle, core)
    broken = _broken(kind.reasoner(puzzle))
    return replace(seen, found=Found.UNSOLVABLE, core=core, core_grid=kind.grid(puzzle), broken=broken)


def _broken(reasoner: Reasoner[Any]) -> int:
    """The cells at which the easiest reasoning that sees a rule broken sees it; none where none does up to rank 3."""
    carried: tuple[Step, ...] = ()
    for rank in (1, 2, 3):
        derived = derive(reasoner, rank, carried)
        if derived.contradiction:
            return derived.broken
        carried = derived.steps
    return 0


def _swapped(kind: AnyKind, layout: Layout, none: NoneUnique, limits: Limits, seen: Finding) -> Finding:
    """What can always change places; where the author drew the answer, the other one that it leads to."""
    if kind.drawn is None:
        return replace(seen, found=Found.NONE_UNIQUE if none.swaps else Found.UNSOLVABLE, swaps=none.swaps)
    puzzle, answer = kind.drawn(layout.board)
    if not none.swaps:
        return _contradicted(kind, puzzle, none.clues, limits, seen)
    swaps = tuple(Swap(_cells(kind, puzzle, swap.first), _cells(kind, puzzle, swap.second)) for swap in none.swaps)
    found = replace(seen, found=Found.NONE_UNIQUE, swaps=swaps, core=none.clues or None)
    if answer is None or kind.places_of:
        return found
    first = none.swaps[0]
    other = answer & ~first.first | first.second
    return replace(found, answers=(answer_rows(kind, puzzle, answer), answer_rows(kind, puzzle, other)))


def _cells(kind: AnyKind, puzzle: Any, places: int) -> int:
    return kind.cells_at(puzzle, places) if kind.cells_at else places


def _fewest(prover: Prover[Any], core: int, clues: int, budget: Budget) -> int:
    """The smallest contradiction that a few orders of taking clues away lead to; ``core`` is one already."""
    meter = budget.start()
    for number in range(ORDERS):
        order = removal_order(number, clues)
        left = frozenset(order)
        for clue in order:
            if clue in left and len(left) > 1:
                refuted = prover.refute(sorted(left - {clue}), meter)
                left = refuted.core if isinstance(refuted, Refuted) else left
        if len(left) < core.bit_count():
            core = mask_of(left)
    return core

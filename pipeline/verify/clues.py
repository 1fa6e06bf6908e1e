"""Verifying the clues: whether each is needed, and whether the tiers of a base show fewer and fewer of the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pipeline.catalogue import Level
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.prove import Encoding, Prover
from pipeline.verdict import Budget
from pipeline.wording import listed


@dataclass(frozen=True, slots=True)
class Needs:
    """The names of clues that can be spared, those that are not decided, and what is wrong with the prover."""

    spared: tuple[str, ...]
    undecided: tuple[str, ...]
    faults: tuple[str, ...]


def needs(kind: AnyKind, puzzle: Any, answer: Any, encoding: Encoding[Any], budget: Budget, first: bool) -> Needs:
    """Whether each clue is needed: without it there is another answer, and that breaks no rule.

    The budget is for each clue. The answer is looked for by the prover, and judged by the kind's own rules. ``first``
    ends the search at the first clue that is shown not to be needed.
    """
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    faults = []
    cols = len(kind.grid(puzzle)[0])
    clues = kind.clues(puzzle)
    with Prover(encoding) as prover:
        prover.exclude(answer)
        shown = encoding.selectors
        for spared in shown:
            others = [literal for clue, literal in shown.items() if clue != spared]
            status = prover.search(others, budget.start())
            found[status].append(cell_name(spared, cols))
            if first and status is False:
                break
            if status:
                other = encoding.answer(prover.model())
                if other == answer or kind.violations(kind.show(puzzle, clues & ~(1 << spared)), other):
                    faults.append(f"the prover's other answer without the clue {cell_name(spared, cols)} is none")
    return Needs(tuple(found[False]), tuple(found[None]), tuple(faults))


def kept_fault(kind: AnyKind, puzzle: Any, level: Level) -> str | None:
    """What of the clues that an author kept is no clue of the board, or stands twice or out of order."""
    shown = [cell_name(cell, level.cols) for cell in indices(kind.clues(puzzle))]
    kept = level.proofs.kept or ()
    if wrong := [name for name in kept if name not in shown]:
        return f"'kept' names {listed(wrong)}, where no clue is shown"
    if kept != tuple(name for name in shown if name in kept):
        return "'kept' names a clue twice, or not in the order of the board"
    return None


def base_faults(kind: AnyKind, levels: Sequence[Level]) -> Iterator[tuple[int, str]]:
    """What is wrong between the levels of a base, each of them sound by itself: which level, and what it is."""
    ordered = sorted(enumerate(levels), key=lambda item: (item[1].tier.rank, -item[1].clues, item[1].id))
    for (easier_at, easier), (at, harder) in pairwise(ordered):
        if easier.proofs.kept is not None:
            yield easier_at, f"'kept' says that it is the last of its base '{easier.base}', and {harder.id} is harder"
        if harder.tier is easier.tier:
            yield at, f"{easier.id} is a level of the same base '{harder.base}' and the same tier"
        elif _answer(kind, harder) != _answer(kind, easier):
            yield at, f"{easier.id} is a level of the same base '{harder.base}', and has another answer"
        elif not _is_thinner(kind, easier, harder):
            yield at, f"its clues are not fewer of the same than those of {easier.id}, the {easier.tier} level"


def _answer(kind: AnyKind, level: Level) -> Any:
    return kind.read_answer(kind.read_grid(level.grid, level.rules), level.answer)


def _is_thinner(kind: AnyKind, easier: Level, harder: Level) -> bool:
    """Whether a level is another with clues taken away."""
    more, fewer = (kind.read_grid(level.grid, level.rules) for level in (easier, harder))
    clues = kind.clues(fewer)
    return (
        clues != kind.clues(more) and not clues & ~kind.clues(more) and kind.code(kind.show(more, clues)) == harder.code
    )

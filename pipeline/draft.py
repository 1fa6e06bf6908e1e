"""What the page of a draft shows of one layout: all that a check finds, and the order in which its clues were taken.

Neither the catalogue nor the cache keeps that order. It follows from the layout, so it is found by going up the ladder
of its tiers once more.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer import Numbered, ask
from pipeline.base import choosing, climb
from pipeline.finding import Finding, Rows
from pipeline.inspect import inspect_layout
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.tier import Rung


@dataclass(frozen=True, slots=True)
class Blanking:
    """How the clues of a layout went."""

    bare: Rows
    """The board without a clue."""
    order: tuple[int, ...]
    """The cell of every clue: first those that the hardest level spares, as they went, then those that it shows."""
    rungs: tuple[Rung, ...]
    """The clues that each tier shows, easiest first; those of a tier are among those of the one before."""
    keep: int
    """The clues that the author keeps, as a mask."""

    def least(self, cell: int) -> Rung | None:
        """The hardest tier that still shows a clue; None where none does."""
        return next((rung for rung in reversed(self.rungs) if rung.clues >> cell & 1), None)


@dataclass(frozen=True, slots=True)
class Draft:
    """All that there is to show of a layout."""

    finding: Finding
    blanking: Blanking | None = None
    """None where nothing was taken away: the clues are the author's own, or the layout fails."""


def draft_of(layout: Layout, limits: Limits | None = None) -> Draft:
    """Look at one layout, in whatever process; never raises an exception for one that fails."""
    kind = discover()[layout.kind]
    limits = limits or Limits()
    finding = inspect_layout(kind, layout, limits)
    return Draft(finding, _blanking(kind, layout, limits) if finding.base else None)


def _blanking(kind: AnyKind, layout: Layout, limits: Limits) -> Blanking | None:
    numbered = ask(kind, layout, choosing(kind, layout, limits))
    if not isinstance(numbered, Numbered) or numbered.fixed:
        return None
    found = climb(kind, layout, numbered, limits)
    shown = found.rungs[-1].clues
    gone = [cell for cell in found.order if not shown >> cell & 1]
    left = [cell for cell in found.order if shown >> cell & 1]
    bare = kind.grid(kind.show(numbered.puzzle, 0))
    return Blanking(bare, (*gone, *left), found.rungs, layout.keep & kind.clues(numbered.puzzle))

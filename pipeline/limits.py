"""What the stages may spend on a layout."""

from __future__ import annotations

from dataclasses import dataclass


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

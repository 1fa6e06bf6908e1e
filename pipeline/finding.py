"""What an author learns of one layout: the verdict, and where it fails, why, in terms of the board.

A finding is plain data: it survives pickling, and the text, the JSON and the pictures of ``kotae check`` are made of it
alone. Cells are masks; rows are those that the kind's ``draw`` takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pipeline.base import Base
from pipeline.errors import AuthoringError
from pipeline.kind import Swap
from pipeline.layout import Layout

Rows = tuple[str, ...]


class Found(StrEnum):
    """The verdict on a layout, as JSON says it."""

    UNIQUE = "unique"
    """It has one answer, and its levels are proved and graded."""
    AMBIGUOUS = "ambiguous"
    """A setter's board has more than one answer."""
    NONE_UNIQUE = "none-unique"
    """No answer is the only one, even with every clue shown."""
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"
    DISAGREE = "engines-disagree"
    """A fault of the program."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A single change that was tried and works: what to do, at which cells, and the board with it made, as drawn."""

    words: str
    cells: int
    grid: Rows
    drawn_answer: Rows | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """All that was found out about a layout. ``grid`` is the board as drawn, with the answer where one was drawn."""

    layout: Layout
    found: Found
    grid: Rows
    drawn_answer: Rows | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    base: Base | None = None
    """Its levels, and the tiers that it misses with the reason: where it has one answer."""
    fault: AuthoringError | None = None
    """What ``kotae levels`` says of it, with its place: where it has not."""
    answers: tuple[Rows, ...] = ()
    """Two answers, where there are more than one."""
    common: int | None = None
    """The cells that are alike in every answer; None where that was not asked or not decided."""
    swaps: tuple[Swap, ...] = ()
    """Cells that can always take each other's part, whatever clues are shown."""
    core: int | None = None
    """The cells of clues that leave no answer between them, none of which can be spared; 0 where there is none even
    without a clue."""
    core_grid: Rows = ()
    """The board with only these clues, where it can be drawn."""
    broken: int = 0
    """The cells at which reasoning from these clues sees a rule broken; none where it does not come so far."""
    advice: tuple[Advice, ...] = ()
    tried: int = 0
    """How many single changes were tried for it."""
    seconds: float = 0.0

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.grid)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.grid[0])

    @property
    def open(self) -> int:
        """The cells that are not alike in every answer, as far as that is known."""
        return 0 if self.common is None else (1 << self.rows * self.cols) - 1 & ~self.common

"""The link of a board as a page writes it by itself: a text with gaps, which the letters of the board's grid fill.

A page shows each of its levels turned and mirrored too, and a link for every image of every level would weigh more
than all else on it. A stencil serves every level of a size: what differs from board to board is in its gaps alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Said:
    """A gap for what stands beside a board."""

    of: str
    """``title`` or ``author``; blanks at its ends, and all but one between two words, are left out."""
    written: Mapping[str, str]
    """What is written for some of its parts, of which the longest counts where several begin: one or more."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A gap for the cells, in reading order.

    The letters of the grid, row by row in one text, are cut into pieces from left to right, each the longest one that
    ``pieces`` has; a letter with which none begins is left out.
    """

    pieces: Mapping[str, str]
    """What is written for each."""
    between: str = ""
    points: tuple[int, int] | None = None
    """Where it stands before each piece, in quotes and with a colon: the number of the first cell's point, and how far
    it is from one row to the next. From cell to cell of a row it is one."""


@dataclass(frozen=True, slots=True)
class Stencil:
    """How the link of a board is written; boards of one size and the same rules mostly share it."""

    before: str
    parts: tuple[str | Said | Drawn, ...]
    """What follows, in order."""
    packed: bool = False
    """Whether all that follows is deflated, without a header, and written in base64."""

    def for_page(self) -> dict[str, Any]:
        """The record that a page's script reads."""
        return {"before": self.before, "parts": [_part(part) for part in self.parts], "packed": self.packed}


def _part(part: str | Said | Drawn) -> Any:
    match part:
        case Said():
            return {"of": part.of, "written": dict(part.written)}
        case Drawn():
            return {"pieces": dict(part.pieces), "between": part.between, "points": part.points}
        case _:
            return part


def runs(sign: str, base: int, longest: int) -> dict[str, str]:
    """The pieces of a code in which one letter is 1 to ``longest`` times the same sign: ``base`` is that before the
    first of these letters."""
    return {sign * length: chr(base + length) for length in range(1, longest + 1)}

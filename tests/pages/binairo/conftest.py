"""A small Binairo site, and a hand that plays on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..conftest import Player, Site, opened_site, whole_line

__all__ = ["LEVELS", "Hand", "Site"]

LEVELS = (
    ("1e4c255df5c1", "easy", "First", True, ("00..", "....", "..1.", "0..."), ("0011", "1100", "1010", "0101")),
    ("aa5950b248ad", "easy", "Second", True, ("...1", ".0..", "..11", "...."), ("0101", "1010", "0011", "1100")),
    ("c2ec27b67d07", "hard", "Equal", False, ("....", "1..1", "....", ".00."), ("0110", "1001", "0110", "1001")),
)

Row = tuple[str, str, str, bool, tuple[str, ...], tuple[str, ...]]


def _line(level: Row) -> str:
    name, tier, title, unique, grid, answer = level
    fields = {"tier": tier, "title": title, "author": "", "base": name, "source": "b.yaml:1"}
    return whole_line("binairo", fields | {"rules": {"unique_lines": unique}, "grid": grid, "answer": answer})


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Three small levels, on disk and on a server."""
    with opened_site(tmp_path_factory.mktemp("pages"), "binairo", "".join(map(_line, LEVELS))) as made:
        yield made


class Hand(Player):
    """Plays on a page, and says what it sees."""

    cols = 4

    def marks(self) -> str:
        """Every cell in a letter, givens too, row by row with a blank between."""
        letters = {"ring": "0", "disc": "1", "empty": "."}
        labels = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => cell.getAttribute('aria-label').split(': ')[1])"
        )
        text = "".join(letters[label.split(",")[0]] for label in labels)
        return " ".join(text[row : row + 4] for row in range(0, 16, 4))

    def put(self, row: int, col: int, stone: str) -> None:
        """Set a stone in an empty cell: one click, with the button that sets it first."""
        self.cell(row, col).click(button="left" if stone == "0" else "right")

    def wanted(self, number: int) -> list[tuple[int, int, str]]:
        """The stones that a level's answer adds to its givens."""
        grid, answer = LEVELS[number][4:]
        cells = [(row, col) for row in range(4) for col in range(4) if grid[row][col] == "."]
        return [(row + 1, col + 1, answer[row][col]) for row, col in cells]

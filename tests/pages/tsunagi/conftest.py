"""A small Tsunagi site, and a hand that plays on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from ..conftest import Finger, Player, Site, opened_site, whole_line

__all__ = ["LEVELS", "Board", "Finger", "Hand", "Place", "Site"]

PLAIN: dict[str, Any] = {"wrap": False, "fill": True, "touch": True, "walls": ""}

Place = tuple[int, int]
"""A cell by its row and column from 1; beside the board they go on from 0 downward and past the last."""


@dataclass(frozen=True, slots=True)
class Board:
    """A level: the board, its answer in letters, and the lines of the answer, each as the corners of a drag."""

    title: str
    grid: tuple[str, ...]
    answer: tuple[str, ...]
    strokes: tuple[tuple[Place, ...], ...]
    rules: dict[str, Any] = field(default_factory=dict)


LEVELS = {
    "first": Board(
        "First",
        ("A...", "B.b.", ".CBA", "...C"),
        ("AAAA", "BBBA", "CCBA", "CCCC"),
        (((1, 1), (1, 4), (3, 4)), ((2, 1), (2, 3), (3, 3)), ((3, 2), (3, 1), (4, 1), (4, 4))),
        {"walls": "1-5"},
    ),
    "second": Board(
        "Second",
        ("A.B.", "C.D.", "....", "CADB"),
        ("AABB", "CADB", "CADB", "CADB"),
        (((1, 1), (1, 2), (4, 2)), ((1, 3), (1, 4), (4, 4)), ((2, 1), (4, 1)), ((2, 3), (4, 3))),
    ),
    "bridge": Board(
        "Bridge",
        ("A.BC.", "A..C.", "D.+.D", "E..F.", "E.BF."),
        ("AABCC", "AABCC", "DD+DD", "EEBFF", "EEBFF"),
        (
            ((1, 1), (1, 2), (2, 2), (2, 1)),
            ((1, 4), (1, 5), (2, 5), (2, 4)),
            ((3, 1), (3, 5)),
            ((1, 3), (5, 3)),
            ((4, 1), (4, 2), (5, 2), (5, 1)),
            ((4, 4), (4, 5), (5, 5), (5, 4)),
        ),
    ),
    "round": Board(
        "Round",
        (".ABA", "C...", "..C.", ".B.."),
        ("AABA", "CCCC", "CCCC", "CBBC"),
        (
            ((1, 2), (1, 0)),
            ((1, 3), (0, 3), (0, 2)),
            ((2, 1), (2, 4), (4, 4), (4, 5)),
            ((4, 1), (3, 1), (3, 3)),
        ),
        {"wrap": True, "walls": "5-9"},
    ),
    "loose": Board(
        "Loose",
        ("A..", "...", "..A"),
        ("AAA", "..A", "..A"),
        (((1, 1), (1, 3), (3, 3)),),
        {"fill": False, "touch": False},
    ),
}


def _line(base: int, board: Board) -> str:
    fields = {"tier": "easy", "title": board.title, "author": "", "base": f"{base}", "source": "t.yaml:1"}
    drawn = {"rules": PLAIN | board.rules, "grid": board.grid, "answer": board.answer}
    return whole_line("tsunagi", fields | drawn)


@pytest.fixture(scope="session")
def lines() -> dict[str, str]:
    """The catalogue's line of each level, small boards first."""
    by_size = sorted(LEVELS, key=lambda name: len(LEVELS[name].grid))
    return {name: _line(base, LEVELS[name]) for base, name in enumerate(by_size)}


@pytest.fixture(scope="session")
def site(lines: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Five small levels, on disk and on a server."""
    with opened_site(tmp_path_factory.mktemp("pages"), "tsunagi", "".join(lines.values())) as made:
        yield made


@pytest.fixture(scope="session")
def page_of(lines: dict[str, str]) -> dict[str, str]:
    """Where each level is played, seen from the site's folder."""
    size = {name: len(LEVELS[name].grid) for name in lines}
    return {name: f"tsunagi/{size[name]}x{size[name]}-easy.html#{json.loads(lines[name])['id']}" for name in lines}


class Hand(Player):
    """Draws on a page with a mouse, and says what it sees."""

    def __init__(self, page: Any, board: Board) -> None:
        super().__init__(page)
        self.board = board
        self.cols = len(board.grid[0])

    def place(self, row: int, col: int) -> tuple[float, float]:
        """The middle of a cell, or of a place beside the board, as near to the board as is seen of it."""
        box = self.cell(1, 1).bounding_box()
        across = min(max(col - 0.5, -0.4), self.cols + 0.4)
        down = min(max(row - 0.5, -0.4), len(self.board.grid) + 0.4)
        return box["x"] + across * box["width"], box["y"] + down * box["height"]

    def press(self, place: Place, button: str = "left") -> None:
        """Put the pointer down."""
        self.page.mouse.move(*self.place(*place))
        self.page.mouse.down(button=button)

    def lead(self, *places: Place, steps: int = 4) -> None:
        """Move the pointer on; few steps make it a flick."""
        for place in places:
            self.page.mouse.move(*self.place(*place), steps=steps)

    def drag(self, *places: Place, steps: int = 4, button: str = "left") -> None:
        """Draw from the first place over the others."""
        self.press(places[0], button)
        self.lead(*places[1:], steps=steps)
        self.page.mouse.up(button=button)

    def letters(self) -> str:
        """The letter of the line on each cell, row by row with a blank between; a dot where there is none."""
        rows = range(1, len(self.board.grid) + 1)
        names = [[self.name(row, col) for col in range(1, self.cols + 1)] for row in rows]
        return " ".join("".join(map(_letter, row)) for row in names)

    def click(self, name: str) -> None:
        """Press a button of the page."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def told(self) -> str:
        """What the live region says."""
        text: str = self.page.locator("[data-part=live]").text_content()
        return text

    def status(self) -> str:
        """What is left to do."""
        text: str = self.page.locator("[data-part=status]").text_content()
        return text

    def is_solved(self) -> bool:
        """Whether the page says so."""
        seen: bool = self.page.locator("[data-part=solved]").is_visible()
        return seen


def _letter(name: str) -> str:
    drawn = name.startswith("line of") or ", on its line" in name
    goes = any(f", {way}" in name for way in ("goes", "up", "right", "down", "left"))
    if drawn:
        return name.removeprefix("line of ").removeprefix("waypoint of ")[0]
    return name.removeprefix("end ")[0] if name.startswith("end") and goes else "."

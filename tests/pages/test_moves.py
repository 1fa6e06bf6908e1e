"""Laws of every kind's page: what is done can be undone and done again, and nothing is lost on the way.

The tests know no kind's rules. They try gestures until some of them change what the cells say, for every state of a
cell is spoken.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pipeline.catalogue import Level

from .conftest import Game, OpenPage, Player, Site

MOVES = 4


@pytest.fixture
def site(game: Game) -> Site:
    """Where it can be opened."""
    return game.site


class Hand(Player):
    """Plays without knowing what."""

    def __init__(self, page: Any, level: Level) -> None:
        super().__init__(page)
        self.rows, self.cols = level.rows, level.cols

    def said(self) -> list[str]:
        """What every cell is called."""
        labels: list[str] = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return labels

    def play(self) -> list[list[str]]:
        """Make some moves; what the cells say at the start and after each of them."""
        seen = [self.said()]
        for row, col in product(range(1, self.rows + 1), range(1, self.cols + 1)):
            for down, right in ((0, 0), (0, 1), (1, 0)):
                if len(seen) > MOVES:
                    return seen
                if row + down <= self.rows and col + right <= self.cols:
                    self.drag((row, col), (row + down, col + right))
                if self.said() != seen[-1]:
                    seen.append(self.said())
                    break
        raise AssertionError("no gesture changes anything")

    def drag(self, first: tuple[int, int], last: tuple[int, int]) -> None:
        """Press in one cell and let go in another, or in the same."""
        mouse = self.page.mouse
        mouse.move(*self.middle(*first))
        mouse.down()
        if last != first:
            mouse.move(*self.middle(*last), steps=5)
        mouse.up()


@pytest.fixture
def hand(home: str, game: Game, open_page: OpenPage) -> Hand:
    """A hand on the first level."""
    level = game.level
    return Hand(open_page(f"{home}{level.kind}/{level.rows}x{level.cols}-{level.tier}.html"), level)


def test_moves_are_undone_and_redone_one_by_one_across_reloads(hand: Hand) -> None:
    """Each undo gives the board before a move and each redo the one after it, whenever the page is loaded anew."""
    seen = hand.play()
    for before in reversed(seen[:-1]):
        hand.press("Undo")
        assert hand.said() == before
        hand.page.reload()
        assert hand.said() == before
    for after in seen[1:]:
        hand.press("Redo")
        assert hand.said() == after
    hand.page.reload()
    assert hand.said() == seen[-1]


def test_restart_empties_the_board_and_can_be_undone(hand: Hand) -> None:
    """Restart gives the board of the start, and undo brings back the other, after a reload too."""
    seen = hand.play()
    hand.press("Restart")
    assert hand.said() == seen[0]
    hand.page.reload()
    assert hand.said() == seen[0]
    hand.press("Undo")
    assert hand.said() == seen[-1]


def test_keys_undo_and_redo(hand: Hand) -> None:
    """The keyboard has them too: u and r."""
    seen = hand.play()
    hand.page.locator("[role=gridcell][tabindex='0']").focus()
    hand.page.keyboard.press("u")
    assert hand.said() == seen[-2]
    hand.page.keyboard.press("r")
    assert hand.said() == seen[-1]

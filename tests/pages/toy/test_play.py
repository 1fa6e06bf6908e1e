"""A kind that the site has never met is played with a mouse, and with the keyboard alone."""

from __future__ import annotations

import pytest

from pipeline.catalogue import Level

from ..conftest import OpenPage, Player, Site, follow

PAGE = "toy/4x6-easy.html"


class Hand(Player):
    """Plays on a page, and says what it sees."""

    cols = 6


def mines(level: Level) -> list[tuple[int, int]]:
    """Where the mines of a level's answer are, rows and columns from 1."""
    rows = enumerate(level.answer, 1)
    return [(row, col) for row, line in rows for col, letter in enumerate(line, 1) if letter == "*"]


def test_level_of_an_installed_kind_is_solved_by_mouse(home: str, open_page: OpenPage, levels: list[Level]) -> None:
    """From the home page to the first level; clicks find the mines, and the next level is offered."""
    page = open_page(home + "index.html")
    follow(page.get_by_role("link", name="Mines", exact=True))
    follow(page.get_by_role("link", name="4×6, Easy, 1", exact=True))
    assert page.url.endswith(f"/{PAGE}#{levels[0].id}")
    hand = Hand(page)
    for row, col in mines(levels[0]):
        assert not hand.is_solved()
        hand.cell(row, col).click()
        assert hand.name(row, col) == "mine"
    assert hand.is_solved()
    page.locator("[data-part=onward]").click()
    page.wait_for_url(f"**#{levels[1].id}")


def test_level_of_an_installed_kind_is_solved_by_keyboard_alone(
    home: str, open_page: OpenPage, levels: list[Level]
) -> None:
    """Tab reaches the board, arrows walk, a key of the kind marks."""
    page = open_page(f"{home}{PAGE}#{levels[1].id}")
    hand = Hand(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    at = [1, 1]
    for row, col in mines(levels[1]):
        assert not hand.is_solved()
        for axis, wanted, keys in ((0, row, ("ArrowUp", "ArrowDown")), (1, col, ("ArrowLeft", "ArrowRight"))):
            for _ in range(abs(wanted - at[axis])):
                page.keyboard.press(keys[wanted > at[axis]])
        at = [row, col]
        page.keyboard.press("x")
        assert hand.name(row, col) == "free"
        page.keyboard.press("m")
    assert hand.is_solved()


def test_number_that_cannot_be_met_is_shown_and_said(site: Site, open_page: OpenPage, levels: list[Level]) -> None:
    """Marking every covered cell around a number free breaks it, by shape and by word, until one is cleared."""
    number = next((r, c) for r, line in enumerate(levels[0].grid) for c, ch in enumerate(line) if ch not in ".0")
    hand = Hand(open_page(site.disk + PAGE))
    near = [(r, c) for r in range(4) for c in range(6) if max(abs(r - number[0]), abs(c - number[1])) == 1]
    hidden = [(r + 1, c + 1) for r, c in near if levels[0].grid[r][c] == "."]
    for row, col in hidden:
        hand.cell(row, col).click(button="right")
    name = f"number {levels[0].grid[number[0]][number[1]]}, cannot be met"
    assert hand.name(number[0] + 1, number[1] + 1) == name
    assert hand.page.locator("svg.toy .wrong").count() >= 1
    hand.press("Restart")
    assert hand.page.locator("svg.toy .wrong").count() == 0


@pytest.mark.parametrize("key", ["q", "Escape"])
def test_key_without_a_meaning_changes_nothing(site: Site, open_page: OpenPage, levels: list[Level], key: str) -> None:
    """What the kind does not know is no move."""
    hand = Hand(open_page(site.disk + PAGE))
    row, col = mines(levels[0])[0]
    hand.cell(row, col).click()
    hand.page.keyboard.press(key)
    assert hand.name(row, col) == "mine"

"""Laws of every kind's page: what is done can be undone and done again, and nothing is lost on the way.

The tests know no kind's rules. They try gestures until some of them change what the cells say, for every state of a
cell is spoken.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from pipeline.catalogue import Level

from .conftest import Game, OpenPage, Player, Seat, Site, shared, until

MOVES = 4


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

    def comes_to_say(self, labels: list[str]) -> None:
        """Wait until every cell is called so: what another process has kept comes a moment later."""
        until(
            self.page,
            """labels => [...document.querySelectorAll("[role=gridcell]")]
            .every((cell, at) => cell.getAttribute("aria-label") === labels[at])""",
            labels,
        )

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
            mouse.move(*self.middle(*last), steps=2)
        mouse.up()


@pytest.fixture
def hand(seat: Seat, game: Game, open_page: OpenPage) -> Hand:
    """A hand on the first level."""
    level = game.level
    address = f"{seat.home}{game.path}"
    return Hand(open_page(address), level)


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
    live, status = (hand.page.locator(f"[data-part={name}]").text_content() for name in ("live", "status"))
    assert live == status, "a cell is read that nobody has just played"


@pytest.mark.engine
def test_restart_empties_the_board_and_can_be_undone(hand: Hand) -> None:
    """Restart gives the board of the start, and undo brings back the other, after a reload too."""
    seen = hand.play()
    hand.press("Restart")
    assert hand.said() == seen[0]
    hand.page.reload()
    assert hand.said() == seen[0]
    hand.press("Undo")
    assert hand.said() == seen[-1]


@pytest.mark.engine
def test_keys_undo_and_redo(hand: Hand) -> None:
    """The keyboard has them too: u and r."""
    seen = hand.play()
    hand.page.locator("[role=gridcell][tabindex='0']").focus()
    hand.page.keyboard.press("u")
    assert hand.said() == seen[-2]
    hand.page.keyboard.press("r")
    assert hand.said() == seen[-1]


@pytest.mark.engine
def test_undo_and_redo_repeat_while_they_are_held(hand: Hand) -> None:
    """A button that is held down, by the mouse or by the space bar, and a key that repeats go on to the end."""
    seen = hand.play()
    undo, redo = (hand.page.locator(f"[data-command={name}]") for name in ("undo", "redo"))
    undo.hover()
    hand.page.mouse.down()
    hand.page.locator("[data-command=undo][aria-disabled=true]").wait_for()
    hand.page.mouse.up()
    assert hand.said() == seen[0]
    redo.hover()
    hand.page.mouse.down()
    hand.page.locator("[data-command=redo][aria-disabled=true]").wait_for()
    hand.page.mouse.up()
    assert hand.said() == seen[-1]
    undo.focus()
    for _ in seen[1:]:
        hand.page.keyboard.down(" ")
    hand.page.keyboard.up(" ")
    assert hand.said() == seen[0]
    hand.page.keyboard.down("Control")
    for _ in seen[1:]:
        hand.page.keyboard.down("y")
    hand.page.keyboard.up("y")
    hand.page.keyboard.up("Control")
    assert hand.said() == seen[-1]


@pytest.mark.engine
def test_undo_by_a_short_press_is_one_step(hand: Hand) -> None:
    """A press that is let go of at once does its work once."""
    seen = hand.play()
    hand.press("Undo")
    assert hand.said() == seen[-2]
    hand.page.locator("[data-command=undo]").press(" ")
    assert hand.said() == seen[-3]


def test_board_is_a_grid_with_one_tab_stop_and_tells_of_every_move(seat: Seat, game: Game, open_page: OpenPage) -> None:
    """Each cell says its row, column and state; the cursor roves and is seen; a move is said, and what is left."""
    level = game.level
    address = f"{seat.home}{game.path}"
    hand = Hand(open_page(address), level)
    page = hand.page
    assert page.get_by_role("grid").get_attribute("aria-rowcount") == str(level.rows)
    assert page.get_by_role("row").count() == level.rows
    places = [f"row {row}, column {col}: " for row in range(1, level.rows + 1) for col in range(1, level.cols + 1)]
    assert [place for place, said in zip(places, hand.said(), strict=True) if not said.startswith(place)] == []
    stop = page.locator(".stage [tabindex='0']")
    while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
        page.keyboard.press("Tab")
    for key, cell in (("ArrowDown", level.cols), ("End", 2 * level.cols - 1), ("ArrowLeft", 2 * level.cols - 2)):
        page.keyboard.press(key)
        assert stop.count() == 1
        assert stop.get_attribute("data-cell") == str(cell) == page.evaluate("document.activeElement.dataset.cell")
        assert stop.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('.stage') !== null")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.cell") == str(2 * level.cols - 2)
    live = page.locator("[data-part=live]")
    assert live.get_attribute("aria-live") == "polite"
    before, said = live.text_content(), hand.said()
    for cell in page.get_by_role("gridcell").all():
        # As a screen reader presses.
        cell.evaluate("one => one.click()")
        if hand.said() != said:
            break
    assert hand.said() != said
    assert live.text_content() != before
    assert live.text_content().endswith(page.locator("[data-part=status]").text_content())


SINCE = ", since the checkpoint"


def test_checkpoint_is_set_returned_to_and_dropped_across_reloads(hand: Hand) -> None:
    """What changes after it is marked and spoken until it is dropped; returning to it is a step and leaves it there."""
    hand.page.locator("[data-command=checkpoint]").click()
    assert hand.page.locator(".since g").count() == 0
    seen = hand.play()
    marked = [SINCE in said for said in seen[-1]]
    assert any(marked)
    assert not any(SINCE in said for said in seen[0])
    assert hand.page.locator(".since g").count() == sum(marked)
    hand.page.reload()
    assert hand.said() == seen[-1]
    assert hand.page.locator(".since g").count() == sum(marked)
    hand.page.locator("[data-command=back]").click()
    assert hand.said() == seen[0]
    expect(hand.page.locator("[data-part=live]")).to_contain_text("Back at the checkpoint")
    hand.page.reload()
    hand.press("Undo")
    assert hand.said() == seen[-1]
    hand.page.locator("[data-command=drop]").click()
    assert hand.said() == [said.replace(SINCE, "") for said in seen[-1]]
    assert hand.page.locator(".since g").count() == 0
    hand.page.reload()
    assert hand.page.locator("[data-command=drop]").get_attribute("aria-disabled") == "true"


@pytest.mark.engine
def test_checkpoint_by_keys(hand: Hand) -> None:
    """The keyboard has them too: k, b and d."""
    hand.page.locator("[role=gridcell][tabindex='0']").focus()
    hand.page.keyboard.press("k")
    assert hand.page.locator("[data-command=drop]").get_attribute("aria-disabled") == "false"
    seen = hand.play()
    hand.page.locator("[role=gridcell][tabindex='0']").focus()
    hand.page.keyboard.press("b")
    assert hand.said() == seen[0]
    hand.page.keyboard.press("d")
    assert hand.page.locator("[data-command=drop]").get_attribute("aria-disabled") == "true"


@pytest.mark.engine
def test_game_is_whole_after_the_tab_was_killed(hand: Hand, game: Game) -> None:
    """Every move is kept as it is made: a tab whose process dies in the middle of a game takes none with it."""
    seen = hand.play()
    context, address = hand.page.context, hand.page.url
    # The address is one that a process answers by dying; the page is told of nothing before.
    with hand.page.expect_event("crash"), suppress(Exception):
        hand.page.goto("chrome://crash")
    again = Hand(context.new_page(), game.level)
    again.page.goto(address)
    again.comes_to_say(seen[-1])
    for before in reversed(seen[:-1]):
        again.press("Undo")
        assert again.said() == before


@pytest.mark.engine
def test_tab_that_was_asleep_asks_before_it_overwrites_a_newer_game(
    site: Site, game: Game, open_page: OpenPage
) -> None:
    """Neither game is lost: the move stays on the screen, and the reader says which one is to be kept."""
    level = game.level
    address = f"{site.server}{game.path}"
    # A browser may put a tab to sleep: it is then told nothing of what others write.
    deaf = "window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true);"
    sleeper = Hand(open_page(address), level)
    sleeper.page.context.add_init_script(f"if (sessionStorage.getItem('deaf')) {deaf}")
    sleeper.page.evaluate("sessionStorage.setItem('deaf', '1')")
    sleeper.page.reload()
    other = Hand(sleeper.page.context.new_page(), level)
    other.page.goto(address)
    start = other.play()[0]
    other.press("Restart")
    game_name = f"{level.kind}:{level.id}"
    shared(other.page, sleeper.page, game_name)
    mine = sleeper.play()[-1]
    assert sleeper.page.locator("[data-part=choice]").is_visible()
    other.page.reload()
    assert other.said() == start
    sleeper.press("Keep this one")
    assert sleeper.page.locator("[data-part=choice]").is_hidden()
    shared(sleeper.page, other.page, game_name)
    sleeper.page.reload()
    assert sleeper.said() == mine
    # The other tab was told, and asks too.
    other.press("Take the other")
    assert other.said() == mine
    other.press("Undo")
    other.press("Restart")
    shared(other.page, sleeper.page, game_name)
    sleeper.press("Undo")
    sleeper.press("Undo")
    assert sleeper.page.locator("[data-part=choice]").is_visible()
    sleeper.press("Take the other")
    assert sleeper.said() == start


@pytest.mark.engine
def test_tab_that_was_asleep_goes_on_from_a_game_that_it_has_whole(site: Site, game: Game, open_page: OpenPage) -> None:
    """Where the other tab's moves are all in this game, nobody has to be asked."""
    level = game.level
    address = f"{site.server}{game.path}"
    page = Hand(open_page(address), level)
    seen = page.play()
    page.page.evaluate(
        """name => {
            const kept = JSON.parse(localStorage.getItem(name));
            localStorage.setItem(name, JSON.stringify({ ...kept, at: kept.at + 1e6 }));
        }""",
        f"kotae:{level.kind}:{level.id}",
    )
    page.press("Undo")
    assert page.page.locator("[data-part=choice]").is_hidden()
    page.page.reload()
    assert page.said() == seen[-2]


@pytest.mark.engine
def test_full_storage_is_told_and_what_fits_again_is_kept(site: Site, game: Game, open_page: OpenPage) -> None:
    """Where nothing more fits the game goes on and says that it is not kept; with room again a move keeps all."""
    level = game.level
    address = f"{site.server}{game.path}"
    hand = Hand(open_page(address), level)
    hand.page.evaluate(
        """() => {
            for (let size = 2 ** 22; size >= 1; size /= 2) {
                for (let one = 0; ; one++) {
                    try {
                        localStorage.setItem(`other:${size}:${one}`, "x".repeat(size));
                    } catch {
                        break;
                    }
                }
            }
        }"""
    )
    unkept = hand.page.locator("[data-part=unkept]")
    seen = hand.play()
    expect(unkept).to_contain_text("cannot keep the game")
    hand.press("Undo")
    assert hand.said() == seen[-2]
    hand.page.evaluate("""() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith("other:")) localStorage.removeItem(key);
    }""")
    hand.press("Redo")
    expect(unkept).to_have_text("")
    again = Hand(hand.page.context.new_page(), level)
    again.page.goto(address)
    again.comes_to_say(seen[-1])

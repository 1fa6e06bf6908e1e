"""Laws of every kind's page about links to a position: it is shown, and nobody's own game is lost for it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Game, OpenPage, Seat, Site
from .test_images import kept
from .test_moves import Hand

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"


def link_of(page: Any) -> str:
    """The link to the position on the screen, in a browser that copies nothing by itself."""
    page.locator("[data-command=link]").click()
    box = page.locator("[data-part=linkText]")
    box.wait_for()
    assert page.evaluate("document.getSelection().toString() === document.activeElement.value")
    address: str = box.input_value()
    return address


def message(page: Any) -> str:
    """What the page says."""
    text: str = page.locator("[data-part=message]").text_content()
    return text


def test_position_of_a_link_is_shown_and_one_press_leads_back_to_the_own_game(
    seat: Seat, game: Game, open_page: OpenPage
) -> None:
    """Nothing is kept until the reader plays on; reload shows it again; redo leads to it from the own game."""
    level = game.level
    image = level.images[1]
    start = f"{seat.home}{game.path}#{level.id}/{image}"
    page = open_page(start)
    page.add_init_script(NO_CLIPBOARD)
    page.reload()
    hand = Hand(page, level)
    moves = hand.play()
    link = link_of(page)
    assert link.startswith(f"{start}/")
    assert len(link) < len(start) + 60
    # Somebody else, who has played one move of it.
    other = Hand(open_page(start), level)
    own = other.play()[-1]
    while other.said() != moves[1]:
        other.press("Undo")
        own = other.said()
    before = kept(other.page, game, image)
    other.page.goto(link)
    # A page that is open already learns of its new address a moment later.
    other.page.locator("[data-part=message]", has_text="A position from a link").wait_for()
    assert other.said() == moves[-1]
    assert message(other.page).startswith("A position from a link")
    other.page.reload()
    assert other.said() == moves[-1]
    assert other.page.url == link
    assert kept(other.page, game, image) == before
    other.press("My game")
    assert other.said() == own
    assert other.page.url == start
    other.press("Redo")
    other.page.reload()
    assert other.said() == moves[-1]
    other.press("Undo")
    assert other.said() == own


@pytest.mark.engine
def test_position_played_to_its_end_counts_as_shown_and_a_solved_one_not_at_all(
    site: Site, game: Game, open_page: OpenPage
) -> None:
    """Whoever has a link to a solved board has solved nothing; what is left to find after one was shown in part."""
    level = game.level
    page = open_page(f"{site.server}{game.path}", reduced_motion="reduce")
    page.add_init_script(NO_CLIPBOARD)
    page.reload()
    page.locator("[data-command=answer]").click()
    link = link_of(page)
    reader = open_page(link, reduced_motion="reduce")
    expect(reader.locator("[data-part=solvedWord]")).to_have_text("The answer")
    reader.locator("[data-command=undo]").click()
    shelf = f"{site.server}{level.kind}/index.html"
    reader.goto(shelf)
    first = f'[data-level][href$="#{level.id}"]'
    assert reader.locator(first).get_attribute("data-standing") == "new"
    reader.goto(link)
    reader.locator("[data-command=undo]").click()
    reader.locator("[data-command=redo]").click()
    reader.goto(shelf)
    assert reader.locator(first).get_attribute("data-standing") == "started"


@pytest.mark.engine
def test_position_that_is_none_is_told_and_leaves_the_own_game(site: Site, game: Game, open_page: OpenPage) -> None:
    """Cut short, of another image, far too long, or of no sense: the reader's own game is there, the address right."""
    level = game.level
    start = f"{site.disk}{game.path}#{level.id}"
    page = open_page(start)
    page.add_init_script(NO_CLIPBOARD)
    page.reload()
    hand = Hand(page, level)
    own = hand.play()[-1]
    position = link_of(page).rpartition("/")[2]
    wrong = [position[:-1], f"A{position}", "A" * 20_000, "%F0%9F", "constructor"]
    places = [f"identity/{text}" for text in wrong] + [f"{level.images[1]}/{position}"]
    page.goto("about:blank")
    for place in places:
        page.goto(f"{start}/{place}")
        image = place.partition("/")[0]
        # A page that is open already learns of its new address a moment later.
        page.wait_for_url(start if image == "identity" else f"{start}/{image}")
        assert message(page).startswith("The link’s position does not fit")
        if image == "identity":
            assert hand.said() == own

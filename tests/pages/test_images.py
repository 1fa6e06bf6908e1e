"""Laws of every kind's page about images: each is chosen, played and kept as a puzzle of its own, and counts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Game, OpenPage, Seat, Site, follow, until
from .test_moves import Hand

PRESSES = 300
"""More than any small level has hints for."""

SHOWN = "name => document.querySelector('[data-part=image]').textContent === name"
"""Whether the image of this name is on the screen; the level itself has none."""


def kept(page: Any, game: Game, image: str = "") -> Any:
    """The moves that storage has of the first level, or of an image of it, and how many of them count."""
    name = f"kotae:{game.level.kind}:{game.level.id}" + (f"/{image}" if image else "")
    text = page.evaluate("name => localStorage.getItem(name)", name)
    return text and [json.loads(text)["value"][part] for part in ("steps", "at")]


def test_images_are_chosen_by_keys_or_at_random_and_each_has_a_game_of_its_own(
    seat: Seat, game: Game, open_page: OpenPage
) -> None:
    """The catalogue's images and no others are offered; the address says which is played, and reload keeps its game."""
    level = game.level
    page = open_page(f"{seat.home}{game.path}#{level.id}")
    hand = Hand(page, level)
    seen = hand.said()
    button, dialog = page.locator("[data-command=images]"), page.get_by_role("dialog")
    button.focus()
    page.keyboard.press("Enter")
    links = dialog.get_by_role("link")
    addresses = [link.get_attribute("href") for link in links.all()]
    assert sorted(addresses) == sorted([f"#{level.id}", *(f"#{level.id}/{image}" for image in level.images[1:])])
    names = dialog.locator(".image-name").all_text_contents()
    assert len(set(names)) == len(names)
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "true"
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    assert page.evaluate("document.activeElement.dataset.command") == "images"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    # The page learns of its new address a moment later.
    until(page, SHOWN, names[1])
    assert page.evaluate("location.hash") == addresses[1]
    assert page.locator("[data-part=live]").text_content().startswith(names[1])
    moves = hand.play()
    page.reload()
    assert hand.said() == moves[-1]
    hand.press("Undo")
    assert hand.said() == moves[-2]
    # Keys do nothing to the board beneath the choice, wherever the focus is.
    button.click()
    for key in ("Control+y", "Control+z", "u"):
        page.keyboard.press(key)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
    assert hand.said() == moves[-2]
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    page.go_back()
    until(page, SHOWN, "")
    assert page.evaluate("location.hash") == f"#{level.id}"
    assert hand.said() == seen
    assert kept(page, game) is None
    button.click()
    expect(dialog.get_by_role("link").nth(1)).to_contain_text("started")
    dialog.get_by_role("button", name="Another at random").click()
    assert page.evaluate("location.hash").partition("/")[2] in level.images[1:]


def test_image_is_solved_by_hints_and_the_level_counts_as_solved(site: Site, game: Game, open_page: OpenPage) -> None:
    """Its way is the level's own, turned; the list of levels, the statistics and the way on from home know of it."""
    level = game.level
    image = level.images[-1]
    page = open_page(f"{site.server}{game.path}#{level.id}/{image}", reduced_motion="reduce")
    page.locator("[role=gridcell][tabindex='0']").focus()
    for _ in range(PRESSES):
        if page.locator("[data-part=solved]").is_visible():
            break
        page.keyboard.press("h")
        assert "not right" not in page.locator("[data-part=message]").text_content()
    assert page.locator("[data-part=solved]").is_visible()
    page.goto(f"{site.server}{level.kind}/index.html")
    link = page.locator(f'[data-level][href="{game.path.partition("/")[2]}#{level.id}"]')
    assert link.get_attribute("data-standing") == "solved"
    expect(link).to_contain_text("with hints")
    page.goto(f"{site.server}stats.html")
    expect(page.locator("[data-part=summary]")).to_contain_text("1 level solved")
    page.goto(f"{site.server}{game.path}#{level.id}/{image}")
    page.locator("[data-command=undo]").click()
    page.goto(f"{site.server}index.html")
    follow(page.locator("[data-part=continue]"))
    assert page.locator("[data-part=image]").is_visible()
    assert page.url.endswith(f"{game.path}#{level.id}/{image}")


@pytest.mark.engine
def test_image_that_a_level_has_not_is_told_and_the_level_shown(site: Site, game: Game, open_page: OpenPage) -> None:
    """An address with a name of no image leads to the level itself, and is put right."""
    level = game.level
    page = open_page(f"{site.disk}{game.path}")
    start = Hand(page, level).said()
    for image in ("rotate45", "mirror+nonsense", "__proto__", "%"):
        page.goto("about:blank")
        page.goto(f"{site.disk}{game.path}#{level.id}/{image}")
        expect(page.locator("[data-part=message]")).to_contain_text("The level has no such image")
        assert page.url.endswith(f"#{level.id}")
        assert Hand(page, level).said() == start

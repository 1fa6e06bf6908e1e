"""The pages around the game: their colours, their links, and what they do without scripts."""

from __future__ import annotations

import pytest

from ..conftest import OpenPage, follow
from .conftest import Site

PAGES = ("index.html", "404.html", "akari/index.html", "akari/5x5-easy.html", "akari/5x5-hard.html")


def paper(page: object) -> str:
    """The colour of the page."""
    colour: str = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")  # type: ignore[attr-defined]
    return colour


@pytest.mark.everywhere
def test_pages_open_in_silence(home: str, open_page: OpenPage) -> None:
    """No page writes to the console, asks for another file, or lacks a heading."""
    page = open_page(home + PAGES[0])
    for name in PAGES:
        page.goto(home + name)
        assert page.locator("h1").count() == 1, name
        assert page.locator("main").count() == 1, name


@pytest.mark.everywhere
def test_theme_button_goes_round_and_is_kept(home: str, open_page: OpenPage) -> None:
    """System, light, dark and round again; the choice is there on every page, before the first paint."""
    page = open_page(home + "index.html", color_scheme="light")
    light = paper(page)
    button = page.locator("#theme")
    assert button.inner_text().endswith("System")
    button.click()
    assert button.inner_text().endswith("Light")
    assert paper(page) == light
    button.click()
    assert button.inner_text().endswith("Dark")
    dark = paper(page)
    assert dark != light
    page.goto(home + "akari/5x5-easy.html")
    assert paper(page) == dark
    button.click()
    assert paper(page) == light
    page.reload()
    assert button.inner_text().endswith("System")


def test_theme_follows_the_system_and_can_stand_against_it(site: Site, open_page: OpenPage) -> None:
    """A dark system gives dark pages, unless the reader has chosen light."""
    page = open_page(site.disk + "index.html", color_scheme="dark")
    dark = paper(page)
    page.locator("#theme").click()
    assert paper(page) != dark
    page.reload()
    assert paper(page) != dark


def test_forced_colours_keep_walls_and_light_apart(site: Site, open_page: OpenPage) -> None:
    """Under forced colours a wall, a lit cell and a dark one are still three things."""
    page = open_page(site.disk + "akari/5x5-easy.html", forced_colors="active")
    page.get_by_role("gridcell").first.click()
    wall = page.locator(".wall rect").first.evaluate("one => getComputedStyle(one).fill")
    lit = page.locator(".light rect").first.evaluate("one => getComputedStyle(one).fill")
    floor = page.locator("svg.art").evaluate("one => getComputedStyle(one).backgroundColor")
    assert len({wall, lit, floor}) == 3


def test_home_offers_a_first_level_and_shows_real_boards(home: str, open_page: OpenPage) -> None:
    """Who comes for the first time is led to a small level; each kind shows boards that can be played."""
    page = open_page(home + "index.html")
    assert page.locator("[data-part=continue]").is_hidden()
    assert page.locator(".sample svg .walls").count() > 0
    follow(page.locator("[data-part=begin]"))
    assert "/akari/5x5-easy.html#" in page.url
    assert page.get_by_role("gridcell").count() == 25


def test_home_does_not_follow_a_link_out_of_the_site(site: Site, open_page: OpenPage) -> None:
    """What stands in storage cannot make the home page point elsewhere."""
    page = open_page(site.disk + "index.html")
    own = page.locator("[data-part=begin]").get_attribute("href").partition("#")[2]
    level = {"id": own, "rows": 1, "cols": 2, "grid": [".."], "tier": "easy", "title": "", "rules": {}}
    last = {"kind": "akari", "name": "Akari", "number": 1, "level": level, "next": None}
    game = {"v": 1, "steps": [[{"set": [[0, "x"]]}]], "at": 1, "solved": False}

    def is_offered(href: str, **more: str) -> bool:
        for name, value in (("last", last | {"href": href} | more), (f"akari:{own}", game)):
            script = "([name, value]) => localStorage.setItem('kotae:' + name, JSON.stringify({ at: 1, value }))"
            page.evaluate(script, [name, value])
        page.evaluate("dispatchEvent(new StorageEvent('storage'))")
        seen: bool = page.locator("[data-part=continue]").is_visible()
        return seen

    for href in ("https://example.org/", "javascript:alert(1)", f"//example.org/x.html#{own}", f"../x.html#{own}"):
        assert not is_offered(href)
    # Another site of the same host keeps its games in the same place, but the pages here are not its.
    assert not is_offered(f"akari/5x5-easy.html#{own}", home="/another/")
    assert is_offered(f"akari/5x5-easy.html#{own}")


def test_page_without_scripts_says_what_is_missing(site: Site, open_page: OpenPage) -> None:
    """Without scripts the page says so, and its rules and links are there."""
    page = open_page(site.disk + "akari/5x5-easy.html", java_script_enabled=False)
    # Playwright looks for no text in a noscript element.
    assert page.locator("noscript p").is_visible()
    assert page.get_by_text("No bulb may see another bulb.").is_visible()

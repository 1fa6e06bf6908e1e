"""Levels at the ends of what may be: the largest board, the longest names, and pages at any depth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from build.config import Config

from ..conftest import PHONE, Finger, OpenPage, expect, follow, opened_site, until
from .conftest import LEVELS, Hand, Site, as_line

LONG = "Nightingale" * 10
"""A word that no line of a phone can hold."""

LIT = " ".join("." * row + "*" + "." * (59 - row) for row in range(60))
LARGEST = ("largest", "hard", LONG, ("." * 60,) * 60, LIT)


@pytest.fixture(scope="module")
def extreme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A board of sixty by sixty cells, a small one with a long name and author, and a site with a long name."""
    lines = as_line((LEVELS[0][0], "easy", LONG, *LEVELS[0][3:]), author=LONG) + as_line(LARGEST, author="Ada")
    config = Config(title=LONG, description=LONG, author=LONG, licence=LONG)
    with opened_site(tmp_path_factory.mktemp("extreme"), "akari", lines, config) as made:
        yield made


NAMES = ("index.html", "404.html", "akari/index.html", "akari/5x5-easy.html", "akari/60x60-hard.html")


def test_pages_of_extremes_never_scroll_sideways(extreme: Site, open_page: OpenPage) -> None:
    """However long a name and however large a board, nothing sticks out of a page, and no text out of its box."""
    page = open_page(extreme.disk + NAMES[0], **PHONE)
    inner = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML)"
    for name, width in product(NAMES, (320, 360, 820, 1440)):
        if not page.url.partition("#")[0].endswith(name):
            page.goto(extreme.disk + name)
        page.set_viewport_size({"width": width, "height": 740})
        # The board is fitted to its new room when the page hears of that.
        until(page, "width => document.documentElement.scrollWidth <= width", width)
        assert page.locator("body *:visible").evaluate_all(inner) == [], (name, width)


def test_page_goes_on_with_a_long_name_without_scrolling(extreme: Site, open_page: OpenPage) -> None:
    """The card of the game to go on with has a long name too."""
    page = open_page(extreme.disk + "akari/5x5-easy.html", **PHONE)
    page.get_by_role("gridcell").first.click()
    page.goto(extreme.disk + "index.html")
    expect(page.locator("[data-part=continue]")).to_contain_text(LONG)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_words_of_buttons_stay_whole_on_a_phone(site: Site, open_page: OpenPage) -> None:
    """What one presses is a word on one line that fits its place."""
    page = open_page(site.disk + "akari/5x5-easy.html", **PHONE)
    heights = page.locator(".walk span:visible, .controls span:visible").evaluate_all(
        "all => all.map(one => one.offsetHeight)"
    )
    assert len(set(heights)) == 1
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert page.locator(".walk a, .controls button").evaluate_all(wide) == []


def test_board_of_sixty_is_whole_on_a_phone_and_comes_near(extreme: Site, open_page: OpenPage) -> None:
    """All its cells are within the width, square and equal, and a tap finds its cell; two fingers fit it to a thumb."""
    page = open_page(extreme.disk + "akari/60x60-hard.html", **PHONE)
    boxes = page.get_by_role("gridcell").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({ left, right, width, height }) =>"
        " [left, right, width, height])"
    )
    assert len(boxes) == 3600
    assert min(left for left, *_ in boxes) >= 0
    assert max(right for _, right, *_ in boxes) <= 360
    assert {(width, height) for _, _, width, height in boxes} == {(5, 5)}
    assert "maximum-scale" not in page.locator("meta[name=viewport]").get_attribute("content")
    page.get_by_role("gridcell").nth(60 * 31 + 47).tap()
    bulb = page.locator("[role=gridcell][aria-label$=': bulb']")
    assert bulb.get_attribute("aria-label").startswith("row 32, col")
    finger = Finger(page)
    box = page.locator("#frame").bounding_box()
    x, y = box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.5
    finger.send("touchStart", (x - 10, y), (x + 10, y))
    for spread in (20, 40, 60, 80, 100, 120, 130):
        finger.send("touchMove", (x - spread, y), (x + spread, y))
    finger.up()
    until(page, "document.querySelector('[role=gridcell]').getBoundingClientRect().width >= 44")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    # What lay under the fingers is there still: a tap in the middle between them is on a cell of that place.
    here = page.evaluate("([x, y]) => document.elementFromPoint(x, y).dataset.cell", [x, y])
    assert abs(int(here) % 60 - 48) <= 1
    assert abs(int(here) // 60 - 30) <= 1
    page.touchscreen.tap(x, y)
    assert bulb.count() == 2


def test_author_is_shown_with_the_level_and_only_as_text(tmp_path: Any, open_page: OpenPage) -> None:
    """Who made a level stands below its name and in the browser's note; where nobody is named nothing stands."""
    author = '<b>Ada</b> & "Bo"'
    with opened_site(tmp_path, "akari", as_line(LEVELS[0], author=author) + as_line(LEVELS[1])) as site:
        page = open_page(site.disk + "akari/5x5-easy.html")
        shown = page.locator("[data-part=author]")
        assert shown.inner_text() == f"By {author}"
        page.locator("[data-part=next]").click()
        page.get_by_role("heading", name="Second").wait_for()
        expect(shown).to_be_hidden()
        page.goto(site.disk + "akari/index.html")
        notes = [link.get_attribute("title") for link in page.locator(".thumbs a").all()]
        assert notes == [f"First · By {author}", "Second"]


def test_board_of_one_row_is_counted_in_the_singular(tmp_path: Any, open_page: OpenPage) -> None:
    """A board with one row has no rows."""
    with opened_site(tmp_path, "akari", as_line(("row", "easy", "", ("..#.",), "*.#*"))) as site:
        page = open_page(site.disk + "akari/1x4-easy.html")
        assert page.get_by_role("grid").get_attribute("aria-label") == "Akari, 1 row, 4 columns"
        page.goto(site.disk + "index.html")
        assert page.locator(".kind-more").inner_text().endswith("1 level")


DEPTHS = ("x.html", "akari/x.html", "akari/x/y/z.html", "x/", "404.html")


def shown_links(page: Any) -> list[str]:
    """Where the links of a page lead, but for the one that skips."""
    links: list[str] = page.locator("a[href]:not(.skip)").evaluate_all("all => all.map(one => one.href)")
    return links


@pytest.mark.parametrize("depth", DEPTHS)
def test_missing_page_leads_home_from_any_depth_or_nowhere(site: Site, browser: Any, depth: str) -> None:
    """A page that is not there has no link that could be wrong, and leads to the first page once that is known."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(site.server + depth)
        assert page.locator("h1").inner_text() == "Nothing stands here"
        assert shown_links(page) == []
        assert page.locator("[data-part=lost]").is_visible()
        page.goto(site.server + "akari/5x5-easy.html")
        page.goto(site.server + depth)
        assert set(shown_links(page)) == {site.server + "index.html"}
        assert page.locator("[data-part=lost]").is_hidden()
        follow(page.get_by_role("link", name="To the first page"))
        assert page.get_by_role("heading", name="Kotae").is_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_missing_page_of_a_known_address_leads_there_without_scripts_too(
    tmp_path: Any, browser: Any, scripts: bool
) -> None:
    """Where the settings say where the site stands, the page for what is missing needs nothing else."""
    config = Config(base_url="https://example.org/a/")
    with opened_site(tmp_path, "akari", as_line(LEVELS[0]), config) as site:  # noqa: SIM117
        with browser.new_context(java_script_enabled=scripts) as context:
            page = context.new_page()
            page.goto(site.server + "x/y/z")
            assert set(shown_links(page)) == {"https://example.org/a/index.html"}
            assert page.locator("[data-part=lost]").is_hidden()


def test_focus_from_elsewhere_moves_the_cursor(site: Site, open_page: OpenPage) -> None:
    """A screen reader sets the focus without our keys: keys then act on that cell, and it is the one tab stop."""
    page = open_page(site.disk + "akari/5x5-easy.html")
    hand = Hand(page)
    hand.cell(5, 3).focus()
    page.keyboard.press(" ")
    assert hand.name(5, 3) == "bulb"
    assert hand.marks().count("*") == 1
    stops = page.locator("[role=gridcell][tabindex='0']")
    assert stops.count() == 1
    assert stops.get_attribute("aria-label").startswith("row 5, column 3")
    hand.cell(1, 1).focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(":focus").get_attribute("aria-label").startswith("row 1, column 2")


def test_focus_goes_with_a_drag(site: Site, open_page: OpenPage) -> None:
    """After a drag of the mouse the keyboard goes on where the drag ended, and the focus is there."""
    page = open_page(site.disk + "akari/5x5-easy.html")
    hand = Hand(page)
    page.mouse.move(*hand.middle(5, 1))
    page.mouse.down()
    page.mouse.move(*hand.middle(5, 4), steps=7)
    page.mouse.up()
    assert page.locator(":focus").get_attribute("aria-label").startswith("row 5, column 4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert hand.name(5, 5) == "bulb"

"""A kind with more levels than a page has room for: from its overview to a level and back, and what was played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from build.cutting import cut, lot_of
from build.levels import PAGE_SIZE
from tests.build.conftest import line

from .conftest import OpenPage, Seat, Site, expect, follow, opened_site
from .test_access import judge_in

MANY = 330
LOTS = [lot_of(f"base-{number}") for number in range(1, MANY + 1)]
PARTS = [len(own.places) for own in cut(LOTS, [""] * MANY, PAGE_SIZE)]
"""How many of them each page has."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of many boards of one size, and a few of another."""
    easy = [line(number) for number in range(1, MANY + 1)]
    hard = [line(number, tier="hard") for number in range(MANY + 1, MANY + 21)]
    other = [line(number, rows=3, cols=3) for number in range(1, 11)]
    lines = "".join(json.dumps(one) + "\n" for one in (*easy, *hard, *other))
    with opened_site(tmp_path_factory.mktemp("contents"), "toy", lines) as made:
        yield made


def cell(page: Any, size: str, tier: str) -> Any:
    """How many levels there are of a size and tier."""
    return page.locator(f"tr[data-size='{size}'] [data-tier={tier}]")


@pytest.mark.everywhere
def test_level_is_two_presses_from_the_overview_which_counts_it_and_offers_to_go_on(
    seat: Seat, open_page: OpenPage
) -> None:
    """Each part of a tier has a hundred numbers; a game that was begun is offered, found and counted."""
    page = open_page(f"{seat.home}toy/index.html")
    expect(page.get_by_role("status")).to_have_text("360 levels")
    expect(cell(page, "2x3", "easy")).to_contain_text(str(MANY))
    expect(cell(page, "3x3", "hard")).to_have_count(0)
    expect(page.locator("[data-part=begun]")).to_be_hidden()
    follow(cell(page, "2x3", "easy"))
    assert page.url.endswith("/toy/levels-2x3.html#tier-easy")
    expect(page.get_by_role("status")).to_have_text(f"{PARTS[0] + 20} levels")
    follow(page.locator("#tier-easy .ways").get_by_role("link", name="101–200"))
    numbers = page.locator("[data-number]")
    expect(numbers).to_have_count(PARTS[1])
    expect(numbers.first).to_have_attribute("data-number", "101")
    follow(numbers.first)
    expect(page.locator("[data-part=place]")).to_have_text(f"1 of {PARTS[1]}")
    address = page.url
    for one in page.locator("[role=gridcell]").all():
        one.click()
        if page.locator("[data-command=undo]").get_attribute("aria-disabled") == "false":
            break
    follow(page.get_by_role("link", name="All levels"))
    assert page.url.endswith("/toy/levels-2x3-easy-2.html#tier-easy")
    page.goto(f"{seat.home}toy/index.html")
    page.locator("select[name=played]").select_option("started")
    expect(page.get_by_role("status")).to_have_text("1 of 360 levels")
    expect(page.locator("tr[data-size]:visible")).to_have_count(1)
    begun = page.locator("[data-part=begun]").get_by_role("link")
    expect(begun).to_have_text("2×3, Easy, 101")
    begun.click()
    page.wait_for_url(address)


def test_levels_that_are_looked_for_are_led_to_on_the_page_of_their_size(site: Site, open_page: OpenPage) -> None:
    """By choice and by address; the way to all sizes stays open, and a part of a tier leads to the others."""
    page = open_page(f"{site.disk}toy/index.html")
    page.locator("select[name=tier]").select_option("hard")
    expect(page.get_by_role("status")).to_have_text("20 of 360 levels")
    there = page.get_by_role("link", name="Show", exact=True)
    expect(there).to_be_hidden()
    # Whoever goes through the sizes by keys stays on the page.
    for size in ("3x3", "2x3"):
        page.locator("select[name=size]").select_option(size)
        expect(there).to_have_attribute("href", f"levels-{size}.html#tier=hard")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mines")
    there.click()
    page.wait_for_url("**/toy/levels-2x3.html#tier=hard")
    expect(page.locator("[data-level]:visible")).to_have_count(20)
    page.locator("select[name=size]").select_option("")
    there.click()
    page.wait_for_url("**/toy/index.html#tier=hard")
    expect(page.get_by_role("status")).to_have_text("20 of 360 levels")
    page.goto("about:blank")
    page.goto(f"{site.disk}toy/index.html#size=3x3&tier=easy")
    page.wait_for_url("**/toy/levels-3x3.html#tier=easy")
    expect(page.locator("[data-level]:visible")).to_have_count(10)
    page.goto(f"{site.disk}toy/levels-2x3-easy-2.html#size-3x3")
    page.wait_for_url("**/toy/levels-3x3.html*")
    page.goto(f"{site.disk}toy/levels-2x3-easy-2.html#played=solved")
    expect(page.locator("[data-part=none]")).to_be_visible()
    expect(page.locator(".ways")).to_be_visible()
    page.locator("select[name=tier]").select_option("hard")
    there.click()
    page.wait_for_url("**/toy/levels-2x3.html#tier=hard&played=solved")


def test_pages_of_many_levels_have_no_fault_that_axe_finds(site: Site, open_page: OpenPage, axe: str) -> None:
    """The overview with something played, the page of a size, and a part of a tier."""
    page = open_page(f"{site.server}toy/index.html", viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    of = {"rows": 2, "cols": 3, "tier": "easy", "number": 1}
    saves = {"a": {"solved": True, "at": 1}, "b": {"solved": False, "at": 1}}
    for id, more in saves.items():
        save = {"at": 1, "value": {"v": 1, "steps": [], "attempts": [], "of": of, **more}}
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"kotae:toy:{id}", json.dumps(save)])
    for name in ("index.html", "levels-2x3.html", "levels-2x3-easy-2.html"):
        page.goto(f"{site.server}toy/{name}")
        if name == "index.html":
            expect(page.locator("[data-cell]").first).to_contain_text("1 of 330 solved")
        for width, theme in ((360, "light"), (1440, "dark")):
            page.set_viewport_size({"width": width, "height": 800})
            judge_in(page, axe, theme, f"{name} at {width} px")

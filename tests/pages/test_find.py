"""The choice of levels on a kind's page: by size, tier and standing, kept and passed on, by hand, keys and ear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from build.config import Config
from pipeline.catalogue import Level, read_catalogue

from .conftest import OpenPage, Seat, Site, expect, follow, opened_site


@pytest.fixture(scope="module")
def levels(toy_catalogue: Path) -> list[Level]:
    """Its levels."""
    return list(read_catalogue(toy_catalogue))


@pytest.fixture(scope="module")
def site(toy_catalogue: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of that catalogue in two languages."""
    config = Config(author="someone", languages=("en", "ja"))
    lines = toy_catalogue.read_text(encoding="utf-8")
    with opened_site(tmp_path_factory.mktemp("find"), "toy", lines, config) as made:
        yield made


def choose(page: Any, name: str, value: str) -> None:
    """Choose a size, a tier or a standing."""
    page.locator(f"select[name={name}]").select_option(value)


def shown(page: Any) -> list[str]:
    """The ids of the levels that are seen."""
    links = page.locator("[data-size] [data-level]:visible").evaluate_all("links => links.map(link => link.hash)")
    return [link.removeprefix("#") for link in links]


def numbered(page: Any) -> list[list[str]]:
    """Those levels with the numbers below them."""
    seen = page.locator("[data-number]:visible")
    found: list[list[str]] = seen.evaluate_all("links => links.map(link => [link.hash, link.dataset.number])")
    return found


def told(page: Any) -> str:
    """What a screen reader hears of it."""
    text: str = page.get_by_role("status").text_content()
    return text


def ids(levels: list[Level], size: str = "", tier: str = "") -> list[str]:
    """Those of a size and a tier."""
    fits = [level for level in levels if size in ("", f"{level.rows}x{level.cols}") and tier in ("", level.tier)]
    return [level.id for level in fits]


def test_levels_are_found_by_size_and_tier_and_the_choice_is_kept_and_passed_on(
    seat: Seat, levels: list[Level], open_page: OpenPage
) -> None:
    """The address says it, another language and another reader show the same; numbers below the boards stay."""
    page = open_page(f"{seat.home}toy/index.html")
    assert sorted(shown(page)) == sorted(ids(levels))
    assert told(page) == f"{len(levels)} levels"
    numbers = numbered(page)
    choose(page, "tier", "normal")
    choose(page, "size", "5x5")
    wanted = ids(levels, "5x5", "normal")
    assert sorted(shown(page)) == sorted(wanted)
    assert told(page) == f"{len(wanted)} of {len(levels)} levels"
    assert page.url.endswith("#size=5x5&tier=normal")
    assert all(pair in numbers for pair in numbered(page))
    assert page.locator("section h2:visible").all_text_contents() == ["5×5"]
    address = page.url
    page.goto(f"{seat.home}toy/index.html")
    assert page.url == address
    assert sorted(shown(page)) == sorted(wanted)
    follow(page.locator("#languages").get_by_role("link", name="日本語"))
    assert page.url.endswith("/ja/toy/index.html#size=5x5&tier=normal")
    assert sorted(shown(page)) == sorted(wanted)
    other = open_page(address)
    assert sorted(shown(other)) == sorted(wanted)


def test_levels_are_found_by_what_was_played_and_the_way_back_shows_them(
    seat: Seat, levels: list[Level], open_page: OpenPage
) -> None:
    """An image counts too; where no level fits the page says what to do, and a size that is led to is always shown."""
    page = open_page(f"{seat.home}toy/index.html")
    choose(page, "played", "started")
    assert shown(page) == []
    assert told(page).startswith("0 of")
    assert page.locator("[data-part=none]").is_visible()
    page.locator("[data-part=none] button").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "size"
    assert sorted(shown(page)) == sorted(ids(levels))
    assert "#" not in page.url
    level = next(level for level in levels if len(level.images) == 8)
    choose(page, "size", f"{level.rows}x{level.cols}")
    follow(page.locator(f'[data-level][href$="#{level.id}"]'))
    page.goto(f"{page.url}/rotate90")
    # The page learns of its new address a moment later.
    expect(page.locator("[data-part=image]")).not_to_be_empty()
    for cell in page.locator("[role=gridcell]").all():
        cell.click()
        if page.locator("[data-command=undo]").get_attribute("aria-disabled") == "false":
            break
    follow(page.get_by_role("link", name="All levels"))
    size = f"{level.rows}x{level.cols}"
    assert sorted(shown(page)) == sorted(ids(levels, size))
    choose(page, "played", "started")
    assert shown(page) == [level.id]
    other = next(f"{one.rows}x{one.cols}" for one in levels if one.rows != level.rows)
    page.goto(f"{seat.home}toy/index.html#size-{other}")
    page.wait_for_url("**#played=started")
    choose(page, "played", "new")
    assert level.id not in shown(page)
    assert len(shown(page)) == len(levels) - 1


def test_levels_of_an_address_with_nonsense_are_all_shown(site: Site, levels: list[Level], open_page: OpenPage) -> None:
    """What there is no choice of is left out of it, and takes nothing from what was chosen before."""
    page = open_page(f"{site.disk}toy/index.html#size=99x99&tier=x&played=%F0%9F")
    assert len(shown(page)) == len(levels)
    assert "#" not in page.url
    choose(page, "tier", "normal")
    page.goto("about:blank")
    page.goto(f"{site.disk}toy/index.html#size=99x99")
    assert sorted(shown(page)) == sorted(ids(levels, tier="normal"))
    assert page.url.endswith("#tier=normal")

"""A reader changes the language in the middle of a game, and everything but the words stays as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from build.config import Config
from pipeline.catalogue import Level

from ..conftest import PHONE, OpenPage, Player, Site, expect, follow, opened_site, until

LANGUAGES = {"en": "English", "es": "Español", "ja": "日本語"}
FOLDERS = {"en": "", "es": "es/", "ja": "ja/"}
TITLES = {"en": "Mines 4×6, Easy, 2", "es": "Minas 4×6, Fácil, 2", "ja": "地雷 4×6 やさしい 第2問"}
MINE = {"en": "mine", "es": "mina", "ja": "地雷"}
OF_KIND = ("toy/index.html", "toy/rules.html", "toy/lesson.html", "toy/4x6-easy.html")
NAMES = ("index.html", "daily.html", "stats.html", *OF_KIND)
PLAY = "toy/4x6-easy.html"

every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def site(toy_catalogue: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of the toy in three languages, on disk and on a server."""
    title = {"en": "Answers", "es": "Respuestas", "ja": "こたえ"}
    config = Config(title=title, author="someone", languages=tuple(LANGUAGES))
    lines = toy_catalogue.read_text(encoding="utf-8")
    with opened_site(tmp_path_factory.mktemp("languages"), "toy", lines, config) as made:
        yield made


class Hand(Player):
    """Plays on a page, in whatever language."""

    cols = 6

    def name(self, row: int, col: int) -> str:
        """What a cell is called, after its place and a colon, which is wider in Japanese."""
        label: str = self.cell(row, col).get_attribute("aria-label")
        return label.replace("：", ": ").partition(": ")[2]


def covered(level: Level) -> list[tuple[int, int]]:
    """The covered cells of a level, rows and columns from 1."""
    return [(r, c) for r, line in enumerate(level.grid, 1) for c, letter in enumerate(line, 1) if letter == "."]


def switch(page: Any, language: str) -> Any:
    """The link in the header that leads to the page in a language."""
    return page.locator("#languages").get_by_role("link", name=LANGUAGES[language], exact=True)


def language_of(page: Any) -> str:
    """What the page says that it is written in."""
    found: str = page.evaluate("document.documentElement.lang")
    return found


@pytest.mark.everywhere
def test_switch_in_mid_game_keeps_level_and_game(home: str, open_page: OpenPage, levels: list[Level]) -> None:
    """From English to Spanish to Japanese and back: the second level, its marks and its undo go with the reader."""
    page = open_page(f"{home}{PLAY}#{levels[1].id}")
    hand = Hand(page)
    places = covered(levels[1])
    marked = 0
    for language in ("en", "es", "ja", "en"):
        if page.evaluate("document.documentElement.lang") != language:
            follow(switch(page, language))
            assert page.url == f"{home}{FOLDERS[language]}{PLAY}#{levels[1].id}"
        assert language_of(page) == language
        assert page.title() == TITLES[language]
        assert [hand.name(*place) for place in places[:marked]] == [MINE[language]] * marked
        hand.cell(*places[marked]).click()
        marked += 1
        assert hand.name(*places[marked - 1]) == MINE[language]
    for place in reversed(places[:marked]):
        page.locator("[data-command=undo]").click()
        assert hand.name(*place) == "covered"


def test_switch_follows_the_level_on_the_screen(home: str, open_page: OpenPage, levels: list[Level]) -> None:
    """After a walk to the next level the links lead there, by mouse and by keyboard, and so does a new tab."""
    page = open_page(home + PLAY)
    page.locator("[data-part=next]").click()
    page.wait_for_url(f"**#{levels[1].id}")
    # The page learns of its new address a moment later.
    page.get_by_role("heading", name="No. 2", exact=True).wait_for()
    switch(page, "ja").focus()
    expect(switch(page, "ja")).to_have_attribute("href", re.compile(f"#{levels[1].id}$"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"{home}ja/{PLAY}#{levels[1].id}")
    assert page.locator("h1").inner_text() == "第2問"


def test_switch_leads_to_the_same_page_without_scripts(site: Site, open_page: OpenPage) -> None:
    """The links are plain ones."""
    page = open_page(site.disk + PLAY, java_script_enabled=False)
    follow(switch(page, "es"))
    assert page.url == f"{site.disk}es/{PLAY}"


@every_language
def test_switch_is_a_list_of_links_for_every_hand_and_ear(site: Site, open_page: OpenPage, language: str) -> None:
    """Each link has its language's own name and language; the present one is marked; all are large enough."""
    page = open_page(site.disk + FOLDERS[language] + NAMES[0])
    for name in NAMES:
        page.goto(site.disk + FOLDERS[language] + name)
        links = page.locator("#languages li a")
        found = links.evaluate_all("all => all.map(one => [one.lang, one.hreflang, one.textContent])")
        assert found == [[code, code, own] for code, own in LANGUAGES.items()]
        current = page.locator("#languages [aria-current=true]")
        assert current.get_attribute("lang") == language
        for box in links.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())"):
            assert box["width"] >= 44
            assert box["height"] >= 44


def test_theme_and_progress_are_the_same_in_every_language(home: str, open_page: OpenPage, levels: list[Level]) -> None:
    """What is kept is kept for all: the theme, the marks in the list of levels, and the game to go on with."""
    page = open_page(f"{home}{PLAY}#{levels[0].id}", color_scheme="light")
    Hand(page).cell(*covered(levels[0])[0]).click()
    page.locator("#theme").click()
    page.locator("#theme").click()
    page.goto(f"{home}es/toy/index.html")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator("#theme").inner_text().endswith("Oscuro")
    assert page.locator(f'a[href$="{levels[0].id}"]').text_content().endswith(", empezado")
    page.goto(f"{home}ja/index.html")
    card = page.locator("[data-part=continue]")
    assert "地雷" in card.inner_text()
    assert "地雷の印が1個" in card.inner_text()
    follow(card)
    assert page.url == f"{home}ja/{PLAY}#{levels[0].id}"


@every_language
def test_pages_fit_in_every_language(site: Site, open_page: OpenPage, language: str) -> None:
    """However long a language's words, nothing sticks out, and the words of buttons stay on one line."""
    page = open_page(site.disk + FOLDERS[language] + NAMES[0], **PHONE)
    inner = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML)"
    room = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    for name in NAMES:
        page.goto(site.disk + FOLDERS[language] + name)
        for width in (320, 360, 820):
            page.set_viewport_size({"width": width, "height": 740})
            # The board is fitted to its new room when the page hears of that.
            until(page, "width => document.documentElement.scrollWidth <= width", width)
            assert page.locator("body *:visible").evaluate_all(inner) == []
            # Only a page to play has these.
            assert page.locator(".walk a, .controls button, .controls a").evaluate_all(room) == []
            heights = page.locator(".walk span:visible, .controls span:visible").evaluate_all(
                "all => all.map(one => one.offsetHeight)"
            )
            assert len(set(heights)) <= 1, (name, width)
    assert heights


def test_page_for_what_is_missing_leads_home_in_every_language(site: Site, open_page: OpenPage) -> None:
    """Once a page of the site was read, each language has a way home."""
    page = open_page(site.server + "index.html")
    page.evaluate("document.documentElement.lang")
    page.goto(site.server + "404.html")
    links = page.locator(".way-home a")
    addresses = [f"{site.server}{folder}index.html" for folder in FOLDERS.values()]
    assert links.evaluate_all("all => all.map(one => one.href)") == addresses
    assert all(links.nth(index).is_visible() for index in range(3))
    follow(links.nth(2))
    assert page.url == addresses[2]
    assert page.title() == "こたえ"


def test_rules_page_is_reached_and_left_without_losing_the_way(home: str, open_page: OpenPage) -> None:
    """From a level to the rules, to another language, and on to the levels."""
    page = open_page(f"{home}es/{PLAY}")
    follow(page.get_by_role("link", name="Las reglas con dibujos"))
    assert page.url == f"{home}es/toy/rules.html"
    assert page.locator(".plate svg").count() == 5
    follow(switch(page, "ja"))
    assert page.url == f"{home}ja/toy/rules.html"
    assert page.title() == "地雷のルール"
    follow(page.get_by_role("link", name="問題を選ぶ"))
    assert page.url == f"{home}ja/toy/index.html"

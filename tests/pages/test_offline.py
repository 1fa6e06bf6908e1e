"""A site that a server gave is kept by the browser, and opens without a network; from disk nothing of it happens."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from .conftest import SETTINGS, Game, OpenPage, opened_site
from .test_moves import Hand

TWO = replace(SETTINGS, languages=("en", "ja"))
ALL_KEPT = {"en": "Kept for use without a network: all ", "ja": "オフラインで使えます"}


def wait_until_kept(page: Any, language: str = "en") -> None:
    """Wait until the page says that its language is kept."""
    page.locator("[data-part=offline]", has_text=ALL_KEPT[language]).wait_for()


def eventually(page: Any, holds: Callable[[], bool]) -> None:
    """Wait for what the worker does unseen."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came true")


def kept(page: Any, header: str = "kotae-hash") -> dict[str, str | None]:
    """The hash of every page that the browser keeps, or another header of it, by its address."""
    script = """async (header) => {
      const found = {};
      const cache = await caches.open("kotae /a/b/site/ 1");
      for (const request of await cache.keys()) {
        found[request.url] = (await cache.match(request)).headers.get(header);
      }
      return found;
    }"""
    found: dict[str, str | None] = page.evaluate(script, header)
    return found


def test_site_opens_without_a_network_once_it_is_kept(game: Game, tmp_path: Path, open_page: OpenPage) -> None:
    """After one visit every page of a language opens without a network, below a sub-path, and a level is played; the
    other language joins when it is visited. What does not exist still leads home."""
    level = game.level
    lines = (game.site.folder.parents[3] / "catalogue" / f"{level.kind}.jsonl").read_text(encoding="utf-8")
    with opened_site(tmp_path, level.kind, lines, TWO) as site:
        page = open_page(site.server)
        wait_until_kept(page)
        names = {path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*.html")}
        assert set(kept(page)) == {site.server + name for name in names if not name.startswith("ja/")}
        page.goto(site.server + "ja/")
        wait_until_kept(page, "ja")
        assert set(kept(page)) == {site.server + name for name in names}
        page.context.set_offline(True)
        # Whatever of the network were still within the worker's reach, there is nothing there.
        shutil.rmtree(site.folder)
        for name in ("", "daily.html", "stats.html", f"{level.kind}/rules.html", f"ja/{level.kind}/", f"{level.kind}/"):
            page.goto(site.server + name)
            assert page.locator("h1").first.is_visible(), name
        page.goto(f"{site.server}{level.kind}/{level.rows}x{level.cols}-{level.tier}.html#{level.id}")
        hand = Hand(page, level)
        seen = hand.play()
        page.reload()
        assert hand.said() == seen[-1]
        other = page.context.new_page()
        answer = other.goto(site.server + "no/such/page.html")
        assert answer.status == 404
        other.locator("[data-home='ja/']").click()
        other.wait_for_url(site.server + "ja/index.html")


def test_site_from_disk_keeps_nothing(game: Game, open_page: OpenPage) -> None:
    """A page that no server gave asks for no worker and no manifest, and says nothing of them."""
    page = open_page(f"{game.site.disk}index.html")
    assert page.locator("link[rel=manifest]").count() == 0
    assert page.locator("[data-part=offline]").is_hidden()

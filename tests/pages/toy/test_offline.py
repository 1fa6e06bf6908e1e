"""A site that a server gave is kept by the browser, follows its builds, and goes when it is no longer to be kept.

From disk nothing of it happens.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from build.site import build_site
from pipeline.catalogue import Level
from pipeline.kind import discover

from ..conftest import PATIENCE, SETTINGS, OpenPage, Quiet, Site, follow, opened_site, play_path
from ..test_moves import Hand

ONE = replace(SETTINGS, languages=("en",), offline=True)
TWO = replace(SETTINGS, languages=("en", "ja"), offline=True)
ALL_KEPT = {"en": "Kept for use without a network: all ", "ja": "オフラインで使えます"}
FOREIGN = "kotae /another/ 1"
OLD = "kotae /a/b/site/ 0"


def wait_until_kept(page: Any, language: str = "en") -> None:
    """Wait until the page says that its language is kept."""
    page.locator("[data-part=offline]", has_text=ALL_KEPT[language]).wait_for(timeout=PATIENCE)


def eventually(page: Any, holds: Callable[[], bool]) -> None:
    """Wait for what the worker does unseen."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline, "it never came true"
        page.wait_for_timeout(50)


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


def bytes_of(site: Site) -> dict[str, bytes]:
    """Every page by its address."""
    pages = site.folder.rglob("*.html")
    return {site.server + path.relative_to(site.folder).as_posix(): path.read_bytes() for path in pages}


def names_of_caches(page: Any) -> list[str]:
    """The browser's caches for this host."""
    found: list[str] = page.evaluate("() => caches.keys()")
    return sorted(found)


def put_marks(page: Any) -> None:
    """Give each page that is kept a header by which it is known again."""
    page.evaluate("""async () => {
      const cache = await caches.open((await caches.keys())[0]);
      for (const request of await cache.keys()) {
        const { body, headers } = await cache.match(request);
        await cache.put(request, new Response(body, { headers: { ...Object.fromEntries(headers), mark: "old" } }));
      }
    }""")


def test_new_build_is_seen_at_once_and_only_what_changed_is_fetched(
    toy_catalogue: Path, tmp_path: Path, open_page: OpenPage
) -> None:
    """A page is the newest whenever there is a network. What is kept of the others changes where they did, in whatever
    language; an older worker's cache goes, and another site's stays. Switched off, the site leaves nothing behind."""
    lines = toy_catalogue.read_text(encoding="utf-8")
    with opened_site(tmp_path, "toy", lines, TWO) as site:
        page = open_page(site.server + "ja/")
        wait_until_kept(page, "ja")
        page.goto(site.server)
        wait_until_kept(page)
        put_marks(page)
        page.evaluate("(names) => Promise.all(names.map((name) => caches.open(name)))", [FOREIGN, OLD])
        before, hashes = bytes_of(site), kept(page)
        first, *others = map(json.loads, lines.splitlines())
        changed = "".join(json.dumps(level) + "\n" for level in [first | {"title": "Another name"}, *others])
        (tmp_path / "catalogue" / "toy.jsonl").write_text(changed, encoding="utf-8")
        build_site(tmp_path / "catalogue", site.folder, TWO, discover())
        after = bytes_of(site)
        different = {name for name in after if after[name] != before[name]}
        assert different
        assert different < set(after)

        page.goto(f"{site.server}toy/{first['rows']}x{first['cols']}-{first['tier']}.html#{first['id']}")
        expect(page.locator("[data-part=title]")).to_have_text("Another name")
        eventually(page, lambda: {name for name, mark in kept(page, "mark").items() if mark != "old"} == different)
        assert {name for name, found in kept(page).items() if hashes[name] != found} == different
        eventually(page, lambda: names_of_caches(page) == ["kotae /a/b/site/ 1", FOREIGN])

        build_site(tmp_path / "catalogue", site.folder, replace(TWO, offline=False), discover())
        page.goto(site.server)
        assert page.locator("[data-part=offline], link[rel=manifest]").count() == 0
        eventually(
            page, lambda: not page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")
        )
        eventually(page, lambda: names_of_caches(page) == [FOREIGN])


def test_page_of_another_build_is_not_kept_and_is_asked_for_again(
    toy_catalogue: Path, tmp_path: Path, open_page: OpenPage
) -> None:
    """What a server hands out in the place of a page never bears its hash; once it is right, it is kept. A browser asks
    a second time under a name that nobody has an old answer for."""
    with opened_site(tmp_path, "toy", toy_catalogue.read_text(encoding="utf-8"), ONE) as site:
        path = site.folder / "stats.html"
        right = path.read_bytes()
        path.write_bytes(right + b"<!-- of another build -->")
        page = open_page(site.server)
        everything = set(bytes_of(site))
        eventually(page, lambda: set(kept(page)) == everything - {site.server + "stats.html"})
        path.write_bytes(right)
        page.reload()
        wait_until_kept(page)
        assert set(kept(page)) == everything


def test_page_that_is_held_back_under_its_name_is_had_under_its_hash(
    toy_catalogue: Path, tmp_path: Path, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something between server and reader may still have an old page for a name, and has none for name and hash."""
    old = tmp_path / "old.html"
    old.write_text("<!DOCTYPE html><title>Old</title>", encoding="utf-8")
    found = Quiet.translate_path
    monkeypatch.setattr(
        Quiet,
        "translate_path",
        lambda self, path: str(old) if path.endswith("stats.html") and "?" not in self.path else found(self, path),
    )
    with opened_site(tmp_path, "toy", toy_catalogue.read_text(encoding="utf-8"), ONE) as site:
        page = open_page(site.server)
        wait_until_kept(page)
        page.context.set_offline(True)
        page.goto(site.server + "stats.html")
        expect(page.get_by_role("heading", level=1)).to_be_visible()  # the old page has none


@pytest.mark.everywhere
@pytest.mark.usefixtures("seat")
def test_site_opens_without_a_network_once_it_is_kept(
    toy_catalogue: Path, levels: list[Level], tmp_path: Path, open_page: OpenPage
) -> None:
    """After one visit every page of a language opens without a network, below a sub-path, and a level is played; the
    other language joins when it is visited. What does not exist still leads home."""
    level, lines = levels[0], toy_catalogue.read_text(encoding="utf-8")
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
        page.goto(f"{site.server}{level.kind}?a=b#{level.rows}")
        assert page.url == f"{site.server}{level.kind}/?a=b#{level.rows}"
        assert page.locator("h1").first.is_visible()
        page.goto(f"{site.server}{play_path(level)}#{level.id}")
        hand = Hand(page, level)
        seen = hand.play()
        page.reload()
        assert hand.said() == seen[-1]
        other = page.context.new_page()
        answer = other.goto(site.server + "no/such/page.html")
        assert answer.status == 404
        follow(other.locator("[data-home='ja/']"))
        assert other.url == site.server + "ja/index.html"


def test_site_from_disk_keeps_nothing(site: Site, open_page: OpenPage) -> None:
    """A page that no server gave asks for no worker and no manifest, and says nothing of them."""
    page = open_page(f"{site.disk}index.html")
    assert page.locator("link[rel=manifest]").count() == 0
    assert page.locator("[data-part=offline]").is_hidden()

"""What is kept of a site follows its builds, and goes when the site is no longer to be kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from build.site import build_site
from pipeline.kind import discover

from ..conftest import OpenPage, Site, opened_site
from ..test_offline import TWO, eventually, kept, wait_until_kept

FOREIGN = "kotae /another/ 1"
OLD = "kotae /a/b/site/ 0"


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
    catalogue: Path, tmp_path: Path, open_page: OpenPage
) -> None:
    """A page is the newest whenever there is a network. What is kept of the others changes where they did, in whatever
    language; an older worker's cache goes, and another site's stays. Switched off, the site leaves nothing behind."""
    lines = catalogue.read_text(encoding="utf-8")
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
        assert page.locator("[data-part=title]").text_content() == "Another name"
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

"""How a site is found and passed on: its sitemap, robots.txt, and the cards of shared links."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from build.config import Config
from build.sharing import SIGNATURE, SIZE
from build.templates import CARD, Templates
from pipeline.errors import AuthoringError
from pipeline.kind import discover
from site_templates import ROOT

from .conftest import House
from .test_overrides import Own, own
from .test_site import parsed, tree

BASE = "https://example.org/a/"
SPACE = {"": "http://www.sitemaps.org/schemas/sitemap/0.9", "xhtml": "http://www.w3.org/1999/xhtml"}

__all__ = ["own"]


def told(text: str) -> dict[str, str]:
    """What a page says of itself to those who show links."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', text)
    assert len({name for name, _ in found}) == len(found)
    return {name: unescape(said) for name, said in found}


def file_of(address: str) -> str:
    """The file of the site that an address leads to."""
    assert address.startswith(BASE)
    path = address.removeprefix(BASE)
    return f"{path}index.html" if path.endswith("/") or not path else path


def test_sitemap_lists_every_page_in_every_language(house: House) -> None:
    """Each page that is to be found stands in it once, with itself in the other languages."""
    house.build(Config(base_url=BASE, languages=("en", "ja")))
    root = ElementTree.fromstring((house.out / "sitemap.xml").read_bytes())
    listed = [url.findtext("loc", namespaces=SPACE) or "" for url in root.iterfind("url", SPACE)]
    hidden = {"404.html", "toy/where.html", "ja/toy/where.html"}
    pages = {name for name in tree(house.out) if name.endswith(".html")} - hidden
    assert {file_of(address) for address in listed} == pages
    assert len(listed) == len(pages)
    for url in root.iterfind("url", SPACE):
        links = {link.get("hreflang"): link.get("href") for link in url.iterfind("xhtml:link", SPACE)}
        assert set(links) == {"en", "ja"}
        assert url.findtext("loc", namespaces=SPACE) in links.values()
        assert set(links.values()) <= set(listed)


def test_robots_names_the_sitemap_where_there_is_one(house: House) -> None:
    """A site that does not know where it stands has no sitemap, and lets everybody read it all the same."""
    house.build()
    text = house.read("robots.txt")
    assert "User-agent: *\nDisallow:\n" in text
    assert "Sitemap:" not in text
    assert not (house.out / "sitemap.xml").exists()
    house.build(Config(base_url=BASE))
    assert house.read("robots.txt") == f"{text}\nSitemap: {BASE}sitemap.xml\n"


def test_page_tells_what_it_is_where_its_link_is_shown(house: House) -> None:
    """Title and description are the page's own, in its language; a kind's pages speak of the kind."""
    house.build(Config(title={"en": 'A "b"', "es": "Uno"}, languages=("en", "es"), base_url=BASE))
    home, play, spanish = (told(house.read(name)) for name in ("index.html", "toy/2x3-easy.html", "es/index.html"))
    assert home["og:title"] == home["og:site_name"] == 'A "b"'
    assert spanish["og:title"] == "Uno"
    assert home["og:url"] == BASE
    assert play["og:url"] == f"{BASE}toy/2x3-easy.html"
    assert "Mines" in play["og:title"]
    assert play["description"] == play["og:description"] != home["og:description"]
    assert {home["twitter:card"], play["twitter:card"]} == {"summary_large_image"}


def test_page_without_an_address_has_no_card_and_the_missing_one_is_not_listed(house: House) -> None:
    """Those who show links take full addresses only; a page for what is missing is no page to find."""
    house.build()
    assert not any(name.startswith(("og:image", "og:url", "twitter")) for name in told(house.read("index.html")))
    assert not list(house.out.rglob(CARD))
    missing = told(house.read("404.html"))
    assert missing["robots"] == "noindex"
    assert not any(name.startswith("og:") for name in missing)
    assert "robots" not in told(house.read("index.html"))


def test_card_of_a_kind_is_its_own_or_the_sites(own: Own) -> None:
    """A kind that brings none has the site's, and a site's own file takes the place of either."""
    own.make(Config(base_url=BASE))
    assert told(own.read("toy/index.html"))["og:image"] == f"{BASE}{CARD}"
    assert (own.out / CARD).read_bytes() == (ROOT / CARD).read_bytes()
    assert not (own.out / "toy" / CARD).exists()
    for name in (CARD, f"kinds/toy/{CARD}"):
        own.put(name, "")
    mine = (ROOT / CARD).read_bytes() + b"mine"
    (own.folder / "kinds" / "toy" / CARD).write_bytes(mine)
    shutil.copy(ROOT / CARD, own.folder)
    own.make(Config(base_url=BASE))
    page = told(own.read("toy/rules.html"))
    assert page["og:image"] == f"{BASE}toy/{CARD}"
    assert page["og:image:alt"] == "A board of Mines"
    assert (own.out / "toy" / CARD).read_bytes() == mine
    assert told(own.read("index.html"))["og:image"] == f"{BASE}{CARD}"


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"GIF89a", "is no PNG"), (SIGNATURE + b"\0\0\0\x10\0\0\0\x20" + bytes(9), "is 16 by 32 pixels")],
    ids=["another form", "another size"],
)
def test_card_that_cannot_be_shown_is_told(own: Own, data: bytes, message: str) -> None:
    """A picture of another form or size would be cut or left out by those who show it."""
    own.put(CARD, "")
    (own.folder / CARD).write_bytes(data)
    with pytest.raises(AuthoringError, match=f"card.png: {message}\n  a card is a PNG of 1200 by 630 pixels"):
        own.make(Config(base_url=BASE))
    assert not own.out.exists()


def test_card_of_every_kind_of_the_house_is_there_and_light() -> None:
    """Each is a PNG of the size that is said of it, and no page waits for it."""
    templates = Templates(ROOT, discover())
    kinds = [name for name, kind in discover().items() if not kind.folder]
    paths = [templates.path(CARD), *(templates.path(f"kinds/{name}/{CARD}") for name in kinds)]
    assert len({path.read_bytes() for path in paths}) == len(kinds) + 1
    for path in paths:
        head = path.read_bytes()[: len(SIGNATURE) + 8]
        assert head == SIGNATURE + b"".join(side.to_bytes(4, "big") for side in SIZE)
        assert path.stat().st_size < 60_000


@pytest.mark.parametrize(
    ("config", "home"),
    [
        (Config(base_path="/a/"), "/a/index.html"),
        (Config(base_url=BASE, base_path="/a/"), f"{BASE}index.html"),
        (Config(), None),
    ],
)
def test_missing_page_needs_no_file_and_leads_home_from_any_depth(
    house: House, config: Config, home: str | None
) -> None:
    """A host shows it for whatever was asked for: its style is in it, and no link depends on where."""
    house.build(config)
    text = house.read("404.html")
    links = [link for link in parsed(text).links if not link.startswith(("data:", "#"))]
    assert set(links) == ({home} if home else set())
    assert "<style>:root{--accent:" in text


def test_bytes_of_what_is_shared_are_the_same_every_time(house: House, tmp_path: Path) -> None:
    """Two builds are equal, and so are those of a site that knows its address by the command line."""
    house.build(Config(base_url=BASE, base_path="/a/"))
    first = tree(house.out)
    house.build(Config().standing(BASE))
    assert tree(house.out) == first
    assert {"robots.txt", "sitemap.xml", CARD} <= set(first)


def test_icon_is_in_every_page(house: House) -> None:
    """The page for what is missing has it too, and no page asks the host for one."""
    house.build(Config(languages=("en", "ja")))
    pages = [name for name in tree(house.out) if name.endswith(".html")]
    assert "404.html" in pages
    assert all('<link rel="icon" href="data:image/svg+xml,' in house.read(name) for name in pages)

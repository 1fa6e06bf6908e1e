"""What a file of a site leads to, and the places in it that can be led to: read by its tags, without a tree.

Most of a page is scripts, data and drawings, which hold no link; a parser that made a tree of them would take longer
than the site took to make. So what stands in scripts and styles is cut out first, and of the tags that are left only
those are looked into that have an attribute of a link or an id. Attributes may be quoted or not, as HTML allows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Any

RAW = re.compile(r"<(script|style|!--)", re.IGNORECASE)
ENDS = {"script": "</script", "style": "</style", "!--": "-->"}

TAG = re.compile(r"""<([a-zA-Z][^\s/>"'=]*)((?:[^"'>]++|"[^"]*+"|'[^']*+')*+)>""")
ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
LINKS = frozenset(("href", "src", "poster", "action", "xlink:href"))
CARDS = frozenset(("og:image", "og:url"))
"""What a meta element says of the page by a full address."""

URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)""")
DATA = re.compile(r"""<script[^>]*\sid=["']?data\b""", re.IGNORECASE)
LEVEL = re.compile(r'"id": ?"([0-9a-f]{12})"')
LOC = re.compile(r"<loc>\s*([^<\s]*)\s*</loc>")


@dataclass(frozen=True, slots=True)
class Scanned:
    """A file of a site, as far as links go."""

    links: tuple[str, ...]
    """As they are meant, each once, in the order of the file."""
    places: Set[str]
    """What can stand behind the ``#`` of a link to it: ids, and the ids of the levels that its script shows."""


def scan_page(text: str) -> Scanned:
    """An HTML page."""
    links: dict[str, None] = {}
    places: set[str] = set()
    shown: list[str] = []
    for piece, is_markup in _pieces(text):
        if is_markup:
            for tag, attributes in dict.fromkeys(TAG.findall(piece)):
                if _is_of_interest(attributes.lower()):
                    found = _look(tag.lower(), attributes)
                    links.update(dict.fromkeys(found.links))
                    places |= found.places
        elif piece.startswith(("<style", "<STYLE")):
            links.update(dict.fromkeys(style_links(piece)))
        elif DATA.match(piece):
            shown += LEVEL.findall(piece)
    return Scanned(tuple(links), frozenset(places.union(shown)))


def leading(page: Scanned) -> Scanned:
    """A page without the links that are good whatever becomes of the other files of the site, which are most.

    They lead to a place of the page itself that it has, as to each drawing that is shared, or are what they lead to.
    """
    links = (link for link in page.links if not link.startswith("data:"))
    return Scanned(tuple(link for link in links if not (link[:1] == "#" and link[1:] in page.places)), page.places)


@lru_cache(maxsize=64)
def style_links(text: str) -> tuple[str, ...]:
    """The addresses of a style sheet; hundreds of pages have the same one."""
    return tuple("".join(found) for found in URL.findall(text))


def scan_sitemap(text: str) -> Scanned:
    """A sitemap: the pages that it lists, and each in the other languages."""
    links = dict.fromkeys(unescape(address) for address in LOC.findall(text))
    return Scanned((*links, *scan_page(text).links), frozenset())


def scan_manifest(text: str) -> Scanned:
    """A manifest of an app; none of its links where it is no JSON object."""
    try:
        said: Any = json.loads(text)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        return Scanned((), frozenset())
    icons = [icon.get("src") for icon in said.get("icons", ()) if isinstance(icon, dict)]
    links = [link for link in (said.get("start_url"), said.get("scope"), *icons) if isinstance(link, str)]
    return Scanned(tuple(links), frozenset())


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The markup of a page, and what stands in scripts, styles and comments, with the tag that begins it."""
    at = 0
    while found := RAW.search(text, at):
        kind = found[1].lower()
        end = text.find(ENDS[kind], found.end())
        if end < 0:
            # In capitals, or not at all.
            last = re.compile(ENDS[kind], re.IGNORECASE).search(text, found.end())
            end = last.start() if last else len(text)
        yield text[at : found.start()], True
        # The beginning tag of a script has an address at times, and counts as markup too.
        close = text.find(">", found.start())
        if kind != "!--":
            yield text[found.start() : close + 1], True
        yield text[found.start() : end], False
        at = end
    yield text[at:], True


def _is_of_interest(text: str) -> bool:
    """Whether attributes may hold a link or a place; most are those of drawings, and hold neither."""
    # One by one, and by no pattern: a site has hundreds of thousands of them.
    is_link = "href" in text or "src" in text or "poster" in text or "action" in text or "content" in text
    return is_link or "id=" in text or "id =" in text or "name" in text


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of an element as a browser reads them: by their names in small letters, of two alike the first."""
    found = [(name.lower(), unescape("".join(values)).strip()) for name, *values in ATTRIBUTE.findall(text)]
    return dict(reversed(found))


@lru_cache(maxsize=1 << 14)
def _look(tag: str, attributes: str) -> Scanned:
    """The links and the places of one element, of which a site has many that are alike."""
    read = attributes_of(attributes)
    links = [read[name] for name in LINKS & read.keys()]
    if tag == "meta" and read.get("property") in CARDS:
        links.append(read.get("content", ""))
    places = [read[name] for name in ("id", "name") if name in read and (name == "id" or tag == "a")]
    return Scanned(tuple(links), frozenset(places))

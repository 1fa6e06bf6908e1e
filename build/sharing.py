"""How the site is found and passed on: a sitemap, ``robots.txt``, and what is shown where a link to a page is shared.

A link is shown with a picture, its page's card: that of the kind, or the site's own on pages of no kind. A card is a
file of the templates like any other, drawn once, since what shows links takes no SVG; so it is the same everywhere,
letters included. Readers of a card and of a sitemap want full addresses, which a site has where it knows its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from build.config import Config
from build.editions import Edition, Page, address_of, alternates
from build.templates import CARD, Templates
from build.words import Words
from pipeline.errors import AuthoringError, Location

SIZE = (1200, 630)
"""The width and height of a card, in pixels: what the readers of cards ask for."""

SIGNATURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
"""How a PNG file begins; its width and height follow, four bytes each."""

ROBOTS = "robots.txt"
SITEMAP = "sitemap.xml"

SITEMAP_PART = re.compile(r"sitemap(-[1-9][0-9]*)?\.xml")
"""The name of the sitemap, and of each of those that it leads to where there are several."""

MOST_LISTED = 50_000
"""How many pages one file may list; where there are more the sitemap lists files of so many."""

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
HEADING = f'{XML}<urlset xmlns="{SPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'


@dataclass(frozen=True, slots=True)
class Card:
    """The picture of a page, where a link to it is shown."""

    address: str
    about: str
    """What is on it, for whoever does not see it."""
    width: int = SIZE[0]
    height: int = SIZE[1]


def shared(page: Page, edition: Edition, kinds: Mapping[str, Words], templates: Templates) -> Page:
    """A page that says what it is about and, where the site knows its address, which card is shown for it.

    ``kinds`` has the words of each kind in the page's language.
    """
    folder = page.path.removeprefix(edition.folder).partition("/")[0]
    words = kinds.get(folder)
    description = words.say("about") if words else edition.description
    told: dict[str, Any] = {"description": description, "card": None}
    if edition.config.base_url:
        is_own = words is not None and _has_card(folder, templates)
        about = edition.words.say("site.card", kind=words.say("name")) if words and is_own else edition.title
        told["card"] = Card(edition.config.base_url + (f"{folder}/{CARD}" if is_own else CARD), about)
    return replace(page, context={**page.context, **told})


def sharing_files(
    config: Config, entries: Iterable[str], kinds: Iterable[str], templates: Templates
) -> Iterator[tuple[str, bytes]]:
    """``robots.txt``, and where the site knows its address a sitemap of these entries and the cards.

    Raises AuthoringError.
    """
    robots = templates.text(ROBOTS)
    if not config.base_url:
        yield ROBOTS, robots.encode()
        return
    yield ROBOTS, f"{robots.rstrip()}\n\nSitemap: {config.base_url}{SITEMAP}\n".encode()
    yield from _sitemaps(config, [entry for entry in entries if entry])
    yield CARD, _card(CARD, templates)
    for kind in kinds:
        if _has_card(kind, templates):
            yield f"{kind}/{CARD}", _card(f"kinds/{kind}/{CARD}", templates)


def _sitemaps(config: Config, entries: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    parts = [entries[at : at + MOST_LISTED] for at in range(0, len(entries), MOST_LISTED)] or [[]]
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)] if len(parts) > 1 else [SITEMAP]
    for name, part in zip(names, parts, strict=True):
        yield name, f"{HEADING}{''.join(part)}</urlset>\n".encode()
    if len(parts) > 1:
        listed = "".join(f"<sitemap><loc>{escape(config.base_url + name)}</loc></sitemap>\n" for name in names)
        yield SITEMAP, f'{XML}<sitemapindex xmlns="{SPACE}">\n{listed}</sitemapindex>\n'.encode()


def sitemap_entry(editions: tuple[Edition, ...], edition: Edition, path: str) -> str:
    """What a sitemap says of the page at ``path`` below the folder of its language."""
    others = "".join(
        f'<xhtml:link rel="alternate" hreflang="{other.language}" href="{escape(other.address)}"/>'
        for other in alternates(editions, edition, path)
    )
    return f"<url><loc>{escape(address_of(edition, path))}</loc>{others}</url>\n"


def _has_card(kind: str, templates: Templates) -> bool:
    return templates.path(f"kinds/{kind}/{CARD}").is_file()


def _card(name: str, templates: Templates) -> bytes:
    path = templates.path(name)
    place = Location(path.as_posix())
    try:
        data = path.read_bytes()
    except OSError as error:
        raise AuthoringError(f"cannot be read: {error.strerror or error}", place) from error
    at = len(SIGNATURE)
    size = tuple(int.from_bytes(data[start : start + 4], "big") for start in (at, at + 4))
    if not data.startswith(SIGNATURE) or size != SIZE:
        found = f"is {size[0]} by {size[1]} pixels" if data.startswith(SIGNATURE) else "is no PNG"
        raise AuthoringError(found, place, f"a card is a PNG of {SIZE[0]} by {SIZE[1]} pixels")
    return data

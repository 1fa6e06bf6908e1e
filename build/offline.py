"""The site without a network: the worker that keeps its pages in a browser, and what makes it an app to install.

The worker knows each page by a hash of what is in it, so that after a new build a browser fetches only what changed.
Where the settings say that nothing is to be kept, a worker is written all the same: one that takes the place of an
older one, removes what that has kept, and goes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from build.config import Config
from build.editions import INDEX, Edition, Page, way_up
from build.templates import Templates
from pipeline.errors import AuthoringError, Location

WORKER = "sw.js"
TEMPLATE = "sw.js.jinja"
MANIFEST = "manifest.webmanifest"
MISSING = "404.html"
BOARDS = frozenset(("play.html.jinja", "print.html.jinja", "levels.html.jinja", "where.html.jinja"))
"""The templates of the pages of which there are more where there are more levels: nearly all of a site."""

MOST_KEPT = 150_000_000
"""Bytes of the pages of a language, at most, that a browser is to keep as a whole."""

PAPER = re.compile(r"--paper:\s*(?:light-dark\()?(#[0-9a-fA-F]{6})\b")
"""The light paper of a style, where it says so in digits."""

SVG = "image/svg+xml"


@dataclass(frozen=True, slots=True)
class Written:
    """A page as it was written."""

    path: str
    holds_levels: bool
    hash: str
    size: int
    """In bytes."""


def knowing(page: Page, edition: Edition) -> Page:
    """A page that knows in which folder its language is kept, and has the words to tell what is."""
    if not edition.config.offline:
        return page
    words = page.data.get("words", {}) | edition.words.under("offline.")
    return replace(page, data={**page.data, "words": words, "offline": edition.folder})


def site_of(config: Config, pages: Sequence[Written]) -> dict[str, Any] | None:
    """What the worker's template is filled with: every page with its hash by language; None where none is kept.

    In each language come first the pages that lead to the others: a reader who saves data keeps only these, and so does
    everybody where all are more than anybody would want to have. The worker's list then stays short as well, which a
    browser fetches again and again.
    """
    if not config.offline:
        return None
    folders = ("", *(f"{language}/" for language in config.languages[1:]))
    languages = {}
    for folder in folders:
        own = [page for page in pages if page.path == MISSING or _folder(page.path, folders) == folder]
        own.sort(key=lambda page: page.holds_levels)
        first, size = sum(not page.holds_levels for page in own), sum(page.size for page in own)
        kept = own if size <= MOST_KEPT else own[:first]
        languages[folder] = {
            "pages": [[page.path, page.hash] for page in kept],
            "first": first,
            "all": len(own),
            "size": size,
        }
    return {"languages": languages, "missing": MISSING}


def _folder(path: str, folders: Sequence[str]) -> str:
    return next((folder for folder in folders[1:] if path.startswith(folder)), "")


def app_files(editions: Sequence[Edition], templates: Templates) -> Iterator[tuple[str, bytes]]:
    """The manifest of each language, by its name; none where nothing is kept. Raises AuthoringError."""
    icon = _icon(templates)
    paper = PAPER.search(templates.text("style.css"))
    for edition in editions:
        if not edition.config.offline:
            return
        manifest = {
            "name": edition.title,
            "description": edition.description,
            "lang": edition.language,
            "start_url": INDEX,
            "scope": way_up(edition.folder) or "./",
            "display": "standalone",
            "theme_color": edition.config.accent,
            "icons": [icon],
        }
        if paper:
            # What an app shows before its first page is painted.
            manifest["background_color"] = paper[1]
        yield edition.folder + MANIFEST, (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


def _icon(templates: Templates) -> dict[str, str]:
    """The pages' icon as a manifest has it: the ``data:`` URL itself, which their policy allows, and no other."""
    path = templates.path("icon.txt")
    url = templates.text("icon.txt").strip()
    # It stands in an attribute of every page, which a quote would end.
    if not re.fullmatch(rf"data:{re.escape(SVG)},[^\s\"<>]+", url):
        hint = f"it is an SVG drawing as a data: URL: it begins with 'data:{SVG},' and has no quote and no blank"
        raise AuthoringError("the icon cannot be used", Location(path.as_posix()), hint)
    return {"src": url, "sizes": "any", "type": SVG}

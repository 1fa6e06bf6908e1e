"""The site in each of its languages: where its pages stand, and how each leads to itself in the others.

The first language has the folder of the site, every other one a folder of its own below it, with the same names in
each. So the way from a page to itself in another language is the same wherever the site stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from build.config import Config
from build.made import Made
from build.templates import Templates
from build.words import Words, read_words

INDEX = "index.html"


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the site: where, from which template, with what to fill it, and what its script begins with."""

    path: str
    template: str
    context: Mapping[str, Any]
    entry: str
    """The text of the page's one module."""
    sheets: tuple[str, ...]
    """The style sheets that it needs beside the site's own, by their names below the templates."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What the module finds on the page."""
    rules: str = ""
    """Style that stands before every sheet, so that any of them can change it."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The site in one language."""

    config: Config
    """The settings with their texts in this language."""
    words: Words
    folder: str
    """Where its pages stand below the site's folder, ending in ``/`` or empty."""

    @property
    def language(self) -> str:
        """Its code."""
        return self.words.language

    @property
    def name(self) -> str:
        """What the language calls itself."""
        return self.words.say("site.language")

    @property
    def title(self) -> str:
        """What the site is called in it."""
        return str(self.config.title)

    @property
    def description(self) -> str:
        """What the site says of itself."""
        said = self.config.description
        return self.words.say("site.description") if said is None else str(said)


@dataclass(frozen=True, slots=True)
class Alternate:
    """A page in one of the languages, seen from a page of another."""

    language: str
    name: str
    link: str
    """The way there, which works from disk too."""
    address: str
    """The same for machines: a full address where the site knows its own."""


def read_editions(config: Config, templates: Templates, made: Made) -> tuple[Edition, ...]:
    """The site's languages, the one that a reader meets first of all; raises AuthoringError."""
    return tuple(
        Edition(config.speaking(language), _words(language, templates, made), f"{language}/" if index else "")
        for index, language in enumerate(config.languages)
    )


def _words(language: str, templates: Templates, made: Made) -> Words:
    name = f"words/{language}.yaml"
    base, own = templates.base(name), templates.override(name)
    return made.read(("words", language), (base, own), lambda: read_words(base, language, own))


def common(editions: tuple[Edition, ...], edition: Edition, path: str) -> dict[str, Any]:
    """What every template needs of the page at ``path`` below the folder of its language."""
    return {
        "config": edition.config,
        "say": edition.words.say,
        "language": edition.language,
        "root": way_up(path),
        "languages": alternates(editions, edition, path),
        "canonical": address_of(edition, path),
        "description": edition.description,
        "card": None,
        "is_listed": True,
    }


def way_up(path: str) -> str:
    """The way from a page to the folder that its path begins in."""
    return "../" * path.count("/")


def alternates(editions: tuple[Edition, ...], edition: Edition, path: str) -> tuple[Alternate, ...]:
    """The page in every language, its own included; none where there is one language only."""
    if len(editions) == 1:
        return ()
    up = way_up(edition.folder + path)
    links = [(other, f"{up}{other.folder}{path}") for other in editions]
    return tuple(Alternate(other.language, other.name, link, address_of(other, path) or link) for other, link in links)


def address_of(edition: Edition, path: str) -> str:
    """The full address of a page, or nothing where the site does not know where it stands."""
    base = edition.config.base_url
    return f"{base}{edition.folder}{path.removesuffix(INDEX)}" if base else ""

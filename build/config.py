"""The site's own settings, ``kotae.yaml``: each key checked, each fault with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pipeline.errors import ConfigError, Location
from pipeline.node import Mapping
from pipeline.source import read_settings
from site_templates import ROOT

KEYS = ("title", "description", "author", "licence", "base_url", "languages", "accent")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, each with what holds where its key is left out."""

    title: str = "Kotae"
    description: str = "Logic puzzles with exactly one answer"
    author: str = ""
    licence: str = ""
    base_url: str = ""
    """Where the site will stand, ending in ``/``, or empty where that is not known; no page needs it to work."""
    languages: tuple[str, ...] = ("en",)
    """The first is the one a reader meets."""
    accent: str = "#a8552a"


def read_config(path: Path) -> Config:
    """Read the settings; raises AuthoringError with file, line and column."""
    if not path.exists():
        raise ConfigError("there is no such file", Location(path.as_posix()), "a line 'title: My puzzles' is enough")
    document = read_settings(path, path.as_posix())
    document.check_keys(KEYS)
    default = Config()
    return Config(
        title=document.string("title", default.title) or default.title,
        description=document.string("description", default.description),
        author=document.string("author", default.author),
        licence=document.string("licence", default.licence),
        base_url=_base_url(document, default.base_url),
        languages=_languages(document, default.languages),
        accent=_accent(document, default.accent),
    )


def known_languages(root: Path = ROOT) -> tuple[str, ...]:
    """The languages that the pages have words in."""
    return tuple(sorted(path.stem for path in (root / "words").glob("*.yaml")))


def _base_url(document: Mapping, default: str) -> str:
    url = document.string("base_url", default)
    if not url:
        return ""
    place = document.place("base_url")
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise ConfigError(f"'base_url' is no address: {error}", place) from error
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        hint = "write it like https://example.org/puzzles/, or leave it empty"
        raise ConfigError(f"'base_url' cannot be '{url}'", place, hint)
    return url.rstrip("/") + "/"


def _languages(document: Mapping, default: tuple[str, ...]) -> tuple[str, ...]:
    if "languages" not in document:
        return default
    known = known_languages()
    found = document.strings("languages")
    if not found:
        raise ConfigError("'languages' is empty", document.place("languages"), f"it can hold {', '.join(known)}")
    for text, place in found:
        if text not in known:
            raise ConfigError(f"there are no words in '{text}'", place, f"it can be {', '.join(known)}")
    languages = tuple(text for text, _ in found)
    if len(set(languages)) < len(languages):
        raise ConfigError("a language stands twice", document.place("languages"))
    return languages


def _accent(document: Mapping, default: str) -> str:
    colour = document.string("accent", default)
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        hint = "write six hexadecimal digits in quotes, as '#a8552a'"
        raise ConfigError(f"'accent' cannot be '{colour}'", document.place("accent"), hint)
    return colour.lower()

"""The site's own settings, ``kotae.yaml``: each key checked, each fault with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from build.settled import settled
from pipeline.errors import ConfigError, Location
from pipeline.files import MAX_BYTES, open_file
from pipeline.node import Mapping as Document
from pipeline.node import Scalar, clip, suggestion
from pipeline.source import read_settings
from site_templates import ROOT

TEMPLATES = "templates"
"""The folder, beside the settings, of the site's own templates, styles, scripts and words."""

KEYS = ("title", "description", "author", "licence", "base_url", "base_path", "languages", "accent", "offline")

# No query and no fragment, which a page's name could not follow, and nothing that would end an attribute or a word.
ADDRESS = re.compile(r"https?://[^\s?#\"<>\\^`{|}]+")

PATH = re.compile(r"/([^\s?#\"<>\\^`{|}/]+/)*")


Said = str | Mapping[str, str]
"""A text for every language, or one for each."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, each with what holds where its key is left out."""

    title: Said = "Kotae"
    description: Said | None = None
    """None where the words of each language say it."""
    author: str = ""
    licence: str = ""
    base_url: str = ""
    """Where the site will stand, ending in ``/``, or empty where that is not known; no page needs it to work."""
    base_path: str = ""
    """The path of that address, ``/`` at both ends; it may be known where the address is not."""
    languages: tuple[str, ...] = ("en",)
    """The first is the one a reader meets."""
    accent: str = "#a8552a"
    """Any colour: the style makes what is marked in it as dark or as light as text has to be."""
    offline: bool = True
    """Whether browsers keep the pages that a server gives, for use without a network."""
    templates: Path | None = None
    """The folder of the site's own templates. No key says so: it stands beside the settings, where there is one."""

    def speaking(self, language: str) -> Config:
        """The settings with their texts in one language."""
        description = None if self.description is None else _in(self.description, language)
        return replace(self, title=_in(self.title, language), description=description)

    def standing(self, address: str) -> Config:
        """The settings of a site that stands at this address, whatever they said; raises ConfigError."""
        url = checked_url(address, Location("--base-url"))
        return replace(self, base_url=url, base_path=urlsplit(url).path)


def read_config(path: Path) -> Config:
    """Read the settings, of which a file of none is good too; raises AuthoringError with file, line and column."""
    templates = path.parent / TEMPLATES
    own = templates if templates.is_dir() else None
    if _is_blank(path):
        return Config(templates=own)
    document = read_settings(path, path.as_posix())
    document.check_keys(KEYS)
    _check_comments(document)
    default = Config()
    languages = _languages(document, default.languages)
    return Config(
        title=_said(document, "title", languages) or default.title,
        description=_said(document, "description", languages),
        author=settled(document.string("author", default.author)),
        licence=settled(document.string("licence", default.licence)),
        base_url=_base_url(document),
        base_path=_base_path(document),
        languages=languages,
        accent=_accent(document, default.accent),
        offline=document.boolean("offline", default.offline),
        templates=own,
    )


def known_languages(root: Path = ROOT) -> tuple[str, ...]:
    """The languages that the pages have words in."""
    return tuple(sorted(path.stem for path in (root / "words").glob("*.yaml")))


def _is_blank(path: Path) -> bool:
    """Whether a file holds nothing but comments."""
    place = Location(path.as_posix())
    try:
        with open_file(path) as file:
            text = file.read(MAX_BYTES).decode("utf-8-sig", "replace")
    except FileNotFoundError:
        raise ConfigError("there is no such file", place, "a line 'title: My puzzles' is enough") from None
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror or error}", place, "is the name right?") from error
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def _check_comments(document: Document) -> None:
    """Refuse a value that YAML takes for a comment, as every colour is that stands without quotes."""
    for key, node in document.entries:
        if isinstance(node, Scalar) and node.plain and not node.text.strip():
            _, _, value = node.location.text.partition(":")
            if value.lstrip().startswith("#"):
                hint = f"put it in quotes: {key.text}: {json.dumps(value.strip(), ensure_ascii=False)}"
                raise ConfigError(f"'{key.text}' has no value: '#' begins a comment", node.location, hint)


def _in(said: Said, language: str) -> str:
    return said if isinstance(said, str) else said[language]


def _said(document: Document, key: str, languages: tuple[str, ...]) -> Said | None:
    """A text for every language, or a mapping with one for each language of the site, and no other."""
    if key not in document:
        return None
    if not isinstance(document.node(key), Document):
        return _filled(document, key, key)
    said = document.mapping(key)
    for name, _ in said.entries:
        if name.text not in languages:
            message = f"the site has no language '{clip(name.text)}'"
            raise ConfigError(message, name.location, suggestion(name.text, languages))
    for language in languages:
        if language not in said:
            place = document.entry(key).key.location
            raise ConfigError(f"'{key}' is missing in '{language}'", place, f"add a line '{language}: …' below it")
    return {language: _filled(said, language, key) for language in languages}


def _filled(document: Document, key: str, setting: str) -> str:
    text = settled(document.string(key))
    if not text and setting == "title":
        raise ConfigError("'title' is empty", document.place(key), "write the site's name, or leave the key out")
    return text


def _base_url(document: Document) -> str:
    url = document.string("base_url", "")
    return checked_url(url, document.place("base_url")) if url else ""


def _base_path(document: Document) -> str:
    """The path that the site stands at: what the settings say, and what follows from its address."""
    follows = urlsplit(_base_url(document)).path
    said = document.string("base_path", "")
    if not said:
        return follows
    place = document.place("base_path")
    path = said if said.endswith("/") else f"{said}/"
    if not PATH.fullmatch(path):
        hint = "write it like /puzzles/, or leave it out"
        raise ConfigError(f"'base_path' cannot be '{clip(said)}'", place, hint)
    if follows and path != follows:
        hint = "leave 'base_path' out: it follows from 'base_url'"
        raise ConfigError(
            f"'base_path' is '{clip(path)}', and the path of 'base_url' is '{clip(follows)}'", place, hint
        )
    return path


def checked_url(url: str, place: Location) -> str:
    """An address of a site, ending in ``/``; raises ConfigError with the place where it was said."""
    try:
        parts = urlsplit(url)
        is_address = parts.hostname is not None and parts.port != 0
    except ValueError as error:
        raise ConfigError(f"'base_url' is no address: {error}", place) from error
    if not is_address or not ADDRESS.fullmatch(url):
        hint = "write it like https://example.org/puzzles/, or leave it empty"
        raise ConfigError(f"'base_url' cannot be '{clip(url)}'", place, hint)
    if parts.path.endswith((".html", ".htm")):
        hint = "name the folder that the first page stands in"
        raise ConfigError(f"'base_url' is a page, '{clip(url)}'", place, hint)
    return url.rstrip("/") + "/"


def _languages(document: Document, default: tuple[str, ...]) -> tuple[str, ...]:
    if "languages" not in document:
        return default
    known = known_languages()
    found = document.strings("languages")
    if not found:
        raise ConfigError("'languages' is empty", document.place("languages"), f"it can hold {', '.join(known)}")
    languages: list[str] = []
    for text, place in found:
        if text not in known:
            raise ConfigError(f"there are no words in '{clip(text)}'", place, f"it can be {', '.join(known)}")
        if text in languages:
            raise ConfigError(f"the language '{text}' stands twice", place, "take one of the two out")
        languages.append(text)
    return tuple(languages)


def _accent(document: Document, default: str) -> str:
    colour = document.string("accent", default)
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        hint = "write six hexadecimal digits in quotes, as '#a8552a'"
        raise ConfigError(f"'accent' cannot be '{clip(colour)}'", document.place("accent"), hint)
    return colour.lower()

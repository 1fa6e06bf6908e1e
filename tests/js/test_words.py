"""Every word that is asked for exists, and every word that exists is asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import build
from build.config import known_languages
from build.templates import Templates
from build.words import read_kind_words, read_words
from pipeline.kind import discover
from site_templates import ROOT

KINDS = list(discover())
TEMPLATES = Templates(ROOT, discover())

# Keys that are put together while a page runs: the beginning stands in a source, the end comes from data.
COMPOSED = ("tier.", "tierNote.", "theme.", "shelf.solved", "shelf.started")


def sources(folder: Path, *patterns: str) -> str:
    """The text of the files that may ask for a word."""
    paths = [path for pattern in patterns for path in sorted(folder.glob(pattern))]
    paths += sorted(Path(build.__file__).parent.glob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("language", known_languages())
def test_words_of_the_site_are_all_used_and_none_is_missing(language: str) -> None:
    """The words of a language are exactly those that templates, scripts and the builder ask for."""
    text = sources(ROOT, "*.jinja", "engine/*.js")
    entries = set(read_words(ROOT / "words" / f"{language}.yaml", language).entries)
    asked = set(re.findall(r"""\b(?:say|lines)\(["']([\w.]+[\w])["']""", text))
    from_kinds = {"name", "about", "rules", "controls", "solved"}
    assert asked - from_kinds - entries == set()
    unused = {key for key in entries if f'"{key}"' not in text and f"'{key}'" not in text}
    assert {key for key in unused if not key.startswith(COMPOSED)} == set()


@pytest.mark.parametrize("language", known_languages())
@pytest.mark.parametrize("kind", KINDS)
def test_words_of_a_kind_are_all_used_and_none_is_missing(kind: str, language: str) -> None:
    """A kind's words are those that its view names and those that the pages ask of every kind."""
    text = sources(TEMPLATES.folder(kind), "*.js")
    entries = read_kind_words(TEMPLATES.folder(kind) / "words.yaml", language).entries
    played = {key.removeprefix("play.") for key in entries if key.startswith("play.")}
    named = set(re.findall(r'"((?:cell|summary|news)\.\w+)"', text))
    assert named | {"solved"} == played
    assert {key for key in entries if not key.startswith("play.")} == {"name", "about", "rules", "controls"}


def test_words_of_every_language_are_the_same_ones() -> None:
    """No language lacks a word that another has."""
    keys = {
        language: set(read_words(ROOT / "words" / f"{language}.yaml", language).entries)
        for language in known_languages()
    }
    assert len({frozenset(found) for found in keys.values()}) == 1
    for kind in KINDS:
        languages = yaml.safe_load((TEMPLATES.folder(kind) / "words.yaml").read_text(encoding="utf-8"))
        assert set(languages) >= set(known_languages())

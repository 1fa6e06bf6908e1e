"""The site in several languages: where the pages stand, and how they lead to each other."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from build.config import Config
from build.levels import Shelf
from build.pages import load_kinds
from build.templates import Templates
from pipeline.errors import AuthoringError
from pipeline.kind import discover

from .conftest import KIND, House
from .test_site import tree

THREE = Config(languages=("en", "es", "ja"))
PAGES = (
    "index.html",
    "daily.html",
    "stats.html",
    "toy/index.html",
    "toy/rules.html",
    "toy/print-2x3.html",
    "toy/lesson.html",
    "toy/where.html",
    "toy/2x3-easy.html",
    "toy/2x3-hard.html",
)


def alternates(text: str) -> dict[str, str]:
    """Where a page's head says that it is to be read in other languages."""
    return dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]*)">', text))


def switch(text: str) -> dict[str, str]:
    """Where the links of a page's header lead."""
    return dict(re.findall(r'<a href="([^"]*)" lang="\w+" hreflang="(\w+)"', text))


def test_site_first_language_keeps_the_addresses_and_others_have_folders(house: House) -> None:
    """Every page but the one for what is missing stands once for each language, under the same name."""
    house.build(THREE)
    names = {folder + name for folder in ("", "es/", "ja/") for name in PAGES}
    assert {name for name in tree(house.out) if name.endswith(".html")} == names | {"404.html"}
    for folder, language in (("", "en"), ("es/", "es"), ("ja/", "ja")):
        assert all(f'<html lang="{language}">' in house.read(folder + name) for name in PAGES)


def test_site_other_first_language_changes_places(house: House) -> None:
    """The first language of the settings is the one that stands at the site's own address."""
    house.build(Config(languages=("ja", "en")))
    assert '<html lang="ja">' in house.read("index.html")
    assert '<html lang="en">' in house.read("en/index.html")
    assert not (house.out / "ja").exists()


def test_page_names_itself_in_every_language_by_relative_links(house: House) -> None:
    """Without an address of its own a site still tells machines and readers where its languages are."""
    house.build(THREE)
    assert alternates(house.read("toy/2x3-easy.html")) == {
        "en": "../toy/2x3-easy.html",
        "es": "../es/toy/2x3-easy.html",
        "ja": "../ja/toy/2x3-easy.html",
        "x-default": "../toy/2x3-easy.html",
    }
    assert alternates(house.read("ja/index.html")) == {
        "en": "../index.html",
        "es": "../es/index.html",
        "ja": "../ja/index.html",
        "x-default": "../index.html",
    }


def test_page_names_itself_by_full_addresses_where_the_site_knows_its_own(house: House) -> None:
    """Machines get full addresses, readers links that work from disk."""
    base = "https://example.org/a/"
    house.build(Config(languages=("en", "es"), base_url=base))
    text = house.read("es/toy/index.html")
    expected = {"en": f"{base}toy/", "es": f"{base}es/toy/", "x-default": f"{base}toy/"}
    assert alternates(text) == expected
    assert f'<link rel="canonical" href="{base}es/toy/">' in text
    assert switch(text) == {"../../toy/index.html": "en", "../../es/toy/index.html": "es"}


def test_page_in_the_only_language_offers_no_other(house: House) -> None:
    """With one language there is nothing to choose."""
    house.build()
    for name in (*PAGES, "404.html"):
        assert alternates(house.read(name)) == {}
        assert "hreflang" not in house.read(name)


def test_page_for_what_is_missing_speaks_every_language(house: House) -> None:
    """A host shows one page for all of them, so each stands there with a link to its own home."""
    house.build(Config(languages=("en", "es"), base_url="https://example.org/a/"))
    text = house.read("404.html")
    assert '<section class="hero" lang="es">' in text
    assert 'data-home="es/" href="https://example.org/a/es/index.html"' in text
    assert 'data-home="" href="https://example.org/a/index.html"' in text
    assert "canonical" not in text


def test_site_texts_of_a_language_stand_on_its_pages_alone(house: House) -> None:
    """Title and description are those of the page's language."""
    title = {"en": "Answers", "es": "Respuestas"}
    house.build(Config(languages=("en", "es"), title=title, description={"en": "Some text", "es": "Un texto"}))
    for folder, own, other in (("", "Answers", "Respuestas"), ("es/", "Respuestas", "Answers")):
        for name in PAGES:
            assert own in house.read(folder + name)
            assert other not in house.read(folder + name)
    assert '<meta name="description" content="Un texto">' in house.read("es/index.html")


def test_site_without_a_description_has_one_in_each_language(house: House) -> None:
    """Settings that say nothing of the site leave it to the words, on its first page and where it is installed."""
    house.build(Config(languages=("es", "ja")))
    for folder, said in (("", "Puzles de lógica con una única solución"), ("ja/", "答えがただ一つのロジックパズル")):
        assert f'<meta name="description" content="{said}">' in house.read(folder + "index.html")
        assert json.loads(house.read(folder + "manifest.webmanifest"))["description"] == said


def test_site_names_and_drawings_are_the_same_in_every_language(house: House) -> None:
    """What the browser keeps of a game hangs on the level alone, and a board looks the same to everybody."""
    house.build(THREE)
    for name in PAGES[-2:]:
        first, *others = (house.data(folder + name) for folder in ("", "es/", "ja/"))
        for data in others:
            assert {key: data[key] for key in ("levels", "folder", "page", "before", "after")} == {
                key: first[key] for key in ("levels", "folder", "page", "before", "after")
            }
    drawn = [re.findall(r"<svg.*?</svg>", house.read(f"{folder}toy/index.html")) for folder in ("", "es/", "ja/")]
    assert len(drawn[0]) > 3
    assert drawn[1:] == [drawn[0]] * 2


def test_site_with_a_kind_and_a_language_of_one_name_is_an_error(house: House) -> None:
    """Their pages would stand in one folder, and the one would take the other's place."""
    (house.templates / "kinds" / "ja").mkdir(parents=True)
    kinds = {"ja": replace(discover()[KIND], name="ja", folder=None)}
    with pytest.raises(AuthoringError, match="the kind 'ja' and the language 'ja' want the same folder"):
        load_kinds((Shelf("ja", "ja.jsonl", ()),), ("en", "ja"), Templates(house.templates, kinds))


def test_site_with_a_kind_that_lacks_a_language_is_an_error(house: House) -> None:
    """The language and the file are named, and nothing is written."""
    words = house.templates / "kinds" / "toy" / "words.yaml"
    words.parent.mkdir(parents=True)
    words.write_text("en:\n  name: Toy\n", encoding="utf-8")
    kinds = {KIND: replace(discover()[KIND], folder=None)}
    with pytest.raises(AuthoringError, match=r"kinds/toy/words\.yaml:1:1: there are no words in 'es'"):
        house.build(THREE, kinds=kinds)
    assert not house.out.exists()

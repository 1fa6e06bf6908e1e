"""The rules page of a kind as it is written."""

from __future__ import annotations

import re
from html import unescape

import pytest

from build.config import Config
from build.templates import Templates
from build.words import read_kind_words, read_words
from pipeline.kind import discover
from site_templates import ROOT

from .conftest import KIND, House

THREE = Config(languages=("en", "es", "ja"))


@pytest.mark.parametrize(("folder", "language"), [("", "en"), ("es/", "es"), ("ja/", "ja")])
def test_guide_says_rules_techniques_and_controls_in_its_language(house: House, folder: str, language: str) -> None:
    """Every rule with its boards, every technique easiest first, and every control, in the page's language."""
    house.build(THREE)
    text = unescape(house.read(f"{folder}{KIND}/rules.html"))
    kind = discover()[KIND]
    words = read_kind_words(Templates(ROOT, {KIND: kind}).folder(KIND) / "words.yaml", language)
    site = read_words(ROOT / "words" / f"{language}.yaml", language)
    for line in (*words.lines("rules"), *words.lines("controls")):
        assert line in text
    assert all(caption in text for caption in words.under("picture.").values() if isinstance(caption, str))
    spoken = site.entries | words.entries
    names = [str(spoken[f"technique.{technique.name}.name"]) for technique in kind.techniques]
    assert re.findall(r"<h3>(.*?) <span", text) == names
    assert all(str(spoken[f"technique.{technique.name}.why"]) in text for technique in kind.techniques)
    assert f"<h1>{site.say('guide.title', kind=words.say('name'))}</h1>" in text


def test_guide_marks_right_and_wrong_in_words(house: House) -> None:
    """Which board is wrong is said, not only shown."""
    house.build()
    text = house.read(f"{KIND}/rules.html")
    verdicts = re.findall(r'<figure class="plate is-(right|wrong)">.*?class="verdict">(\w+)<', text, re.DOTALL)
    assert verdicts == [("right", "Right"), ("wrong", "Wrong"), ("right", "Right")]


@pytest.mark.parametrize("name", ["index.html", f"{KIND}/index.html", f"{KIND}/2x3-easy.html"])
def test_guide_is_linked_from_every_page_about_its_kind(house: House, name: str) -> None:
    """Home, the list of levels and each play page lead to the rules."""
    house.build(THREE)
    way = f"{KIND}/rules.html" if name == "index.html" else "rules.html"
    for folder in ("", "es/", "ja/"):
        assert f'href="{way}"' in house.read(folder + name)

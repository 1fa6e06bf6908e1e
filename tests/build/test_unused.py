"""Words and files of a site's own that no page shows are warned of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from build.config import Config
from build.site import build_site
from pipeline.kind import discover
from site_templates import ROOT

from .test_overrides import Own, own

__all__ = ["own"]

CHANGED = "tierNote:\n  easy: seen at once\n"

UNUSED = {
    "no word": ({"words/en.yaml": CHANGED}, None),
    "a word that its own template leaves out": (
        {"words/en.yaml": CHANGED, "kind.html.jinja": "<p>{{ say('guide.open') }}</p>"},
        "words/en.yaml:2:3: no page of this site says the word 'tierNote.easy'",
    ),
    "a language that it has not": ({"words/es.yaml": CHANGED}, "words/es.yaml: the site is not in 'es'"),
    "a kind that it has not": ({"kinds/akari/style.css": ""}, "kinds/akari: the site has no level of 'akari'"),
    "a kind's words in another language": (
        {"kinds/toy/words.yaml": "en:\n  name: Fields\nja:\n  name: X\n"},
        "kinds/toy/words.yaml:3:1: the site is not in 'ja'",
    ),
}


@pytest.mark.parametrize("case", UNUSED)
def test_what_no_page_shows_is_told_with_its_place(own: Own, case: str) -> None:
    """The site is made all the same; a word that a page says is no matter."""
    files, expected = UNUSED[case]
    for name, text in files.items():
        own.put(name, text)
    config = replace(Config(), templates=own.folder)
    built = build_site(own.catalogue, own.out, config, discover(), root=ROOT)
    told = [str(notice).replace(f"{own.folder.as_posix()}/", "").split("\n")[0] for notice in built.notices]
    assert told == ([f"warning: {expected}"] if expected else [])
    assert (own.out / "index.html").is_file()

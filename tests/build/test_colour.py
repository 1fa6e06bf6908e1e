"""The accent of a site can be read, and what is known of the style is what the style says."""

from __future__ import annotations

import re

import pytest

from build.colour import LEAST, THEMES, legible, worst
from build.config import Config, read_config
from site_templates import ROOT

from .conftest import Write


def test_themes_are_those_of_the_style() -> None:
    """Papers, inks and what becomes of the accent stand in the style sheet as they are taken here."""
    style = (ROOT / "style.css").read_text(encoding="utf-8")
    # The first block is for everybody; the ones for more contrast come after it.
    usual = " ".join(style.partition(":root {")[2].partition("}")[0].split())
    said = dict(re.findall(r"--(paper|sheet|ink|mark): light-dark\(\s*(.+?)\s*\);", usual))
    light, dark = THEMES
    for name, index in (("paper", 0), ("sheet", 1)):
        assert said[name] == f"{light.papers[index]}, {dark.papers[index]}"
    assert said["ink"] == f"{light.ink}, {dark.ink}"
    taken = (f"min(l, {light.lightest})", f"max(l, {dark.darkest})")
    mixed = [
        f"color-mix(in oklab, oklch(from var(--accent) {lightness} c h) {theme.share:.0%}, var(--ink))"
        for lightness, theme in zip(taken, THEMES, strict=True)
    ]
    assert said["mark"] == ", ".join(mixed)


@pytest.mark.parametrize("accent", ["#ffffff", "#ffd700", "#abcdef", "#00ff00", "#00ffff"])
def test_accent_that_cannot_be_read_has_one_beside_it_that_can(accent: str) -> None:
    """White and the loud ones all have a shade of their hue that is read in every theme."""
    assert worst(accent)[1] < LEAST
    assert worst(legible(accent))[1] >= LEAST


@pytest.mark.parametrize("accent", ["#000000", "#123456", "#ff0000"])
def test_accent_that_the_style_makes_lighter_or_darker_can_be_read(accent: str) -> None:
    """What would be lost in one theme alone is taken otherwise there, and is no fault."""
    assert worst(accent)[1] >= LEAST


def test_accent_of_the_house_can_be_read() -> None:
    """A site that says nothing is a good one."""
    assert worst(Config().accent)[1] > LEAST
    one, other = (bytes.fromhex(accent[1:]) for accent in (Config().accent, legible(Config().accent)))
    assert max(abs(here - there) for here, there in zip(one, other, strict=True)) <= 3


def test_accent_is_the_sites_own_affair_where_its_style_is(settings: Write) -> None:
    """Another style has other papers, which nothing is known of."""
    path = settings('accent: "#ffd700"\n')
    (path.parent / "templates").mkdir()
    (path.parent / "templates" / "style.css").write_text(":root { background: black }\n", encoding="utf-8")
    assert read_config(path).accent == "#ffd700"

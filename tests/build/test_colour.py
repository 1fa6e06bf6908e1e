"""The accent of a site can be read, and what is known of the style is what the style says."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest

from build.config import Config, read_config
from site_templates import ROOT

from .colour import LEAST, THEMES, contrast_of, worst
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


def test_accent_of_any_colour_can_be_read_in_every_theme() -> None:
    """The style leaves no colour as it is that text would be lost in, pure green on light paper least of all."""
    shades = range(0, 256, 15)
    mixed = (f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in product(shades, repeat=3))
    accents = ("#00ff00", Config().accent, *mixed)
    theme, contrast = min((worst(accent) for accent in accents), key=lambda found: found[1])
    assert contrast >= LEAST, theme


def test_accent_is_taken_darker_and_lighter_only_as_far_as_needed() -> None:
    """Green, which the eye takes for the brightest, would be lost if light pages took it a little lighter."""
    light, dark = THEMES
    assert contrast_of("#00ff00", replace(light, lightest=light.lightest + 0.01)) < LEAST
    assert contrast_of("#000000", replace(dark, darkest=0)) < LEAST


@pytest.mark.parametrize("accent", ["#ffd700", "#00C853", "#000000", "#ffffff"])
def test_accent_of_any_colour_is_good(settings: Write, accent: str) -> None:
    """No site is told that its colour is a wrong one."""
    assert read_config(settings(f'accent: "{accent}"\n')).accent == accent.lower()

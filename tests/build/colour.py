"""How the accent of a site is read on its pages: what the style makes of it, and how far it is from the paper.

The arithmetic is that of the web: the contrast of WCAG 2, and mixing in Oklab (Björn Ottosson, 2020) as CSS Color 4
has it for ``color-mix(in oklab, …)``. The papers and inks are those of ``style.css``; a test holds them to it.
"""

from __future__ import annotations

from dataclasses import dataclass

LEAST = 4.5
"""The contrast that small text needs."""

Lab = tuple[float, float, float]
"""A colour in Oklab: its lightness from 0 to 1, and how far it is from grey."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme of the pages, as far as the accent meets it."""

    name: str
    papers: tuple[str, ...]
    ink: str
    share: float
    """How much of the accent is in what it colours; the rest is ink."""
    darkest: float = 0
    lightest: float = 1
    """Between which lightnesses the accent is taken, whatever it is."""


THEMES = (
    Theme("light", ("#faf7f0", "#fffdf8"), "#20242c", 0.88, lightest=0.54),
    Theme("dark", ("#14161f", "#1c1f2b"), "#e8e4d8", 0.55, darkest=0.53),
)


def worst(accent: str) -> tuple[Theme, float]:
    """The theme in which an accent is read worst, and its contrast there."""
    return min(((theme, contrast_of(accent, theme)) for theme in THEMES), key=lambda one: one[1])


def contrast_of(accent: str, theme: Theme) -> float:
    """The contrast of what is marked in an accent, on the paper of a theme that is nearest to it."""
    marked = _marked(_lab(accent), theme)
    return min(_contrast(marked, _rgb(paper)) for paper in theme.papers)


def _marked(accent: Lab, theme: Theme) -> tuple[float, ...]:
    lightness, *hue = accent
    taken = (min(max(lightness, theme.darkest), theme.lightest), *hue)
    mixed = [part * theme.share + other * (1 - theme.share) for part, other in zip(taken, _lab(theme.ink), strict=True)]
    return _from_lab((mixed[0], mixed[1], mixed[2]))


def _contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    dark, light = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _rgb(colour: str) -> tuple[float, ...]:
    """The light of a ``#rrggbb``, each part from 0 to 1."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def _lab(colour: str) -> Lab:
    red, green, blue = _rgb(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _from_lab(lab: Lab) -> tuple[float, ...]:
    """The light of a colour; what no screen can show is cut to what it can."""
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    parts = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return tuple(min(1.0, max(0.0, part)) for part in parts)

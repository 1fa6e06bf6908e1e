"""Lines of every tone stand out from what they lie on, in either theme; what is wrong is seen without colours."""

from __future__ import annotations

from typing import Any

import pytest

from ..colours import changed_in_gray, contrasts, set_media
from ..conftest import OpenPage
from .conftest import LEVELS, Hand, Site

TONES = range(12)

# What has a tone is there once for each of them.
EVERY_TONE = """(tones) => {
  for (const selector of [".washes path", ".trails g", ".end", ".waypoint"]) {
    const first = document.querySelector(`svg.tsunagi ${selector}`);
    const others = first.getAttribute("class").replace(/tone-\\d+/, "");
    for (const tone of tones) {
      const copy = first.cloneNode(true);
      copy.setAttribute("class", `${others} tone-${tone} probe`);
      first.parentElement.append(copy);
    }
  }
}"""

PARTS = (
    ("svg.tsunagi .bar:not(.under) / stroke", "--sheet"),
    (".hand / stroke", "--sheet"),
    (".waypoint text / fill", ".waypoint .disc / fill"),
)
BRIDGES = (
    (".rail / stroke", ".deck / fill"),
    (".rail / stroke", "--sheet"),
    (".passages / stroke", "--sheet"),
)


def drawn(open_page: OpenPage, address: str, name: str, theme: str) -> Hand:
    """A level by its name in these tests, on which nothing moves by itself."""
    return Hand(open_page(address, color_scheme=theme, reduced_motion="reduce"), LEVELS[name])


def least_of_tones(page: Any) -> tuple[float, float, float]:
    """The least contrast of any tone: a line or its edge on its wash, a waypoint's ring, and an end's letter."""
    pairs = []
    for tone in TONES:
        probe = f".probe.tone-{tone}"
        pairs += [(f".trails {probe} .{part} / stroke", f".washes {probe} / fill") for part in ("edge", "body")]
        pairs.append((f".waypoint{probe} .disc / stroke", f".waypoint{probe} .disc / fill"))
        pairs.append((f".end{probe} text / fill", f".end{probe} .disc / fill"))
    # All in one question to the page.
    found = contrasts(page, pairs)
    lines = map(max, found[0::4], found[1::4])
    return min(lines), min(found[2::4]), min(found[3::4])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_board_stands_out_from_what_it_lies_on(
    site: Site, open_page: OpenPage, page_of: dict[str, str], theme: str
) -> None:
    """Lines, waypoints, walls, bridges and the hand by 3 to 1, letters by 4.5; where it is asked for, no less."""
    hand = drawn(open_page, site.disk + page_of["first"], "first", theme)
    hand.drag((1, 1), (1, 3))
    hand.cell(1, 3).focus()
    hand.page.keyboard.press("Space")
    hand.page.evaluate(EVERY_TONE, list(TONES))
    for contrast in ("no-preference", "more"):
        set_media(hand.page, prefers_contrast=contrast, prefers_color_scheme=theme, prefers_reduced_motion="reduce")
        lines, rings, letters = least_of_tones(hand.page)
        assert min(lines, rings) >= 3
        assert letters >= 4.5
        assert min(contrasts(hand.page, PARTS)) >= 3
    bridge = drawn(open_page, site.disk + page_of["bridge"], "bridge", theme)
    assert min(contrasts(bridge.page, BRIDGES)) >= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_line_beside_itself_is_seen_without_colours(
    site: Site, open_page: OpenPage, page_of: dict[str, str], theme: str
) -> None:
    """The cells on either side of the cross look otherwise than where nobody points a mistake out."""
    hand = drawn(open_page, site.disk + page_of["loose"], "loose", theme)
    hand.drag((1, 1), (1, 2), (2, 2), (2, 1))
    hand.page.mouse.move(0, 0)
    places = ((1, 1), (2, 1))
    told = [hand.cell(*place).screenshot() for place in places]
    # The page stays where it is: the switch stands further down.
    hand.page.locator("[data-part=faults]").evaluate("one => one.click()")
    untold = [hand.cell(*place).screenshot() for place in places]
    for one, other in zip(told, untold, strict=True):
        assert changed_in_gray(hand.page, one, other) > 60

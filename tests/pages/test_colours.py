"""Laws of every kind's page about colours: what the page itself draws stands out, whatever accent a site has, and no
mistake and no state is told by colour alone.
"""

from __future__ import annotations

import pytest

from .colours import cells_seen, changed_cells, contrasts, set_media
from .conftest import Game, OpenPage
from .helped import Helped

ACCENTS = ("#a8552a", "#ffe600", "#ffffff", "#000000", "#00ff00", "#00a2ff", "#7a3cff")
"""The site's own, and such as would be lost on light paper, on dark, or on both."""

MARKS = (("--mark", "--sheet"), ("--mark", "--paper"))
SIGNS = tuple((f"--{name}", ground) for name in ("focus", "hint", "clash", "done") for ground in ("--sheet", "--paper"))
WORDS = (("--ink", "--paper"), ("--ink", "--sheet"), ("--ink", "--room"), ("--soft", "--paper"), ("--soft", "--room"))
NUMBERS = tuple((f".of-{lines} span / color", "--paper") for lines in ("rows", "cols"))

# Everything of the stage that is painted, with what paints it; and the colours that a system has.
PAINTS = """() => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const seen = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const probe = document.querySelector(".stage").appendChild(document.createElement("i"));
  probe.style.forcedColorAdjust = "none";
  const names = ["Canvas", "CanvasText", "LinkText", "GrayText", "Highlight", "HighlightText", "ButtonText"];
  const system = names.map((name) => {
    probe.style.color = name;
    return String(seen(getComputedStyle(probe).color));
  });
  probe.remove();
  const strange = [];
  for (const one of document.querySelectorAll(".stage svg *")) {
    const style = getComputedStyle(one);
    if (!one.getBBox || ["g", "defs", "clipPath"].includes(one.tagName) || style.display === "none") continue;
    for (const paint of [style.fill, style.stroke]) {
      if (paint === "none" || paint.startsWith("url")) continue;
      const colour = seen(paint);
      if (colour[3] !== 0 && !system.includes(String(colour))) strange.push([one.outerHTML, paint]);
    }
  }
  return strange;
}"""


def opened(open_page: OpenPage, game: Game, **options: object) -> Helped:
    """A hand on the first level, where nothing moves by itself."""
    level = game.level
    address = f"{game.site.disk}{game.path}"
    return Helped(open_page(address, reduced_motion="reduce", **options), level)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_and_mistakes_are_seen_in_every_theme(game: Game, open_page: OpenPage, theme: str) -> None:
    """Marks stand out as words do, by 4.5 to 1, for any accent, and signs by 3; a cell that is not right is told
    without colours too."""
    hand = opened(open_page, game, color_scheme=theme)
    for accent in ACCENTS:
        hand.page.evaluate("accent => document.documentElement.style.setProperty('--accent', accent)", accent)
        assert min(contrasts(hand.page, MARKS)) >= 4.5, accent
    assert min(contrasts(hand.page, SIGNS)) >= 3
    assert min(contrasts(hand.page, WORDS)) >= 4.5
    hand.page.locator("[data-part=labels]").evaluate("one => one.click()")
    assert min(contrasts(hand.page, NUMBERS)) >= 4.5
    hand.err()
    hand.page.mouse.move(0, 0)
    before = cells_seen(hand.page)
    hand.press("Show where")
    hand.page.mouse.move(0, 0)
    wrong = hand.told(", not right")
    assert wrong
    changed = changed_cells(hand.page, before, cells_seen(hand.page))
    assert min(changed[cell] for cell in wrong) > 60
    set_media(hand.page, prefers_contrast="more", prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    for accent in ACCENTS:
        hand.page.evaluate("accent => document.documentElement.style.setProperty('--accent', accent)", accent)
        assert min(contrasts(hand.page, MARKS)) >= 4.5, accent
    assert min(contrasts(hand.page, (*SIGNS, *WORDS))) >= 7


def test_forced_colours_are_the_systems_and_tell_every_state(game: Game, open_page: OpenPage) -> None:
    """A board, its hints and its marks are drawn in the system's colours, and each move is still seen."""
    hand = opened(open_page, game, forced_colors="active")
    hand.command("checkpoint").click()
    said = hand.said()
    before = cells_seen(hand.page)
    hand.play()
    hand.page.mouse.move(0, 0)
    changed = changed_cells(hand.page, before, cells_seen(hand.page))
    for one, other, pixels in zip(said, hand.said(), changed, strict=True):
        assert one == other or pixels > 20, (one, other)
    assert hand.page.evaluate(PAINTS) == []
    hand.press("Restart")
    hand.command("hint").click()
    assert hand.marked("look") > 0
    assert hand.page.evaluate(PAINTS) == []
    hand.err()
    hand.press("Show where")
    assert hand.marked("wrong") > 0
    assert hand.page.evaluate(PAINTS) == []

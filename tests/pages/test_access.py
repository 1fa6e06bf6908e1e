"""Every type of page, and every state of a play page, before the rules of axe-core: in both themes, narrow and wide.

Which pages there are is read from the built site, so that a new one is judged too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from build.config import known_languages
from pipeline.kind import discover

from .conftest import SETTINGS, Game, OpenPage, Site, opened_site
from .helped import Helped

NARROW = {"width": 360, "height": 740}
WIDE = {"width": 1440, "height": 900}

# The light of a solved room lies below a whole page, and axe gives up on text over a picture. Text is judged on the
# page's own colour instead, and where the room is lit on the brightest of that light. Nor does axe see that a drawing
# is cut off at the edge of its board, and that nothing lies above a dialog.
GROUND = """() => {
  const sheet = document.styleSheets[0];
  const rules = [
    ".play::before { content: none !important; }",
    ".stage svg, .image-board svg { display: none !important; }",
    "main:has(dialog[open]) > :not(dialog) { visibility: hidden !important; }",
    "html.solved { background: var(--room); }",
  ];
  for (const rule of rules) sheet.insertRule(rule, sheet.cssRules.length);
}"""

COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that a theme can break; the first takes as long as all others together."""

RUN = """async (options) => {
  const found = await axe.run(document, { resultTypes: ["violations", "incomplete"], ...options });
  const said = (id, { any, html, target }) => [id, target.flat().join(" "), html, any[0]?.message ?? ""];
  const told = (list) => list.flatMap(({ id, nodes }) => nodes.map((node) => said(id, node)));
  return [told(found.violations), told(found.incomplete)];
}"""


def asked(page: Any, axe: str, **options: Any) -> tuple[list[list[str]], list[list[str]]]:
    """What axe finds fault with on a page, and what it cannot tell."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
        page.evaluate(GROUND)
    faults, unsure = page.evaluate(RUN, options)
    return faults, unsure


def judge(page: Any, axe: str, label: str, **options: Any) -> None:
    """Fail where axe finds fault with the page, or cannot tell whether a text outside of a drawing is legible."""
    faults, unsure = asked(page, axe, **options)
    assert faults == [], label
    # Letters of a drawing lie over other shapes, and the numbers of rows and columns are too short for axe: their
    # contrast is measured with that of all parts of a board.
    text = [one for one in unsure if one[0] == "color-contrast" and not one[2].startswith("<text")]
    text = [one for one in text if not one[1].startswith((".of-rows", ".of-cols"))]
    assert text == [], label


def judge_in(page: Any, axe: str, theme: str, label: str) -> None:
    """Every rule in one theme."""
    page.emulate_media(color_scheme=theme)
    judge(page, axe, f"{label}, {theme}")


def types_of_pages(game: Game, site: Site, languages: Sequence[str] = ()) -> Iterator[str]:
    """A page of each type by its path in the site, in each language; of the levels' pages one is enough.

    Those of no kind are the same on every kind's site, but for its name: they come with the first kind alone.
    """
    kind, first = game.level.kind, next(iter(discover()))
    for language in ("", *languages):
        top = site.folder / language
        own = sorted((top / kind).glob("*.html"))
        played = next(path for path in own if path.name[0].isdigit())
        general = sorted(top.glob("*.html")) if kind == first else []
        for path in (*general, *(path for path in own if path == played or not path.name[0].isdigit())):
            yield path.relative_to(site.folder).as_posix()


def test_pages_have_no_fault_that_axe_finds(game: Game, open_page: OpenPage, axe: str) -> None:
    """Home, levels, a level, rules, lesson, prints, the day's levels, statistics, and what is not there.

    Every rule at both widths, and every rule in both themes: no theme has a width of its own.
    """
    page = open_page(f"{game.site.disk}index.html", viewport=NARROW, reduced_motion="reduce")
    for name in types_of_pages(game, game.site):
        page.goto(game.site.disk + name)
        for size, theme in ((NARROW, "light"), (WIDE, "dark")):
            page.set_viewport_size(size)
            judge_in(page, axe, theme, f"{name} at {size['width']} px")


def test_pages_in_every_other_language_have_no_fault_that_axe_finds(
    game: Game, open_page: OpenPage, axe: str, tmp_path: Path
) -> None:
    """All types of pages by every rule but those of colours, where their words have least room: what a theme can break
    is no language's."""
    others = tuple(name for name in known_languages() if name != "en")
    assert len(others) >= 2
    # The kinds share the languages among them, as they share the screens; the pages of no kind have all of them.
    at = list(discover()).index(game.level.kind)
    spoken = others if at == 0 else (others[at % len(others)],)
    config = replace(SETTINGS, languages=spoken)
    with opened_site(tmp_path, game.level.kind, game.lines, config) as site:
        page = open_page(f"{site.disk}index.html", viewport=NARROW, reduced_motion="reduce", color_scheme="light")
        played = set()
        for name in types_of_pages(game, site, spoken[1:]):
            page.goto(site.disk + name)
            judge(page, axe, name, rules={rule: {"enabled": False} for rule in COLOURS})
            if page.get_by_role("timer").count():
                played.add(page.evaluate("document.documentElement.lang"))
    assert played == set(spoken)


def test_states_of_a_level_have_no_fault_that_axe_finds(game: Game, open_page: OpenPage, axe: str) -> None:
    """With all unfolded and switched on; with its images; with a mistake pointed at; with a hint; and solved.

    The kinds have the themes in turn: what a state adds is the engine's, and what a kind draws is tried in each theme.
    """
    level = game.level
    theme = ("light", "dark")[list(discover()).index(level.kind) % 2]
    address = f"{game.site.disk}{game.path}"
    hand = Helped(open_page(address, viewport=WIDE, reduced_motion="reduce"), level)
    hand.page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    for switch in ("labels", "hand"):
        hand.page.locator(f"[data-part={switch}]").check()
    hand.command("nearer").evaluate("one => one.click()")
    judge_in(hand.page, axe, theme, "unfolded")
    hand.command("whole").evaluate("one => one.click()")
    hand.command("images").click()
    hand.page.locator("[data-part=imageList] li:last-child svg").wait_for(state="attached")
    judge_in(hand.page, axe, theme, "with its images")
    hand.command("closeImages").click()
    hand.command("checkpoint").click()
    hand.err()
    hand.press("Show where")
    judge_in(hand.page, axe, theme, "with a mistake")
    hand.press("Restart")
    hand.command("hint").click()
    judge_in(hand.page, axe, theme, "with a hint")
    hand.solve()
    judge_in(hand.page, axe, theme, "solved")

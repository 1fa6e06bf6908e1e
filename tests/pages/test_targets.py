"""Laws of every page: what can be pressed is as large as a thumb, the focus is seen, and haste does no harm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from build.site import build_site
from pipeline.catalogue import catalogue_text
from pipeline.kind import discover

from .conftest import DRAWN, SETTINGS, Game, OpenPage, Player, Seat, expect, seated, until

THUMB = 44
"""In pixels."""


SMALL = """() => {
    const wanted = 'a[href], button, summary, input, select, textarea, [role=gridcell]';
    // Whatever a page can show is there at once, and what can be opened is open.
    for (const one of document.querySelectorAll('details')) one.open = true;
    for (const one of document.querySelectorAll('main [hidden]')) one.hidden = false;
    const found = [];
    for (const one of document.querySelectorAll(wanted)) {
        const { width, height } = (one.closest('label') ?? one).getBoundingClientRect();
        // What only a screen reader has is a pixel wide until it has the focus, and a sheet is as it is on paper.
        if (!one.checkVisibility() || one.matches('.quiet, .skip, .sheet *')) continue;
        found.push([one.outerHTML.slice(0, 100), width, height]);
    }
    return found;
}"""


def test_targets_of_every_page_are_as_large_as_a_thumb(seat: Seat, game: Game, open_page: OpenPage) -> None:
    """Buttons, links, switches, summaries and the cells of a small board, whatever a page has to show."""
    kind = game.level.kind
    of_kind = ("index.html", "rules.html", "lesson.html", f"print-{game.level.rows}x{game.level.cols}.html")
    names = ("index.html", "404.html", "daily.html", "stats.html", *(f"{kind}/{name}" for name in of_kind))
    page = open_page(seat.home + game.path)
    for name in (game.path, *names):
        page.goto(seat.home + name)
        found = page.evaluate(SMALL)
        assert found, name
        assert [one for one in found if min(one[1:]) < THUMB - 0.1] == [], name
        # And nothing of it all sticks out.
        assert page.evaluate("document.documentElement.scrollWidth") <= seat.screen["viewport"]["width"], name


OUTSIDE = """() => [...document.querySelectorAll('main :not(.quiet, .quiet *, .wide *, .frame *, svg *)')]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
    .map(one => one.outerHTML.slice(0, 100))"""


AGAIN = """() => {
    const press = (name) => document.querySelector(`[data-command=${name}]`).click();
    const solved = document.querySelector("[data-part=solved]");
    press("answer");
    press("restart");
    for (let count = 0; solved.hidden && count < 400; count++) press("hint");
}"""
"""Solve a level after a look at the answer, of which there is most to say."""

OVER = """() => {
    const { top, bottom } = document.querySelector(".notice").getBoundingClientRect();
    const parts = [...document.querySelectorAll(".solved-note p, .solved-note a")];
    const seen = parts.filter(({ offsetParent }) => offsetParent !== null);
    const places = seen.map((one) => [one.textContent, one.getBoundingClientRect()]);
    return places.filter(([, at]) => at.top < top || at.bottom > bottom).map(([text]) => text);
}"""
"""What is said of a solve and stands over the board, or over the buttons."""


def test_words_of_every_kind_fit_a_phone_in_every_language(game: Game, tmp_path: Path, open_page: OpenPage) -> None:
    """Rules below narrow boards, a lesson and what stands around a board: a kind's own words stick out nowhere."""
    kind = game.level.kind
    (tmp_path / f"{kind}.jsonl").write_text(catalogue_text([game.level]), encoding="utf-8")
    build_site(tmp_path, tmp_path / "site", replace(SETTINGS, languages=("es", "ja")), discover())
    screen: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
    page = open_page(f"{(tmp_path / 'site').as_uri()}/index.html", **screen)
    for folder in ("", "ja/"):
        for name in (f"{kind}/rules.html", f"{kind}/lesson.html", game.path):
            page.goto(f"{(tmp_path / 'site').as_uri()}/{folder}{name}")
            for width in (320, 360):
                page.set_viewport_size({"width": width, "height": 740})
                # The board is fitted to its new room when the page hears of that.
                until(page, "() => document.documentElement.scrollWidth <= innerWidth")
                assert page.evaluate(OUTSIDE) == [], (folder, name, width)
        page.evaluate(AGAIN)
        for width in (320, 360, 820, 1440):
            page.set_viewport_size({"width": width, "height": 740})
            page.evaluate(DRAWN)
            assert page.evaluate(OVER) == [], (folder, width)
            assert page.evaluate(OUTSIDE) == [], (folder, width)


OUTLINE = """() => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    const seen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(' 0)');
    return [one.outerHTML.slice(0, 100), seen && width > 4 && height > 4, one === document.body];
}"""


@pytest.mark.parametrize(("game", "seat"), seated(list(discover()), ["phone", "desk"]), indirect=True)
def test_focus_is_seen_on_all_that_a_play_page_has(seat: Seat, game: Game, open_page: OpenPage) -> None:
    """Who goes through the page by the tab key sees at each stop where they are, and comes by everything."""
    page = open_page(seat.home + game.path)
    for part in ("settings", "programs"):
        page.locator(f".{part} summary").click()
    expect(page.locator("[data-part=programs] a:not([href])")).to_have_count(0)
    page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)")
    page.locator("body").evaluate("one => { one.tabIndex = -1; one.focus(); one.removeAttribute('tabindex'); }")
    wanted = "a[href]:visible, button:visible, summary:visible, input:visible, [role=gridcell][tabindex='0']"
    count = page.locator(wanted).count()
    stops = []
    for _ in range(count):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(OUTLINE))
    assert [name for name, seen, _ in stops if not seen] == []
    assert len({name for name, _, _ in stops}) > count // 2
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body || document.activeElement.matches('.skip')")


@pytest.mark.parametrize("seat", ["phone"], indirect=True)
def test_haste_selects_no_text_and_zooms_no_page(seat: Seat, game: Game, open_page: OpenPage) -> None:
    """Two quick taps on a cell or a button are two taps, and what is dragged over is not selected."""
    page = open_page(seat.home + game.path)
    hand = Player(page)
    hand.cols = game.level.cols
    for place in (hand.middle(2, 2), hand.middle(3, 3)):
        for _ in range(2):
            page.touchscreen.tap(*place)
    # It may have nothing to do: then a tap does nothing, and is waited for by nobody.
    button: Any = page.locator("[data-command=undo]")
    button.tap(force=True)
    button.tap(force=True)
    page.mouse.move(*hand.middle(1, 1))
    page.mouse.down()
    page.mouse.move(*hand.middle(4, 4), steps=4)
    page.mouse.move(180, 700, steps=4)
    page.mouse.up()
    page.mouse.dblclick(*hand.middle(1, 2))
    assert page.evaluate("String(getSelection())") == ""
    assert page.evaluate("visualViewport.scale") == 1
    touch = "all => all.map(one => getComputedStyle(one).touchAction)"
    assert set(page.locator(".play button, .play a, .play summary, .play label").evaluate_all(touch)) == {
        "manipulation"
    }
    assert page.locator("#stage").evaluate("one => getComputedStyle(one).touchAction") == "none"

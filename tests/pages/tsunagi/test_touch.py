"""A level is drawn with a finger on a phone, and looks right at its size and in every theme."""

from __future__ import annotations

from typing import Any

from ..conftest import PHONE, OpenPage
from .conftest import LEVELS, Finger, Hand, Place, Site


def phone(open_page: OpenPage, address: str, name: str) -> tuple[Hand, Finger]:
    """A level on a phone."""
    hand = Hand(open_page(address, **PHONE), LEVELS[name])
    return hand, Finger(hand.page)


def between(stroke: tuple[Place, ...]) -> list[Place]:
    """Every place of a drag, from corner to corner."""
    places = [stroke[0]]
    for row, col in stroke[1:]:
        while places[-1] != (row, col):
            at = places[-1]
            down = (row > at[0]) - (row < at[0])
            places.append((at[0] + down, at[1]) if down else (at[0], at[1] + (col > at[1]) - (col < at[1])))
    return places


def test_touch_solves_a_level(home: str, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A finger draws without scrolling the page, and a tap on an end takes its line off."""
    hand, finger = phone(open_page, home + page_of["first"], "first")
    for stroke in hand.board.strokes:
        finger.drag([hand.place(*place) for place in between(stroke)])
        if stroke is hand.board.strokes[0]:
            hand.cell(1, 1).tap()
            assert hand.letters() == ".... .... .... ...."
            hand.click("Undo")
    assert hand.is_solved()
    assert hand.page.evaluate("scrollY") == 0


def test_touch_draws_over_an_edge_from_the_faint_cells(
    site: Site, open_page: OpenPage, page_of: dict[str, str]
) -> None:
    """The margin is for drawing too, and the whole of it is on the screen."""
    hand, finger = phone(open_page, site.disk + page_of["round"], "round")
    assert hand.page.evaluate("document.documentElement.scrollWidth") == 360
    beside = hand.page.locator(".beside").bounding_box()
    assert beside["x"] >= 0
    assert beside["x"] + beside["width"] <= 360
    finger.drag([hand.place(1, col) for col in (2, 1, 0)])
    assert hand.letters() == "AA.A .... .... ...."
    finger.drag([hand.place(row, 3) for row in (5, 4, 3)])
    assert hand.letters() == "AABA .... .... ..B."


def test_touch_that_stays_draws_no_less(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A finger that rests before it moves has not pressed a second button."""
    hand, finger = phone(open_page, site.disk + page_of["first"], "first")
    finger.send("touchStart", hand.place(1, 1))
    hand.page.wait_for_timeout(600)
    finger.send("touchMove", hand.place(1, 2))
    finger.send("touchMove", hand.place(1, 3))
    finger.send("touchEnd")
    assert hand.letters() == "AAA. .... .... ...."
    finger.send("touchStart", hand.place(1, 1))
    hand.page.wait_for_timeout(600)
    finger.send("touchEnd")
    assert hand.letters() == ".... .... .... ...."


def test_touch_second_finger_takes_the_line_back(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A pinch never draws, and what its first finger cut is whole again."""
    hand, finger = phone(open_page, site.disk + page_of["first"], "first")
    finger.drag([hand.place(2, col) for col in (1, 2, 3)])
    finger.send("touchStart", hand.place(1, 1))
    for place in ((1, 2), (1, 3), (1, 4), (2, 4)):
        finger.send("touchMove", hand.place(*place))
    assert hand.letters() == "AAAA BBBA .... ...."
    finger.send("touchStart", hand.place(2, 4), hand.place(4, 1))
    finger.send("touchMove", hand.place(3, 4), hand.place(4, 2))
    finger.send("touchEnd")
    assert hand.letters() == ".... BBB. .... ...."
    assert "in hand" not in hand.name(1, 1)
    assert hand.page.locator(".hand:not(.is-gone)").count() == 0


def test_touch_that_is_cancelled_takes_the_line_back(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """The browser may take a finger for itself: then nothing was drawn."""
    hand, finger = phone(open_page, site.disk + page_of["first"], "first")
    finger.send("touchStart", hand.place(1, 1))
    finger.send("touchMove", hand.place(1, 2))
    finger.send("touchMove", hand.place(1, 3))
    assert hand.letters() == "AAA. .... .... ...."
    finger.send("touchCancel")
    assert hand.letters() == ".... .... .... ...."
    assert hand.page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"


def test_colours_are_seen_on_either_theme(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """The letter of an end stands out from its disc, and a line or its edge from the paper."""
    script = """() => [...document.querySelectorAll("svg.tsunagi .end")].map((end) => {
      const style = (one) => getComputedStyle(one);
      const disc = style(end.querySelector(".disc"));
      const floor = style(document.querySelector("svg.tsunagi .floor")).fill;
      return [[style(end.querySelector("text")).fill, disc.fill], [disc.fill, floor], [disc.stroke, floor]];
    })"""
    for scheme in ("light", "dark"):
        page = open_page(site.disk + page_of["bridge"], color_scheme=scheme)
        for letter, body, edge in page.evaluate(script):
            assert _contrast(page, *letter) >= 4.5
            assert max(_contrast(page, *body), _contrast(page, *edge)) >= 3


def _contrast(page: Any, one: str, other: str) -> float:
    """The contrast of two colours of a style, as the guidelines for accessible pages reckon it."""
    light = [_light(page, colour) for colour in (one, other)]
    return (max(light) + 0.05) / (min(light) + 0.05)


def _light(page: Any, colour: str) -> float:
    parts = page.evaluate(
        """(colour) => {
          const context = new OffscreenCanvas(1, 1).getContext("2d");
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }""",
        colour,
    )
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_forced_colours_show_what_is_under_the_pointer(
    site: Site, open_page: OpenPage, page_of: dict[str, str]
) -> None:
    """Lines, letters and the board differ, and nothing lies over the cell that is pointed at."""
    hand = Hand(open_page(site.disk + page_of["first"], forced_colors="active"), LEVELS["first"])
    hand.drag((1, 1), (1, 3))
    style = "(one, what) => getComputedStyle(one)[what]"
    floor = hand.page.locator("svg.tsunagi .floor").evaluate(style, "fill")
    line = hand.page.locator(".trails .body").first.evaluate(style, "stroke")
    letter = hand.page.locator(".end text").first.evaluate(style, "fill")
    assert line != floor == letter
    assert hand.cell(1, 3).evaluate(style, "backgroundColor").endswith(", 0)")

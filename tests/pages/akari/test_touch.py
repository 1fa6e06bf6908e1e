"""A level is played with a finger, on a page as wide as a phone."""

from __future__ import annotations

from ..conftest import PHONE, Finger, OpenPage, until
from .conftest import Hand, Site

EASY = "akari/5x5-easy.html"


def test_touch_tap_places_and_drag_paints_dots_but_no_bulb(site: Site, open_page: OpenPage) -> None:
    """On a phone a tap places a bulb, a drag dots only what is empty, and neither scrolls the page."""
    page = open_page(site.disk + EASY, **PHONE)
    hand = Hand(page)
    hand.cell(5, 3).tap()
    assert hand.marks()[22] == "*"
    finger = Finger(page)
    finger.drag([hand.middle(5, col) for col in (1, 2, 3, 4, 5)])
    assert hand.marks()[20:] == "xx*xx"
    assert hand.marks().count("*") == 1
    hand.press("Undo")
    assert hand.marks()[20:] == "..*.."


def test_touch_long_press_sets_a_dot(site: Site, open_page: OpenPage) -> None:
    """A finger that stays sets a dot while it is down, and lifting it adds nothing."""
    page = open_page(site.disk + EASY, **PHONE)
    hand = Hand(page)
    finger = Finger(page)
    finger.down(*hand.middle(5, 5))
    page.locator(".dots circle").wait_for(state="attached")
    finger.up()
    assert hand.name(5, 5) == "dot, dark"
    assert hand.marks().count("*") == 0


def test_touch_second_finger_takes_the_stroke_back(site: Site, open_page: OpenPage) -> None:
    """A pinch never draws: what its first finger did is gone."""
    page = open_page(site.disk + EASY, **PHONE)
    hand = Hand(page)
    finger = Finger(page)
    one, other = hand.middle(5, 1), hand.middle(5, 5)
    finger.send("touchStart", one)
    finger.send("touchMove", hand.middle(5, 3))
    assert hand.marks()[20:] == "xxx.."
    finger.send("touchStart", hand.middle(5, 3), other)
    finger.send("touchMove", hand.middle(5, 2), hand.middle(4, 4))
    finger.up()
    assert hand.marks().count("x") == 0
    assert hand.marks().count("*") == 0


def test_touch_page_is_as_wide_as_the_phone(site: Site, open_page: OpenPage) -> None:
    """Nothing sticks out sideways at 360 pixels, and buttons are as large as a thumb."""
    for name in ("index.html", "404.html", "akari/index.html", EASY):
        page = open_page(site.disk + name, **PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, name
    boxes = [box.bounding_box() for box in page.locator("button:visible, .walk a:visible, [role=gridcell]").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44


def test_touch_zooms_the_page_beside_the_board_and_then_on_it_too(site: Site, open_page: OpenPage) -> None:
    """Outside the board two fingers are the browser's; where it has zoomed the page, they are so on the board too."""
    page = open_page(site.server + EASY, **PHONE)
    frame = page.locator("#frame")
    assert page.locator("#stage").evaluate("one => getComputedStyle(one).touchAction") == "none"
    finger = Finger(page)
    finger.session.send("Input.synthesizePinchGesture", {"x": 180, "y": 40, "scaleFactor": 2})
    until(page, "visualViewport.scale > 1.5")
    until(page, "frame.classList.contains('on-zoomed-page')")
    assert page.locator("#stage").evaluate("one => getComputedStyle(one).touchAction") == "pinch-zoom"
    finger.send("touchStart", (100, 300), (140, 300))
    finger.send("touchMove", (60, 300), (200, 300))
    finger.up()
    assert not frame.evaluate("one => one.classList.contains('is-zoomed')")
    assert Hand(page).marks().count("*") == 0

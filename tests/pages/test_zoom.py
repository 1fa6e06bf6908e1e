"""Laws of every kind's board as it is looked at: brought near and moved, with numbers beside it, for either hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from pipeline.catalogue import Level
from pipeline.kind import discover

from .conftest import DRAWN, Finger, Game, OpenPage, Player, Seat, seated, until

touch = pytest.mark.parametrize(("game", "seat"), seated(list(discover()), ["phone", "tablet"]), indirect=True)
desk = pytest.mark.parametrize("seat", ["desk"], indirect=True)


class Look(NamedTuple):
    """How a board is seen."""

    cell: float
    across: float
    down: float
    page: float
    """How far the page is scrolled."""


class Eye(Player):
    """Looks at a board, and never plays by itself."""

    def __init__(self, page: Any, level: Level) -> None:
        super().__init__(page)
        self.rows, self.cols = level.rows, level.cols
        self.finger = Finger(page)
        self.frame = page.locator("#frame")
        self.begin = self.said()

    def said(self) -> list[str]:
        """What every cell is called."""
        labels: list[str] = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return labels

    def look(self) -> Look:
        """The width of a cell, and how far board and page are scrolled."""
        self.page.evaluate(DRAWN)
        seen = self.page.evaluate(
            "[document.querySelector('[role=gridcell]').getBoundingClientRect().width,"
            " frame.scrollLeft, frame.scrollTop, scrollY]"
        )
        return Look(*seen)

    def at(self, right: float, down: float) -> tuple[float, float]:
        """A point of the frame by its parts."""
        box = self.frame.bounding_box()
        return box["x"] + box["width"] * right, box["y"] + box["height"] * down

    def under(self, point: tuple[float, float]) -> str:
        """The cell by a point."""
        found: str = self.page.evaluate("([x, y]) => document.elementFromPoint(x, y).dataset.cell", list(point))
        return found

    def heard(self) -> str:
        """What a screen reader heard last."""
        text: str = self.page.locator("[data-part=live]").text_content()
        return text

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """Nothing is drawn, and nothing could be undone."""
        yield
        assert self.said() == self.begin
        assert self.page.locator("[data-command=undo]").get_attribute("aria-disabled") == "true"

    def settle(self, name: str) -> None:
        """Turn a switch of the settings on."""
        if not self.page.locator(".settings").evaluate("one => one.open"):
            self.page.locator(".settings summary").click()
        self.page.get_by_label(name).check()


@pytest.fixture
def eye(seat: Seat, game: Game, open_page: OpenPage) -> Eye:
    """An eye on the first level."""
    level = game.level
    address = f"{seat.home}{game.path}"
    return Eye(open_page(address), level)


@touch
def test_zoom_by_two_fingers_keeps_what_is_between_them_pans_and_never_draws(eye: Eye) -> None:
    """What the first finger had begun is taken back; what lies between the fingers stays there and goes with them."""
    whole = eye.look()
    silent = eye.heard()
    with eye.untouched():
        middle = eye.at(0.6, 0.6)
        x, y = middle
        cell = eye.under(middle)
        eye.finger.send("touchStart", (x - 90, y))
        eye.finger.send("touchMove", (x - 40, y))
        eye.finger.send("touchStart", (x - 40, y), (x + 40, y))
        for spread in range(44, 81, 4):
            eye.finger.send("touchMove", (x - spread, y), (x + spread, y))
        near = eye.look()
        assert near.cell == pytest.approx(2 * whole.cell, rel=0.03)
        assert eye.under(middle) == cell
        for step in range(1, 11):
            eye.finger.send("touchMove", (x - 80 - 5 * step, y - 4 * step), (x + 80 - 5 * step, y - 4 * step))
        moved = eye.look()
        assert moved.cell == pytest.approx(near.cell, rel=0.01)
        assert moved.across - near.across == pytest.approx(50, abs=2)
        assert moved.down - near.down == pytest.approx(40, abs=2)
        assert eye.under((x - 50, y - 40)) == cell
        assert eye.heard() == silent, "as long as fingers move nothing is said"
        # One finger is lifted, and the other one still draws nothing.
        eye.finger.send("touchEnd", (x - 130, y - 40))
        assert re.fullmatch(r"Zoomed to \d+%\.", eye.heard())
        eye.finger.send("touchMove", (x - 60, y - 40))
        eye.finger.up()
        assert eye.look() == moved
    assert moved.page == whole.page
    assert eye.page.evaluate("visualViewport.scale") == 1
    # Apart and together again: the whole board, as if nothing had been.
    eye.finger.send("touchStart", (x - 90, y), (x + 90, y))
    for spread in range(90, 25, -5):
        eye.finger.send("touchMove", (x - spread, y), (x + spread, y))
    eye.finger.up()
    assert eye.look() == whole
    assert eye.heard() == "The whole board is shown."


@touch
def test_zoom_leaves_one_finger_to_draw_and_stays_until_another_level(eye: Eye) -> None:
    """A stroke on the zoomed board is drawn where it is seen; undo and a turn of the device leave it zoomed."""
    x, y = eye.at(0.5, 0.5)
    eye.finger.send("touchStart", (x - 40, y), (x + 40, y))
    for spread in range(40, 81, 4):
        eye.finger.send("touchMove", (x - spread, y), (x + spread, y))
    eye.finger.up()
    near = eye.look()
    changed = eye.begin
    for right, down in ((0.2, 0.2), (0.35, 0.35), (0.5, 0.5), (0.65, 0.5), (0.5, 0.65), (0.7, 0.3), (0.3, 0.7)):
        a, b = eye.at(right, down)
        eye.finger.drag([(a, b), (a + 12, b), (a + near.cell * 0.5, b), (a + near.cell, b)])
        changed = eye.said()
        if changed != eye.begin:
            break
    assert changed != eye.begin
    assert eye.look() == near
    eye.press("Undo")
    assert eye.said() == eye.begin
    assert eye.look()[:3] == near[:3]
    size = eye.page.viewport_size
    eye.page.set_viewport_size({"width": size["height"], "height": size["width"]})
    eye.page.set_viewport_size(size)
    back = eye.look()
    assert back.cell == pytest.approx(near.cell, rel=0.01)
    assert back[1:3] == pytest.approx(near[1:3], abs=near.cell)
    assert eye.frame.evaluate("one => one.classList.contains('is-zoomed')")
    eye.page.get_by_role("button", name="Whole board").click()
    assert not eye.frame.evaluate("one => one.classList.contains('is-zoomed')")
    eye.page.get_by_role("button", name="Nearer").click()
    eye.page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    assert not eye.frame.evaluate("one => one.classList.contains('is-zoomed')")


@desk
def test_zoom_by_keys_wheel_and_buttons_keeps_the_cursor_seen_and_the_page_still(eye: Eye) -> None:
    """Keys, the wheel and buttons bring the board near, arrows stay in what is seen, and the page stays as it is."""
    eye.page.set_viewport_size({"width": 1440, "height": 500})
    # A wheel scrolls the page wherever it is turned, until the board is zoomed.
    eye.page.mouse.move(*eye.at(0.5, 0.5))
    eye.page.mouse.wheel(0, 60)
    until(eye.page, "scrollY === 60")
    eye.page.evaluate("scrollTo(0, 0)")
    wheel = "one => one.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, cancelable: true, bubbles: true }))"
    assert eye.page.locator("h1").evaluate(wheel), "the browser zooms the page"
    whole = eye.look()
    zoom = eye.page.locator("[data-part=zoom]")
    assert zoom.is_hidden()
    with eye.untouched():
        eye.cell(1, 1).focus()
        eye.page.keyboard.press("+")
        eye.page.keyboard.press("+")
        assert eye.look().cell > 2 * whole.cell
        assert zoom.is_visible()
        assert eye.heard().startswith("Zoomed to 2")
        for key in [*["ArrowRight"] * (eye.cols - 1), *["ArrowDown"] * (eye.rows - 1), "Home", "ArrowUp"]:
            eye.page.keyboard.press(key)
            seen = eye.page.evaluate(
                """() => {
                    const [view, cell] = [frame, document.activeElement].map(one => one.getBoundingClientRect());
                    const right = view.left + frame.clientWidth + 1;
                    const bottom = view.top + frame.clientHeight + 1;
                    const after = cell.left >= view.left && cell.top >= view.top;
                    return after && cell.right <= right && cell.bottom <= bottom;
                }"""
            )
            assert seen, key
        # The minus may be the kind's own key.
        eye.page.get_by_role("button", name="Farther").click()
        eye.page.get_by_role("button", name="Farther").click()
        assert eye.look()[:3] == whole[:3]
        x, y = eye.at(0.7, 0.7)
        cell = eye.under((x, y))
        eye.page.mouse.move(x, y)
        eye.page.keyboard.down("Control")
        for _ in range(4):
            eye.page.mouse.wheel(0, -30)
        eye.page.keyboard.up("Control")
        # It is said when the wheel has come to rest.
        until(eye.page, "() => document.querySelector('[data-part=live]').textContent.startsWith('Zoomed to')")
        near = eye.look()
        assert near.cell > 2 * whole.cell
        assert eye.under((x, y)) == cell
        eye.page.mouse.wheel(0, 60)
        until(eye.page, "top => frame.scrollTop > top", near.down)
        eye.page.keyboard.down("Shift")
        eye.page.mouse.wheel(0, 60)
        eye.page.keyboard.up("Shift")
        until(eye.page, "left => frame.scrollLeft > left", near.across)
        assert eye.look().page == whole.page
        assert eye.page.evaluate("[devicePixelRatio, visualViewport.scale]") == [1, 1]
        eye.page.get_by_role("button", name="Whole board").click()
    assert eye.look()[:3] == whole[:3]


def test_labels_number_rows_and_columns_as_cells_are_called_and_are_kept(eye: Eye) -> None:
    """They stand in line with their cells, beside what a kind has there, from 1, and stay in view on a zoomed board."""
    assert eye.page.locator(".labels").count() == 0
    eye.settle("Number rows and columns")
    eye.page.reload()
    assert eye.page.evaluate("document.documentElement.scrollWidth") <= eye.page.viewport_size["width"]
    for name, count, axis in ((".of-rows", eye.rows, "y"), (".of-cols", eye.cols, "x")):
        labels = eye.page.locator(f"{name} span")
        assert labels.all_inner_texts() == [str(number) for number in range(1, count + 1)]
        side = {"x": "width", "y": "height"}[axis]
        for number in (1, count):
            row, col = (number, 1) if axis == "y" else (1, number)
            assert f"{'row' if axis == 'y' else 'column'} {number}" in eye.cell(row, col).get_attribute("aria-label")
            cell, label = (one.bounding_box() for one in (eye.cell(row, col), labels.nth(number - 1)))
            assert label[axis] + label[side] / 2 == pytest.approx(cell[axis] + cell[side] / 2, abs=1)
    beside = eye.page.locator(".of-rows").bounding_box()
    art = eye.page.locator("#stage .art").evaluate(
        "art => Math.min(...[...art.querySelectorAll('*')].map(one => one.getBoundingClientRect())"
        ".filter(box => box.width > 0 && box.width < 200).map(box => box.left))"
    )
    assert beside["x"] + beside["width"] <= art + 1
    eye.cell(eye.rows, eye.cols).focus()
    eye.page.keyboard.press("+")
    eye.page.keyboard.press("+")
    box = eye.frame.bounding_box()
    assert eye.page.locator(".of-rows").bounding_box()["x"] == pytest.approx(box["x"], abs=1)
    assert eye.page.locator(".of-cols").bounding_box()["y"] == pytest.approx(box["y"], abs=1)


def test_left_hand_has_the_board_on_its_other_side_and_the_order_of_reading_stays(eye: Eye) -> None:
    """On a desk the board stands right of the controls; on a narrow page what is pressed often comes to the left."""

    def left(selector: str) -> float:
        x: float = eye.page.locator(selector).bounding_box()["x"]
        return x

    order = "[...document.querySelectorAll('button, a, summary, input')].map(one => one.textContent)"
    read = eye.page.evaluate(order)
    first, last = "[data-command=undo]", "[data-command=restart]"
    if eye.page.viewport_size["width"] >= 960:
        first, last = "[data-command=undo]", "#frame"
    assert left(last) < left(first)
    eye.settle("Left-handed layout")
    eye.page.reload()
    assert eye.page.evaluate(order) == read
    assert left(first) < left(last)
    assert eye.page.evaluate("document.documentElement.scrollWidth") <= eye.page.viewport_size["width"]

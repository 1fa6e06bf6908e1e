"""A law of every kind's page: its first lesson can be taken from its offer to its end, with a mistake on the way.

The tests know no kind's rules. A step frames the cells that it asks for, and gestures on these are tried until the
page is content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, permutations
from typing import Any

import pytest

from build.lessons import Lesson, read_lesson
from build.templates import Templates
from pipeline.kind import discover
from site_templates import ROOT

from .conftest import Game, OpenPage, Player, Seat, Site, expect, follow

LOOK = ", look here"

Gesture = Callable[["Pupil"], None]


def lesson_of(kind: str) -> Lesson:
    """What the kind's lesson is."""
    kinds = discover()
    lesson = read_lesson(Templates(ROOT, kinds).folder(kind) / "lesson.yaml", kinds[kind])
    assert lesson is not None
    return lesson


class Pupil(Player):
    """Takes a lesson by hand or by keys."""

    def __init__(self, page: Any, lesson: Lesson) -> None:
        super().__init__(page)
        self.lesson = lesson
        self.cols = lesson.cols
        self.keys = False
        self.draws = False
        """Whether presses have once not been what a step asks for."""

    def text(self, part: str) -> str:
        """What a part of the page says."""
        text: str = self.page.locator(f"[data-part={part}]").text_content()
        return text

    @property
    def sort(self) -> str:
        """What the page makes of the board."""
        return str(self.page.locator("[data-part=verdict]").get_attribute("data-sort"))

    def said(self) -> list[str]:
        """What every cell is called."""
        labels: list[str] = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return labels

    def framed(self) -> list[int]:
        """The cells that the page asks to play on."""
        return [cell for cell, said in enumerate(self.said()) if LOOK in said]

    def enabled(self, command: str) -> bool:
        """Whether a button has something to do."""
        return bool(self.page.locator(f"[data-command={command}]").get_attribute("aria-disabled") != "true")

    def do(self, command: str) -> None:
        """Press a button, by the pointer or by a key."""
        button = self.page.locator(f"[data-command={command}]")
        if self.keys:
            button.press("Enter")
        else:
            button.click()

    def undo_to(self, before: list[str]) -> None:
        """Take back what a gesture did."""
        while self.said() != before:
            assert self.enabled("undo"), "undo does not lead back"
            self.do("undo")

    def draw(self, way: list[int]) -> None:
        """Lead what is in the first cell to the last."""
        places = [(cell // self.cols + 1, cell % self.cols + 1) for cell in way]
        if self.keys:
            self.cell(*places[0]).focus()
            self.page.keyboard.press(" ")
            for (row, col), (to_row, to_col) in pairwise(places):
                down, right = to_row - row, to_col - col
                self.page.keyboard.press(
                    {(1, 0): "ArrowDown", (-1, 0): "ArrowUp", (0, 1): "ArrowRight", (0, -1): "ArrowLeft"}[down, right]
                )
            self.page.keyboard.press("Escape")
            return
        mouse = self.page.mouse
        mouse.move(*self.middle(*places[0]))
        mouse.down()
        for place in places[1:]:
            mouse.move(*self.middle(*place), steps=4)
        mouse.up()

    def press_cell(self, cell: int) -> None:
        """The plain press on a cell; what a key takes hold of there is let go of."""
        row, col = divmod(cell, self.cols)
        if self.keys:
            self.cell(row + 1, col + 1).press(" ")
            self.page.keyboard.press("Escape")
        elif self.page.evaluate("'ontouchstart' in window"):
            self.page.touchscreen.tap(*self.middle(row + 1, col + 1))
        else:
            self.page.mouse.click(*self.middle(row + 1, col + 1))

    def chains(self, cells: list[int]) -> Iterator[list[int]]:
        """The ways through all of some cells by their sides."""
        for way in permutations(cells):
            steps = [divmod(cell, self.cols) for cell in way]
            if all(abs(r - s) + abs(c - d) == 1 for (r, c), (s, d) in pairwise(steps)):
                yield list(way)

    def take_step(self) -> None:
        """Do what the step asks for: press each framed cell until it is right, or draw through all of them."""
        framed = self.framed()
        assert framed
        before = self.said()
        for cell in () if self.draws else framed:
            for _ in range(3):
                if cell not in self.framed() and self.sort in ("part", "done"):
                    break
                self.press_cell(cell)
        if self.sort == "done":
            return
        self.undo_to(before)
        self.draws = True
        for way in self.chains(framed):
            self.draw(way)
            if self.sort == "done":
                return
            self.undo_to(before)
        raise AssertionError(f"no gesture does what is asked: {self.text('say')}")

    def err(self) -> None:
        """Make any move that is wrong."""
        before = self.said()
        cells = range(len(before))
        for cell in cells:
            self.press_cell(cell)
            if self.sort == "wrong":
                return
            self.undo_to(before)
        for cell in cells:
            for other in (cell + 1, cell - 1, cell + self.cols, cell - self.cols):
                if other in cells and (
                    other // self.cols == cell // self.cols or other % self.cols == cell % self.cols
                ):
                    self.draw([cell, other])
                    if self.sort == "wrong":
                        return
                    self.undo_to(before)
        raise AssertionError("nothing is ever wrong")

    def finish(self) -> None:
        """Let the page show the rest, move by move."""
        for _ in range(len(self.said()) * 4):
            self.do("hint")
            if self.page.locator("[data-part=end]").is_visible():
                return
        raise AssertionError("the board is never solved")


def test_lesson_is_taken_from_its_offer_to_its_end(seat: Seat, game: Game, open_page: OpenPage) -> None:
    """Each step asks for moves that it then takes; a mistake is named and taken back; the offer is gone afterwards."""
    level = game.level
    lesson = lesson_of(level.kind)
    page = open_page(f"{seat.home}{level.kind}/index.html")
    offer = page.locator("[data-lesson]")
    assert offer.is_visible()
    follow(offer.get_by_role("link"))
    pupil = Pupil(page, lesson)
    assert pupil.text("count") == f"Step 1 of {len(lesson.asked) + 1}"
    assert page.locator("[role=grid]").get_attribute("aria-describedby") == page.locator(
        "[data-part=say]"
    ).get_attribute("id")
    assert pupil.text("say") in pupil.text("live")
    assert "Look at row" in pupil.text("live")

    start = pupil.said()
    pupil.err()
    assert pupil.text("message").startswith("Not quite")
    assert pupil.text("message") in pupil.text("live")
    assert any(", not right" in said for said in pupil.said())
    assert not pupil.enabled("next")
    pupil.do("takeBack")
    assert pupil.said() == start
    assert page.locator("[data-command=takeBack]").is_hidden()

    for number in range(1, len(lesson.asked) + 1):
        assert pupil.text("count").startswith(f"Step {number} ")
        assert not pupil.enabled("next")
        pupil.take_step()
        assert "Yes, that is it." in pupil.text("live")
        pupil.do("next")
    pupil.do("previous")
    assert pupil.sort == "done"
    pupil.do("next")
    assert pupil.text("count") == f"Step {len(lesson.asked) + 1} of {len(lesson.asked) + 1}"
    assert pupil.framed() == []
    pupil.finish()
    assert "That is all of it" in pupil.text("live")

    follow(page.get_by_role("link", name="To the first level"))
    assert f"/{game.path}" in page.url
    assert page.locator("[data-lesson]").is_hidden()
    page.goto(f"{seat.home}{level.kind}/rules.html")
    assert page.locator("main a[href='lesson.html']").is_visible()


def test_lesson_is_taken_by_keys_alone(site: Site, game: Game, open_page: OpenPage) -> None:
    """Every move, every button and the mistake: nothing needs a pointer, and going on leads back to the board."""
    lesson = lesson_of(game.level.kind)
    page = open_page(f"{site.server}{game.level.kind}/lesson.html", reduced_motion="reduce")
    pupil = Pupil(page, lesson)
    pupil.keys = True
    pupil.err()
    pupil.do("takeBack")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    for _ in lesson.asked:
        pupil.take_step()
        pupil.do("next")
        assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    while page.locator("[data-part=end]").is_hidden():
        page.keyboard.press("h")
    assert "That is all of it" in pupil.text("live")


@pytest.mark.engine
def test_lesson_that_is_declined_is_not_offered_again(site: Site, game: Game, open_page: OpenPage) -> None:
    """Nor on any other page of the kind; solving a level is as good as to decline."""
    level = game.level
    play = f"{site.server}{game.path}"
    page = open_page(play)
    offer = page.locator("[data-lesson]")
    assert offer.is_visible()
    offer.get_by_role("button").press("Enter")
    assert offer.is_hidden()
    page.goto(f"{site.server}{level.kind}/index.html")
    assert page.locator("[data-lesson]").is_hidden()
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    page.goto(play)
    assert offer.is_visible()
    stage = page.locator("#stage")
    before = stage.bounding_box()
    page.evaluate(
        """() => {
            const solved = document.querySelector("[data-part=solved]");
            const hint = document.querySelector("[data-command=hint]");
            for (let press = 0; solved.hidden && press < 400; press++) hint.click();
        }"""
    )
    assert offer.is_hidden()
    assert stage.bounding_box() == before, "the board moved away under the hand"
    page.goto(f"{play}#{level.id}/unknown")
    # The page learns of its new address a moment later.
    expect(page.locator("[data-part=message]")).not_to_be_empty()
    assert offer.evaluate("one => one.hidden"), "the next board comes with the offer"
    page.goto(f"{site.server}{level.kind}/index.html")
    assert page.locator("[data-lesson]").is_hidden()

"""The author's pages and the panel over a page at fault, before the rules of axe-core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.watched import BROKEN, OTHER, Watched

from ..test_access import NARROW, WIDE, asked
from .conftest import answered
from .test_desk import FAILING

UNFOLD = "all => all.forEach((one) => { one.open = true; })"


def judge(page: Any, axe: str, label: str) -> None:
    """On a phone's screen and a desk's, in both themes.

    Contrast of a table cut off where it scrolls, and of a dialog over a page, axe cannot tell: that is left.
    """
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            faults, _ = answered(lambda: asked(page, axe))
            assert faults == [], (label, size["width"], scheme)


def test_authors_pages_have_no_fault_that_axe_finds(
    watched: Watched, open_watched: Callable[..., Any], axe: str
) -> None:
    """The report, the draft of a layout that works with all unfolded, and of one that does not."""
    page = open_watched(watched.address + "report.html", viewport=NARROW, reduced_motion="reduce")
    page.locator("details").evaluate_all(UNFOLD)
    judge(page, axe, "report")
    page.goto(watched.address + "draft/akari/lamp/1")
    page.get_by_role("heading", name="Step by step").wait_for()
    page.locator("details").evaluate_all(UNFOLD)
    judge(page, axe, "draft")
    watched.lamp.write_text(FAILING, encoding="utf-8")
    page.get_by_role("heading", name="ambiguous").wait_for()
    page.locator("img.picture").wait_for()
    judge(page, axe, "draft at fault")


def test_panel_over_a_page_has_no_fault_that_axe_finds(
    watched: Watched, open_watched: Callable[..., Any], axe: str
) -> None:
    """Unfolded with a fault of the file, and one of the board that is drawn; folded; and with the way to a draft."""
    page = open_watched(watched.address + "akari/", viewport=NARROW, reduced_motion="reduce")
    watched.lamp.write_text(BROKEN, encoding="utf-8")
    page.get_by_role("heading", name="1 fault").wait_for()
    judge(page, axe, "a fault of the file")
    watched.lamp.write_text(FAILING, encoding="utf-8")
    page.locator(".boards img").wait_for()
    judge(page, axe, "a fault of the board")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="What is wrong: 1 fault").wait_for()
    judge(page, axe, "folded")
    watched.lamp.write_text(OTHER, encoding="utf-8")
    page.get_by_role("link", name="5×5, Easy, 1: Other lamp").wait_for()
    page.get_by_role("link", name="Draft: Other lamp").wait_for()
    judge(page, axe, "the way to a draft")

"""The author's pages in a real browser: a draft follows its layout, and the report fits every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.watched import HAND, LAMP, OTHER, Watched, swap

from ..conftest import expect, follow
from .conftest import answered, until

FAILING = HAND.replace(".0.2.", ".#.#.").replace(".1.1.", ".#.#.").replace(".1.#.", ".#.#.")


def overflows(page: Any) -> bool:
    """Whether a page is wider than its screen."""
    found: bool = answered(lambda: page.evaluate("() => document.documentElement.scrollWidth > innerWidth"))
    return found


def test_draft_is_led_to_from_a_changed_layout_and_follows_it(
    watched: Watched, open_watched: Callable[..., Any]
) -> None:
    """By a link that can be folded away; what is wrong with its own layout the page itself tells, and no panel."""
    page = open_watched(watched.address + "akari/", viewport={"width": 360, "height": 700})
    swap(watched.lamp, OTHER)
    link = page.get_by_role("link", name="Draft: Other lamp")
    link.wait_for()
    page.get_by_role("button", name="Hide this link").click()
    link.wait_for(state="hidden")
    swap(watched.lamp, OTHER.replace("Other", "Another"))
    page.get_by_role("link", name="5×5, Easy, 1: Another lamp").wait_for()
    follow(page.get_by_role("link", name="Draft: Another lamp"))
    expect(page.get_by_role("heading", name="Another lamp")).to_be_visible()
    assert page.url == f"{watched.address}draft/akari/lamp/1"
    assert not overflows(page)
    assert page.get_by_role("link", name="Draft: Another lamp").count() == 0
    traces = page.locator("details.trace")
    traces.first.locator("summary").focus()
    was = traces.first.evaluate("trace => trace.open")
    page.keyboard.press("Enter")
    expect(traces.first).to_have_js_property("open", not was)
    swap(watched.lamp, FAILING)
    page.get_by_role("heading", name="ambiguous").wait_for()
    page.get_by_role("button", name="What is wrong: 1 fault").wait_for()
    assert page.locator("dialog[open]").count() == 0
    until(page, "() => document.querySelector('img.picture').naturalWidth > 0")
    swap(watched.lamp, LAMP)
    page.get_by_role("heading", name="Corner lamp").wait_for()


def test_report_leads_to_drafts_and_fits_a_phone(watched: Watched, open_watched: Callable[..., Any]) -> None:
    """Its plots scroll by themselves where they are wider, and their numbers unfold."""
    page = open_watched(watched.address + "report.html", viewport={"width": 360, "height": 700})
    assert not overflows(page)
    page.get_by_text("The numbers").first.click()
    page.get_by_role("table").first.wait_for()
    assert page.get_by_role("img", name="How many levels there are of each size and tier").is_visible()
    page.locator(".missing summary").first.click()
    page.locator(".which a").first.click()
    page.get_by_role("heading", name="Step by step").wait_for()


def test_payload_of_a_layout_stays_text_on_the_authors_pages(
    watched: Watched, open_watched: Callable[..., Any]
) -> None:
    """A draft, the report and the panel of faults show what a stranger wrote, and nothing of it runs."""
    payload = "</script><script src=data:text/javascript,pwned=1></script><img src=x onerror=pwned=2>\u202e"
    hostile = OTHER.replace("Other lamp", f'"{payload}"\nauthor: "<svg onload=pwned=3>"')
    page = open_watched(watched.address + "akari/")
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    swap(watched.lamp, hostile)
    page.locator("main a[title^='</script>']").wait_for()
    follow(page.get_by_role("link", name="Draft: </script>"))
    expect(page.get_by_role("heading", level=1)).to_have_text(payload.replace("\u202e", "\\u202e"))
    expect(page.locator(".eyebrow")).to_contain_text("<svg onload=pwned=3>")
    page.goto(watched.address + "akari/")
    swap(watched.lamp, hostile.replace("  ..#..\n", f"  {payload}\n"))
    expect(page.locator("dialog[open]")).to_contain_text("<img src=x onerror=pwned=2>")
    page.goto(watched.address + "report.html")
    expect(page.locator(".faults")).to_contain_text("layouts/akari/lamp.yaml")
    assert page.evaluate("() => typeof pwned") == "undefined"
    assert page.locator("img[src=x], svg[onload], script[src^='data:']:not([type])").count() == 0
    assert told == []

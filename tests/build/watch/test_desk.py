"""The author's pages of a watched site: the report, and the draft of each layout as it is now."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.watched import BROKEN, HAND, LAMP, OTHER, Watched, project, watching

DRAFT = "draft/akari/lamp/1"

FAILING = """\
title: Never one
clues: fixed
walls: |
  ...
  .#.
  ...
"""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A watch over a project, some way down on its host."""
    with watching(project(tmp_path_factory.mktemp("watched")), "--base-path", "/a/b/") as one:
        one.until_good()
        yield one


def told(text: str) -> dict[str, Any]:
    """What the watching script is told on a page."""
    found = re.search(r'data-told="([^"]*)"', text)
    assert found
    data: dict[str, Any] = json.loads(html.unescape(found[1]))
    return data


def look(watched: Watched, path: str) -> dict[str, Any]:
    """How a page stands now, as the script asks for it."""
    data: dict[str, Any] = json.loads(watched.ask(f"_watch/look?path={quote(path)}").text)
    return data


def test_draft_and_report_of_a_watched_site_are_what_the_layouts_are_now(watched: Watched) -> None:
    """A changed layout is told with the way to its draft; the page is another one then, and leads back by itself."""
    reply = watched.ask(DRAFT)
    assert reply.status == 200
    assert "<h1>Corner lamp</h1>" in reply.text
    assert 'href="../../../report.html"' in reply.text
    assert 'data-from="../../../_watch/client.js"' in reply.text
    before = told(reply.text)
    assert look(watched, DRAFT)["print"] == before["print"]
    report = watched.ask("report.html")
    assert report.status == 200
    count = len(set(re.findall(r"(?<=#)[0-9a-f]{12}", watched.ask("akari/").text)))
    assert re.search(r"<dt>levels</dt><dd>(\d+)</dd>", report.text)[1] == str(count)  # type: ignore[index]
    assert watched.news()["changed"] == []
    watched.lamp.write_text(OTHER, encoding="utf-8")
    news = watched.until_news(lambda news: bool(news["changed"]) and not news["faults"])
    assert news["changed"] == [{"href": DRAFT, "title": "Other lamp"}]
    assert news["desk"] != before["version"]
    now = look(watched, DRAFT)
    assert now["print"] != before["print"]
    assert now["version"] == news["desk"]
    assert "<h1>Other lamp</h1>" in watched.ask(DRAFT).text
    watched.lamp.write_text(f"# A line more.\n{LAMP}", encoding="utf-8")
    watched.until(lambda: "lamp.yaml:2" in watched.ask(DRAFT).text)


def test_draft_of_a_layout_at_fault_says_why_and_one_that_is_gone_is_missing(watched: Watched) -> None:
    """What cannot be read leaves the page as it is."""
    fresh = watched.lamp.with_name("fresh.yaml")
    fresh.write_text(FAILING, encoding="utf-8")
    news = watched.until_news(lambda news: bool(news["faults"]))
    assert [fault["draft"] for fault in news["faults"]] == ["draft/akari/fresh/1"]
    reply = watched.ask("draft/akari/fresh/1")
    assert reply.status == 200
    assert "the board has more than one answer" in reply.text
    assert told(reply.text)["version"] == news["desk"]
    assert "the board has more than one answer" in watched.ask("report.html").text
    watched.lamp.write_text(BROKEN, encoding="utf-8")
    watched.until_news(lambda news: any("lamp.yaml" in fault["place"] for fault in news["faults"]))
    assert look(watched, DRAFT) == {}
    fresh.unlink()
    watched.lamp.write_text(LAMP, encoding="utf-8")
    watched.until_news(lambda news: not news["faults"])
    assert watched.ask("draft/akari/fresh/1").status == 404
    assert look(watched, "draft/akari/fresh/1")["go"] == "report.html"
    fresh.write_text(OTHER.replace("Other", "Third").replace(".#...", "#...."), encoding="utf-8")
    watched.until_news(lambda news: [one["title"] for one in news["changed"]] == ["Third lamp"])
    fresh.unlink()
    watched.until_news(lambda news: news["changed"] == [])
    for name in ("draft/", "draft/none/lamp/1", "draft/akari/", "draft/akari/../../x"):
        assert watched.ask(quote(name)).status == 404


def test_draft_takes_the_style_of_the_site_in_place(watched: Watched) -> None:
    """A changed style is all that is another one."""
    before = told(watched.ask(DRAFT).text)
    own = watched.folder / "templates" / "author" / "author.css"
    own.parent.mkdir(parents=True)
    own.write_text("h1 { letter-spacing: 3px }\n", encoding="utf-8")
    now = watched.until(lambda: next((one for one in [look(watched, DRAFT)] if one["print"] != before["print"]), None))
    assert now["rest"] == before["rest"]
    assert "letter-spacing: 3px" in watched.ask(f"_watch/style?path={DRAFT}").text
    assert watched.ask("_watch/style?path=none").status == 404


def test_hand_made_layout_has_no_order_of_clues(watched: Watched) -> None:
    """Its clues are those of its author."""
    assert HAND.startswith("title: By hand")
    text = watched.ask("draft/akari/hand/1").text
    assert "the clues are the author’s own" in text

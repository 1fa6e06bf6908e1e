"""A law of every kind's page about other programs: what leads there leads to the board that is seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.errors import AuthoringError
from pipeline.interchange.format import Format, Request
from pipeline.kind import AnyKind, discover

from .conftest import Game, OpenPage, Seat, expect, opened_site, play_path
from .test_position import NO_CLIPBOARD

Opened = tuple[Format[Any], Any]


def opened(kind: AnyKind, puzzle: Any) -> Iterator[Opened]:
    """The formats in which a puzzle opens, and as what."""
    for one in kind.formats:
        if one.stencil and one.write:
            try:
                yield one, one.read(one.write(Request(puzzle)).text).puzzle
            except AuthoringError:
                continue


def check_links(page: Any, kind: AnyKind, puzzle: Any) -> None:
    """The page leads to this puzzle, and says where its rules do not come along."""
    links = page.locator("[data-part=programs] a")
    wanted = list(opened(kind, puzzle))
    expect(links).to_have_text([f"Open in {one.title}" for one, _ in wanted])
    expect(page.locator("[data-part=programs] a:not([href])")).to_have_count(0)
    for link, (one, seen) in zip(links.all(), wanted, strict=True):
        assert one.read(link.get_attribute("href")).puzzle == seen
        assert kind.grid(seen) == kind.grid(puzzle)
        assert link.get_attribute("rel").split() == ["noopener", "noreferrer", "external"]
    lost = ", ".join(one.title for one, seen in wanted if seen != puzzle)
    told = page.locator("[data-part=lostRules]")
    assert told.is_visible() == bool(lost)
    expect(told).to_contain_text(f"{lost} gets the board")
    assert page.locator("[data-part=noPrograms]").is_visible() == (not wanted)


def test_level_opens_in_other_programs_as_it_is_seen_and_its_code_is_copied(
    seat: Seat, game: Game, tmp_path: Path, open_page: OpenPage
) -> None:
    """A level, an image of it, and the next level: links and code are of what is on the screen."""
    kind = discover()[game.level.kind]
    lines = list(map(json.loads, game.lines.splitlines()))
    # The one with the fewest clues is drawn plainly in every kind; the easiest one comes after it on the same page.
    level, after = lines[-1], lines[0] | {"tier": lines[-1]["tier"]}
    puzzle, next_one = (kind.read_grid(one["grid"], one["rules"]) for one in (level, after))
    assert any(opened(kind, puzzle)) == any(one.stencil for one in kind.formats)
    with opened_site(tmp_path, kind.name, "".join(f"{json.dumps(one)}\n" for one in (level, after))) as site:
        home = site.disk if seat.home == game.site.disk else site.server
        address = home + play_path(game.level).replace(game.level.tier, level["tier"])
        page = open_page(address, permissions=["clipboard-read", "clipboard-write"])
        page.locator(".programs summary").click()
        check_links(page, kind, puzzle)
        copied(page, level["code"], "Copied, the code of this level.")

        page.evaluate("hash => { location.hash = hash; }", f"{level['id']}/{level['images'][1]}")
        expect(page.locator("[data-part=image]")).to_be_visible()
        check_links(page, kind, kind.turn(puzzle, level["images"][1]))
        copied(page, level["code"], "Copied, the code of this level as it was drawn.")

        page.locator("[data-part=next]").click()
        expect(page.locator("[data-part=code]")).to_have_value(after["code"])
        expect(page.locator("[data-part=codeSaid]")).to_be_empty()
        check_links(page, kind, next_one)
        copied(page, after["code"], "Copied, the code of this level.")

        page.evaluate(NO_CLIPBOARD)
        page.locator("[data-command=code]").click()
        expect(page.locator("[data-part=codeSaid]")).to_contain_text("The code is chosen")
        assert page.evaluate("document.getSelection().toString()") == after["code"]


def copied(page: Any, code: str, told: str) -> None:
    """A press copies this code, and says so where it is seen and aloud."""
    page.locator("[data-command=code]").click()
    for part in ("codeSaid", "live"):
        expect(page.locator(f"[data-part={part}]")).to_have_text(told)
    assert page.evaluate("navigator.clipboard.readText()") == code

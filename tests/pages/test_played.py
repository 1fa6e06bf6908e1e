"""What a page keeps of a game beside its moves: the time, records, the day's level; and the file that carries them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from build.site import build_site
from pipeline.catalogue import Level, read_catalogue
from pipeline.kind import discover

from .conftest import SETTINGS, OpenPage, Player, Site, expect, follow, opened_site, play_path, shared

MONDAY = "2026-11-30T10:00:00"


@pytest.fixture(scope="module")
def levels(toy_catalogue: Path) -> dict[str, Level]:
    """Its levels by their ids."""
    return {level.id: level for level in read_catalogue(toy_catalogue)}


@pytest.fixture(scope="module")
def site(toy_site: Site) -> Site:
    """Its site: what is kept knows no kind."""
    return toy_site


def opened(open_page: OpenPage, address: str, time: str = MONDAY, **options: Any) -> Any:
    """A page whose clock stands at a time and goes on only when it is told to."""
    return open_page(address, now=time, **options)


def play_page(levels: dict[str, Level]) -> tuple[str, Level]:
    """Where the first easy level is played."""
    level = next(level for level in levels.values() if level.tier == "easy")
    return f"{play_path(level)}#{level.id}", level


def mines_of(level: Level) -> list[tuple[int, int]]:
    """The cells that have to be pressed, from 1."""
    return [(r, c) for r, line in enumerate(level.answer, 1) for c, letter in enumerate(line, 1) if letter == "*"]


def solve(page: Any, level: Level) -> int:
    """Play a level to its end; how many moves that took."""
    hand = Player(page)
    hand.cols = level.cols
    mines = mines_of(level)
    for row, col in mines:
        hand.cell(row, col).click()
    assert hand.is_solved()
    return len(mines)


def clock(page: Any) -> str:
    """The time that a play page shows."""
    text: str = page.locator("[data-part=time]").text_content()
    return text


def kept(page: Any, name: str) -> Any:
    """What storage holds under a name."""
    text = page.evaluate("name => localStorage.getItem(name)", f"kotae:{name}")
    return text and json.loads(text)["value"]


def hide(page: Any, hidden: bool) -> None:
    """Let the page believe that its tab is hidden, or seen again."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_time_stops_when_nobody_looks_and_goes_on_after_a_reload(
    home: str, open_page: OpenPage, levels: dict[str, Level]
) -> None:
    """It counts while the page is seen, stands while it is hidden or long left, and is kept with the game."""
    path, level = play_page(levels)
    page = opened(open_page, home + path)
    page.clock.run_for(5_000)
    assert clock(page) == "0:05"
    hand = Player(page)
    hand.cols = level.cols
    covered = level.grid[0].index(".") + 1
    hand.cell(1, covered).click()
    hide(page, True)
    page.clock.run_for(60_000)
    assert clock(page) == "0:05"
    hide(page, False)
    page.clock.run_for(3_000)
    assert clock(page) == "0:08"
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.clock.run_for(300_000)
    assert clock(page) == "1:08"
    page.reload()
    assert clock(page) == "1:08"
    page.clock.run_for(290_000)
    page.mouse.move(5, 5)
    page.clock.run_for(900_000)
    assert clock(page) == "10:58", "five minutes after the last sign of a player the time stands still"
    page.mouse.move(9, 9)
    page.clock.run_for(4_000)
    page.locator("[data-part=next]").click()
    # The page learns of its new address a moment later.
    expect(page.locator("[data-part=time]")).to_have_text("0:00")
    page.go_back()
    expect(page.locator("[data-part=time]")).to_have_text("11:02")


def test_time_can_be_hidden_for_good(site: Site, open_page: OpenPage, levels: dict[str, Level]) -> None:
    """Who does not want to see it sees it on no level, and it is counted all the same."""
    path, level = play_page(levels)
    page = opened(open_page, site.server + path)
    assert page.locator("[data-part=time]").is_visible()
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Show the time").uncheck()
    assert page.locator("[data-part=time]").is_hidden()
    page.reload()
    assert page.locator("[data-part=time]").is_hidden()
    page.clock.run_for(4_000)
    solve(page, level)
    assert kept(page, f"solved/toy:{level.id}")["ms"] == 4_000


def test_time_comes_with_the_game_of_another_tab(site: Site, open_page: OpenPage, levels: dict[str, Level]) -> None:
    """A tab that takes a newer game takes the time that was played on it too, and keeps no less."""
    path, level = play_page(levels)
    page = opened(open_page, site.server + path)
    hide(page, True)
    other = page.context.new_page()
    other.goto(site.server + path)
    other.clock.run_for(20_000)
    hand = Player(other)
    hand.cols = level.cols
    hand.cell(1, level.grid[0].index(".") + 1).click()
    expect(page.locator("[data-part=time]")).to_have_text("0:20")
    shared(other, page, f"toy:{level.id}")
    hide(page, False)
    Player(page).press("Undo")
    assert kept(page, f"toy:{level.id}")["ms"] >= 20_000


@pytest.mark.everywhere
def test_record_is_of_the_first_solve_of_a_level(home: str, open_page: OpenPage, levels: dict[str, Level]) -> None:
    """A solve after a restart, or of another image, is quicker because the answer is known: the page says so."""
    path, level = play_page(levels)
    page = opened(open_page, home + path)
    page.clock.run_for(65_000)
    moves = solve(page, level)
    expect(page.locator("[data-part=result]")).to_have_text(f"1:05, {moves} moves.")
    page.clock.run_for(60_000)
    assert clock(page) == "1:05"
    record = kept(page, f"solved/toy:{level.id}")
    expected = {"day": "2026-11-30", "ms": 65_000, "moves": moves, "help": "", "tier": level.tier}
    assert record == expected | {"rows": level.rows, "cols": level.cols}
    Player(page).press("Restart")
    assert clock(page) == "0:00"
    page.clock.run_for(2_000)
    Player(page).press("Undo")
    assert Player(page).is_solved()
    assert kept(page, f"solved/toy:{level.id}") == record
    Player(page).press("Restart")
    page.clock.run_for(30_000)
    solve(page, level)
    assert kept(page, f"solved/toy:{level.id}") == record
    expect(page.locator("[data-part=result]")).to_contain_text(f"0:30, {moves} moves. Records are of")


def test_record_is_made_by_the_first_solve_of_an_attempt_alone(
    site: Site, open_page: OpenPage, levels: dict[str, Level]
) -> None:
    """Who goes back from a solved board and ends it again has no better time; an undone restart gives the time back."""
    path, level = play_page(levels)
    page = opened(open_page, site.server + path)
    hand = Player(page)
    hand.cols = level.cols
    page.clock.run_for(65_000)
    *mines, last = mines_of(level)
    for row, col in mines:
        hand.cell(row, col).click()
    page.locator("[data-command=checkpoint]").click()
    hand.cell(*last).click()
    assert hand.is_solved()
    record = kept(page, f"solved/toy:{level.id}")
    assert record["ms"] == 65_000
    page.locator("[data-command=back]").click()
    assert clock(page) == "1:05"
    hand.cell(*last).click()
    assert hand.is_solved()
    hand.press("Restart")
    assert clock(page) == "0:00"
    page.clock.run_for(3_000)
    hand.press("Undo")
    assert clock(page) == "1:05"
    hand.press("Undo")
    hand.cell(*last).click()
    assert hand.is_solved()
    hand.press("Restart")
    page.locator("[data-command=back]").click()
    assert clock(page) == "1:05"
    hand.cell(*last).click()
    assert hand.is_solved()
    assert kept(page, f"solved/toy:{level.id}") == record


def test_links_from_before_a_new_build_lead_to_the_level_or_tell_that_it_is_gone(
    toy_catalogue: Path, levels: dict[str, Level], tmp_path: Path, open_page: OpenPage
) -> None:
    """A level that came to another page is found there, from home and by its old address; one that is gone is offered
    until it is asked for, and its record outlasts it."""
    groups = Counter((level.rows, level.cols, level.tier) for level in levels.values())
    path, level = play_page(
        {key: level for key, level in levels.items() if groups[level.rows, level.cols, level.tier] > 1}
    )
    lines = toy_catalogue.read_text(encoding="utf-8").splitlines(keepends=True)

    def rebuild(change: Callable[[dict[str, Any]], dict[str, Any] | None], site: Site) -> None:
        changed = [change(fields) if fields["id"] == level.id else fields for fields in map(json.loads, lines)]
        (tmp_path / "catalogue" / "toy.jsonl").write_text("".join(json.dumps(one) + "\n" for one in changed if one))
        build_site(tmp_path / "catalogue", site.folder, SETTINGS, discover())

    with opened_site(tmp_path, "toy", "".join(lines)) as site:
        page = open_page(site.server + path)
        moves = solve(page, level)
        Player(page).press("Undo")
        rebuild(lambda fields: fields | {"tier": "expert"}, site)
        card = page.locator("[data-part=continue]")
        moved = path.replace("-easy", "-expert")
        for way in ("home", "address"):
            page.goto("about:blank")
            page.goto(f"{site.server}{'index.html' if way == 'home' else path}")
            if way == "home":
                card.click()
            page.wait_for_url(site.server + moved)
            page.locator("[role=gridcell]").first.wait_for()
            assert page.locator("[data-command=redo]").get_attribute("aria-disabled") == "false", way
        rebuild(lambda _: None, site)
        page.goto(f"{site.server}index.html")
        card.click()
        expect(page.locator("[data-part=message]")).to_contain_text("not here any more")
        page.goto(f"{site.server}toy/where.html#{level.id}")
        expect(page.locator("[data-part=gone] h1")).to_have_text("This level is not here any more")
        page.goto(f"{site.server}index.html")
        expect(page.locator("[data-part=begin]")).to_be_visible()
        expect(card).to_be_hidden()
        page.goto(f"{site.server}stats.html")
        assert page.locator("[data-kind=toy] tbody tr").inner_text().split()[1:3] == ["Easy", "1"]
        expect(page.locator("[data-kind=toy] tbody td").last).to_have_text(str(moves))


def test_statistics_teach_where_there_are_none(home: str, open_page: OpenPage) -> None:
    """Without a record the page says what will stand there, and leads to the levels."""
    page = open_page(f"{home}stats.html")
    assert "Solve a level" in page.locator("[data-part=empty]").inner_text()
    assert page.locator(".plot:visible").count() == 0
    follow(page.get_by_role("link", name="To the levels"))
    assert page.url == f"{home}index.html"


def test_statistics_show_what_was_solved_in_plots_and_in_words(
    home: str, open_page: OpenPage, levels: dict[str, Level]
) -> None:
    """A dot and a bar for each level, and the same for those who do not see them, in tables."""
    path, level = play_page(levels)
    page = opened(open_page, home + path)
    page.clock.run_for(65_000)
    moves = solve(page, level)
    page.goto(f"{home}stats.html")
    expect(page.locator("[data-part=summary]")).to_have_text("1 level solved · on 1 day · 1:05 in all")
    assert page.locator(".plot .dot").count() == 1
    assert page.locator(".plot .bar").count() == 12
    row = page.locator("[data-kind=toy] tbody tr")
    assert [text.split() for text in row.all_inner_texts()] == [
        [f"{level.rows}×{level.cols}", "Easy", "1", "1:05", "1:05", str(moves)]
    ]
    assert page.locator(".wide").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    weeks = page.locator("[data-part=weekTable] tbody tr").all_text_contents()
    assert weeks[-1] == "Nov 301"
    assert len(weeks) == 12


def test_progress_is_carried_by_a_file_into_another_browser(
    home: str, open_page: OpenPage, levels: dict[str, Level], tmp_path: Path
) -> None:
    """Saved here and read in there, the level is solved there, its game can be undone, and nothing is taken twice."""
    path, level = play_page(levels)
    page = opened(open_page, home + path)
    solve(page, level)
    page.goto(f"{home}stats.html")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    assert re.fullmatch(r"kotae-2026-11-30\.txt", waiting.value.suggested_filename)
    file = tmp_path / "kotae.txt"
    waiting.value.save_as(file)
    other = open_page(f"{home}stats.html")
    told = other.locator("[data-part=told]")
    other.get_by_label("Read a file in").set_input_files(file)
    other.get_by_text("2 entries were taken from the file.").wait_for()
    expect(other.locator("[data-kind=toy]")).to_be_visible()
    other.get_by_label("Read a file in").set_input_files(file)
    other.get_by_text("2 were here already").wait_for()
    file.write_text(file.read_text(encoding="utf-8") + "nonsense\n", encoding="utf-8")
    other.get_by_label("Read a file in").set_input_files(file)
    other.get_by_text("1 line was not understood and left out: 4.").wait_for()
    file.write_text("nonsense\n", encoding="utf-8")
    other.get_by_label("Read a file in").set_input_files(file)
    other.get_by_text("is no file that was saved here").wait_for()
    expect(told).to_contain_text("Nothing was taken")
    other.goto(home + path)
    assert Player(other).is_solved()
    Player(other).press("Undo")
    assert not Player(other).is_solved()


def test_daily_level_is_by_the_date_and_the_same_for_all(site: Site, open_page: OpenPage) -> None:
    """Two readers on one date have one level, wherever they are; on the next day there is another date."""
    seen = []
    for zone, time in (("Asia/Tokyo", "2026-11-30T09:30:00+09:00"), ("America/Lima", "2026-11-30T22:30:00-05:00")):
        page = opened(open_page, f"{site.server}daily.html", time, timezone_id=zone)
        expect(page.locator("[data-part=today]")).to_have_text("Monday, November 30, 2026")
        seen.append(page.locator(".board-card").get_attribute("href"))
    assert len(set(seen)) == 1
    later = opened(open_page, f"{site.server}daily.html", "2026-12-01T10:00:00")
    assert later.locator("[data-part=days] a").first.get_attribute("href") == seen[0]


@pytest.mark.everywhere
def test_daily_level_is_solved_counted_and_shared(home: str, open_page: OpenPage, levels: dict[str, Level]) -> None:
    """From the page to the level and back: the day is in the row, and the text tells how it went and nothing else."""
    page = opened(open_page, f"{home}daily.html")
    for day in ("2026-11-30T10:00:00", "2026-12-01T10:00:00"):
        page.clock.pause_at(day) if day != MONDAY else None
        page.goto(f"{home}daily.html")
        expect(page.locator(".board-card .card-detail")).to_have_text("Not solved yet")
        follow(page.locator(".board-card"))
        level = levels[page.url.partition("#")[2]]
        page.clock.run_for(8_000)
        moves = solve(page, level)
    follow(page.get_by_role("link", name="Levels of the day"))
    assert page.url == f"{home}daily.html"
    assert page.locator(".board-card .is-solved").count() == 1
    expect(page.locator("[data-part=streak]")).to_have_text("2 days in a row, from Mon, Nov 30 to Tue, Dec 1.")
    assert "0:08" in page.locator("[data-part=days] tr").first.inner_text()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy a text to share").click()
    box = page.get_by_label("The text to share")
    box.wait_for()
    text = box.input_value().splitlines()
    name = f"Mines {level.rows}×{level.cols} {level.tier.capitalize()}"
    assert text[0] == "Kotae · Tuesday, December 1, 2026"
    assert text[1] == f"\U0001f7e9 {name}: 0:08, {moves} moves"
    # A page from a server says where it is; what lies on a disk is nowhere for whoever reads the text.
    assert text[2:] == ["2 days in a row.", *([page.url] if page.url.startswith("http") else [])]
    assert page.evaluate("document.activeElement.selectionEnd") == len("\n".join(text).encode("utf-16-le")) // 2


@pytest.mark.parametrize("earlier", [False, True])
def test_daily_level_that_was_solved_before_it_was_shown_counts_or_leads_on(
    site: Site, open_page: OpenPage, levels: dict[str, Level], earlier: bool
) -> None:
    """Solved today it is today's; solved on another day it says so, and counts when it is solved again."""
    page = opened(open_page, f"{site.server}daily.html", "2026-12-01T10:00:00")
    detail = page.locator(".board-card .card-detail")
    address = page.locator(".board-card").evaluate("card => card.href")
    level = levels[address.partition("#")[2]]
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    if earlier:
        page = opened(open_page, address, "2026-11-20T10:00:00")
        detail = page.locator(".board-card .card-detail")
    else:
        page.goto(address)
    solve(page, level)
    if earlier:
        page.clock.pause_at("2026-12-01T10:00:00")
        page.goto(f"{site.server}daily.html")
        expect(detail).to_have_text("Solved before. Restart it to play it for today.")
        page.goto(address)
        Player(page).press("Restart")
        solve(page, level)
    page.goto(f"{site.server}daily.html")
    expect(detail).to_contain_text("moves")
    expect(page.locator("[data-part=streak]")).to_have_text("1 day in a row.")
    assert kept(page, "day/2026-12-01:toy")["solved"]["day"] == "2026-12-01"


def test_daily_page_left_open_over_midnight_is_the_new_days(site: Site, open_page: OpenPage) -> None:
    """Date, board and shared text are today's; a link of the list that is still there keeps the focus."""
    page = opened(open_page, f"{site.server}daily.html", "2026-11-30T23:59:00")
    card = page.locator(".board-card")
    link = page.locator("[data-part=days] a").first
    before, listed = card.get_attribute("href"), link.get_attribute("href")
    link.focus()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.clock.run_for(90_000)
    expect(page.locator("[data-part=today]")).to_have_text("Tuesday, December 1, 2026")
    assert [link.get_attribute("href") for link in page.locator("[data-part=days] a").all()[:2]] == [before, listed]
    assert page.locator("[data-part=days] tr").count() == 14
    assert page.evaluate("document.activeElement.href").endswith(listed.rpartition("/")[2])
    page.get_by_role("button", name="Copy a text to share").click()
    box = page.get_by_label("The text to share")
    box.wait_for()
    assert "Tuesday, December 1, 2026" in box.input_value()
    later = opened(open_page, f"{site.server}daily.html", "2026-12-01T10:00:00")
    assert card.get_attribute("href") == later.locator(".board-card").get_attribute("href")


def test_daily_text_goes_to_the_clipboard_where_there_is_one(site: Site, open_page: OpenPage) -> None:
    """Then no box is needed."""
    page = opened(open_page, f"{site.server}daily.html", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a text to share").click()
    page.get_by_text("Copied.").wait_for()
    assert page.get_by_label("The text to share").is_hidden()
    assert "Not solved yet" in page.evaluate("navigator.clipboard.readText()")


JUNK = ("{", "7", '{"at":1,"value":7}', '{"at":1,"value":{"v":1,"rows":{},"solved":{},"steps":7}}')


@pytest.mark.parametrize("junk", JUNK)
def test_pages_stand_whatever_lies_in_storage(
    site: Site, open_page: OpenPage, levels: dict[str, Level], junk: str
) -> None:
    """What was spoilt counts as nothing; it is written over where something new comes, and the rest stays."""
    path, level = play_page(levels)
    page = opened(open_page, site.server + path)
    names = (f"toy:{level.id}", f"solved/toy:{level.id}", "day/2026-11-30:toy", "time", "theme", "last", "solved/toy:x")
    for name in names:
        page.evaluate("([name, junk]) => localStorage.setItem(name, junk)", [f"kotae:{name}", junk])
    page.goto(f"{site.server}stats.html")
    assert page.locator("[data-part=empty]").is_visible()
    page.goto(f"{site.server}daily.html")
    expect(page.locator(".board-card .card-detail")).to_have_text("Not solved yet")
    page.goto(site.server + path)
    solve(page, level)
    page.goto(f"{site.server}stats.html")
    expect(page.locator("[data-part=summary]")).to_contain_text("1 level solved")


def test_pages_stand_where_storage_is_denied(site: Site, open_page: OpenPage, levels: dict[str, Level]) -> None:
    """A game is played to its end, and each page says what it can without what is not kept."""
    path, level = play_page(levels)
    page = opened(open_page, site.server + path)
    page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, { get() { throw new Error('denied'); } });"
    )
    page.reload()
    solve(page, level)
    expect(page.locator("[data-part=unkept]")).to_contain_text("cannot keep the game")
    page.goto(f"{site.server}daily.html")
    assert page.locator(".board-card").is_visible()
    page.goto(f"{site.server}stats.html")
    assert page.locator("[data-part=empty]").is_visible()


def test_pages_of_what_was_played_fit(site: Site, open_page: OpenPage, levels: dict[str, Level]) -> None:
    """Nothing sticks out at any width, and whatever is pressed is large enough."""
    path, level = play_page(levels)
    page = opened(open_page, site.server + path)
    solve(page, level)
    for name, width in product(("stats.html", "daily.html"), (360, 820, 1440)):
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(site.server + name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        boxes = page.locator("main button, main a, main label").evaluate_all(
            "all => all.filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert boxes, name
        for box in boxes:
            assert min(box["height"], box["width"]) >= 44, (name, width)


def test_catalogue_that_grew_and_was_reordered_keeps_every_game_and_record(
    open_page: OpenPage, toy_catalogue: Path, levels: dict[str, Level], tmp_path: Path
) -> None:
    """What was solved stays solved with its time, and what was begun goes on, though both have other numbers now."""
    text = toy_catalogue.read_text(encoding="utf-8")
    lines = {json.loads(line)["id"]: line for line in text.splitlines(keepends=True)}
    group = [level for level in levels.values() if (level.rows, level.cols, level.tier) == (4, 6, "easy")]
    begun, solved, *others = group
    with opened_site(tmp_path, "toy", lines[begun.id] + lines[solved.id]) as site:
        path = f"{site.server}toy/4x6-easy.html#"
        page = opened(open_page, path + solved.id)
        page.clock.run_for(7_000)
        solve(page, solved)
        page.goto(path + begun.id)
        # The page learns of its new address a moment later.
        expect(page.locator("[data-part=place]")).to_have_text("1 of 2")
        hand = Player(page)
        hand.cols = begun.cols
        place = mines_of(begun)[0]
        hand.cell(*place).click()
        grown = "".join(lines[level.id] for level in (*others, solved, begun))
        (tmp_path / "catalogue" / "toy.jsonl").write_text(grown, encoding="utf-8")
        build_site(tmp_path / "catalogue", site.folder, SETTINGS, discover())
        page.goto(f"{site.server}toy/index.html")
        standing = page.locator("[data-level]").evaluate_all("all => all.map((one) => one.dataset.standing)")
        assert standing == ["new"] * len(others) + ["solved", "started"]
        page.goto(f"{site.server}stats.html")
        expect(page.locator("[data-part=summary]")).to_contain_text("1 level solved")
        assert "0:07" in page.locator("[data-kind=toy] tbody tr").inner_text()
        page.goto(f"{site.server}index.html")
        follow(page.locator("[data-part=continue]"))
        assert page.url == path + begun.id
        expect(page.locator("[data-part=place]")).to_have_text(f"{len(group)} of {len(group)}")
        assert hand.name(*place) == "mine"

"""A level is played with a mouse and with the keyboard alone."""

from __future__ import annotations

import pytest

from ..conftest import OpenPage, expect, follow, shared, skip_head, until
from .conftest import LEVELS, Hand, Site

EASY = "akari/5x5-easy.html"


def answer_marks(number: int) -> str:
    """The marks of a solved board."""
    return "".join(
        "*" if letter == "*" else "." if letter == "." else "#" for letter in LEVELS[number][4] if letter != " "
    )


@pytest.mark.parametrize("seat", ["desk"], indirect=True)
def test_play_level_is_solved_by_mouse(home: str, open_page: OpenPage) -> None:
    """Clicks place bulbs; the rules call it solved, also after a reload, and no more when a bulb is taken back."""
    hand = Hand(open_page(home + EASY))
    for cell in hand.bulbs(0):
        assert not hand.is_solved()
        hand.cell(*cell).click()
    assert hand.is_solved()
    assert hand.marks() == answer_marks(0)
    hand.page.reload()
    assert hand.is_solved()
    hand.press("Undo")
    assert not hand.is_solved()


@pytest.mark.parametrize("seat", ["phone"], indirect=True)
def test_play_level_is_solved_by_keyboard_alone(home: str, open_page: OpenPage) -> None:
    """Tab reaches the board, arrows walk, space places, x dots, u and r undo and redo; Enter goes on."""
    page = open_page(home + EASY + f"#{LEVELS[1][0]}")
    hand = Hand(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    at = [1, 1]
    for row, col in hand.bulbs(1):
        while at[0] != row:
            page.keyboard.press("ArrowDown" if at[0] < row else "ArrowUp")
            at[0] += 1 if at[0] < row else -1
        while at[1] != col:
            page.keyboard.press("ArrowRight" if at[1] < col else "ArrowLeft")
            at[1] += 1 if at[1] < col else -1
        page.keyboard.press("x")
        assert hand.name(row, col).startswith("dot")
        page.keyboard.press("u")
        assert hand.name(row, col).startswith("empty")
        page.keyboard.press("r")
        assert hand.name(row, col).startswith("dot")
        page.keyboard.press("Delete")
        page.keyboard.press(" ")
        assert hand.name(row, col).startswith("bulb")
    assert hand.is_solved()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.part") == "onward"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**#{LEVELS[2][0]}")
    # The page learns of its new address a moment later.
    page.get_by_role("heading", name="No. 3").wait_for()
    until(page, "document.activeElement.getAttribute('role') === 'gridcell'")
    assert "*" not in hand.marks()


@pytest.mark.parametrize("number", [0, 2, 3])
def test_play_every_level_is_solved_by_keyboard_alone(site: Site, open_page: OpenPage, number: int) -> None:
    """Numbers or none, easy or hard: Enter places as well as space, and Home and End are short ways."""
    page = open_page(f"{site.disk}akari/5x5-{LEVELS[number][1]}.html#{LEVELS[number][0]}")
    hand = Hand(page)
    while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
        page.keyboard.press("Tab")
    for row, col in hand.bulbs(number):
        page.keyboard.press("Control+Home")
        for key in ["ArrowDown"] * (row - 1) + (["End"] if col == 5 else ["ArrowRight"] * (col - 1)):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        assert hand.name(row, col).startswith("bulb")
    assert hand.is_solved()


def test_play_click_goes_from_empty_to_bulb_to_dot(site: Site, open_page: OpenPage) -> None:
    """Three clicks lead back; a right click sets and takes a dot; a wall takes nothing."""
    hand = Hand(open_page(site.disk + EASY))
    for state in ("bulb", "dot, dark", "empty, dark"):
        hand.cell(1, 1).click()
        assert hand.name(1, 1) == state
    hand.cell(1, 1).click(button="right")
    assert hand.name(1, 1) == "dot, dark"
    hand.cell(1, 1).click(button="right")
    assert hand.name(1, 1) == "empty, dark"
    hand.cell(2, 1).click()
    assert hand.name(2, 1) == "wall, 3"


def test_play_mouse_drag_paints_dots_in_one_step(site: Site, open_page: OpenPage) -> None:
    """A drag dots what it crosses, leaves bulbs as they are, and is undone at once; from a dot it rubs out."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    hand.cell(5, 3).click()
    start = hand.marks()

    def drag(first: tuple[int, int], last: tuple[int, int]) -> None:
        page.mouse.move(*hand.middle(*first))
        page.mouse.down()
        page.mouse.move(*hand.middle(*last), steps=7)
        page.mouse.up()

    drag((5, 1), (5, 5))
    assert hand.marks()[20:] == "xx*xx"
    hand.press("Undo")
    assert hand.marks() == start
    hand.press("Redo")
    drag((5, 5), (5, 1))
    assert hand.marks() == start


def test_play_drag_off_the_board_ends_well(site: Site, open_page: OpenPage) -> None:
    """A drag that is let go outside leaves nothing hanging: the next click is a click."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    page.mouse.move(*hand.middle(1, 1))
    page.mouse.down()
    page.mouse.move(*hand.middle(1, 2), steps=3)
    page.mouse.move(2, 2, steps=3)
    page.mouse.up()
    assert hand.marks()[:3] == "xx."
    hand.cell(5, 5).click()
    page.mouse.move(*hand.middle(4, 4))
    assert hand.marks()[24] == "*"
    assert hand.marks().count("x") == 2


def test_play_faults_are_shown_by_shape_and_said(site: Site, open_page: OpenPage) -> None:
    """Bulbs that see each other get a dashed line with a cross, a wall with too many a ring, and all are named."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    for cell in ((4, 4), (5, 3), (5, 5)):
        hand.cell(*cell).click()
    assert hand.name(5, 3) == "bulb, sees another bulb"
    assert hand.name(4, 3) == "wall, 1, too many: 2"
    assert hand.name(4, 5) == "wall, 1, too many: 2"
    line = page.locator(".clashes .sight")
    assert line.count() == 1
    assert page.locator(".clashes .cross").count() == 1
    assert line.evaluate("line => getComputedStyle(line).strokeDasharray") != "none"
    assert (
        page.locator(".is-over .ring").evaluate_all("all => all.map(ring => getComputedStyle(ring).display)")
        == ["inline"] * 2
    )
    assert page.locator(".is-wrong .alarm:not(.under)").count() == 2
    said = page.locator("[data-part=live]").text_content()
    assert "1 pair of bulbs see each other" in said
    assert "2 walls have too many bulbs" in said
    hand.press("Undo")
    assert line.count() == 0
    assert hand.name(4, 3) == "wall, 1, too many: 2"


def test_play_light_reaches_as_far_as_a_wall(site: Site, open_page: OpenPage) -> None:
    """A bulb lights its row and column up to the walls, and the picture shows what the names say."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    hand.cell(1, 2).click()
    lit = {(row, col) for row in range(1, 6) for col in range(1, 6) if hand.name(row, col) in ("empty, lit", "bulb")}
    assert lit == {(1, col) for col in range(1, 6)} | {(row, 2) for row in range(1, 6)}
    shown = page.eval_on_selector_all(
        ".light rect", "all => all.filter(one => one.getAttribute('fill-opacity') > 0).length"
    )
    assert shown == len(lit)
    assert page.locator(".is-met").count() == 0
    for cell in ((2, 2), (3, 1)):
        hand.cell(*cell).click()
    hand.cell(1, 2).click()
    hand.cell(1, 1).click()
    assert hand.name(2, 1) == "wall, 3, satisfied"
    assert page.locator(".is-met .tick").count() == 1


def test_play_grid_has_one_tab_stop_and_a_visible_cursor(site: Site, open_page: OpenPage) -> None:
    """One cell takes the focus; it moves with the arrows, stops at the edge, and has an outline."""
    page = open_page(site.disk + EASY)
    grid = page.get_by_role("grid")
    assert grid.get_attribute("aria-label") == "Akari, 5 rows, 5 columns"
    assert page.get_by_role("row").count() == 5
    stops = "[role=gridcell][tabindex='0']"
    page.locator(stops).focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "End", "ArrowRight"):
        page.keyboard.press(key)
        assert page.locator(stops).count() == 1
    focused = page.locator(":focus")
    assert focused.get_attribute("aria-label").startswith("row 2, column 5")
    assert focused.evaluate("cell => getComputedStyle(cell).outlineStyle") == "solid"


@pytest.mark.parametrize("seat", ["tablet"], indirect=True)
def test_play_next_and_previous_walk_over_the_ends_of_pages(home: str, open_page: OpenPage) -> None:
    """The links lead from level to level, from tier to tier, and stop at both ends."""
    page = open_page(home + EASY)
    expected = [("First", "1 of 3"), ("Second", "2 of 3"), ("No. 3", "3 of 3"), ("No. 1", "1 of 1")]
    way_on = page.locator("[data-part=next]")
    for title, place in expected:
        page.get_by_role("heading", name=title, exact=True).wait_for()
        expect(page.locator("[data-part=place]")).to_have_text(place)
        if title != expected[-1][0]:
            follow(way_on)
    assert way_on.get_attribute("href") is None
    assert way_on.get_attribute("aria-disabled") == "true"
    assert page.url.endswith(f"5x5-hard.html#{LEVELS[3][0]}")
    follow(page.locator("[data-part=previous]"))
    assert page.url.endswith(f"/5x5-easy.html#{LEVELS[2][0]}")
    assert page.title() == "Akari 5×5, Easy, 3"


@pytest.mark.parametrize("seat", ["desk"], indirect=True)
def test_play_solved_level_offers_the_next_and_is_ticked_in_the_browser(home: str, open_page: OpenPage) -> None:
    """The way on appears, the level browser ticks the level and marks the one begun, home goes on with it."""
    page = open_page(home + EASY)
    hand = Hand(page)
    for cell in hand.bulbs(0):
        hand.cell(*cell).click()
    page.locator("[data-part=onward]").click()
    page.get_by_role("heading", name="Second").wait_for()
    expect(page.locator("[data-part=solved]")).to_be_hidden()
    hand.cell(3, 3).click()
    page.goto(home + "akari/index.html")
    standing = page.eval_on_selector_all("[data-level]", "all => all.map(link => link.dataset.standing)")
    assert standing == ["solved", "started", "new", "new"]
    expect(page.locator("[data-progress]").first).to_have_text("1 of 3 solved")
    expect(page.locator("[data-level]").first).to_contain_text("solved")
    page.goto(home + "index.html")
    card = page.locator("[data-part=continue]")
    assert card.is_visible()
    assert page.locator("[data-part=begin]").is_hidden()
    expect(card).to_contain_text("Second")
    assert card.locator(".bulb").count() == 1
    follow(card)
    assert page.url.endswith(f"/5x5-easy.html#{LEVELS[1][0]}")
    assert hand.marks().count("*") == 1


@pytest.mark.parametrize("seat", ["phone"], indirect=True)
def test_play_level_that_is_only_looked_at_is_not_the_one_to_go_on_with(home: str, open_page: OpenPage) -> None:
    """Home goes on with what was played last, however many levels were opened since."""
    page = open_page(home + EASY)
    hand = Hand(page)
    hand.cell(*hand.bulbs(0)[0]).click()
    page.locator("[data-part=next]").click()
    page.get_by_role("heading", name="Second").wait_for()
    page.goto(home + "index.html")
    follow(page.locator("[data-part=continue]"))
    assert page.url.endswith(f"/5x5-easy.html#{LEVELS[0][0]}")


def test_play_celebration_runs_once_and_stands_still_on_reload(home: str, open_page: OpenPage) -> None:
    """Light runs outward when the last bulb is placed; a reload shows the end of it at once."""
    page = open_page(home + EASY)
    hand = Hand(page)
    for cell in hand.bulbs(0):
        hand.cell(*cell).click()
    flood = page.locator(".flood")
    animation = "one => getComputedStyle(one).animationName"
    assert flood.evaluate(animation) != "none"
    page.reload()
    assert hand.is_solved()
    assert flood.evaluate("one => getComputedStyle(one).display") == "inline"
    assert flood.evaluate(animation) == "none"


def test_play_celebration_is_still_under_reduced_motion(site: Site, open_page: OpenPage) -> None:
    """Who asked for less motion sees the end state at once."""
    page = open_page(site.disk + EASY, reduced_motion="reduce")
    hand = Hand(page)
    for cell in hand.bulbs(0):
        hand.cell(*cell).click()
    assert hand.is_solved()
    assert page.evaluate("document.getAnimations().length") == 0


def test_play_unknown_level_shows_the_first_and_says_so(site: Site, open_page: OpenPage) -> None:
    """A link to a level that is gone does not leave the reader before an empty page."""
    page = open_page(site.disk + EASY + "#a0000000009")
    expect(page.locator("h1")).to_have_text("First")
    assert page.url.endswith(f"#{LEVELS[0][0]}")
    expect(page.locator("[data-part=message]")).to_contain_text("not here any more")


def test_play_address_names_the_level(site: Site, open_page: OpenPage) -> None:
    """Without a level in the address the first one is shown and named; the skip link leaves both as they are."""
    page = open_page(site.disk + EASY)
    assert page.url.endswith(f"#{LEVELS[0][0]}")
    page.locator("[data-part=next]").click()
    page.get_by_role("heading", name="Second").wait_for()
    named = page.url
    skip_head(page)
    assert page.url == named
    expect(page.locator("h1")).to_have_text("Second")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.reload()
    expect(page.locator("h1")).to_have_text("Second")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Second")
    page.go_back()
    page.get_by_role("heading", name="First").wait_for()


KEPT = (
    "{",
    "7",
    '{"at":1,"value":7}',
    '{"at":1,"value":{"v":9}}',
    '{"at":1,"value":{"v":1,"steps":[[{"set":[[0,"?"]]}]],"at":1}}',
)


@pytest.mark.parametrize("kept", KEPT)
def test_play_corrupt_save_is_told_and_does_no_harm(site: Site, open_page: OpenPage, kept: str) -> None:
    """Whatever stands in storage, the level opens empty, says that a game is lost, and can be played and kept."""
    page = open_page(site.disk + EASY)
    # Right after a reload from disk a browser may hand out its lasting storage as it was some time ago.
    script = "([key, kept]) => [localStorage, sessionStorage].forEach((storage) => storage.setItem(key, kept))"
    page.evaluate(script, [f"kotae:akari:{LEVELS[0][0]}", kept])
    page.reload()
    hand = Hand(page)
    assert "*" not in hand.marks()
    expect(page.locator("[data-part=message]")).to_contain_text("cannot be read")
    hand.cell(1, 1).click()
    page.reload()
    expect(page.locator("[role=gridcell][aria-label$=': bulb']")).to_be_attached()
    assert hand.marks().count("*") == 1
    expect(page.locator("[data-part=message]")).to_have_text("")


def test_play_without_storage_goes_on_and_says_so(site: Site, open_page: OpenPage) -> None:
    """Where nothing can be kept the game is played all the same."""
    page = open_page(site.disk + EASY)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    hand = Hand(page)
    hand.cell(1, 1).click()
    assert hand.name(1, 1) == "bulb"
    expect(page.locator("[data-part=unkept]")).to_contain_text("cannot keep")


def test_play_second_tab_takes_over_the_newer_game(site: Site, open_page: OpenPage) -> None:
    """A move in one tab is seen in the other, so that neither overwrites it."""
    page = open_page(site.server + EASY)
    other = page.context.new_page()
    other.goto(site.server + EASY)
    Hand(other).cell(1, 1).click()
    expect(page.locator("[role=gridcell][aria-label$=': bulb']")).to_be_attached()
    shared(other, page, f"akari:{LEVELS[0][0]}")
    Hand(page).cell(5, 5).click()
    assert Hand(page).marks().count("*") == 2

"""A level is played with a mouse, with the keyboard alone, and with a finger; what is wrong is shown and said."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ..conftest import PHONE, Finger, OpenPage
from .conftest import LEVELS, Hand, Site

EASY = "binairo/4x4-easy.html"
HARD = "binairo/4x4-hard.html"


@pytest.mark.parametrize("seat", ["tablet"], indirect=True)
def test_play_level_is_solved_by_mouse(home: str, open_page: OpenPage) -> None:
    """Clicks set stones; the rules call it solved, also after a reload, and no more when a stone is taken back."""
    hand = Hand(open_page(home + EASY))
    for stone in hand.wanted(0):
        assert not hand.is_solved()
        hand.put(*stone)
    assert hand.is_solved()
    assert tuple(hand.marks().split()) == LEVELS[0][5]
    assert hand.page.locator(".counter.is-met .tick").count() == 16
    hand.page.reload()
    assert hand.is_solved()
    hand.press("Undo")
    assert not hand.is_solved()


@pytest.mark.parametrize("seat", ["desk"], indirect=True)
def test_play_level_is_solved_by_keyboard_alone(home: str, open_page: OpenPage) -> None:
    """Tab reaches the board, arrows walk, 0, 1 and space set, backspace clears, u and r go back and forth."""
    page = open_page(home + EASY + f"#{LEVELS[1][0]}")
    hand = Hand(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    at = [1, 1]
    for row, col, stone in hand.wanted(1):
        while at[0] != row:
            page.keyboard.press("ArrowDown")
            at[0] += 1
        while at[1] != col:
            page.keyboard.press("ArrowRight" if at[1] < col else "ArrowLeft")
            at[1] += 1 if at[1] < col else -1
        page.keyboard.press("1")
        assert hand.name(row, col).startswith("disc")
        page.keyboard.press("u")
        assert hand.name(row, col) == "empty"
        page.keyboard.press("r")
        page.keyboard.press("Backspace")
        page.keyboard.press("Space")
        assert hand.name(row, col).startswith("ring")
        page.keyboard.press(stone)
    assert hand.is_solved()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.part") == "onward"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**#{LEVELS[2][0]}")
    page.get_by_role("heading", name="Equal").wait_for()


@pytest.mark.parametrize("number", [0, 2])
def test_play_every_level_is_solved_by_keyboard_alone(site: Site, open_page: OpenPage, number: int) -> None:
    """With equal lines forbidden or allowed: the figures set stones wherever the cursor is."""
    page = open_page(f"{site.disk}binairo/4x4-{LEVELS[number][1]}.html#{LEVELS[number][0]}")
    hand = Hand(page)
    while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
        page.keyboard.press("Tab")
    for row, col, stone in hand.wanted(number):
        for key in ("Control+Home", *["ArrowDown"] * (row - 1), *["ArrowRight"] * (col - 1), stone):
            page.keyboard.press(key)
    assert hand.is_solved()


def test_play_clicks_go_round_and_givens_are_locked(site: Site, open_page: OpenPage) -> None:
    """The left button sets the ring first, the right one the disc; a given takes nothing."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    for button, round_ in (("left", ("ring", "disc", "empty")), ("right", ("disc", "ring", "empty"))):
        for state in round_:
            hand.cell(2, 3).click(button=button)
            assert hand.name(2, 3) == state
    for button in ("left", "right"):
        hand.cell(1, 1).click(button=button)
        assert hand.name(1, 1) == "ring, given"
    assert page.locator(".sunk rect").count() == 4


def test_play_drag_paints_with_either_button_in_one_step(site: Site, open_page: OpenPage) -> None:
    """A drag paints over what is empty, discs with the right button, and is undone at once."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    start = hand.marks()

    def drag(first: tuple[int, int], last: tuple[int, int], button: str) -> None:
        page.mouse.move(*hand.middle(*first))
        page.mouse.down(button=button)
        page.mouse.move(*hand.middle(*last), steps=5)
        page.mouse.up(button=button)

    drag((3, 1), (3, 4), "left")
    assert hand.marks().split()[2] == "0010"
    drag((4, 2), (4, 4), "right")
    assert hand.marks().split()[3] == "0111"
    hand.press("Undo")
    hand.press("Undo")
    assert hand.marks() == start


def test_play_three_and_quota_are_shown_by_shape_and_said(site: Site, open_page: OpenPage) -> None:
    """Three in a row get a dashed bar, the counter of a line with too many a ring, and the cells say both."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    hand.cell(1, 3).click()
    assert hand.name(1, 3) == "ring, three in a row, too many in this row"
    assert hand.name(1, 1) == "ring, given, three in a row, too many in this row"
    bar = page.locator(".runs .bar")
    assert bar.count() == 1
    assert bar.evaluate("line => getComputedStyle(line).strokeDasharray") != "none"
    assert page.locator(".is-over text").all_text_contents() == ["+1"]
    assert page.locator(".is-over .ring").evaluate("ring => getComputedStyle(ring).display") == "inline"
    said = page.locator("[data-part=live]").text_content()
    assert "1 run of three" in said
    assert "1 count exceeded" in said
    hand.press("Undo")
    assert bar.count() == 0
    assert page.locator(".is-over").count() == 0


def test_play_equal_lines_are_bracketed_and_named(site: Site, open_page: OpenPage) -> None:
    """Two equal rows have a bracket at each end and a spine between, and every cell of them names the other row."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    for row, col, stone in ((1, 3, "1"), (1, 4, "1"), (3, 1, "0"), (3, 2, "0")):
        hand.put(row, col, stone)
    brackets = page.locator(".brackets .bracket")
    assert brackets.count() == 0
    hand.put(3, 4, "1")
    assert brackets.count() == 4
    assert page.locator(".brackets .spine").count() == 1
    assert hand.name(1, 2) == "ring, given, this row equals row 3"
    assert hand.name(3, 4) == "disc, this row equals row 1"
    expect(page.locator("[data-part=status]")).to_contain_text("1 pair of equal lines")


def test_play_equal_lines_are_an_answer_where_the_level_allows_them(site: Site, open_page: OpenPage) -> None:
    """Such a level says so from the start, brackets nothing, and is solved."""
    page = open_page(site.disk + HARD)
    hand = Hand(page)
    expect(page.locator("[data-part=status]")).to_contain_text("equal lines are allowed")
    for stone in hand.wanted(2):
        hand.put(*stone)
    assert hand.is_solved()
    assert page.locator(".bracket").count() == 0


def test_play_counters_say_what_each_line_takes(site: Site, open_page: OpenPage) -> None:
    """Four lines each way, a ring and a disc for each; a tick takes a number's place when a count is right."""
    page = open_page(site.disk + EASY)
    hand = Hand(page)
    rings = page.locator(".counter.zero text")
    assert rings.all_text_contents() == ["0", "2", "2", "1", "0", "1", "2", "2"]
    assert page.locator(".counter.one text").all_text_contents() == ["2", "2", "1", "2", "2", "2", "1", "2"]
    tick = page.locator(".counter.zero.is-met .tick")
    assert tick.count() == 2
    assert tick.first.evaluate("one => getComputedStyle(one).display") == "inline"
    hand.put(4, 3, "0")
    assert rings.all_text_contents()[3] == "0"


def test_play_board_with_its_margin_fits_a_phone(site: Site, open_page: OpenPage) -> None:
    """Board and counters are as wide as the screen allows, and nothing sticks out."""
    page = open_page(site.disk + EASY, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    boxes = page.locator(".counter").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({ left, right, top }) => [left, right, top])"
    )
    head = page.locator(".play-head").bounding_box()
    assert min(left for left, _, _ in boxes) >= 0
    assert max(right for _, right, _ in boxes) <= 360
    assert min(top for _, _, top in boxes) >= head["y"] + head["height"]
    cell = page.get_by_role("gridcell").first.bounding_box()
    assert cell["width"] >= 44


def test_touch_long_press_sets_a_disc_and_drags_on(site: Site, open_page: OpenPage) -> None:
    """A finger that stays sets a disc, and from there paints discs; lifting it adds nothing, one undo takes all."""
    page = open_page(site.disk + EASY, **PHONE)
    hand = Hand(page)
    start = hand.marks()
    finger = Finger(page)
    finger.down(*hand.middle(2, 1))
    page.locator(".stone.one.is-new").wait_for(state="attached")
    for col in (2, 3):
        finger.send("touchMove", hand.middle(2, col))
    finger.up()
    assert hand.marks().split()[1] == "111."
    hand.press("Undo")
    assert hand.marks() == start
    hand.cell(2, 1).tap()
    assert hand.name(2, 1).startswith("ring")


def test_play_celebration_runs_once_and_is_still_under_reduced_motion(site: Site, open_page: OpenPage) -> None:
    """Light runs outward over the board when it is solved, at once for who asked for less motion."""
    for motion in ("no-preference", "reduce"):
        page = open_page(site.disk + EASY, reduced_motion=motion)
        hand = Hand(page)
        for stone in hand.wanted(0):
            hand.put(*stone)
        flood = page.locator(".flood")
        assert flood.evaluate("one => getComputedStyle(one).display") == "inline"
        moves = flood.evaluate("one => getComputedStyle(one).animationName") != "none"
        assert moves == (motion == "no-preference")
        page.reload()
        assert hand.is_solved()
        assert flood.evaluate("one => getComputedStyle(one).animationName") == "none"


def test_forced_colours_keep_the_stones_apart(site: Site, open_page: OpenPage) -> None:
    """Under forced colours a ring is hollow, a disc is full, and a given's cell has an edge of its own."""
    page = open_page(site.disk + EASY, forced_colors="active")
    fill = "one => getComputedStyle(one).fill"
    ring = page.locator(".stone.zero .body").first.evaluate(fill)
    disc = page.locator(".stone.one .body").first.evaluate(fill)
    floor = page.locator("svg.art").evaluate("one => getComputedStyle(one).backgroundColor")
    edge = page.locator(".sunk path").first.evaluate("one => getComputedStyle(one).stroke")
    assert ring == floor != disc
    assert edge != floor

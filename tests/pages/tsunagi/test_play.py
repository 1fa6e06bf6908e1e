"""A level is drawn with a mouse and with keys alone; bridges, edges that join, cuts and faults are shown and said."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from ..conftest import OpenPage
from .conftest import LEVELS, Board, Hand, Place, Site

ARROWS = {(-1, 0): "ArrowUp", (0, 1): "ArrowRight", (1, 0): "ArrowDown", (0, -1): "ArrowLeft"}


def hand_on(open_page: OpenPage, address: str, name: str, **options: Any) -> Hand:
    """Open a level by its name in these tests."""
    return Hand(open_page(address, **options), LEVELS[name])


def answer(board: Board) -> str:
    """The letters of a level's answer as a hand reads them: a bridge has none."""
    return " ".join(row.replace("+", ".") for row in board.answer)


def walk(page: Any, at: Place, to: Place) -> None:
    """Go from one cell to another by arrows."""
    down, right = to[0] - at[0], to[1] - at[1]
    for _ in range(abs(down)):
        page.keyboard.press(ARROWS[down // abs(down), 0])
    for _ in range(abs(right)):
        page.keyboard.press(ARROWS[0, right // abs(right)])


def reach_board(page: Any) -> None:
    """Tab until a cell has the focus."""
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            return
    pytest.fail("the board cannot be reached by tab")


@pytest.mark.parametrize("seat", ["desk"], indirect=True)
def test_play_level_is_solved_by_mouse(home: str, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """Each drag is a step; undo, redo and a reload in between lose nothing; the rules call it solved."""
    hand = hand_on(open_page, home + page_of["first"], "first")
    first, second, third = hand.board.strokes
    hand.drag(*first)
    one = hand.letters()
    assert one == "AAAA ...A ...A ...."
    hand.drag(*second)
    both = hand.letters()
    hand.click("Undo")
    assert hand.letters() == one
    hand.page.reload()
    assert hand.letters() == one
    hand.click("Redo")
    assert hand.letters() == both
    assert not hand.is_solved()
    hand.drag(*third)
    assert hand.is_solved()
    assert hand.letters() == answer(hand.board)
    hand.page.reload()
    assert hand.is_solved()
    hand.click("Undo")
    assert not hand.is_solved()
    assert hand.letters() == both


@pytest.mark.parametrize("seat", ["tablet"], indirect=True)
def test_play_level_is_solved_by_keyboard_alone(home: str, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """Tab reaches the board, space picks a line up, arrows draw, and a joined line is let go by itself."""
    hand = hand_on(open_page, home + page_of["second"], "second")
    page = hand.page
    reach_board(page)
    at = (1, 1)
    for stroke in hand.board.strokes:
        assert not hand.is_solved()
        walk(page, at, stroke[0])
        page.keyboard.press("Space")
        assert "in hand" in hand.name(*stroke[0])
        assert "in hand" in hand.told()
        for one, other in pairwise(stroke):
            walk(page, one, other)
        at = stroke[-1]
        assert "joined" in hand.name(*at)
        assert "in hand" not in hand.name(*at)
        page.keyboard.press("u")
        assert hand.letters().count("A") == (0 if stroke is hand.board.strokes[0] else 5)
        page.keyboard.press("r")
    assert hand.is_solved()
    assert hand.letters() == answer(hand.board)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.part") == "onward"


@pytest.mark.parametrize("name", [name for name in LEVELS if name != "second"])
def test_play_every_level_is_solved_by_keyboard_alone(
    site: Site, open_page: OpenPage, page_of: dict[str, str], name: str
) -> None:
    """Walls, waypoints, bridges, edges that join, and cells that may stay empty: arrows draw over all of them."""
    hand = hand_on(open_page, site.disk + page_of[name], name)
    reach_board(hand.page)
    rows, cols = len(hand.board.grid), hand.cols
    at = (1, 1)
    for stroke in hand.board.strokes:
        assert not hand.is_solved()
        walk(hand.page, at, stroke[0])
        hand.page.keyboard.press("Space")
        # A bridge is one step, and beyond it stands the edge: an arrow too many leads nowhere.
        for one, other in pairwise(stroke):
            walk(hand.page, one, other)
        hand.page.keyboard.press("Escape")
        row, col = stroke[-1]
        at = ((row - 1) % rows + 1, (col - 1) % cols + 1)
    assert hand.is_solved()
    assert hand.letters() == answer(hand.board)


def test_keys_draw_shorten_and_let_go(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A wall is told and stops the hand; backspace shortens; escape lets go, and all of it is one step."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    page = hand.page
    reach_board(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert hand.letters() == ".... BB.. .... ...."
    page.keyboard.press("ArrowUp")
    assert hand.told().startswith("a wall stands here")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("row 2, column 2: line of B")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert hand.letters() == ".... BBBB .... ...."
    page.keyboard.press("Backspace")
    assert hand.letters() == ".... BBB. .... ...."
    page.keyboard.press("ArrowLeft")
    assert hand.letters() == ".... BB.. .... ...."
    for key in ("Home", "End"):
        page.keyboard.press(key)
    assert hand.letters() == ".... BB.. .... ...."
    page.keyboard.press("Escape")
    assert hand.told().startswith("B let go")
    page.keyboard.press("ArrowLeft")
    assert hand.letters() == ".... BB.. .... ...."
    page.keyboard.press("u")
    assert hand.letters() == ".... .... .... ...."
    page.keyboard.press("r")
    page.keyboard.press("Backspace")
    assert hand.letters() == ".... .... .... ...."


def test_keys_cross_bridges_and_edges(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """With a line in hand an arrow goes over a bridge in one step, and over an edge that joins to the other side."""
    hand = hand_on(open_page, site.disk + page_of["bridge"], "bridge")
    reach_board(hand.page)
    walk(hand.page, (1, 1), (3, 1))
    for key in ("Space", "ArrowRight", "ArrowRight"):
        hand.page.keyboard.press(key)
    assert hand.name(3, 4) == "line of D, goes left, loose end, in hand"
    assert hand.told().startswith("D over the bridge")
    assert hand.name(3, 3) == "bridge, D goes over it, left to right"
    ring = hand_on(open_page, site.disk + page_of["round"], "round")
    reach_board(ring.page)
    for key in ("ArrowUp", "ArrowDown", "ArrowRight", "Space", "ArrowLeft", "ArrowLeft"):
        ring.page.keyboard.press(key)
    assert ring.name(1, 4) == "end A, goes right, joined"
    assert ring.told().startswith("A joined")


def test_screen_reader_draws_by_presses_alone(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A press without pointer or key takes hold, the next ones lead on, and one on the loose end lets go."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    for cell in ((1, 1), (1, 2), (1, 3), (1, 3)):
        hand.cell(*cell).evaluate("cell => cell.click()")
    assert hand.letters() == "AAA. .... .... ...."
    assert "in hand" not in hand.name(1, 3)
    assert hand.told().startswith("A let go")
    hand.cell(2, 4).evaluate("cell => cell.click()")
    assert hand.letters() == "AAA. .... .... ...."


def test_drag_cuts_another_line_and_one_undo_restores_both(
    site: Site, open_page: OpenPage, page_of: dict[str, str]
) -> None:
    """While the pointer is down what it cut comes back with it; after that, one undo brings both back."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    hand.drag((2, 1), (2, 4))
    assert hand.letters() == ".... BBBB .... ...."
    hand.press((1, 1))
    hand.lead((1, 4), (2, 4))
    assert hand.letters() == "AAAA BBBA .... ...."
    assert hand.told().startswith("B cut back")
    hand.lead((1, 4))
    assert hand.letters() == "AAAA BBBB .... ...."
    hand.lead((2, 4))
    hand.page.mouse.up()
    hand.click("Undo")
    assert hand.letters() == ".... BBBB .... ...."
    hand.click("Redo")
    assert hand.letters() == "AAAA BBBA .... ...."


def test_drag_goes_on_from_a_line_and_back_to_nothing(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """Pressing on a line draws on from there; dragging back to the end leaves nothing, not even a step."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    hand.drag((1, 1), (1, 4), (1, 1))
    assert hand.letters() == ".... .... .... ...."
    assert hand.page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    hand.drag((1, 1), (1, 4))
    hand.drag((1, 4), (2, 4))
    assert hand.letters() == "AAAA ...A .... ...."
    hand.drag((1, 3), (2, 3))
    assert hand.letters() == "AAA. .... .... ....", "the waypoint of B is not for A"
    hand.cell(1, 2).click()
    assert hand.letters() == "AA.. .... .... ...."
    hand.cell(1, 1).click()
    assert hand.letters() == ".... .... .... ...."
    hand.click("Undo")
    hand.cell(1, 2).click(button="right")
    assert hand.letters() == ".... .... .... ...."


def test_drag_fills_in_what_a_flick_leaps_over(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A pointer that reports two places far apart has drawn all cells between them."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    hand.drag((1, 1), (1, 4), (3, 4), steps=1)
    assert hand.letters() == "AAAA ...A ...A ...."


def test_drag_with_the_second_button_draws_nothing(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """Nor does a drag that begins on nothing."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    hand.drag((1, 1), (1, 4), button="right")
    hand.drag((1, 2), (1, 4))
    assert hand.letters() == ".... .... .... ...."


def test_drag_that_leaves_the_board_goes_on_when_it_is_back(
    site: Site, open_page: OpenPage, page_of: dict[str, str]
) -> None:
    """Off the board nothing is drawn, and the line is still in hand."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    hand.press((1, 1))
    hand.lead((1, 3))
    hand.page.mouse.move(2, 2, steps=3)
    assert hand.letters() == "AAA. .... .... ...."
    hand.lead((1, 4), (2, 4))
    hand.page.mouse.up()
    assert hand.letters() == "AAAA ...A .... ...."


def test_bridge_lets_one_line_over_and_another_under(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """The line across lies on the deck, the one down is hidden by it, and the bridge says who is who."""
    hand = hand_on(open_page, site.disk + page_of["bridge"], "bridge")
    assert hand.name(3, 3) == "bridge, not crossed"
    for stroke in hand.board.strokes[2:4]:
        hand.drag(*stroke)
    assert hand.name(3, 3) == "bridge, D goes over it, left to right, B goes under it, up and down"
    assert "D joined" not in hand.told()
    assert "B joined" in hand.told()
    order = hand.page.evaluate(
        """() => [".trails", ".bridges", ".trails.over"].map((name) => document.querySelector(`svg.tsunagi ${name}`))
        .map((one, at, all) => at === 0 || all[at - 1].compareDocumentPosition(one) === 4)"""
    )
    assert order == [True, True, True]
    pieces = hand.page.locator(".trails.over .body").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    assert [piece != "" for piece in pieces] == [False, False, False, True, False, False]
    for stroke in (*hand.board.strokes[:2], *hand.board.strokes[4:]):
        hand.drag(*stroke)
    assert hand.is_solved()


@pytest.mark.parametrize("seat", ["desk"], indirect=True)
def test_edges_that_join_are_drawn_across_both_ways(home: str, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A drag goes out over the edge, and another begins on the faint cells beside it."""
    hand = hand_on(open_page, home + page_of["round"], "round")
    assert "opposite edges join" in hand.status()
    assert hand.page.locator(".ghosts use").count() == 8
    hand.drag((1, 2), (1, 0))
    assert hand.letters() == "AA.A .... .... ...."
    assert hand.told().startswith("A joined")
    hand.drag((2, 1), (2, 0))
    assert hand.letters() == "AA.A C..C .... ...."
    hand.drag((2, 0), (3, 0), (4, 0))
    assert hand.letters() == "AA.A C..C ...C ...C"
    hand.click("Undo")
    hand.click("Undo")
    for stroke in hand.board.strokes[1:]:
        hand.drag(*stroke)
    assert hand.letters() == answer(hand.board)
    assert hand.is_solved()


def test_edges_join_for_a_pointer_that_goes_round_the_board(
    site: Site, open_page: OpenPage, page_of: dict[str, str]
) -> None:
    """Out over one edge and in over the other, the line has gone one step, and not back over the board."""
    hand = hand_on(open_page, site.disk + page_of["round"], "round")
    box = hand.page.locator(".stage").bounding_box()
    hand.press((2, 1))
    hand.lead((2, 4))
    assert hand.letters() == ".... CCCC .... ...."
    across = box["x"] + box["width"]
    for point in ((across + 200, box["y"] + 20), (across + 200, box["y"] - 90), (box["x"] - 100, box["y"] - 90)):
        hand.page.mouse.move(*point, steps=5)
    hand.page.mouse.move(box["x"] - 100, hand.place(3, 1)[1], steps=5)
    hand.lead((3, 0))
    hand.page.mouse.up()
    assert hand.letters() == ".... CCCC ...C ...."


def test_drag_ends_where_its_button_was_let_go_unseen(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A pointer that comes back without a button down draws no more, and the line is let go."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    hand.page.evaluate("window.addEventListener('pointerdown', (event) => { window.pointer = event.pointerId; })")
    hand.press((1, 1))
    hand.lead((1, 2))
    assert "in hand" in hand.name(1, 2)
    x, y = hand.place(1, 4)
    hand.page.evaluate(
        """([clientX, clientY]) => window.dispatchEvent(new PointerEvent("pointermove",
        { pointerId: window.pointer, pointerType: "mouse", buttons: 0, clientX, clientY }))""",
        [x, y],
    )
    assert hand.letters() == "AA.. .... .... ...."
    assert "in hand" not in hand.name(1, 2)
    hand.page.mouse.up()
    assert hand.letters() == "AA.. .... .... ...."


def test_home_shows_the_lines_as_they_stand(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """What is begun is offered on the first page: its lines on the board's own floor, and nothing from beyond edges."""
    hand = hand_on(open_page, site.disk + page_of["round"], "round")
    hand.drag((1, 2), (1, 0))
    page = hand.page
    page.goto(site.disk + "index.html")
    board = page.locator("[data-part=continue] svg.tsunagi")
    lines = board.locator(".trails:not(.over) .body").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    assert [line != "" for line in lines] == [True, False, False]
    assert board.locator(".flood").evaluate("one => getComputedStyle(one).display") == "none"
    assert board.evaluate("one => getComputedStyle(one).overflow") == "hidden"
    expect(page.locator("[data-part=left]")).to_have_text("2 pairs to join · opposite edges join")


def test_line_beside_itself_is_marked_and_said_only_where_forbidden(
    site: Site, open_page: OpenPage, page_of: dict[str, str]
) -> None:
    """A cross stands between the two cells, and both say so; where lines may touch there is none."""
    hand = hand_on(open_page, site.disk + page_of["loose"], "loose")
    assert hand.status() == "1 pair to join\u00a0· cells may stay empty\u00a0· no line beside itself"
    hand.drag((1, 1), (1, 2), (2, 2), (2, 1))
    assert hand.page.locator(".faults .cross").count() == 1
    assert hand.name(1, 1) == "end A, goes right, runs beside itself"
    assert hand.name(2, 1) == "line of A, goes right, loose end, runs beside itself"
    assert "a line runs beside itself in 1 place" in hand.told()
    hand.drag((2, 2), (3, 2), (3, 3))
    assert hand.page.locator(".faults .cross").count() == 0
    assert hand.is_solved(), "any way will do where cells may stay empty"
    other = hand_on(open_page, site.disk + page_of["bridge"], "bridge")
    other.drag((1, 1), (1, 2), (2, 2), (2, 1))
    assert other.page.locator(".faults .cross").count() == 0


def test_cells_left_empty_are_told_when_all_is_joined(site: Site, open_page: OpenPage, page_of: dict[str, str]) -> None:
    """A board with gaps is no violation, and it is not solved."""
    hand = hand_on(open_page, site.disk + page_of["first"], "first")
    for stroke in hand.board.strokes[:2]:
        hand.drag(*stroke)
    assert hand.status() == "1 pair to join"
    hand.drag((3, 2), (4, 2), (4, 4))
    assert hand.status() == "2 cells empty"
    assert not hand.is_solved()
    assert hand.page.locator(".faults path").count() == 0


@pytest.mark.parametrize(
    "moves", ['{"line":"A","cells":[0,5]}', '{"line":"Z","cells":[]}', '{"cells":7}', '"A"', "null"]
)
def test_saved_nonsense_is_dropped(site: Site, open_page: OpenPage, page_of: dict[str, str], moves: str) -> None:
    """Of a saved game what replays is kept, from the first move that is none on everything else goes."""
    hand = hand_on(open_page, site.server + page_of["first"], "first")
    hand.drag((1, 1), (1, 3))
    hand.page.evaluate(
        """(move) => {
          for (const store of [localStorage, sessionStorage]) {
            const name = Object.keys(store).find((key) => key.startsWith("kotae:tsunagi:"));
            const kept = JSON.parse(store.getItem(name));
            kept.value.steps.push([JSON.parse(move)]);
            kept.value.at = 2;
            store.setItem(name, JSON.stringify(kept));
          }
        }""",
        moves,
    )
    hand.page.reload()
    assert hand.letters() == "AAA. .... .... ...."
    hand.drag((1, 3), (1, 4))
    assert hand.letters() == "AAAA .... .... ...."

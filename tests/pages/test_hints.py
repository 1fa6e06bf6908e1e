"""Laws of every kind's page about help: hints solve a level, mistakes are found, and the solution plays itself.

The tests know no kind's rules: every state of a cell is spoken, and a gesture that leads away from the answer is found
by trying.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Game, OpenPage
from .helped import PRESSES, Helped


@pytest.fixture
def hand(home: str, game: Game, open_page: OpenPage) -> Helped:
    """A hand on the first level, where nothing moves by itself."""
    return Helped(open_page(home + game.path, reduced_motion="reduce"), game.level)


@pytest.fixture
def watcher(home: str, game: Game, open_page: OpenPage) -> Helped:
    """A hand on the first level, where the clock is in the test's hand."""
    page = open_page(home + game.path)
    page.clock.install()
    page.reload()
    return Helped(page, game.level)


def test_hints_from_the_start_solve_a_level(hand: Helped, home: str, game: Game) -> None:
    """Press after press: first where to look and why, then the move; in the end it is solved, and marked so."""
    start = hand.said()
    hand.command("hint").click()
    assert hand.marked("look") > 0
    assert hand.told("look here")
    assert "Press again for the move." in hand.message
    assert hand.message in hand.aloud
    assert "Look at row" in hand.aloud
    said = hand.aloud
    for _ in range(PRESSES):
        hand.ask()
        before, said = said, hand.aloud
        assert said != before, "a hint came twice"
        if hand.is_solved():
            break
    assert hand.is_solved()
    assert "with hints" in hand.page.locator("[data-part=solved]").inner_text()
    # Who wants no motion sees the light of a solved board at once.
    assert hand.page.evaluate("document.getAnimations().length") == 0
    assert hand.page.locator(".play").evaluate("one => getComputedStyle(one, '::before').opacity") == "1"
    hand.page.reload()
    assert "with hints" in hand.page.locator("[data-part=solved]").inner_text()
    hand.command("undo").focus()
    while hand.command("undo").get_attribute("aria-disabled") == "false":
        hand.page.keyboard.press("Enter")
    assert hand.said() == start
    hand.page.goto(f"{home}{game.level.kind}/index.html")
    assert hand.page.get_by_role("link", name="solved with hints").count() == 1


@pytest.mark.engine
def test_hint_makes_its_move_as_one_step_and_its_marks_go_with_the_next(hand: Helped) -> None:
    """The second press plays; undo takes back all of it, and nothing is pointed at any more."""
    start = hand.said()
    hand.command("hint").click()
    looked = hand.marked("look")
    while not hand.marked("made"):
        hand.command("hint").click()
    assert hand.marked("look") == 0 < looked
    assert hand.said() != start
    hand.press("Undo")
    assert hand.said() == start
    assert hand.marked("made") == 0


def test_hint_names_what_is_wrong_first_and_leads_back_to_before_it(hand: Helped) -> None:
    """A mistake comes before any step; going back is a button, and redo leads on again."""
    start = hand.said()
    hand.err()
    wrong = hand.said()
    assert hand.marked("wrong") == 0, "the check does not say where"
    hand.command("hint").click()
    assert "no way on" in hand.message
    assert hand.marked("wrong") == len(hand.told(", not right")) > 0
    hand.press("Back to before it")
    assert hand.said() == start
    assert hand.marked("wrong") == 0
    hand.press("Redo")
    assert hand.said() == wrong
    hand.command("hint").click()
    hand.command("hint").click()
    assert hand.said() == start, "a second press goes back too"


def test_check_says_how_much_is_wrong_and_where_only_when_asked(hand: Helped) -> None:
    """Nothing at the start; after a mistake a number, and the cells when asked for."""
    hand.command("check").click()
    assert hand.message == "Nothing is wrong so far."
    hand.err()
    assert hand.message.split(" ")[0].isdigit()
    assert hand.marked("wrong") == 0
    hand.press("Show where")
    assert hand.marked("wrong") == int(hand.message.split(" ")[0])
    assert hand.command("goBack").is_visible()


@pytest.mark.engine
def test_keys_ask_for_a_hint_and_a_check(hand: Helped) -> None:
    """On the board, h and c do what the buttons do."""
    hand.page.locator("[role=gridcell][tabindex='0']").focus()
    hand.page.keyboard.press("c")
    assert hand.message == "Nothing is wrong so far."
    hand.page.keyboard.press("h")
    assert hand.marked("look") > 0


@pytest.mark.engine
def test_hint_is_read_where_nothing_can_be_kept(hand: Helped) -> None:
    """That the browser keeps nothing stands in a line of its own, and takes neither the eye's words nor the ear's."""
    hand.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    hand.command("hint").click()
    assert "Press again for the move." in hand.message
    assert hand.message in hand.aloud
    assert "Look at row" in hand.aloud
    unkept = hand.page.locator("[data-part=unkept]")
    expect(unkept).to_contain_text("cannot keep the game")
    assert "cannot keep" not in hand.message + hand.aloud
    hand.play()
    assert "cannot keep" not in hand.message + hand.aloud
    assert unkept.is_visible()


def test_solution_is_there_at_once_under_reduced_motion_and_one_undo_takes_it_back(
    hand: Helped, home: str, game: Game
) -> None:
    """Whoever wants no motion sees the end; the level does not count as solved, also after a reload."""
    hand.play()
    before = hand.said()
    hand.command("answer").click()
    assert "This is the answer." in hand.message
    assert hand.page.locator("[data-part=solvedWord]").inner_text() == "The answer"
    hand.page.reload()
    assert hand.page.locator("[data-part=solvedWord]").inner_text() == "The answer"
    hand.page.goto(f"{home}{game.level.kind}/index.html")
    assert hand.page.locator("[data-standing=solved]").count() == 0
    hand.page.go_back()
    hand.press("Undo")
    assert hand.said() == before
    hand.press("Redo")
    assert hand.is_solved()
    hand.page.goto(f"{home}{game.level.kind}/index.html")
    assert hand.page.locator("[data-standing=solved]").count() == 0


@pytest.mark.engine
def test_solution_plays_step_by_step_pauses_and_stops(watcher: Helped) -> None:
    """A beat at a time; paused, nothing happens; stopped, what is shown stays, and one undo takes it back."""
    hand, clock = watcher, watcher.page.clock
    start = hand.said()
    hand.command("answer").click()
    first = hand.said()
    assert first != start
    assert hand.page.evaluate("document.activeElement.dataset.command") == "pause"
    clock.run_for(460)
    second = hand.said()
    assert second != first
    hand.press("Pause")
    clock.run_for(5000)
    assert hand.said() == second
    hand.press("Go on")
    assert hand.said() != second
    hand.command("speed").click()
    assert hand.page.locator("[data-part=speed]").inner_text() == "Fast"
    hand.press("Stop")
    stopped = hand.said()
    assert hand.command("hint").is_visible()
    assert "Stopped." in hand.message
    clock.run_for(5000)
    assert hand.said() == stopped
    hand.press("Undo")
    assert hand.said() == start


def test_solution_plays_to_its_end_and_does_not_count(watcher: Helped) -> None:
    """Left alone it shows the whole answer; solved by hand afterwards the level says that the answer was seen."""
    hand, clock = watcher, watcher.page.clock
    hand.command("answer").click()
    # Asked for again while it plays, as a program can that presses what is not seen: it is still one.
    for _ in range(2):
        hand.command("answer").dispatch_event("click")
    clock.run_for(120_000)
    assert hand.page.locator("[data-part=solvedWord]").inner_text() == "The answer"
    assert hand.command("answer").is_visible()
    hand.press("Undo")
    hand.solve()
    assert "after a look at the answer" in hand.page.locator("[data-part=solved]").inner_text()


@pytest.mark.engine
def test_solution_is_stopped_by_whoever_plays_on(watcher: Helped) -> None:
    """A move of the player's, here an undo, ends it: nothing plays against them."""
    hand = watcher
    start = hand.said()
    hand.command("answer").click()
    hand.press("Undo")
    assert hand.said() == start
    assert hand.command("hint").is_visible()
    hand.page.clock.run_for(5000)
    assert hand.said() == start


@pytest.mark.engine
def test_solution_begins_anew_where_something_is_wrong(hand: Helped) -> None:
    """A mistake is in its way; undo brings it back with all else."""
    hand.err()
    wrong = hand.said()
    hand.command("answer").click()
    assert hand.is_solved()
    hand.press("Undo")
    assert hand.said() == wrong


@pytest.mark.engine
def test_mistakes_are_pointed_out_only_to_those_who_want_it(hand: Helped) -> None:
    """The switch is kept; without it the check still finds what is wrong."""
    hand.page.get_by_text("Settings", exact=True).click()
    box = hand.page.get_by_label("Point out mistakes")
    assert box.is_checked()
    box.uncheck()
    hand.page.reload()
    assert not hand.page.get_by_label("Point out mistakes").is_checked()
    hand.err()
    assert "not right" in hand.message

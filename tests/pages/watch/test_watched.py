"""An author's pages in a real browser: each change is on the screen by itself, and every fault is told over it."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from build.config import Config
from build.site import build_site
from pipeline.kind import discover
from tests.drawn import drawn_catalogue
from tests.watched import BROKEN, HAND, LAMP, OTHER, Watched, port_of_ones_own, project, swap, watching

from ..conftest import expect
from .conftest import until

PLAY = "akari/5x5-easy.html"
CELL = "[role=gridcell]"
DIALOG = "dialog[open]"

Open = Callable[..., Any]


def walls(page: Any) -> int:
    """How many cells of the board are walls."""
    found: int = page.locator(f"{CELL}[aria-label*=wall]").count()
    return found


def level_of(watched: Watched, title: str) -> str:
    """The way from the site's folder to the level of a title."""
    shelf = watched.ask("akari/index.html").text
    return "akari/" + shelf.split(f'title="{title}"')[0].rpartition('href="')[2].partition('"')[0]


def test_changed_layout_is_painted_and_other_games_and_the_place_stay(watched: Watched, open_watched: Open) -> None:
    """The page of the level shows the new board; a page of another one keeps its game and its place."""
    page = open_watched(watched.address + level_of(watched, "Corner lamp"), CELL)
    other = open_watched(watched.address + level_of(watched, "By hand"), CELL, viewport={"width": 360, "height": 500})
    other.locator(CELL).first.click()
    said = other.locator(CELL).first.get_attribute("aria-label")
    assert "bulb" in said
    other.evaluate("() => window.scrollTo(0, 200)")
    page.evaluate("() => { window.before = true; }")
    swap(watched.lamp, OTHER)
    until(page, "() => !window.before && document.title && document.querySelector('[role=gridcell]')")
    page.wait_for_selector("h1:has-text('Other lamp')")
    hand = watched.lamp.with_name("hand.yaml")
    other.evaluate("() => { window.before = true; }")
    swap(hand, HAND.replace("By hand", "By my hand"))
    other.wait_for_selector("h1:has-text('By my hand')")
    until(other, "() => window.scrollY === 200")
    assert other.evaluate("() => window.before") is None
    expect(other.locator(CELL).first).to_have_attribute("aria-label", said)


HURRIED = """
const now = performance.now.bind(performance);
const wait = window.setTimeout.bind(window);
performance.now = () => now() * 4;
window.setTimeout = (done, milliseconds) => wait(done, milliseconds / 4);
"""
"""Time on the page goes by four times as fast."""


def test_change_takes_nobody_back_who_is_on_the_way_to_another_page(watched: Watched, open_watched: Open) -> None:
    """A page that a link has been pressed on is not loaded again: that would end the way to the other."""
    page = open_watched(watched.address + "akari/")
    page.add_init_script(HURRIED)
    page.reload()
    asked: list[Any] = []
    page.route("**/akari/rules.html", lambda route: asked.append(route))
    page.get_by_role("link", name="The rules in pictures").click(no_wait_after=True)
    with page.expect_response("**/look?*"):
        swap(watched.lamp, OTHER)
    # Time to load the page again, for one that would; some pages take longer to come than anybody waits gladly.
    page.wait_for_timeout(1500)
    asked[0].continue_()
    page.wait_for_url("**/akari/rules.html")
    expect(page.get_by_role("link", name="The rules in pictures")).to_have_count(0)


def test_page_catches_up_after_a_look_that_failed_and_a_connection_that_was_stopped(
    watched: Watched, open_watched: Open
) -> None:
    """Nobody has to load it again, or to save once more, for it to be as the site is."""
    page = open_watched(watched.address + level_of(watched, "Corner lamp"), CELL)
    failing = iter([True])
    page.route("**/look?*", lambda route: route.abort() if next(failing, False) else route.continue_())
    swap(watched.lamp, OTHER)
    page.wait_for_selector("h1:has-text('Other lamp')")
    assert next(failing, None) is None
    answers = iter([502])
    page.route("**/events", lambda route: one(route, next(answers, None)))
    page.evaluate("() => window.stop()")
    swap(watched.lamp, LAMP.replace("Corner", "Evening"))
    page.wait_for_selector("h1:has-text('Evening lamp')")
    assert next(answers, None) is None
    page.get_by_text("The live rebuild has ended.").wait_for(state="hidden")


def one(route: Any, status: int | None) -> None:
    """Let a request through, or answer it so."""
    if status is None:
        route.continue_()
    else:
        route.fulfill(status=status)


def test_style_is_changed_in_its_place(watched: Watched, open_watched: Open) -> None:
    """A changed style needs no new page: what is typed and opened stays."""
    page = open_watched(watched.address + PLAY, CELL)
    page.evaluate("() => { window.before = true; }")
    style = watched.folder / "templates" / "paper.css"
    style.parent.mkdir()
    for colour in ("rgb(1, 2, 3)", "rgb(4, 5, 6)"):
        swap(style, f"h1 {{ color: {colour} }}\n")
        until(page, f"() => getComputedStyle(document.querySelector('h1')).color === '{colour}'")
    assert page.evaluate("() => window.before") is True


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fault_is_told_over_the_page_by_keys_too_and_goes_away(
    watched: Watched, open_watched: Open, scheme: str
) -> None:
    """The panel names the place and marks it; Escape folds it, a button unfolds it, and it goes when all is mended."""
    page = open_watched(watched.address + PLAY, CELL, color_scheme=scheme, viewport={"width": 360, "height": 700})
    page.evaluate("() => { window.before = true; }")
    swap(watched.lamp, BROKEN)
    panel = page.locator(DIALOG)
    panel.wait_for()
    expect(panel.get_by_role("heading", level=1)).to_have_text("1 fault")
    expect(panel.locator(".place")).to_have_text("layouts/akari/lamp.yaml:5:7")
    expect(panel.locator(".line.wrong")).to_have_text(re.compile(r"\s*5\s*#\.\.#\s*"))
    expect(panel.locator("mark")).to_have_count(1)
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    ink, paper = panel.evaluate("panel => [getComputedStyle(panel).color, getComputedStyle(panel).backgroundColor]")
    assert (light(ink) < light(paper)) == (scheme == "light")
    page.keyboard.press("Escape")
    panel.wait_for(state="hidden")
    button = page.get_by_role("button", name="What is wrong: 1 fault")
    button.focus()
    page.keyboard.press("Enter")
    panel.wait_for()
    swap(watched.lamp, LAMP)
    panel.wait_for(state="hidden")
    button.wait_for(state="hidden")
    assert page.evaluate("() => window.before") is True


def light(colour: str) -> int:
    """How light a colour is."""
    return sum(int(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3])


def test_level_that_is_gone_leads_to_the_kind_and_says_so(watched: Watched, open_watched: Open) -> None:
    """Nobody is left on a board that no layout has any more."""
    page = open_watched(watched.address + "ja/" + level_of(watched, "Corner lamp"), CELL)
    watched.lamp.unlink()
    page.wait_for_url("**/a/b/ja/akari/index.html")
    page.get_by_text("layouts/akari/lamp.yaml:1 はなくなりました").wait_for()
    page.get_by_role("button", name="消す").click()
    page.get_by_text("はなくなりました").wait_for(state="hidden")


def test_page_of_a_broken_template_alone_says_what_is_wrong(watched: Watched, open_watched: Open) -> None:
    """The last good page stays under the panel, on whatever page the author is."""
    page = open_watched(watched.address + "akari/rules.html")
    own = watched.folder / "templates"
    own.mkdir()
    swap(own / "rules.html.jinja", "{% block main %}\n{{ nothing.at.all }}\n{% endblock %}\n")
    page.locator(DIALOG).get_by_text("templates/rules.html.jinja:2").wait_for()
    assert page.locator("main h1").count() == 1


@contextmanager
def mapped(port: int) -> Iterator[int]:
    """Another port that leads to one, as a container or a tunnel gives."""
    taking = socket.create_server(("127.0.0.1", 0))
    ends: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def start(work: Callable[..., None], *ways: socket.socket) -> None:
        thread = threading.Thread(target=work, args=ways)
        threads.append(thread)
        thread.start()

    def lead() -> None:
        with suppress(OSError):
            while True:
                near, _ = taking.accept()
                far = socket.create_connection(("127.0.0.1", port))
                ends.extend((near, far))
                start(carry, near, far)
                start(carry, far, near)

    start(lead)
    try:
        yield taking.getsockname()[1]
    finally:
        taking.shutdown(socket.SHUT_RDWR)
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()
        for end in (taking, *ends):
            end.close()


def test_changes_come_through_another_port_and_on_ipv6(watched: Watched, open_watched: Open) -> None:
    """Every address on a page is relative, so it works by whatever name and port it is reached."""
    with mapped(watched.port) as port:
        pages = [
            open_watched(f"http://{host}/a/b/{PLAY}", CELL) for host in (f"localhost:{port}", f"[::1]:{watched.port}")
        ]
        swap(watched.lamp, LAMP.replace("Corner", "Distant"))
        hand = watched.lamp.with_name("hand.yaml")
        swap(hand, HAND.replace("By hand", "By another hand"))
        for page in pages:
            page.wait_for_selector("h1:has-text('Distant lamp'), h1:has-text('By another hand')")
            page.goto(page.url.replace(f"{PLAY}", "akari/").partition("#")[0])
            page.wait_for_selector("a[title='Distant lamp']")
            page.close()


HIDDEN = """Object.defineProperty(document, 'visibilityState', {
  configurable: true, get: () => window.seen ?? 'hidden',
});"""


def test_many_tabs_are_all_served(watched: Watched, open_watched: Open) -> None:
    """A browser has six connections for one server: tabs that are not seen give theirs back."""
    first = open_watched(watched.address + PLAY, CELL)
    tabs = [first]
    for _ in range(8):
        tab = first.context.new_page()
        # A browser without windows shows every tab; to this page it says that it is not seen.
        tab.add_init_script(HIDDEN)
        tab.goto(watched.address + PLAY)
        tabs.append(tab)
    for tab in tabs:
        tab.wait_for_selector(CELL)
    swap(watched.lamp, LAMP.replace("Corner", "Late"))
    swap(watched.lamp.with_name("hand.yaml"), HAND.replace("By hand", "Late hand"))
    first.wait_for_selector("h1:has-text('Late')")
    assert "Late" not in tabs[-1].locator("main h1").inner_text()
    tabs[-1].evaluate("() => { window.seen = 'visible'; document.dispatchEvent(new Event('visibilitychange')); }")
    tabs[-1].wait_for_selector("h1:has-text('Late')")


class Quiet(SimpleHTTPRequestHandler):
    """Serves without talking."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def test_worker_of_an_earlier_site_on_the_port_is_not_in_the_way(tmp_path: Path, open_watched: Open) -> None:
    """A site that was tried on this port, with pages kept for use without a network, does not show through."""
    catalogue = drawn_catalogue("akari", tmp_path / "drawn")
    build_site(catalogue.parent, tmp_path / "www", Config(title="Earlier"), discover())
    handler = partial(Quiet, directory=str(tmp_path / "www"))
    port = port_of_ones_own()
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = open_watched(f"http://127.0.0.1:{port}/index.html")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        server.shutdown()
    with watching(project(tmp_path / "mine"), "--port", str(port)) as one:
        one.until_good()
        assert one.port == port
        page.goto(one.address + "index.html")
        page.wait_for_selector("text=Mine")
        until(page, "async () => (await navigator.serviceWorker.getRegistrations()).length === 0")
        page.goto(one.address + "akari/index.html")
        page.wait_for_selector("a[title='Corner lamp']")


def test_page_finds_the_watch_again_after_it_was_started_anew(tmp_path: Path, open_watched: Open) -> None:
    """A page says when the watch has ended, and goes on with the next one."""
    folder = project(tmp_path)
    port = port_of_ones_own()
    with watching(folder, "--port", str(port)) as one:
        one.until_good()
        page = open_watched(one.address + PLAY, CELL)
    page.get_by_text("The live rebuild has ended.").wait_for()
    swap(folder / "layouts" / "akari" / "lamp.yaml", LAMP.replace("Corner", "Evening"))
    (folder / "layouts" / "akari" / "hand.yaml").unlink()
    with watching(folder, "--port", str(port)) as one:
        assert one.port == port
        page.wait_for_selector("h1:has-text('Evening lamp')")
        page.get_by_text("The live rebuild has ended.").wait_for(state="hidden")

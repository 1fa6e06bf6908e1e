"""The system's own Chromium, a page that complains of everything it should not do, and a site to open."""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from itertools import cycle, product
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from build.config import Config
from build.site import build_site
from pipeline.cache import Cache, engine_version
from pipeline.catalogue import Level, level_id, read_catalogue
from pipeline.kind import AnyKind, discover
from pipeline.run import load_layouts
from tests.conftest import ROOT, TOY
from tests.drawn import drawn_catalogue
from tests.made import build_catalogue

from .tabs import PATIENCE, Tabs

ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands that start it: first the one without windows, which opens a page in a fraction of the time."""


def _missing(reason: str) -> None:
    if os.environ.get("KOTAE_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{reason}, and KOTAE_REQUIRE_BROWSER=1 asks for it")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window; without it the tests are skipped, or fail where they must be complete."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        _missing("there is no Chromium on this machine")
    sync_api = None
    try:
        from playwright import sync_api
    except ImportError:
        _missing("the package playwright is not installed")
    assert sync_api is not None
    with sync_api.sync_playwright() as playwright:
        sync_api.expect.set_options(timeout=PATIENCE)
        launched = playwright.chromium.launch(executable_path=path, args=list(ARGS))
        yield launched
        launched.close()


OpenPage = Callable[..., Any]


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Tabs:
    """What pages are opened in."""
    return Tabs(browser)


@pytest.fixture
def open_page(tabs: Tabs, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Open an address with nothing kept yet; at the end the page must have been silent and kept to itself.

    The screen is that of the test's seat, where it has one.
    """
    seated = "seat" in request.fixturenames
    screen = request.getfixturevalue("seat").screen if seated else {"viewport": {"width": 820, "height": 1000}}
    faults: list[str] = []
    failed = request.session.testsfailed
    with ExitStack() as stack:

        def open_one(address: str, now: str | None = None, **options: Any) -> Any:
            home = address.rsplit("/site/", 1)[0] + "/site/"
            tab = stack.enter_context(tabs.one(home, {**screen, **options}))
            stack.callback(lambda: faults.extend(tab.faults))
            # Who knows in what state a test has left it that came to no good end.
            stack.callback(lambda: tab.spoil(request.session.testsfailed > failed))
            if now is not None:
                # The page's clock stands at this time, and goes on when it is told to.
                before = datetime.fromisoformat(now) - timedelta(hours=1)
                tab.page.clock.install(time=before.isoformat())
                tab.page.clock.pause_at(now)
            tab.page.goto(address)
            return tab.page

        yield open_one
    assert faults == []


@dataclass(frozen=True, slots=True)
class Site:
    """Where a site can be opened."""

    folder: Path
    disk: str
    server: str


SITE = "/a/b/site/"
"""Where the server has the site: some way down, as on many a host."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves without talking, and shows the site's own page for what is missing at any depth, as hosts do."""

    def send_head(self) -> Any:
        """Begin with a file as it is now: one that was replaced within a second looks as old as the one before."""
        del self.headers["If-Modified-Since"]
        return super().send_head()

    def end_headers(self) -> None:
        """Let the browser ask each time: what is made anew may be some seconds younger only than what it knows."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's page where something below the site is not there."""
        if code != 404 or not self.path.startswith(SITE):
            super().send_error(code, message, explain)
            return
        body = (Path(self.directory) / SITE.strip("/") / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


SETTINGS = Config(author="someone", licence="CC0", offline=False)
"""Without the worker, which would fetch a whole site behind the back of every test; it has tests of its own."""


def whole_line(kind: str, fields: dict[str, Any]) -> str:
    """A level as a catalogue holds it: what follows from the board is worked out."""
    found = discover()[kind]
    puzzle = found.read_grid(tuple(fields["grid"]), fields["rules"])
    follows = {
        "schema": 1,
        "id": level_id(found, puzzle),
        "kind": kind,
        "rows": len(fields["grid"]),
        "cols": len(fields["grid"][0]),
        "code": found.code(puzzle),
        "clues": found.clues(puzzle).bit_count(),
        "images": ["identity"],
        "trace": [],
        "metrics": {"nodes": 1, "branches": 0, "gave_up": False, "steps": [1, 0, 0, 0]},
        "proofs": {"reason": "search", "prove": "sat", "irreducible": False},
    }
    return json.dumps(fields | follows) + "\n"


@contextmanager
def opened_site(root: Path, kind: str, lines: str, config: Config = SETTINGS) -> Iterator[Site]:
    """Build the site of one kind's catalogue, and have it on disk and on a server under /a/b/."""
    catalogue = root / "catalogue"
    catalogue.mkdir(exist_ok=True)
    (catalogue / f"{kind}.jsonl").write_text(lines, encoding="utf-8")
    folder = root / "www" / SITE.strip("/")
    build_site(catalogue, folder, config, discover())
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root / "www"))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Site(folder, f"{folder.as_uri()}/", f"http://127.0.0.1:{server.server_port}{SITE}")
        server.shutdown()


class Seat(NamedTuple):
    """Where a player sits: the address of the site's folder, and the screen before them as a context's options."""

    home: str
    screen: Mapping[str, Any]


PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
"""The options of a phone's screen."""

SEATS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "phone": ("disk", PHONE),
    "tablet": ("server", {"viewport": {"width": 820, "height": 1180}, "has_touch": True}),
    "desk": ("server", {"viewport": {"width": 1440, "height": 900}}),
}
"""Every width that the site is made for, and both ways to open it."""


@pytest.fixture
def seat(request: pytest.FixtureRequest, site: Site) -> Seat:
    """A player at each of the screens."""
    way, screen = SEATS[request.param]
    return Seat(getattr(site, way), screen)


@pytest.fixture
def home(seat: Seat) -> str:
    """The address of the site's folder, for a player at each of the screens."""
    return seat.home


def play_path(level: Level) -> str:
    """The page on which a level is played, seen from the site's folder; it opens with its first level."""
    return f"{level.kind}/{level.rows}x{level.cols}-{level.tier}.html"


class Game(NamedTuple):
    """The site of one new layout, its first level, and its catalogue's lines."""

    site: Site
    level: Level
    lines: str

    @property
    def path(self) -> str:
        """Where its level is played, seen from the site's folder."""
        return play_path(self.level)


def pytest_configure(config: pytest.Config) -> None:
    """What a test of pages may be marked with."""
    config.addinivalue_line("markers", "engine: a law that no kind has a part in")
    config.addinivalue_line("markers", "everywhere: true or false by the screen, and by how the page came to it")


EVERYWHERE = "KOTAE_EVERYWHERE" in os.environ
"""Whether all is tried on every kind and at every screen."""


def seated(kinds: Sequence[str], seats: Sequence[str]) -> list[tuple[str, str]]:
    """Which kind sits where: the kinds share the screens among them."""
    return list(product(kinds, seats) if EVERYWHERE else zip(kinds, cycle(seats), strict=False))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A law of every kind is tried on each, at the screens where it sits.

    Where one is enough, they take turns: a law of the engine, which knows no kind, is tried on one kind, and whatever
    else sits at a screen at one screen, if it is not marked to be tried everywhere. With ``KOTAE_EVERYWHERE=1`` in the
    environment all is tried on all. Which kinds there are is known only when the tests are collected.
    """
    test = metafunc.definition
    kinds, seats = list(discover()), list(SEATS)
    turn = crc32(test.originalname.encode())
    if test.get_closest_marker("engine") and not EVERYWHERE:
        at, turn = turn % len(kinds), turn // len(kinds)
        kinds, seats = [kinds[at]], [seats[turn % len(seats)]]
    elif not (EVERYWHERE or "game" in metafunc.fixturenames or test.get_closest_marker("everywhere")):
        seats = [seats[turn % len(seats)]]
    given = {name for mark in test.iter_markers("parametrize") for name in names_of(mark.args[0])}
    asked = [name for name in ("game", "seat") if name in metafunc.fixturenames and name not in given]
    if asked == ["game", "seat"]:
        metafunc.parametrize(asked, seated(kinds, seats), indirect=True)
    elif asked:
        metafunc.parametrize(asked[0], kinds if asked == ["game"] else seats, indirect=True)


def names_of(said: str | Sequence[str]) -> Sequence[str]:
    """The parameters that a mark gives."""
    return said.replace(" ", "").split(",") if isinstance(said, str) else said


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Game]]:
    """A small site of each kind, made once in whatever order the tests come to it."""
    with ExitStack() as stack:

        @cache
        def of_kind(kind: str) -> Game:
            catalogue = drawn_catalogue(kind, tmp_path_factory.mktemp("drawn"))
            lines = catalogue.read_text(encoding="utf-8")
            site = stack.enter_context(opened_site(tmp_path_factory.mktemp("pages"), kind, lines))
            return Game(site, next(read_catalogue(catalogue)), lines)

        yield of_kind


@pytest.fixture(scope="session")
def toy_catalogue(kinds: dict[str, AnyKind], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of the layouts that come with the kind from outside, for whatever knows no kind."""
    folder = tmp_path_factory.mktemp("toy")
    build_catalogue(load_layouts(TOY / "layouts", kinds), folder, cache=Cache(ROOT / ".kotae-cache", engine_version()))
    return folder / "toy.jsonl"


@pytest.fixture(scope="session")
def toy_site(toy_catalogue: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of that catalogue, on disk and on a server."""
    lines = toy_catalogue.read_text(encoding="utf-8")
    with opened_site(tmp_path_factory.mktemp("pages"), "toy", lines) as made:
        yield made


@pytest.fixture
def game(request: pytest.FixtureRequest, games: Callable[[str], Game]) -> Game:
    """The small site of a kind."""
    return games(request.param)


@pytest.fixture
def site(game: Game) -> Site:
    """Where a kind's site can be opened; a folder or a module may have a site of its own."""
    return game.site


SEEN = """one => {
  const { top, bottom } = one.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) one.scrollIntoView({ block: "center" });
  return one.getBoundingClientRect().toJSON();
}"""
"""The box of an element, at once: the browser's own ways wait for two frames first."""


class Player:
    """Finds the cells of a board on a page that is ``cols`` wide; a kind's own hand plays on them."""

    cols: int

    def __init__(self, page: Any) -> None:
        self.page = page

    def cell(self, row: int, col: int) -> Any:
        """A cell by its place, from 1."""
        return self.page.locator("[role=gridcell]").nth((row - 1) * self.cols + col - 1)

    def name(self, row: int, col: int) -> str:
        """What a cell is called."""
        label: str = self.cell(row, col).get_attribute("aria-label")
        return label.partition(": ")[2]

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def is_solved(self) -> bool:
        """Whether the page says so."""
        seen: bool = self.page.locator("[data-part=solved]").is_visible()
        return seen

    def middle(self, row: int, col: int) -> tuple[float, float]:
        """The middle of a cell in the window, where it comes to be seen if it is not."""
        box = self.cell(row, col).evaluate(SEEN)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until(page: Any, expression: str, arg: Any = None) -> None:
    """Wait until something is so on a page, whose policy lets no script poll by itself."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < deadline, f"never so: {expression}"
        page.wait_for_timeout(25)


def expect(what: Any) -> Any:
    """What waits until it is so of a place on a page, or of a page; the package is there where a browser is."""
    from playwright.sync_api import expect as expected

    return expected(what)


def follow(link: Any) -> None:
    """Press a link, and wait until the page that it leads to has loaded and its scripts have run.

    A press waits for no more than its own doing: what is read after it may be of either page, or of a page half done.
    """
    with link.page.expect_navigation():
        link.click()


def shared(writer: Any, reader: Any, name: str) -> None:
    """Wait until one tab knows what another has written under a name: it comes to other processes a moment later."""
    text = writer.evaluate("name => localStorage.getItem(name)", f"kotae:{name}")
    until(reader, "([name, text]) => localStorage.getItem(name) === text", [f"kotae:{name}", text])


def skip_head(page: Any) -> None:
    """Press the link that skips a page's head, and wait until the page has heard of it."""
    heard = (
        "() => addEventListener('hashchange', () => { document.documentElement.dataset.skipped = ''; }, { once: true })"
    )
    page.evaluate(heard)
    page.locator(".skip").press("Enter")
    until(page, "() => 'skipped' in document.documentElement.dataset")


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Over when the page has drawn what it knows: the browser hands it the moves of a finger once a frame."""


class Finger:
    """Touches the way a screen reports them."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        """One report of all fingers that are down, and what the page makes of it."""
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        self.page.evaluate(DRAWN)

    def down(self, x: float, y: float) -> None:
        """Put a finger down."""
        self.send("touchStart", (x, y))

    def up(self) -> None:
        """Lift every finger."""
        self.send("touchEnd")

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Put a finger down, lead it over the points, and lift it."""
        self.down(*points[0])
        for point in points[1:]:
            self.send("touchMove", point)
        self.up()


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

"""Tabs that serve one test after another: to open one costs as much as most of what is done in it.

A tab is handed on only as if it were new. What it keeps of a site is emptied from a text of that site, where no script
runs; what a test did that outlasts its page, such as a script that begins before every page or another clock, is heard
while it is done, and such a tab is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 60_000
"""Milliseconds that something may take to come true: a machine that is busy with other things takes long."""

SPARE = 6
"""Tabs that wait for a test, at most."""

TEXT = "robots.txt"
"""What every site has that is no page."""

Key = tuple[str, str]
"""How a tab comes to its pages, and the options of its context."""


class Tab:
    """A page in a context of its own, and what it did that it should not do."""

    def __init__(self, browser: Any, options: dict[str, Any]) -> None:
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.media = {"color_scheme": "light", "reduced_motion": "no-preference", "forced_colors": "none"}
        self.media |= {name: said for name, said in options.items() if name in self.media}
        self.size = self.page.viewport_size
        self.faults: list[str] = []
        self.home = ""
        self.is_marked = False
        """Whether something was done, or may have been, that outlasts a page."""
        self.page.on("request", self._asked)
        self.page.on("console", lambda message: self.faults.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        for of in (self.page, self.context):
            self._hear(of, "add_init_script", "route", "expose_function", "expose_binding")
        self._hear(self.context, "set_offline", "new_cdp_session", "grant_permissions", "set_extra_http_headers")
        self._hear(self.context.clock, "install", "pause_at", "set_fixed_time", "set_system_time")

    def begin(self, home: str) -> None:
        """Serve a test of the site in this folder."""
        self.home = home
        self.faults.clear()

    def spoil(self, is_so: bool = True) -> None:
        """Serve no other test, where this is so."""
        self.is_marked |= is_so

    def end(self) -> bool:
        """Be as a new tab; false where that cannot be."""
        if self.is_marked or self.page.is_closed() or self.context.pages != [self.page]:
            return False
        if self.home.startswith("file:"):
            # A page from disk may be handed out the lasting storage as it was some time ago: what is emptied now.
            return False
        if self.context.service_workers or self.faults:
            return False
        try:
            self.page.goto(self.home + TEXT)
        except Exception:  # its site is gone
            return False
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); window.name = ''; }")
        self.page.emulate_media(media="null", contrast="null", **self.media)
        if self.page.viewport_size != self.size:
            self.page.set_viewport_size(self.size)
        self.page.mouse.move(0, 0)
        return True

    def _asked(self, request: Any) -> None:
        # A blob is made by the page itself.
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.faults.append(f"asked for {request.url}")

    def _hear(self, of: Any, *names: str) -> None:
        for name in names:
            setattr(of, name, self._heard(getattr(of, name)))

    def _heard(self, done: Callable[..., Any]) -> Callable[..., Any]:
        def do(*words: Any, **named: Any) -> Any:
            self.spoil()
            return done(*words, **named)

        return do


class Tabs:
    """All tabs of a browser."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._spare: list[tuple[Key, Tab]] = []

    @contextmanager
    def one(self, home: str, options: dict[str, Any]) -> Iterator[Tab]:
        """A tab for the site in this folder, new or as if it were."""
        key = (home.partition(":")[0], repr(sorted(options.items())))
        tab = self._taken(key) or Tab(self._browser, options)
        tab.begin(home)
        kept = False
        try:
            yield tab
            kept = tab.end()
        finally:
            if kept:
                self._spare.append((key, tab))
            else:
                tab.context.close()
            while len(self._spare) > SPARE:
                self._spare.pop(0)[1].context.close()

    def _taken(self, key: Key) -> Tab | None:
        for at in reversed(range(len(self._spare))):
            if self._spare[at][0] == key:
                return self._spare.pop(at)[1]
        return None

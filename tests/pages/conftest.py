"""The system's own Chromium, and a page that complains of everything it should not do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def _missing(reason: str) -> None:
    if os.environ.get("KOTAE_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{reason}, and KOTAE_REQUIRE_BROWSER=1 asks for it")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window; without it the tests are skipped, or fail where they must be complete."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not path:
        _missing("there is no Chromium on this machine")
    sync_api = None
    try:
        from playwright import sync_api
    except ImportError:
        _missing("the package playwright is not installed")
    assert sync_api is not None
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(ARGS))
        yield launched
        launched.close()


OpenPage = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any) -> Iterator[OpenPage]:
    """Open an address in a context of its own; at the end the page must have been silent and kept to itself."""
    with ExitStack() as stack:
        faults: list[str] = []

        def open_one(address: str, **options: Any) -> Any:
            context = browser.new_context(**{"viewport": {"width": 820, "height": 1000}} | options)
            stack.callback(context.close)
            page = context.new_page()
            home = address.rsplit("/site/", 1)[0] + "/site/"

            def watch(request: Any) -> None:
                if not request.url.startswith((home, "data:")):
                    faults.append(f"asked for {request.url}")

            page.on("request", watch)
            page.on("console", lambda message: faults.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.goto(address)
            return page

        yield open_one
        assert faults == []

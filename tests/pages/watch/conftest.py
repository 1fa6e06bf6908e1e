"""A watch over a small project, and pages of it in the browser."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.watched import PATIENCE, Watched, project, renewed, watching


def answered(ask: Callable[[], Any]) -> Any:
    """What a page says, which may be left for another meanwhile, or loaded again, as often as there is a change."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except Exception as error:  # between two pages
            if "context was destroyed" not in str(error) or time.monotonic() >= deadline:
                raise


def until(page: Any, expression: str) -> None:
    """Wait until something is so on a page."""
    deadline = time.monotonic() + PATIENCE
    while not answered(lambda: page.evaluate(expression)):
        assert time.monotonic() < deadline, f"never so: {expression}"
        page.wait_for_timeout(25)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """One watch for all tests of a module, some way down on its host."""
    with watching(project(tmp_path_factory.mktemp("watched")), "--base-path", "/a/b/") as one:
        one.until_good()
        yield one


@pytest.fixture
def watched(running: Watched) -> Watched:
    """The watch over a project that is as it was written at first."""
    return renewed(running)


@pytest.fixture
def open_watched(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open an address in a context of its own; no script may fail there."""
    faults: list[str] = []
    contexts = []

    def open_one(address: str, selector: str = "main", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 820, "height": 700}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        page.wait_for_selector(selector)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert faults == []

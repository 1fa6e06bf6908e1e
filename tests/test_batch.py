"""Work on many layouts: each told as it is ready, a bounded number under way, a slow one in nobody's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import ParamSpec, TypeVar

import pytest

from pipeline.batch import work_through
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.run import load_layouts
from pipeline.workers import LostError
from tests.conftest import TOY

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 60


def test_slow_layout_holds_up_nobody(kinds: dict[str, AnyKind]) -> None:
    """The one that is begun first ends only after all others were told, and is told then."""
    one = load_layouts(TOY / "layouts", kinds)[0]
    others_told = Event()

    def work(layout: Layout) -> bool:
        return layout.seed > 0 or others_told.wait(PATIENCE)

    told = []
    with ThreadPoolExecutor(2) as pool:
        for number, in_time in work_through(_numbered(one, 9), work, pool, 4):
            told.append((number, in_time))
            if len(told) == 8:
                others_told.set()
    assert told[-1] == (0, True)
    assert sorted(told) == [(number, True) for number in range(9)]


def test_no_more_layouts_wait_than_are_asked_for(kinds: dict[str, AnyKind]) -> None:
    """However many there are, the next is taken only when one is done."""
    one = load_layouts(TOY / "layouts", kinds)[0]
    taken = 0
    most = 0

    def counted() -> Iterator[tuple[int, Layout]]:
        nonlocal taken
        for item in _numbered(one, 50):
            taken += 1
            yield item

    with ThreadPoolExecutor(2) as pool:
        for done, _ in enumerate(work_through(counted(), lambda layout: layout.seed, pool, 4)):
            most = max(most, taken - done)
    assert taken == 50
    # Four are under way, and the fifth is at hand when the first of them is told.
    assert most <= 5


class _Ended(Executor):
    """Everything is done at once; all but the last come to nothing."""

    def __init__(self, good: int) -> None:
        self._good = good

    def submit(self, call: Callable[P, T], /, *words: P.args, **named: P.kwargs) -> Future[T]:
        """What this came to."""
        found: Future[T] = Future()
        result = call(*words, **named)
        if result == self._good:
            found.set_result(result)
        else:
            found.set_exception(LostError("no process does it"))
        return found


def test_what_is_done_is_handed_on_before_the_run_ends(kinds: dict[str, AnyKind]) -> None:
    """Where too many came to nothing, what was done at the same moment is kept."""
    one = load_layouts(TOY / "layouts", kinds)[0]
    ready = work_through(_numbered(one, 400), lambda layout: layout.seed, _Ended(200), 400)
    assert next(ready) == (200, 200)
    with pytest.raises(AuthoringError, match="a worker process ended"):
        list(ready)


def _numbered(layout: Layout, count: int) -> Iterator[tuple[int, Layout]]:
    return ((number, replace(layout, seed=number)) for number in range(count))

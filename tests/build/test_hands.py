"""Many things done at once and taken in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

from build import hands
from build.hands import AHEAD, FEW, Hands
from pipeline.errors import AuthoringError, Location
from pipeline.workers import LostError


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Threads in the place of processes; how many were begun, and when."""
    begun: list[int] = []

    @contextmanager
    def workers(count: int) -> Iterator[ThreadPoolExecutor]:
        begun.append(count)
        with ThreadPoolExecutor(count) as pool:
            yield pool

    monkeypatch.setattr(hands, "workers", workers)
    return begun


def test_hands_keep_the_order_and_run_only_so_far_ahead(threads: list[int]) -> None:
    """What is wanted next holds up only a bounded number of things, whatever there is to come."""
    asked = 0

    def things() -> Iterator[int]:
        nonlocal asked
        for number in range(10_000):
            asked = number
            yield number

    with Hands(2) as both:
        work = both.work(lambda thing: thing * 2, lambda thing: thing * 2, things())
        for number in range(200):
            assert next(work) == number * 2
            assert asked <= number + 2 * AHEAD + 1
    assert threads == [2]


def test_hands_begin_no_process_for_a_few_things(threads: list[int]) -> None:
    """A few are done here, by one after the other; later work goes to the processes that there are."""
    with Hands(2) as both:
        assert list(both.work(lambda thing: -1, lambda thing: thing, range(FEW))) == [*range(FEW)]
        assert threads == []
        assert list(both.work(lambda thing: -1, lambda thing: thing, range(FEW + 1))) == [*range(FEW), -1]
        assert list(both.work(lambda thing: -1, lambda thing: thing, [5])) == [-1]
    assert threads == [2]


def test_hands_fail_with_the_first_thing_that_fails(threads: list[int]) -> None:
    """Not with the one that fails soonest: the same by any number of processes."""

    def half(thing: int) -> float:
        return thing / (thing not in (40, 41, 60))

    for jobs in (1, 2, 4):
        taken: list[float] = []
        with Hands(jobs) as some, pytest.raises(ZeroDivisionError):
            deque(map(taken.append, some.work(half, half, range(100))))
        assert taken == [*range(40)]


def test_hands_fail_with_what_was_begun_before_the_source_of_things_failed(threads: list[int]) -> None:
    """The same by any number of processes, also where the source cannot go on while things are still at work."""

    def things() -> Iterator[int]:
        yield from range(40)
        raise LookupError

    def inverse(bad: int, thing: int) -> float:
        return 1 / (thing != bad)

    for jobs in (1, 2, 4):
        for bad, fault in ((39, ZeroDivisionError), (50, LookupError)):
            with Hands(jobs) as some, pytest.raises(fault):
                deque(some.work(partial(inverse, bad), partial(inverse, bad), things()))


def test_hands_tell_where_a_worker_was_lost(threads: list[int]) -> None:
    """The thing that it was at says its place; what was done before was handed on."""

    def lose(thing: int) -> int:
        if thing == FEW + 2:
            raise LostError("gone")
        return thing

    taken: list[int] = []
    with Hands(2) as both:
        work = both.work(lose, lose, range(99), lambda thing: Location("toy.jsonl", thing))
        with pytest.raises(AuthoringError) as raised:
            deque(map(taken.append, work))
    assert str(raised.value).startswith(f"toy.jsonl:{FEW + 2}: a worker process ended before its work was done")
    assert taken == [*range(FEW + 2)]

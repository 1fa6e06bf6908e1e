"""What is solved for a state of the files, and when it is begun."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from build.made import Made
from build.watch.authored import Workbench
from build.watch.signal import Signal
from pipeline.cache import Cache
from pipeline.kind import discover
from tests.watched import BROKEN, project


class Counting(ThreadPoolExecutor):
    """Workers of this process that count what they are given."""

    given = 0

    def submit(self, *words: Any, **named: Any) -> Future[Any]:
        """Count one more."""
        self.given += 1
        return super().submit(*words, **named)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    """The workers of every bench of a test."""
    with Counting(1) as counting:

        @contextmanager
        def same(jobs: int) -> Iterator[Counting]:
            yield counting

        monkeypatch.setattr("build.watch.solving.workers", same)
        yield counting


@pytest.fixture
def bench(tmp_path: Path, pool: Counting) -> Workbench:
    """The layouts of a small project, none solved yet."""
    cache = Cache(tmp_path / ".kotae-cache", "engine")
    return Workbench(project(tmp_path) / "layouts", discover(), cache, 1, Signal(), Made())


def lamp(tmp_path: Path) -> Path:
    """The layout that tests save."""
    return tmp_path / "layouts" / "akari" / "lamp.yaml"


def test_layout_that_was_just_saved_is_begun_and_solved_once(bench: Workbench, pool: Counting, tmp_path: Path) -> None:
    """Whoever then wants all layouts waits for what is going on, and does not begin it again."""
    bench.begin([lamp(tmp_path)])
    assert pool.given == 1
    authored = bench.levels(lambda: False, lambda left: None)
    assert authored
    assert authored.solved == 2
    assert pool.given == 2
    bench.begin([lamp(tmp_path)])
    assert pool.given == 2


def test_only_layouts_that_read_well_are_begun(bench: Workbench, pool: Counting, tmp_path: Path) -> None:
    """A file half written, one that went again, one elsewhere and one that is no layout come to nothing."""
    lamp(tmp_path).write_text(BROKEN, encoding="utf-8")
    bench.begin([lamp(tmp_path), lamp(tmp_path).with_name("gone.yaml"), tmp_path / "kotae.yaml", Path("x.txt")])
    assert pool.given == 0

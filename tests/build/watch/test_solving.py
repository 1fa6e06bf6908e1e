"""What is solved for a state of the files, and when it is begun: first what pages show, then the rest."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from build.config import Config
from build.levels import alike
from build.made import Made
from build.watch.answers import Answers
from build.watch.authored import Workbench
from build.watch.files import Files
from build.watch.held import Compiled, hold
from build.watch.live import Live, Project
from build.watch.signal import Signal
from build.watch.snapshot import Snapshot, shelves_of
from build.watch.solving import Solver
from pipeline.base import Base, Begun, EnginesDisagree, finish_base
from pipeline.cache import Cache
from pipeline.catalogue import Level
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.solving import solve_layout
from pipeline.workers import LostError
from site_templates import ROOT
from tests.watched import BROKEN, LAMP, OTHER, PATIENCE, project


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
    states = bench.levels(lambda: False, lambda left: None)
    assert next(states).solved == 2
    assert pool.given == 2
    bench.begin([lamp(tmp_path)])
    assert pool.given == 2
    assert next(states).solved == 2
    assert pool.given == 4
    bench.begin([lamp(tmp_path)])
    assert [authored.whole for authored in bench.levels(lambda: False, lambda left: None)] == [True]
    assert pool.given == 4


def test_only_layouts_that_read_well_are_begun(bench: Workbench, pool: Counting, tmp_path: Path) -> None:
    """A file half written, one that went again, one elsewhere and one that is no layout come to nothing."""
    lamp(tmp_path).write_text(BROKEN, encoding="utf-8")
    bench.begin([lamp(tmp_path), lamp(tmp_path).with_name("gone.yaml"), tmp_path / "kotae.yaml", Path("x.txt")])
    assert pool.given == 0


def test_levels_are_shown_before_they_are_whole_and_no_page_changes_by_it(bench: Workbench, tmp_path: Path) -> None:
    """The first state has no figure of the search yet, and is not kept; the second is what a run makes."""
    first, whole = bench.levels(lambda: False, lambda left: None)
    assert (first.whole, whole.whole) == (False, True)
    assert {level.metrics.nodes for level in first.levels} == {0}
    made = [solve_layout(one.layout, Limits()) for one in whole.known]
    assert sorted(whole.levels, key=Level.order) == sorted(
        (level for base in made if isinstance(base, Base) for level in base.levels), key=Level.order
    )
    assert first.levels != whole.levels
    assert all(map(alike, first.levels, whole.levels))
    assert pages(first.levels) == pages(whole.levels)
    again = Workbench(tmp_path / "layouts", discover(), Cache(tmp_path / ".kotae-cache", "engine"), 1, Signal(), Made())
    (kept,) = again.levels(lambda: False, lambda left: None)
    assert (kept.levels, kept.solved) == (whole.levels, 0)


def pages(levels: Iterable[Level]) -> dict[str, bytes]:
    """Every page of a site of these levels, as the watch makes it."""
    templates = hold(ROOT, discover(), None, Files())
    snapshot = Snapshot(Config(languages=("en",)), shelves_of(levels), templates, Made(), Compiled())
    return {path: snapshot.page(path).data for path in snapshot.paths}


def test_superseded_rest_is_done_later_without_beginning_anew(bench: Workbench, pool: Counting) -> None:
    """What was begun is known, whether or not somebody waited for the rest of it."""
    over = False
    states = bench.levels(lambda: over, lambda left: None)
    assert not next(states).whole
    over = True
    assert list(states) == []
    over = False
    first, whole = bench.levels(lambda: over, lambda left: None)
    assert (first.solved, whole.whole) == (0, True)
    assert pool.given <= 6


def test_rest_of_many_layouts_leaves_a_process_to_what_is_saved(pool: Counting) -> None:
    """No more is begun at once than leaves one: else what a save asks for would have to end them all first."""
    held = threading.Event()
    solver = Solver(2, Limits(), Signal(), lambda key, base: None)
    tasks = {str(number): held.wait for number in range(5)}
    assert solver.run(tasks, lambda: pool.given > 0, most=1) is None
    assert pool.given == 1
    held.set()
    assert solver.run(tasks, lambda: False, most=1) == dict.fromkeys(tasks, True)
    assert pool.given == len(tasks)


def test_fault_that_shows_after_the_page_does_is_told_over_it(
    pool: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is there before the fault is, the report waits for both, and then the last whole state comes back.

    Where there is none yet, the good layouts make a site. The fault goes when nothing is at fault.
    """

    def differ(kind: AnyKind, layout: Layout, begun: Begun, limits: Limits) -> Base:
        told.wait(PATIENCE)
        if layout.title == "By hand":
            return finish_base(kind, layout, begun, limits)
        raise EnginesDisagree("they differ", layout.drawing)

    def shown() -> set[str]:
        return {level.source.rpartition("/")[2].partition(":")[0] for level in live.snapshot.levels.values()}

    told = threading.Event()
    folder = project(tmp_path)
    places = Project(folder / "layouts", folder / "kotae.yaml", Cache(folder / "kept", "engine"))
    live = Live(places, discover(), 1, lambda line: None)
    answers = Answers(live, discover(), "/")
    with monkeypatch.context() as patched:
        patched.setattr("build.watch.solving.finish_base", differ)
        live.start()
        try:
            until(lambda: live.snapshot and shown() == {"hand.yaml", "lamp.yaml"})
            assert b"<h1>" not in answers.to("/report.html").body
            assert json.loads(answers.to("/_watch/look?path=report.html").body) == {}
            told.set()
            news = until(lambda: next((one for one in [live.board.news] if one.faults and not one.busy), None))
            assert {fault.message for fault in news.faults} == {"they differ"}
            assert "lamp.yaml:3" in " ".join(fault.place for fault in news.faults)
            assert shown() == {"hand.yaml"}
            assert b"they differ" in answers.to("/report.html").body
            patched.undo()
            lamp(tmp_path).write_text(OTHER, encoding="utf-8")
            until(lambda: not live.board.news.faults and not live.board.news.busy)
            good = live.snapshot
            told.clear()
            patched.setattr("build.watch.solving.finish_base", differ)
            lamp(tmp_path).write_text(LAMP, encoding="utf-8")
            until(lambda: live.snapshot is not good)
            told.set()
            until(lambda: live.board.news.faults and not live.board.news.busy)
            assert live.snapshot is good
            assert b"they differ" in answers.to("/report.html").body
        finally:
            told.set()
            live.stop()


def until(is_so: Callable[[], Any]) -> Any:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not (found := is_so()):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return found


def test_layout_over_which_a_worker_was_lost_is_told_with_its_place_and_tried_again(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no fault of the layout, so it is not remembered as one, and nobody draws why it fails."""

    def lose(kind: AnyKind, layout: Layout, limits: Limits) -> Begun:
        raise LostError("gone")

    with monkeypatch.context() as patched:
        patched.setattr("build.watch.solving.begin_base", lose)
        *_, last = bench.levels(lambda: False, lambda left: None)
        assert [str(fault.location) for fault in last.faults] == [str(one.layout.location) for one in last.known]
        assert "a worker process ended before its work was done" in str(last.faults[0])
        assert last.refused == ()
    *_, last = bench.levels(lambda: False, lambda left: None)
    assert (last.faults, last.whole) == ((), True)

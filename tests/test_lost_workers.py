"""Workers that are lost: what they worked on is begun again, and told where it is to blame."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from benchmarks.kills_levels import Killed, Tally
from pipeline import checking
from pipeline.batch import work_through
from pipeline.errors import AuthoringError
from pipeline.finding import Finding
from pipeline.kind import AnyKind
from pipeline.limits import Limits
from pipeline.run import load_layouts
from pipeline.verify import run
from pipeline.verify.lines import read_files
from pipeline.workers import LostError, uninterrupted, workers
from tests.conftest import TOY
from tests.dying import die, die_in_the_midst_of_a_result, die_over, look_or_die, verify_or_die
from tests.made import build_catalogue

PATIENCE = 120
"""Seconds: a machine that is busy with other things takes long."""


def test_work_whose_worker_was_lost_is_begun_again_once(tmp_path: Path) -> None:
    """In a new worker; work that is lost twice comes to nothing, and what comes after it is done."""
    for name in ("once", "always"):
        (tmp_path / name).mkdir()
    with workers(1) as pool, uninterrupted():
        once = pool.submit(die, 1, tmp_path / "once")
        always = pool.submit(die, 9, tmp_path / "always")
        after = pool.submit(len, "after")
        assert once.result() == 1
        assert isinstance(always.exception(), LostError)
        assert after.result() == 5
    assert len(list((tmp_path / "always").iterdir())) == 2


def test_work_whose_worker_was_lost_while_it_told_its_result_is_begun_again(tmp_path: Path) -> None:
    """Nobody waits for the rest of what is written half."""
    with workers(1) as pool, uninterrupted():
        assert pool.submit(die_in_the_midst_of_a_result, tmp_path).result(PATIENCE) == bytes(1000)


def test_layout_that_ends_its_worker_twice_is_told_and_the_others_go_on(kinds: dict[str, AnyKind]) -> None:
    """With its place, since it may be the layout that asks for too much."""
    layouts = load_layouts(TOY / "layouts", kinds)[:3]
    bad = layouts[1]
    with workers(2) as pool:
        found = dict(work_through(enumerate(layouts), partial(die_over, bad.base), pool, 2))
    message = "each process that worked on this layout ended before it was done"
    assert str(found[1]).startswith(f"{bad.location}: {message}")
    assert {found[0], found[2]} == {layouts[0].base, layouts[2].base}


def test_check_goes_on_where_a_layout_ends_its_workers(
    kinds: dict[str, AnyKind], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a fault at its place, and what was found of the others is told."""
    layouts = load_layouts(TOY / "layouts", kinds)[:3]
    layouts[1] = replace(layouts[1], tiers=())
    monkeypatch.setattr(checking, "look", look_or_die)
    findings, lost = checking.look_at(layouts, checking.Effort(), 2)
    assert [finding.layout for finding in findings] == [layouts[0], layouts[2]]
    assert [fault.location for fault in lost] == [layouts[1].location]
    assert [type(result) for result in checking.in_order(kinds, findings, lost)] == [Finding, AuthoringError, Finding]


def test_verify_goes_on_where_a_base_ends_its_workers(
    kinds: dict[str, AnyKind], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its levels are told with their lines, as what nobody has verified, and the others are sound."""
    layouts = load_layouts(TOY / "layouts", kinds)[:2]
    build_catalogue([replace(layouts[0], title="dies"), layouts[1]], tmp_path)
    lines = read_files([tmp_path / "toy.jsonl"], kinds).lines
    monkeypatch.setattr(run, "verify_together", verify_or_die)
    results = run.verify_lines(lines, run.Task.VERIFY, tmp_path, Limits(), 2)
    assert [result.line for result in results] == list(lines)
    for result in results:
        told = ["each process that worked on this layout" in fault for fault in result.found.faults]
        assert told == [True] * (result.line.level.title == "dies")
    assert {result.line.level.title for result in results} == {"dies", layouts[1].title}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")
def test_run_after_a_kill_gives_the_same_bytes_and_leaves_nothing(tmp_path: Path) -> None:
    """A worker is killed, whose run goes on; and one of two runs on one cache and one catalogue, after which comes a
    third. ``python -m benchmarks kills`` does it fifty times.

    The moment is a random one: where all was over by then, or no worker there yet, another round is made.
    """
    killed = Killed(tmp_path, 0, ("akari/05x05.yaml", "binairo/06x06.yaml"), 3)
    tally, numbers = Tally(), iter(range(2, 40))
    while not tally.workers:
        killed.round(next(numbers), tally, 1)
    tally, numbers = Tally(), iter(range(4, 100, 4))  # in every fourth there are two
    while not tally.runs:
        killed.round(next(numbers), tally, 0)

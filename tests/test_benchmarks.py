"""The page of the benchmarks, and their command line; nothing is measured here."""

from __future__ import annotations

import operator
import time
from functools import partial
from pathlib import Path

import pytest

from benchmarks import counting
from benchmarks.__main__ import PARTS, main, measure
from benchmarks.binairo import puzzle_of
from benchmarks.fresh import Answering, one_round, settled
from benchmarks.page import HEADING, measured_line, part_of, with_section
from benchmarks.report import WALL, Clock, Section, Skipped

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "BENCHMARKS.md").read_text(encoding="utf-8")


def section(part: str, says: str) -> str:
    """A section as a part writes it."""
    return f"## {part.title()}\n\n{says}\n\n- {measured_line(part, 'a machine', 'wall clock', 50)}\n"


def test_benchmarks_page_takes_a_part_by_itself() -> None:
    """A section takes the place of its own part's, or goes where the order has it; all else stays but for the count."""
    order = ("first", "second", "third")
    page = "# Benchmarks\n\nWhat it is.\n\n## Tried\n\n- nothing\n"
    for part in ("third", "first", "second"):
        page = with_section(page, section(part, "| 3 of 4, met |"), order)
    begin, targets, *found = HEADING.split(page)
    assert begin == "# Benchmarks\n\nWhat it is.\n\n"
    assert [part_of(one) for one in found] == [*order, None]
    assert [line[-9:] for line in targets.splitlines() if "|" in line][2:] == ["| 1 | 0 |"] * 3
    again = with_section(page, section("second", "| 5 of 4, MISSED |"), order)
    counted = targets.replace("| Second | 1 | 0 |", "| Second | 0 | 1 |")
    assert again == "".join((begin, counted, found[0], section("second", "| 5 of 4, MISSED |"), "\n", *found[2:]))


def test_benchmarks_name_their_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """Asked for a part that there is not, they say which there are; of these is every section, or kept by hand."""
    assert main(["no-such-part"]) == 2
    assert capsys.readouterr().err.strip().endswith(f"there are {', '.join(PARTS)}")
    by_hand = [one.splitlines()[0] for one in HEADING.split(PAGE)[1:] if part_of(one) not in PARTS]
    assert by_hand == ["## Targets", "## Tried, and no help"]


def test_benchmarks_say_that_a_part_left_out_keeps_its_section(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its figures would pass for new ones."""

    def missing(clock: Clock) -> Section:
        raise Skipped("nothing is at hand")

    monkeypatch.setitem(PARTS, "tsunagi-proofs", missing)
    measure("tsunagi-proofs", WALL, write=True)
    said = capsys.readouterr().out
    assert "left out: nothing is at hand; 'Tsunagi: proofs" in said
    assert "stays as it was measured before" in said


def test_boards_are_timed_once_a_process_and_take_turns_in_warming_it_up() -> None:
    """A board that warms up is not timed, and the next round has it."""
    boards = [
        {"rows": 4, "grid": grid} for grid in (["01..", "..10", "....", "...."], ["0101", "1010", "....", "0..1"])
    ]
    ready = partial(counting.counting_of, "binairo", puzzle_of)
    rounds = [one_round(WALL, ready, boards, number) for number in range(2)]
    assert [[one is None for one in done.times] for done in rounds] == [
        [True, False],
        [False, True],
    ]
    assert [count for _, (count, _) in settled(rounds)] == [2, 1]


def test_process_that_takes_too_long_is_ended_and_the_next_question_answered() -> None:
    """Whatever it is busy with."""
    with Answering(operator.call, 2) as process:
        assert process.ask(len, "four") == 4
        assert process.ask(time.sleep, 600) is None
        assert process.ask(len, "three") == 5

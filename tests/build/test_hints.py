"""What a page is told of a level's trace."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from build.hints import Step, steps, techniques
from pipeline.catalogue import Level, level_from_json, trace_lines
from pipeline.errors import Location
from pipeline.kind import AnyKind
from pipeline.reasoner import Technique
from pipeline.search import explain

from .conftest import line


def level(kind: AnyKind, grid: tuple[str, ...], answer: tuple[str, ...]) -> Level:
    """A level of Mines with the trace that its reasoner finds."""
    puzzle = kind.read_grid(grid, {})
    trace = trace_lines(kind, puzzle, explain(kind.reasoner(puzzle)))
    fields = line(1, rows=len(grid), cols=len(grid[0]), grid=list(grid), answer=list(answer))
    return replace(level_from_json(json.loads(json.dumps(fields)), Location("a")), trace=trace)


@pytest.fixture
def toy(kinds: dict[str, AnyKind]) -> AnyKind:
    """The kind from outside."""
    return kinds["toy"]


def test_way_has_the_steps_of_the_trace_by_numbers(toy: AnyKind) -> None:
    """Places and cells count from 0, and the technique is its place among the kind's, from 1."""
    one = level(toy, ("1.", ".."), ("1*", ".."))
    one = replace(one, trace=(("pair", "r1c2=* r2c1=- r2c2=-", "r1c1 r1c2", "r1c1 r2c2"),))
    assert steps(toy, one) == (Step(techniques(toy).index("pair") + 1, ("1",), ("2", "3"), (0, 1), (3,)),)


def test_way_looks_first_at_what_is_decided_where_the_words_say_here(toy: AnyKind) -> None:
    """A trial's contradiction shows elsewhere: those cells are of what it follows from."""
    one = replace(
        level(toy, ("1.", ".."), ("1*", "..")), trace=(("short trial", "r1c2=*", "r2c1 r2c2", "r1c1 r1c2 r2c2"),)
    )
    assert steps(toy, one)[0] == Step(techniques(toy).index("short trial") + 1, ("1",), (), (1,), (0, 2, 3))


def test_way_goes_on_with_what_the_trace_leaves_open(toy: AnyKind) -> None:
    """Each place that is left is a step by itself, with no technique; a number's own cell is known and no step."""
    one = replace(level(toy, ("1.", ".."), ("1*", "..")), trace=(("pair", "r1c2=*", "r1c1", "r1c1"),))
    assert steps(toy, one)[1:] == (Step(0, (), ("2",)), Step(0, (), ("3",)))
    assert steps(replace(toy, crosses=False), one)[1:] == ()


def test_way_leaves_out_what_a_player_sees(toy: AnyKind) -> None:
    """A step that only rules out, by a technique whose results are seen, is none for a hint."""
    one = level(toy, ("1.", ".."), ("1*", ".."))
    one = replace(one, trace=(("count", "r2c1=-", "r1c1", ""), ("count", "r1c2=* r2c2=-", "r1c1", "")))
    told = steps(replace(toy, seen=(Technique("count", 1),)), one)
    assert [step.yes + step.no for step in told] == [("1", "3")]


def test_way_takes_the_answer_of_a_kind_for_what_the_kind_says(toy: AnyKind) -> None:
    """Where an answer is not the mask of the places answered yes, the kind turns it into that."""
    one = replace(level(toy, ("1.", ".."), ("1*", "..")), trace=())
    other = replace(
        toy,
        read_answer=lambda puzzle, rows: ("mines", toy.read_answer(puzzle, rows)),
        places_of=lambda puzzle, answer: answer[1],
    )
    assert steps(other, one) == steps(toy, one)

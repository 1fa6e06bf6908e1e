"""Hints followed to the end of many levels of every kind, from their starts and from the middle of a game."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from build.hints import Step, way
from build.templates import Templates
from pipeline.catalogue import Level, trace_lines
from pipeline.kind import AnyKind, discover
from pipeline.search import explain
from site_templates import ROOT
from tests.conftest import Shipped

HERE = Path(__file__).parent
TEMPLATES = Templates(ROOT, discover())

LEVELS = 120
PARTLY = 60
WRONGLY = 100

every_kind = pytest.mark.parametrize("kind", list(discover()))


def modules(kind: str) -> list[str]:
    """The scripts of a kind that know its rules, and what it needs for hints."""
    found = sorted(TEMPLATES.folder(kind).glob("*.js"))
    return [
        str(path) for path in found if re.search(r"export function (start|claims|put|turn)\b", path.read_text("utf-8"))
    ]


def as_page_has_it(kind: AnyKind, level: Level) -> dict[str, Any]:
    """What a page knows of a level."""
    names = ("id", "rows", "cols", "grid", "title", "author")
    fields = {name: getattr(level, name) for name in names} | {"tier": str(level.tier), "rules": dict(level.rules)}
    return fields | {"way": way(kind, level)}


def follow(
    node: str, kind: AnyKind, levels: list[Level], partly: int = 0, wrongly: int = 0, images: Sequence[str] = ()
) -> Any:
    """Where hints lead, on the levels themselves or on these images of them."""
    played = [as_page_has_it(kind, level) for level in levels]
    if images:
        played = [level | {"image": image} for level, image in zip(played, images, strict=True)]
    asked = {"levels": played, "crosses": kind.crosses}
    done = subprocess.run(
        [node, str(HERE / "follow.mjs"), *modules(kind.name)],
        cwd=ROOT.parent,
        input=json.dumps(asked | {"partly": partly, "wrongly": wrongly}),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return json.loads(done.stdout)


def turned(kind: AnyKind, levels: list[Level]) -> Iterator[Level]:
    """Images of levels, the smallest first, each with a trace of its own."""
    for level in sorted(levels, key=lambda level: level.rows * level.cols):
        puzzle = kind.read_grid(level.grid, level.rules)
        answer = kind.read_answer(puzzle, level.answer)
        for image in level.images[1:]:
            seen = kind.turn(puzzle, image)
            grid, rules = kind.grid(seen), kind.rules(seen)
            size = {"rows": len(grid), "cols": len(grid[0]), "grid": grid, "rules": rules}
            turned_answer = kind.answer_grid(seen, kind.turn_answer(puzzle, answer, image))
            yield replace(
                level, answer=turned_answer, trace=trace_lines(kind, seen, explain(kind.reasoner(seen))), **size
            )


@every_kind
def test_hints_solve_many_levels_from_wherever_a_player_is(
    node: str, kinds: dict[str, AnyKind], shipped: Shipped, kind: str
) -> None:
    """From the start, and from boards on which part of the answer stands; each mistake is pointed at.

    Every hint says where to look, every move adds to the board and takes nothing from it, and nothing is told twice.
    """
    levels = shipped.of(kind)
    chosen = random.Random(3).sample(levels, min(LEVELS, len(levels)))
    chosen += islice(turned(kinds[kind], levels), LEVELS - len(chosen))
    said = follow(node, kinds[kind], chosen, PARTLY, WRONGLY)
    for found in (said["start"], said["partly"]):
        assert [one for one in found if not one.get("solved")] == []
    assert len(said["partly"]) == PARTLY
    # Of a board that is all but full every further move may be right.
    assert set(said["wrongly"]) <= {"points", None}
    assert Counter(said["wrongly"])["points"] > WRONGLY * 0.9


@every_kind
def test_hints_go_on_from_the_answer_where_a_trace_ends(
    node: str, kinds: dict[str, AnyKind], shipped: Shipped, kind: str
) -> None:
    """Cut short, or without any trace, a level is solved all the same; what comes from the answer says so."""
    levels = [replace(level, trace=level.trace[: len(level.trace) // 2]) for level in shipped.of(kind)[::29]]
    bare = [replace(level, trace=()) for level in levels]
    for one in (*follow(node, kinds[kind], levels)["start"], *follow(node, kinds[kind], bare)["start"]):
        assert one["solved"]
        assert one["fromAnswer"] > 0


CASES: dict[str, list[Any]] = {
    "cells": [Step(2, ("1", "600"), ("3",), (0, 7), (5, 624)), Step(0, ("17",), ())],
    "sides": [Step(33, ("0-1",), ("5+7", "0-24"), (), (9,)), Step(1, (), ("3-8",), (8, 3))],
    "nothing": [],
}


@pytest.mark.parametrize("case", CASES)
def test_way_is_read_in_the_browser_as_it_was_written(node: str, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of any size, either sign, and places of one cell or of two come back the same."""
    monkeypatch.setattr("build.hints.steps", lambda kind, one: tuple(CASES[case]))
    script = 'import { readWay } from "#engine/way.js"; console.log(JSON.stringify(readWay(process.argv[1])));'
    run = [node, "--input-type=module", "-e", script, way(None, None)]  # type: ignore[arg-type]
    done = subprocess.run(run, cwd=ROOT.parent, capture_output=True, text=True, timeout=60, check=True)
    assert [list(one.values()) for one in json.loads(done.stdout)] == json.loads(json.dumps(CASES[case]))

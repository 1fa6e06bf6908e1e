"""Laws of what a catalogue may hold, for every kind: a level that was changed in any part is found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pipeline.catalogue import Level, LevelId, read_catalogue
from pipeline.check import level_fault
from pipeline.kind import discover
from tests.drawn import drawn_catalogue

Change = Callable[[Level], Level]


@pytest.fixture(scope="module", params=list(discover()))
def level(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Level:
    """The hardest level of a small new layout of each kind."""
    return list(read_catalogue(drawn_catalogue(request.param, tmp_path_factory.mktemp("check"))))[-1]


def _junk(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("?" * len(row) for row in rows)


def _changed_trace(at: int, text: str) -> Change:
    def change(level: Level) -> Level:
        step = list(level.trace[-1])
        step[at] = text
        return replace(level, trace=(*level.trace[:-1], (step[0], step[1], step[2], step[3])))

    return change


def _marks(level: Level) -> tuple[str, str]:
    return discover()[level.kind].marks


def _turned(level: Level) -> Level:
    """A level whose last step says the opposite of all that it finds."""
    yes, no = _marks(level)
    parts = [part.rpartition("=") for part in level.trace[-1][1].split()]
    turned = " ".join(f"{place}={no if mark == yes else yes}" for place, _, mark in parts)
    return _changed_trace(1, turned)(level)


CHANGES: dict[str, tuple[Change, str]] = {
    "grid of another board": (lambda level: replace(level, grid=level.answer), "is that of another grid"),
    "grid of no board": (lambda level: replace(level, grid=_junk(level.grid)), "is that of another grid"),
    "code of no board": (lambda level: replace(level, code="?"), "the code cannot be read: not a board code"),
    "empty code": (lambda level: replace(level, code=""), "the code cannot be read: not a board code"),
    "rules of another kind": (lambda level: replace(level, rules={"odd": True}), "'rules' are not those of"),
    "another id": (lambda level: replace(level, id=LevelId("0" * 12)), "the id of the grid is "),
    "a clue more": (lambda level: replace(level, clues=level.clues + 1), "clues, not "),
    "the puzzle for an answer": (lambda level: replace(level, answer=level.grid), "the answer "),
    "no answer": (lambda level: replace(level, answer=_junk(level.answer)), "the answer is no filling of the grid"),
    "another answer": (lambda level: replace(level, answer=level.answer[::-1]), "the answer "),
    "an unknown image": (lambda level: replace(level, images=("identity", "odd")), "'odd' is no image"),
    "an image twice": (lambda level: replace(level, images=level.images * 2), "stands twice"),
    "an unknown technique": (_changed_trace(0, "magic"), "names no technique: 'magic'"),
    "a step that decides nothing": (_changed_trace(1, "r1c1=?"), "decides nothing of"),
    "a step off the board": (lambda level: _changed_trace(1, f"r99c99={_marks(level)[0]}")(level), "'r99c99="),
    "a step that is not so": (_turned, "is not as the answer is"),
    "a look off the board": (_changed_trace(2, "r99c99"), "names what is not on the board: 'r99c99'"),
    "a reason off the board": (_changed_trace(3, "r1c1 r0c1"), "names what is not on the board: 'r0c1'"),
}


def test_check_passes_a_level_as_it_was_made(level: Level) -> None:
    """What the pipeline writes has no fault."""
    assert level_fault(discover()[level.kind], level) is None


@pytest.mark.parametrize("name", CHANGES)
def test_check_finds_a_level_that_was_changed(level: Level, name: str) -> None:
    """Whatever part of a level does not fit the others is told in words."""
    change, message = CHANGES[name]
    assert message in (level_fault(discover()[level.kind], change(level)) or "")

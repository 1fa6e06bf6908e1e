"""Reading a catalogue: each fault is told with its line, in words that need no knowledge of the program."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.catalogue import Level, read_catalogue, trace_lines
from pipeline.errors import CatalogueError
from pipeline.kind import AnyKind
from pipeline.reasoner import Position, Step
from pipeline.search import Derivation

LINE: dict[str, Any] = {
    "schema": 1,
    "id": "0123456789ab",
    "kind": "toy",
    "rows": 2,
    "cols": 3,
    "tier": "easy",
    "title": "答え",
    "author": "",
    "base": "a/1",
    "source": "layouts/toy/a.yaml:1",
    "rules": {"wrap": False},
    "grid": ["...", "..."],
    "answer": ["*..", "..*"],
    "code": "",
    "clues": 0,
    "images": ["identity"],
    "trace": [["beam", "r1c1=* r2c3=*", "r1c1", ""]],
    "metrics": {"nodes": 1, "branches": 0, "gave_up": False, "steps": [1, 0, 0, 0]},
    "proofs": {"reason": "search", "prove": "sat", "irreducible": True},
}

METRICS, PROOFS = LINE["metrics"], LINE["proofs"]


def _read(path: Path, *lines: str | bytes) -> list[Level]:
    path.write_bytes(b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines))
    return list(read_catalogue(path))


def test_catalogue_line_reads_back(tmp_path: Path) -> None:
    """A line as it should be is a level, with tuples in the place of lists."""
    (level,) = _read(tmp_path / "toy.jsonl", json.dumps(LINE))
    assert level.grid == ("...", "...")
    assert level.trace == (("beam", "r1c1=* r2c3=*", "r1c1", ""),)
    assert level.metrics.steps == (1, 0, 0, 0)


def test_trace_of_a_step_without_a_focus_looks_at_the_cells_of_its_places(kinds: dict[str, AnyKind]) -> None:
    """A place is a cell unless the kind says at which cells it is seen."""
    toy = kinds["toy"]
    puzzle = toy.read_grid(("...", "..."), {})
    steps = (Step("search", 4, yes=0b100), Step("search", 4, no=0b10, focus=0b1000))
    trace = Derivation(steps, Position(0b100, 0b10), True)
    assert [line[2] for line in trace_lines(toy, puzzle, trace)] == ["r1c3", "r2c1"]
    edges: AnyKind = replace(toy, cells_at=lambda puzzle, places: places | places << 3)
    assert [line[2] for line in trace_lines(edges, puzzle, trace)] == ["r1c3 r2c3", "r2c1"]


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "true as schema": ({"schema": True}, "the schema is not known"),
    "text as schema": ({"schema": "1"}, "the schema is not known"),
    "older schema": ({"schema": 0}, "schema 0 is older than what is read here\n  this version reads schema 1"),
    "newer schema": ({"schema": 2}, "schema 2 is not known\n  it was made by a newer version"),
    "short id": ({"id": "0123"}, "'id' is '0123', not ten or more hexadecimal digits"),
    "id of another alphabet": ({"id": "../../../etc"}, "'id' is '../../../etc', not ten"),
    "no kind": ({"kind": ""}, "'kind' is empty, not a word"),
    "true as rows": ({"rows": True}, "'rows' is true, not a whole number from 1 on"),
    "no rows": ({"rows": 0}, "'rows' is 0, not a whole number from 1 on"),
    "half a column": ({"cols": 2.5}, "'cols' is 2.5, not a whole number from 1 on"),
    "more rows than drawn": ({"rows": 3}, "'grid' has 2 rows, and 'rows' says 3"),
    "more columns than drawn": ({"cols": 4}, "row 1 of 'grid' has 3 cells, and 'cols' says 4"),
    "ragged answer": ({"answer": ["...", ".."]}, "row 2 of 'answer' has 2 cells, and 'cols' says 3"),
    "text for a grid": ({"grid": "......"}, "'grid' is '......', not a list of texts"),
    "number in the grid": ({"grid": ["...", 7]}, "'grid' is a list, not a list of texts"),
    "empty grid": ({"grid": []}, "'grid' is empty, not a list of texts"),
    "unknown tier": ({"tier": "eazy"}, "'tier' is 'eazy', not a tier: did you mean 'easy'?"),
    "list as tier": ({"tier": []}, "'tier' is empty, not a tier: it can be easy, normal, hard, expert"),
    "number as title": ({"title": 7}, "'title' is 7, not a text"),
    "nothing as author": ({"author": None}, "'author' is empty, not a text"),
    "half a character": ({"title": "a\ud800"}, "'title' is 'a\\ud800', and has half a character in it"),
    "half a character in a trace": ({"trace": [["a\ud800", "r1c1=*", "", ""]]}, "its step 1 is not four texts"),
    "list as rules": ({"rules": []}, "'rules' is empty, not an object of switches"),
    "object in rules": ({"rules": {"a": {}}}, "'rules' is an object, not an object of switches"),
    "clues below nothing": ({"clues": -1}, "'clues' is -1, not a whole number from 0 on"),
    "true as clues": ({"clues": True}, "'clues' is true, not"),
    "no images": ({"images": []}, "'images' is empty, not a list of texts"),
    "step of three": ({"trace": [["a", "r1c1=*", ""]]}, "'trace' is a list, and its step 1 is not four texts"),
    "step without a technique": ({"trace": [["", "r1c1=*", "", ""]]}, "its step 1 is not a technique and what"),
    "step that decides nothing": ({"trace": [["a", "r1c1", "", ""]]}, "its step 1 is not a technique and what"),
    "object as trace": ({"trace": {}}, "'trace' is empty, not a list of steps"),
    "metrics without nodes": ({"metrics": {"branches": 0}}, "'metrics' is an object, not an object of nodes"),
    "text as nodes": ({"metrics": METRICS | {"nodes": "1"}}, "where nodes and branches are whole numbers"),
    "number as gave_up": ({"metrics": METRICS | {"gave_up": 0}}, "gave_up is true or false"),
    "three ranks": ({"metrics": METRICS | {"steps": [1, 0, 0]}}, "where steps are four whole numbers"),
    "no proofs": ({"proofs": None}, "'proofs' is empty, not an object of reason"),
    "word for kept": ({"proofs": PROOFS | {"kept": "r1c1"}}, "where kept is a list of cells, or null"),
    "proof too many": ({"proofs": PROOFS | {"luck": 1}}, "not an object of reason, prove and irreducible"),
    "number as proof": ({"proofs": PROOFS | {"prove": 1}}, "where reason and prove are words"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_catalogue_field_that_is_not_as_it_should_be_is_named(tmp_path: Path, name: str) -> None:
    """The message has the field, what it is and what it is not, and never a word of Python's."""
    change, message = FAULTS[name]
    path = tmp_path / "toy.jsonl"
    with pytest.raises(CatalogueError) as caught:
        _read(path, json.dumps(LINE), json.dumps(LINE | change))
    assert str(caught.value).startswith(f"{path.as_posix()}:2: ")
    assert message in str(caught.value)
    assert "kotae levels" in str(caught.value)


@pytest.mark.parametrize("field", LINE)
def test_catalogue_field_that_is_missing_is_named(tmp_path: Path, field: str) -> None:
    """Every field has to be there."""
    with pytest.raises(CatalogueError, match=f"the field '{field}' is missing"):
        _read(tmp_path / "toy.jsonl", json.dumps({key: value for key, value in LINE.items() if key != field}))


@pytest.mark.parametrize(
    ("line", "where", "message"),
    [
        ("{", "1:2", "not a JSON line"),
        ('{"a": 1;}', "1:8", "not a JSON line"),
        ("", "1:1", "not a JSON line"),
        ("[]", "1", "a catalogue line is a JSON object"),
        ("[" * 100_000, "1", "not a JSON line of a level"),
        ("9" * 5_000, "1", "not a JSON line of a level"),
        ('{"ä": '.encode() + b"\xff}", "1:7", "the byte 0xff is not UTF-8"),
    ],
)
def test_catalogue_line_that_is_no_object_is_told(tmp_path: Path, line: str | bytes, where: str, message: str) -> None:
    """What cannot be read at all is told with its column, where JSON has one."""
    path = tmp_path / "toy.jsonl"
    with pytest.raises(CatalogueError) as caught:
        _read(path, line)
    assert str(caught.value).splitlines()[0] == f"{path.as_posix()}:{where}: {message}"


def test_catalogue_without_a_line_is_refused(tmp_path: Path) -> None:
    """An empty file is what a broken disk leaves: a run never writes one."""
    path = tmp_path / "toy.jsonl"
    path.touch()
    with pytest.raises(CatalogueError, match="the file is empty\n  make the catalogue again with 'kotae levels'"):
        list(read_catalogue(path))
    with pytest.raises(CatalogueError, match="cannot be read: No such file"):
        list(read_catalogue(tmp_path / "none.jsonl"))

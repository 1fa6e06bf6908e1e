"""Boards as they were published come in as their recorded grids and go out as the identical strings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import AuthoringError, AuthoringErrors
from pipeline.interchange.format import same_again
from pipeline.interchange.layouts import layout_of
from pipeline.interchange.read import Found
from pipeline.kind import discover
from pipeline.layout import layouts_of
from pipeline.source import parse_documents
from tests.conftest import SHARED
from tests.interchange.boards import read_puzzles

CASES = SHARED / "cases"
KINDS = discover()
FORMATS = ("puzz.link", "tatham", "penpa", "text (puzzlekit)", "text")

REFUSED = {
    "nl-penpa-js-4": "4 has 6 ends",
    "nl-gh-question": "r5c1: an end without a number",
    # Boards as some program's test has them, in no form that any program writes.
    "ak-grilops-1": "a row of 1 cell under a first row of 3",
    "ak-newtomsoft-2": "'7x7,' is no cell",
    "bi-timwi-1": "a board of 1×100 is too large",
}
"""What is not read, and why: what no board of ours can hold is told by its cell."""


UNLETTERED = {"nl-penpa-js-1"}
"""Its numbers go up to 799, and a layout has letters for 82."""


def cases(name: str) -> list[dict[str, Any]]:
    path = CASES / name
    if not path.exists():
        pytest.skip("the recorded boards are not beside this checkout")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def shown(found: Found) -> list[list[str]]:
    """The grid of a puzzle with what the text called its pairs."""
    kind = KINDS[found.kind]
    grid = [list(row) for row in kind.grid(found.imported.puzzle)]
    if found.imported.labels:
        for label, ends in zip(found.imported.labels, found.imported.puzzle.pairs, strict=True):
            for end in ends:
                grid[end // len(grid[0])][end % len(grid[0])] = label
    return grid


def alike(grid: list[list[str]], recorded: list[list[str]]) -> bool:
    """Whether two grids differ by nothing but the names of their pairs: some were recorded in reading order."""
    cells = [pair for rows in zip(grid, recorded, strict=True) for pair in zip(*rows, strict=True)]
    there, back = dict(cells), {other: one for one, other in cells}
    return all(there[one] == other and back[other] == one for one, other in cells)


@pytest.mark.parametrize("name", ["akari", "binairo", "tsunagi"])
def test_published_boards_come_in_and_go_out_to_the_letter(name: str) -> None:
    """Every recorded string of every format is read to its grid and written as it was; what is refused is known."""
    seen = dict.fromkeys(FORMATS, 0)
    for case in cases(f"{name}.jsonl"):
        if case["id"] in REFUSED:
            with pytest.raises(AuthoringErrors, match=REFUSED[case["id"]]):
                read_puzzles(case["origin"], case["id"], KINDS, name)
            continue
        (found,) = read_puzzles(case["origin"], case["id"], KINDS, name)
        recorded = [[str(cell) for cell in row] for row in case["grid"]]
        if "renumbered" in case["notes"] or case["origin_format"] == "penpa":
            assert alike(shown(found), recorded)
        else:
            assert shown(found) == recorded
        assert found.format.write
        assert found.format.write(same_again(found.imported)).text == case["origin"]
        if case.get("rule_unique") is not None and case["origin_format"] == "tatham":
            assert found.imported.puzzle.unique_lines == case["rule_unique"]
        seen[case["origin_format"]] += 1
    assert seen["text (puzzlekit)"] > 40
    assert seen["penpa"]


def test_published_links_of_number_links_keep_their_numbers_in_a_layout() -> None:
    """From a link to a layout and back to a link it is the same link, in whatever order its pairs are numbered."""
    kept = 0
    for case in cases("tsunagi.jsonl"):
        if case["origin_format"] != "puzz.link" or case["id"] in REFUSED:
            continue
        (found,) = read_puzzles(case["origin"], case["id"], KINDS, "tsunagi")
        written = layout_of(found, KINDS)
        (layout,), faults = layouts_of(parse_documents(written.text.encode(), "layout"), "", "", "", dict(KINDS))
        assert not faults
        if case["id"] in UNLETTERED:
            assert "has no letters for the numbers" in written.lost[0]
            continue
        assert not written.lost
        kind = KINDS["tsunagi"]
        assert kind.labels
        request = same_again(found.imported)
        again = type(request)(kind.fixed(layout.board), labels=kind.labels(layout.board), spelling=request.spelling)
        assert found.format.write
        assert found.format.write(again).text == case["origin"]
        kept += 1
    assert kept > 12


def test_published_codes_of_the_tsunagi_package_come_in_and_go_out() -> None:
    """Every code without a word for what is not known here; the others are refused by that word."""
    format = next(one for one in KINDS["tsunagi"].formats if one.name == "tsunagi")
    assert format.write
    words = ("portals", "hex", "sparse", "strokes", "boom", "blast")
    read = 0
    for case in cases("tsunagi_levels.jsonl"):
        code = case["givens"]
        unknown = [word for word in words if f"|{word}" in code]
        if unknown:
            with pytest.raises(AuthoringError, match=f"boards with '{unknown[0]}' are not supported"):
                format.read(code)
            continue
        imported = format.read(code)
        assert format.write(same_again(imported)).text == code
        assert "".join(imported.puzzle.board) == code.split("|")[0]
        read += 1
    assert read > 200


def test_cases_are_looked_for_beside_the_checkout() -> None:
    """The tests above skip where the boards are not: so the place they are looked for is right."""
    assert CASES.parent.parent == Path(__file__).resolve().parents[3]

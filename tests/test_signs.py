"""Boards on a terminal: cells are found in every drawing, marks hide nothing else, and boards stand side by side."""

from __future__ import annotations

import pytest
from click import unstyle

from pipeline.kind import AnyKind, discover
from pipeline.signs import differing, side_by_side, signs_of

WALLED = {"wrap": False, "fill": True, "touch": True, "walls": "0-4"}
WRAPPED = {"wrap": True, "fill": True, "touch": True, "walls": ""}
OPEN_AND_WALLED = {**WRAPPED, "walls": "0-4"}
ROWS = ("A..B", "C..D", "A..B", "C..D")


@pytest.mark.parametrize("height", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", [None, WALLED, WRAPPED, OPEN_AND_WALLED], ids=["plain", "walls", "wrap", "both"])
def test_cells_are_found_whatever_stands_between_and_around_them(height: int, rules: dict[str, object] | None) -> None:
    """With lines between rows, with a margin, with both and with neither."""
    rows = ("ABCD", "EFGH", "IJKL", "MNOP")[:height]
    if rules and height == 1:
        rules = {**rules, "walls": rules["walls"] and "0-1"}
    board = signs_of(discover()["tsunagi"], rows, None, rules)
    for cell, letter in enumerate("".join(rows)):
        row, col = board.place(cell)
        assert board.lines[row][col] == letter


@pytest.mark.parametrize("name", list(discover()))
def test_every_kind_draws_so_that_cells_are_found(kinds: dict[str, AnyKind], name: str) -> None:
    """As the page for those who write a kind says: the first board of each kind's code or layout."""
    grids = {
        "akari": ("0#.", ".4."),
        "binairo": ("01.1", "....", "0..1", "...."),
        "tsunagi": ROWS,
        "toy": ("1.2", "..."),
    }
    rows = grids[name]
    board = signs_of(kinds[name], rows)
    marked = board.marked(0b10, "?")
    assert marked.lines[board.place(1)[0]][board.place(1)[1]] == "?"
    assert differing(board, marked) == {board.place(1)}
    assert marked.coloured == {board.place(1)}
    letters: dict[str, set[str]] = {}
    for cell, letter in enumerate("".join(rows)):
        row, col = board.place(cell)
        letters.setdefault(letter, set()).add(board.lines[row][col])
    assert all(len(signs) == 1 for signs in letters.values())
    assert len({next(iter(signs)) for signs in letters.values()}) == len(letters)


def test_boards_stand_side_by_side_and_then_below_each_other(kinds: dict[str, AnyKind]) -> None:
    """As many beside each other as a terminal has room for, each under its title; colour takes no room."""
    board = signs_of(kinds["akari"], ("." * 15, "." * 15)).marked(0b1, "?")
    lines = [
        unstyle(line) for line in side_by_side([("one", board), ("two", board), ("three", board), ("four", board)])
    ]
    assert [line.split()[0] for line in lines[::3]] == ["one", "four"]
    row = "? " + " ".join("·" * 14)
    assert lines[1] == (row + "    ") * 2 + row
    assert lines[4] == row

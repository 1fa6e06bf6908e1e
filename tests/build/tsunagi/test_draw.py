"""A Tsunagi board as text and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pipeline.kinds.tsunagi.draw import svg, text

ROWS = ("A.#B", ".+..", ".a..", "BA.#")
SVG = "{http://www.w3.org/2000/svg}"
BRIDGED = ("#A##", "B+B#", "#A##")
CROSSED = ("#A##", "B+B#", "#A##")


def shapes(drawing: str, name: str) -> list[Element]:
    """The elements of this class."""
    return [element for element in ElementTree.fromstring(drawing).iter() if element.get("class") == name]


def cells(drawing: str, name: str) -> set[tuple[int, int]]:
    """The row and column of each disc of a class."""
    paths = "".join(path.get("d") or "" for path in shapes(drawing, name))
    return {(int(row), int(col)) for col, row in re.findall(r"M(\d+) (\d+)", paths)}


def test_text_has_a_letter_for_each_cell() -> None:
    """Ends, waypoints, bridges and blocked cells are told apart, a row a line."""
    assert text(ROWS) == "A · ■ B\n· + · ·\n· a · ·\nB A · ■"


def test_text_shows_walls_between_the_cells() -> None:
    """There is then a line between two rows."""
    assert text(("AA", ".."), rules={"walls": "0-1,0-2"}) == "A┃A\n━\n· ·"


def test_text_shows_that_the_edges_join() -> None:
    """Dots stand around a board that wraps, and a line goes through them."""
    assert text(("A.A",), rules={"wrap": True}) == " ┄ ┄ ┄\n┊A · A┊\n ┄ ┄ ┄"
    rules = {"wrap": True, "fill": False}
    assert text(("A.A",), ("A.A",), rules).splitlines()[1] == "─A · A─"


def test_text_draws_the_lines_of_an_answer() -> None:
    """Round corners from end to end, and straight over a bridge."""
    assert text(("A..", "..A"), ("AAA", "AAA"), {"fill": True}) == "A ┌─┐\n│ │ │\n└─┘ A"
    assert text(BRIDGED, CROSSED) == "■ A ■ ■\n  │\nB─+─B ■\n  │\n■ A ■ ■"


def test_text_of_an_answer_that_is_none_shows_the_board() -> None:
    """What cannot be followed is not drawn."""
    assert text(("A.A",), ("ABA",)) == "A · A"
    assert text(("A..A",), ("A",)) == "A · · A"


def test_svg_is_well_formed_and_as_large_as_the_board() -> None:
    """The drawing can be read as XML, and its sides are those of the board."""
    root = ElementTree.fromstring(svg(ROWS, rules={"wrap": True, "walls": "0-1"}))
    assert (root.tag, root.get("viewBox")) == (f"{SVG}svg", "0 0 40 40")


def test_svg_puts_everything_in_its_place() -> None:
    """Discs with letters for ends, rings for waypoints, rails for bridges."""
    drawing = svg(ROWS)
    assert cells(drawing, "ends") == {(0, 0), (0, 3), (3, 0), (3, 1)}
    assert cells(drawing, "rings") == {(2, 1)}
    assert [name.text for name in shapes(drawing, "names")] == ["ABBA"]
    assert [name.text for name in shapes(drawing, "waypoints")] == ["a"]
    assert len(shapes(drawing, "rails")) == 1
    assert "M0.5 1m" in (shapes(drawing, "rails")[0].get("d") or "")
    assert len(re.findall("M", shapes(drawing, "blocked")[0].get("d") or "")) == 2
    assert not shapes(drawing, "walls")
    assert not shapes(drawing, "joins")


def test_svg_draws_walls_and_open_edges() -> None:
    """A wall stands between its two cells; a board that wraps has a dashed frame."""
    drawing = svg(("AA", ".."), rules={"walls": "0-1,1-3", "wrap": True})
    assert [path.get("d") for path in shapes(drawing, "walls")] == ["M10 0v10M10 10h10"]
    assert len(shapes(drawing, "joins")) == 1


def test_svg_draws_the_lines_of_an_answer() -> None:
    """Each line from cell to cell, and over a bridge to its middle from both sides."""
    drawing = svg(BRIDGED, CROSSED)
    ways = shapes(drawing, "ways")[0].get("d") or ""
    assert sorted(re.findall(r"M\d+ \d+[hv][-.\d]+", ways)) == ["M0 1h1", "M1 0v1", "M1 2v-1", "M2 1h-1"]
    assert not shapes(svg(BRIDGED), "ways")


def test_svg_of_many_pairs_has_small_letters_as_ends() -> None:
    """From 36 pairs on every letter is an end."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab"
    drawing = svg(tuple(letter * 2 for letter in letters))
    assert not shapes(drawing, "rings")
    assert len(cells(drawing, "ends")) == 76


def test_svg_lets_no_markup_through_and_draws_nothing_empty() -> None:
    """What is no part of a board leaves no trace, in rows, answers and rules alike."""
    hostile = '<script>"&'
    assert "<script" not in svg((hostile,), (hostile,), {"walls": hostile, "wrap": hostile})
    ElementTree.fromstring(svg(('<&"',), ('<&"',), {"walls": '0-1"><script/>'}))
    assert "<g" not in svg(("..", ".."))
    assert svg((), None, None).startswith("<svg")
    assert "walls" not in svg(("AA", ".."), rules={"walls": "0-3,9-8,1-99"})

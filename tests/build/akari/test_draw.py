"""An Akari board as text and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from pipeline.kinds.akari.draw import svg, text

ROWS = (".#1", "..4", "0##")
ANSWER = ("*#1", ".*4", "0##")
SVG = "{http://www.w3.org/2000/svg}"


def test_text_has_a_letter_for_each_cell() -> None:
    """White cells, walls, numbers and bulbs are told apart, a row a line."""
    assert text(ROWS) == "· ■ 1\n· · 4\n0 ■ ■"
    assert text(ROWS, ANSWER) == "● ■ 1\n· ● 4\n0 ■ ■"


def test_svg_is_well_formed_and_as_large_as_the_board() -> None:
    """The drawing can be read as XML, and its sides are those of the board."""
    root = ElementTree.fromstring(svg(("....", "#..1")))
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 40 20"


def test_svg_puts_every_number_and_wall_in_its_place() -> None:
    """Numbers stand in the middle of their cells; the walls cover exactly the cells that are no floor."""
    root = ElementTree.fromstring(svg(ROWS))
    numbers = root.find(f"{SVG}text")
    assert numbers is not None
    assert numbers.text == "140"
    assert numbers.get("x") == "25 25 5"
    walls = next(path for path in root.iter(f"{SVG}path") if path.get("class") == "walls")
    covered = set()
    assert re.fullmatch(r"(M\d+ \d+h\d+)+", walls.get("d") or "")
    for col, row, width in re.findall(r"M(\d+) (\d+)h(\d+)", walls.get("d") or ""):
        covered |= {(int(row), one) for one in range(int(col), int(col) + int(width))}
    # A stroke is one unit wide and lies about its line: here a cell, and the middle of the cell's row.
    assert walls.get("transform") == "matrix(10 0 0 10 0 5)"
    assert walls.get("stroke-width") is None
    assert covered == {(0, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)}


def test_svg_shows_bulbs_only_with_an_answer() -> None:
    """A puzzle gives nothing away; with its answer there is a disc for each bulb."""
    assert "circle" not in svg(ROWS)
    discs = ElementTree.fromstring(svg(ROWS, ANSWER)).findall(f"{SVG}g/{SVG}circle")
    assert [(disc.get("cx"), disc.get("cy")) for disc in discs] == [("5", "5"), ("15", "15")]


def test_svg_lets_no_markup_through() -> None:
    """Letters that are no part of a board leave no trace in the drawing."""
    assert "script" not in svg(('<script>"&',))
    ElementTree.fromstring(svg(('<&"',), ('<&"',)))


def test_svg_of_a_board_without_numbers_has_no_text() -> None:
    """Nothing empty is drawn."""
    assert "<text" not in svg(("..", ".#"))

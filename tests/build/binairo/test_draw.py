"""A Binairo board as text and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from pipeline.kinds.binairo.draw import svg, text

ROWS = ("0.1.", "..1.")
ANSWER = ("0011", "1010")
SVG = "{http://www.w3.org/2000/svg}"


def stones(drawing: str, name: str) -> list[set[tuple[int, int]]]:
    """The cells with a stone of this class, for each path of it."""
    paths = [path for path in ElementTree.fromstring(drawing).iter(f"{SVG}path") if path.get("class") == name]
    assert all(re.fullmatch(r"(M\d+ \d+h0)+", path.get("d") or "") for path in paths)
    return [{(int(row), int(col)) for col, row in re.findall(r"M(\d+) (\d+)h0", path.get("d") or "")} for path in paths]


def test_text_has_a_letter_for_each_cell() -> None:
    """Open cells and the two stones are told apart, a row a line."""
    assert text(ROWS) == "○ · ● ·\n· · ● ·"
    assert text(ROWS, ANSWER) == "○ ○ ● ●\n● ○ ● ○"


def test_svg_is_well_formed_and_as_large_as_the_board() -> None:
    """The drawing can be read as XML, and its sides are those of the board."""
    root = ElementTree.fromstring(svg(ROWS))
    assert (root.tag, root.get("viewBox")) == (f"{SVG}svg", "0 0 40 20")


def test_svg_puts_every_stone_in_its_place() -> None:
    """A ring has a hole and a disc has none; both stand in the middle of their cells."""
    drawing = svg(ROWS)
    assert stones(drawing, "zeros") == stones(drawing, "holes") == [{(0, 0)}]
    assert stones(drawing, "ones") == [{(0, 2), (1, 2)}]
    group = ElementTree.fromstring(drawing).find(f"{SVG}g")
    assert group is not None
    assert (group.get("transform"), group.get("stroke-linecap")) == ("matrix(10 0 0 10 5 5)", "round")


def test_svg_draws_the_stones_of_an_answer_smaller() -> None:
    """With the answer there are the givens as before, and what it adds in smaller stones."""
    drawing = svg(ROWS, ANSWER)
    assert stones(drawing, "zeros") == [{(0, 0)}, {(0, 1), (1, 1), (1, 3)}]
    assert stones(drawing, "ones") == [{(0, 2), (1, 2)}, {(0, 3), (1, 0)}]
    widths = [
        float(path.get("stroke-width") or 0)
        for path in ElementTree.fromstring(drawing).iter(f"{SVG}path")
        if path.get("class") == "ones"
    ]
    assert widths[0] > widths[1] > 0


def test_svg_lets_no_markup_through_and_draws_nothing_empty() -> None:
    """Letters that are no part of a board leave no trace, and a board without stones has no path for them."""
    assert "script" not in svg(('<script>"&',))
    assert "<g" not in svg(("..", ".x"))
    ElementTree.fromstring(svg(('<&"',), ('<&"',)))

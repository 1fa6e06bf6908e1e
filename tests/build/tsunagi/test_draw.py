"""A Tsunagi board as text and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pipeline.kinds.tsunagi.draw import svg, text
from pipeline.kinds.tsunagi.tones import BRIGHT, ON_BRIGHT, ON_DARK, TONES
from site_templates import ROOT

ROWS = ("A.#B", ".+..", ".a..", "BA.#")
SVG = "{http://www.w3.org/2000/svg}"
BRIDGED = ("#A##", "B+B#", "#A##")
CROSSED = ("#A##", "B+B#", "#A##")


def shapes(drawing: str, name: str) -> list[Element]:
    """The elements that have this class."""
    return [
        element for element in ElementTree.fromstring(drawing).iter() if name in (element.get("class") or "").split()
    ]


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
    assert [name.text for name in shapes(drawing, "names")] == ["AA", "BB"]
    assert [name.text for name in shapes(drawing, "bright")] == ["BB"]
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
    """Each line from cell to cell; of two that cross at a bridge the one across is drawn last, on its deck."""
    drawing = svg(BRIDGED, CROSSED)
    ways = [path.get("d") for path in [*shapes(drawing, "ways"), *shapes(drawing, "decks")]]
    assert ways == ["M1 0v2", "M0 1h2", "M0 1h2", "M0.7 1h.6"]
    order = [path.get("class") for path in ElementTree.fromstring(drawing).iter() if path.get("stroke-width") == "0.34"]
    assert order == ["ways tone-0", "ways tone-1", "ways tone-1"]
    assert drawing.rindex("ways tone-1") > drawing.index("decks") > drawing.index("ways tone-1")
    assert not shapes(svg(BRIDGED), "ways")


def test_svg_of_many_pairs_has_small_letters_as_ends() -> None:
    """From 36 pairs on every letter is an end."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab"
    drawing = svg(tuple(letter * 2 for letter in letters))
    assert not shapes(drawing, "rings")
    assert len(cells(drawing, "ends")) == 76


def test_svg_of_more_than_26_pairs_numbers_them() -> None:
    """Each digit has its place, two of them side by side about the middle; a waypoint is the number in a ring."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0"
    rows = ("AaA....", *(f"{letter}.....{letter}" for letter in letters[1:-1]), "0..l..0")
    drawing = svg(rows)
    told = "".join(sorted("".join(name.text or "" for name in shapes(drawing, "names"))))
    assert told == "".join(sorted("".join(str(pair) * 2 for pair in range(1, 28))))
    (rings,) = shapes(drawing, "waypoints")
    assert rings.text == "112"
    assert cells(drawing, "rings") == {(0, 1), (26, 3)}
    one, *two = map(float, (rings.get("x") or "").split())
    assert one == 15
    assert (sum(two) / 2, two[0] < 35 < two[1]) == (35, True)
    assert "0" not in {name.text for name in shapes(svg(rows[:26]), "names")}
    assert [name.text for name in shapes(svg(rows[:26]), "waypoints")] == ["a"]


def test_svg_lets_no_markup_through_and_draws_nothing_empty() -> None:
    """What is no part of a board leaves no trace, in rows, answers and rules alike."""
    hostile = '<script>"&'
    assert "<script" not in svg((hostile,), (hostile,), {"walls": hostile, "wrap": hostile})
    ElementTree.fromstring(svg(('<&"',), ('<&"',), {"walls": '0-1"><script/>'}))
    assert "<g" not in svg(("..", ".."))
    assert svg((), None, None).startswith("<svg")
    assert "walls" not in svg(("AA", ".."), rules={"walls": "0-3,9-8,1-99"})


def test_svg_gives_each_pair_its_colour_whatever_the_order_of_letters() -> None:
    """Ends, waypoint and line of a letter share one; lines of two letters that meet, or of none, have no letter's."""
    rows = ("B..B", "Aa.A")
    drawing = svg(rows, ("B-.-.-B", "", "A-a-.-A"))
    assert cells(drawing, "tone-0") == {(1, 0), (1, 1), (1, 2), (1, 3)}
    assert cells(drawing, "tone-1") == {(0, 0), (0, 1), (0, 2), (0, 3)}
    met = svg(rows, ("B-.-.-B", "    |", "A-a-.-A"))
    assert [path.get("class") for path in shapes(met, "ways")] == ["ways"]
    assert [path.get("class") for path in shapes(svg(rows, ("B .-. B", "", "A a . A")), "ways")] == ["ways"]


def test_colours_of_pairs_are_those_of_the_page() -> None:
    """The light ones of the style sheet, and dark letters on the same of them."""
    style = (ROOT / "kinds" / "tsunagi" / "style.css").read_text(encoding="utf-8")
    found = re.findall(r"\.tone-\d+ \{\s+--tone: light-dark\((#\w+), #\w+\);\s+--letter: light-dark\((#\w+),", style)
    assert [tone for tone, _ in found] == list(TONES)
    assert {number for number, (_, letter) in enumerate(found) if letter == ON_BRIGHT} == BRIGHT
    assert {letter for _, letter in found} == {ON_BRIGHT, ON_DARK}

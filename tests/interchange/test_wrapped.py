"""Long titles on a page for paper: no line runs over its edge, and nothing is lost between two lines."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pipeline.interchange.sheet import MARGIN, NARROWEST, sheet
from pipeline.interchange.wrapped import width, wrapped

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
TEXTS = ("A plain title of words " * 5, "x" * 120, "LOUD" * 30, "\u7b54\u3048" * 60, FAMILY * 20, "e\u0301" * 100)


@pytest.mark.parametrize("text", TEXTS)
def test_wrapped_lines_hold_all_and_are_no_wider_than_the_room(text: str) -> None:
    """Words, a word without end, capitals, square signs, and letters with marks or joined to each other."""
    lines = wrapped(text, 15)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(map(width, lines)) <= 15
    assert not any(line[0] in "\u0301\u200d" or line[-1] == "\u200d" for line in lines)
    assert len(lines) > 1
    assert wrapped(" ", 15) == []


@pytest.mark.parametrize("text", TEXTS)
def test_a_printed_page_has_room_for_its_title(text: str) -> None:
    """Title, author and rules stand on lines of their own, in the page, and above and below the board."""
    page = ElementTree.fromstring(sheet('<svg viewBox="0 0 3 3"></svg>', 3, 3, text, text, text))
    board = next(one for one in page.iter() if one.get("overflow"))
    lines = [(float(one.get("y", "")), float(one.get("font-size", "")), one.text or "") for one in page if one.text]
    assert [y for y, _, _ in lines] == sorted({y for y, _, _ in lines})
    assert lines[-1][0] < float(page.get("viewBox", "").split()[3])
    assert all(width(line) * size <= NARROWEST + MARGIN for _, size, line in lines)
    assert sum(y < float(board.get("y", "")) for y, _, _ in lines) == len(wrapped(text, 15)) + len(wrapped(text, 25))

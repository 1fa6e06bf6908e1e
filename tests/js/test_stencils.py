"""The links that a page writes by stencils lead to the boards that it shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.interchange.format import Format, Request
from pipeline.kind import discover
from tests.interchange.boards import MAKERS

from .conftest import Judge

BOARDS = 150
TITLES = ("", "Tide, at  night", "\u6f6e %z{zZ} zZZ 5%2C %252C \"'\\", " \u05d0 ")
WRITERS = Path(__file__).parent / "stencils.mjs"

STENCILED = [(kind, one) for kind, own in discover().items() for one in own.formats if one.stencil]


@pytest.mark.parametrize(("kind", "form"), STENCILED, ids=lambda one: one if isinstance(one, str) else one.name)
def test_stencil_link_is_read_as_the_board_that_its_format_would_write(
    kind: str, form: Format[Any], judge: Judge
) -> None:
    """Random boards of every size, with titles of all sorts, and what the format cannot say is lost either way."""
    assert form.stencil
    assert form.write
    random = Random(f"{kind} {form.name}")
    cases, expected = [], []
    for _ in range(BOARDS):
        puzzle = MAKERS[kind](random)
        title, author = random.choice(TITLES), random.choice(TITLES)
        grid = discover()[kind].grid(puzzle)
        level = {"rows": len(grid), "cols": len(grid[0]), "grid": grid, "title": title, "author": author}
        cases.append((form.stencil(puzzle).for_page(), level))
        expected.append(form.read(form.write(Request(puzzle, None, title, author)).text))
    links = judge(WRITERS, cases)
    for link, wanted in zip(links, expected, strict=True):
        assert link.isascii()
        # How the text is spelt may differ: two of a kind can be packed in different ways.
        assert replace(form.read(link), spelling=()) == replace(wanted, spelling=())

"""What is drawn on a board stands out from what it lies on, in either theme; what is wrong is seen without colours."""

from __future__ import annotations

from typing import Any

import pytest

from ..colours import changed_in_gray, contrasts, set_media
from ..conftest import OpenPage
from .conftest import Hand, Site

EASY = "akari/5x5-easy.html"
LIT = ".light rect[fill-opacity='1.000'] / fill"

# A part, and what it lies on. The line of a clash and its lamps' rings have a ground of the sheet's colour.
PARTS = (
    (".wall rect / fill", "--sheet"),
    (".wall rect / fill", LIT),
    (".dots circle / fill", "--sheet"),
    (".dots circle / fill", LIT),
    (".is-wrong .alarm:not(.under) / stroke", "--sheet"),
    (".clashes .sight / stroke", "--sheet"),
    (".clashes .cross / stroke", "--sheet"),
    (".is-over .ring / stroke", ".wall rect / fill"),
    (".is-met text / fill", ".wall rect / fill"),
    (".is-met .tick / stroke", ".wall rect / fill"),
)
LETTERS = (
    (".wall:not(.is-met) text / fill", ".wall rect / fill"),
    (".is-over text / fill", ".wall rect / fill"),
)
LAMP = ((".bulb .disc / fill", LIT), (".bulb .disc / stroke", LIT))
LIGHT = ((LIT, "--sheet"),)


def board_with_everything(page: Any) -> Hand:
    """Lamps, dots in the light and in the dark, lamps that see each other, walls with enough and with too many."""
    hand = Hand(page)
    for cell in ((1, 1), (2, 2), (3, 1), (4, 4), (5, 3), (5, 5)):
        hand.cell(*cell).click()
    for cell in ((3, 2), (2, 4)):
        hand.cell(*cell).click(button="right")
    return hand


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_board_stands_out_from_what_it_lies_on(site: Site, open_page: OpenPage, theme: str) -> None:
    """Parts by 3 to 1, numbers by 4.5, a lamp by its disc or its edge; where more is asked for, light from the dark.

    Otherwise light is a tint: which cells are lit follows from the lamps.
    """
    page = open_page(site.disk + EASY, color_scheme=theme, reduced_motion="reduce")
    board_with_everything(page)
    assert min(contrasts(page, PARTS)) >= 3
    assert min(contrasts(page, LETTERS)) >= 4.5
    assert max(contrasts(page, LAMP)) >= 3
    set_media(page, prefers_contrast="more", prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    assert min(contrasts(page, PARTS + LIGHT)) >= 3
    assert min(contrasts(page, LETTERS)) >= 7
    assert max(contrasts(page, LAMP)) >= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_faults_are_seen_without_colours(site: Site, open_page: OpenPage, theme: str) -> None:
    """Both lamps, the line between them and the walls look otherwise than where nobody points a mistake out."""
    page = open_page(site.disk + EASY, color_scheme=theme, reduced_motion="reduce")
    hand = board_with_everything(page)
    places = ((5, 3), (5, 4), (5, 5), (4, 3), (4, 5))
    page.mouse.move(0, 0)
    told = [hand.cell(*place).screenshot() for place in places]
    page.get_by_label("Point out mistakes").uncheck()
    untold = [hand.cell(*place).screenshot() for place in places]
    for one, other in zip(told, untold, strict=True):
        assert changed_in_gray(page, one, other) > 60

"""What is drawn on a board stands out from what it lies on, in either theme; what is wrong is seen without colours."""

from __future__ import annotations

import pytest

from ..colours import changed_in_gray, contrasts, set_media
from ..conftest import OpenPage
from .conftest import Hand, Site

EASY = "binairo/4x4-easy.html"

# A part, and what it lies on. What is wrong in a row has a ground of the sheet's colour, or lies beside the board.
PARTS = (
    (".stone.zero .body / stroke", "--sheet"),
    (".stone.zero .body / stroke", ".sunk rect / fill"),
    (".stone.zero .dot / fill", ".stone.zero .body / fill"),
    (".stone.one .body / fill", "--sheet"),
    (".stone.one .body / fill", ".sunk rect / fill"),
    (".sunk path / stroke", "--sheet"),
    (".counter.zero:not(.is-met) .badge / stroke", "--paper"),
    (".counter.one:not(.is-met) .badge / fill", "--paper"),
    (".counter.zero.is-met .tick / stroke", "--paper"),
    (".counter.one.is-met .tick / stroke", ".counter.one.is-met .badge / fill"),
    (".counter.one.is-met .badge / fill", "--paper"),
    (".is-over .ring / stroke", "--paper"),
    (".runs .bar / stroke", "--sheet"),
    (".brackets .bracket / stroke", "--paper"),
    (".brackets .spine / stroke", "--paper"),
)
NUMBERS = (
    (".counter.zero:not(.is-met) text / fill", "--paper"),
    (".counter.one:not(.is-met) text / fill", ".counter.one:not(.is-met) .badge / fill"),
)


def put_everything(hand: Hand) -> None:
    """Two equal rows, each with all its stones, and a column with too many of one sort in a row."""
    for stone in ((1, 3, "1"), (1, 4, "1"), (3, 1, "0"), (3, 2, "0"), (3, 4, "1"), (2, 1, "0")):
        hand.put(*stone)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_board_stands_out_from_what_it_lies_on(site: Site, open_page: OpenPage, theme: str) -> None:
    """Stones, the edge of a given's cell, counters and their ticks by 3 to 1, numbers by 4.5, and more where asked."""
    page = open_page(site.disk + EASY, color_scheme=theme, reduced_motion="reduce")
    hand = Hand(page)
    put_everything(hand)
    assert min(contrasts(page, PARTS)) >= 3
    assert min(contrasts(page, NUMBERS)) >= 4.5
    set_media(page, prefers_contrast="more", prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    assert min(contrasts(page, PARTS)) >= 4.5
    assert min(contrasts(page, NUMBERS)) >= 7


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_faults_are_seen_without_colours(site: Site, open_page: OpenPage, theme: str) -> None:
    """Stones of a run, the counter of a line with too many and the ends of equal lines look otherwise than untold."""
    page = open_page(site.disk + EASY, color_scheme=theme, reduced_motion="reduce")
    hand = Hand(page)
    put_everything(hand)
    page.mouse.move(0, 0)
    (left, top), (right, _) = hand.middle(1, 1), hand.middle(1, 2)
    cell = right - left
    # The first stone of the column with too many, that column's counters, and the end of the first of the equal rows.
    corner = left - cell / 2, top - cell / 2
    places = (corner, (corner[0], corner[1] - 1.5 * cell), (corner[0] - 0.4 * cell, corner[1]))
    clips = [{"x": x, "y": y, "width": cell, "height": cell} for x, y in places]
    told = [page.screenshot(clip=clip) for clip in clips]
    page.get_by_label("Point out mistakes").uncheck()
    untold = [page.screenshot(clip=clip) for clip in clips]
    for one, other in zip(told, untold, strict=True):
        assert changed_in_gray(page, one, other) > 60

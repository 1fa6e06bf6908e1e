"""All that is compared of a board, and the first thing that does not agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tests.cross import engines, layouts, levels
from tests.cross.page import Page
from tests.cross.play import Game, disagreements, games
from tests.cross.subject import Board

Check = Callable[[Board, Random], Iterator[str]]

CHECKS: Mapping[str, tuple[Check, float]] = {
    "counts": (engines.counts, 1),
    "steps": (engines.steps, 1),
    "fillings": (levels.fillings, 1),
    "codes": (levels.codes, 1),
    "shared places": (engines.shared_places, 0.25),
    "images": (levels.images, 0.25),
    "tiers": (levels.tiers, 0.25),
    "proofs": (levels.proofs, 0.1),
    "subsets": (engines.subsets, 0.25),
    "layouts": (layouts.layouts, 0.15),
}
"""Each check, and the share of boards on which it is made: some take longer than all others together."""

PAGE = "page"
GAMES = 2
"""Games on each board."""
THOROUGH = 12
"""How often a check in which chance has a part is made on each board that may be the least."""
THOROUGH_GAMES = 30


@dataclass(frozen=True, slots=True)
class Fault:
    """A check that failed, and what it said."""

    check: str
    said: str
    game: Game | None = None
    """What was played, where it is a fault of the page."""


def engine_fault(board: Board, random: Random) -> Fault | None:
    """The first check but that of the page that fails."""
    for name, (check, share) in CHECKS.items():
        if random.random() < share:
            fault = _first(name, check, board, random)
            if fault:
                return fault
    return None


def _first(name: str, check: Check, board: Board, random: Random) -> Fault | None:
    try:
        said = next(check(board, random), None)
    except Exception as error:  # whatever an engine may raise is a fault of it
        said = f"{type(error).__name__}: {error}"
    return Fault(name, said) if said else None


def page_faults(boards: list[tuple[Board, Random]], page: Page, count: int = GAMES) -> dict[int, Fault]:
    """For boards of one kind on which the page and Python do not agree, by their place, the first thing."""
    played = []
    faults: dict[int, Fault] = {}
    for number, (board, random) in enumerate(boards):
        try:
            played += [(number, game) for game in games(board, random, count)]
        except Exception as error:
            faults[number] = Fault(PAGE, f"{type(error).__name__}: {error}")
    for (number, game), said in zip(played, page.judge([game.asked() for _, game in played]), strict=True):
        if number not in faults and (found := next(disagreements(game, said), None)):
            faults[number] = Fault(PAGE, found, game)
    return faults


def shortened(game: Game, page: Page) -> Fault:
    """The same disagreement after the fewest gestures, and on as little as can be."""

    def failing(one: Game) -> str | None:
        return next(disagreements(one, page.judge([one.asked()])[0]), None)

    said = failing(game) or ""
    while shorter := next(((one, found) for one in game.shorter() if (found := failing(one))), None):
        game, said = shorter
    return Fault(PAGE, f"{said}\n  {game.told()}", game)


def repeated(board: Board, check: str, page: Page | None) -> Fault | None:
    """The same check on a board, made often enough that what chance has a part in shows again."""
    for attempt in range(1 if check == PAGE else THOROUGH):
        random = Random(attempt)
        if check != PAGE:
            fault = _first(check, CHECKS[check][0], board, random)
        elif page:
            fault = page_faults([(board, random)], page, THOROUGH_GAMES).get(0)
        else:
            fault = None
        if fault:
            return fault
    return None

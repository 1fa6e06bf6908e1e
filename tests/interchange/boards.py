"""Boards at random for the tests of formats, of any content, since a format asks for no answer; and how to read one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from pipeline.errors import AuthoringErrors
from pipeline.interchange.read import Found, read_all
from pipeline.kind import AnyKind
from pipeline.kinds.akari.puzzle import Puzzle as Akari
from pipeline.kinds.binairo.puzzle import Puzzle as Binairo
from pipeline.kinds.tsunagi.puzzle import LETTERS, lettered, rows_of
from pipeline.kinds.tsunagi.puzzle import Puzzle as Tsunagi


def akari(random: Random) -> Akari:
    """White cells and walls, from one cell to eight by eight; some are crowded and some almost empty."""
    rows, cols = random.randint(1, 8), random.randint(1, 8)
    white = random.choice((1, 6, 40))
    cells = random.choices(".#01234", (white, 1, 1, 1, 1, 1, 1), k=rows * cols)
    cells[random.randrange(len(cells))] = "."
    return Akari(rows_of("".join(cells), cols))


def binairo(random: Random) -> Binairo:
    """Stones anywhere, on even sides from four to eight, under either rule of lines."""
    rows, cols = random.choice((4, 6, 8)), random.choice((4, 6, 8))
    cells = random.choices(".01", (random.choice((1, 4, 40)), 1, 1), k=rows * cols)
    cells[random.randrange(len(cells))] = random.choice("01")
    return Binairo(rows_of("".join(cells), cols), random.random() < 0.5)


def tsunagi(random: Random) -> Tsunagi:
    """Pairs anywhere and nothing else, of which there may be many, under any of the rules but wrapping edges."""
    rows, cols = random.randint(1, 9), random.randint(2, 9)
    if random.random() < 0.5:
        rows = cols
    pairs = min(random.choice((1, 4, 12, 40)), rows * cols // 2)
    cells = ["."] * (rows * cols)
    for at, cell in enumerate(random.sample(range(rows * cols), 2 * pairs)):
        cells[cell] = LETTERS[at // 2]
    fill, touch = random.random() < 0.5, random.random() < 0.7
    return Tsunagi(rows_of(lettered("".join(cells)), cols), fill=fill, touch=touch)


MAKERS: Mapping[str, Callable[[Random], Any]] = {"akari": akari, "binairo": binairo, "tsunagi": tsunagi}


def read_puzzles(
    text: str, name: str, kinds: Mapping[str, AnyKind], kind: str | None = None, format: str | None = None
) -> tuple[Found, ...]:
    """The puzzles of a text; raises AuthoringErrors with every fault, located."""
    reading = read_all(text, name, kinds, kind, format)
    if reading.faults:
        raise AuthoringErrors(reading.faults)
    return reading.found

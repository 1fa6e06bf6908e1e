"""What pairs are called elsewhere: numbers, or letters that count as numbers, in whatever order a setter gave them.

Our boards letter their pairs in reading order, so what a text called them travels beside the board, as *labels*: one
text for each pair, in the order of the pairs. The letters of a layout can say most of them: where all are digits they
are these numbers, else a letter is its place among all of them, A for 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from pipeline.errors import AuthoringError
from pipeline.grid import cell_name
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, FEW, LETTERS, OPEN, Puzzle, rows_of

LONGEST_NUMBER = 6
"""In digits; no format writes longer ones."""
CASED = ascii_uppercase + ascii_lowercase
"""Letters as numbers of their own, from A for 1 to z for 52, as arukone counts."""

Refuse = Callable[[int, str, str], AuthoringError]
"""The error for a place, with a message and a hint."""


class Label(NamedTuple):
    """What an end is called, None where it is not told, and its place in the text."""

    text: str | None
    at: int


class Numbered(NamedTuple):
    """A board, and what its pairs are called."""

    puzzle: Puzzle
    labels: tuple[str, ...]


def paired(cells: Sequence[Label | str], cols: int, fill: bool, refuse: Refuse) -> Numbered:
    """The board of ends and of other cells, ``.``, ``#`` or ``+``; raises what ``refuse`` makes of a fault."""
    ends: dict[str, list[int]] = {}
    for cell, label in enumerate(cells):
        if isinstance(label, Label):
            if label.text is None:
                message = f"{cell_name(cell, cols)}: an end without a number"
                raise refuse(label.at, message, "give each end the number of its pair")
            ends.setdefault(label.text, []).append(cell)
    if not ends:
        raise refuse(0, "no line has its ends on this board", "the two ends of a line have the same number")
    for name, found in ends.items():
        if len(found) != 2:
            wrong = cells[(found[2:] or found)[0]]
            count = "only one end" if len(found) == 1 else f"{len(found)} ends"
            message = f"{cell_name((found[2:] or found)[0], cols)}: {name} has {count}"
            raise refuse(wrong.at if isinstance(wrong, Label) else 0, message, "each number stands on two cells")
    if len(ends) > len(LETTERS):
        raise refuse(0, f"a board of {len(ends)} pairs", f"no more than {len(LETTERS)} have letters here")
    letters = dict(zip(ends, LETTERS, strict=False))
    text = "".join(letters[label.text or ""] if isinstance(label, Label) else label for label in cells)
    return Numbered(Puzzle(rows_of(text, cols), fill=fill), tuple(ends))


def plain(puzzle: Puzzle, title: str, shapes: str = "") -> None:
    """Raise AuthoringError where a board has what a format has no way to draw, but for these shapes of cells."""
    has = {
        "walls": bool(puzzle.walls),
        "edges that join": puzzle.wrap,
        "blocked cells": BLOCKED not in shapes and BLOCKED in puzzle.text,
        "bridges": BRIDGE not in shapes and BRIDGE in puzzle.text,
        "waypoints": puzzle.clues != 0,
    }
    for name, holds in has.items():
        if holds:
            raise AuthoringError(f"{title} has no way to draw {name}", hint="the code of the board has: --to code")


def numbers(labels: Sequence[str], pairs: int) -> list[int]:
    """The number of each pair: of its label, or where these are no numbers, from 1 on in reading order."""
    return values(labels) or list(range(1, pairs + 1))


def renumbered(labels: Sequence[str]) -> tuple[str, ...]:
    """What a format of numbers loses of labels that count as none, as :func:`numbers` gives them others."""
    return ("numbers the pairs anew: what they are called does not count",) if labels and not values(labels) else ()


def values(labels: Sequence[str]) -> list[int]:
    """What labels count as, each as another number; nothing where they do not."""
    if all(label.isascii() and label.isdigit() and len(label) < LONGEST_NUMBER for label in labels):
        found = [int(label) for label in labels]
        # 1 and 01 are two names of one number.
        return found if len(set(found)) == len(found) else []
    for letters in (CASED, LETTERS):
        if all(len(label) == 1 and label in letters for label in labels):
            return [letters.index(label) + 1 for label in labels]
    return []


def layout_letters(labels: Sequence[str]) -> str:
    """The letters of a layout that say these labels, one for each pair; empty where none do."""
    if all(len(label) == 1 and label in LETTERS[:FEW] for label in labels):
        return "".join(labels)
    wanted = values(labels)
    if not wanted or not all(1 <= value <= len(LETTERS) for value in wanted):
        return ""
    letters = "".join(LETTERS[value - 1] for value in wanted)
    # From 36 pairs on small letters are pairs, and before that they are not.
    is_read = set(letters) <= set(LETTERS[:FEW]) or set(letters) >= set(LETTERS[:FEW])
    return letters if is_read and values(list(letters)) == wanted else ""


def are_told(labels: Sequence[str]) -> bool:
    """Whether the letters of a layout say these labels; those that count in reading order say themselves."""
    return bool(layout_letters(labels)) or values(labels) == list(range(1, len(labels) + 1))


def layout_rows(puzzle: Puzzle, labels: Sequence[str]) -> tuple[str, ...]:
    """The rows of a layout with these labels, where letters say them, else in reading order."""
    letters = layout_letters(labels) if labels and not puzzle.clues else ""
    if not letters:
        return puzzle.board
    cells = list(puzzle.text)
    for letter, ends in zip(letters, puzzle.pairs, strict=True):
        for end in ends:
            cells[end] = letter
    return rows_of("".join(cells), puzzle.cols)


def shapes_of(puzzle: Puzzle, shown: Sequence[str]) -> list[str]:
    """The cells of a board, with these texts for its pairs and ``.``, ``#`` and ``+`` for other cells."""
    cells = [sign if sign in (BLOCKED, BRIDGE) else OPEN for sign in puzzle.text]
    for name, ends in zip(shown, puzzle.pairs, strict=True):
        for end in ends:
            cells[end] = name
    return cells


def is_square(count: int) -> bool:
    """Whether so many cells make a square."""
    return isqrt(count) ** 2 == count


def is_number(text: str) -> bool:
    """Whether a label is a number."""
    return 0 < len(text) < LONGEST_NUMBER and all(ch in digits for ch in text)

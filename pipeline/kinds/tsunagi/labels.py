"""What pairs are called where a board is shown: as ``labels.js`` calls them on the page. Codes keep their letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.kinds.tsunagi.puzzle import LETTERS

LETTERED = 26
"""Boards of more pairs number them, as beyond the capitals letters look alike, ``C`` and ``c``, and sound alike."""


def label(letters: Sequence[str], pair: int) -> str:
    """The letter of a pair, or its number from 1 on a board of many."""
    return str(pair + 1) if len(letters) > LETTERED else letters[pair]


def letters_of(rows: Sequence[str], ends: str) -> list[str]:
    """The letters of the pairs on a board, in order, out of those that are ends."""
    shown = set("".join(rows))
    return [letter for letter in LETTERS if letter in ends and letter in shown]


def shown_labels(rows: Sequence[str], ends: str, waypoints: str) -> Mapping[str, str]:
    """What is shown in the place of each letter on a board; a waypoint of a lettered pair keeps its small letter."""
    letters = letters_of(rows, ends)
    labels = {letter: label(letters, pair) for pair, letter in enumerate(letters)}
    return labels | {letter.lower(): one.lower() for letter, one in labels.items() if letter.lower() in waypoints}

"""A small Akari site, opened from disk and from a server, and a hand that plays on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..conftest import Player, Site, opened_site, whole_line

__all__ = ["LEVELS", "Hand", "Site"]

LEVELS = (
    ("7d2032d43543", "easy", "First", (".....", "3.#..", "..#..", "..1.1", "....."), "*.... 3*#*. *.#.* ..1.1 ..*.."),
    ("4e9d655a5e93", "easy", "Second", ("...1.", "..20.", ".....", ".03..", ".#..."), "*..1* .*20. ..*.. .03*. .#*.."),
    ("f6e2ecda5c35", "easy", "", ("....0", "3....", "..2..", "....1", "0...."), "*...0 3*... *.2*. ..*.1 0...*"),
    ("040e632b9081", "hard", "", ("2....", "..2.1", ".....", "1.#..", "....#"), "2*... *.2*1 ..*.. 1.#.* *...#"),
)


def as_line(level: tuple[str, str, str, tuple[str, ...], str], author: str = "") -> str:
    """A level as a catalogue holds it."""
    name, tier, title, grid, answer = level
    fields = {"tier": tier, "title": title, "author": author, "base": name, "source": "a.yaml:1"}
    return whole_line("akari", fields | {"rules": {}, "grid": grid, "answer": answer.split()})


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Four small levels, on disk and on a server."""
    with opened_site(tmp_path_factory.mktemp("pages"), "akari", "".join(map(as_line, LEVELS))) as made:
        yield made


class Hand(Player):
    """Plays on a page, and says what it sees."""

    cols = 5

    def marks(self) -> str:
        """Every cell in a letter: ``*`` bulb, ``x`` dot, ``.`` empty, ``#`` wall of any sort."""
        letters = {"bulb": "*", "dot": "x", "empty": ".", "wall": "#"}
        labels = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => cell.getAttribute('aria-label').split(': ')[1])"
        )
        return "".join(letters[label.split(",")[0]] for label in labels)

    def bulbs(self, number: int) -> list[tuple[int, int]]:
        """Where the bulbs of a level's answer are."""
        rows = LEVELS[number][4].split()
        return [(row, col) for row, line in enumerate(rows, 1) for col, letter in enumerate(line, 1) if letter == "*"]

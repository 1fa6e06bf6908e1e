"""What is written in a format is read from it again: the same board, under the same rules, with the same labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pipeline.errors import AuthoringError
from pipeline.interchange.format import Format, Request, same_again
from pipeline.kind import AnyKind, discover
from pipeline.kinds.akari.puzzle import Puzzle as Akari
from pipeline.kinds.binairo.puzzle import Puzzle as Binairo
from pipeline.kinds.tsunagi.puzzle import Puzzle as Tsunagi
from pipeline.kinds.tsunagi.puzzle import lettered, rows_of
from tests.interchange.boards import MAKERS, read_puzzles, tsunagi
from tests.kinds.tsunagi.boards import random_boards

BOARDS = 1_000
KINDS = discover()
WRITTEN = [(kind.name, one.name) for kind in KINDS.values() for one in kind.formats if one.write]


def format_of(kind: AnyKind, name: str) -> Format[object]:
    return next(one for one in kind.formats if one.name == name)


def test_every_kind_of_the_house_is_tried() -> None:
    """No kind that has formats is without boards below, and none of the house is without formats."""
    assert {name for name, _ in WRITTEN} == set(MAKERS) == {kind.name for kind in KINDS.values() if not kind.folder}
    assert len(set(WRITTEN)) == len(WRITTEN)


def said(kind: str, name: str, seed: int, count: int) -> Iterator[tuple[Any, str]]:
    """So many random boards that a format can say in full, and their texts; what of others is not said is told."""
    random = Random(f"{kind} {name} {seed}")
    format = format_of(KINDS[kind], name)
    assert format.write
    while count:
        puzzle = MAKERS[kind](random)
        try:
            exported = format.write(Request(puzzle))
        except AuthoringError as error:
            if not error.hint:
                raise
            continue
        if not any(lost.startswith("cannot say") for lost in exported.lost):
            count -= 1
            yield puzzle, exported.text
        elif not random.randrange(20):
            imported = format.read(exported.text)
            assert imported.puzzle != puzzle
            assert KINDS[kind].grid(imported.puzzle) == KINDS[kind].grid(puzzle)


@pytest.mark.parametrize(("kind", "name"), WRITTEN)
def test_a_thousand_boards_come_back(kind: str, name: str) -> None:
    """Whatever a format can say comes back, and a second time as the same text; what it cannot say, it names."""
    format = format_of(KINDS[kind], name)
    assert format.write
    for number, (puzzle, text) in enumerate(said(kind, name, 1, BOARDS)):
        assert format.claims(text)
        imported = format.read(text)
        assert imported.puzzle == puzzle
        if not number % 4:
            assert format.write(same_again(imported)).text == text


@pytest.mark.parametrize(("kind", "name"), WRITTEN)
def test_a_written_board_is_known_for_what_it_is(kind: str, name: str) -> None:
    """The one way in finds the puzzle where it is told the kind, and a link or a file also says the kind itself."""
    for puzzle, text in said(kind, name, 2, 20):
        (found,) = read_puzzles(text, "a text", KINDS, kind)
        assert found.imported.puzzle == puzzle
        if name in ("puzzlink", "pzv", "pzprv3"):
            (alone,) = read_puzzles(text, "a text", KINDS)
            assert (alone.kind, alone.format.name) == (kind, name)


@pytest.mark.parametrize(("kind", "name"), WRITTEN)
def test_what_stands_beside_a_board_comes_back_or_is_told(kind: str, name: str) -> None:
    """The title, the author and the answer of a board each are in the text, or named as left out of it."""
    format = format_of(KINDS[kind], name)
    puzzle, answer = {
        "akari": (Akari(("2.", "..")), ("2*", "*.")),
        "binairo": (Binairo(("0...", "....", "....", "...0")), ("0011", "1100", "0101", "1010")),
        "tsunagi": (Tsunagi(("A.A", "B.B", "C.C")), ("AAA", "BBB", "CCC")),
    }[kind]
    assert format.write
    exported = format.write(Request(puzzle, answer, "A title", "An author"))
    imported = format.read(exported.text)
    for what, value in (("title", imported.title), ("author", imported.author), ("answer", imported.answer)):
        assert bool(value) != (f"leaves out the {what}" in exported.lost)


@pytest.mark.parametrize("name", ["puzzlink", "pzprv3", "penpa", "text"])
def test_labels_of_pairs_come_back(name: str) -> None:
    """Numbers that a setter gave in an order of his own are those that stand in the text again."""
    random = Random(name)
    format = format_of(KINDS["tsunagi"], name)
    assert format.write
    for _ in range(200):
        puzzle = tsunagi(random)
        count = len(puzzle.pairs)
        labels = tuple(map(str, random.sample(range(1, 53), count)))
        imported = format.read(format.write(Request(puzzle, labels=labels)).text)
        assert imported.labels == labels


def test_narrow_boards_of_numbers_come_back_from_text() -> None:
    """Rows of two numbers are no sizes, and a number of two digits is one cell; some boards follow each other."""
    random = Random(2)
    format = format_of(KINDS["tsunagi"], "text")
    assert format.write
    for cols in (1, 2, 2, 3) * 60:
        rows = random.randint(2, 7)
        ends = random.sample(range(rows * cols), 2 * random.randint(1, min(3, rows * cols // 2)))
        cells = ["."] * (rows * cols)
        for at, end in enumerate(ends):
            cells[end] = "ABC"[at // 2]
        puzzle = Tsunagi(rows_of(lettered("".join(cells)), cols))
        labels = tuple(map(str, random.sample(sorted({0, 1, 2, rows, 10, 11, 60}), len(puzzle.pairs))))
        text = format.write(Request(puzzle, labels=labels)).text
        # A row of two zeros may also end a text.
        several = " " in text and "\n0 0" not in text
        again = read_puzzles((text + "\n") * (1 + several), "a text", KINDS, "tsunagi", "text")
        assert len(again) == 1 + several
        for found in again:
            assert found.imported.puzzle.pairs == puzzle.pairs
            assert found.imported.labels == labels
    (akari,) = read_puzzles("1\n.\n", "a text", KINDS, "akari")
    assert akari.imported.puzzle.board == ("1", ".")


def test_what_a_format_cannot_draw_is_refused_by_name() -> None:
    """Walls, bridges, blocked cells, waypoints and joined edges are in no link, and never just left out of one."""
    plain = Tsunagi(("A..A", "B..B"))
    others = {
        "walls": replace(plain, walls=((1, 2),)),
        "edges that join": replace(plain, wrap=True),
        "blocked cells": Tsunagi(rows_of("A#.AB..B", 4)),
        "bridges": Tsunagi(rows_of("A.BC+CB.A", 3)),
        "waypoints": Tsunagi(rows_of("Aa.AB..B", 4)),
    }
    drawn = {"code": set(others), "tsunagi": set(others), "text": {"blocked cells", "bridges"}}
    for format in KINDS["tsunagi"].formats:
        assert format.write
        for what, puzzle in others.items():
            if what in drawn.get(format.name, ()):
                continue
            with pytest.raises(AuthoringError, match=f"no way to draw {what}"):
                format.write(Request(puzzle))


@pytest.mark.parametrize("name", ["code", "tsunagi", "text"])
def test_boards_of_every_feature_come_back_from_codes(name: str) -> None:
    """What a code can say of walls, bridges, waypoints and switches is read again; text has cells but no walls."""
    format = format_of(KINDS["tsunagi"], name)
    assert format.write
    came_back = 0
    for puzzle in random_boards(300, 8):
        try:
            exported = format.write(Request(puzzle))
        except AuthoringError:
            continue
        if not any(lost.startswith("cannot say") for lost in exported.lost):
            assert format.read(exported.text).puzzle == puzzle
            came_back += 1
    assert came_back > 30

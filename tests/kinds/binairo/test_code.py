"""The Unruly game ID of a Binairo board."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import AuthoringError
from pipeline.kinds.binairo import code
from pipeline.kinds.binairo.puzzle import Puzzle

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "binairo.jsonl"

sides = st.integers(2, 6).map(lambda half: 2 * half)
boards = st.tuples(sides, sides).flatmap(
    lambda size: st.lists(st.text("....01", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


@given(boards, st.booleans())
def test_code_reads_back(board: list[str], unique: bool) -> None:
    """Every board comes back from its code with its rule, rectangles included."""
    puzzle = Puzzle(tuple(board), unique)
    assert code.decode(code.encode(puzzle)) == puzzle


def test_code_of_a_small_board_is_the_published_spelling() -> None:
    """Width first; a capital is a 1; the last letter stands for a given past the end."""
    assert code.encode(Puzzle(("1..0", "....", "....", "...."))) == "4x4u:Acm"
    assert code.encode(Puzzle(("......",) * 4, False)) == "6x4:y"
    assert code.encode(Puzzle(("0101",) * 4)) == "4x4u:" + "aAaA" * 4 + "a"


@pytest.mark.parametrize(("gap", "letters"), [(24, "Y"), (25, "ZA"), (26, "ZB"), (49, "ZY"), (50, "ZZA")])
def test_code_of_a_long_gap_takes_another_letter(gap: int, letters: str) -> None:
    """From 25 open cells on a 'z' comes first, in the case of the given that follows."""
    text = ("." * gap + "1").ljust(64, ".")
    puzzle = Puzzle(tuple(text[i : i + 8] for i in range(0, 64, 8)))
    assert code.encode(puzzle).startswith(f"8x8u:{letters}")
    assert code.decode(code.encode(puzzle)) == puzzle


def test_code_may_carry_a_difficulty_and_one_side() -> None:
    """A full ID and the short form of a square are read too."""
    assert code.decode("4de:q") == code.decode("4x4:q") == Puzzle(("....",) * 4, False)
    assert code.decode("4x4udt:q") == Puzzle(("....",) * 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a board code"),
        ("5x5u:z", "not a board code"),
        ("26x26:a", "not a board code"),
        ("4x4u#123", "not a board code"),
        ("4x4u:p", "15 cells where the board has 16"),
        ("4x4u:r", "17 cells where the board has 16"),
        ("4x4u:", "0 cells"),
        ("4x4u:b3", "character 2 after the ':', '3'"),
    ],
)
def test_code_that_cannot_be_read_is_an_error(text: str, message: str) -> None:
    """The message says what is wrong with it."""
    with pytest.raises(AuthoringError, match=re.escape(message)):
        code.decode(text)


@pytest.mark.skipif(not CASES.exists(), reason="the published boards are kept outside the repository")
def test_published_codes_are_read_and_written_back() -> None:
    """Every published ID gives its board, and comes back but for the difficulty."""
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    published = [case for case in cases if case["origin_format"] == "tatham"]
    assert published
    for case in published:
        puzzle = code.decode(case["origin"])
        assert puzzle.board == tuple(case["grid"]), case["id"]
        assert code.encode(puzzle) == re.sub("d[ten]:", ":", case["origin"]), case["id"]

"""The puzz.link code of an Akari board."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import AuthoringError
from pipeline.kinds.akari import code
from pipeline.kinds.akari.puzzle import Puzzle

CASES = Path(__file__).parents[4] / "shared" / "cases" / "akari.jsonl"

boards = st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
    lambda size: st.lists(st.text("..#01234", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


@given(boards)
def test_code_reads_back(board: list[str]) -> None:
    """Every board comes back from its code, rectangles and a wall in the last cell included."""
    puzzle = Puzzle(tuple(board))
    assert code.decode(code.encode(puzzle)) == puzzle


def test_code_of_a_small_board_is_the_published_spelling() -> None:
    """Columns come first; a number takes up to two white cells along, also past the end; a bare wall takes none."""
    assert code.encode(Puzzle((".1..", "#.2.", "...3"))) == "4/3/gb.gchd"
    assert code.encode(Puzzle(("." * 21,))) == "21/1/zg"
    assert code.encode(Puzzle(("0#",))) == "2/1/0."
    assert code.encode(Puzzle(("0.#",))) == "3/1/5."


def test_code_that_ends_early_leaves_the_rest_white() -> None:
    """Symbols past the last cell mean nothing, and a trailing slash is the web's, not the code's."""
    assert code.decode("3/2/.") == Puzzle(("#..", "..."))
    assert code.decode("2/1/...zz").board == ("##",)
    assert code.decode("2/1/.g/").board == ("#.",)
    assert code.decode("2/2/").board == ("..", "..")


@pytest.mark.parametrize("text", ["", "5", "0/5/a", "a/b/c", "61/5/a", "5/5/a/b", "5/5/A", "5/5/f", "5/5/é", "٣/3/g"])
def test_code_that_cannot_be_read_is_refused(text: str) -> None:
    """Anything that is no board is an error in words."""
    with pytest.raises(AuthoringError):
        code.decode(text)


def test_published_codes_come_back_to_the_letter() -> None:
    """Each recorded puzz.link board decodes to its recorded grid and encodes to the identical string."""
    if not CASES.exists():
        pytest.skip("the recorded boards are not beside this checkout")
    seen = 0
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["origin_format"] == "puzz.link":
            found = re.search(r"\d+/\d+/.*", case["origin"])
            assert found
            published = found[0].rstrip("/")
            puzzle = code.decode(published)
            assert list(puzzle.board) == case["grid"], case["id"]
            assert code.encode(puzzle) == published, case["id"]
            seen += 1
    assert seen

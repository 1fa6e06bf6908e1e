"""The code of a Tsunagi board: one spelling for each, and every other refused."""

from __future__ import annotations

import re

import pytest

from pipeline.errors import AuthoringError
from pipeline.kinds.tsunagi import code
from tests.kinds.tsunagi.boards import FEATURES, SHARED, published, puzzle_of, random_boards


@pytest.mark.parametrize("feature", FEATURES)
def test_code_reads_back(feature: str) -> None:
    """Every board comes back from its code, with its walls and switches."""
    for puzzle in random_boards(150, 7, feature):
        assert code.decode(code.encode(puzzle)) == puzzle


def test_code_has_the_size_the_cells_the_walls_and_the_words_in_order() -> None:
    """Rows first; our words come last."""
    puzzle = puzzle_of("Aa.BAB", 3, "0-1,2-5", wrap=True, fill=False, touch=False)
    assert code.encode(puzzle) == "2x3:Aa.BAB|0-1,2-5|wrap|gaps|apart"
    assert code.encode(puzzle_of("AA", 2)) == "1x2:AA"


def test_code_of_many_pairs_uses_small_letters_for_pairs() -> None:
    """From 36 pairs on there are no waypoints."""
    text = "".join(f"{letter}.{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab")
    puzzle = code.decode(f"38x3:{text}")
    assert len(puzzle.pairs) == 38
    assert not puzzle.clues
    assert code.encode(puzzle) == f"38x3:{text}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a board code"),
        ("A..AB..B", "not a board code"),
        ("51x2:A", "not a board code"),
        ("04x4:" + "." * 16, "not a board code"),
        ("4x4:A..A", "4 cells where the board has 16"),
        ("2x2:AA&.", "character 3 after the ':', '&', is no cell"),
        ("2x2:....", "no line has its ends"),
        ("2x2:A.BB", "r1c1: the letter A has one end"),
        ("2x2:AAA.", "r2c1: the letter A has 3 ends"),
        ("2x2:AA.b", "r2c2: 'b' has no pair on this board"),
        ("2x2:AA.!", "r2c2: '!' has no pair on this board"),
        (
            f"14x4:{''.join(2 * letter for letter in 'BCDEFGHIJKLMNOPQRSTUVWXYZ0')}AaA#",
            "r14c2: a waypoint of A, which is",
        ),
        ("2x2:BB..", "not lettered in reading order"),
        ("2x4:BAABabba", "not lettered in reading order"),
        ("3x3:A+A......", "r1c2: a bridge at the border"),
        ("4x4:AA...++.........", "r2c3: a bridge beside the one at r2c2"),
        ("2x2:AA..|", "the walls cannot be read"),
        ("2x2:AA..|0-1,", "the walls cannot be read"),
        ("2x2:AA..|1-0", "there is no wall 1-0"),
        ("2x2:AA..|0-4", "there is no wall 0-4"),
        ("2x2:AA..|0-3", "wall 0-3: a wall between cells that are not neighbours"),
        ("2x3:AA....|2-3", "wall 2-3: a wall between cells that are not neighbours"),
        ("3x3:AA.......|0-2|wrap", "wall 0-2: a wall on the join of a board that wraps"),
        ("3x3:AA.......|1-7|wrap", "wall 1-7: a wall on the join of a board that wraps"),
        ("3x3:AA..+....|1-4", "wall 1-4: a wall at a bridge"),
        ("2x2:AA..|1-3,0-1", "not in order, or one stands twice"),
        ("2x2:AA..|0-1,0-1", "not in order, or one stands twice"),
        ("2x2:AA..|00-1", "not in order"),
        ("2x2:AA..|gaps|wrap", "the words of the code are out of order"),
        ("2x2:AA..|wrap|wrap", "the words of the code are out of order"),
        ("2x2:AA..|wrap|0-1", "'0-1' is no part of a code"),
        ("2x2:AA..|torus", "'torus' is no part of a code"),
        ("5x5:" + "A" + "." * 23 + "A|portals6-18", "boards with 'portals' are not supported"),
        ("5x5:" + "A" + "." * 23 + "A|hex", "boards with 'hex' are not supported"),
        ("5x5:" + "A" + "." * 23 + "A|sparse|wrap", "boards with 'sparse' are not supported"),
        ("5x5:" + "A" + "." * 23 + "A|boom3|strokes9", "boards with 'boom' are not supported"),
        ("5x5:" + "A" + "." * 23 + "A|blast3", "boards with 'blast' are not supported"),
        ("5x5:" + "A" + "." * 23 + "A|strokes3", "boards with 'strokes' are not supported"),
    ],
)
def test_code_that_cannot_be_read_is_an_error(text: str, message: str) -> None:
    """The message says what is wrong with it."""
    with pytest.raises(AuthoringError, match=re.escape(message)):
        code.decode(text)


@pytest.mark.skipif(not SHARED.exists(), reason="the published boards are kept outside the repository")
@pytest.mark.parametrize("name", ["tsunagi_levels.jsonl", "tsunagi_counts.jsonl"])
def test_published_codes_are_read_and_written_back(name: str) -> None:
    """Every published board that is of rules known here comes back; any other is refused by the name of the rule."""
    read = 0
    for case in published(name):
        words = [word for word in case["givens"].split("|")[1:] if not word[0].isdigit() and word != "wrap"]
        text = f"{case['size']}x{case['size']}:{case['givens']}"
        if words:
            with pytest.raises(AuthoringError, match="are not supported"):
                code.decode(text)
        else:
            assert code.encode(code.decode(text)) == text
            read += 1
    assert read > 100

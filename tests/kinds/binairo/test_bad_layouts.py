"""What an author can get wrong in a Binairo layout: each fault is located, and the last good catalogue stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk import Desk

GRID = b"answer: |\n  0110\n  1010\n  1001\n  0101\n"
OWN = b"givens: |\n  0..0\n  ..1.\n  ....\n  .1..\n"

FAULTS = [
    ("unknown key", b"anser: |\n  0110\n", "1:1", "unknown key 'anser'", "did you mean 'answer'?"),
    ("no grid", b"title: Bare\n", "1:1", "neither 'answer' nor 'givens' is there", "finished grid"),
    ("two grids", GRID + OWN, "6:1", "both 'answer' and 'givens'", "keep one"),
    ("ragged row", b"answer: |\n  0110\n  101\n", "3:6", "3 cells under a first row of 4 cells", "equally long"),
    ("open cell", b"answer: |\n  0110\n  1.10\n", "3:4", "'.' is no cell", "under 'givens'"),
    ("stray character", b"givens: |\n  01.0\n  1.20\n", "3:5", "'2' is no cell", "0 or 1"),
    ("odd width", b"answer: |\n  01101\n  10010\n", "2:7", "a row of 5 cells has no half", "even"),
    ("row without its own line", b"answer: 0110\n", "1:9", "a column of 1 cell has no half", "even"),
    ("odd height", b"givens: |\n" + b"  .1..\n" * 5, "6:3", "a column of 5 cells has no half", "even"),
    ("too small", b"answer: |\n  01\n  10\n", "2:4", "a row of 2 cells is too short", "from 4 to 24"),
    ("too wide", b"givens: |\n  " + b"." * 26 + b"\n", "2:3", "1×26 is too large", "24"),
    ("three in a row", GRID.replace(b"1010", b"0111"), "3:6", "3 times 1 in a row, r2c2 to r2c4", "at most two"),
    ("three in a column", GRID.replace(b"0110", b"1010"), "4:3", "3 times 1 in a row, r1c1 to r3c1", "at most two"),
    ("quota of a row", GRID.replace(b"1010", b"1011"), "3:6", "row 2 has 3 times 1", "2 of each stone"),
    ("quota of a column", GRID.replace(b"1001", b"0101"), "5:3", "column 1 has 3 times 0", "2 of each stone"),
    (
        "equal rows",
        b"answer: |\n  0110\n  1001\n  0110\n  1001\n",
        "4:6",
        "row 1 and row 3 are equal",
        "unless 'unique_lines: false'",
    ),
    ("equal columns", b"answer: |\n  0110\n  1001\n  0110\n  1001\n", "5:6", "column 1 and column 4 are equal", ""),
    ("givens that break a rule", OWN.replace(b"0..0", b"000."), "2:5", "3 times 0 in a row", "at most two"),
    ("crowded", b"givens: |\n" + b"  ........\n" * 4, "2:3", "8 columns of 4 cells cannot all differ", "unique_lines"),
    ("nothing open", GRID.replace(b"answer", b"givens"), "2:3", "every cell is given", "under 'answer'"),
    ("own and ambiguous", b"givens: |\n" + b"  ....\n" * 4, "2:3", "more than one answer", "differ in"),
    (
        "own without an answer",
        b"givens: |\n  01.1\n  ....\n  ....\n  01.1\n",
        "2:3",
        "has no answer",
        "these clues contradict each other",
    ),
    ("switch that is none", GRID + b"unique_lines: no\n", "6:15", "'unique_lines' is true or false", "true or false"),
    (
        "broken symmetry of the givens",
        OWN + b"symmetry: rotate180\n",
        "2:3",
        "breaks the symmetry 'rotate180'",
        "r4c4",
    ),
    ("keep off the board", GRID + b"keep: [r5c1]\n", "6:8", "r5c1 is off the board", "4 rows of 4 cells"),
    ("keep an open cell", OWN + b"keep: [r1c2]\n", "6:8", "r1c2 never holds a clue", ""),
]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A folder with one good layout and the catalogue made from it."""
    monkeypatch.chdir(tmp_path)
    desk = Desk("binairo")
    desk.lay("good.yaml", b"answer: |\n  0011\n  1100\n  1010\n  0101\n")
    result = desk.levels()
    assert result.exit_code == 0, result.stderr
    return desk


@pytest.mark.parametrize(("text", "place", "message", "hint"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_bad_layout_is_named_where_it_stands(desk: Desk, text: bytes, place: str, message: str, hint: str) -> None:
    """The message has file, line and column, says what is wrong and what would be right; nothing is lost."""
    desk.expect_fault(text, place, message, hint)


def test_every_broken_rule_of_a_grid_is_told(desk: Desk) -> None:
    """Two equal rows and two equal columns, twice each, are four faults of one run."""
    desk.lay("bad.yaml", "answer: |\n  0110\n  1001\n  0110\n  1001\n")
    result = desk.levels()
    assert result.exit_code == 1
    assert "4 faults" in result.stderr


@pytest.mark.parametrize(
    "turned",
    [
        pytest.param("1100\n  0011\n  0101\n  1010", id="mirrored, or exchanged"),
        pytest.param("0110\n  0101\n  1010\n  1001", id="transposed"),
        pytest.param("1001\n  1010\n  0101\n  0110", id="transposed and exchanged"),
    ],
)
def test_images_of_each_other_are_named_both(desk: Desk, turned: str) -> None:
    """A layout that is another one turned, mirrored or with its stones exchanged is an error that names both."""
    desk.lay("twin.yaml", f"answer: |\n  {turned}\n")
    result = desk.levels()
    assert result.exit_code == 1
    assert "layouts/binairo/twin.yaml:1:1" in result.stderr
    assert "layouts/binairo/good.yaml:1:1" in result.stderr


def test_the_same_grid_under_the_other_rule_is_another_layout(desk: Desk) -> None:
    """Whether equal lines are forbidden changes what has to be given."""
    text = "unique_lines: false\nanswer: |\n  0011\n  1100\n  1010\n  0101\n"
    desk.lay("free.yaml", text)
    assert desk.levels().exit_code == 0


def test_own_puzzle_is_published_as_drawn(desk: Desk) -> None:
    """A setter's own givens make one level, with none of them taken away, kept or not."""
    text = "givens: |\n  0.1.\n  1..0\n  .0.0\n  0..1\ntitle: Mine\n"
    desk.lay("own.yaml", text)
    result = desk.levels()
    assert result.exit_code == 0, result.stderr
    lines = desk.catalogue().decode().splitlines()
    own = [line for line in lines if '"Mine"' in line]
    assert len(own) == 1
    assert '"grid": ["0.1.", "1..0", ".0.0", "0..1"]' in own[0]

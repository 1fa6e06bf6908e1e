"""What an author can get wrong in a Tsunagi layout: each fault is located, and the last good catalogue stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk import Desk

LINES = b"answer: |\n  AaaA\n  BbbB\n  CccC\n"
OWN = b"givens: |\n  A..A\n  B..B\n  C..C\n"
BRIDGED = b"answer: |\n  DAdd\n  B+BD\n  CACC\n"


def lines(*rows: str, more: str = "") -> bytes:
    """A layout of finished lines."""
    return ("answer: |\n" + "".join(f"  {row}\n" for row in rows) + more).encode()


def pairs_beside_each_other(letters: str) -> str:
    """Rows of two pairs each, every end beside the other."""
    doubled = "".join(letter * 2 for letter in letters)
    return "".join(f"  {doubled[at : at + 4]}\n" for at in range(0, len(doubled), 4))


FAULTS = [
    ("unknown key", b"anser: |\n  AaA\n", "1:1", "unknown key 'anser'", "did you mean 'answer'?"),
    ("duplicate key", b"title: A\ntitle: B\n" + LINES, "2:1", "'title' a second time", "line 1"),
    ("no grid", b"title: Bare\n", "1:1", "neither 'answer' nor 'givens' is there", "finished lines"),
    ("two grids", LINES + OWN, "5:1", "both 'answer' and 'givens'", "keep one"),
    ("ragged row", lines("AaaA", "BbB"), "3:6", "3 cells under a first row of 4 cells", "equally long"),
    ("long row", lines("AaA", "BbbB"), "3:6", "4 cells under a first row of 3 cells", "equally long"),
    ("tab", lines("AaA", "B\tB"), "3:4", "tab", ""),
    ("blank in a row", lines("AaA", "B B"), "3:4", "a blank is no cell", "two ends the capital"),
    ("stray character", lines("AaA", "B'B"), "3:4", "''' is no cell", "two ends the capital"),
    ("stray character in givens", b"givens: |\n  A-A\n", "2:4", "'-' is no cell", "small letter for a waypoint"),
    ("empty file", b"", "", "empty", ""),
    ("not UTF-8", b"title: caf\xe9\n" + LINES, "1:11", "UTF-8", ""),
    ("too wide", b"givens: |\n  " + b"." * 51 + b"\n", "2:3", "1×51 is too large", "50"),
    ("too tall", b"givens: |\n" + b"  A\n" * 51, "2:3", "51×1 is too large", "50"),
    ("no line", lines("##", "##"), "2:3", "no line is drawn", "a letter in each of its cells"),
    ("no line of their own", b"givens: |\n  ...\n  ...\n", "2:3", "no line has its ends on this board", "same capital"),
    ("no end", lines("AaA", "bbb"), "3:3", "the line of B has no end", "two ends are written B"),
    ("one end", lines("AaA", "Bbb"), "3:3", "the line of B has only one end", "two ends are written B"),
    ("three ends", lines("AaA", "BBB"), "3:5", "the line of B has 3 ends", "two ends are written B"),
    ("own with one end", b"givens: |\n  A.A\n  B..\n", "3:3", "the letter B has one end", "two ends"),
    ("own with three ends", b"givens: |\n  A.A\n  A..\n", "3:3", "the letter A has 3 ends", "two ends"),
    ("own waypoint without a pair", b"givens: |\n  A.A\n  ..b\n", "3:5", "'b' has no pair on this board", "are B"),
    ("own mark", b"givens: |\n  A.A\n  ..!\n", "3:5", "'!' has no pair on this board", "more than 36"),
    (
        "own waypoint past the small letters",
        f"givens: |\n{pairs_beside_each_other('BCDEFGHIJKLMNOPQRSTUVWXYZ0')}  AaA#\n".encode(),
        "15:4",
        "a waypoint of A, which is pair 27",
        "only the first 26 pairs",
    ),
    ("cut", lines("AaBb", "BbaA"), "3:5", "the line of A is cut", "r1c1"),
    (
        "cut inside",
        lines("Aa#aA", "Bb#bB"),
        "2:6",
        "the line of A is cut: nothing joins this cell",
        "neighbouring cell",
    ),
    (
        "past its end",
        lines("aAaA", "BbbB"),
        "2:4",
        "the line of A goes on past this end of it, to r1c1",
        "neighbouring",
    ),
    (
        "branch",
        lines("AaaA", "BaCC", "bBDD"),
        "2:4",
        "the line of A branches here: one way stops at r2c2",
        "neighbouring",
    ),
    ("no way", lines("AaB", "aab", "AaB"), "2:3", "no line goes through all cells of A", "neighbouring cell"),
    ("unused cell", lines("AaA", "B.B"), "3:4", "a cell without a line", "fill: false"),
    (
        "beside itself",
        lines("Aa", "Aa", more="touch: false\n"),
        "3:3",
        "the line of A runs beside itself",
        "touch: true",
    ),
    (
        "listed beside itself",
        lines("Aa", "Aa", more="touch: false\nlines:\n  A: [r1c1, r1c2, r2c2, r2c1]\n"),
        "3:3",
        "the line of A runs beside itself: r1c1",
        "touch: true",
    ),
    ("unclear way", lines("Aaa", "aaa", "aaA"), "2:3", "leave open which way the line of A runs", "set a wall"),
    ("unclear ends", lines("111", "111"), "2:3", "the ends of the line of 1 do not stand clear", "1: [r1c1, …]"),
    (
        "not unique",
        lines("Aaa", "aaa", "aaA", more="lines:\n  A: [r1c1, r1c2, r1c3, r2c3, r2c2, r2c1, r3c1, r3c2, r3c3]\n"),
        "2:3",
        "between r1c1 and r3c3 the line of A can run two ways",
        "does not run beside itself",
    ),
    ("bridge at the border", lines("A+A", "BbB"), "2:4", "a bridge at the border", "each of its four sides"),
    ("bridges side by side", lines("AabB", "C++C", "AabB"), "3:5", "a bridge beside the one at r2c2", "between two"),
    ("bridges above each other", lines("DAd", "B+B", "C+C", "DAd"), "4:4", "a bridge beside the one at r2c2", ""),
    (
        "bridge not crossed",
        lines("DAD", "B+C", "BAC"),
        "3:4",
        "no line goes across this bridge: beside it are B and C",
        "",
    ),
    (
        "bridge at a blocked cell",
        lines("DAD", "B+#", "BAC"),
        "3:4",
        "no line goes across this bridge",
        "r2c3",
    ),
    (
        "bridge crossed twice",
        lines("#aaA", "a+aB", "aaAB"),
        "3:4",
        "the line of A crosses this bridge twice",
        "another",
    ),
    (
        "bridge crossed twice, cells unused",
        lines(".aa.", "A+a.", ".A..", more="fill: false\n"),
        "3:4",
        "the line of A crosses this bridge twice",
        "another line",
    ),
    (
        "bridge crossed twice by a list",
        lines(".aa.", "A+a.", ".A..", more="fill: false\nlines:\n  A: [r2c1, r2c2, r2c3, r1c3, r1c2, r2c2, r3c2]\n"),
        "3:4",
        "crossed twice by one line",
        "another down",
    ),
    (
        "bridge passed by a list",
        lines("aaa", "aCa", "A+A", "#C#", more="lines:\n  A: [r3c1, r2c1, r1c1, r1c2, r1c3, r2c3, r3c3]\n"),
        "4:4",
        "a bridge that is not crossed both ways",
        "another down",
    ),
    ("wall that is none", LINES + b"walls: [r1c1]\n", "5:9", "'r1c1' is no wall", "r1c2-r1c3"),
    ("wall of three", LINES + b"walls: [r1c1-r1c2-r1c3]\n", "5:9", "is no wall", "r1c2-r1c3"),
    ("wall off the board", LINES + b"walls: [r1c4-r1c5]\n", "5:9", "r1c5 is off the board", "3 rows of 4 cells"),
    (
        "wall between strangers",
        LINES + b"walls: [r1c1-r2c2]\n",
        "5:9",
        "cells that are not neighbours",
        "share an edge",
    ),
    ("wall round a corner", LINES + b"walls: [r1c4-r2c1]\n", "5:9", "cells that are not neighbours", "share an edge"),
    ("wall twice", LINES + b"walls: [r1c1-r2c1, r2c1-r1c1]\n", "5:20", "r2c1-r1c1 stands twice", "each once"),
    ("wall at a bridge", BRIDGED + b"walls: [r2c1-r2c2]\n", "5:9", "a wall at a bridge", "open on all four sides"),
    ("wall on the join", LINES + b"wrap: true\nwalls: [r1c1-r1c4]\n", "6:9", "a wall on the join", "always open"),
    ("wall on the other join", LINES + b"wrap: true\nwalls: [r3c2-r1c2]\n", "6:9", "a wall on the join", "always open"),
    (
        "wall in the way",
        LINES + b"walls: [r1c1-r2c1, r2c2-r2c3]\n",
        "5:20",
        "the line of B crosses this wall",
        "round it",
    ),
    ("walls as a text", LINES + b"walls: r1c1-r1c2\n", "5:8", "'walls' is a list", "[a, b, c]"),
    ("switch that is none", LINES + b"wrap: no\n", "5:7", "'wrap' is true or false", "true or false"),
    ("fill that is none", LINES + b"fill: 1\n", "5:7", "'fill' is true or false", "true or false"),
    ("lines of their own", OWN + b"lines:\n  A: [r1c1]\n", "5:1", "'lines' beside 'givens'", "not told"),
    ("list of no line", LINES + b"lines:\n  Q: [r1c1]\n", "6:3", "no line is called 'Q'", "A, B, C"),
    (
        "list twice",
        LINES + b"lines:\n  A: [r1c1, r1c2, r1c3, r1c4]\n  a: [r1c1]\n",
        "7:3",
        "a second list of A",
        "once",
    ),
    ("list of one cell", LINES + b"lines:\n  A: [r1c1]\n", "6:3", "the list of A has no two cells", "end to end"),
    (
        "list with a gap",
        LINES + b"lines:\n  A: [r1c1, r1c3]\n",
        "6:13",
        "no step leads from r1c1 to r1c3",
        "neighbouring",
    ),
    (
        "list that misses a cell",
        lines("Aaa", "Aaa", more="lines:\n  A: [r1c1, r2c1]\n"),
        "2:4",
        "misses this cell",
        "every",
    ),
    ("list of a foreign cell", LINES + b"lines:\n  A: [r1c1, r2c1]\n", "6:13", "r2c1 is no cell of the line of A", ""),
    ("list off the board", LINES + b"lines:\n  A: [r1c1, r1c9]\n", "6:13", "r1c9 is off the board", "3 rows of 4"),
    ("list of no cell", LINES + b"lines:\n  A: [c1r1]\n", "6:7", "'c1r1' is no cell", "r1c3"),
    ("list with a cell twice", LINES + b"lines:\n  A: [r1c1, r1c2, r1c1]\n", "6:19", "r1c1 stands twice", "once"),
    (
        "list that ends inside",
        lines("AaA", "aaa", more="lines:\n  A: [r1c1, r1c2, r1c3, r2c3, r2c2, r2c1]\n"),
        "5:7",
        "the list of A begins at r1c1 and ends at r2c1",
        "one A of the drawing",
    ),
    (
        "list through a wall",
        LINES + b"walls: [r1c2-r1c3]\nlines:\n  A: [r1c1, r1c2, r1c3, r1c4]\n",
        "5:9",
        "the line of A crosses this wall",
        "round it",
    ),
    ("list as a text", LINES + b"lines: A\n", "5:8", "'lines' holds keys and values", "indented"),
    ("own and ambiguous", b"givens: |\n  A..\n  ...\n  ..A\n", "2:3", "more than one answer", ""),
    ("own without an answer", b"givens: |\n  ABB\n  ...\n  ..A\n  ##.\n", "2:3", "has no answer", "even without"),
    (
        "own waypoints that contradict",
        b"givens: |\n  A.A\n  BaB\n",
        "2:3",
        "has no answer",
        "no answer has the clue at r2c2",
    ),
    ("broken symmetry", lines("AaaA", "BbB#", more="symmetry: rotate180\n"), "2:3", "breaks the symmetry", "r2c4"),
    (
        "broken symmetry of the ends",
        b"givens: |\n  A..A\n  B..B\n  C.C.\nsymmetry: rotate180\n",
        "2:3",
        "breaks the symmetry 'rotate180'",
        "r3c4",
    ),
    ("oblong quarter turn", LINES + b"symmetry: rotate90\n", "5:11", "has no 'rotate90'", "square"),
    ("unknown symmetry", LINES + b"symmetry: rotate181\n", "5:11", "'rotate181'", "did you mean 'rotate180'?"),
    ("keep off the board", LINES + b"keep: [r4c1]\n", "5:8", "r4c1 is off the board", "3 rows of 4 cells"),
    ("keep an end", LINES + b"keep: [r1c2, r1c1]\n", "5:14", "r1c1 never holds a clue", ""),
    ("keep no cell", LINES + b"keep: [c1r1]\n", "5:8", "'c1r1' is no cell", "r1c3"),
    ("unknown tier", LINES + b"tiers: [eazy]\n", "5:9", "'eazy' is no tier", "did you mean 'easy'?"),
    ("tier twice", LINES + b"tiers: [easy, easy]\n", "5:15", "stands twice", ""),
    ("alias bomb", b"a: &a [x, x]\nb: &b [*a, *a]\nwalls: *b\n", "1:4", "", ""),
    ("wrong kind", b"kind: tsunagy\n" + LINES, "1:7", "'tsunagy'", "did you mean 'tsunagi'?"),
]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A folder with one good layout and the catalogue made from it."""
    monkeypatch.chdir(tmp_path)
    desk = Desk("tsunagi")
    desk.lay("good.yaml", "answer: |\n  AaaB\n  CCab\n  DDAB\n")
    result = desk.levels()
    assert result.exit_code == 0, result.stderr
    return desk


@pytest.mark.parametrize(("text", "place", "message", "hint"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_bad_layout_is_named_where_it_stands(desk: Desk, text: bytes, place: str, message: str, hint: str) -> None:
    """The message has file, line and column, says what is wrong and what would be right; nothing is lost."""
    desk.expect_fault(text, place, message, hint)


def test_every_fault_of_a_drawing_is_told(desk: Desk) -> None:
    """A line without an end, one that is cut and a bridge that nobody crosses are three faults of one run."""
    desk.lay("bad.yaml", lines("AaaA", "b+bb", "CcDd", "DdCc"))
    result = desk.levels()
    assert result.exit_code == 1
    assert "bad.yaml:3:3: the line of B has no end" in result.stderr
    assert "bad.yaml:3:4: no line goes down this bridge: beside it are A and C" in result.stderr
    desk.lay("bad.yaml", lines("AaBb", "bBaA", "CcDd", "dDcC"))
    result = desk.levels()
    assert "4 faults" in result.stderr


@pytest.mark.parametrize(
    "turned",
    [
        pytest.param("BaaA\n  baCC\n  BADD", id="mirrored"),
        pytest.param("ACD\n  aCD\n  aaA\n  BbB", id="transposed"),
        pytest.param("ZzzQ\n  XXzq\n  YYZQ", id="lettered otherwise"),
    ],
)
def test_images_of_each_other_are_named_both(desk: Desk, turned: str) -> None:
    """A layout that is another one turned, mirrored or lettered in another way is an error that names both."""
    desk.lay("twin.yaml", f"answer: |\n  {turned}\n")
    result = desk.levels()
    assert result.exit_code == 1
    assert "layouts/tsunagi/twin.yaml:1:1" in result.stderr
    assert "layouts/tsunagi/good.yaml:1:1" in result.stderr


@pytest.mark.parametrize("more", ["walls: [r1c1-r2c1]", "fill: false", "touch: false"])
def test_the_same_lines_under_other_rules_are_another_layout(desk: Desk, more: str) -> None:
    """Walls and switches belong to the board."""
    desk.lay("other.yaml", f"answer: |\n  AaaB\n  CCab\n  DDAB\n{more}\n")
    result = desk.levels()
    assert result.exit_code == 0, result.stderr


def test_own_waypoint_of_an_early_pair_is_read_under_any_letter(desk: Desk) -> None:
    """Of 27 pairs the first is Z, and its small letter becomes a."""
    desk.lay("own.yaml", f"givens: |\n  #ZzZ\n{pairs_beside_each_other('ABCDEFGHIJKLMNOPQRSTUVWXY9')}title: Mine\n")
    result = desk.levels()
    assert result.exit_code == 0, result.stderr
    assert '"#AaA"' in desk.catalogue().decode()


def test_own_puzzle_is_published_as_drawn(desk: Desk) -> None:
    """A setter's own board makes one level, with its waypoints, lettered in reading order."""
    desk.lay("own.yaml", "givens: |\n  Qq.Z\n  XX..\n  YYQZ\ntitle: Mine\n")
    result = desk.levels()
    assert result.exit_code == 0, result.stderr
    own = [line for line in desk.catalogue().decode().splitlines() if '"Mine"' in line]
    assert len(own) == 1
    assert '"grid": ["Aa.B", "CC..", "DDAB"]' in own[0]

"""What an author can get wrong, typed as an author would: each fault is located, and the last good catalogue stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk import Desk

GOOD = b"walls: |\n  ..#..\n  .....\n  #.#.#\n  .....\n  ..#..\n"

FAULTS = [
    ("unknown key", b"wals: |\n  ..#\n", "1:1", "unknown key 'wals'", "did you mean 'walls'?"),
    ("duplicate key", b"title: A\ntitle: B\nwalls: ..#\n", "2:1", "'title' a second time", "line 1"),
    ("ragged row", b"walls: |\n  ..#..\n  ...\n", "3:6", "3 cells under a first row of 5 cells", "equally long"),
    ("long row", b"walls: |\n  ..#\n  ....\n", "3:6", "4 cells under a first row of 3 cells", "equally long"),
    ("tab", b"walls: |\n  ..#\n  .\t.\n", "3:4", "tab", ""),
    ("stray character", b"walls: |\n  ..#\n  .5.\n", "3:4", "'5' is no cell", "0-4"),
    ("blank in a row", b"walls: |\n  ..#\n  . .\n", "3:4", "a blank is no cell", "0-4"),
    ("empty file", b"", "", "empty", ""),
    ("no walls", b"title: Bare\n", "1:1", "'walls' is missing", ""),
    ("too tall", b"walls: |\n" + b"  .#\n" * 61, "2:3", "61×2 is too large", "60"),
    ("too wide", b"walls: " + b"." * 61 + b"\n", "1:8", "1×61 is too large", "60"),
    ("all walls", b"walls: |\n  ##\n  ##\n", "2:3", "without a white cell", "'.'"),
    ("not unique", b"walls: |\n  ..\n  ..\n", "2:3", "no numbering of these walls is unique", "wall"),
    (
        "broken symmetry",
        b"symmetry: rotate180\nwalls: |\n  ..#..\n  .....\n  #.#.#\n  .....\n  .....\n",
        "3:5",
        "breaks the symmetry 'rotate180'",
        "r5c3",
    ),
    ("oblong quarter turn", b"symmetry: rotate90\nwalls: |\n  ..#\n  #..\n", "1:11", "has no 'rotate90'", "square"),
    ("unknown symmetry", b"symmetry: rotate181\n" + GOOD, "1:11", "'rotate181'", "did you mean 'rotate180'?"),
    ("keep off the board", GOOD + b"keep: [r1c3, r6c1]\n", "7:14", "r6c1 is off the board", "5 rows of 5 cells"),
    ("keep on a white cell", GOOD + b"keep: [r1c1]\n", "7:8", "r1c1 never holds a clue", ""),
    ("keep no cell", GOOD + b"keep: [c1r1]\n", "7:8", "'c1r1' is no cell", "r1c3"),
    ("unknown tier", GOOD + b"tiers: [eazy]\n", "7:9", "'eazy' is no tier", "did you mean 'easy'?"),
    ("tier twice", GOOD + b"tiers: [easy, easy]\n", "7:15", "stands twice", ""),
    ("impossible clue", b"walls: |\n  4.\n  .#\n", "2:3", "no bulbs can satisfy this 4", "up to 2"),
    ("clue without an answer", b"walls: |\n  .0\n", "2:3", "no answer has the number at r1c2", "change a number there"),
    ("contradicting clues", b"walls: |\n  0.1\n  #.#\n", "2:3", "the numbers at r1c1 r1c3 contradict", "wall"),
    ("fixed without an answer", b"clues: fixed\nwalls: |\n  .0.\n  0.0\n  .0.\n", "3:3", "has no answer", ""),
    (
        "fixed and ambiguous",
        b"clues: fixed\nwalls: |\n  ...\n  .#.\n  ...\n",
        "3:3",
        "more than one answer",
        "differ in",
    ),
    ("not UTF-8", b"title: caf\xe9\n" + GOOD, "1:11", "UTF-8", ""),
    ("alias bomb", b"a: &a [x, x]\nb: &b [*a, *a]\nwalls: *b\n", "1:4", "", ""),
    ("wrong kind", b"kind: akary\n" + GOOD, "1:7", "'akary'", "did you mean 'akari'?"),
]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A folder with one good layout and the catalogue made from it."""
    monkeypatch.chdir(tmp_path)
    desk = Desk("akari")
    desk.lay("good.yaml", b"walls: |\n  ..#\n  ...\n  #..\n")
    result = desk.levels()
    assert result.exit_code == 0, result.stderr
    return desk


@pytest.mark.parametrize(("text", "place", "message", "hint"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_bad_layout_is_named_where_it_stands(desk: Desk, text: bytes, place: str, message: str, hint: str) -> None:
    """The message has file, line and column, says what is wrong and what would be right; nothing is lost."""
    desk.expect_fault(text, place, message, hint)


def test_every_bad_layout_of_a_run_is_reported(desk: Desk) -> None:
    """Two faults in one file and one in another are told in one run, in their order."""
    desk.lay("bad.yaml", "walls: |\n  .5.\n---\nwals: ..#\n")
    desk.lay("worse.yaml", "walls: |\n  ..#\n  ..\n")
    result = desk.levels()
    assert result.exit_code == 1
    places = [result.stderr.index(place) for place in ("bad.yaml:2:4", "bad.yaml:4:1", "worse.yaml:3:5")]
    assert places == sorted(places)
    assert "3 faults" in result.stderr


def test_message_shows_the_line_and_a_caret(desk: Desk) -> None:
    """Below the place stands the source line, with a caret under the column."""
    desk.lay("bad.yaml", "walls: |\n  .5.\n")
    result = desk.levels()
    lines = result.stderr.splitlines()
    at = next(number for number, line in enumerate(lines) if "bad.yaml:2:4" in line)
    assert lines[at + 1] == "    .5."
    assert lines[at + 2] == "     ^"


@pytest.mark.parametrize("turned", ["..#\n  ...\n  #..", "#..\n  ...\n  ..#"])
def test_images_of_each_other_are_named_both(desk: Desk, turned: str) -> None:
    """A layout that is another one turned or mirrored is an error that names both."""
    desk.lay("twin.yaml", f"walls: |\n  {turned}\n")
    result = desk.levels()
    assert result.exit_code == 1
    assert "layouts/akari/twin.yaml:1:1" in result.stderr
    assert "layouts/akari/good.yaml:1:1" in result.stderr

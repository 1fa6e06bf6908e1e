"""``kotae check``: what it tells of layouts that fail, in which form and with which exit code; it writes nothing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from pipeline import checking
from pipeline.cli import cli
from pipeline.finding import Found
from pipeline.finding_json import FAULT
from tests.conftest import ROOT

BROKEN = {
    "akari/alias.yaml": "2:9",
    "akari/clue.yaml": "3:3",
    "akari/duplicate_key.yaml": "6:1",
    "akari/empty.yaml": "",
    "akari/keep.yaml": "7:14",
    "akari/not_numberable.yaml": "4:3",
    "akari/not_utf8.yaml": "1:11",
    "akari/ragged_row.yaml": "3:7",
    "akari/stray_character.yaml": "3:5",
    "akari/symmetry.yaml": "3:5",
    "akari/tab.yaml": "3:5",
    "akari/too_large.yaml": "3:3",
    "akari/twin.yaml": "7:1",
    "akari/unknown_key.yaml": "1:1",
    "binairo/broken_rule.yaml": "7:4",
    "binairo/odd_side.yaml": "2:7",
    "tsunagi/branch.yaml": "2:4",
    "tsunagi/bridge_at_border.yaml": "2:4",
    "tsunagi/bridge_crossed_twice.yaml": "3:4",
    "tsunagi/cut.yaml": "3:3",
    "tsunagi/no_end.yaml": "3:3",
    "tsunagi/one_end.yaml": "4:3",
    "tsunagi/wall_between_strangers.yaml": "5:9",
    "tsunagi/wall_on_the_join.yaml": "6:9",
}
"""Every broken layout, and where its fault is; a file with nothing in it has no line."""

GOOD = "walls: |\n  ..#..\n  .....\n  #...#\n  .....\n  ..#..\n"
AMBIGUOUS = "clues: fixed\nwalls: |\n  ...\n  .#.\n  ...\n"
UNNUMBERABLE = "walls: |\n  ..\n  ..\n"


def check(*words: str, stdin: bytes = b"") -> Result:
    """Run the command."""
    return CliRunner().invoke(cli, ["check", "--no-time", *words], input=stdin)


def objects(result: Result) -> list[dict[str, Any]]:
    """The JSON objects of a run."""
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand beside the folders of layouts, so that their places are the same wherever the tests are."""
    monkeypatch.chdir(ROOT / "tests" / "check")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("form", ["text", "json"])
def test_every_broken_layout_of_a_folder_is_told_at_its_place(golden: Callable[[str, str], None], form: str) -> None:
    """One bad file hides no other, and each is told with line, column, caret and what would be right."""
    result = check("broken", *(["--json"] if form == "json" else []))
    assert result.exit_code == 1
    for name, place in BROKEN.items():
        if form == "text":
            assert f"broken/{name}:{place}: " in result.stdout if place else f"broken/{name}: " in result.stdout
        else:
            line, _, column = place.partition(":")
            expected = (f"broken/{name}", int(line or 0), int(column or 0))
            assert expected in {(item["file"], item["line"], item["column"]) for item in objects(result)}
    assert {path.relative_to("broken").as_posix() for path in Path("broken").rglob("*.yaml")} == set(BROKEN)
    golden(f"check_broken.{form}", result.stdout)


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("form", ["text", "json"])
def test_layouts_that_fail_are_told_why_on_their_boards(golden: Callable[[str, str], None], form: str) -> None:
    """Two answers and what they share, exchanges, contradictions and changes that mend, for every kind."""
    result = check("failing", *(["--json"] if form == "json" else []))
    assert result.exit_code == 1
    golden(f"check_failing.{form}", result.stdout)


@pytest.mark.usefixtures("checked")
def test_json_says_what_fails_in_cells() -> None:
    """One object a layout, one a line, with the cells by the names that authors use."""
    found = {item["title"]: item for item in objects(check("failing", "--json"))}
    ambiguous = found["Two lamps too many"]
    assert ambiguous["verdict"] == "ambiguous"
    first, second = ambiguous["answers"]
    differ = {f"r{r + 1}c{c + 1}" for r in range(5) for c in range(5) if first[r][c] != second[r][c]}
    assert differ <= set(ambiguous["open"])
    assert len(ambiguous["open"]) + len(ambiguous["common"]) == 25
    assert not set(ambiguous["open"]) & set(ambiguous["common"])
    assert found["Two numbers"]["core"] == ["r1c1", "r1c3"]
    assert found["Rows at odds"]["verdict"] == "unsolvable"
    assert found["Wide floor"]["verdict"] == "none-unique"
    assert all(len(one) == len(other) > 0 for one, other in found["Wide floor"]["swaps"])
    assert [level["tier"] for level in found["Corner lamp"]["levels"]] == ["easy"]


def test_changes_of_json_are_layouts_with_one_answer(desk: Path) -> None:
    """What is offered for walls that cannot be numbered can be put in their place as it stands."""
    items = objects(check(str(ROOT / "tests" / "check" / "failing" / "akari"), "--json"))
    items = [item for item in items if item.get("changes")]
    assert {item["verdict"] for item in items} == {"ambiguous", "none-unique", "unsolvable"}
    for item in items:
        fixed = "clues: fixed\n" if item["verdict"] == "ambiguous" else ""
        for change in item["changes"]:
            drawn = "".join(f"  {row}\n" for row in change["grid"])
            result = check("--kind", "akari", "-", stdin=f"{fixed}walls: |\n{drawn}".encode())
            assert result.exit_code == 0, result.stdout


def test_exit_code_is_1_for_what_is_wrong_3_for_what_is_undecided_and_else_0(desk: Path) -> None:
    """Undecided is said, and is no fault; a fault beside it is one."""
    Path("layouts/akari").mkdir(parents=True)
    path = Path("layouts/akari/mine.yaml")
    path.write_text(GOOD)
    assert check(str(path)).exit_code == 0
    undecided = check(str(path), "--nodes", "1")
    assert undecided.exit_code == 3
    assert "not decided after" in undecided.stdout
    assert undecided.stdout.endswith("akari 5×5: undecided\n")
    path.write_text(f"{GOOD}---\ntitel: x\n")
    assert check(str(path), "--nodes", "1").exit_code == 1
    assert check("layouts/akari/missing.yaml").exit_code == 1
    assert check("layouts/akari/missing.yaml").stdout.startswith("layouts/akari/missing.yaml: cannot be read")
    assert check(str(path), "--kind", "akary").exit_code == 2


def test_nothing_is_written_but_pictures(desk: Path) -> None:
    """Neither catalogue nor cache; pictures are whole SVG documents, one for each layout."""
    Path("layouts/akari").mkdir(parents=True)
    Path("layouts/akari/mine.yaml").write_text(f"{GOOD}---\n{AMBIGUOUS}---\n{UNNUMBERABLE}")
    before = sorted(desk.rglob("*"))
    check("layouts")
    assert sorted(desk.rglob("*")) == before
    check("layouts", "--svg", "pictures")
    names = [f"akari-mine-{number}.svg" for number in (1, 2, 3)]
    assert sorted(path.name for path in Path("pictures").iterdir()) == names
    drawn = [ElementTree.parse(Path("pictures") / name).getroot() for name in names]
    marks = [
        {node.get("class") for node in root.iter() if "mark" in (node.get("class") or "").split()} for root in drawn
    ]
    assert marks == [set(), {"mark open", "mark new"}, {"mark first", "mark second", "mark new"}]


def test_layouts_whose_names_meet_have_a_picture_each(desk: Path) -> None:
    """A folder's slash becomes a dash, and another file may have that dash in its name."""
    for name, text in (("a/b.yaml", GOOD), ("a-b.yaml", AMBIGUOUS)):
        path = Path("layouts/akari") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    check("layouts", "--svg", "pictures")
    assert sorted(path.name for path in Path("pictures").iterdir()) == ["akari-a-b-1-2.svg", "akari-a-b-1.svg"]


def test_picture_of_one_layout_goes_to_stdout(desk: Path) -> None:
    """With what cannot be read told beside it; of several there is no one picture."""
    one = check("-", "--kind", "akari", "--svg", "-", stdin=UNNUMBERABLE.encode())
    assert one.exit_code == 1
    assert ElementTree.fromstring(one.stdout).tag.endswith("svg")
    two = check("-", "--kind", "akari", "--svg", "-", stdin=f"{GOOD}---\n{UNNUMBERABLE}".encode())
    assert two.exit_code == 2
    assert "'--svg -' is for one layout, and here are 2" in two.stderr


def test_standard_input_that_is_closed_is_told() -> None:
    """As where another program begins it without one."""
    words = [sys.executable, "-c", "from pipeline.cli import cli; cli()", "check", "-"]
    done = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *words], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("standard input: cannot be read: it is closed\n")


def test_kind_is_that_of_the_folder_wherever_the_command_stands(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a run over all layouts would take it, else the document or the command line says it."""
    Path("layouts/akari/deep").mkdir(parents=True)
    for name in ("layouts/akari/deep/mine.yaml", "mine.yaml"):
        Path(name).write_text(GOOD)
    assert check("layouts").exit_code == check("layouts/akari/deep").exit_code == 0
    lost = check("mine.yaml")
    assert "the key 'kind' is missing" in lost.stdout
    assert check("mine.yaml", "--kind", "akari").exit_code == 0
    monkeypatch.chdir("layouts/akari/deep")
    assert "mine.yaml:1:1: akari 5×5: unique" in check("mine.yaml").stdout
    # A checkout may stand in a folder of any name.
    Path("shelf").mkdir()
    shutil.copytree(desk / "layouts", desk / "binairo" / "work")
    monkeypatch.chdir(desk / "binairo" / "work" / "akari" / "deep")
    assert "the key 'kind' is missing" in check("mine.yaml").stdout


def test_file_is_read_once_and_images_of_each_other_are_told(desk: Path) -> None:
    """A file that is named beside its folder is no twin of itself; two that are images are a fault."""
    Path("layouts/akari").mkdir(parents=True)
    Path("layouts/akari/one.yaml").write_text("walls: |\n  ..#\n  ...\n  #..\n")
    assert check("layouts", "layouts/akari/one.yaml").stdout.count("unique") == 1
    Path("layouts/akari/two.yaml").write_text("walls: |\n  #..\n  ...\n  ..#\n")
    Path("layouts/akari/notes.txt").write_text("to do")
    both = check("layouts")
    assert "two.yaml:1:1: this layout is an image of the one at layouts/akari/one.yaml:1:1" in both.stdout
    assert "passed over: layouts/akari/notes.txt" in both.stderr
    assert both.exit_code == 1


def test_levels_that_are_images_of_each_other_are_told(desk: Path) -> None:
    """As a run tells it, which would refuse both: a setter's own board, and walls that come down to the same."""
    own = GOOD.replace("#...#", "1...#").replace("  .....\n  ..#..\n", "  .....\n  ..3..\n")
    result = check("-", "--kind", "akari", stdin=f"clues: fixed\n{own}---\n{GOOD}".encode())
    message = "the easy level of this layout is an image of the easy level of standard input:1:1"
    assert result.exit_code == 1
    assert f"standard input:9:1: {message}" in result.stdout
    assert result.stderr == "2 layouts: 2 unique; 1 fault\n"


def test_colour_is_for_terminals_that_want_it(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks stand on the board without colour too, and NO_COLOR is heeded on a terminal."""
    words = ["check", "-", "--kind", "akari", "--no-time"]
    plain = CliRunner().invoke(cli, words, input=AMBIGUOUS)
    coloured = CliRunner().invoke(cli, words, input=AMBIGUOUS, color=True)
    assert "\x1b[" not in plain.stdout
    assert "? ■ ?" in plain.stdout
    assert "\x1b[33m\x1b[1m?\x1b[0m" in coloured.stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert CliRunner().invoke(cli, words, input=AMBIGUOUS, color=True).stdout == plain.stdout


def test_workers_tell_the_same(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many processes as one likes, by request or because there are many layouts."""
    text = "---\n".join([GOOD, AMBIGUOUS, UNNUMBERABLE]).encode()
    alone = check("-", "--kind", "akari", "--jobs", "1", stdin=text)
    monkeypatch.setattr(checking, "EACH_WORKER", 1)
    assert check("-", "--kind", "akari", "--jobs", "2", stdin=text).stdout == alone.stdout
    assert alone.stderr == "3 layouts: 1 unique, 1 ambiguous, 1 none unique\n"


def test_documentation_names_every_verdict_and_every_key_of_json() -> None:
    """What a program can read is what the page tells, no more and no less."""
    text = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")

    def first_column(heading: str) -> set[str]:
        table = text.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
        return {name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split("|")[1])}

    assert first_column("verdict") == {*Found, FAULT}
    lines = [line for path in (ROOT / "tests" / "golden").glob("*.json") for line in path.read_text().splitlines()]
    assert first_column("key") == {key for line in lines for key in json.loads(line)} | {"seconds"}

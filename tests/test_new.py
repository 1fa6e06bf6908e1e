"""``kotae new``: layouts drawn at random that work, the same for the same seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import cli
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout, read_layouts
from pipeline.run import load_layouts
from tests.conftest import ROOT

every_kind = pytest.mark.parametrize("name", list(discover()))


def _new(*words: str) -> Result:
    return CliRunner().invoke(cli, ["new", *words])


@every_kind
def test_new_writes_layouts_that_load(kinds: dict[str, AnyKind], name: str, tmp_path: Path) -> None:
    """What goes to stdout is a layout file with as many documents as were asked for, of the asked size."""
    result = _new(name, "--size", "6x8", "--count", "3", "--symmetry", "none", "--seed", "5")
    assert result.exit_code == 0, result.stderr
    path = tmp_path / name / "new.yaml"
    path.parent.mkdir()
    path.write_text(result.stdout)
    layouts, errors = read_layouts(path, tmp_path, kinds)
    assert errors == []
    assert len(layouts) == len(load_layouts(tmp_path, kinds)) == 3
    outlines = [kinds[name].outline(layout.board) for layout in layouts]
    assert {(len(rows), len(rows[0])) for rows in outlines} == {(6, 8)}


@every_kind
def test_new_is_the_same_for_the_same_seed(name: str) -> None:
    """A seed names its layouts; another seed gives others."""
    first, again, other = (_new(name, "--size", "6", "--symmetry", "none", "--seed", seed) for seed in "334")
    assert first.stdout == again.stdout
    assert first.stdout != other.stdout


def test_new_keeps_only_layouts_that_reach_the_tier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --tier each layout has a level at that tier."""
    monkeypatch.chdir(tmp_path)
    result = _new("akari", "--size", "7", "--count", "2", "--tier", "expert", "--seed", "2")
    folder = Path("layouts/akari")
    folder.mkdir(parents=True)
    (folder / "new.yaml").write_text(result.stdout)
    made = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert "2 expert" in made.stderr


def test_new_declares_the_symmetry_that_it_draws(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """A symmetric layout says so, and is read without a complaint that it is not."""
    result = _new("akari", "--size", "8", "--symmetry", "rotate90", "--seed", "2")
    assert result.stdout.startswith("symmetry: rotate90\n")
    (tmp_path / "akari").mkdir()
    (tmp_path / "akari" / "new.yaml").write_text(result.stdout)
    assert len(load_layouts(tmp_path, kinds)) == 1


def test_new_that_finds_no_board_ends_with_the_reason() -> None:
    """A request in good order that no board meets ends with exit code 1, and says what those that were tried lack."""
    crowded = _new("akari", "--size", "2x2", "--walls", "25%", "--symmetry", "none", "--tier", "expert")
    assert crowded.exit_code == 1
    assert "400 boards were tried, and none of them reaches expert" in crowded.stderr
    told = "images of boards tried before: 399; not of the tier: 1; the hardest of any: easy. Ask for another size"
    assert told in crowded.stderr
    sparse = _new("binairo", "--size", "4", "--clues", "1")
    assert sparse.exit_code == 1
    assert "; the fewest clues of any: 4. Ask for" in sparse.stderr


@every_kind
def test_new_keeps_only_layouts_that_are_hard(kinds: dict[str, AnyKind], name: str, tmp_path: Path) -> None:
    """For every kind there are some, and how many were tried is shown as the search goes on."""
    result = _new(name, "--size", "6x6", "--tier", "hard", "--symmetry", "none", "--seed", "4")
    assert result.exit_code == 0, result.stderr
    (tmp_path / name).mkdir()
    path = tmp_path / name / "new.yaml"
    path.write_text(result.stdout)
    checked = CliRunner().invoke(cli, ["check", str(path), "--json"])
    (line,) = checked.stdout.splitlines()
    assert "hard" in {level["tier"] for level in json.loads(line)["levels"]}


LIKE = {
    "akari": "symmetry: mirror\nwalls: |\n  ..#..\n  .....\n  #...#\n",
    "binairo": "unique_lines: false\nanswer: |\n  0110\n  1001\n  0110\n  1001\n",
    "tsunagi": "answer: |\n  AaaaA\n  BbbbB\n  CcccC\n  DddD#\nwalls: [r1c1-r2c1, r1c2-r2c2]\n",
}


@pytest.mark.parametrize("name", LIKE)
def test_new_draws_boards_like_one_that_is_there(kinds: dict[str, AnyKind], name: str, tmp_path: Path) -> None:
    """Size, symmetry, shares and rules are those of the first layout of the file; what is typed comes before them."""
    (tmp_path / name).mkdir()
    path = tmp_path / name / "first.yaml"
    path.write_text(f"{LIKE[name]}---\ntitel: broken\n")
    new = tmp_path / name / "new.yaml"

    def drawn(*words: str) -> Layout:
        result = _new(name, "--like", str(path), "--seed", "5", *words)
        assert result.exit_code == 0, result.stderr
        new.write_text(result.stdout)
        (layout,), errors = read_layouts(new, tmp_path, kinds)
        assert errors == []
        return layout

    (first,), _ = read_layouts(path, tmp_path, kinds)
    kind = kinds[name]
    made = drawn()
    assert len(kind.outline(made.board)) == len(kind.outline(first.board))
    assert len(kind.outline(made.board)[0]) == len(kind.outline(first.board)[0])
    assert made.symmetry == first.symmetry
    assert kind.new_like is not None
    one, other = kind.new_like(first.board), kind.new_like(made.board)
    assert {**one, "pairs": ""} == {**other, "pairs": ""}
    assert len(kind.outline(drawn("--size", "6x6").board)) == 6


def test_new_like_another_kind_or_a_faulty_file_says_so(tmp_path: Path) -> None:
    """The command line is wrong in the one case, and the file in the other."""
    path = tmp_path / "akari" / "first.yaml"
    path.parent.mkdir()
    path.write_text("walls: |\n  ..#\n  ...\n")
    given = CliRunner().invoke(cli, ["new", "akari", "--like", "-"], input="kind: akari\nwalls: 7\n")
    assert "standard input:2:8: " in given.stderr
    other = _new("binairo", "--like", str(path))
    assert other.exit_code == 2
    assert "begins with a layout of akari" in other.stderr
    path.write_text("walls: |\n  ..x\n")
    assert _new("akari", "--like", str(path)).exit_code == 1
    assert "first.yaml:2:5: 'x' is no cell" in _new("akari", "--like", str(path)).stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["akari", "--size", "6x8", "--symmetry", "rotate90"], "a board of 6×8 cannot be so symmetric"),
        (["akari", "--walls", "lots"], "'lots' is no share of walls"),
        (["akari", "--walls", "101%"], "'101%' is no share of walls"),
        (["akari", "--walls", "nan"], "'nan' is no share of walls"),
        (["akari", "--size", "5", "--walls", "3%"], "3% of 5×5 cells is not one wall"),
        (
            ["akari", "--size", "6", "--walls", "3%"],
            "3% of 6×6 cells is not one wall; without a wall there is no number",
        ),
        (
            ["akari", "--size", "1"],
            "25% of 1×1 cells is not one wall; without a wall there is no number: ask for a larger",
        ),
        (["akari", "--clues", "0"], "without a number there is more than one answer; ask for --clues 1 at least"),
        (["binairo", "--clues", "0"], "without a given every answer has another, with all its stones exchanged"),
        (["binairo", "--size", "5x5"], "there is no board of 5×5; both sides are even"),
        (["binairo", "--size", "2x2"], "there is no board of 2×2"),
        (["binairo", "--size", "24x4"], "cannot all differ"),
        (["binairo", "--unique-lines", "perhaps"], "'perhaps' is neither yes nor no"),
    ],
)
def test_new_of_a_wrong_command_line_exits_2(words: list[str], message: str) -> None:
    """What fits no board at all is a fault of the command line, told with its usage."""
    result = _new(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert f"Usage: cli new {words[0]} [OPTIONS]" in result.stderr
    assert result.stdout == ""


def test_new_of_a_kind_that_there_is_not_names_the_nearest(kinds: dict[str, AnyKind]) -> None:
    """Or all of them, where none is near."""
    assert "there is no kind 'akary': did you mean 'akari'?" in _new("akary").stderr
    assert f"there is no kind 'chess': it can be {', '.join(kinds)}" in _new("chess").stderr


def test_new_keeps_what_was_found_before_it_gave_up(tmp_path: Path) -> None:
    """Boards are written at the end, also where there are fewer than were asked for."""
    result = _new("akari", "--size", "2x3", "--walls", "25%", "--symmetry", "none", "--count", "9")
    assert result.exit_code == 1
    found = result.stdout.split("---\n")
    assert f"after the first {len(found)}, and none is good" in result.stderr
    assert all(text.startswith("walls: |\n") for text in found)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_new_on_a_full_disk_is_no_traceback() -> None:
    """A result that cannot be written is an error, whether the disk is full or nobody reads."""
    run = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from build.cli import main; main()"
    words = [sys.executable, "-c", run, "new", "akari", "--size", "4"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("\nstandard output: cannot be written: No space left on device\n")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    os.close(writing)
    assert done.returncode == 1
    assert done.stderr.endswith("\nstandard output: cannot be written: Broken pipe\n")


def test_new_on_a_terminal_ends_its_progress_before_it_writes() -> None:
    """Where progress and result share a terminal, the first line of the result stands alone."""
    main, terminal = os.openpty()
    run = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from build.cli import main; main()"
    words = [sys.executable, "-c", run, "new", "akari", "--size", "4", "--seed", "1"]
    done = subprocess.run(words, stdin=terminal, stdout=terminal, stderr=terminal, timeout=120, check=False)
    os.close(terminal)
    shown = os.read(main, 100_000).decode()
    os.close(main)
    assert done.returncode == 0
    lines = shown.replace("\r\n", "\n").split("\n")
    assert "symmetry: rotate180" in lines
    assert lines.index("symmetry: rotate180") > max(at for at, line in enumerate(lines) if "Drawing" in line)

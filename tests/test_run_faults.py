"""Runs that end otherwise than their author meant: what is told, with which exit code, and what stays as it was."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline import run
from pipeline.cache import Cache, engine_version
from pipeline.cli import cli
from pipeline.errors import AuthoringErrors, UndecidedError
from pipeline.kind import AnyKind
from pipeline.limits import Limits
from pipeline.run import load_layouts
from tests.made import build_catalogue

WALLS = "walls: |\n  ..#\n  ...\n  #..\n"
GRID = "answer: |\n  0101\n  1010\n  0110\n  1001\n"


def _lay(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_undecided_layout_is_left_out_and_told(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """A budget that ends stops neither the run nor the others, and nothing undecided is published."""
    rows = "".join(f"  {row}\n" for row in ["#" + "." * 19, *["." * 20] * 19])
    cache = Cache(tmp_path / "cache", engine_version())
    _lay(tmp_path / "layouts/akari/a.yaml", f"{WALLS}---\nwalls: |\n{rows}")
    both = load_layouts(tmp_path / "layouts", kinds)
    # Conflicts times cells: none for the large board, and enough for the small one.
    report = build_catalogue(both, tmp_path / "out", limits=Limits(choose=399), cache=cache)
    assert report.levels == len((tmp_path / "out/akari.jsonl").read_text().splitlines()) > 0
    assert [left.layout.location for left in report.left_out if left.tier is None] == [both[1].location]
    assert "not decided" in report.left_out[-1].reason
    assert len(list((tmp_path / "cache").glob("*/*"))) == 1


def test_kind_without_a_level_keeps_its_last_catalogue(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """Where all layouts of one kind are undecided, each is told with its place, and no kind is written."""
    _lay(tmp_path / "layouts/akari/a.yaml", f"{WALLS}---\nwalls: |\n  ...#\n  ....\n  #...\n")
    _lay(tmp_path / "layouts/binairo/a.yaml", GRID)
    layouts = load_layouts(tmp_path / "layouts", kinds)
    build_catalogue(layouts, tmp_path / "out")
    made = {path.name: path.read_bytes() for path in sorted((tmp_path / "out").iterdir())}
    assert sorted(made) == ["akari.jsonl", "binairo.jsonl"]
    with pytest.raises(AuthoringErrors) as caught:
        build_catalogue(layouts, tmp_path / "out", limits=Limits(choose=0))
    errors = caught.value.errors
    assert [str(error.location) for error in errors] == [f"{tmp_path}/layouts/akari/a.yaml:{line}:3" for line in (2, 7)]
    assert all(isinstance(error, UndecidedError) for error in errors)
    assert errors[0].message.startswith("no level of 'akari' is left: not decided after ")
    assert {path.name: path.read_bytes() for path in sorted((tmp_path / "out").iterdir())} == made


def test_run_that_leaves_a_kind_undecided_exits_3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is wrong with the layout, and nothing is made of it: that has an exit code of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "Limits", partial(Limits, choose=0))
    _lay(Path("layouts/akari/a.yaml"), WALLS)
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 3
    assert "layouts/akari/a.yaml:2:3: no level of 'akari' is left: not decided after" in result.stderr
    assert not Path("catalogue").exists()
    _lay(Path("layouts/akari/b.yaml"), "walls: ..x\n")
    assert CliRunner().invoke(cli, ["levels", "--jobs", "1"]).exit_code == 1


def test_kind_whose_tiers_are_all_missing_keeps_its_last_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A layout that asks for a tier it does not reach, alone of its kind, is told, with what it does reach."""
    monkeypatch.chdir(tmp_path)
    path = Path("layouts/akari/one.yaml")
    _lay(path, WALLS)
    assert CliRunner().invoke(cli, ["levels", "--jobs", "1"]).exit_code == 0
    before = Path("catalogue/akari.jsonl").read_bytes()
    _lay(path, f"{WALLS}tiers: [expert]\n")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    message = "no level of 'akari' is left: it reaches none of the tiers that it asks for"
    assert f"layouts/akari/one.yaml:1:1: {message}\n" in result.stderr
    assert "  expert: none of 6 orders" in result.stderr
    assert Path("catalogue/akari.jsonl").read_bytes() == before


def test_faults_of_reading_and_of_solving_are_told_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip in one file hides no fault that only solving finds, and what was solved is not solved again."""
    monkeypatch.chdir(tmp_path)
    _lay(Path("layouts/akari/a.yaml"), WALLS)
    _lay(Path("layouts/akari/b.yaml"), "clues: fixed\nwalls: |\n  ...\n")
    _lay(Path("layouts/akari/c.yaml"), "titel: C\n")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    told = [line for line in result.stderr.splitlines() if line.startswith("layouts/")]
    assert told[0] == "layouts/akari/b.yaml:3:3: the board has more than one answer"
    assert told[1] == "layouts/akari/c.yaml:1:1: unknown key 'titel'"
    assert result.stderr.endswith("\n2 faults\n")
    assert not Path("catalogue").exists()
    Path("layouts/akari/b.yaml").unlink()
    Path("layouts/akari/c.yaml").unlink()
    assert "nothing had to be solved" in CliRunner().invoke(cli, ["levels", "--jobs", "1"]).stderr


def test_of_many_faults_the_first_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of faults do not flood the terminal; their number is told."""
    monkeypatch.chdir(tmp_path)
    _lay(Path("layouts/akari/a.yaml"), "---\n".join(["walls: x\n"] * 2050))
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    assert result.stderr.count("'x' is no cell") == 50
    assert result.stderr.endswith("… and 2,000 more\n2,050 faults\n")


def test_cache_that_takes_nothing_stops_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where results cannot be kept, that is told once, and the catalogue is made."""
    monkeypatch.chdir(tmp_path)
    _lay(Path("layouts/akari/a.yaml"), f"{WALLS}---\nwalls: |\n  ..#.\n  ....\n  #...\n")
    Path("file").touch()
    for folder in ("file/cache", "c" * 300):
        result = CliRunner().invoke(cli, ["levels", "--jobs", "1", "--cache", folder])
        assert result.exit_code == 0, result.stderr
        assert result.stderr.count("What was solved is not in the cache.") == 1
        assert f"{folder}/" in result.stderr
        assert "2 layouts were solved" in result.stderr


@pytest.mark.parametrize("out", ["file", "file/catalogue", "o" * 300, "layouts/akari/a.yaml"])
def test_catalogue_that_cannot_be_written_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """A name that the system refuses is an error of that file, and no traceback."""
    monkeypatch.chdir(tmp_path)
    _lay(Path("layouts/akari/a.yaml"), WALLS)
    Path("file").touch()
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1", "--no-cache", "--out", out])
    assert result.exit_code == 1
    assert f"{out}/akari.jsonl: cannot be written: " in result.stderr
    assert not list(tmp_path.glob("**/*.part"))


def test_catalogue_of_a_kind_without_layouts_that_cannot_be_removed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder in the place of a kind's file is nothing that a run would remove."""
    monkeypatch.chdir(tmp_path)
    _lay(Path("layouts/akari/a.yaml"), WALLS)
    Path("catalogue/binairo.jsonl").mkdir(parents=True)
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    assert "catalogue/binairo.jsonl: cannot be written: " in result.stderr


@pytest.mark.parametrize("text", ["", "my notes\n", '{"kind": "akari"}\n', "[1]\n"])
def test_file_that_is_no_catalogue_of_a_kind_without_layouts_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """The folder may hold a file of somebody else's under the name of a kind."""
    monkeypatch.chdir(tmp_path)
    _lay(Path("layouts/akari/a.yaml"), WALLS)
    Path("catalogue").mkdir()
    Path("catalogue/binairo.jsonl").write_text(text)
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 0, result.stderr
    assert Path("catalogue/binairo.jsonl").read_text() == text


def test_level_that_two_layouts_share_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setter's board that is another base's level turned is an error at the second, naming the first."""
    monkeypatch.chdir(tmp_path)
    folder = Path("layouts/akari")
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_text("walls: |\n  ..#\n  ...\n  #..\n")
    assert CliRunner().invoke(cli, ["levels", "--jobs", "1"]).exit_code == 0
    before = Path("catalogue/akari.jsonl").read_bytes()
    grid = json.loads(before.splitlines()[0])["grid"]
    rows = "".join(f"  {row[::-1]}\n" for row in grid)
    (folder / "b.yaml").write_text(f"clues: fixed\nwalls: |\n{rows}")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    assert "layouts/akari/b.yaml:1:1: the " in result.stderr
    assert "layouts/akari/a.yaml:1:1" in result.stderr
    assert Path("catalogue/akari.jsonl").read_bytes() == before


def test_layout_files_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``a.yaml`` and ``a.yml`` would give two bases one name."""
    monkeypatch.chdir(tmp_path)
    folder = Path("layouts/akari")
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_text("walls: |\n  ..#\n  ...\n  #..\n")
    (folder / "a.yml").write_text("walls: |\n  ..#.\n  ....\n  #...\n")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    assert "would both be called 'a/1'" in result.stderr


def test_file_name_that_is_not_utf8_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that no catalogue could hold is told, and what a dot hides is passed over."""
    monkeypatch.chdir(tmp_path)
    folder = Path("layouts/akari")
    (folder / ".hidden").mkdir(parents=True)
    Path("layouts/.git").mkdir()
    for name in ("a.yaml", ".draft.yaml", ".hidden/b.yaml"):
        (folder / name).write_text("walls: |\n  ..#\n  ...\n  #..\n")
    assert CliRunner().invoke(cli, ["levels", "--jobs", "1"]).exit_code == 0
    Path(os.fsdecode(b"layouts/akari/\xff.yaml")).write_text("walls: |\n  ..#.\n  ....\n  #...\n")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    assert "layouts/akari/\\udcff.yaml: a file name that is not UTF-8" in result.stderr


def test_character_that_cannot_be_seen_is_named_in_a_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cell that shows nothing is told by its code point, and its line shows where it is."""
    monkeypatch.chdir(tmp_path)
    path = Path("layouts/akari/one.yaml")
    path.parent.mkdir(parents=True)
    path.write_text("walls: |\n  .\u200b#\n  ...\n  #..\n")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    assert "one.yaml:2:4: U+200B ZERO WIDTH SPACE is no cell\n    .\\u200b#\n     ^\n" in result.stderr


@pytest.mark.parametrize("key", ["title", "author"])
def test_title_or_author_that_is_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A text that no page has room for is told with its place; the longest that is taken is whole in the catalogue."""
    monkeypatch.chdir(tmp_path)
    path = Path("layouts/akari/one.yaml")
    _lay(path, f"{key}: {'あ' * 120}\n{WALLS}")
    assert CliRunner().invoke(cli, ["levels", "--jobs", "1"]).exit_code == 0
    before = Path("catalogue/akari.jsonl").read_text(encoding="utf-8")
    assert json.loads(before.splitlines()[0])[key] == "あ" * 120
    _lay(path, f"{key}: {'あ' * 121}\n{WALLS}")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert result.exit_code == 1
    message = f"layouts/akari/one.yaml:1:{len(key) + 3}: '{key}' has 121 characters"
    assert message in result.stderr
    assert "no more than 120" in result.stderr
    assert Path("catalogue/akari.jsonl").read_text(encoding="utf-8") == before

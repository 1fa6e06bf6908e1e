"""``kotae new``: layouts drawn at random that work, the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import cli
from pipeline.kind import AnyKind, discover
from pipeline.layout import read_layouts
from pipeline.run import load_layouts

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


def test_new_that_cannot_be_met_ends_with_the_reason() -> None:
    """A request that no board meets, or that no board can meet, ends with exit code 1 and says why."""
    oblong = _new("akari", "--size", "6x8", "--symmetry", "rotate90")
    assert oblong.exit_code == 1
    assert "a board of 6×8 cannot be so symmetric" in oblong.stderr
    crowded = _new("akari", "--size", "2x2", "--walls", "0%", "--symmetry", "none")
    assert crowded.exit_code == 1
    assert "none is good" in crowded.stderr
    share = _new("akari", "--walls", "lots")
    assert share.exit_code == 2
    assert "'lots' is no share of walls" in share.stderr

"""Whole runs: the same bytes however they are made, nothing solved twice, nothing lost."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cache import Cache, engine_version
from pipeline.catalogue import Level
from pipeline.cli import cli
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.run import Report, build_catalogue, load_layouts
from tests.conftest import ROOT, Shipped

SMALL = 8


@pytest.fixture(scope="module")
def layouts(kinds: dict[str, AnyKind]) -> list[Layout]:
    """A dozen of the small shipped layouts of each kind."""
    small: dict[str, list[Layout]] = {}
    for layout in load_layouts(ROOT / "layouts", kinds):
        outline = kinds[layout.kind].outline(layout.board)
        if max(len(outline), len(outline[0])) <= SMALL:
            small.setdefault(layout.kind, []).append(layout)
    return [layout for name in small for layout in small[name][:: max(1, len(small[name]) // 12)][:12]]


def _run(layouts: list[Layout], out: Path, jobs: int = 1, cache: Path | None = None) -> tuple[dict[str, bytes], Report]:
    kept = Cache(cache, engine_version()) if cache else None
    report = build_catalogue(layouts, out, jobs=jobs, cache=kept)
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}, report


def test_run_gives_the_same_bytes_with_any_number_of_workers(layouts: list[Layout], tmp_path: Path) -> None:
    """Two cold runs, and one and two workers, write identical catalogues."""
    first, _ = _run(layouts, tmp_path / "first")
    again, _ = _run(layouts, tmp_path / "again")
    parallel, _ = _run(layouts, tmp_path / "parallel", jobs=2)
    assert first == again == parallel


def test_run_does_not_depend_on_the_order_of_the_layouts(layouts: list[Layout], tmp_path: Path) -> None:
    """A catalogue is sorted by what its levels are."""
    assert _run(layouts, tmp_path / "a")[0] == _run(layouts[::-1], tmp_path / "b")[0]


def test_second_run_solves_nothing(layouts: list[Layout], tmp_path: Path) -> None:
    """With a warm cache every base comes from it, with the same bytes."""
    cold, first = _run(layouts, tmp_path / "a", cache=tmp_path / "cache")
    warm, second = _run(layouts, tmp_path / "b", cache=tmp_path / "cache")
    assert first.solved == len(layouts)
    assert second.solved == 0
    assert warm == cold


def test_spoilt_cache_entry_is_made_again(layouts: list[Layout], tmp_path: Path) -> None:
    """An entry that is cut short, or edited, is found out and solved anew."""
    cold, _ = _run(layouts, tmp_path / "a", cache=tmp_path / "cache")
    entries = sorted((tmp_path / "cache").glob("*/*.json"))
    entries[0].write_bytes(entries[0].read_bytes()[:100])
    data = json.loads(entries[1].read_text())
    data["base"]["levels"][0]["clues"] += 1
    entries[1].write_text(json.dumps(data))
    warm, report = _run(layouts, tmp_path / "b", cache=tmp_path / "cache")
    assert report.solved == 2
    assert warm == cold


def test_entry_that_no_layout_asks_for_is_pruned(layouts: list[Layout], tmp_path: Path) -> None:
    """A cache holds what the last run needed."""
    _run(layouts, tmp_path / "a", cache=tmp_path / "cache")
    _run(layouts[:2], tmp_path / "b", cache=tmp_path / "cache")
    assert len(list((tmp_path / "cache").glob("*/*.json"))) == 2


def test_level_takes_its_words_from_the_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new title is in the catalogue although nothing was solved for it."""
    monkeypatch.chdir(tmp_path)
    path = Path("layouts/akari/one.yaml")
    path.parent.mkdir(parents=True)
    for title in ("Before", "After"):
        path.write_text(f"title: {title}\nwalls: |\n  ..#\n  ...\n  #..\n")
        result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
        assert result.exit_code == 0, result.stderr
        level = json.loads(Path("catalogue/akari.jsonl").read_text().splitlines()[0])
        assert level["title"] == title
    assert "nothing had to be solved" in result.stderr


def test_summary_says_what_was_made_and_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tier that a base cannot reach is left out and named, with the reason."""
    monkeypatch.chdir(tmp_path)
    path = Path("layouts/akari/one.yaml")
    path.parent.mkdir(parents=True)
    path.write_text("walls: |\n  ..#\n  ...\n  #..\n")
    result = CliRunner().invoke(cli, ["levels", "--jobs", "1"])
    assert "levels of 1 layouts in catalogue: " in result.stderr
    assert "left out: 1 × expert: " in result.stderr


def test_catalogue_holds_every_field_in_its_order(shipped: Shipped) -> None:
    """A line has the documented fields and no other, and the lines are sorted."""
    fields = [field.name for field in dataclasses.fields(Level)]
    assert fields[:6] == ["schema", "id", "kind", "rows", "cols", "tier"]
    for path in sorted(shipped.folder.iterdir()):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert all(list(line) == fields for line in lines)
        sizes = [line["rows"] * line["cols"] for line in lines]
        assert sizes == sorted(sizes)

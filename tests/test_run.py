"""Whole runs: the same bytes however they are made, nothing solved twice, nothing lost."""

from __future__ import annotations

import dataclasses
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base import Limits
from pipeline.cache import Cache, engine_version
from pipeline.catalogue import Level
from pipeline.cli import cli
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.run import Report, build_catalogue, load_layouts
from pipeline.tier import Tier
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


def test_entry_that_no_run_asks_for_is_pruned_with_age(layouts: list[Layout], tmp_path: Path) -> None:
    """Another run's fresh entries stay, since it may share the folder; old ones go, and those in use never do."""
    _run(layouts[:4], tmp_path / "a", cache=tmp_path / "cache")
    entries = sorted((tmp_path / "cache").glob("*/*.json"))
    _run(layouts[:2], tmp_path / "b", cache=tmp_path / "cache")
    assert sorted((tmp_path / "cache").glob("*/*.json")) == entries
    for entry in entries:
        os.utime(entry, (0, 0))
    (entries[0].parent / ".killed.part").touch()
    os.utime(entries[0].parent / ".killed.part", (0, 0))
    _, report = _run(layouts[:2], tmp_path / "c", cache=tmp_path / "cache")
    assert report.solved == 0
    assert len(list((tmp_path / "cache").glob("*/*"))) == 2


@pytest.mark.parametrize("change", ["keep", "tiers", "seed", "limits", "engine", "board"])
def test_cache_key_holds_all_that_a_base_depends_on(
    layouts: list[Layout], kinds: dict[str, AnyKind], tmp_path: Path, change: str
) -> None:
    """Whatever changes the result changes the key; the words and the place of a layout do not."""
    layout, limits, cache = layouts[0], Limits(), Cache(tmp_path, "one")
    kind = kinds[layout.kind]
    before = cache.key(kind, layout, limits)
    other = replace(layout, title="Other", author="Other", base="other/1", source="other.yaml:1")
    assert cache.key(kind, other, limits) == before
    match change:
        case "keep":
            layout = replace(layout, keep=1)
        case "tiers":
            layout = replace(layout, tiers=(Tier.EASY,))
        case "seed":
            layout = replace(layout, seed=1)
        case "limits":
            limits = Limits(prove=1)
        case "engine":
            cache = Cache(tmp_path, "two")
        case "board":
            layout = replace(layout, board=layouts[1].board)
    assert cache.key(kind, layout, limits) != before


def test_undecided_layout_is_left_out_and_told(layouts: list[Layout], tmp_path: Path) -> None:
    """A budget that ends stops neither the run nor the others, and nothing undecided is published."""
    report = build_catalogue(layouts[:2], tmp_path, limits=Limits(choose=0))
    assert report.levels == 0
    assert [(left.tier, "not decided" in left.reason) for left in report.left_out] == [(None, True)] * 2


def test_run_takes_any_executor(layouts: list[Layout], tmp_path: Path) -> None:
    """The same stages run on whatever executor is handed in, with the same bytes."""
    alone, _ = _run(layouts[:4], tmp_path / "a")
    with ThreadPoolExecutor(2) as executor:
        build_catalogue(layouts[:4], tmp_path / "b", executor=executor)
    assert {path.name: path.read_bytes() for path in sorted((tmp_path / "b").iterdir())} == alone


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


def test_source_is_the_same_wherever_the_folder_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue has no word of the folder above ``layouts``, and a file may stand right in it."""
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "a.yaml").write_text("kind: akari\nwalls: |\n  ..#\n  ...\n  #..\n")
    out = tmp_path / "catalogue"
    words = ["levels", "--jobs", "1", "--out", str(out), "--no-cache", "--layouts"]
    assert CliRunner().invoke(cli, [*words, str(tmp_path / "layouts")]).exit_code == 0
    there = (out / "akari.jsonl").read_bytes()
    monkeypatch.chdir(tmp_path / "layouts")
    assert CliRunner().invoke(cli, [*words, "."]).exit_code == 0
    assert (out / "akari.jsonl").read_bytes() == there
    assert json.loads(there.splitlines()[0])["source"] == "layouts/a.yaml:1"


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

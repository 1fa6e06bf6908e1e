"""Whole runs: the same bytes however they are made, nothing solved twice, nothing lost."""

from __future__ import annotations

import dataclasses
import json
import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline import run
from pipeline.base import Limits
from pipeline.cache import Cache, engine_version
from pipeline.catalogue import Level
from pipeline.cli import cli
from pipeline.errors import AuthoringError, AuthoringErrors, UndecidedError
from pipeline.files import replace_files
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.run import Report, build_catalogue, load_layouts
from pipeline.tier import Tier
from tests.conftest import ROOT, Shipped

SMALL = 8
WALLS = "walls: |\n  ..#\n  ...\n  #..\n"
GRID = "answer: |\n  0101\n  1010\n  0110\n  1001\n"


def _lay(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


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


def test_undecided_layout_is_left_out_and_told(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """A budget that ends stops neither the run nor the others, and nothing undecided is published."""
    rows = "".join(f"  {row}\n" for row in ["#" + "." * 19, *["." * 20] * 19])
    cache = Cache(tmp_path / "cache", engine_version())
    _lay(tmp_path / "layouts/akari/a.yaml", f"{WALLS}---\nwalls: |\n{rows}")
    both = load_layouts(tmp_path / "layouts", kinds)
    # Conflicts times cells: none for the large board, and enough for the small one.
    report = build_catalogue(both, tmp_path / "out", limits=Limits(choose=399), cache=cache)
    assert report.levels == len((tmp_path / "out/akari.jsonl").read_text().splitlines()) > 0
    assert [left.layout for left in report.left_out if left.tier is None] == both[1:]
    assert "not decided" in report.left_out[-1].reason
    assert len(list((tmp_path / "cache").glob("*/*"))) == 1


def test_kind_without_a_level_keeps_its_last_catalogue(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """Where all layouts of one kind are undecided, each is told with its place, and no kind is written."""
    _lay(tmp_path / "layouts/akari/a.yaml", f"{WALLS}---\nwalls: |\n  ...#\n  ....\n  #...\n")
    _lay(tmp_path / "layouts/binairo/a.yaml", GRID)
    layouts = load_layouts(tmp_path / "layouts", kinds)
    made, _ = _run(layouts, tmp_path / "out")
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


def test_worker_that_dies_is_no_traceback(layouts: list[Layout], tmp_path: Path) -> None:
    """A worker that the system ends, as for want of memory, ends the run with a word."""
    executor = ProcessPoolExecutor(1, get_context("spawn"), initializer=os._exit, initargs=(1,))
    with executor, pytest.raises(AuthoringError, match="a worker process ended before its work was done"):
        build_catalogue(layouts[:2], tmp_path, executor=executor)


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


@pytest.mark.parametrize("content", ["[" * 100_000, "", "null", '{"base": 1}', '{"base": {}, "digest": "0"}'])
def test_cache_entry_that_is_no_entry_is_missing(layouts: list[Layout], tmp_path: Path, content: str) -> None:
    """Whatever stands in an entry's file, it is solved again and replaced."""
    _run(layouts[:1], tmp_path / "a", cache=tmp_path / "cache")
    (entry,) = (tmp_path / "cache").glob("*/*")
    entry.write_text(content)
    assert _run(layouts[:1], tmp_path / "b", cache=tmp_path / "cache")[1].solved == 1
    assert _run(layouts[:1], tmp_path / "c", cache=tmp_path / "cache")[1].solved == 0


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


def test_catalogues_are_replaced_all_or_none(layouts: list[Layout], tmp_path: Path) -> None:
    """Where one kind's file cannot be written, the others are as they were."""
    made, _ = _run([layouts[0], layouts[-1]], tmp_path / "out")
    *others, last = sorted(made)
    for name in others:
        (tmp_path / "out" / name).write_text("before")
    text = "x" * 10
    with pytest.raises(AuthoringError, match="cannot be written"):
        replace_files({tmp_path / "out" / others[0]: text, tmp_path / "out" / last / "below": text})
    assert {(tmp_path / "out" / name).read_text() for name in others} == {"before"}


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
    assert "1 level of 1 layout in catalogue: 1 easy.\n1 layout was solved, 0 came from the cache.\n" in result.stderr
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

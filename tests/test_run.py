"""Whole runs: the same bytes however they are made, nothing solved twice, nothing lost."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from pipeline.cache import Cache, engine_version
from pipeline.catalogue import Level
from pipeline.cli import cli
from pipeline.errors import AuthoringError
from pipeline.files import replace_files
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.run import Report, load_layouts
from pipeline.tier import Tier
from tests.conftest import ROOT, Shipped
from tests.made import build_catalogue

SMALL = 8
SOME = 5


@pytest.fixture(scope="module")
def layouts(kinds: dict[str, AnyKind]) -> list[Layout]:
    """Some of the small shipped layouts of each kind."""
    small: dict[str, list[Layout]] = {}
    for layout in load_layouts(ROOT / "layouts", kinds):
        outline = kinds[layout.kind].outline(layout.board)
        if max(len(outline), len(outline[0])) <= SMALL:
            small.setdefault(layout.kind, []).append(layout)
    return [layout for name in small for layout in small[name][:: max(1, len(small[name]) // SOME)][:SOME]]


def _run(layouts: list[Layout], out: Path, jobs: int = 1, cache: Path | None = None) -> tuple[dict[str, bytes], Report]:
    kept = Cache(cache, engine_version()) if cache else None
    report = build_catalogue(layouts, out, jobs=jobs, cache=kept)
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}, report


class Cold(NamedTuple):
    """A first run of all these layouts by one worker: what it wrote, what it said, and the cache that it left."""

    files: dict[str, bytes]
    report: Report
    cache: Path


@pytest.fixture(scope="module")
def cold(layouts: list[Layout], tmp_path_factory: pytest.TempPathFactory) -> Cold:
    """The run that others are compared with."""
    folder = tmp_path_factory.mktemp("cold")
    return Cold(*_run(layouts, folder / "out", cache=folder / "cache"), folder / "cache")


def test_run_gives_the_same_bytes_with_any_number_of_workers_in_any_order(
    layouts: list[Layout], cold: Cold, tmp_path: Path
) -> None:
    """Another cold run, by two workers and from the last layout to the first, writes an identical catalogue."""
    parallel, report = _run(layouts[::-1], tmp_path / "parallel", jobs=2)
    assert cold.report.solved == report.solved == len(layouts)
    assert parallel == cold.files


def test_second_run_solves_nothing(layouts: list[Layout], cold: Cold, tmp_path: Path) -> None:
    """With a warm cache every base comes from it, with the same bytes."""
    shutil.copytree(cold.cache, tmp_path / "cache")
    warm, second = _run(layouts, tmp_path / "b", cache=tmp_path / "cache")
    assert second.solved == 0
    assert warm == cold.files


def test_spoilt_cache_entry_is_made_again(layouts: list[Layout], cold: Cold, tmp_path: Path) -> None:
    """An entry that is cut short, or edited, is found out and solved anew."""
    shutil.copytree(cold.cache, tmp_path / "cache")
    entries = sorted((tmp_path / "cache").glob("*/*.jsonl"))
    entries[0].write_bytes(entries[0].read_bytes()[:100])
    entries[1].write_bytes(entries[1].read_bytes().replace(b'"clues": ', b'"clues": 1', 1))
    warm, report = _run(layouts, tmp_path / "b", cache=tmp_path / "cache")
    assert report.solved == 2
    assert warm == cold.files


def test_entry_that_no_run_asks_for_is_pruned_with_age(layouts: list[Layout], tmp_path: Path) -> None:
    """Another run's fresh entries stay, since it may share the folder; old ones go, and those in use never do.

    Nor does a file that is no entry, however old: the folder may be anybody's.
    """
    _run(layouts[:4], tmp_path / "a", cache=tmp_path / "cache")
    entries = sorted((tmp_path / "cache").glob("*/*.jsonl"))
    _run(layouts[:2], tmp_path / "b", cache=tmp_path / "cache")
    assert sorted((tmp_path / "cache").glob("*/*.jsonl")) == entries
    for entry in entries:
        os.utime(entry, (0, 0))
    half = entries[0].parent / f".{entries[0].name[:40]}.a1b2_c3d.part"
    others = [tmp_path / "cache" / name for name in ("letters/thesis.txt", "ab/notes.json", "ab/.draft.part")]
    for path in (half, *others):
        path.parent.mkdir(exist_ok=True)
        path.touch()
        os.utime(path, (0, 0))
    _, report = _run(layouts[:2], tmp_path / "c", cache=tmp_path / "cache")
    assert report.solved == 0
    kept = [path for path in (tmp_path / "cache").glob("*/*") if path not in others]
    assert len(kept) == 2
    assert half not in kept
    assert all(path.exists() for path in others)


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


def test_worker_that_dies_is_no_traceback(layouts: list[Layout], tmp_path: Path) -> None:
    """A worker that the system ends, as for want of memory, ends the run with a word."""
    executor = ProcessPoolExecutor(1, get_context("spawn"), initializer=os._exit, initargs=(1,))
    with executor, pytest.raises(AuthoringError, match="a worker process ended before its work was done"):
        build_catalogue(layouts[:2], tmp_path, executor=executor)


@pytest.mark.parametrize("content", ["[" * 100_000, "", "null", '{"digest": 1}', '{"digest": "0"}\n{}\n'])
def test_cache_entry_that_is_no_entry_is_missing(layouts: list[Layout], tmp_path: Path, content: str) -> None:
    """Whatever stands in an entry's file, it is solved again and replaced."""
    _run(layouts[:1], tmp_path / "a", cache=tmp_path / "cache")
    (entry,) = (tmp_path / "cache").glob("*/*")
    entry.write_text(content)
    assert _run(layouts[:1], tmp_path / "b", cache=tmp_path / "cache")[1].solved == 1
    assert _run(layouts[:1], tmp_path / "c", cache=tmp_path / "cache")[1].solved == 0


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

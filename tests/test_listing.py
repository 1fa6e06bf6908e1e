"""Files of layouts that were read before are not read again, and whatever is wrong with one is told every time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline import listing
from pipeline.cache import Cache
from pipeline.errors import AuthoringError
from pipeline.files import read_start, replace_file
from pipeline.kind import AnyKind
from pipeline.listing import Boards, Listing, list_folder
from pipeline.parts import new_part, sweep_parts
from pipeline.run import load_layouts, make_catalogue
from tests.conftest import ROOT, TOY


@contextmanager
def _listed(root: Path, kinds: dict[str, AnyKind], folder: Path) -> Iterator[Listing]:
    with Boards(root, kinds) as boards:
        yield list_folder(root, kinds, Cache(folder, "engine"), boards)


def _unread(*_: object) -> None:
    raise AssertionError("a file was read again")


def test_files_that_were_read_are_listed_without_reading(
    kinds: dict[str, AnyKind], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is known of every layout; its board is read where it is wanted, and is the same too."""
    root = TOY / "layouts"
    with _listed(root, kinds, tmp_path) as first:
        wanted = [first.boards.layout(one) for one in first.layouts]
    assert wanted == load_layouts(root, kinds)
    with monkeypatch.context() as patch:
        patch.setattr(listing, "read_layouts", _unread)
        with _listed(root, kinds, tmp_path) as second:
            assert second.layouts == first.layouts
    with _listed(root, kinds, tmp_path) as third:
        third.boards.fetch(third.layouts[1:])
        assert [third.boards.layout(one) for one in third.layouts[1:]] == wanted[1:]


def test_file_is_read_again_where_it_changed_or_what_was_kept_is_spoilt(
    kinds: dict[str, AnyKind], tmp_path: Path
) -> None:
    """One byte is enough, in the file, in its name or in what was kept of it."""
    path = tmp_path / "layouts" / "akari" / "a.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("title: One\nwalls: |\n  ..#\n  ...\n  #..\n", encoding="utf-8")
    kept = tmp_path / "cache"
    with _listed(tmp_path / "layouts", kinds, kept) as first:
        assert [one.title for one in first.layouts] == ["One"]
    (entry,) = kept.glob("*/*")
    entry.write_bytes(entry.read_bytes().replace(b'"One"', b'"Two"'))
    with _listed(tmp_path / "layouts", kinds, kept) as second:
        assert second.layouts == first.layouts
    path.write_text(path.read_text().replace("One", "Six"), encoding="utf-8")
    with _listed(tmp_path / "layouts", kinds, kept) as third:
        assert [one.title for one in third.layouts] == ["Six"]
    path.rename(path.with_name("b.yaml"))
    with _listed(tmp_path / "layouts", kinds, kept) as fourth:
        assert [(one.base, one.source) for one in fourth.layouts] == [("b/1", "layouts/akari/b.yaml:1")]


def test_faults_are_told_by_every_run_with_their_places(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """Of a file with a fault nothing is kept; layouts that are images of each other are told of kept files too."""
    folder = tmp_path / "layouts" / "akari"
    folder.mkdir(parents=True)
    walls = "walls: |\n  ..#\n  ...\n  #..\n"
    (folder / "a.yaml").write_text(walls, encoding="utf-8")
    (folder / "b.yaml").write_text(f"titel: B\n{walls}---\nwalls: |\n  #..\n  ...\n  ..#\n", encoding="utf-8")
    (folder / "c.yaml").write_text("walls: |\n  #..\n  ...\n  ..#\n", encoding="utf-8")
    told = []
    for _ in range(2):
        with _listed(tmp_path / "layouts", kinds, tmp_path / "cache") as found:
            told.append([(str(fault), fault.message) for fault in found.faults])
            assert [one.base for one in found.layouts] == ["a/1"]
    assert told[0] == told[1]
    twin = f"this layout is an image of the one at {folder / 'a.yaml'}:1:1"
    assert [message for _, message in told[0]] == ["unknown key 'titel'", twin, twin]


def test_file_that_changes_while_it_is_read_is_told(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """What was listed and what would be solved are never two things."""
    path = tmp_path / "layouts" / "akari" / "a.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("walls: |\n  ..#\n  ...\n  #..\n", encoding="utf-8")
    for _ in range(2):
        with _listed(tmp_path / "layouts", kinds, tmp_path / "cache") as found:
            pass
    with _listed(tmp_path / "layouts", kinds, tmp_path / "cache") as found:
        path.write_text("walls: |\n  ...\n  ...\n  #..\n", encoding="utf-8")
        with pytest.raises(AuthoringError, match="it was changed while it was read"):
            make_catalogue(found, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_file_that_is_away_for_a_moment_is_told(
    kinds: dict[str, AnyKind], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor may put a new file into its place at that moment: no catalogue is written without its layouts."""
    folder = tmp_path / "layouts" / "akari"
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_text("walls: |\n  ..#\n  ...\n  #..\n", encoding="utf-8")
    (folder / "b.yaml").write_text("walls: |\n  ...\n  ...\n  #..\n", encoding="utf-8")
    away = [folder / "b.yaml"]

    def read(path: Path) -> bytes:
        if path in away:
            away.remove(path)
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return read_start(path)

    monkeypatch.setattr(listing, "read_start", read)
    with _listed(tmp_path / "layouts", kinds, tmp_path / "cache") as found:
        assert [str(fault).split("\n")[0] for fault in found.faults] == [
            f"{folder / 'b.yaml'}: cannot be read: No such file or directory"
        ]


def _forge(cache: Cache, path: Path, way: Sequence[int | str], value: object) -> None:
    """Put another value into an entry, under a right digest; the way to it begins with a part that the entry has."""
    first, *lines = (cache.load(path.stem) or b"").decode().splitlines()
    parts = json.loads(first) | {"lines": lines} if '"levels"' in first else {"rows": [json.loads(first)]}
    if way[0] not in parts:
        return
    inner = parts
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    lines = parts.pop("lines", [])
    head = parts["rows"][0] if "rows" in parts else parts
    cache.store(path.stem, "".join(f"{line}\n" for line in (json.dumps(head), *lines)).encode())


def _one_layout(folder: Path) -> Path:
    (folder / "akari").mkdir(parents=True)
    (folder / "akari" / "a.yaml").write_text("walls: |\n  ..#\n  ...\n  #..\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("way", "value"),
    [
        *((("levels", 0, at), None) for at in range(6)),
        *((("levels", 0, at), value) for at, value in ((0, "0" * 12), (1, 4), (1, True), (3, "expert"))),
        *((("lines", 0), line) for line in ('{"x": 1}', '{"title": "A", "rules": {}}', ', "title": "", "rules": {}')),
        (("missing",), [["easy", 1]]),
        *((("rows", 0, at), None) for at in range(9)),
        *((("rows", 0, 2, at), None) for at in range(4)),
        (("rows", 0, 1), 7),
    ],
)
def test_entry_that_is_whole_and_not_ours_is_made_again(
    kinds: dict[str, AnyKind], tmp_path: Path, way: Sequence[int | str], value: object
) -> None:
    """Whoever shares a folder may write into it under a right digest: that ends no run, and nothing of it is taken."""
    root, cache = _one_layout(tmp_path / "layouts"), Cache(tmp_path / "cache", "engine")
    made = []
    for _ in range(2):
        with _listed(root, kinds, cache.folder) as found:
            report = make_catalogue(found, tmp_path / "out", cache=cache)
        made.append((found.layouts, report.levels, (tmp_path / "out" / "akari.jsonl").read_bytes()))
        for path in cache.folder.glob("*/*"):
            _forge(cache, path, way, value)
    assert made[0] == made[1]


def test_layout_that_only_the_cache_has_is_told(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """Its board cannot be read, since it stands nowhere."""
    root, cache = _one_layout(tmp_path / "layouts"), Cache(tmp_path / "cache", "engine")
    with _listed(root, kinds, cache.folder):
        (entry,) = cache.folder.glob("*/*")
    _forge(cache, entry, ("rows", 0, 2, 0), 3)
    with (
        _listed(root, kinds, cache.folder) as found,
        pytest.raises(AuthoringError, match="the cache has other layouts of this file than are in it") as caught,
    ):
        make_catalogue(found, tmp_path / "out")
    assert str(caught.value.location) == f"{root}/akari/a.yaml"


def test_catalogue_that_is_the_same_is_not_written_again(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """The file stays the very one that it was; one byte more or less, and it is written."""
    root, path = ROOT / "tests" / "kinds" / "toy" / "layouts", tmp_path / "out" / "toy.jsonl"
    texts, times = [], []
    for spoil in (None, lambda data: data, lambda data: data[:-1], lambda data: data + b"\n"):
        if spoil:
            path.write_bytes(spoil(path.read_bytes()))
        before = path.stat().st_ino if spoil else 0
        with _listed(root, kinds, tmp_path / "cache") as found:
            make_catalogue(found, tmp_path / "out", cache=Cache(tmp_path / "cache", "engine"))
        texts.append(path.read_bytes())
        times.append(path.stat().st_ino == before)
    assert len(set(texts)) == 1
    assert times == [False, True, False, False]


def test_part_that_a_killed_run_left_is_swept_and_one_that_is_written_stays(tmp_path: Path) -> None:
    """They are told apart by a lock; what is no part of this file is nobody's to sweep."""
    path = tmp_path / "toy.jsonl"
    (tmp_path / ".toy.jsonl.a1b2c3d4.part").write_text("left")
    (tmp_path / ".other.jsonl.a1b2c3d4.part").write_text("left")
    writing = new_part(tmp_path, ".toy.jsonl.")
    sweep_parts(path)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([".other.jsonl.a1b2c3d4.part", writing.path.name])
    writing.seal(hold=False)
    sweep_parts(path)
    replace_file(path, "whole")
    assert sorted(one.name for one in tmp_path.iterdir()) == [".other.jsonl.a1b2c3d4.part", "toy.jsonl"]

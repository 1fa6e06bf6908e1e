"""What a page is made of, as the next build knows it: whatever may change a page is seen, with a cache as without."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from build.config import Config
from build.inputs import code_stamp
from build.site import MAKING
from build.state import read_state, state_path
from pipeline.errors import AuthoringError
from pipeline.kind import discover

from .conftest import Again, line


def _told(again: Again, cached: bool) -> str:
    with pytest.raises(AuthoringError) as caught:
        again.build() if cached else again.house.build()
    return str(caught.value)


def test_inputs_line_that_is_good_in_one_file_is_a_fault_in_that_of_another_kind(again: Again) -> None:
    """A level that was copied to the file of another kind is told of, whatever the last build found good."""
    again.build()
    path = again.house.catalogue / "toy.jsonl"
    first = path.read_text(encoding="utf-8").splitlines()[0]
    (path.parent / "akari.jsonl").write_text(first + "\n", encoding="utf-8")
    cached = _told(again, cached=True)
    assert "akari.jsonl:1: a level of 'toy' in the file of 'akari'" in cached
    assert cached == _told(again, cached=False)


def test_inputs_are_seen_behind_links_to_folders(again: Again, tmp_path: Path) -> None:
    """Words that several sites share, behind a link, are words of each."""
    shared, own = tmp_path / "shared", tmp_path / "templates"
    shared.mkdir()
    own.mkdir()
    (own / "words").symlink_to(shared)
    for title in ("First", "Second"):
        (shared / "en.yaml").write_text(f"guide:\n  rules: {title}\n", encoding="utf-8")
        config = Config(templates=own)
        built = again.build(config)
        assert built.made == built.pages
        assert again.build(config).made == 0
        assert again.files() == again.whole(config)


def test_inputs_of_an_installed_kind_are_all_files_of_its_folder(tmp_path: Path) -> None:
    """It may read a table or a drawing beside its modules; what Python compiles, or a link back, says nothing of it."""
    (tmp_path / "again").symlink_to(tmp_path)
    kinds = {name: replace(kind, folder=tmp_path) for name, kind in discover().items() if name == "toy"}
    stamps = [code_stamp(kinds)]
    for name in ("kind.py", "data/table.json", "__pycache__/kind.pyc"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name, encoding="utf-8")
        stamps.append(code_stamp(kinds))
    assert len(set(stamps[:3])) == 3
    assert stamps[3] == stamps[2]


def test_inputs_that_were_changed_while_pages_were_made_are_not_taken_for_those_they_were(again: Again) -> None:
    """A template that is another one for some pages of a build, and then as it was, leaves no page with the other."""
    style = again.house.templates / "style.css"
    before = style.read_text(encoding="utf-8")

    def change(what: str, done: int, of: int) -> None:
        if what == MAKING and done == 0:
            style.write_text(f"{before}\nbody {{ --other: 1; }}\n", encoding="utf-8")

    again.build(progress=change)
    assert "--other" in again.house.read("index.html")
    style.write_text(before, encoding="utf-8")
    again.build()
    assert again.files() == again.whole()


def test_inputs_of_a_page_to_print_are_the_pages_that_it_leads_to(
    again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more page of a size is told of on those near it, and the others stay as they are."""
    monkeypatch.setattr("build.printing.MOST", (1,))
    monkeypatch.setattr("build.printing.PAGE_SIZE", 1)
    monkeypatch.setattr("build.levels.PAGE_SIZE", 1)
    made_of = []
    for count in (12, 13):
        again.house.write([line(number) for number in range(count)])
        again.build()
        files = read_state(state_path(again.cache, again.house.out)).files
        made_of.append({name: left.made_of for name, left in files.items() if name.startswith("toy/print-")})
        assert again.files() == again.whole()
    before, after = made_of
    (new,) = after.keys() - before.keys()
    names = sorted(after, key=lambda name: int(f"0{name[13:-5].removeprefix('-')}"))
    at = names.index(new)
    assert at > 3
    assert [name for name in names if before.get(name) != after[name]] == names[at - 3 : at + 4]


def test_inputs_of_a_run_that_was_killed_leave_nothing_behind(again: Again) -> None:
    """What it had written of its state goes with the next state."""
    again.cache.mkdir()
    part = again.cache / f".{state_path(again.cache, again.house.out).name[:40]}.abcd.part"
    part.write_text("half", encoding="utf-8")
    again.build()
    assert not part.exists()

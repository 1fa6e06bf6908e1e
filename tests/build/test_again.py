"""A site that is made again: only what changed is made, by any number of processes, and the site is as if all were."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from build.config import Config, read_config
from build.hints import way as real_way
from build.links import dead_links
from build.output import LIST
from build.site import build_site
from build.state import State, index_path, read_state, state_path
from pipeline.catalogue import Level
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind, discover
from site_templates import ROOT

from .conftest import BOTH, Again, files_of, line

SIZES = ((2, 3), (3, 3))
TIERS = ("easy", "hard")


def _boards(numbers: range, sizes: Sequence[tuple[int, int]] = SIZES) -> list[dict[str, Any]]:
    """So many levels of each size and tier."""
    return [
        line(number + 200 * TIERS.index(tier), tier, *size, title=f"Board {number}")
        for size in sizes
        for tier in TIERS
        for number in numbers
    ]


def test_again_writes_only_what_changed_and_ends_with_the_same_site(
    again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever becomes of a catalogue, the site is to the byte what it would be if every page had been made."""
    monkeypatch.setattr("build.levels.PAGE_SIZE", 5)
    rng = random.Random(7)
    levels = _boards(range(12))
    again.house.write(levels)
    first = again.build()
    assert first.made == first.pages
    spare = _boards(range(20, 40))
    for what in ("title", "out", "in", "other", "move", "first"):
        before, numbers = again.files(), again.numbers()
        at = rng.randrange(len(levels))
        match what:
            case "title":
                levels[at] = levels[at] | {"title": f"Another {rng.random()}"}
            case "out":
                del levels[at]
            case "in":
                levels.insert(at, spare.pop(rng.randrange(len(spare))))
            case "first":
                levels[0] = spare.pop()
            case "other":
                levels[at] = spare.pop(rng.randrange(len(spare)))
            case _:
                levels.insert(at, levels.pop(rng.randrange(len(levels))))
        again.house.write(levels)
        built = again.build()
        after = again.files()
        whole = again.whole()
        assert sorted(name for name in after.keys() | whole.keys() if after.get(name) != whole.get(name)) == []
        assert 0 < built.made < built.pages
        same = {name for name in numbers if after.get(name) == before[name]}
        kept = {name for name, number in again.numbers().items() if numbers.get(name) == number}
        assert kept == same


def test_again_makes_what_a_template_of_the_sites_own_may_tell(
    again: Again, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows what that is, so every change of the catalogue concerns the pages that are made of it."""
    monkeypatch.setattr("build.levels.PAGE_SIZE", 5)
    own = tmp_path / "own"
    own.mkdir()
    (own / "index.html.jinja").write_text(
        "{% extends 'kotae/index.html.jinja' %}{% block main %}{{ super() }}{% for kind in kinds %}"
        "{% for page in kind.shelf.pages %}{{ page.ids|join(' ') }} {% endfor %}{% endfor %}{% endblock %}"
    )
    config = replace(BOTH, templates=own)
    levels = _boards(range(12))
    again.house.write(levels)
    again.build(config)
    # One at a time of the first size and tier, whose first page is told of anyway.
    for number, other in enumerate(_boards(range(30, 36), SIZES[:1])[:6]):
        before = again.files()["index.html"]
        levels[number] = other
        again.house.write(levels)
        again.build(config)
        assert again.files()["index.html"] != before
        assert again.files() == again.whole(config)


def _untouched(again: Again) -> None:
    """Nothing happens."""


def _edited(again: Again) -> None:
    page = again.house.out / "toy" / "2x3-hard.html"
    page.write_bytes(page.read_bytes().replace(b"a", b"b"))


def _removed(again: Again) -> None:
    (again.house.out / "toy" / "2x3-hard.html").unlink()


def _torn(again: Again) -> None:
    path = state_path(again.cache, again.house.out)
    path.write_bytes(path.read_bytes()[:-20])


def _gone(again: Again) -> None:
    shutil.rmtree(again.cache)


def _template(again: Again) -> None:
    path = again.house.templates / "play.html.jinja"
    path.write_text(path.read_text(encoding="utf-8").replace("</header>", "</header><p>new</p>"), encoding="utf-8")


WHAT: dict[str, tuple[Callable[[Again], None], int | None]] = {
    "nothing": (_untouched, 0),
    "a page is edited": (_edited, 1),
    "a page is removed": (_removed, 1),
    "the state is torn": (_torn, None),
    "the state is gone": (_gone, None),
    "a template is changed": (_template, None),
}
"""What happens to a site, and how many pages are made again for it; None for all."""


@pytest.mark.parametrize("what", WHAT)
def test_again_makes_what_somebody_has_touched(again: Again, what: str) -> None:
    """A page that is not as it was left is made again; without a state, or with other templates, all pages are."""
    change, made = WHAT[what]
    assert again.house.templates.is_dir()  # its own from the first build on
    again.build()
    change(again)
    built = again.build()
    assert built.made == (built.pages if made is None else made)
    assert again.files() == again.whole()
    assert again.build(Config(title="Other")).made == len([name for name in again.files() if name.endswith(".html")])


def test_again_tells_of_words_that_no_page_says_though_no_page_is_made(again: Again, tmp_path: Path) -> None:
    """What a page says is remembered with it: a warning does not go away while what it warns of is there."""
    own = tmp_path / "templates"
    (own / "words").mkdir(parents=True)
    (own / "words" / "en.yaml").write_text("tierNote:\n  easy: at first sight\n", encoding="utf-8")
    (own / "kind.html.jinja").write_text("<p>{{ say('guide.open') }}</p>", encoding="utf-8")
    config = Config(templates=own)
    first, second = again.build(config), again.build(config)
    assert (first.made, second.made) == (first.pages, 0)
    assert [str(notice) for notice in first.notices] == [str(notice) for notice in second.notices]
    assert len(first.notices) == 1
    assert "'tierNote.easy'" in str(first.notices[0])


def test_again_works_out_only_the_levels_that_changed_on_a_page_that_is_as_it_was_left(
    again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known of the others is on the page; where that or its lines are in doubt, all are worked out."""
    worked_out: list[str] = []

    def way(kind: AnyKind, level: Level) -> str:
        worked_out.append(level.id)
        return real_way(kind, level)

    monkeypatch.setattr("build.pages.way", way)
    page = again.house.out / "toy" / "2x3-easy.html"
    index = index_path(state_path(again.cache, again.house.out))

    def edited() -> None:
        # To what nobody would notice by its size or its time, but for its hash.
        was = page.stat()
        page.write_bytes(page.read_bytes().replace(b'"way": "', b'"way": "A', 1)[:-1])
        os.utime(page, ns=(was.st_atime_ns, was.st_mtime_ns))

    def older() -> None:
        index.write_bytes(before)

    first, *others = _boards(range(8), SIZES[:1])[:8]
    again.house.write([first, *others])
    again.build()
    spare = iter(_boards(range(8, 20), SIZES[:1]))
    for change, count in ((None, 1), (edited, 8), (older, 8)):
        before = index.read_bytes()
        again.house.write([next(spare), *others])
        again.build()
        if change:
            change()
        again.house.write([next(spare), *others])
        worked_out.clear()
        again.build()
        assert len(worked_out) == count
        assert again.files() == again.whole()


def test_again_without_a_cache_makes_all_and_keeps_nothing(again: Again) -> None:
    """The state of another build is neither asked nor changed, and fits the site all the same."""
    again.build()
    before = read_state(state_path(again.cache, again.house.out))
    built = again.house.build(BOTH)
    assert built.made == built.pages
    assert read_state(state_path(again.cache, again.house.out)) == before != State()
    assert again.build().made == 0


def test_again_is_the_same_by_any_number_of_processes(again: Again, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes make the same bytes, and find the same fault: that of the lowest line, or of the first page."""
    monkeypatch.setattr("build.hands.FEW", 0)
    monkeypatch.setattr("build.reading.CHUNK", 2)
    levels, templates = _boards(range(6)), again.house.templates
    again.house.write(levels)
    assert again.build(jobs=2).made
    whole = again.whole()
    assert again.files() == whole
    levels[5] |= {"kind": "other"}
    again.house.write([*levels[:9], levels[2], *levels[9:20], levels[20] | {"clues": 9}])
    told = {str(_fault(again, jobs)) for jobs in (1, 2)}
    assert len(told) == 1
    assert "toy.jsonl:6: a level of 'other'" in told.pop()
    assert again.files() == whole
    again.house.write(levels[:5] + levels[6:])
    for name in ("daily", "play"):
        (templates / f"{name}.html.jinja").write_text("{{ nothing }}", encoding="utf-8")
    told = {str(_fault(again, jobs)) for jobs in (1, 2)}
    assert len(told) == 1
    assert "daily.html.jinja" in told.pop()
    assert again.files() == whole


def _fault(again: Again, jobs: int) -> AuthoringError:
    with pytest.raises(AuthoringError) as caught:
        again.build(jobs=jobs)
    return caught.value


RUN = "import sys; from build.cli import main; main()"


@pytest.mark.parametrize("jobs", [1, 2])
def test_again_after_a_run_was_killed_ends_with_the_same_site(again: Again, tmp_path: Path, jobs: int) -> None:
    """Killed while pages are written, or put into place: each file is of the old site or the new one, and whole."""
    settings = tmp_path / "kotae.yaml"
    settings.write_text("title: Mine\nlanguages: [en, es]\n", encoding="utf-8")
    # So many pages that processes are begun for them.
    out, levels = again.house.out, _boards(range(6), (*SIZES, (3, 2), (2, 4), (4, 2)))
    words = ["site", "--config", str(settings), "--out", str(out), "--cache", str(again.cache), "--jobs", str(jobs)]
    command = [sys.executable, "-c", RUN, *words, "--catalogue", str(again.house.catalogue)]
    config = read_config(settings)
    again.house.write(levels)
    build_site(again.house.catalogue, out, config, discover(), cache=again.cache)
    old = files_of(out)
    again.house.write([level | {"title": "New"} for level in levels])
    new_site = tmp_path / "new"
    build_site(again.house.catalogue, new_site, config, discover())
    new = files_of(new_site)
    beside = out.parent
    # The kind is installed for these tests alone.
    where = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}

    def some_beside() -> bool:
        return len(list(beside.glob(".kotae-site-*/work/**/*.html"))) >= 5

    def some_in_place() -> bool:
        return any((out / name).read_bytes() == data != old[name] for name, data in new.items() if name != LIST)

    for moment in (some_beside, some_in_place):
        run = subprocess.Popen(command, cwd=ROOT.parent, env=where, stderr=subprocess.DEVNULL)
        try:
            while run.poll() is None and not moment():
                time.sleep(0.001)
        finally:
            run.kill()
            run.wait()
        there = files_of(out)
        assert [name for name in there if name != LIST and there[name] not in (old.get(name), new.get(name))] == []
        assert dead_links(out, config) == ()
    subprocess.run(command, cwd=ROOT.parent, env=where, check=True, capture_output=True)
    assert files_of(out) == new
    assert not list(beside.glob(".kotae-site-*"))

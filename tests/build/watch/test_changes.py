"""Whatever an author, an editor or a disk does to the files, the watch goes on and the last state of them is seen."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.watched import BROKEN, HAND, LAMP, OTHER, Watched, project, renewed, swap, watching

PAGE = "akari/5x5-easy.html"
SHELF = "akari/index.html"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """One watch for all these tests."""
    with watching(project(tmp_path_factory.mktemp("watched"))) as one:
        yield one


@pytest.fixture
def watched(running: Watched) -> Watched:
    """The watch over a project that is as it was written at first."""
    return renewed(running)


def save(path: Path, text: str) -> None:
    """Write a file the way a plain editor does."""
    path.write_text(text, encoding="utf-8")


def put_aside(path: Path, text: str) -> None:
    """Write a file the way an editor does that keeps the old one: for a moment there is none of the name."""
    path.replace(path.with_name(f"{path.name}~"))
    save(path, text)


def nameless(text: str) -> str:
    """A page without the name of the site's state: one that began before a test may be done within it."""
    return re.sub(r"&quot;version&quot;: &quot;[^&]*", "", text)


@pytest.mark.parametrize("write", [save, swap, put_aside])
def test_changed_layout_is_seen_however_it_is_written(watched: Watched, write: Callable[[Path, str], None]) -> None:
    """The page has the new board, and the old one is gone."""
    before = watched.until_good()
    write(watched.lamp, LAMP.replace("Corner", "Hidden"))
    assert "Corner lamp" not in watched.until_page(SHELF, "Hidden lamp").text
    assert watched.until_good(before) != before


def test_broken_layout_is_told_with_its_place_and_the_last_good_site_stays(watched: Watched) -> None:
    """The fault has file, line and column, the lines around it, and goes away when it is mended."""
    before = watched.until_good()
    page = watched.ask(PAGE).body
    save(watched.lamp, BROKEN)
    fault = watched.until_fault("a row of 4 cells under a first row of 5 cells")
    assert fault["place"] == "layouts/akari/lamp.yaml:5:7"
    assert (fault["line"], fault["column"], fault["hint"]) == (5, 7, "all rows of a board are equally long")
    assert [5, "  #..#"] in fault["lines"]
    assert [1, "title: Corner lamp"] in fault["lines"]
    assert watched.news()["version"] == before
    assert watched.ask(PAGE).body == page
    save(watched.lamp, LAMP)
    watched.until_good()
    assert watched.ask(PAGE).body == page


def test_layout_that_fails_is_drawn_on_its_board(watched: Watched) -> None:
    """What only solving finds is told at once, and a moment later drawn: the open cells, and two answers."""
    save(watched.lamp, "clues: fixed\nwalls: |\n  ...\n  ...\n  ...\n")
    fault = watched.until_fault("more than one answer")
    assert fault["place"].startswith("layouts/akari/lamp.yaml:")
    drawn = watched.until_news(lambda news: any(fault["boards"] for fault in news["faults"]))
    picture = drawn["faults"][0]["boards"][0]
    assert picture.startswith("<svg ")
    assert all(f"{line}</text>" in picture for line in ("9 open cells", "one answer", "another"))


JUNK = [b"", b"\0\xff\xfe junk", b"walls: &a |\n  ...\n", b"\t", b"walls:\n" * 9, b"x" * 2_000_000, b"[" * 5000]


def test_every_broken_file_is_survived(watched: Watched) -> None:
    """Whatever is in a file, or in its place, the watch tells it and goes on."""
    for junk in JUNK:
        watched.lamp.write_bytes(junk)
        watched.until_news(lambda news: bool(news["faults"]))
        save(watched.lamp, LAMP)
        watched.until_good()
    watched.lamp.unlink()
    watched.lamp.mkdir()
    watched.until_fault("a folder with the name of a layout file")
    watched.lamp.rmdir()
    os.mkfifo(watched.lamp)
    watched.until_fault("neither a file nor a folder")
    watched.lamp.unlink()
    watched.lamp.symlink_to("nowhere")
    watched.until_fault("a link that leads nowhere")
    watched.lamp.unlink()
    save(watched.lamp, LAMP)
    watched.until_good()


@pytest.mark.parametrize("folder", ["layouts/akari", "layouts"])
def test_deleted_folder_that_comes_back_is_watched_again(watched: Watched, folder: str) -> None:
    """A folder may go and come, as where a branch is changed, and the watch sees what happens in the new one."""
    gone = watched.folder / folder
    shutil.rmtree(gone)
    watched.until_news(lambda news: bool(news["faults"]))
    assert "Corner lamp" in watched.ask(SHELF).text
    watched.lamp.parent.mkdir(parents=True)
    save(watched.lamp, LAMP.replace("Corner", "Second"))
    watched.until_page(SHELF, "Second lamp")
    watched.until_good()
    save(watched.lamp, LAMP.replace("Corner", "Third"))
    watched.until_page(SHELF, "Third lamp")


def test_renamed_and_moved_files_keep_their_levels(watched: Watched) -> None:
    """A level's id is that of its board, so its page stays; and a new file, and a folder of them, are seen."""
    page = watched.ask(PAGE).text
    deep = watched.lamp.parent / "a" / "b"
    deep.mkdir(parents=True)
    watched.lamp.rename(deep / "renamed.yaml")
    save(deep / "more.yaml", OTHER)
    watched.until_page(SHELF, "Other lamp")
    watched.until_good()
    shutil.rmtree(deep.parent)
    watched.until(lambda: "Other lamp" not in watched.ask(SHELF).text)
    save(watched.lamp, LAMP)
    watched.until_page(SHELF, "Corner lamp")
    assert "Corner lamp" in page


def test_flood_of_saves_ends_with_the_last_state(watched: Watched) -> None:
    """Many saves at once are few builds, and the last of them is what is seen."""
    before = watched.until_good()
    for number in range(300):
        save(watched.lamp, LAMP.replace("Corner", f"Number {number}"))
    watched.until_page(SHELF, "Number 299 lamp")
    after = watched.until_good(before)
    run, _, last = after.partition("-")
    assert before.startswith(f"{run}-")
    assert int(last) - int(before.partition("-")[2]) < 100


def test_no_half_built_site_is_seen_while_it_changes(watched: Watched) -> None:
    """Two layouts change together again and again: each page has both in one state, or both in the other."""
    seen = set()
    for number in range(30):
        name = ("Red", "Green")[number % 2]
        for file, text in (("lamp.yaml", LAMP.replace("Corner", name)), ("hand.yaml", HAND.replace("By hand", name))):
            swap(watched.lamp.parent / file, text)
        for page in (PAGE, SHELF):
            reply = watched.ask(page)
            assert reply.status == 200
            assert reply.text.rstrip().endswith("</html>")
        watched.until_page(SHELF, f"{name} lamp")
        seen.add(name)
    assert len(seen) == 2


def test_settings_words_scripts_styles_and_templates_are_seen(watched: Watched) -> None:
    """Each can change, come and go, and so can the folder of the site's own."""
    own = watched.folder / "templates"
    save(watched.folder / "kotae.yaml", "title: Ours\nlanguages: [en, es]\n")
    watched.until_page("es/index.html", "<title>Ours</title>")
    (own / "words").mkdir(parents=True)
    save(own / "words" / "en.yaml", "home:\n  all: Each and every one\n")
    watched.until_page("index.html", "Each and every one")
    save(own / "style.css", "body { color: rebeccapurple }")
    watched.until_page("index.html", "rebeccapurple")
    save(own / "index.html.jinja", '{% extends "kotae/index.html.jinja" %}\n{% block main %}Only this.{% endblock %}\n')
    watched.until_page("index.html", "Only this.")
    (own / "engine").mkdir()
    script = (Path(__file__).parents[3] / "site_templates" / "engine" / "hash.js").read_text(encoding="utf-8")
    save(own / "engine" / "hash.js", f"{script}\nexport const tried = 4711;\n")
    watched.until_page(PAGE, "tried = 4711")
    shutil.rmtree(own)
    watched.until(lambda: "Only this." not in watched.ask("index.html").text)
    watched.until_good()
    assert "4711" not in watched.ask(PAGE).text


@pytest.mark.parametrize(
    ("file", "text", "said", "line"),
    [
        ("templates/index.html.jinja", "{% block main %}\n{{ nothing }}\n", "Unexpected end of template", 2),
        ("templates/rules.html.jinja", "{{ rules.what.is.this }}\n", "has no attribute 'what'", 1),
        ("templates/style.css", "a { b: c }\n/* no end", "has no end", 2),
        ("templates/engine/hash.js", "export const a = `\n", "has no end", 1),
        ("templates/words/en.yaml", "home:\n  al: All\n", "no page has a word 'home.al'", 2),
        ("templates/nothing.css", "a { b: c }\n", "takes no file's place", 0),
        ("kotae.yaml", "title: Mine\naccent: red\n", "'accent' cannot be 'red'", 2),
    ],
)
def test_fault_of_any_file_is_told_with_its_line(watched: Watched, file: str, text: str, said: str, line: int) -> None:
    """The last good site stays, whatever is at fault, and is as it was when that is mended."""
    before = nameless(watched.ask("index.html").text)
    path = watched.folder / file
    kept = path.read_text(encoding="utf-8") if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    # At once: an empty file is one that may take another's place, and a slow machine shows it for a moment.
    swap(path, text)
    fault = watched.until_fault(said)
    assert fault["place"].startswith(file)
    assert fault["line"] == line
    assert nameless(watched.ask("index.html").text) == before
    path.unlink() if kept is None else swap(path, kept)
    watched.until_good()


def test_fault_of_another_language_is_told_a_moment_later(watched: Watched) -> None:
    """The first language is looked at first, but no page is left unseen for long."""
    own = watched.folder / "templates"
    own.mkdir()
    save(
        own / "rules.html.jinja",
        '{% extends "kotae/rules.html.jinja" %}{% block main %}{{ 1 // (language == "en") }}{% endblock %}',
    )
    assert watched.until_fault("by zero")["place"] == "templates/rules.html.jinja:1"
    # It goes on being told while something else changes, with a new state of the site and without.
    before = watched.news()
    save(watched.lamp, OTHER)
    watched.until_news(lambda news: news["version"] != before["version"] and bool(news["changed"]))
    assert "by zero" in watched.news()["faults"][0]["message"]
    save(watched.folder / "kotae.yaml", (watched.folder / "kotae.yaml").read_text(encoding="utf-8"))
    save(watched.lamp, BROKEN)
    watched.until_fault("a row of 4 cells")
    save(watched.lamp, OTHER)
    watched.until_fault("by zero")
    shutil.rmtree(own)
    watched.until_good()


def test_level_that_changed_is_found_again_and_one_that_is_gone_is_told(watched: Watched) -> None:
    """A page learns where the level of the same layout is now, or that there is none any more."""
    shelf = watched.ask("akari/index.html").text
    lamp = shelf.split('title="Corner lamp"')[0].rpartition('href="')[2].partition('"')[0]
    page, _, level = lamp.partition("#")
    before = watched.until_good()
    save(watched.lamp, OTHER)
    before = watched.until_good(before)
    looked = watched.ask(f"_watch/look?path=ja/akari/{page}&level={level}").text
    assert '"go": "ja/akari/' in looked
    assert level not in looked.partition('"go"')[2]
    watched.lamp.unlink()
    watched.until_good(before)
    looked = watched.ask(f"_watch/look?path=akari/{page}&level={level}").text
    assert '"gone": "layouts/akari/lamp.yaml:1"' in looked
    assert '"go": "akari/index.html"' in looked

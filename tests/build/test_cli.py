"""``kotae site`` from the outside: what it prints, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from build import cli
from build.cli import main
from build.site import Built
from site_templates import ROOT as TEMPLATES

from .conftest import House, line


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with settings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kotae.yaml").write_text("title: Mine\n", encoding="utf-8")
    return tmp_path


def run(*words: str) -> Result:
    """Run a command line."""
    return CliRunner().invoke(main, words)


def test_cli_has_every_command_with_help_and_an_example() -> None:
    """The pipeline's commands and the site's are all there, each with a help text."""
    assert {"levels", "site"} <= set(main.commands)
    result = run("site", "--help")
    assert result.exit_code == 0
    assert "Example: kotae site" in result.stdout


def test_cli_site_of_an_empty_kind_summarises_on_stderr(here: Path) -> None:
    """A build says what it made and what it left out, and stdout stays empty."""
    (here / "catalogue").mkdir()
    result = run("site")
    assert result.exit_code == 1
    assert "catalogue: the catalogue is empty" in result.stderr
    assert result.stdout == ""


def test_cli_site_missing_catalogue_exits_1_with_a_hint(here: Path) -> None:
    """Without a catalogue the message says what to run."""
    result = run("site", "--catalogue", "nowhere")
    assert result.exit_code == 1
    assert "nowhere: there is no catalogue\n  run 'kotae levels' first" in result.stderr
    assert not (here / "dist").exists()


def test_cli_site_bad_settings_exit_1_with_the_place(here: Path) -> None:
    """A bad setting is located."""
    (here / "kotae.yaml").write_text("accent: red\n", encoding="utf-8")
    result = run("site")
    assert result.exit_code == 1
    assert "kotae.yaml:1:9: 'accent' cannot be 'red'" in result.stderr


def test_cli_site_broken_line_exits_1_with_the_place(here: Path, house: House) -> None:
    """A catalogue that cannot be read is located, and no site is made."""
    house.write([line(1, schema=99)])
    result = run("site", "--catalogue", str(house.catalogue), "--out", "site")
    assert result.exit_code == 1
    assert "toy.jsonl:1: schema 99 is not known" in result.stderr
    assert not (here / "site").exists()


def test_cli_wrong_command_line_exits_2() -> None:
    """An option that does not exist is the command line's fault."""
    assert run("site", "--bogus").exit_code == 2
    assert run("no-such-command").exit_code == 2


def test_cli_site_summary_counts_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """One level is no levels, and two are; where some pages stay it says how many do not."""
    cli._summarise(Built(1, 1, 2_340_000, made=1), Path("dist"))
    assert capsys.readouterr().err.startswith("1 level on 1 page, 2.3 MB, in dist. ")
    cli._summarise(Built(2, 6, 100_000, made=0), Path("dist"))
    assert capsys.readouterr().err.startswith("2 levels on 6 pages, 0 of them made anew, 0.1 MB, in dist. ")


SLOW = """
import sys, time
from build import cli, making
def render(*parts):
    print("ready", flush=True)
    time.sleep(60)
making.render = render
making.load_kinds = lambda *parts: []
cli.main(sys.argv[1:])
"""


@pytest.mark.parametrize(("number", "code"), [(sign, 128 + sign) for sign in (signal.SIGTERM, signal.SIGINT)])
def test_cli_site_that_is_asked_to_end_leaves_nothing_half_done(
    here: Path, house: House, number: signal.Signals, code: int
) -> None:
    """A build that is stopped while it makes pages tidies up, and the last site stays."""
    words = ["site", "--catalogue", str(house.catalogue), "--config", str(here / "kotae.yaml"), "--out", str(house.out)]
    house.build()
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    run = subprocess.Popen(
        [sys.executable, "-c", SLOW, *words], cwd=TEMPLATES.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert run.stdout
        assert run.stdout.readline() == b"ready\n"
        assert len(list(here.glob(".kotae-site-*"))) == 1
        run.send_signal(number)
        run.communicate(timeout=120)
    finally:
        run.kill()
    assert run.returncode == code
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before
    assert not list(here.glob(".kotae-site-*"))


MINES = "title: Corners\ntiers: [easy]\nmines: |\n  *..*\n  ....\n  *..*\n"


@pytest.fixture
def author(here: Path) -> Path:
    """A site with one small layout and no catalogue; the file of the layout."""
    path = here / "layouts" / "toy" / "a.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(MINES, encoding="utf-8")
    return path


def test_cli_site_without_a_catalogue_makes_it_of_the_layouts(author: Path) -> None:
    """A new site, or a clone, is one command from its pages; later a changed layout is told, and not made levels of."""
    first = run("site", "--strict")
    assert first.exit_code == 0, first.stderr
    assert "1 level of 1 layout in catalogue" in first.stderr
    assert Path("dist/toy/index.html").is_file()
    second = run("site")
    assert "in catalogue" not in second.stderr
    assert "0 of them made anew" in second.stderr
    os.utime(author, (time.time() + 30,) * 2)
    third = run("site", "--strict")
    assert third.exit_code == 0
    assert "layouts/toy/a.yaml was changed after the levels were made; 'kotae levels' makes them again." in third.stderr
    assert "1 layout" not in third.stderr


def test_cli_site_tells_of_changed_layouts_until_levels_are_made(author: Path) -> None:
    """Also where they come out the same, so that no file of the catalogue is written."""
    run("site")
    os.utime("catalogue/toy.jsonl", (1, 1))
    assert "was changed after the levels were made" in run("site").stderr
    run("levels")
    assert "was changed after the levels were made" not in run("site").stderr


def test_cli_site_of_faulty_layouts_ends_with_their_faults(author: Path) -> None:
    """The levels that a site has to make first are told of as ever, and no site is made."""
    author.write_text("title: Corners\nmines: |\n  *..?\n", encoding="utf-8")
    result = run("site")
    assert result.exit_code == 1
    assert "layouts/toy/a.yaml:3:6: " in result.stderr
    assert not Path("dist").exists()


def test_cli_site_with_a_dead_link_is_made_and_told_and_strictly_ends_with_1(author: Path) -> None:
    """A slip in the frame of every page is one warning, and another for the page that is shown at any depth."""
    own = Path("templates/base.html.jinja")
    own.parent.mkdir()
    house = (TEMPLATES / "base.html.jinja").read_text(encoding="utf-8")
    own.write_text(house.replace("<body", '<link rel="help" href="nowhere/at/all"><body', 1), encoding="utf-8")
    for words, code in (((), 0), (("--strict",), 1)):
        result = run("site", *words)
        assert result.exit_code == code
        assert result.stderr.count("warning: ") == 2
        assert "'nowhere/at/all' leads nowhere, and " in result.stderr
        assert "404.html:" in result.stderr
        assert Path("dist/index.html").is_file()
    assert result.stderr.endswith("2 warnings, and --strict lets none pass\n")


def test_cli_site_strict_counts_the_warnings_of_levels_that_it_makes_first(author: Path) -> None:
    """An unnamed layout lets no strict run pass, whichever command has made its levels."""
    author.write_text(MINES.removeprefix("title: Corners\n"), encoding="utf-8")
    result = run("site", "--strict")
    assert result.exit_code == 1
    assert "warning: 1 layout has no title: layouts/toy/a.yaml:1:1" in result.stderr
    assert Path("dist/index.html").is_file()


def test_cli_site_stands_where_the_command_line_says(author: Path) -> None:
    """A workflow knows the address of its site; the links that need it have it."""
    assert run("site", "--base-url", "https://example.org/a").exit_code == 0
    assert "<loc>https://example.org/a/toy/</loc>" in Path("dist/sitemap.xml").read_text(encoding="utf-8")
    wrong = run("site", "--base-url", "example.org")
    assert wrong.exit_code == 1
    assert "--base-url: 'base_url' cannot be 'example.org'" in wrong.stderr

"""Clocks that are wrong or jump, and what a newer version left: the same levels and pages, or a word."""

from __future__ import annotations

import json
import os
import shutil
import time
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from build.cli import main
from build.state import VERSION, state_path

WALLS = "title: Mine\nwalls: |\n  ..#\n  ...\n  #..\n"
YEAR = 365 * 86_400


@pytest.fixture
def layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only layout of a project in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = Path("layouts/akari/a.yaml")
    path.parent.mkdir(parents=True)
    path.write_text(WALLS, encoding="utf-8")
    Path("kotae.yaml").write_text("title: Mine\n", encoding="utf-8")
    return path


def run(command: str) -> Result:
    """Run a command that ends well."""
    result = CliRunner().invoke(main, [command, "--jobs", "1"])
    assert result.exit_code == 0, result.stderr
    return result


def made() -> dict[str, bytes]:
    """All that was made."""
    return {str(path): path.read_bytes() for out in ("catalogue", "dist") for path in Path(out).rglob("*.*")}


def test_clock_that_jumps_changes_no_byte_and_ends_no_run(layout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Back and forth by years with each look, while files have times of long ago and of long after."""
    run("levels")
    run("site")
    whole = made()
    jumps = count()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + (-1) ** next(jumps) * next(jumps) * YEAR)
    for at in (1, now + 30 * YEAR):
        for path in (layout, *Path("catalogue").iterdir(), *Path(".kotae-cache").rglob("*.json*")):
            os.utime(path, (at, at))
        run("levels")
        run("site")
        assert made() == whole
    layout.write_text(WALLS.replace("..#", ".##"), encoding="utf-8")
    os.utime(layout, (1, 1))
    run("levels")
    run("site")
    changed = made()
    assert changed != whole
    shutil.rmtree(".kotae-cache")
    shutil.rmtree("dist")
    run("levels")
    run("site")
    assert made() == changed


def test_layout_with_a_time_still_to_come_is_told_as_that(layout: Path) -> None:
    """However often levels are made, it would be the newer one: nobody is asked to make them again for ever."""
    os.utime(layout, (time.time() + YEAR,) * 2)
    run("levels")
    said = run("site").stderr
    assert "layouts/akari/a.yaml has a time that is still to come" in said
    assert "makes them again" not in said
    layout.touch()
    run("levels")
    assert "a.yaml" not in run("site").stderr


def test_cache_of_a_newer_version_is_passed_over_and_stays(layout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two versions take turns on one folder, and neither loses what it knows."""
    with monkeypatch.context() as newer:
        newer.setattr("build.state.VERSION", VERSION + 1)
        newer.setattr("pipeline.cache.engine_version", lambda: "newer")
        run("levels")
        run("site")
        state = state_path(Path(".kotae-cache"), Path("dist"))
    theirs = {path: path.read_bytes() for path in Path(".kotae-cache").rglob("*.json*")}
    assert json.loads(theirs[state].split(b"\n", 1)[1])["version"] == VERSION + 1
    whole = made()
    assert "1 layout was solved, 0 came from the cache" in run("levels").stderr
    assert "made anew" not in run("site").stderr
    assert made() == whole
    now = {path: path.read_bytes() for path in Path(".kotae-cache").rglob("*.json*")}
    assert {path: now[path] for path in theirs} == theirs
    assert len(now) == 2 * len(theirs)

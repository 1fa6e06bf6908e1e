"""Several runs at once on one project: each makes what is right, or says what changed under it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from build.cli import main
from tests.conftest import ROOT

TEXTS = ("title: Mine\nwalls: |\n  ..#\n  ...\n  #..\n", "title: Mine\nwalls: |\n  ..#.\n  ....\n  #...\n")

AGAIN = """
import sys
from pathlib import Path
from click.testing import CliRunner
from build.cli import main
command, rounds, texts = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
for number in range(rounds):
    if texts:
        path = Path("layouts/akari/a.yaml")
        beside = path.with_suffix(".next")
        beside.write_text(texts[number % 2], encoding="utf-8")
        beside.replace(path)
    result = CliRunner().invoke(main, [command, "--jobs", "1"])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    print("ended", result.exit_code, result.stderr.replace("\\n", " ") if result.exit_code else "", flush=True)
"""

EXPECTED = ("was changed while", "cannot be read", "the catalogue is empty")
"""What a run may say whose files another one changes."""


def begin(*words: str) -> subprocess.Popen[str]:
    """Commands that are run one after the other, beside whatever else runs."""
    command = [sys.executable, "-c", AGAIN, *words]
    return subprocess.Popen(command, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True)


def run(command: str) -> None:
    """Run a command that ends well."""
    result = CliRunner().invoke(main, [command, "--jobs", "1"])
    assert result.exit_code == 0, result.stderr


def made() -> dict[str, bytes]:
    """All that was made."""
    return {
        str(path): path.read_bytes() for out in ("catalogue", "dist") for path in Path(out).rglob("*") if path.is_file()
    }


def test_runs_at_once_end_right_or_with_a_word_and_the_last_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two that make levels of a layout that changes, and two that make the site of them meanwhile."""
    monkeypatch.chdir(tmp_path)
    Path("layouts/akari").mkdir(parents=True)
    Path("layouts/akari/a.yaml").write_text(TEXTS[1], encoding="utf-8")
    Path("kotae.yaml").write_text("title: Mine\n", encoding="utf-8")
    run("levels")
    run("site")
    whole = made()
    runs = [begin("levels", "8", *TEXTS), begin("levels", "8"), begin("site", "2"), begin("site", "2")]
    try:
        said = [one.communicate(timeout=300)[0].splitlines() for one in runs]
    finally:
        for one in runs:
            one.kill()
    assert [one.returncode for one in runs] == [0, 0, 0, 0], said
    assert [len(lines) for lines in said] == [8, 8, 2, 2]
    for line in (line for lines in said for line in lines):
        assert line.startswith("ended 0") or any(text in line for text in EXPECTED), line
    run("levels")
    run("site")
    assert made() == whole
    assert not [path for path in tmp_path.rglob("*") if path.suffix == ".part" or path.name.startswith(".kotae-site")]

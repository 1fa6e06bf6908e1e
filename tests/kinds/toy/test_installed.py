"""``kotae`` itself, in processes of its own, with a kind that is installed beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, TOY
from tests.installed import install

RUN = "from build.cli import main; main()"


class Shell:
    """A folder with the toy's layouts and the site's settings, in which ``kotae`` is run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(TOY / "layouts", folder / "layouts")
        shutil.copy(ROOT / "kotae.yaml", folder)
        path = os.pathsep.join((str(ROOT), *install(TOY, folder / "installed")))
        self.environment = os.environ | {"PYTHONPATH": path}

    def kotae(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command; it must not take two minutes."""
        return subprocess.run(
            [sys.executable, "-c", RUN, *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder to work in."""
    return Shell(tmp_path)


def test_levels_of_an_installed_kind_are_the_same_from_one_worker_and_from_two(shell: Shell) -> None:
    """The workers, which start from nothing, find the kind too."""
    catalogues = []
    for jobs in ("1", "2"):
        done = shell.kotae("levels", "--jobs", jobs, "--no-cache", "--out", jobs)
        assert done.returncode == 0, done.stderr
        assert "16 layouts were solved" in done.stderr
        catalogues.append((shell.folder / jobs / "toy.jsonl").read_bytes())
    assert catalogues[0] == catalogues[1]
    for tier in ("easy", "normal", "hard", "expert"):
        assert f'"tier": "{tier}"'.encode() in catalogues[0]


def test_site_of_an_installed_kind_has_its_pages(shell: Shell) -> None:
    """Its own scripts, style and words are on them; the kind was in the templates' folder at no time."""
    assert shell.kotae("levels").returncode == 0
    done = shell.kotae("site")
    assert done.returncode == 0, done.stderr
    page = (shell.folder / "dist" / "toy" / "5x5-easy.html").read_text(encoding="utf-8")
    assert "#kinds/toy/view.js" in page
    assert "svg.toy .number" in page
    assert "Every mine is found." in page
    assert '<h2><a href="toy/index.html">Mines</a></h2>' in (shell.folder / "dist" / "index.html").read_text()
    assert not (ROOT / "site_templates" / "kinds" / "toy").exists()


def test_new_layouts_of_an_installed_kind_make_levels(shell: Shell) -> None:
    """``kotae new`` has a command for it, with its help."""
    assert "Example: kotae new toy" in shell.kotae("new", "toy", "--help").stdout
    made = shell.kotae("new", "toy", "--size", "5x4", "--count", "2", "--seed", "9")
    assert made.returncode == 0, made.stderr
    (shell.folder / "layouts" / "toy" / "new.yaml").write_text(made.stdout, encoding="utf-8")
    assert "18 layouts were solved" in shell.kotae("levels").stderr

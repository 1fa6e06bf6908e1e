"""What is published: a wheel and an sdist that hold all a site needs and no more. ``make packages`` installs both."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

from tests.conftest import ROOT

hatchling = pytest.importorskip("hatchling.build", reason="the package hatchling is not installed")

PACKAGES = ("pipeline", "build", "site_templates")
BESIDE = {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "docs", "PKG-INFO", ".gitignore"}
"""What an sdist has beside them; the last two are added by what makes it."""


class Packages(NamedTuple):
    """Both, and the folder of the sdist unpacked."""

    wheel: Path
    sdist: Path
    source: Path


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """Made from the tree by what pip would ask to make them, without asking a package index."""
    folder = tmp_path_factory.mktemp("packages")
    with chdir(ROOT):
        wheel, sdist = folder / hatchling.build_wheel(str(folder)), folder / hatchling.build_sdist(str(folder))
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    return Packages(wheel, sdist, folder / sdist.name.removesuffix(".tar.gz"))


def _files(root: Path) -> Iterator[str]:
    """Every file of the packages below a folder, but what Python keeps beside them."""
    for package in PACKAGES:
        for path in (root / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(root).as_posix()


def test_wheel_holds_every_file_of_the_packages_and_no_other(packages: Packages) -> None:
    """Scripts, styles, words and templates too; no test, no cache, and no level."""
    names = ZipFile(packages.wheel).namelist()
    own = {name for name in names if ".dist-info/" not in name}
    assert own == set(_files(ROOT))
    assert {name.rpartition(".")[2] for name in own} >= {"py", "js", "css", "jinja", "yaml", "png"}
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_sdist_holds_what_the_wheel_is_made_of(packages: Packages, tmp_path: Path) -> None:
    """The wheel that is made from it is the same to the byte, so what is shown of one is true of the other."""
    assert {path.name for path in packages.source.iterdir()} == {*PACKAGES, *BESIDE}
    assert not [path for path in packages.source.rglob("*") if path.name in ("__pycache__", "tests", ".kotae-cache")]
    with chdir(packages.source):
        again = tmp_path / hatchling.build_wheel(str(tmp_path))
    assert again.name == packages.wheel.name
    assert again.read_bytes() == packages.wheel.read_bytes()


def test_wheel_by_itself_makes_a_new_site_and_builds_it(packages: Packages, tmp_path: Path) -> None:
    """Away from the tree, in processes that find the packages in the wheel alone, with the layout of one kind."""
    installed = tmp_path / "installed"
    ZipFile(packages.wheel).extractall(installed)
    environment = os.environ | {"PYTHONPATH": str(installed)}
    (script,) = (installed / f"{packages.wheel.name[:11]}.dist-info" / "entry_points.txt").read_text().splitlines()[1:2]
    module, name = script.removeprefix("kotae = ").split(":")
    within = "assert pipeline.__file__.startswith(sys.argv.pop(1))"
    run = f"import sys; import pipeline; from {module} import {name}; {within}; {name}()"

    def kotae(folder: Path, *words: str) -> None:
        command = [sys.executable, "-c", run, str(installed), *words]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "warning" not in done.stderr

    kotae(tmp_path, "init", "x")
    layouts = sorted((tmp_path / "x" / "layouts").iterdir())
    assert len(layouts) == 3
    for folder in layouts[1:]:
        shutil.rmtree(folder)
    kotae(tmp_path / "x", "site", "--strict")
    assert (tmp_path / "x" / "dist" / layouts[0].name / "index.html").is_file()

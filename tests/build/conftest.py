"""Catalogues of the kind that comes from outside: the builder has to work for a kind that it has never met."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from build.config import Config
from build.site import Built, Progress, build_site
from pipeline.catalogue import level_id
from pipeline.kind import AnyKind, discover
from site_templates import ROOT

KIND = "toy"


def line(number: int, tier: str = "easy", rows: int = 2, cols: int = 3, **more: Any) -> dict[str, Any]:
    """A level of that kind as a catalogue holds it: each number has a board of its own."""
    kind = discover()[KIND]
    boards = _boards(max(rows, 1), max(cols, 1))
    grid, answer = boards[number % len(boards)]
    puzzle = kind.read_grid(grid, {})
    return {
        "schema": 1,
        "id": level_id(kind, puzzle),
        "kind": KIND,
        "rows": rows,
        "cols": cols,
        "tier": tier,
        "title": "",
        "author": "",
        "base": f"base-{number}",
        "source": f"layouts/{KIND}/a.yaml:{number}",
        "rules": {},
        "grid": grid,
        "answer": answer,
        "code": kind.code(puzzle),
        "clues": kind.clues(puzzle).bit_count(),
        "images": ["identity"],
        "trace": [],
        "metrics": {"nodes": 1, "branches": 0, "gave_up": False, "steps": [1, 0, 0, 0]},
        "proofs": {"reason": "search", "prove": "sat", "irreducible": True},
    } | more


@lru_cache
def _boards(rows: int, cols: int) -> list[tuple[list[str], list[str]]]:
    """Many boards that differ, each with its mines."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for drawn in islice(product((0, 1, 2), repeat=rows * cols), 3000):
        mines = {divmod(cell, cols) for cell, what in enumerate(drawn) if what == 1}
        grid, answer = _rows(drawn, cols, mines, "."), _rows(drawn, cols, mines, "*")
        found.setdefault("".join(grid), (grid, answer))
    return list(found.values())


def _rows(drawn: Sequence[int], cols: int, mines: set[tuple[int, int]], mine: str) -> list[str]:
    """A number where 0 is drawn, a mine where it is 1, and a hidden cell where it is 2."""
    cells = []
    for cell, what in enumerate(drawn):
        row, col = divmod(cell, cols)
        near = sum(abs(row - r) <= 1 and abs(col - c) <= 1 for r, c in mines)
        cells.append((str(near), mine, ".")[what])
    return ["".join(cells[at : at + cols]) for at in range(0, len(cells), cols)]


class House:
    """The site's own templates without a kind, a catalogue, and a place for the site."""

    def __init__(self, folder: Path, templates: Path) -> None:
        """``templates`` are those of every house, until something is to be changed in this one's."""
        self._templates = templates
        self._own = folder / "house"
        self.catalogue = folder / "catalogue"
        self.out = folder / "dist"
        self.catalogue.mkdir()

    @property
    def templates(self) -> Path:
        """Its own templates, to change them: from the first build on, or what has changed would be where they are."""
        if self._templates != self._own:
            assert not self.out.exists(), "ask for them before the first build"
            shutil.copytree(self._templates, self._own)
            self._templates = self._own
        return self._own

    @property
    def root(self) -> Path:
        """Where its templates are."""
        return self._templates

    def write(self, levels: Sequence[dict[str, Any]], name: str = KIND) -> Path:
        """Make the catalogue of these levels."""
        path = self.catalogue / f"{name}.jsonl"
        path.write_text("".join(json.dumps(level) + "\n" for level in levels), encoding="utf-8")
        return path

    def build(
        self, config: Config | None = None, out: Path | None = None, kinds: Mapping[str, AnyKind] | None = None
    ) -> Built:
        """Make the site."""
        found = discover() if kinds is None else kinds
        return build_site(self.catalogue, out or self.out, config or Config(), found, root=self.root)

    def read(self, name: str) -> str:
        """A page of the site."""
        return (self.out / name).read_text(encoding="utf-8")

    def data(self, name: str) -> Any:
        """What a page's script finds."""
        text = self.read(name).split('<script type="application/json" id="data">')[1]
        return json.loads(text.split("</script>")[0])


@pytest.fixture(scope="session")
def templates_without_kinds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's own templates without a kind, which nothing changes."""
    folder = tmp_path_factory.mktemp("templates") / "house"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns("kinds", "__pycache__"))
    return folder


@pytest.fixture
def house(tmp_path: Path, templates_without_kinds: Path) -> House:
    """A house with three levels of two tiers."""
    made = House(tmp_path, templates_without_kinds)
    made.write([line(1), line(2), line(3, tier="hard")])
    return made


Write = Callable[[str], Path]


@pytest.fixture
def settings(tmp_path: Path) -> Write:
    """Write a settings file."""

    def write(text: str) -> Path:
        path = tmp_path / "kotae.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


BOTH = Config(languages=("en", "es"), base_url="https://example.org/a/")


class Again:
    """A house whose site is made again and again with a cache."""

    def __init__(self, house: House, cache: Path) -> None:
        self.house = house
        self.cache = cache

    def build(self, config: Config = BOTH, jobs: int = 1, progress: Progress | None = None) -> Built:
        """Make the site of what is in the house."""
        house = self.house
        return build_site(house.catalogue, house.out, config, discover(), house.root, progress, jobs, self.cache)

    def files(self) -> dict[str, bytes]:
        """Every file of the site."""
        return files_of(self.house.out)

    def whole(self, config: Config = BOTH) -> dict[str, bytes]:
        """Every file of the site as it is when all of it is made."""
        other = self.cache / "whole"
        shutil.rmtree(other, ignore_errors=True)
        self.house.build(config, out=other)
        return files_of(other)

    def numbers(self) -> dict[str, int]:
        """Which file of the disk each page is: a page that is written again is another one."""
        return {name: (self.house.out / name).stat().st_ino for name in self.files() if name.endswith(".html")}


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def again(house: House, tmp_path: Path) -> Again:
    """The same house, with a cache."""
    return Again(house, tmp_path / "cache")

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
from build.site import Built, build_site
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

    def __init__(self, folder: Path) -> None:
        self.templates = folder / "house"
        self.catalogue = folder / "catalogue"
        self.out = folder / "dist"
        shutil.copytree(ROOT, self.templates, ignore=shutil.ignore_patterns("kinds", "__pycache__"))
        self.catalogue.mkdir()

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
        return build_site(self.catalogue, out or self.out, config or Config(), found, root=self.templates)

    def read(self, name: str) -> str:
        """A page of the site."""
        return (self.out / name).read_text(encoding="utf-8")

    def data(self, name: str) -> Any:
        """What a page's script finds."""
        text = self.read(name).split('<script type="application/json" id="data">')[1]
        return json.loads(text.split("</script>")[0])


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A house with three levels of two tiers."""
    made = House(tmp_path)
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

"""Catalogues of the kind that comes from outside: the builder has to work for a kind that it has never met."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from build.config import Config
from build.site import Built, build_site
from pipeline.kind import discover
from site_templates import ROOT

KIND = "toy"


def line(number: int, tier: str = "easy", rows: int = 2, cols: int = 3, **more: Any) -> dict[str, Any]:
    """A level of that kind as a catalogue holds it."""
    return {
        "schema": 1,
        "id": f"{number:012x}",
        "kind": KIND,
        "rows": rows,
        "cols": cols,
        "tier": tier,
        "title": "",
        "author": "",
        "base": f"base-{number}",
        "source": f"layouts/{KIND}/a.yaml:{number}",
        "rules": {},
        "grid": ["." * cols] * rows,
        "answer": ["*" * cols] * rows,
        "code": "",
        "clues": 0,
        "images": ["identity"],
        "trace": [],
        "metrics": {"nodes": 1, "branches": 0, "gave_up": False, "steps": [1, 0, 0, 0]},
        "proofs": {"reason": "search", "prove": "sat", "irreducible": True},
    } | more


class House:
    """The site's own templates without a kind, a catalogue, and a place for the site."""

    def __init__(self, folder: Path) -> None:
        self.templates = folder / "templates"
        self.catalogue = folder / "catalogue"
        self.out = folder / "dist"
        shutil.copytree(ROOT, self.templates, ignore=shutil.ignore_patterns("kinds", "__pycache__"))
        self.catalogue.mkdir()

    def write(self, levels: Sequence[dict[str, Any]], name: str = KIND) -> Path:
        """Make the catalogue of these levels."""
        path = self.catalogue / f"{name}.jsonl"
        path.write_text("".join(json.dumps(level) + "\n" for level in levels), encoding="utf-8")
        return path

    def build(self, config: Config | None = None, out: Path | None = None) -> Built:
        """Make the site."""
        return build_site(self.catalogue, out or self.out, config or Config(), discover(), root=self.templates)

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

"""A small catalogue to lie with, its proofs to forge, and the command that finds it out."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.catalogue import Level, catalogue_text, read_catalogue
from pipeline.cli import cli
from pipeline.kind import AnyKind
from pipeline.run import load_layouts
from tests.conftest import TOY
from tests.made import build_catalogue

BASES = ("5x5/1", "6x6/4", "hand/1")
"""A base of three tiers, one of four, and a rectangle of two."""


def verify(*words: object) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(cli, ["verify", *map(str, words), "--jobs", "1"])


@pytest.fixture(scope="module")
def made(kinds: dict[str, AnyKind], tmp_path_factory: pytest.TempPathFactory) -> tuple[Level, ...]:
    """Levels as ``kotae levels`` makes them, in the catalogue's order."""
    folder = tmp_path_factory.mktemp("made")
    wanted = [layout for layout in load_layouts(TOY / "layouts", kinds) if layout.base in BASES]
    build_catalogue(wanted, folder)
    return tuple(read_catalogue(folder / "toy.jsonl"))


@pytest.fixture
def book(made: tuple[Level, ...], tmp_path: Path) -> Path:
    """A folder with these levels."""
    return write(tmp_path / "catalogue", made)


@pytest.fixture(scope="module")
def proved(made: tuple[Level, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their proofs, written once."""
    folder = tmp_path_factory.mktemp("proved")
    assert verify(write(folder / "catalogue", made), "--proofs", folder / "proofs").exit_code == 0
    return folder / "proofs"


@pytest.fixture
def proofs(proved: Path, tmp_path: Path) -> Path:
    """A folder with these proofs, to be forged."""
    return Path(shutil.copytree(proved, tmp_path / "proofs")) / "toy"


def write(folder: Path, levels: tuple[Level, ...]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "toy.jsonl").write_text(catalogue_text(levels), encoding="utf-8")
    return folder


def at(levels: tuple[Level, ...], base: str, tier: str) -> Level:
    return next(level for level in levels if (level.base, level.tier) == (base, tier))


def turned_letter(level: Level) -> Level:
    row = level.answer[0]
    letter = next(ch for ch in row if ch in ".*")
    return replace(level, answer=(row.replace(letter, ".*"[letter == "."], 1), *level.answer[1:]))

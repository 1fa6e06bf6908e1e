"""The site of the kind from outside: its own layouts through the whole pipeline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.catalogue import Level, read_catalogue
from pipeline.kind import AnyKind
from pipeline.run import build_catalogue, load_layouts
from tests.conftest import TOY

from ..conftest import Site, opened_site


@pytest.fixture(scope="session")
def catalogue(kinds: dict[str, AnyKind], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of the toy's layouts."""
    folder = tmp_path_factory.mktemp("toy")
    build_catalogue(load_layouts(TOY / "layouts", kinds), folder)
    return folder / "toy.jsonl"


@pytest.fixture(scope="session")
def levels(catalogue: Path) -> list[Level]:
    """Its easy levels of 4×6 in the order of their page."""
    return [level for level in read_catalogue(catalogue) if (level.rows, level.cols, level.tier) == (4, 6, "easy")]


@pytest.fixture(scope="session")
def site(catalogue: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of that catalogue, on disk and on a server."""
    lines = catalogue.read_text(encoding="utf-8")
    with opened_site(tmp_path_factory.mktemp("pages"), "toy", lines) as made:
        yield made

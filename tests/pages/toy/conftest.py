"""The site of the kind from outside: its own layouts through the whole pipeline."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.catalogue import Level, read_catalogue

from ..conftest import Site


@pytest.fixture(scope="session")
def levels(toy_catalogue: Path) -> list[Level]:
    """Its easy levels of 4×6 in the order of their page."""
    return [level for level in read_catalogue(toy_catalogue) if (level.rows, level.cols, level.tier) == (4, 6, "easy")]


@pytest.fixture(scope="session")
def site(toy_site: Site) -> Site:
    """The site of that catalogue, on disk and on a server."""
    return toy_site

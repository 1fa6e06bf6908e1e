"""How much a reader's browser has to fetch."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

from build.config import Config
from build.levels import PAGE_SIZE
from build.site import build_site
from pipeline.catalogue import Level, catalogue_text
from pipeline.kind import discover
from tests.conftest import Shipped

LIGHT = 120_000
"""Bytes of a play page as hosts send it, at most."""


def fullest(levels: list[Level]) -> list[Level]:
    """The levels of one size and tier that make the heaviest page: the most of them, and of these the largest."""
    counts = Counter((level.rows, level.cols, level.tier) for level in levels)
    most = max(counts, key=lambda group: (min(counts[group], PAGE_SIZE), group[0] * group[1], group[2].rank))
    return [level for level in levels if (level.rows, level.cols, level.tier) == most][:PAGE_SIZE]


@pytest.mark.parametrize("kind", list(discover()))
def test_weight_of_a_full_play_page_is_small(shipped: Shipped, tmp_path: Path, kind: str) -> None:
    """A page with as many levels as it can have comes within a moment on a slow line, in whatever language."""
    (tmp_path / f"{kind}.jsonl").write_text(catalogue_text(fullest(shipped.of(kind))), encoding="utf-8")
    build_site(tmp_path, tmp_path / "dist", Config(languages=("en", "ja")), discover())
    pages = list((tmp_path / "dist").rglob("[0-9]*x*.html"))
    assert len(pages) == 2
    assert max(len(gzip.compress(page.read_bytes())) for page in pages) <= LIGHT

"""Catalogues of layouts that a test has in hand."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path

from pipeline.cache import Cache
from pipeline.kind import discover
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.listing import Boards, Listing, listed_of
from pipeline.run import Report, make_catalogue


def build_catalogue(
    layouts: Sequence[Layout],
    out: Path,
    *,
    jobs: int = 1,
    cache: Cache | None = None,
    limits: Limits | None = None,
    executor: Executor | None = None,
) -> Report:
    """The same as a run over a folder that holds these, none of which is an image of another.

    The executor, where there is one, does the work in place of a pool.
    """
    with Boards(Path(), discover(), out) as boards:
        for layout in layouts:
            boards.add(layout)
        listing = Listing(boards, tuple(listed_of(layout, "") for layout in layouts))
        hire = (lambda: nullcontext((executor, jobs))) if executor else None
        return make_catalogue(listing, out, jobs=jobs, cache=cache, limits=limits, hire=hire)

"""Solving what a folder lists: what the cache has is taken from it, and the rest is worked through by whoever is given.

What came of each layout is held by its number, its levels as marks; their lines wait on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial

from pipeline.base import Base, build_base
from pipeline.batch import AHEAD, work_through
from pipeline.cache import Cache
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.listing import Listing
from pipeline.solved import Marks, Solved, labelled, solved_of
from pipeline.spool import Spool
from pipeline.workers import workers
from pipeline.writing import Placed

Outcome = Base | AuthoringError
"""What comes of a layout."""


Hire = Callable[[], AbstractContextManager[tuple[Executor, int]]]
"""Gives an Executor beyond this process, and how many layouts it can be at."""


class Solving:
    """The outcome of each layout by its number, and its levels."""

    def __init__(self, listing: Listing, lines: Spool, cache: Cache | None) -> None:
        self._listing = listing
        self._lines = lines
        self._cache = cache
        self.outcomes: dict[int, Marks | AuthoringError] = {}
        self.levels: dict[int, tuple[Placed, ...]] = {}
        self.solved = 0
        """How many layouts were not in the cache."""
        self.unkept: AuthoringError | None = None
        """Why the cache took no more of them, if it did not."""

    def solve(
        self,
        kinds: dict[str, AnyKind],
        limits: Limits,
        jobs: int,
        hire: Hire | None,
        progress: Callable[[int], object],
    ) -> None:
        """Take what the cache has, and solve the others. The largest are begun first: none is left to the end."""
        layouts, boards = self._listing.layouts, self._listing.boards
        keys = self._known(kinds, limits)
        progress(len(self.outcomes))
        missing = [at for at in range(len(layouts)) if at not in self.outcomes]
        self.solved = len(missing)
        boards.fetch(layouts[at] for at in missing)
        with _hands(len(missing), jobs, hire) as (given, most):
            if given:
                missing.sort(key=lambda at: -layouts[at].bulk)
            waiting = ((at, boards.layout(layouts[at])) for at in missing)
            with closing(work_through(waiting, partial(solve_lines, limits=limits), given, AHEAD * most)) as ready:
                for at, outcome in ready:
                    self._keep(at, outcome, keys)
                    progress(1)

    def _known(self, kinds: dict[str, AnyKind], limits: Limits) -> list[str]:
        """Take what the cache has; the key of each layout, where there is a cache."""
        if not self._cache:
            return []
        key = self._cache.keys(kinds, limits)
        keys = [key(layout.kind, layout.content) for layout in self._listing.layouts]
        for at, own in enumerate(keys):
            if solved := self._cache.solved(own):
                self._take(at, solved)
        return keys

    def _keep(self, at: int, outcome: Solved | AuthoringError, keys: Sequence[str]) -> None:
        if isinstance(outcome, AuthoringError):
            self.outcomes[at] = outcome
            return
        self._take(at, outcome)
        if self._cache and not self.unkept:
            self.unkept = self._cache.put_solved(keys[at], outcome)

    def _take(self, at: int, solved: Solved) -> None:
        layout = self._listing.layouts[at]
        self.outcomes[at] = solved.marks
        self.levels[at] = tuple(
            Placed(layout, mark, self._lines.add(labelled(line, layout)))
            for mark, line in zip(solved.marks.levels, solved.lines, strict=True)
        )


@contextmanager
def _hands(wanted: int, jobs: int, hire: Hire | None) -> Iterator[tuple[Executor | None, int]]:
    """Whoever works through so many layouts, and how many they can be at."""
    if hire and wanted:
        with hire() as others:
            yield others
    elif jobs > 1 and wanted > 1:
        with workers(min(jobs, wanted)) as pool:
            yield pool, jobs
    else:
        yield None, 1


def solve_layout(layout: Layout, limits: Limits) -> Outcome:
    """The stages over one layout; a fault of the layout is returned, so that the others go on."""
    try:
        return build_base(discover()[layout.kind], layout, limits)
    except AuthoringError as error:
        return error


def solve_lines(layout: Layout, limits: Limits) -> Solved | AuthoringError:
    """The same with the levels as lines, which is all that a run wants of them."""
    outcome = solve_layout(layout, limits)
    return outcome if isinstance(outcome, AuthoringError) else solved_of(outcome)

"""The author's pages of a watched site: the report, and a draft of each layout, made when they are asked for.

A draft is worked out in a process of its own, so that neither the rebuild nor the server waits for it. What it was
worked out from is kept beside it: as long as the layout stays as it was, so does its draft.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

from build.author.draft import draft_page
from build.author.report import Holding, report_page
from build.editions import way_up
from build.watch.authored import Authored, Known
from build.watch.signal import Signal
from build.watch.snapshot import Snapshot
from build.watch.solving import Solver
from pipeline.draft import Draft, draft_of
from pipeline.kind import AnyKind
from pipeline.layout import Layout
from pipeline.limits import Limits
from pipeline.wording import visible

REPORT = "report.html"
DRAFTS = "draft/"
"""Below the site's folder: a draft's address goes on with the kind and the layout's name."""

MOST_KEPT = 32
"""How many drafts are kept."""

MOST_TOLD = 3
"""Of how many changed layouts a page shows the way to the draft."""

Name = tuple[str, str]
"""A layout's kind, and its name there."""


class Changed(NamedTuple):
    """A layout that was changed last: the address of its draft from the site's folder on, and what it is called."""

    href: str
    title: str


@dataclass(frozen=True, slots=True)
class _State:
    """The layouts as they are now."""

    number: int = 0
    known: Mapping[Name, Known] | None = None
    """None before any were read."""
    holding: Holding | None = None
    changed: tuple[Changed, ...] = ()


class Desk:
    """What the author's pages are made of. The rebuild puts it here; threads of the server take it."""

    def __init__(self, kinds: Mapping[str, AnyKind], signal: Signal) -> None:
        self._kinds = kinds
        self._signal = signal
        self._state = _State()
        self._solver = Solver(1, Limits(), signal, lambda key, base: None)
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    @property
    def number(self) -> int:
        """Which state it is in: another number, and every page may be another one."""
        return self._state.number

    @property
    def ready(self) -> bool:
        """Whether there are any layouts yet to make pages of."""
        return self._state.known is not None

    @property
    def changed(self) -> tuple[Changed, ...]:
        """The layouts that were changed last, but for those that were there at the start."""
        return self._state.changed

    @property
    def faulty(self) -> bool:
        """Whether some layouts are at fault, so that one that is missing may be one of them."""
        return bool(self._state.holding and self._state.holding.faults)

    def put(self, authored: Authored) -> None:
        """Take the layouts as they are now."""
        before = self._state
        known = {(one.layout.kind, one.layout.base): one for one in authored.known}
        holding = Holding(authored.levels, authored.left_out, authored.faults)
        # Levels follow from what is known of the layouts, and from what was left out of them.
        rest = holding.left_out, holding.faults, len(holding.levels)
        was = before.holding
        if known == before.known and was and rest == (was.left_out, was.faults, len(was.levels)):
            return
        fresh = [] if before.known is None else [own for name, own in known.items() if before.known.get(name) != own]
        changed = _changed(before.known or {}, fresh) or _still(before.changed, authored.known)
        self._state = _State(before.number + 1, known, holding, changed)

    def has(self, path: str) -> bool:
        """Whether a path is one of the author's pages, be it there or not."""
        return path == REPORT or path.startswith(DRAFTS)

    def page(self, path: str, snapshot: Snapshot) -> bytes | None:
        """The page at such a path in the style of the site's state; None where there is no such layout."""
        up = way_up(path)
        environment, templates = snapshot.environment, snapshot.templates
        if path == REPORT:
            holding = self._state.holding or Holding(())
            return report_page(environment, templates, self._kinds, holding, up).encode()
        kind, _, base = path.removeprefix(DRAFTS).partition("/")
        draft = self._draft((kind, base))
        if draft is None:
            return None
        return draft_page(environment, templates, self._kinds[kind], draft, up).encode()

    def close(self) -> None:
        """End its process."""
        self._closed = True
        self._signal.nudge()
        with self._lock:
            self._solver.close()

    def _draft(self, name: Name) -> Draft | None:
        """The draft of a layout as it is now; None where there is none, or all is to end."""
        with self._lock:
            while not self._closed and not self._signal.ended:
                state = self._state
                known = (state.known or {}).get(name)
                if known is None:
                    return None
                if draft := self._kept(known):
                    return draft
                task = {known.key: partial(draft_of, known.layout)}
                found = self._solver.run(task, lambda state=state: self._is_over(state))  # type: ignore[misc]
                draft = found[known.key] if found else None
                if isinstance(draft, Draft):
                    self._keep(known.key, draft)
                    return draft
                if draft is not None:
                    raise draft
        return None

    def _is_over(self, state: _State) -> bool:
        return self._closed or self._signal.ended or self._state.number != state.number

    def _kept(self, known: Known) -> Draft | None:
        """The draft that was worked out of the very same layout, or of one that has another title or place."""
        draft = self._drafts.get(known.key)
        if draft is None or (draft.finding.fault and draft.finding.layout != known.layout):
            return None
        self._drafts.move_to_end(known.key)
        return replace(draft, finding=replace(draft.finding, layout=known.layout))

    def _keep(self, key: str, draft: Draft) -> None:
        self._drafts[key] = draft
        self._drafts.move_to_end(key)
        while len(self._drafts) > MOST_KEPT:
            self._drafts.popitem(last=False)


def draft_address(layout: Layout) -> str:
    """Where the draft of a layout is, seen from the site's folder."""
    return f"{DRAFTS}{layout.kind}/{quote(layout.base)}"


def _changed(before: Mapping[Name, Known], fresh: Iterable[Known]) -> tuple[Changed, ...]:
    """Those layouts that are not only at another place than before: what stands above them may have grown."""
    found = [own for own in fresh if _is_other(before.get((own.layout.kind, own.layout.base)), own)]
    layouts = [own.layout for own in found[:MOST_TOLD]]
    return tuple(Changed(draft_address(layout), visible(layout.title or layout.base)) for layout in layouts)


def _still(changed: Iterable[Changed], known: Iterable[Known]) -> tuple[Changed, ...]:
    """Those that still have a draft: what was deleted has none."""
    there = {draft_address(one.layout) for one in known}
    return tuple(one for one in changed if one.href in there)


def _is_other(before: Known | None, now: Known) -> bool:
    return before is None or (before.key, before.layout.title) != (now.key, now.layout.title)

"""Layouts: YAML of shipped ones, spoilt and read as the pipeline reads it; and boards of them that are solved."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

from pipeline.checking import Effort, in_order, told
from pipeline.checking import look as look_at
from pipeline.layout import COMMON_KEYS, Layout, layouts_of
from pipeline.source import parse_documents
from tests.fuzz.mutate import IN_YAML, ON_BOARDS, in_bytes, spoilt, with_key, with_value
from tests.fuzz.target import Came, Room, Target
from tests.fuzz.told import UntoldError, check_faults

FILE = "layouts/a file.yaml"
MOST = 6
"""Layouts in one input."""

NODES = 300
"""Conflicts for each question of a board: few, since what is asked is whether a board is at fault that nobody drew."""
TRIES = 3
SMALL = 400
"""Characters of a document whose board is solved."""


def layout_targets(room: Room) -> Iterator[Target]:
    """The layouts of every kind."""
    texts = {kind: tuple(_documents(room, kind)) for kind in room.kinds}
    keys = {name: sorted(COMMON_KEYS | kind.keys) for name, kind in room.kinds.items()}

    def layout(random: Random) -> bytes:
        kind = random.choice(sorted(texts))
        chosen = random.choices(texts[kind], k=random.choice((1, 1, 1, 1, 2, MOST)))
        mutations = (*IN_YAML, with_key(keys[kind]), with_key(keys[kind]))
        text = spoilt("---\n".join(chosen), random, mutations)
        return in_bytes(f"kind: {kind}\n{text}" if random.random() < 0.9 else text, random)

    def board(random: Random) -> bytes:
        kind = random.choice(sorted(texts))
        text = random.choice([text for text in texts[kind] if len(text) < SMALL])
        mutations = (*ON_BOARDS, with_key(keys[kind]), with_value)
        return f"kind: {kind}\n{spoilt(text, random, mutations, most=3)}".encode("utf-8", "replace")

    yield Target("layouts", 4_400, 5, layout, lambda data: _read(room, data), 0.02)
    yield Target("boards", 350, 20, board, lambda data: _looked_at(room, data), 0.1)


def _documents(room: Room, kind: str) -> Iterator[str]:
    """Those of the files of a kind, the smaller half of them: a large one is read as a small one is."""
    for path in sorted((room.layouts / kind).glob("*.yaml")):
        for text in path.read_text(encoding="utf-8").split("---\n"):
            if len(text) < 2 * SMALL and ": |\n" in text:
                yield text


def _read(room: Room, data: bytes) -> Came:
    return Came.GOOD if _layouts(room, data) else Came.REFUSED


def _layouts(room: Room, data: bytes) -> list[Layout]:
    layouts, faults = layouts_of(parse_documents(data, FILE), "", "a file", FILE, room.kinds)
    check_faults(faults, FILE, len(data) + 1)
    if not layouts and not faults:
        raise UntoldError("neither a layout nor a fault")
    for layout in layouts:
        if pickle.loads(pickle.dumps(layout)) != layout:
            raise UntoldError("another process has another layout")
    return layouts


def _looked_at(room: Room, data: bytes) -> Came:
    """As ``kotae check`` looks at a file and tells of it, as text and as JSON."""
    layouts = _layouts(room, data)
    findings = [look_at(layout, Effort(NODES, TRIES)) for layout in layouts]
    results = in_order(room.kinds, findings, [])
    for as_json in (False, True):
        for text in told(room.kinds, results, as_json):
            text.encode()
    check_faults([finding.fault for finding in findings if finding.fault], FILE)
    return Came.GOOD if any(finding.base for finding in findings) else Came.REFUSED

"""What is written is read again as it was, whatever people write into titles and names."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build.config import read_config
from build.settled import settled
from pipeline.base import build_base
from pipeline.catalogue import Level, level_line, read_line
from pipeline.document import REFUSED
from pipeline.kind import discover, package_of
from pipeline.layout import layouts_of
from pipeline.limits import Limits
from pipeline.source import parse_documents, read_documents

KINDS = discover()

TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)
"""All that a file can hold, as JSON writes it."""
SHOWN = TEXTS.map(lambda text: REFUSED.sub("", text).replace("\n", " ").strip()).filter(bool)
"""All that a layout takes as a text."""


@pytest.fixture(scope="module")
def level() -> Level:
    """The shortest of those that a new site begins with: all kinds are written alike."""
    levels = []
    for name, kind in KINDS.items():
        reading = read_documents(package_of(kind) / "starter.yaml", "a.yaml")
        layouts, _ = layouts_of(reading, name, "a", "a.yaml", KINDS)
        levels.append(build_base(kind, layouts[0], Limits()).levels[0])
    return min(levels, key=lambda level: len(level_line(level)))


@given(TEXTS, TEXTS, st.integers(0, 10**18))
def test_catalogue_line_is_read_as_it_was_written(level: Level, title: str, author: str, nodes: int) -> None:
    """A line is one line, also where a title holds what ends lines elsewhere, and no character is lost."""
    level = replace(level, title=title, author=author, metrics=replace(level.metrics, nodes=nodes))
    line = level_line(level)
    assert line.count(b"\n") == 1
    assert read_line(line, Path("a.jsonl"), 1) == level


@given(SHOWN, SHOWN)
def test_layout_says_what_its_author_wrote(title: str, author: str) -> None:
    """In quotes any text that can be seen is taken as it is."""
    said = "".join(
        f"{key}: {json.dumps(text, ensure_ascii=False)}\n" for key, text in (("title", title), ("author", author))
    )
    reading = parse_documents(f"kind: akari\n{said}walls: |\n  .#\n  ..\n".encode(), "a.yaml")
    (layout,), faults = layouts_of(reading, "akari", "a", "a.yaml", KINDS)
    assert not faults
    assert (layout.title, layout.author) == (title, author)


@given(SHOWN)
def test_settings_say_what_their_author_wrote(tmp_path_factory: pytest.TempPathFactory, title: str) -> None:
    """A title stays as it is but for what would turn its surroundings, and settling it again changes nothing."""
    path = tmp_path_factory.getbasetemp() / "round_trip.yaml"
    path.write_text(f"title: {json.dumps(title, ensure_ascii=False)}\n", encoding="utf-8")
    if settled(title):
        said = read_config(path).title
        assert said == settled(title)
        assert isinstance(said, str)
        assert settled(said) == said

"""Images made in the browser are those that the pipeline has proved, and hints lead through them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from build.hints import steps
from build.templates import Templates
from build.words import read_kind_words
from pipeline.catalogue import Level
from pipeline.grid import Symmetry
from pipeline.kind import AnyKind, discover
from site_templates import ROOT
from tests.conftest import Shipped

from .test_hints import follow

IMAGES = 120
PARTLY = 30

every_kind = pytest.mark.parametrize("kind", list(discover()))


def seen_as(kind: AnyKind, level: Level, image: str) -> Level:
    """An image of a level as the pipeline makes it, without a trace."""
    puzzle = kind.read_grid(level.grid, level.rules)
    turned = kind.turn(puzzle, image)
    grid = kind.grid(turned)
    answer = kind.turn_answer(puzzle, kind.read_answer(puzzle, level.answer), image)
    size = {"rows": len(grid), "cols": len(grid[0])}
    return replace(
        level, grid=grid, rules=kind.rules(turned), answer=kind.answer_grid(turned, answer), trace=(), **size
    )


def chosen(levels: Iterable[Level]) -> list[tuple[Level, str]]:
    """Images of every name that a catalogue has, as many as a test can look at; the largest board's among them."""
    pairs = [(level, image) for level in levels for image in level.images[1:]]
    large = max(level.rows * level.cols for level, _ in pairs)
    keep = [(level, image) for level, image in pairs if level.rows * level.cols == large][:1]
    some = keep + random.Random(5).sample(pairs, min(IMAGES, len(pairs)))
    assert {image for _, image in some} == {image for _, image in pairs}
    return some


@every_kind
def test_images_in_the_browser_are_those_of_the_pipeline_and_hints_solve_them(
    node: str, kinds: dict[str, AnyKind], shipped: Shipped, kind: str
) -> None:
    """Board, rules and answer are equal, and the level's own trace leads to the end of each from wherever one is."""
    some = chosen(shipped.of(kind))
    levels, images = [level for level, _ in some], [image for _, image in some]
    said = follow(node, kinds[kind], levels, partly=PARTLY, images=images)
    expected = [seen_as(kinds[kind], level, image) for level, image in some]
    for seen, answer, level in zip(said["seen"], said["answers"], expected, strict=True):
        assert seen == {"rows": level.rows, "cols": level.cols, "grid": [*level.grid], "rules": dict(level.rules)}
        assert answer == sorted(place for step in steps(kinds[kind], level) for place in step.yes)
    assert [one for one in (*said["start"], *said["partly"]) if not one.get("solved")] == []


@every_kind
def test_images_of_a_kind_have_a_name_for_what_is_its_own(shipped: Shipped, kind: str) -> None:
    """Whatever an image of a level has in its name after the symmetry has a word, and no other has."""
    own = {image.partition("+")[2] for level in shipped.of(kind) for image in level.images} - {""}
    words = read_kind_words(Templates(ROOT, discover()).folder(kind) / "words.yaml", "en")
    assert set(words.under("play.image.", strip=True)) == own


@every_kind
def test_images_that_swap_sides_are_made_in_the_browser_too(
    node: str, kinds: dict[str, AnyKind], shipped: Shipped, kind: str
) -> None:
    """A catalogue has none of a board that is no square, but a kind may: rows and columns change places."""
    oblong = [level for level in shipped.of(kind) if level.rows != level.cols][:6]
    turns = [symmetry.value for symmetry in Symmetry if symmetry.swaps_sides]
    some = [(level, image) for level in oblong for image in turns]
    assert some
    said = follow(node, kinds[kind], [level for level, _ in some], images=[image for _, image in some])
    for seen, (level, image) in zip(said["seen"], some, strict=True):
        assert seen["grid"] == [*seen_as(kinds[kind], level, image).grid]
        assert (seen["rows"], seen["cols"]) == (level.cols, level.rows)
    assert all(one["solved"] for one in said["start"])

"""Looking at one layout: the same levels as a run, and never an exception for a layout that fails."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from click import unstyle as unstyled

from pipeline.base import REPORT, EnginesDisagree, build_base
from pipeline.errors import LayoutRuleError, UndecidedError
from pipeline.finding import Found
from pipeline.finding_json import finding_json
from pipeline.finding_svg import finding_svg
from pipeline.finding_text import finding_text
from pipeline.inspect import inspect_layout
from pipeline.kind import AnyKind, Change, NoneUnique, Swap, discover
from pipeline.layout import Layout, read_layout, read_layouts
from pipeline.limits import Limits
from pipeline.solving import solve_layout
from pipeline.source import parse_documents
from tests.conftest import ROOT, TOY

every_kind = pytest.mark.parametrize("name", list(discover()))

FAILING = {
    Found.AMBIGUOUS: "clues: fixed\nwalls: |\n  ...\n  .#.\n  ...\n",
    Found.NONE_UNIQUE: "walls: |\n  ..\n  ..\n",
    Found.UNSOLVABLE: "clues: fixed\nwalls: |\n  .0.\n  0.0\n  .0.\n",
}


def small(kinds: dict[str, AnyKind], name: str) -> Layout:
    """A small layout of a kind that works."""
    root = (TOY if kinds[name].folder else ROOT) / "layouts"
    layouts, _ = read_layouts(min((root / name).glob("*.yaml")), root, kinds)
    return layouts[0]


def failing(kinds: dict[str, AnyKind], found: Found) -> Layout:
    """A layout of which this is to be found out."""
    (document,) = parse_documents(FAILING[found].encode(), "failing.yaml").documents
    return read_layout(document, "failing", "akari", kinds)


@every_kind
def test_inspect_gives_the_levels_that_a_run_makes(kinds: dict[str, AnyKind], name: str) -> None:
    """For every kind, and what is told of them can be told in every form."""
    layout = small(kinds, name)
    finding = inspect_layout(kinds[name], layout)
    assert finding.found is Found.UNIQUE
    assert finding.base == build_base(kinds[name], layout, Limits())
    assert (finding.fault, finding.answers, finding.advice, finding.open) == (None, (), (), 0)
    for tell in (finding_text, finding_svg):
        assert all(level.tier in tell(kinds[name], finding) for level in finding.base.levels)
    assert f'"kind": "{name}"' in finding_json(finding)


@pytest.mark.parametrize("found", FAILING)
def test_inspect_says_of_a_failing_layout_what_a_run_says(kinds: dict[str, AnyKind], found: Found) -> None:
    """The same message at the same place; and a finding goes to another process whole."""
    layout = failing(kinds, found)
    finding = inspect_layout(kinds["akari"], layout)
    assert finding.found is found
    error = solve_layout(layout, Limits())
    assert isinstance(error, LayoutRuleError)
    assert isinstance(finding.fault, LayoutRuleError)
    assert (finding.fault.message, finding.fault.location) == (error.message, error.location)
    again = pickle.loads(pickle.dumps(finding))
    assert finding_json(again) == finding_json(finding)


def test_inspect_without_a_budget_is_undecided(kinds: dict[str, AnyKind]) -> None:
    """Nothing is said of answers that were not counted."""
    for found in (Found.AMBIGUOUS, Found.NONE_UNIQUE):
        finding = inspect_layout(kinds["akari"], failing(kinds, found), Limits(choose=0))
        assert finding.found is Found.UNDECIDED
        assert isinstance(finding.fault, UndecidedError)
        assert (finding.answers, finding.common, finding.advice) == ((), None, ())


def test_inspect_leaves_out_what_the_budget_does_not_reach(kinds: dict[str, AnyKind]) -> None:
    """Two answers are told though nobody knows what all answers share; their text says no more than that."""
    finding = inspect_layout(kinds["akari"], failing(kinds, Found.AMBIGUOUS), Limits(prove=0), tries=0)
    assert (finding.found, len(finding.answers), finding.common, finding.open) == (Found.AMBIGUOUS, 2, None, 0)
    text = finding_text(kinds["akari"], finding)
    assert "one answer" in text
    assert "in all answers" not in text
    assert '"common"' not in finding_json(finding)


def test_inspect_tries_no_more_changes_than_it_may(kinds: dict[str, AnyKind]) -> None:
    """And tells of each how many were tried, so that progress can be shown."""
    layout = failing(kinds, Found.UNSOLVABLE)
    told: list[tuple[int, int]] = []
    finding = inspect_layout(kinds["akari"], layout, tries=2, progress=lambda tried, of: told.append((tried, of)))
    assert finding.tried == 2
    assert told == [(1, 2), (2, 2)]
    assert inspect_layout(kinds["akari"], layout, tries=0).tried == 0


def test_changes_that_are_images_of_each_other_are_offered_once(kinds: dict[str, AnyKind]) -> None:
    """On a board that is the same from every side, a wall in one corner is a wall in any."""
    finding = inspect_layout(kinds["akari"], failing(kinds, Found.NONE_UNIQUE))
    assert [advice.words for advice in finding.advice] == ["add a wall at r1c1"]
    assert finding.tried == 1


def test_change_that_does_not_work_is_not_offered(kinds: dict[str, AnyKind]) -> None:
    """A kind may list what it likes: only what was tried and has one answer is told."""
    layout = failing(kinds, Found.NONE_UNIQUE)
    idle = replace(kinds["akari"], changes=lambda board, trouble, symmetry: [Change("do nothing", 1, board)])
    finding = inspect_layout(idle, layout)
    assert (finding.tried, finding.advice) == (1, ())
    assert "none of 1 single change mends it" in finding_text(idle, finding)


def test_kind_that_says_nothing_of_drawings_and_changes_is_told_all_the_same(kinds: dict[str, AnyKind]) -> None:
    """The outline stands for the board, and what can change places is marked on it."""
    bare = replace(kinds["akari"], drawn=None, changes=None, choose=lambda *_: NoneUnique((Swap(1, 2),)))
    finding = inspect_layout(bare, failing(kinds, Found.NONE_UNIQUE))
    assert (finding.found, finding.swaps, finding.grid) == (Found.NONE_UNIQUE, (Swap(1, 2),), ("..", ".."))
    assert "▲ △" in unstyled(finding_text(bare, finding))
    assert 'class="mark second"' in finding_svg(bare, finding)


def test_engines_that_disagree_are_a_fault_of_the_program(
    kinds: dict[str, AnyKind], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told as what it is, with the board, and not raised: the other layouts go on."""

    def disagree(*_: object) -> None:
        raise EnginesDisagree("one says yes, the other no", None, REPORT)

    monkeypatch.setattr("pipeline.inspect.build_numbered", disagree)
    finding = inspect_layout(kinds["akari"], small(kinds, "akari"))
    assert finding.found is Found.DISAGREE
    text = unstyled(finding_text(kinds["akari"], finding, timed=False))
    assert text.startswith("one says yes, the other no\n")
    assert text.endswith("akari 5×5: engines disagree")

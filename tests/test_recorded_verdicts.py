"""Boards that others published have the answers that are recorded of them, when a setter asks on the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from build.cli import main
from tests.recorded import CASES, agrees, recorded, solved

NODES = ("--nodes", "100000", "--no-time")
"""A budget that ends nowhere else on another machine."""
EASY = 140
"""So many characters has the layout of a board of lines that is solved in a moment; all others are benchmarked."""

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the boards of ../shared/cases are not at hand")


def test_boards_have_their_recorded_verdicts_through_the_command() -> None:
    """Under every rule set that is recorded, of every kind; a board that is no layout is told as one."""
    every = list(recorded())
    lines = [case for case in every if "kind: tsunagi" in case.layout and len(case.layout) < EASY]
    cases = [case for case in every if "kind: tsunagi" not in case.layout] + lines[::2]
    wrong = [case.name for case, said in zip(cases, solved(cases, *NODES), strict=True) if not agrees(case, said)]
    assert wrong == []
    assert {case.verdict for case in cases} == {"unique", "ambiguous", "unsolvable"}
    assert len(cases) > 500


def test_published_strings_have_their_recorded_verdicts_as_they_are_typed() -> None:
    """Links and game IDs, as arguments."""
    cases = [case for case in recorded() if case.origin]
    result = CliRunner().invoke(main, ["solve", *(case.origin for case in cases), "--json", *NODES])
    said = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(said) == len(cases) > 50
    assert [case.name for case, item in zip(cases, said, strict=True) if not agrees(case, item)] == []

"""Boards that others published have the answers that are recorded of them, when a setter asks on the command line."""

from __future__ import annotations

from itertools import groupby

import pytest

from tests.recorded import CASES, Recorded, agrees, recorded, solved, typed

NODES = ("--nodes", "100000", "--no-time")
"""A budget that ends nowhere else on another machine."""
EASY = 140
"""So many characters has the layout of a board of lines that is solved in a moment; all others are benchmarked."""

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the boards of ../shared/cases are not at hand")


def _easy() -> list[Recorded]:
    return [case for case in recorded() if case.kind != "tsunagi" or len(case.layout) < EASY]


def test_boards_have_their_recorded_verdicts_through_the_command() -> None:
    """Under every rule set that is recorded, of every kind; a board that is no layout is told as one."""
    easy = _easy()
    cases = [case for number, case in enumerate(easy) if case.kind != "tsunagi" or number % 2 == 0]
    wrong = [case.name for case, said in zip(cases, solved(cases, *NODES), strict=True) if not agrees(case, said)]
    assert wrong == []
    assert {case.verdict for case in cases} == {"unique", "ambiguous", "unsolvable"}
    assert len(cases) > 500


def test_published_strings_have_their_recorded_verdicts_as_they_are_typed() -> None:
    """Links, game IDs, codes and drawn boards, as arguments, read under the rules of the count."""
    cases = sorted((case for case in _easy() if case.origin), key=lambda case: (case.kind, str(case.rules)))
    several = [list(some) for _, some in groupby(cases, lambda case: (case.kind, str(case.rules)))]
    seen = 0
    for some in several:
        wrong = [case.name for case, said in zip(some, typed(some, *NODES), strict=True) if not agrees(case, said)]
        assert wrong == []
        seen += len(some)
    assert seen > 400

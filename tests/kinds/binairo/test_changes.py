"""Single changes of a setter's own Binairo board: givens that make it the only one, and those of a contradiction."""

from __future__ import annotations

import pytest

from pipeline.finding import Finding, Found
from pipeline.grid import Symmetry, turn_rows
from pipeline.inspect import inspect_layout
from pipeline.kinds.binairo import KIND
from pipeline.layout import read_layout
from pipeline.prove import Prover
from pipeline.source import parse_documents
from pipeline.verdict import Unique

ONE_SHORT = "givens: |\n  ..00..\n  .1....\n  ....01\n  ....0.\n  ......\n  ......\n"
TWO_WAYS = "givens: |\n  ..00..\n  .1....\n  ....01\n  10....\n  ....0.\n  ..11..\n"
AT_ODDS = "givens: |\n  01.1\n  ....\n  ...0\n  01.1\n"


def look(text: str) -> Finding:
    """What is found out about a layout."""
    (document,) = parse_documents(text.encode(), "own.yaml").documents
    return inspect_layout(KIND, read_layout(document, "own", "binairo", {"binairo": KIND}))


@pytest.mark.parametrize(
    ("text", "found"),
    [(ONE_SHORT, Found.AMBIGUOUS), (f"symmetry: rotate180\n{TWO_WAYS}", Found.AMBIGUOUS), (AT_ODDS, Found.UNSOLVABLE)],
    ids=["ambiguous", "symmetric", "contradicting"],
)
def test_changes_that_are_offered_work(text: str, found: Found) -> None:
    """Each board has one answer, and a declared symmetry of the givens is kept."""
    finding = look(text)
    assert finding.found is found
    assert finding.advice
    for advice in finding.advice:
        with Prover(KIND.encode(KIND.read_grid(advice.grid, advice.rules))) as prover:
            assert isinstance(prover.count(2).verdict, Unique)
        if finding.layout.symmetry == "rotate180":
            given = tuple("".join(".#"[ch != "."] for ch in row) for row in advice.grid)
            assert turn_rows(given, Symmetry.ROTATE180) == given


def test_contradiction_names_the_fewest_givens_and_where_it_shows() -> None:
    """Two equal rows and no other: the four ones settle both; the zeros beside them are not needed."""
    finding = look(AT_ODDS)
    assert finding.core is not None
    with Prover(KIND.encode(KIND.read_grid(finding.core_grid, finding.rules))) as prover:
        assert prover.count(2).count == 0
    for cell in range(16):
        if finding.core >> cell & 1:
            fewer = KIND.show(KIND.read_grid(finding.grid, finding.rules), finding.core & ~(1 << cell))
            with Prover(KIND.encode(fewer)) as prover:
                assert prover.count(2).count > 0
    assert finding.broken & finding.core == finding.core


def test_nothing_is_offered_that_cannot_be_read() -> None:
    """A given that makes three in a row, or leaves nothing to solve, is no board."""
    assert KIND.changes is not None
    for text in (TWO_WAYS, AT_ODDS):
        finding = look(text)
        for advice in finding.advice:
            drawn = "".join(f"  {row}\n" for row in advice.grid)
            (document,) = parse_documents(f"givens: |\n{drawn}".encode(), "changed.yaml").documents
            read_layout(document, "changed", "binairo", {"binairo": KIND})

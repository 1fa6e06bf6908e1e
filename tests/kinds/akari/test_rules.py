"""The rules of Akari: each broken one is named, with its cells."""

from __future__ import annotations

from itertools import product

import pytest

from pipeline.grid import mask_of
from pipeline.kind import Violation
from pipeline.kinds.akari import rules
from pipeline.kinds.akari.puzzle import WHITE, Puzzle
from tests.kinds.akari.boards import answers, every_layout


def _bulbs(rows: tuple[str, ...]) -> int:
    return mask_of(i for i, ch in enumerate("".join(rows)) if ch == "*")


@pytest.mark.parametrize(
    ("board", "filled", "found"),
    [
        pytest.param((".1",), ("*1",), (), id="solved"),
        pytest.param(("...",), ("..*",), (), id="solved-in-a-row"),
        pytest.param(("#",), ("#",), (), id="nothing-to-light"),
        pytest.param((".#",), ("**",), (Violation("on-wall", (1,)),), id="on-wall"),
        pytest.param((".#",), ("*#", "*."), (Violation("on-wall", (2,)),), id="off-the-board"),
        pytest.param(("...",), ("*.*",), (Violation("sees-bulb", (0, 2)),), id="sees-bulb-across"),
        pytest.param((".", ".", "."), ("*", ".", "*"), (Violation("sees-bulb", (0, 2)),), id="sees-bulb-down"),
        pytest.param((".#.",), ("*#*",), (), id="a-wall-between"),
        pytest.param((".1.",), ("*1*",), (Violation("too-many", (1,)),), id="too-many"),
        pytest.param(("0.",), ("0*",), (Violation("too-many", (0,)),), id="too-many-for-none"),
        pytest.param(("2.",), ("2*",), (Violation("too-few", (0,)),), id="too-few"),
        pytest.param((".#.",), ("*#.",), (Violation("unlit", (2,)),), id="unlit"),
        pytest.param(
            ("..", "1#"),
            ("..", "1#"),
            (Violation("too-few", (2,)), Violation("unlit", (0,)), Violation("unlit", (1,))),
            id="several",
        ),
        pytest.param(
            ("...", "1.1"),
            ("*.*", "1.1"),
            (Violation("sees-bulb", (0, 2)), Violation("unlit", (4,))),
            id="a-lit-cell-beside-an-unlit-one",
        ),
    ],
)
def test_violations_name_each_broken_rule(
    board: tuple[str, ...], filled: tuple[str, ...], found: tuple[Violation, ...]
) -> None:
    """Each board trips exactly the rules that it was drawn for, at the cells where they break."""
    assert rules.violations(Puzzle(board), _bulbs(filled)) == found


def test_violations_count_only_edge_sharing_neighbours() -> None:
    """A bulb at the corner of a numbered wall, or at the other end of its row, is not beside it."""
    board = Puzzle(("...", ".0.", "..."))
    corners = _bulbs(("*..", ".0.", "..*"))
    assert rules.violations(board, corners) == ()
    wrapped = Puzzle(("..", "0#"))
    assert rules.violations(wrapped, _bulbs((".*", "0#"))) == ()


def test_violations_agree_with_the_enumeration_on_small_boards() -> None:
    """On every 2×3 of bare walls the placements that break no rule are those that the enumeration finds."""
    for layout in every_layout(2, 3):
        white = [i for i, ch in enumerate(layout.text) if ch == WHITE]
        legal = {
            mask
            for chosen in product((False, True), repeat=len(white))
            if not rules.violations(layout, mask := mask_of(i for i, on in zip(white, chosen, strict=True) if on))
        }
        assert legal == answers(layout), layout


def test_rules_list_holds_every_name() -> None:
    """Every rule that a violation can name is listed once."""
    assert len(set(rules.RULES)) == len(rules.RULES) == 5

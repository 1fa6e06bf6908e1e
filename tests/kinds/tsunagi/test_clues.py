"""The answer and the waypoints of a Tsunagi layout."""

from __future__ import annotations

import pytest

from pipeline.grid import indices
from pipeline.kind import Chosen, NoneUnique
from pipeline.kinds.tsunagi.clues import choose, explain_swaps, may_clue, number
from pipeline.kinds.tsunagi.lines import inner_cells
from pipeline.kinds.tsunagi.parse import Drawn, read
from pipeline.source import parse_documents
from pipeline.verdict import Budget, Undecided
from tests.kinds.tsunagi.boards import FEATURES, answers, random_boards

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def drawn_of(text: str) -> Drawn:
    """What a layout of this text has drawn."""
    return read(parse_documents(text.encode(), "a.yaml").documents[0])[0]


@pytest.mark.parametrize("feature", FEATURES)
def test_lines_are_chosen_if_no_others_fit_with_every_waypoint_shown(feature: str) -> None:
    """By enumeration; where another fits, it is named by what it does not share."""
    chosen = refused = 0
    for puzzle in random_boards(60, 11, feature):
        found = answers(puzzle)
        for edges in sorted(found)[:3]:
            drawn = Drawn(puzzle.showing(0), edges, NAMES[: len(puzzle.pairs)])
            numbered = number(drawn, edges)
            others = answers(numbered) - {edges}
            choice = choose(drawn, Budget())
            if isinstance(choice, Chosen):
                assert choice.answer == edges
                assert not others
                chosen += 1
            else:
                assert isinstance(choice, NoneUnique)
                swap = choice.swaps[0]
                assert edges & ~swap.first | swap.second in others
                assert "can run two ways" in explain_swaps(drawn, choice)
                refused += 1
    assert chosen > 20
    assert refused > 0 or feature == "apart"


def test_every_cell_between_ends_shows_its_pair() -> None:
    """The full set of waypoints is the inner cells of all lines, and without them the board is as drawn."""
    for puzzle in random_boards(40, 12):
        for edges in sorted(answers(puzzle))[:2]:
            drawn = Drawn(puzzle.showing(0), edges, NAMES[: len(puzzle.pairs)])
            numbered = number(drawn, edges)
            assert numbered.clues == may_clue(drawn) == inner_cells(puzzle, edges)
            assert numbered.showing(0) == drawn.puzzle
            assert edges in answers(numbered)


def test_setters_own_waypoints_are_its_clues() -> None:
    """No other cell can hold one."""
    assert list(indices(may_clue(drawn_of("givens: |\n  A.a\n  ..A\n")))) == [2]


def test_budget_that_ends_leaves_the_choice_open() -> None:
    """A choice that is not decided is never a choice."""
    drawn = drawn_of("answer: |\n  Aaa\n  aaa\n  aaA\nlines:\n  A: [r1c1,r1c2,r1c3,r2c3,r2c2,r2c1,r3c1,r3c2,r3c3]\n")
    assert isinstance(choose(drawn, Budget(nodes=0)), Undecided)
    assert isinstance(choose(drawn, Budget()), NoneUnique)


def test_explanation_names_the_authors_letter_and_the_cells() -> None:
    """From the cell where the line can leave its way to the one where it is back."""
    drawn = drawn_of("answer: |\n  QqqZ\n  QqqZ\nlines:\n  Q: [r1c1, r1c2, r1c3, r2c3, r2c2, r2c1]\n")
    assert drawn.names == "QZ"
    choice = choose(drawn, Budget())
    assert isinstance(choice, Chosen)
    drawn = drawn_of("answer: |\n  Qqq\n  qqQ\nlines:\n  Q: [r1c1, r2c1, r2c2, r1c2, r1c3, r2c3]\nfill: false\n")
    choice = choose(drawn, Budget())
    assert isinstance(choice, Chosen)
    text = "answer: |\n  Qqq\n  qqq\n  qqQ\nlines:\n  Q: [r1c1,r1c2,r1c3,r2c3,r2c2,r2c1,r3c1,r3c2,r3c3]\n"
    choice = choose(drawn_of(text), Budget())
    assert isinstance(choice, NoneUnique)
    assert explain_swaps(drawn_of(text), choice) == "between r1c1 and r3c3 the line of Q can run two ways"


def test_pairs_past_the_alphabet_have_no_waypoints() -> None:
    """With 26 lines each shows them, and with more none does, as other letters come first in other images."""
    for count, shown in ((26, 26), (27, 0), (36, 0), (40, 0)):
        names = (NAMES + "ΓΔΘΛΞΠΣΦΨΩБДЖИ")[:count]
        rows = "".join(f"  {name}{name.lower()}{name}\n" for name in names)
        drawn = drawn_of(f"answer: |\n{rows}")
        assert may_clue(drawn).bit_count() == shown
        assert number(drawn, drawn.edges).clues == may_clue(drawn)

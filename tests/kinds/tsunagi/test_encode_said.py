"""What each variable of Tsunagi's clauses says: it is so in a model of them, read off by itself."""

from __future__ import annotations

import pytest

from pipeline.grid import cell_name
from pipeline.kinds.tsunagi.encode_sat import encode
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.prove import Prover
from pipeline.verdict import Budget
from tests.kinds.tsunagi.boards import FEATURES, joints, puzzle_of, random_boards


def _pairs(puzzle: Puzzle, edges: int) -> dict[int, int]:
    """The pair of each cell that a line of this answer goes by."""
    used = [joint for number, joint in enumerate(joints(puzzle)) if edges >> number & 1]
    pairs = {end: pair for pair, ends in enumerate(puzzle.pairs) for end in ends}
    while (
        more := {
            one: pairs[other] for low, high, _ in used for one, other in ((low, high), (high, low)) if other in pairs
        }.items()
        - pairs.items()
    ):
        pairs |= dict(more)
    return pairs


def test_each_variable_is_so_where_it_says_that_it_is() -> None:
    """Of those beyond places and selectors each says something, and says it rightly of an answer."""
    seen: set[str] = set()
    for puzzle in (board for feature in FEATURES for board in random_boards(25, seed=64, feature=feature)):
        encoding = encode(puzzle)
        assert encoding.meanings
        said = encoding.meanings()
        named = {*encoding.places.values(), *encoding.selectors.values()}
        assert sorted([*said, *named]) == list(range(1, encoding.variables + 1)), puzzle
        with Prover(encoding) as prover:
            if prover.search(list(encoding.selectors.values()), Budget().start()):
                pairs = _pairs(puzzle, encoding.answer(prover.model()))
                for variable, text in said.items():
                    seen.add(_said_rightly(puzzle, pairs, text, so=variable in prover.model()))
    assert seen == {"belongs to one of", "differ in bit", "is not used"}


def _said_rightly(puzzle: Puzzle, pairs: dict[int, int], text: str, so: bool) -> str:
    """What a variable is about, after its text was held to an answer in which it is so or not."""
    index = {cell_name(cell, puzzle.cols): cell for cell in range(len(puzzle.text))}
    match text.split():
        case [cell, "belongs", "to", "one", "of", *letters]:
            if index[cell] in pairs:
                assert so == (puzzle.text[puzzle.pairs[pairs[index[cell]]][0]] in letters), (puzzle, text)
            return "belongs to one of"
        case [cell, "and", other, "differ", "in", "bit", bit]:
            if so and index[cell] in pairs and index[other] in pairs:
                assert (pairs[index[cell]] ^ pairs[index[other]]) >> int(bit) - 1 & 1, (puzzle, text)
            return "differ in bit"
        case [cell, "is", "not", "used"]:
            assert not so or index[cell] not in pairs, (puzzle, text)
            return "is not used"
    raise AssertionError(text)


@pytest.mark.parametrize(("pairs", "bits"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_pairs_are_told_apart_by_no_more_bits_than_they_need(pairs: int, bits: int) -> None:
    """Beside the edges each cell has a variable for each."""
    encoding = encode(puzzle_of("AABBCCDDEE"[: 2 * pairs] + "." * (12 - 2 * pairs), 2))
    assert encoding.variables == len(encoding.places) + 12 * bits


def test_each_square_is_refused_before_a_model_shows_it() -> None:
    """Those of four edges, bridges, walls and blocked cells apart; no other clause is of four edges that are absent."""
    squares = 0
    for puzzle in (board for feature in FEATURES for board in random_boards(10, seed=65, feature=feature)):
        if puzzle.wrap:
            continue
        edge = {joint[:2]: number + 1 for number, joint in enumerate(joints(puzzle)) if joint.bridge < 0}
        wanted = set()
        for cell in range(len(puzzle.text) - puzzle.cols):
            below, right = cell + puzzle.cols, cell % puzzle.cols < puzzle.cols - 1
            sides = ((cell, cell + 1), (below, below + 1), (cell, below), (cell + 1, below + 1))
            if right and all(side in edge for side in sides):
                wanted.add(frozenset(-edge[side] for side in sides))
        encoding = encode(puzzle)
        absent = [clause for clause in encoding.clauses if all(-len(encoding.places) <= one < 0 for one in clause)]
        assert {frozenset(clause) for clause in absent if len(clause) == 4} == wanted, puzzle
        squares += len(wanted)
    assert squares > 50


@pytest.mark.parametrize("fill", [True, False])
def test_ring_of_a_model_is_refused_and_a_way_out_of_it_asked_for(fill: bool) -> None:
    """One of its edges is absent; where all is filled, one of those that lead out of its cells is used."""
    puzzle = puzzle_of("AA.." + "." * 8, 4, fill=fill)
    edge = {joint[:2]: number + 1 for number, joint in enumerate(joints(puzzle))}
    cells = {5, 6, 9, 10}
    ring = [number for ends, number in edge.items() if cells.issuperset(ends)]
    out = [number for ends, number in edge.items() if len(cells.intersection(ends)) == 1]
    repair = encode(puzzle).repair
    assert repair
    cuts = [sorted(clause) for clause in repair(frozenset([edge[0, 1], *ring]))]
    assert cuts == [sorted(-number for number in ring), sorted(out)][: 1 + fill]
    assert repair(frozenset([edge[0, 1]])) == []

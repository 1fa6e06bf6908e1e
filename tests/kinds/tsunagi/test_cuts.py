"""Cuts of Tsunagi: closed loops, and cells that a line has to leave, are read off the board again."""

from __future__ import annotations

from random import Random

from pipeline.kind import discover
from pipeline.kinds.tsunagi.encode_sat import encode
from pipeline.prove import Prover
from tests.cuts import accounted_for
from tests.kinds.tsunagi.boards import FEATURES, puzzle_of, random_boards

KIND = discover()["tsunagi"]


def test_cuts_follow_and_clauses_like_them_that_do_not_are_none() -> None:
    """Beside every answer of random boards of each sort, bridges, gaps and joined borders among them."""
    random = Random(4)
    cuts = refused = 0
    for feature in FEATURES:
        for puzzle in random_boards(16, 3, feature):
            with Prover(encode(puzzle)) as prover:
                counted = prover.count(300, clues=0)
            if counted.count < 300:
                found, none = accounted_for(KIND, puzzle, counted.solutions, random)
                cuts, refused = cuts + found, refused + none
    assert min(cuts, refused) > 20


def test_loop_and_the_way_out_of_it_are_told_in_cells() -> None:
    """On the border of a board nobody's line closes; with gaps nothing has to leave it."""
    text = "...." + "...." + "...." + "AB.B" + "A..."
    puzzle = puzzle_of(text, 4)
    assert KIND.why_cut
    edges = {KIND.place_name(puzzle, place): place + 1 for place in KIND.encode(puzzle).places}
    around = ["r1c1-r1c2", "r1c2-r1c3", "r1c3-r2c3", "r2c2-r2c3", "r2c1-r2c2", "r1c1-r2c1"]
    loop = [-edges[name] for name in around]
    assert KIND.why_cut(puzzle, loop) == "no line closes around r1c1 r1c2 r1c3 r2c1 r2c2 r2c3"
    assert KIND.why_cut(puzzle, loop[1:]) is None
    out = [edges[name] for name in ("r1c3-r1c4", "r2c3-r2c4", "r2c1-r3c1", "r2c2-r3c2", "r2c3-r3c3")]
    assert KIND.why_cut(puzzle, out) == "a line leaves r1c1 r1c2 r1c3 r2c1 r2c2 r2c3, where no end is"
    assert KIND.why_cut(puzzle, out[1:]) is None
    assert KIND.why_cut(puzzle_of(text, 4, fill=False), out) is None

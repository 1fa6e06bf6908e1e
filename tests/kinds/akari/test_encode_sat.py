"""Akari as clauses: right against plain enumeration, and against boards that others counted."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.blank import blank, blank_encoding, removal_order
from pipeline.grid import indices, mask_of
from pipeline.kinds.akari import KIND
from pipeline.kinds.akari.encode_sat import _choices, encode
from pipeline.kinds.akari.puzzle import BULB, Puzzle
from pipeline.prove import Forced, Prover
from pipeline.solver import SOLVERS
from pipeline.verdict import Ambiguous, Unique, Unsolvable
from tests.kinds.akari.boards import (
    answers,
    every_clueing,
    every_layout,
    numbers,
    random_boards,
    random_layout,
    sampled_clueings,
)

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "akari.jsonl"
SHAPES = [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (2, 2), (2, 3)]


def _found(puzzle: Puzzle) -> frozenset[int]:
    with Prover(encode(puzzle)) as prover:
        counted = prover.count(10_000)
    assert not counted.gave_up
    assert len(set(counted.solutions)) == counted.count
    return frozenset(counted.solutions)


@pytest.mark.parametrize(("beside", "count"), [(beside, count) for beside in range(5) for count in range(beside + 1)])
def test_number_says_exactly_so_many(beside: int, count: int) -> None:
    """Of all fillings of the cells beside a wall those with that many bulbs pass, and without its number all do."""
    cells = range(1, beside + 1)
    clauses = [choice([-9, *cells, *(-cell for cell in cells)]) for choice in _choices(beside, count)]
    for bulbs in product((False, True), repeat=beside):
        true = {cell if bulb else -cell for cell, bulb in zip(cells, bulbs, strict=True)}
        assert all(true & {*clause} for clause in clauses) == (sum(bulbs) == count)
    assert all(-9 in clause for clause in clauses)


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_prover_finds_every_answer_of_every_small_board(rows: int, cols: int) -> None:
    """On every board of this shape, with every choice of numbers, it finds the answers that there are."""
    for layout in every_layout(rows, cols):
        needs = {bulbs: numbers(layout, bulbs) for bulbs in answers(layout)}
        for puzzle in every_clueing(layout):
            shown = {wall: int(puzzle.text[wall]) for wall in indices(puzzle.clues)}
            legal = {bulbs for bulbs, need in needs.items() if shown.items() <= need.items()}
            assert _found(puzzle) == legal, puzzle


def test_prover_finds_every_answer_on_all_walls_of_three_by_three() -> None:
    """All 512 layouts, each with sampled numbers."""
    random = Random(34)
    for layout in every_layout(3, 3):
        for puzzle in sampled_clueings(layout, answers(layout), 6, random):
            assert _found(puzzle) == answers(puzzle), puzzle


def test_prover_finds_every_answer_of_random_boards() -> None:
    """400 boards up to 5×5, of every shape."""
    for puzzle in random_boards(400, seed=55):
        assert _found(puzzle) == answers(puzzle), puzzle


def test_prover_names_forced_cells_and_contradicting_clues() -> None:
    """On random boards: the cells that all answers share, or numbers that leave none and cannot be fewer."""
    cores = set()
    for puzzle in random_boards(400, seed=56):
        legal = answers(puzzle)
        with Prover(encode(puzzle)) as prover:
            if legal:
                yes = mask_of(cell for cell in indices(puzzle.white) if all(bulbs >> cell & 1 for bulbs in legal))
                no = mask_of(cell for cell in indices(puzzle.white) if not any(bulbs >> cell & 1 for bulbs in legal))
                assert prover.forced() == Forced(yes, no)
                continue
            core = prover.core()
        assert not answers(puzzle.showing(core))
        assert all(answers(puzzle.showing(core & ~(1 << clue))) for clue in indices(core))
        cores.add(core.bit_count())
    assert {1, 2} <= cores


@pytest.mark.parametrize(
    ("rows", "count"),
    [(("..", ".."), 2), (("...", ".#.", "..."), 7), ((".",), 1), (("4..", "...", "..."), 0), (("#", "0", "."), 0)],
)
def test_prover_counts_degenerate_boards(rows: tuple[str, ...], count: int) -> None:
    """An open 2×2, one wall in the middle, one cell, a number that has no room, a cell that nothing may light."""
    assert len(_found(Puzzle(rows))) == count


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_blank_leaves_what_a_fresh_count_per_clue_leaves(solver: str) -> None:
    """Greedy to the letter on small boards, in seeded orders, with clues to keep, whichever solver is asked."""
    random = Random(57)
    for seed in range(60):
        layout = random_layout(random)
        legal = answers(layout)
        if not legal:
            continue
        bulbs = random.choice(sorted(legal))
        puzzle = layout.numbered(numbers(layout, bulbs))
        if answers(puzzle) != {bulbs}:
            continue
        order = removal_order(seed, puzzle.clues)
        keep = mask_of(clue for clue in order if random.random() < 0.2)
        shown = puzzle.clues
        for clue in order:
            if not keep >> clue & 1 and len(answers(puzzle.showing(shown & ~(1 << clue)))) == 1:
                shown &= ~(1 << clue)
        assert blank_encoding(encode(puzzle), bulbs, order, keep, solver=solver).clues == shown
        assert blank(KIND, puzzle, bulbs, order, keep).clues == shown


def test_core_names_the_numbers_that_contradict() -> None:
    """Two numbers that want the same cell lit and dark; the third has no part in it."""
    with Prover(encode(Puzzle(("0.1", "..#", "###", "1.#")))) as prover:
        assert prover.verdict() == Unsolvable()
        assert prover.verdict(explain=True) == Unsolvable(0b101)


@pytest.mark.skipif(not CASES.exists(), reason="the boards of ../shared/cases are not at hand")
def test_prover_agrees_with_published_boards() -> None:
    """The recorded verdict of every board, and its answer where there is one."""
    for line in CASES.read_text(encoding="utf-8").splitlines():
        board: dict[str, Any] = json.loads(line)
        puzzle = Puzzle(tuple(board["grid"]))
        with Prover(encode(puzzle)) as prover:
            verdict = prover.verdict()
        match board["counted"]:
            case 0:
                assert isinstance(verdict, Unsolvable), board["id"]
            case 1:
                bulbs = mask_of(i for i, ch in enumerate("".join(board["answer"])) if ch == BULB)
                assert verdict == Unique(bulbs), board["id"]
            case _:
                assert isinstance(verdict, Ambiguous), board["id"]

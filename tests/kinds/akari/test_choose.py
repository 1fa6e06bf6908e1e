"""Choosing the bulbs: found exactly where some arrangement has numbers of its own, refused with a reason elsewhere."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.grid import beside, indices
from pipeline.kind import Choice, Chosen, NoneUnique
from pipeline.kinds.akari.choose import choose
from pipeline.kinds.akari.clues import number
from pipeline.kinds.akari.encode_sat import encode
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.prove import Prover
from pipeline.verdict import Budget, Undecided, Unique
from tests.kinds.akari.boards import answers, every_layout, puzzle_of, random_layout, sampled_clueings

LAYOUTS = Path(__file__).resolve().parents[4] / "shared" / "bench_boards" / "akari_layouts.jsonl"


def _choose(puzzle: Puzzle, seed: int = 0) -> Choice[int]:
    return choose(Walls(puzzle), Budget(), seed)


def _numbers(puzzle: Puzzle, bulbs: int) -> tuple[int, ...]:
    return tuple((beside(wall, puzzle.rows, puzzle.cols) & bulbs).bit_count() for wall in indices(puzzle.walls))


def _check(puzzle: Puzzle, choice: Choice[int]) -> None:
    """A chosen arrangement has numbers of its own, and where none was chosen no arrangement has."""
    legal = answers(puzzle)
    alike = Counter(_numbers(puzzle, bulbs) for bulbs in legal)
    lonely = {bulbs for bulbs in legal if alike[_numbers(puzzle, bulbs)] == 1}
    if isinstance(choice, Chosen):
        assert choice.answer in lonely, puzzle
        return
    assert isinstance(choice, NoneUnique)
    assert not lonely, puzzle
    _check_reason(puzzle, choice, legal)


def _check_reason(puzzle: Puzzle, none: NoneUnique, legal: frozenset[int]) -> None:
    """With the pinned numbers that are named, every arrangement allows one of the exchanges that are named."""
    named = answers(puzzle.showing(none.clues))
    both_ways = [pair for swap in none.swaps for pair in ((swap.first, swap.second), (swap.second, swap.first))]
    for old, new in both_ways:
        assert _numbers(puzzle, old) == _numbers(puzzle, new)
    for bulbs in named:
        assert any(bulbs & old == old and bulbs & ~old | new in named for old, new in both_ways), puzzle
    if not legal:
        assert not none.swaps
        assert all(answers(puzzle.showing(none.clues & ~(1 << clue))) for clue in indices(none.clues))


def test_choose_decides_all_walls_of_three_by_three() -> None:
    """All layouts but the one without a white cell."""
    decided: Counter[type] = Counter()
    for layout in every_layout(3, 3):
        if layout.white:
            choice = _choose(layout)
            _check(layout, choice)
            decided[type(choice)] += 1
    assert set(decided) == {Chosen, NoneUnique}


def test_choose_decides_random_walls_with_and_without_pinned_numbers() -> None:
    """Up to 5×5 in every shape, numbers pinned that come from an arrangement or that contradict."""
    random = Random(58)
    decided: Counter[tuple[bool, ...]] = Counter()
    for seed in range(250):
        layout = random_layout(random)
        if not layout.white:
            continue
        for puzzle in (layout, *sampled_clueings(layout, answers(layout), 2, random)):
            choice = _choose(puzzle, seed % 3)
            _check(puzzle, choice)
            reason = (bool(choice.swaps), bool(choice.clues)) if isinstance(choice, NoneUnique) else ()
            decided[reason] += 1
    assert set(decided) == {(), (True, False), (True, True), (False, True)}


def test_pinned_numbers_that_contradict_are_named() -> None:
    """Two of the three leave no arrangement; the third is not named."""
    assert _choose(Puzzle(("0.1", "..#", "###", "1.#"))) == NoneUnique(clues=0b101)


def test_choose_keeps_pinned_numbers() -> None:
    """The numbers of the answer are those that the author wrote."""
    random = Random(59)
    kept = 0
    for _ in range(60):
        layout = random_layout(random)
        for puzzle in sampled_clueings(layout, answers(layout), 1, random) if layout.white else ():
            choice = _choose(puzzle)
            if isinstance(choice, Chosen):
                numbered = number(Walls(puzzle), choice.answer)
                assert all(numbered.text[clue] == puzzle.text[clue] for clue in indices(puzzle.clues))
                kept += puzzle.clues.bit_count()
    assert kept > 10


def test_choose_repeats_itself_and_another_seed_finds_others() -> None:
    """The same seed gives the same bulbs."""
    walls = puzzle_of("....#.....#......#...#.....#.......#....#..#.........#....#.#....#", 11)
    found = [_choose(walls, seed) for seed in range(8)]
    assert found == [_choose(walls, seed) for seed in range(8)]
    assert len({choice.answer for choice in found if isinstance(choice, Chosen)}) > 1


def test_choose_that_runs_out_of_budget_is_undecided() -> None:
    """An open board takes more than one round."""
    open_board = puzzle_of("." * 36, 6)
    for nodes in (0, 1, 5, 20):
        assert isinstance(choose(Walls(open_board), Budget(nodes=nodes)), Undecided)


@pytest.mark.skipif(not LAYOUTS.exists(), reason="the layouts of ../shared/bench_boards are not at hand")
def test_choose_decides_the_recorded_layouts() -> None:
    """From 7×7 to 30×30, as recorded; what is chosen is proved unique with its numbers."""
    for line in LAYOUTS.read_text(encoding="utf-8").splitlines():
        layout: dict[str, Any] = json.loads(line)
        walls = Walls(Puzzle(tuple(layout["walls"])))
        choice = choose(walls, Budget())
        assert layout["numberable"] in (None, isinstance(choice, Chosen)), layout["id"]
        if isinstance(choice, Chosen):
            with Prover(encode(number(walls, choice.answer))) as prover:
                assert prover.verdict() == Unique(choice.answer)

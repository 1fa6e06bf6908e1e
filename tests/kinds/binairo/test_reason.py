"""The Binairo engines: right against plain enumeration, and every technique decides what it is named for."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.consequences import Trials, one_by_one
from pipeline.grid import indices, mask_of
from pipeline.kind import NewRequest
from pipeline.kinds.binairo.encode_again import encode_again
from pipeline.kinds.binairo.encode_sat import encode
from pipeline.kinds.binairo.generate import generate
from pipeline.kinds.binairo.puzzle import OPEN, Puzzle
from pipeline.kinds.binairo.reason import DIRECT, BinairoReasoner, reasoner
from pipeline.kinds.binairo.rules import violations
from pipeline.prove import Encoding, Forced, Prover
from pipeline.reasoner import Contradiction, Position
from pipeline.search import count, derive
from pipeline.trial import assumptions, refutation_rounds
from pipeline.verdict import Budget
from tests.kinds.binairo.boards import answers, puzzle_of, random_boards

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "binairo.jsonl"


def _reasoned(puzzle: Puzzle) -> frozenset[int]:
    counted = count(reasoner(puzzle), limit=100_000)
    assert not counted.gave_up
    assert len(set(counted.solutions)) == counted.count
    return frozenset(counted.solutions)


def _proved(
    puzzle: Puzzle, limit: int = 100_000, wording: Callable[[Puzzle], Encoding[int]] = encode
) -> frozenset[int]:
    with Prover(wording(puzzle)) as prover:
        counted = prover.count(limit)
    assert len(set(counted.solutions)) == counted.count
    return frozenset(counted.solutions)


@pytest.mark.parametrize(("unique", "wanted"), [(True, 72), (False, 90)])
def test_empty_four_by_four_has_the_known_count(unique: bool, wanted: int) -> None:
    """72 answers, 90 where equal lines are allowed, by enumeration and both engines."""
    puzzle = puzzle_of(OPEN * 16, 4, unique)
    assert len(answers(puzzle)) == wanted
    assert _reasoned(puzzle) == _proved(puzzle) == _proved(puzzle, wording=encode_again) == answers(puzzle)


@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("givens", range(1, 7))
def test_engines_find_every_answer_of_small_boards(givens: int, unique: bool) -> None:
    """4×4 boards with up to six givens: sampled places, every choice of stones in them."""
    random = Random(givens)
    for _ in range(10):
        places = random.sample(range(16), givens)
        for stones in product("01", repeat=givens):
            cells = dict(zip(places, stones, strict=True))
            puzzle = puzzle_of("".join(cells.get(i, OPEN) for i in range(16)), 4, unique)
            wanted = answers(puzzle)
            assert _reasoned(puzzle) == wanted, puzzle
            assert _proved(puzzle) == wanted, puzzle


def test_engines_find_every_answer_of_random_boards() -> None:
    """Boards of every shape up to 6×6 and both rules; they have none, one and several answers."""
    seen: set[int] = set()
    for puzzle in random_boards(250, seed=55):
        wanted = answers(puzzle)
        assert _reasoned(puzzle) == wanted, puzzle
        for wording in (encode, encode_again):
            some = _proved(puzzle, 12, wording)
            assert some <= wanted, puzzle
            assert len(some) == min(len(wanted), 12), puzzle
        seen.add(min(len(wanted), 2))
    assert seen == {0, 1, 2}


@pytest.mark.parametrize("wording", [encode, encode_again])
def test_provers_name_forced_cells(wording: Callable[[Puzzle], Encoding[int]]) -> None:
    """The cells that hold a 1 in every answer, and those that hold a 0 in every one, in their own places."""
    for text in ("1..1............", "0.0.1...........", "................"):
        legal = answers(puzzle := puzzle_of(text, 4))
        yes = mask_of(cell for cell in range(16) if all(ones >> cell & 1 for ones in legal))
        no = mask_of(cell for cell in range(16) if not any(ones >> cell & 1 for ones in legal))
        with Prover(wording(puzzle)) as prover:
            assert prover.forced() == Forced(yes, no), text


@pytest.mark.parametrize(("rows", "cols"), [(4, 8), (24, 4), (16, 6)])
def test_crowded_board_has_no_answer(rows: int, cols: int) -> None:
    """More lines than words: both engines say so at once, and that there are answers where lines may be equal; the
    techniques that know of equal lines see it, too."""
    crowded = puzzle_of(OPEN * rows * cols, cols)
    assert count(reasoner(crowded)).count == 0
    assert [derive(reasoner(crowded), rank).contradiction for rank in (1, 2, 3)] == [False, False, True]
    assert _proved(crowded) == _proved(crowded, wording=encode_again) == frozenset()
    free = puzzle_of(OPEN * rows * cols, cols, unique=False)
    assert count(reasoner(free)).count == len(_proved(free, 2)) == len(_proved(free, 2, encode_again)) == 2


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (6, 4), (4, 6), (18, 16)])
def test_first_look_at_a_model_says_whether_it_needs_repair(rows: int, cols: int) -> None:
    """Where lines are equal, and only there, whatever the solver adds behind the cells; past 255 cells as well."""
    random = Random(rows * cols)
    encoding = encode(puzzle_of(OPEN * rows * cols, cols))
    assert encoding.intact
    assert encoding.repair
    seen = set()
    for _ in range(200):
        lines = [[random.choice((-1, 1)) for _ in range(cols)] for _ in range(rows)]
        if random.random() < 0.3:
            lines[random.randrange(rows)] = lines[random.randrange(rows)]
        signs = [sign for line in lines for sign in line] + random.choices((-1, 1), k=3)
        model = [sign * variable for variable, sign in enumerate(signs, 1)]
        needs_none = encoding.repair(frozenset(literal for literal in model if literal > 0)) == []
        assert encoding.intact(model) == needs_none
        seen.add(needs_none)
    assert seen == {True, False}


def _cases() -> list[dict[str, Any]]:
    if not CASES.exists():
        return []
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.skipif(not CASES.exists(), reason="the published boards are kept outside the repository")
@pytest.mark.parametrize(("key", "unique"), [("counted", True), ("counted_without_unique_lines", False)])
def test_published_boards_have_their_recorded_count_and_answer(key: str, unique: bool) -> None:
    """Under both rules, by both engines; the reasoner gives up on none."""
    for case in _cases():
        if key not in case:
            continue
        puzzle = Puzzle(tuple(case["grid"]), unique)
        counted = count(reasoner(puzzle), 2, Budget(nodes=3000))
        assert not counted.gave_up, case["id"]
        assert counted.count == len(proved := _proved(puzzle, 2)) == case[key], case["id"]
        if counted.count == 1:
            assert proved == {counted.solution}, case["id"]
            assert counted.solution is not None
            assert not violations(puzzle, counted.solution), case["id"]
            if unique == case.get("rule_unique", True) and case.get("answer"):
                assert puzzle.answered(counted.solution).board == tuple(case["answer"]), case["id"]


def _given(ready: BinairoReasoner) -> Position:
    opened = ready.open_round()
    assert opened is not None
    return opened


@pytest.mark.parametrize(
    ("technique", "before", "after"),
    [
        pytest.param("pair", ".11...", "0110..", id="pair"),
        pytest.param("pair", "00....", "001...", id="pair-at-the-edge"),
        pytest.param("pair", ".1.1..", ".1.1..", id="no-pair"),
        pytest.param("sandwich", ".1.1..", ".101..", id="sandwich"),
        pytest.param("quota", "1.1..1", "101001", id="quota"),
        pytest.param("whole line", "1...1.", "1...10", id="whole-line"),
        pytest.param("whole line", "......", "......", id="whole-line-with-nothing-to-say"),
    ],
)
def test_technique_decides_what_it_is_named_for(technique: str, before: str, after: str) -> None:
    """All steps of one technique together, on the first row of an empty board and on its first column."""
    named = next(t for t in DIRECT if t.name == technique)
    for puzzle, wanted in (
        (puzzle_of(before.ljust(36, OPEN), 6), puzzle_of(after.ljust(36, OPEN), 6)),
        (Puzzle(tuple(ch + "....." for ch in before)), Puzzle(tuple(ch + "....." for ch in after))),
    ):
        ready = reasoner(puzzle)
        yes, no = _given(ready)
        for step in ready.find(named, Position(yes, no)):
            assert step.technique == technique
            yes |= step.yes
            no |= step.no
        assert Position(yes, no) == _given(reasoner(wanted))


def test_finished_line_is_not_repeated() -> None:
    """Two open cells that would make a row equal to a finished one take the other stones."""
    board = ("010110", "......", "..1...", "......", "......", "......")
    ready = reasoner(Puzzle(board))
    finished = next(t for t in DIRECT if t.name == "finished line")
    steps = list(ready.find(finished, _given(ready)))
    assert steps == []
    board = ("010110", "......", "01..10", "......", "......", "......")
    ready = reasoner(Puzzle(board))
    (step,) = ready.find(finished, _given(ready))
    assert (step.yes, step.no) == (1 << 14, 1 << 15)
    assert step.follows & 0b111111 == 0b111111
    assert list(reasoner(Puzzle(board, unique_lines=False)).find(finished, _given(ready))) == []


def test_technique_says_which_rule_is_broken() -> None:
    """Three in a row, a full half and one more, two equal lines, a line that no word fits."""
    for technique, board, follows in (
        ("pair", ("111...", *["......"] * 5), 0b111),
        ("quota", ("11.1.1", *["......"] * 5), 0b101011),
        ("quota", ("010110", "......", "010110", *["......"] * 3), 0b111111 | 0b111111 << 12),
        ("whole line", ("1.1..0", "......", "......", *["......"] * 3), 0),
    ):
        ready = reasoner(Puzzle(board))
        named = next(t for t in DIRECT if t.name == technique)
        if not follows:
            list(ready.find(named, _given(ready)))
            continue
        with pytest.raises(Contradiction) as broken:
            list(ready.find(named, _given(ready)))
        assert broken.value.follows == follows


def test_trial_sees_equal_lines() -> None:
    """An assumption whose forced moves finish a line equal to another is refuted."""
    ready = reasoner(Puzzle(("010110", "......", "01..10", "......", "......", "......")))
    known = _given(ready)
    assert refutation_rounds(ready, known, Position(0, 1 << 14), 2) == 1


@pytest.mark.parametrize("side", [6, 10])
def test_trials_kept_while_a_board_fills_are_those_tried_afresh(side: int) -> None:
    """Cells become known one or two at a time, with all that follows; equal lines are seen by the last cell of each.

    Where no time is left at times, none is gone on with, and what comes after is the same.
    """
    random = Random(side)
    ready = reasoner(Puzzle((OPEN * side,) * side))
    spent = Budget(seconds=-1).start()
    broken = kept = 0
    for _ in range(60 // side):
        text = generate(NewRequest(side, side, "none", {"unique-lines": True}), random)
        answer = _given(reasoner(Puzzle(tuple(text.split()[2:]))))
        trials, known = Trials(ready), Position(0, 0)
        while left := list(indices(ready.places & ~(known.yes | known.no))):
            tried = list(assumptions(mask_of(left), answer if len(left) % 3 else None))
            afresh = [one for one in tried if refutation_rounds(ready, known, one, None) is not None]
            if random.random() < 0.2:
                assert not trials.broken(known, tried, spent)
            assert trials.broken(known, tried) == afresh
            for one in tried:
                begun, limit = Position(known.yes | one.yes, known.no | one.no), random.choice((None, 0, 1, 2))
                assert ready.drawn_out(begun, one, limit) == one_by_one(ready, begun, one, limit)
            broken += len(afresh)
            kept += len(tried) - len(afresh)
            some = mask_of(random.sample(left, min(len(left), 2)))
            fresh = Position(answer.yes & some, answer.no & some)
            _, known = one_by_one(ready, Position(known.yes | fresh.yes, known.no | fresh.no), fresh, None)
    assert broken > 40
    assert kept > 1000

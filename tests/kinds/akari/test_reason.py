"""The Akari reasoner: right against plain enumeration, and every step stands on what it says it follows from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.grid import indices, mask_of, permutation, symmetries, turn_mask, turn_rows
from pipeline.kinds.akari.puzzle import BULB, Puzzle
from pipeline.kinds.akari.reason import DIRECT, TECHNIQUES, AkariReasoner, reasoner
from pipeline.kinds.akari.rules import violations
from pipeline.reasoner import Contradiction, Position, Step
from pipeline.search import Derivation, count, derive, explain
from pipeline.trial import assumptions, refutation_rounds, trial_step
from pipeline.verdict import Budget
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
SHAPES = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


def _found(puzzle: Puzzle) -> frozenset[int]:
    counted = count(reasoner(puzzle), limit=10_000)
    assert not counted.gave_up
    assert len(set(counted.solutions)) == counted.count
    return frozenset(counted.solutions)


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_reasoner_finds_every_answer_of_every_small_board(rows: int, cols: int) -> None:
    """On every board of this shape, with every choice of numbers, it finds the answers that there are."""
    for layout in every_layout(rows, cols):
        needs = {bulbs: numbers(layout, bulbs) for bulbs in answers(layout)}
        for puzzle in every_clueing(layout):
            shown = {wall: int(puzzle.text[wall]) for wall in indices(puzzle.clues)}
            legal = {bulbs for bulbs, need in needs.items() if shown.items() <= need.items()}
            assert _found(puzzle) == legal, puzzle


def test_reasoner_finds_every_answer_on_all_walls_of_three_by_three() -> None:
    """All 512 layouts, each with sampled numbers."""
    random = Random(33)
    for layout in every_layout(3, 3):
        for puzzle in sampled_clueings(layout, answers(layout), 6, random):
            assert _found(puzzle) == answers(puzzle), puzzle


def test_reasoner_finds_every_answer_of_random_boards() -> None:
    """2,000 boards of any shape up to 5×5; they have none, one and several answers."""
    seen: set[int] = set()
    for puzzle in random_boards(2000, seed=55):
        found = _found(puzzle)
        assert found == answers(puzzle), puzzle
        seen.add(min(len(found), 2))
    assert seen == {0, 1, 2}


def _cases() -> list[dict[str, Any]]:
    if not CASES.exists():
        return []
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.skipif(not CASES.exists(), reason="the published boards are kept outside the repository")
def test_reasoner_gives_published_boards_their_recorded_verdict() -> None:
    """Wherever the search ends within its budget, verdict and answer are as recorded; it ends on nearly all."""
    stalled = 0
    for case in _cases():
        puzzle = Puzzle(tuple(case["grid"]))
        counted = count(reasoner(puzzle), 2, Budget(nodes=3000))
        if counted.gave_up:
            stalled += 1
            continue
        assert counted.count == case["counted"], case["id"]
        if counted.count == 1:
            assert counted.solution == mask_of(i for i, ch in enumerate("".join(case["answer"])) if ch == BULB)
            assert not violations(puzzle, counted.solution), case["id"]
    assert stalled <= len(_cases()) // 10


def _boards(how_many: int, seed: int) -> Iterator[tuple[Puzzle, AkariReasoner]]:
    """Boards with exactly one answer, up to 7×7, each with as few numbers as keep it unique."""
    random = Random(seed)
    while how_many:
        layout = random_layout(random, 7)
        some = count(reasoner(layout), 1).solution
        if some is None:
            continue
        puzzle = layout.numbered(numbers(layout, some))
        ready = reasoner(puzzle)
        if count(ready).count != 1:
            continue
        shown = puzzle.clues
        for wall in random.sample(sorted(indices(shown)), shown.bit_count()):
            if count(ready.showing(shown & ~(1 << wall))).count == 1:
                shown &= ~(1 << wall)
        if layout.white.bit_count() > 8:
            how_many -= 1
            yield puzzle.showing(shown), ready.showing(shown)


def _round(ready: AkariReasoner, position: Position, rank: int) -> Position | None:
    """One pass of the named techniques up to a rank, over the whole board; None where a rule breaks."""
    yes = no = 0
    try:
        for technique in DIRECT:
            if technique.rank <= rank:
                for step in ready.find(technique, position):
                    yes |= step.yes
                    no |= step.no
    except Contradiction:
        return None
    return Position(yes, no)


def _forced_closure(ready: AkariReasoner) -> Position | None:
    """What the forced moves decide from the start; None where a rule breaks."""
    position, fresh = Position(0, 0), _round(ready, Position(0, 0), 1)
    while fresh is not None and fresh != (0, 0):
        position = Position(position.yes | fresh.yes, position.no | fresh.no)
        if position.yes & position.no:
            return None
        fresh = ready.forced(position, fresh)
    return position if fresh is not None else None


def test_forced_round_is_one_pass_of_the_rank_one_techniques() -> None:
    """From settled positions of random boards, after any assumption, round by round."""
    for puzzle in random_boards(400, seed=1):
        ready = reasoner(puzzle)
        settled = _forced_closure(ready)
        for assumed in assumptions(ready.places & ~(settled.yes | settled.no)) if settled else ():
            assert settled is not None
            position = Position(settled.yes | assumed.yes, settled.no | assumed.no)
            fresh: Position | None = assumed
            while fresh is not None and fresh != (0, 0) and not position.yes & position.no:
                fresh = ready.forced(position, fresh)
                assert fresh == _round(ready, position, 1), (puzzle, position)
                if fresh is not None:
                    position = Position(position.yes | fresh.yes, position.no | fresh.no)


def test_forced_closure_is_what_rank_one_derives() -> None:
    """The fast rounds and the named techniques end in the same position, or see the same contradiction."""
    for puzzle in random_boards(600, seed=2):
        ready = reasoner(puzzle)
        closed, derived = _forced_closure(ready), derive(ready, 1)
        assert (closed is None) == derived.contradiction, puzzle
        if closed is not None:
            assert derived.position == closed, puzzle


def test_opening_round_is_one_pass_of_the_direct_techniques() -> None:
    """The first round looks at every rule of both ranks."""
    for puzzle in random_boards(600, seed=12):
        ready = reasoner(puzzle)
        assert ready.open_round() == _round(ready, Position(0, 0), 2), puzzle


def test_settling_is_the_closure_of_the_direct_techniques() -> None:
    """The search's fast path decides what rank 2 derives, also from an assumption."""
    random = Random(13)
    for puzzle in random_boards(1200, seed=13):
        ready = reasoner(puzzle)
        first = ready.open_round()
        settled = ready.settle(first, first) if first is not None else None
        derived = derive(ready, 2)
        assert (settled is None) == derived.contradiction, puzzle
        if settled is None or derived.solved:
            continue
        assert settled == derived.position, puzzle
        assumed = random.choice(list(assumptions(ready.places & ~(settled.yes | settled.no))))
        start = Position(settled.yes | assumed.yes, settled.no | assumed.no)
        closed, broken = _closure(ready, start)
        again = ready.settle(start, assumed)
        assert again == (None if broken else closed), (puzzle, assumed)


def _closure(ready: AkariReasoner, position: Position) -> tuple[Position, bool]:
    while True:
        more = _round(ready, position, 2)
        if more is None or (position.yes | more.yes) & (position.no | more.no):
            return position, True
        if more == (0, 0):
            return position, False
        position = Position(position.yes | more.yes, position.no | more.no)


def _replay(ready: AkariReasoner, step: Step, trace: Derivation) -> None:
    """Repeat one step from its premises alone."""
    premises = Position(step.follows & trace.position.yes, step.follows & trace.position.no)
    assert premises.yes | premises.no == step.follows
    bare = ready.showing(step.clues)
    direct = {technique.name: technique for technique in DIRECT}
    if step.technique in direct:
        again = list(bare.find(direct[step.technique], premises))
        assert any(not step.yes & ~more.yes and not step.no & ~more.no for more in again), step
    elif step.technique == "search":
        assumed = Position(premises.yes | step.no, premises.no | step.yes)
        assert count(bare, 1, None, assumed).count == 0
    else:
        repeated = trial_step(bare, premises, Position(step.no, step.yes))
        assert (repeated.yes, repeated.no) == (step.yes, step.no)
        assert repeated.rank <= step.rank


def test_every_step_stands_on_its_premises_alone() -> None:
    """With only the places in ``follows`` set and only the numbers in ``clues`` shown, the technique decides the same;
    no step follows from what comes after it, and the trace fills the board with the answer."""
    used: set[str] = set()
    for puzzle, ready in _boards(60, seed=3):
        trace = explain(ready)
        assert trace.solved, puzzle
        assert not violations(puzzle, trace.position.yes)
        known = 0
        for step in trace.steps:
            assert not step.follows & ~known
            assert not (step.yes | step.no) & known
            assert step.yes | step.no
            assert step.focus
            assert not step.clues & ~puzzle.clues
            _replay(ready, step, trace)
            known |= step.yes | step.no
            used.add(step.technique)
    assert used >= {technique.name for technique in TECHNIQUES if technique.rank <= 3}


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_steps_of_a_derivation_stand_on_their_premises_alone(rank: int) -> None:
    """The same for the wholesale derivation, at each rank, on boards with and without an answer."""
    for puzzle in random_boards(150, seed=4):
        ready = reasoner(puzzle)
        derived = derive(ready, rank)
        if not derived.contradiction:
            for step in derived.steps:
                _replay(ready, step, derived)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_derivation_without_a_clue_is_the_one_from_scratch(rank: int) -> None:
    """Carrying over the steps that do not rest on a clue gives what the board without it gives."""
    for puzzle, ready in _boards(25, seed=5):
        whole = derive(ready, rank)
        for clue in indices(puzzle.clues):
            fewer = ready.showing(puzzle.clues & ~(1 << clue))
            scratch = derive(fewer, rank)
            assert derive(fewer, rank, whole.without(clue)).position == scratch.position
            assert not scratch.position.yes & ~whole.position.yes
            assert not scratch.position.no & ~whole.position.no


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_derivation_does_not_depend_on_the_order(rank: int) -> None:
    """Steps taken one at a time in a random order, trials among them, end in the same position."""
    random = Random(6)
    for _, ready in _boards(25, seed=6):
        position = Position(0, 0)
        while steps := _possible(ready, position, rank):
            step = random.choice(steps)
            position = Position(position.yes | step.yes, position.no | step.no)
        assert position == derive(ready, rank).position


def _possible(ready: AkariReasoner, position: Position, rank: int) -> list[Step]:
    """The new steps of a random technique: trials only where nothing is forced, as their length is defined there."""
    steps = [
        step
        for technique in DIRECT
        if technique.rank <= rank
        for step in ready.find(technique, position)
        if step.yes & ~position.yes or step.no & ~position.no
    ]
    if steps or rank < 3:
        return steps
    return [
        trial_step(ready, position, assumed)
        for assumed in assumptions(ready.places & ~(position.yes | position.no))
        if refutation_rounds(ready, position, assumed, 2) is not None
    ]


def test_rank_is_the_same_on_every_image() -> None:
    """Turned or mirrored, a board needs the same rank, and each rank decides the turned cells."""
    ranks: set[int] = set()
    for puzzle, ready in _boards(40, seed=7):
        rank = explain(ready).rank
        ranks.add(rank)
        derived = [derive(ready, r).position for r in (1, 2, 3)]
        for symmetry in symmetries(puzzle.rows, puzzle.cols):
            image = reasoner(Puzzle(turn_rows(puzzle.board, symmetry)))
            source = permutation(symmetry, puzzle.rows, puzzle.cols)
            assert explain(image).rank == rank, (puzzle, symmetry)
            for r, position in zip((1, 2, 3), derived, strict=True):
                turned = Position(turn_mask(position.yes, source), turn_mask(position.no, source))
                assert derive(image, r).position == turned
    assert ranks >= {1, 2, 3}


def test_rank_is_the_least_that_derives_the_answer() -> None:
    """A trace never uses a rank that the board does not need."""
    for _, ready in _boards(40, seed=8):
        least = next((rank for rank in (1, 2, 3) if derive(ready, rank).solved), 4)
        assert explain(ready).rank == least


def test_showing_gives_the_reasoner_of_the_board_with_those_numbers() -> None:
    """Hiding numbers on a prepared reasoner is the same as preparing the board without them."""
    random = Random(9)
    for puzzle in random_boards(100, seed=9):
        shown = puzzle.clues & random.getrandbits(25)
        prepared = reasoner(puzzle).showing(shown)
        fresh = reasoner(puzzle.showing(shown))
        assert prepared.clues == fresh.clues
        assert derive(prepared, 3) == derive(fresh, 3)


@pytest.mark.parametrize(
    ("technique", "before", "after"),
    [
        pytest.param("beam", ("*.#.", "...."), ("*x#.", "x..."), id="beam-up-to-a-wall"),
        pytest.param("full wall", ("*1.", "..."), ("*1x", ".x."), id="full-wall"),
        pytest.param("full wall", (".0.", "..."), ("x0x", ".x."), id="full-wall-of-zero"),
        pytest.param("hungry wall", (".2.", ".x."), ("*2*", ".x."), id="hungry-wall"),
        pytest.param("hungry wall", ("#2.", "..."), ("#2*", ".*."), id="hungry-wall-at-the-edge"),
        pytest.param("last light source", ("x#", ".#"), ("x#", "*#"), id="last-source-of-a-dotted-cell"),
        pytest.param("last light source", (".#", "#."), ("*#", "#*"), id="last-source-is-the-cell-itself"),
        pytest.param("last light source", ("*x", "x."), ("*x", "x*"), id="lit-cells-need-no-source"),
        pytest.param("both sources", ("x.", ".."), ("x.", ".x"), id="both-sources"),
        pytest.param("both sources", ("..", ".."), ("..", ".."), id="both-sources-but-a-bulb-lights-the-cell"),
        pytest.param("wall corner", ("...", ".3.", "..."), ("x.x", ".3.", "x.x"), id="wall-corner-of-three"),
        pytest.param("wall corner", ("...", ".2.", ".x."), ("x.x", ".2.", ".x."), id="wall-corner-of-two"),
        pytest.param("wall corner", ("1.", ".."), ("1.", ".x"), id="wall-corner-of-one"),
        pytest.param("wall corner", ("...", ".2.", "..."), ("...", ".2.", "..."), id="wall-with-two-to-spare"),
    ],
)
def test_technique_decides_what_it_is_named_for(
    technique: str, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    """All steps of one technique together, on a board drawn for it: ``*`` a bulb, ``x`` a dot."""
    ready, position = _drawn(before)
    found = list(ready.find(next(t for t in DIRECT if t.name == technique), position))
    yes, no = position
    for step in found:
        assert step.technique == technique
        yes |= step.yes
        no |= step.no
    assert Position(yes, no) == _drawn(after)[1]


def test_technique_says_which_rule_is_broken() -> None:
    """Bulbs that see each other, a wall with too many, one with too few, a cell that stays dark."""
    for technique, drawing, follows, clues, focus in (
        ("beam", ("*x*",), 0b101, 0, 0b101),
        ("full wall", ("*1*",), 0b101, 0b010, 0b010),
        ("hungry wall", (".2x",), 0b100, 0b010, 0b010),
        ("last light source", ("xx", "##"), 0b11, 0, 0b01),
    ):
        ready, position = _drawn(drawing)
        with pytest.raises(Contradiction) as broken:
            list(ready.find(next(t for t in DIRECT if t.name == technique), position))
        assert (broken.value.follows, broken.value.clues, broken.value.focus) == (follows, clues, focus)


def _drawn(rows: tuple[str, ...]) -> tuple[AkariReasoner, Position]:
    text = "".join(rows)
    board = Puzzle(tuple(row.replace("*", ".").replace("x", ".") for row in rows))
    marked = (mask_of(i for i, ch in enumerate(text) if ch == mark) for mark in "*x")
    return reasoner(board), Position(*marked)

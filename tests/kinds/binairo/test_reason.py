"""The Binairo engines: right against plain enumeration, and every step stands on what it says it follows from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.grid import indices, permutation, symmetries, turn_mask
from pipeline.kinds.binairo import images
from pipeline.kinds.binairo.encode_sat import encode
from pipeline.kinds.binairo.puzzle import OPEN, Puzzle
from pipeline.kinds.binairo.reason import DIRECT, TECHNIQUES, BinairoReasoner, reasoner
from pipeline.kinds.binairo.rules import violations
from pipeline.prove import Prover
from pipeline.reasoner import Contradiction, Position, Step
from pipeline.search import Derivation, count, derive, explain
from pipeline.trial import assumptions, refutation_rounds, trial_step
from pipeline.verdict import Budget
from tests.kinds.binairo.boards import answers, grids, puzzle_of, random_boards

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "binairo.jsonl"


def _reasoned(puzzle: Puzzle) -> frozenset[int]:
    counted = count(reasoner(puzzle), limit=100_000)
    assert not counted.gave_up
    assert len(set(counted.solutions)) == counted.count
    return frozenset(counted.solutions)


def _proved(puzzle: Puzzle, limit: int = 100_000) -> frozenset[int]:
    with Prover(encode(puzzle)) as prover:
        counted = prover.count(limit)
    assert len(set(counted.solutions)) == counted.count
    return frozenset(counted.solutions)


@pytest.mark.parametrize(("unique", "wanted"), [(True, 72), (False, 90)])
def test_empty_four_by_four_has_the_known_count(unique: bool, wanted: int) -> None:
    """72 answers, 90 where equal lines are allowed, by enumeration and both engines."""
    puzzle = puzzle_of(OPEN * 16, 4, unique)
    assert len(answers(puzzle)) == wanted
    assert _reasoned(puzzle) == _proved(puzzle) == answers(puzzle)


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
        some = _proved(puzzle, 12)
        assert some <= wanted, puzzle
        assert len(some) == min(len(wanted), 12), puzzle
        seen.add(min(len(wanted), 2))
    assert seen == {0, 1, 2}


@pytest.mark.parametrize(("rows", "cols"), [(4, 8), (24, 4), (16, 6)])
def test_crowded_board_has_no_answer(rows: int, cols: int) -> None:
    """More lines than words: both engines say so at once, and that there are answers where lines may be equal."""
    crowded = puzzle_of(OPEN * rows * cols, cols)
    assert count(reasoner(crowded)).count == 0
    assert _proved(crowded) == frozenset()
    free = puzzle_of(OPEN * rows * cols, cols, unique=False)
    assert count(reasoner(free)).count == len(_proved(free, 2)) == 2


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


def _boards(how_many: int, seed: int, side: int = 6) -> Iterator[tuple[Puzzle, BinairoReasoner]]:
    """Boards with exactly one answer, each with as few givens as keep it unique."""
    random = Random(seed)
    for _ in range(how_many):
        unique = random.random() < 0.8
        puzzle = puzzle_of(random.choice(grids(side, side, unique)), side, unique)
        ready = reasoner(puzzle)
        shown = puzzle.clues
        for cell in random.sample(range(side * side), side * side):
            if count(ready.showing(shown & ~(1 << cell))).count == 1:
                shown &= ~(1 << cell)
        yield puzzle.showing(shown), ready.showing(shown)


def _given(ready: BinairoReasoner) -> Position:
    opened = ready.open_round()
    assert opened is not None
    return opened


def _round(ready: BinairoReasoner, position: Position) -> Position | None:
    """One round of forced moves by the named techniques, over the whole board; None where a rule breaks."""
    yes = no = 0
    try:
        for technique in DIRECT:
            if technique.rank == 1:
                for step in ready.find(technique, position):
                    yes |= step.yes
                    no |= step.no
    except Contradiction:
        return None
    return Position(yes, no)


def test_forced_round_is_one_pass_of_the_rank_one_techniques() -> None:
    """From settled positions of random boards, after any assumption, round by round."""
    for puzzle in random_boards(40, seed=1):
        ready = reasoner(puzzle)
        derived = derive(ready, 1)
        for assumed in assumptions(ready.places & ~(derived.position.yes | derived.position.no)):
            if derived.contradiction:
                break
            position = Position(derived.position.yes | assumed.yes, derived.position.no | assumed.no)
            fresh: Position | None = assumed
            while fresh is not None and fresh != (0, 0) and not position.yes & position.no:
                fresh = ready.forced(position, fresh)
                assert fresh == _round(ready, position), (puzzle, position)
                if fresh is not None:
                    position = Position(position.yes | fresh.yes, position.no | fresh.no)


def test_settling_is_the_closure_of_the_direct_techniques() -> None:
    """What the fast path decides is what the named techniques decide, and it sees the same contradictions."""
    for puzzle in random_boards(150, seed=2):
        ready = reasoner(puzzle)
        settled = ready.settle(_given(ready), _given(ready))
        position: Position | None = _given(ready)
        while position is not None:
            more = _pass(ready, position)
            if more == position:
                break
            position = more
        assert settled == position, puzzle


def _pass(ready: BinairoReasoner, position: Position) -> Position | None:
    """Every direct technique once; None where a rule breaks."""
    yes, no = position
    try:
        for technique in DIRECT:
            for step in ready.find(technique, Position(yes, no)):
                yes |= step.yes
                no |= step.no
                if yes & no:
                    return None
    except Contradiction:
        return None
    return Position(yes, no)


def _replay(ready: BinairoReasoner, step: Step, trace: Derivation) -> None:
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
    """With only the places in ``follows`` known the technique decides the same; no step follows from what comes after
    it or decides a given, and the trace fills the board with the answer."""
    used: set[str] = set()
    for puzzle, ready in _boards(40, seed=3):
        trace = explain(ready)
        assert trace.solved, puzzle
        assert not violations(puzzle, trace.position.yes)
        known = puzzle.clues
        for step in trace.steps:
            assert not step.follows & ~known
            assert not (step.yes | step.no) & known
            assert step.yes | step.no
            assert step.focus
            _replay(ready, step, trace)
            known |= step.yes | step.no
            used.add(step.technique)
    assert used >= {technique.name for technique in TECHNIQUES if technique.rank <= 3}


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_steps_of_a_derivation_stand_on_their_premises_alone(rank: int) -> None:
    """The same for the wholesale derivation, at each rank, on boards with and without an answer."""
    for puzzle in random_boards(50, seed=4):
        ready = reasoner(puzzle)
        derived = derive(ready, rank)
        if not derived.contradiction:
            for step in derived.steps:
                _replay(ready, step, derived)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_derivation_without_a_clue_is_the_one_from_scratch(rank: int) -> None:
    """Carrying over the steps that do not rest on a given yields what the board without it yields."""
    for puzzle, ready in _boards(12, seed=5):
        whole = derive(ready, rank)
        assert whole.uses == puzzle.clues
        for clue in indices(puzzle.clues):
            fewer = ready.showing(puzzle.clues & ~(1 << clue))
            scratch = derive(fewer, rank)
            assert derive(fewer, rank, whole.without(clue)).position == scratch.position
            assert not scratch.position.yes & ~whole.position.yes
            assert not scratch.position.no & ~whole.position.no


def test_rank_is_the_same_on_every_image() -> None:
    """Turned, mirrored or with its stones exchanged a board needs the same rank, and each rank decides the image of
    the same cells."""
    ranks: set[int] = set()
    for puzzle, ready in _boards(10, seed=7):
        rank = explain(ready).rank
        ranks.add(rank)
        derived = [derive(ready, r).position for r in (1, 2, 3)]
        for image in images.images(puzzle):
            turned = reasoner(images.turn(puzzle, image))
            assert explain(turned).rank == rank, (puzzle, image)
            plain = next(s for s in symmetries(6, 6) if s.value == image.removesuffix(images.SWAPPED))
            source = permutation(plain, 6, 6)
            for r, position in zip((1, 2, 3), derived, strict=True):
                wanted = Position(turn_mask(position.yes, source), turn_mask(position.no, source))
                if image.endswith(images.SWAPPED):
                    wanted = Position(wanted.no, wanted.yes)
                assert derive(turned, r).position == wanted
    assert len(ranks) > 1


def test_showing_gives_the_reasoner_of_the_board_with_those_givens() -> None:
    """Hiding givens on a prepared reasoner is the same as preparing the board without them."""
    random = Random(9)
    for puzzle in random_boards(60, seed=9):
        shown = puzzle.clues & random.getrandbits(36)
        prepared = reasoner(puzzle).showing(shown)
        fresh = reasoner(puzzle.showing(shown))
        assert prepared.clues == fresh.clues == shown
        assert derive(prepared, 3) == derive(fresh, 3)


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

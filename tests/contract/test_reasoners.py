"""Laws of every kind's reasoner: each step stands on what it says it follows from, the quick half decides what the
named techniques decide, and neither the order nor the way a board is turned changes what a rank can do.

What is a kind's own stands in ``tests/kinds/<kind>/boards.py``, found by the kind's name:

``random_boards(count: int, seed: int) -> Iterator[Puzzle]``
    so many small boards, among them some with no answer, with one and with several;
``minimal_boards(count: int, seed: int) -> Iterator[Puzzle]``
    so many small boards with exactly one answer and no clue to spare, of mixed ranks; thirty of them, those of seed 3
    at least, use between them every technique up to rank 3.

Both yield what the kind's ``reasoner`` takes, and the same boards for the same seed on every machine. Places need not
be cells: a place of an image is found by turning the answer in which it alone is a yes. Every kind of the house has
such boards; an installed one that brings none here is left to its own tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

import pytest

from pipeline.grid import indices, mask_of
from pipeline.kind import AnyKind, discover
from pipeline.reached import Sufficing, reached
from pipeline.reasoner import Contradiction, Position, Reasoner, Step, since
from pipeline.search import Derivation, count, derive, explain
from pipeline.tier import thin
from pipeline.trial import SHORT_TRIAL_ROUNDS, assumptions, refutation_rounds, trial_step
from tests.conftest import ROOT

Ready = Reasoner[Any]

KINDS = {
    name: kind
    for name, kind in discover().items()
    if kind.folder is None or (ROOT / "tests" / "kinds" / name / "boards.py").exists()
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
every_rank = pytest.mark.parametrize("rank", [1, 2, 3])


class Boards(Protocol):
    """What a kind brings to be tested on; see above."""

    def random_boards(self, count: int, seed: int) -> Iterator[Any]: ...

    def minimal_boards(self, count: int, seed: int) -> Iterator[Any]: ...


def _boards(kind: AnyKind) -> Boards:
    return cast(Boards, import_module(f"tests.kinds.{kind.name}.boards"))


@cache
def _minimal(name: str) -> tuple[Any, ...]:
    """Minimal boards of a kind, which take long to find: the laws share them."""
    return tuple(_boards(KINDS[name]).minimal_boards(30, seed=3))


def _given(ready: Ready) -> Position:
    """The places that clues answer by themselves."""
    yes = no = 0
    for step in ready.givens:
        yes |= step.yes
        no |= step.no
    return Position(yes, no)


def _and(position: Position, more: Position | None) -> Position | None:
    """Both together; None where a rule is broken, or a place would be both."""
    if more is None:
        return None
    yes, no = position.yes | more.yes, position.no | more.no
    return None if yes & no else Position(yes, no)


def _pass(ready: Ready, position: Position, rank: int) -> Position | None:
    """What is known after one pass of the named techniques up to a rank, each over the whole of this position."""
    yes = no = 0
    try:
        for technique in ready.techniques:
            if technique.rank <= rank:
                for step in ready.find(technique, position):
                    yes |= step.yes
                    no |= step.no
    except Contradiction:
        return None
    return _and(position, Position(yes, no))


def _closure(ready: Ready, position: Position | None) -> Position | None:
    """Passes of all named techniques until none adds anything; None where a rule breaks."""
    while position is not None:
        more = _pass(ready, position, 4)
        if more == position:
            break
        position = more
    return position


def _open(ready: Ready, position: Position) -> int:
    return ready.places & ~(position.yes | position.no)


@every_kind
def test_forced_round_is_one_pass_of_the_rank_one_techniques(kind: AnyKind) -> None:
    """From settled positions of random boards, after any assumption, round by round."""
    for puzzle in _boards(kind).random_boards(40, seed=1):
        ready = kind.reasoner(puzzle)
        derived = derive(ready, 1)
        for assumed in () if derived.contradiction else assumptions(_open(ready, derived.position)):
            position, fresh = _and(derived.position, assumed), assumed
            while position is not None and fresh != (0, 0):
                after = _and(position, ready.forced(position, fresh))
                assert after == _pass(ready, position, 1), (puzzle, position)
                fresh = since(position, after or position)
                position = after


@every_kind
def test_forced_rounds_end_where_rank_one_derives(kind: AnyKind) -> None:
    """The quick rounds and the named techniques end in the same position, or see the same contradiction."""
    for puzzle in _boards(kind).random_boards(120, seed=2):
        ready = kind.reasoner(puzzle)
        before = _given(ready)
        position = _pass(ready, before, 1)
        while position is not None and position != before:
            before, position = position, _and(position, ready.forced(position, since(before, position)))
        derived = derive(ready, 1)
        assert position == (None if derived.contradiction else derived.position), puzzle


@every_kind
def test_opening_round_is_the_givens_and_one_pass_of_the_direct_techniques(kind: AnyKind) -> None:
    """The pass is one over the board on which no place is known."""
    nothing = Position(0, 0)
    for puzzle in _boards(kind).random_boards(120, seed=12):
        ready = kind.reasoner(puzzle)
        opened = _and(nothing, ready.open_round())
        assert opened == _and(_given(ready), _pass(ready, nothing, 4)), puzzle


@every_kind
def test_settling_is_the_closure_of_the_direct_techniques(kind: AnyKind) -> None:
    """What the search stands on decides what the named techniques decide, from the start and from an assumption."""
    random = Random(13)
    for puzzle in _boards(kind).random_boards(120, seed=13):
        ready = kind.reasoner(puzzle)
        first = _and(Position(0, 0), ready.open_round())
        settled = None if first is None else ready.settle(first, first)
        assert settled == _closure(ready, first), puzzle
        if settled is None or not _open(ready, settled):
            continue
        assumed = random.choice(list(assumptions(_open(ready, settled))))
        start = Position(settled.yes | assumed.yes, settled.no | assumed.no)
        assert ready.settle(start, assumed) == _closure(ready, start), (puzzle, assumed)


def _repeat(ready: Ready, step: Step, known: Position) -> None:
    """Repeat a step from its premises alone: the places and the clues that it names, all else hidden."""
    premises = Position(step.follows & known.yes, step.follows & known.no)
    assert premises.yes | premises.no == step.follows
    bare = ready.showing(step.clues)
    direct = {technique.name: technique for technique in ready.techniques}
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


@every_kind
def test_every_step_of_a_trace_stands_on_its_premises_alone(kind: AnyKind) -> None:
    """No step follows from what comes after it or decides what is known, and the trace ends in an answer."""
    used: set[str] = set()
    for puzzle in _minimal(kind.name):
        ready = kind.reasoner(puzzle)
        trace = explain(ready)
        assert trace.solved, puzzle
        assert kind.violations(puzzle, ready.answer(trace.position.yes)) == (), puzzle
        given = _given(ready)
        known = given.yes | given.no
        for step in trace.steps:
            assert not step.follows & ~known, step
            assert not (step.yes | step.no) & known, step
            assert step.yes | step.no, step
            assert not step.clues & ~kind.clues(puzzle), step
            _repeat(ready, step, trace.position)
            known |= step.yes | step.no
            used.add(step.technique)
    assert used >= {technique.name for technique in kind.techniques if technique.rank <= 3}


@every_kind
@every_rank
def test_steps_of_a_derivation_stand_on_their_premises_alone(kind: AnyKind, rank: int) -> None:
    """The same for the wholesale derivation, at each rank, on boards with and without an answer."""
    for puzzle in _boards(kind).random_boards(40, seed=4):
        ready = kind.reasoner(puzzle)
        derived = derive(ready, rank)
        for step in () if derived.contradiction else derived.steps:
            _repeat(ready, step, derived.position)


@every_kind
@every_rank
def test_derivation_without_a_clue_comes_no_further(kind: AnyKind, rank: int) -> None:
    """What fewer clues decide, all of them decide too."""
    for puzzle in _minimal(kind.name)[:12]:
        ready = kind.reasoner(puzzle)
        whole = derive(ready, rank)
        for clue in indices(kind.clues(puzzle)):
            fewer = ready.showing(kind.clues(puzzle) & ~(1 << clue))
            assert _and(whole.position, derive(fewer, rank).position) == whole.position


@every_kind
@every_rank
def test_quick_derivation_comes_as_far_as_the_steps_do(kind: AnyKind, rank: int) -> None:
    """On boards with and without an answer, from the start, and from what a harder board of the same clues decides."""
    for puzzle in _boards(kind).random_boards(40, seed=16):
        ready = kind.reasoner(puzzle)
        derived = derive(ready, rank)
        assert reached(ready, rank) == (None if derived.contradiction else derived.position), puzzle
        few = ready.showing(ready.clues & 0x5555_5555_5555_5555_5555)
        halt = reached(few, rank)
        if halt and not derived.contradiction:
            assert reached(ready, rank, halt) == derived.position, puzzle


@every_kind
@every_rank
def test_thinning_leaves_what_clues_tried_one_by_one_leave(kind: AnyKind, rank: int) -> None:
    """Clues that go in handfuls are those that go one after the other, each board derived from scratch; also in a
    second order, which is told what did not suffice in the first."""
    random = Random(10)
    went = stayed = 0
    for puzzle in _boards(kind).random_boards(40, seed=10):
        ready = kind.reasoner(puzzle)
        too_few: list[int] = []
        suffice = Sufficing(ready, rank, too_few)
        if not suffice(ready.clues):
            assert not derive(ready, rank).solved, puzzle
            continue
        order = random.sample(list(indices(ready.clues)), ready.clues.bit_count())
        keep = 1 << order[0] if order and random.random() < 0.5 else 0
        for clues in (order, order[::-1]):
            left = ready.clues
            for clue in clues:
                fewer = left & ~(1 << clue)
                if not keep >> clue & 1 and derive(ready.showing(fewer), rank).solved:
                    left = fewer
            assert thin(suffice, ready.clues, clues, keep) == left, puzzle
            went += (ready.clues & ~left).bit_count()
            stayed += (left & ~keep).bit_count()
        assert not any(derive(ready.showing(some), rank).solved for some in too_few)
    assert went
    assert stayed


@every_kind
@every_rank
def test_derivation_does_not_depend_on_the_order(kind: AnyKind, rank: int) -> None:
    """Steps taken one at a time in a random order, trials among them, end in the same position."""
    random = Random(6)
    for puzzle in _minimal(kind.name)[:10]:
        ready = kind.reasoner(puzzle)
        position = _given(ready)
        while steps := _possible(ready, position, rank):
            step = random.choice(steps)
            position = Position(position.yes | step.yes, position.no | step.no)
        assert position == derive(ready, rank).position, puzzle


def _possible(ready: Ready, position: Position, rank: int) -> list[Step]:
    """The new steps that there are: trials only where nothing is forced, as their length is defined there."""
    steps = [
        step
        for technique in ready.techniques
        if technique.rank <= rank
        for step in ready.find(technique, position)
        if step.yes & ~position.yes or step.no & ~position.no
    ]
    if steps or rank < 3:
        return steps
    return [
        trial_step(ready, position, assumed)
        for assumed in assumptions(_open(ready, position))
        if refutation_rounds(ready, position, assumed, SHORT_TRIAL_ROUNDS) is not None
    ]


@every_kind
def test_rank_is_the_same_on_every_image(kind: AnyKind) -> None:
    """Whichever way a board is turned it needs the same rank, and each rank decides the same places of it."""
    ranks: set[int] = set()
    for puzzle in _minimal(kind.name)[:12]:
        ready = kind.reasoner(puzzle)
        rank = explain(ready).rank
        ranks.add(rank)
        derived = [derive(ready, r).position for r in (1, 2, 3)]
        for image in kind.images(puzzle):
            turned = kind.reasoner(kind.turn(puzzle, image))
            assert explain(turned).rank == rank, (puzzle, image)
            there = _turned(kind, puzzle, image)
            if kind.turn_places:
                sources = enumerate(kind.turn_places(puzzle, image))
                assert there == {max(old, ~old): (new, old < 0) for new, old in sources}, (puzzle, image)
            for r, position in zip((1, 2, 3), derived, strict=True):
                wanted = [0, 0]
                for answer, places in enumerate((position.no, position.yes)):
                    for place in indices(places):
                        index, swapped = there[place]
                        wanted[answer ^ swapped] |= 1 << index
                assert derive(turned, r).position == Position(wanted[1], wanted[0]), (puzzle, image)
    assert len(ranks) > 1


def _turned(kind: AnyKind, puzzle: Any, image: str) -> dict[int, tuple[int, bool]]:
    """Where each place of a puzzle is in its image, and whether the image swaps yes and no."""
    ready, turned = kind.reasoner(puzzle), kind.reasoner(kind.turn(puzzle, image))
    places = turned.places
    assert places.bit_count() > 2, "of two places one is as well all but the other"
    found = {turned.answer(places ^ 1 << index): (index, True) for index in indices(places)}
    found |= {turned.answer(1 << index): (index, False) for index in indices(places)}
    return {place: found[kind.turn_answer(puzzle, ready.answer(1 << place), image)] for place in indices(ready.places)}


@every_kind
def test_rank_is_the_least_that_derives_the_answer(kind: AnyKind) -> None:
    """A trace never uses a rank that the board does not need."""
    for puzzle in _minimal(kind.name):
        ready = kind.reasoner(puzzle)
        least = next((rank for rank in (1, 2, 3) if derive(ready, rank).solved), 4)
        assert explain(ready).rank == least, puzzle


@every_kind
def test_showing_gives_the_reasoner_of_the_board_with_those_clues(kind: AnyKind) -> None:
    """Hiding clues on a prepared reasoner is the same as preparing the board without them."""
    random = Random(9)
    for puzzle in _boards(kind).random_boards(50, seed=9):
        shown = mask_of(clue for clue in indices(kind.clues(puzzle)) if random.random() < 0.5)
        prepared = kind.reasoner(puzzle).showing(shown)
        fresh = kind.reasoner(kind.show(puzzle, shown))
        assert prepared.clues == fresh.clues == shown
        assert _stated(derive(prepared, 3)) == _stated(derive(fresh, 3)), puzzle


def _stated(derived: Derivation) -> tuple[Any, ...]:
    return derived.steps, derived.position, derived.solved, derived.contradiction


@every_kind
def test_random_boards_have_none_one_and_several_answers(kind: AnyKind) -> None:
    """So the laws above are tried on all of them, and the boards are the same for the same seed."""
    puzzles = list(_boards(kind).random_boards(200, seed=4))
    assert {count(kind.reasoner(puzzle)).count for puzzle in puzzles} == {0, 1, 2}
    assert puzzles == list(_boards(kind).random_boards(200, seed=4))


@every_kind
def test_minimal_boards_have_one_answer_and_no_clue_to_spare(kind: AnyKind) -> None:
    """By search, which knows nothing of how they were made."""
    for puzzle in _minimal(kind.name)[:12]:
        ready = kind.reasoner(puzzle)
        assert count(ready).count == 1
        for clue in indices(kind.clues(puzzle)):
            assert count(ready.showing(kind.clues(puzzle) & ~(1 << clue))).count == 2

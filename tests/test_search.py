"""The reasoner's engine on a kind of its own: places in groups, each group with an exact number of yes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest

from pipeline.grid import indices, mask_of
from pipeline.reasoner import GENERIC, Contradiction, Position, Step, Technique
from pipeline.search import count, derive, explain
from pipeline.trial import SHORT_TRIAL_ROUNDS, assumptions, refutation_rounds, shortest_refuted, trial_step
from pipeline.verdict import Ambiguous, Budget, Undecided, Unique, Unsolvable

FULL = Technique("full group", 1)
HUNGRY = Technique("hungry group", 1)


@dataclass(frozen=True)
class Group:
    """``number`` of these places are yes."""

    places: int
    number: int


@dataclass(frozen=True)
class Groups:
    """A puzzle of groups; the clue of a group is its position in the list."""

    size: int
    groups: tuple[Group, ...]
    clues: int

    given: int = 0
    """Places that are yes from the start, each by the clue of its own number."""

    techniques = (FULL, HUNGRY)

    @property
    def givens(self) -> tuple[Step, ...]:
        return tuple(Step("given", 1, yes=1 << i, clues=1 << i) for i in indices(self.given & self.clues))

    @property
    def places(self) -> int:
        return (1 << self.size) - 1

    def find(self, technique: Technique, position: Position, fresh: Position | None = None) -> Iterator[Step]:
        yes, no = position
        for clue in indices(self.clues):
            places, number = self.groups[clue].places, self.groups[clue].number
            left = places & ~(yes | no)
            if (places & yes).bit_count() > number:
                raise Contradiction(places & yes, 1 << clue, 0)
            if (places & ~no).bit_count() < number:
                raise Contradiction(places & no, 1 << clue, 0)
            if left and technique == FULL and (places & yes).bit_count() == number:
                yield Step(FULL.name, 1, no=left, follows=places & yes, clues=1 << clue)
            if left and technique == HUNGRY and (places & ~no).bit_count() == number:
                yield Step(HUNGRY.name, 1, yes=left, follows=places & no, clues=1 << clue)

    def open_round(self) -> Position | None:
        return self.forced(Position(0, 0), Position(0, 0))

    def forced(self, position: Position, fresh: Position) -> Position | None:
        yes = no = 0
        try:
            for technique in self.techniques:
                for step in self.find(technique, position):
                    yes |= step.yes
                    no |= step.no
        except Contradiction:
            return None
        return Position(yes, no)

    def settle(self, position: Position, fresh: Position) -> Position | None:
        while more := self.forced(position, fresh):
            if more == (0, 0):
                return position
            position = Position(position.yes | more.yes, position.no | more.no)
            if position.yes & position.no:
                return None
        return None

    def branch(self, position: Position) -> list[Position]:
        place = next(indices(self.places & ~(position.yes | position.no)))
        return [Position(1 << place, 0), Position(0, 1 << place)]

    def answer(self, yes: int) -> int:
        return yes

    def showing(self, clues: int) -> Groups:
        return Groups(self.size, self.groups, self.clues & clues, self.given)

    def answers(self) -> set[int]:
        """By enumeration."""
        return {
            yes
            for yes in range(1 << self.size)
            if all((yes & self.groups[c].places).bit_count() == self.groups[c].number for c in indices(self.clues))
        }


def _groups(size: int, *groups: tuple[str, int]) -> Groups:
    """Groups named by the digits of their places."""
    made = tuple(Group(mask_of(int(d) for d in places), number) for places, number in groups)
    return Groups(size, made, (1 << len(made)) - 1)


def _random(random: Random) -> Groups:
    size = random.randint(1, 8)
    truth = random.getrandbits(size)
    groups = []
    for _ in range(random.randint(1, 7)):
        places = random.randrange(1, 1 << size)
        number = (places & truth).bit_count() if random.random() < 0.95 else random.randint(0, 3)
        groups.append(Group(places, number))
    return Groups(size, tuple(groups), (1 << len(groups)) - 1)


def test_count_finds_every_answer_once() -> None:
    """On random groups the solutions are those of the enumeration, without a repetition."""
    random = Random(1)
    for _ in range(500):
        puzzle = _random(random)
        counted = count(puzzle, limit=1000)
        assert set(counted.solutions) == puzzle.answers()
        assert counted.count == len(counted.solutions) == len(puzzle.answers())
        assert not counted.gave_up


def test_count_stops_at_the_limit() -> None:
    """Three of six answers are enough when three are asked for."""
    counted = count(_groups(4, ("0123", 2)), limit=3)
    assert counted.count == 3
    assert not counted.gave_up
    assert isinstance(counted.verdict, Ambiguous)


def test_count_says_when_the_budget_ended() -> None:
    """A count that stalls is undecided, and says what it spent."""
    counted = count(_groups(8, ("01234567", 4)), limit=1000, budget=Budget(nodes=5))
    assert counted.gave_up
    assert counted.nodes == 6
    assert isinstance(count(_groups(8, ("01234567", 4)), budget=Budget(nodes=2)).verdict, Undecided)


def test_count_makes_no_branch_where_every_move_is_forced() -> None:
    """One node, no branch: the rules alone decide."""
    counted = count(_groups(3, ("01", 2), ("12", 1)))
    assert (counted.nodes, counted.branches) == (1, 0)
    assert counted.verdict == Unique(0b011)


def test_count_sees_a_rule_that_is_broken_at_the_start() -> None:
    """More is asked for than there is: no answer, one node."""
    counted = count(_groups(2, ("01", 3)))
    assert (counted.nodes, counted.branches, counted.verdict) == (1, 0, Unsolvable())


def test_count_takes_known_places_for_granted() -> None:
    """Only the answers that agree with what is known are counted."""
    puzzle = _groups(3, ("012", 1))
    assert count(puzzle, 10, known=Position(0b001, 0)).solutions == (0b001,)
    assert count(puzzle, 10, known=Position(0, 0b001)).count == 2
    assert count(_groups(1, ("0", 1)), 10, known=Position(0, 0b001)).count == 0


def test_derivation_decides_only_what_every_answer_shares() -> None:
    """Nothing that a derivation or a trace decides is open, and a contradiction means that there is no answer."""
    random = Random(2)
    for _ in range(400):
        puzzle = _random(random)
        answers = puzzle.answers()
        for derived in (*(derive(puzzle, rank) for rank in (1, 2, 3)), explain(puzzle)):
            if derived.contradiction:
                assert not answers
            for answer in answers:
                assert not derived.position.yes & ~answer
                assert not derived.position.no & answer


def test_explanation_fills_every_board_that_has_one_answer() -> None:
    """With search as the last resort a trace always ends, and every technique of this module is needed somewhere."""
    random = Random(3)
    used: set[str] = set()
    for _ in range(1500):
        puzzle = _random(random)
        answers = puzzle.answers()
        if len(answers) == 1:
            trace = explain(puzzle)
            assert trace.solved
            assert {trace.position.yes} == answers
            # What is known to be so is not tried, and the trace is the same.
            known = Position(trace.position.yes, trace.position.no)
            assert explain(puzzle, answer=known).steps == trace.steps
            used |= {step.technique for step in trace.steps}
    assert used >= {FULL.name, HUNGRY.name, GENERIC[0].name, GENERIC[2].name}


def test_full_board_that_breaks_a_rule_is_no_solution() -> None:
    """The last place decided may be the one that breaks a rule."""
    puzzle = _groups(1, ("0", 1), ("0", 0))
    assert derive(puzzle, 1).contradiction
    assert not derive(puzzle, 1).solved
    assert not explain(puzzle).solved


def test_explanation_ends_with_its_budget() -> None:
    """A trace cut short is not called solved."""
    puzzle = _groups(6, ("01", 2), ("12", 1), ("23", 1), ("34", 1), ("45", 1))
    assert explain(puzzle).solved
    short = explain(puzzle, Budget(nodes=2))
    assert not short.solved
    assert len(short.steps) == 2
    assert explain(puzzle, Budget(seconds=0.0)).steps == ()
    tangled = _groups(4, ("01", 1), ("12", 1), ("23", 1), ("03", 1), ("02", 1))
    assert explain(tangled).contradiction
    assert shortest_refuted(tangled, Position(0, 0), tangled.places) is not None
    assert shortest_refuted(tangled, Position(0, 0), tangled.places, Budget(seconds=0.0).start()) is None


def test_budget_is_shared_out_and_used_up() -> None:
    """What is left is never less than nothing, a part is a part of each bound, and no bound stays none."""
    meter = Budget(nodes=10, seconds=0.0).start()
    meter.nodes = 12
    assert meter.left == Budget(0, 0.0)
    assert meter.left.at_least(2.0) == Budget(0, 2.0)
    assert Budget(nodes=10, seconds=8.0).share(0.25) == Budget(2, 2.0)
    assert Budget().share(0.5) == Budget().at_least(1.0) == Budget().start().left == Budget()


def test_explanation_with_a_budget_for_its_searches_ends_where_they_do() -> None:
    """What asks for no search is explained all the same, and what does may end early but never wrong."""
    puzzle = _groups(6, ("01", 2), ("12", 1), ("23", 1), ("34", 1), ("45", 1))
    assert explain(puzzle, None, Budget(nodes=0)).steps == explain(puzzle).steps
    random = Random(3)
    searched = cut = 0
    while not searched or not cut:
        board = _random(random)
        whole = explain(board)
        if whole.solved and any(step.technique == GENERIC[2].name for step in whole.steps):
            searched += 1
            short = explain(board, None, Budget(nodes=0))
            assert short.steps == whole.steps[: len(short.steps)]
            cut += not short.solved


def test_given_place_is_known_from_the_start_and_no_step() -> None:
    """Without its clue neither it nor what follows from it is known."""
    puzzle = replace(_groups(4, ("01", 1), ("23", 1)), given=0b01)
    derived = derive(puzzle, 1)
    assert derived.position == Position(0b0001, 0b0010)
    assert [(step.no, step.follows) for step in derived.steps] == [(0b0010, 0b0001)]
    assert derive(puzzle.showing(0b10), 1).position == Position(0, 0)


@pytest.mark.parametrize("length", range(2, 8))
def test_trial_is_short_up_to_a_few_rounds(length: int) -> None:
    """Along a chain of pairs, one yes in each, the values alternate; the last group denies it after ``length`` - 1
    rounds, since each round forces one more place."""
    chain = [(f"{i}{i + 1}", 1) for i in range(length)]
    ends = (f"0{length}", 1 if length % 2 == 0 else 2)
    puzzle = _groups(length + 1, *chain, ends)
    nothing, assumed = Position(0, 0), Position(1, 0)
    rounds = refutation_rounds(puzzle, nothing, assumed, None)
    assert rounds is not None
    step = trial_step(puzzle, nothing, assumed)
    assert (step.yes, step.no, step.clues) == (0, 1, puzzle.clues)
    assert step.rank == (3 if rounds <= SHORT_TRIAL_ROUNDS else 4)
    assert refutation_rounds(puzzle, nothing, assumed, rounds) == rounds
    assert refutation_rounds(puzzle, nothing, assumed, rounds - 1) is None


def test_refutation_rests_on_what_it_needs_only() -> None:
    """A known place and a clue that take no part in it are not among the premises."""
    puzzle = _groups(6, ("01", 1), ("123", 1), ("02", 1), ("45", 1))
    step = trial_step(puzzle, Position(0b010000, 0b101000), Position(0, 0b000010))
    assert (step.yes, step.no) == (0b000010, 0)
    assert step.clues == 0b0111
    assert step.follows == 0b001000


def test_shortest_refutation_is_the_least_of_all() -> None:
    """Trials side by side find the assumption with the fewest rounds, and of several the first."""
    random = Random(4)
    found = 0
    for _ in range(400):
        puzzle = _random(random)
        position = derive(puzzle, 1).position
        lengths = [
            (rounds, at)
            for at, assumed in enumerate(assumptions(puzzle.places & ~(position.yes | position.no)))
            if (rounds := refutation_rounds(puzzle, position, assumed, None)) is not None
        ]
        open_places = puzzle.places & ~(position.yes | position.no)
        expected = list(assumptions(open_places))[min(lengths)[1]] if lengths else None
        assert shortest_refuted(puzzle, position, open_places) == expected
        found += expected is not None
    assert found

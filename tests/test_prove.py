"""The prover, on toys of which every answer can be tried."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pipeline.grid import indices
from pipeline.prove import Encoding, Forced, Prover, Refuted
from pipeline.solver import DEFAULT_SOLVER, HAND_OVER, SOLVERS, STARTERS, Solver
from pipeline.verdict import Ambiguous, Budget, Undecided, Unique, Unsolvable
from tests.toys import Toy, counting_toys, pigeons, toys

EVERYTHING = 1 << 8
NAMES = sorted(SOLVERS)


@pytest.mark.parametrize("solver", NAMES)
@pytest.mark.parametrize("lazy", [False, True])
def test_count_finds_every_answer_of_every_clue_set(solver: str, lazy: bool) -> None:
    """One prover answers for one clue set after the other, with the rules stated at once or as they are broken."""
    random = Random(1)
    for toy in toys(60, seed=1):
        with Prover(toy.encoding(lazy), solver) as prover:
            for _ in range(4):
                clues = random.randrange(toy.all_clues + 1)
                counted = prover.count(EVERYTHING, clues=clues)
                assert sorted(counted.solutions) == sorted(toy.answers(clues))
                assert counted.count == len(counted.solutions)
                assert not counted.gave_up


@pytest.mark.parametrize("solver", NAMES)
def test_count_keeps_the_bounds_of_rules_that_count(solver: str) -> None:
    """At most so many of these: kept by the solver itself or by counters, with clue sets shown and hidden between."""
    random = Random(9)
    for toy in counting_toys(80, seed=9):
        with Prover(toy.encoding(), solver) as prover:
            for _ in range(3):
                clues = random.randrange(toy.all_clues + 1)
                assert sorted(prover.count(EVERYTHING, clues=clues).solutions) == sorted(toy.answers(clues))


def test_count_stops_at_its_limit() -> None:
    """It finds as many answers as asked, all different."""
    with Prover(Toy(5, (), ()).encoding()) as prover:
        assert len(set(prover.count(7).solutions)) == 7


def test_verdict_says_what_trying_everything_says() -> None:
    """None, one or several answers; explained with the clues that contradict and the places that are forced."""
    for toy in toys(150, seed=2):
        answers = toy.answers(toy.all_clues)
        with Prover(toy.encoding()) as prover:
            match prover.verdict(explain=True):
                case Unsolvable(core):
                    assert not answers
                    assert core is not None
                    assert not toy.answers(core)
                case Unique(answer):
                    assert answers == [answer]
                case Ambiguous(first, second, forced):
                    assert len({first, second} & set(answers)) == 2
                    assert forced == _forced(toy, answers).yes | _forced(toy, answers).no
                case Undecided():
                    pytest.fail("no budget was set")


@pytest.mark.parametrize("lazy", [False, True])
def test_forced_are_the_places_equal_in_every_answer(lazy: bool) -> None:
    """With their values; None where there is no answer."""
    seen = set()
    for toy in toys(200, seed=3):
        answers = toy.answers(toy.all_clues)
        with Prover(toy.encoding(lazy)) as prover:
            forced = prover.forced()
        assert forced == (_forced(toy, answers) if answers else None)
        seen.add(None if forced is None else bool(forced[0] | forced[1]))
    assert seen == {None, False, True}


def test_forced_asks_once_per_differing_answer() -> None:
    """A board of forty open places takes few calls, not forty."""
    with Prover(Toy(40, (), ()).encoding()) as prover:
        before = prover.calls
        assert prover.forced() == Forced(0, 0)
        assert prover.calls - before < 10


def test_core_contradicts_and_none_of_it_can_be_spared() -> None:
    """Each core of an unsolvable toy; with any clue less there is an answer."""
    sizes = set()
    for toy in toys(300, seed=4):
        if toy.answers(toy.all_clues):
            continue
        with Prover(toy.encoding()) as prover:
            core = prover.core()
        assert not toy.answers(core)
        assert all(toy.answers(core & ~(1 << clue)) for clue in indices(core))
        sizes.add(core.bit_count())
    assert {0, 1, 2} <= sizes


def test_core_of_clues_that_have_an_answer_is_an_error() -> None:
    """There is no contradiction to name."""
    with Prover(Toy(2, (), ((1,),)).encoding()) as prover, pytest.raises(ValueError, match="do not contradict"):
        prover.core()


def test_refute_says_which_clues_leave_no_other_answer() -> None:
    """With an answer excluded, a core is enough to have no other; without one there is another."""
    seen = set()
    for toy in toys(200, seed=5):
        answers = toy.answers(toy.all_clues)
        if not answers:
            continue
        with Prover(toy.encoding()) as prover:
            prover.exclude(answers[0])
            refuted = prover.refute(range(len(toy.clues)), Budget().start())
        assert (refuted is None) == (len(answers) > 1)
        if isinstance(refuted, Refuted):
            assert toy.answers(sum(1 << clue for clue in refuted.core)) == answers
        seen.add(type(refuted))
    assert len(seen) == 2


def test_irreducible_is_when_each_clue_less_gives_another_answer() -> None:
    """As trying everything says; and asking does not change what is counted later."""
    seen = set()
    for toy in toys(400, seed=6):
        answers = toy.answers(toy.all_clues)
        if len(answers) != 1:
            continue
        expected = all(len(toy.answers(toy.all_clues & ~(1 << c))) > 1 for c in range(len(toy.clues)))
        with Prover(toy.encoding()) as prover:
            assert prover.irreducible(answers[0]) == expected
            assert prover.count().verdict == Unique(answers[0])
        seen.add(expected)
    assert seen == {False, True}


@pytest.mark.parametrize("solver", NAMES)
def test_budget_that_runs_out_leaves_the_verdict_undecided(solver: str) -> None:
    """A few conflicts do not refute the pigeons; with none the prover says so at once."""
    for nodes in (0, 1, 40):
        with Prover(pigeons(8).encoding(), solver) as prover:
            counted = prover.count(budget=Budget(nodes=nodes))
            assert counted.gave_up
            assert isinstance(counted.verdict, Undecided)
            # Glucose looks at its budget only when it restarts.
            assert solver == "glucose4" or counted.nodes <= nodes + 2
            assert isinstance(prover.refute((), Budget(nodes=nodes).start()), Undecided)
            assert isinstance(prover.forced(Budget(nodes=nodes)), Undecided)


@pytest.mark.parametrize("solver", NAMES)
def test_clock_that_runs_out_leaves_the_verdict_undecided(solver: str) -> None:
    """The clock is looked at between slices of conflicts."""
    with Prover(pigeons(12).encoding(), solver) as prover:
        assert isinstance(prover.verdict(Budget(seconds=0.05)), Undecided)


def test_clock_that_suffices_decides() -> None:
    """A search cut in slices goes on where it was."""
    with Prover(pigeons(7).encoding()) as prover:
        assert prover.verdict(Budget(seconds=1000)) == Unsolvable()


@pytest.mark.parametrize("solver", sorted(STARTERS))
def test_starter_that_finds_a_question_hard_hands_over_and_forgets_nothing(solver: str) -> None:
    """What was added before the hand-over holds after it, bounds hold, and cores name clues as before."""
    birds = pigeons(8)
    more = range(birds.places + 1, birds.places + 5)
    toy = Toy(
        birds.places + 4, (), (*birds.rules, (more[0],)), at_most=((tuple(more), 2), (tuple(-v for v in more), 2))
    )
    with Prover(toy.encoding(), solver) as prover:
        known = prover.fresh()
        prover.add([[known]])
        prover.settle(len(birds.rules), shown=True)
        refuted = prover.refute(range(len(birds.rules)), (meter := Budget().start()))
        assert refuted == Refuted(frozenset(range(len(birds.rules))))
        assert meter.nodes > HAND_OVER
        assert not prover.search([-known], Budget().start())
        assert prover.search([prover.fresh()], Budget().start())
        assert {known, more[0]} <= prover.model()
        assert not prover.search([more[1], more[2]], Budget().start())
        assert not prover.search([-place for place in more[1:]], Budget().start())


@pytest.mark.parametrize("solver", sorted(STARTERS))
def test_starter_is_kept_however_many_questions_it_answers(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes more conflicts than it may is handed over, and not a hundred that come to more between them."""
    random = Random(3)
    literals = [sign * variable for variable in range(1, 61) for sign in (1, -1)]
    rules = [tuple(random.sample(literals, 3)) for _ in range(250)]
    questions = [random.sample(literals[::2], 4) for _ in range(100)]
    made: list[str] = []
    load = Solver._loaded

    def loaded(self: Solver, name: str, clauses: Sequence[Sequence[int]]) -> Any:
        made.append(name)
        return load(self, name, clauses)

    def conflicts() -> list[int]:
        asked = Solver(solver, rules)
        meters = [Budget().start() for _ in questions]
        for question, meter in zip(questions, meters, strict=True):
            asked.solve(question, meter)
        asked.close()
        return [meter.nodes - 1 for meter in meters]

    monkeypatch.setattr(Solver, "_loaded", loaded)
    spent = conflicts()
    assert sum(spent) > 3 * max(spent) > 30
    monkeypatch.setattr("pipeline.solver.HAND_OVER", max(spent) + 1)
    assert conflicts() == spent
    assert made == [solver] * 2
    monkeypatch.setattr("pipeline.solver.HAND_OVER", max(spent) - 1)
    conflicts()
    assert made == [*[solver] * 3, DEFAULT_SOLVER]


@pytest.mark.parametrize("solver", NAMES)
def test_hard_question_ends_alike_with_every_solver(solver: str) -> None:
    """Long enough that the starter hands over in mid-question."""
    with Prover(pigeons(8).encoding(), solver) as prover:
        assert prover.verdict() == Unsolvable()


def test_need_that_is_not_decided_counts_as_none() -> None:
    """Out of budget is never taken for irreducible."""
    with Prover(Toy(1, (), ((1,),)).encoding()) as prover:
        assert prover.irreducible(1)
        assert not prover.irreducible(1, Budget(nodes=0))


def test_prover_repeats_itself() -> None:
    """The same questions give the same answers at the same expense."""

    def run() -> list[object]:
        told: list[object] = []
        for toy in toys(30, seed=7):
            with Prover(toy.encoding()) as prover:
                counted = prover.count(5)
                told += [counted.solutions, counted.nodes, counted.branches, prover.forced()]
        return told

    assert run() == run()


def _forced(toy: Toy, answers: list[int]) -> Forced:
    yes = no = (1 << toy.places) - 1
    for answer in answers:
        yes &= answer
        no &= ~answer
    return Forced(yes, no)


def test_hidden_given_leaves_its_place_open() -> None:
    """Where a clue's selector is the literal of a place itself, hiding the clue does not answer the place."""
    encoding: Encoding[frozenset[int]] = Encoding(
        clauses=[[1, 2]],
        variables=2,
        places={0: 1, 1: 2},
        selectors={0: 1},
        answer=lambda model: model & {1, 2},
        exclude=lambda answer: [-v if v in answer else v for v in (1, 2)],
    )
    with Prover(encoding) as prover:
        prover.settle(0, shown=False)
        assert prover.count(4, clues=0).count == 3
    with Prover(encoding) as prover:
        prover.settle(0, shown=True)
        assert prover.count(4, clues=0).count == 2

"""Blanking: what greedy removal with a fresh count per clue leaves, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from pipeline.blank import Blanked, NotTheOnlyAnswerError, blank_encoding, removal_order
from pipeline.grid import indices
from pipeline.solver import SOLVERS
from pipeline.verdict import Budget
from tests.toys import Toy, given_toys, linked_toys, pigeons, toys


def _unique_toys(count: int, seed: int) -> list[tuple[Toy, int]]:
    found = [(toy, toy.answers(toy.all_clues)) for toy in toys(count, seed)]
    return [(toy, answers[0]) for toy, answers in found if len(answers) == 1]


def _greedy(toy: Toy, order: list[int], keep: int) -> int:
    """The plain way: a fresh count for each clue."""
    shown = toy.all_clues
    for clue in order:
        if not keep >> clue & 1 and len(toy.answers(shown & ~(1 << clue))) == 1:
            shown &= ~(1 << clue)
    return shown


@pytest.mark.parametrize("solver", sorted(SOLVERS))
@pytest.mark.parametrize("lazy", [False, True])
def test_blank_leaves_what_greedy_removal_leaves(solver: str, lazy: bool) -> None:
    """In every order, with clues to keep, whichever solver is asked."""
    random = Random(1)
    spared = 0
    for toy, answer in _unique_toys(300, seed=11):
        order = random.sample(range(len(toy.clues)), len(toy.clues))
        keep = random.randrange(toy.all_clues + 1) if random.random() < 0.5 else 0
        blanked = blank_encoding(toy.encoding(lazy), answer, order, keep, solver=solver)
        assert blanked.clues == _greedy(toy, order, keep)
        assert not blanked.undecided
        spared += 1 + len(order) - blanked.calls
    assert spared > 0


@pytest.mark.parametrize("solver", sorted(SOLVERS))
@pytest.mark.parametrize("lazy", [False, True])
def test_blank_of_givens_leaves_what_greedy_removal_leaves(solver: str, lazy: bool) -> None:
    """Where each clue answers a place by itself, as for any other clue."""
    random = Random(3)
    left, seen = 0, 0
    for toy, answer in given_toys(300, seed=13):
        order = random.sample(range(toy.places), toy.places)
        keep = random.randrange(toy.all_clues + 1) if random.random() < 0.3 else 0
        encoding = toy.encoding(lazy)
        assert encoding.givens_only
        blanked = blank_encoding(encoding, answer, order, keep, solver=solver)
        assert blanked.clues == _greedy(toy, order, keep)
        assert not blanked.undecided
        left, seen = left + (blanked.clues & ~keep).bit_count(), seen + toy.places
    assert 0 < left < seen / 2


def test_givens_that_come_first_go_together() -> None:
    """Where places are linked most givens can be spared: what is left is the same, with fewer calls than givens."""
    random = Random(4)
    fewer = 0
    for toy, answer in linked_toys(60, seed=14):
        order = random.sample(range(toy.places), toy.places)
        blanked = blank_encoding(toy.encoding(), answer, order)
        assert blanked.clues == _greedy(toy, order, 0)
        fewer += blanked.calls < toy.places
    assert 20 < fewer < 60


def test_given_that_is_not_decided_stays_and_is_named() -> None:
    """Too long to refute within the budget; the givens that were decided before it are gone all the same."""
    holes = pigeons(8)
    # With the given no pigeon is anywhere; without it they all want a hole.
    given = holes.places + 1
    rules = (*((*rule, given) for rule in holes.rules), *((-given, -place) for place in range(1, given)))
    toy = Toy(given, rules, (*((-place,) for place in range(1, given)), (given,)), givens=True)
    blanked = blank_encoding(toy.encoding(), 1 << holes.places, range(given), budget=Budget(nodes=40))
    assert (blanked.clues, blanked.undecided) == (1 << holes.places, 1 << holes.places)


def test_blank_ends_irreducible_but_for_what_it_keeps() -> None:
    """Dropping any clue that need not be kept gives a second answer."""
    random = Random(2)
    for toy, answer in _unique_toys(200, seed=12):
        keep = random.randrange(toy.all_clues + 1)
        left = blank_encoding(toy.encoding(), answer, range(len(toy.clues)), keep).clues
        assert left & keep == keep
        assert toy.answers(left) == [answer]
        for clue in indices(left & ~keep):
            assert len(toy.answers(left & ~(1 << clue))) > 1


def test_blank_leaves_clues_that_are_not_in_the_order() -> None:
    """Only what is listed is tried, and a cell without a clue is passed over."""
    toy = Toy(1, (), ((1,), (1,), (1,)))
    assert blank_encoding(toy.encoding(), 1, [1, 99]).clues == 0b101


def test_blank_refuses_an_answer_that_is_not_the_only_one() -> None:
    """Blanking needs a proof to begin with."""
    with pytest.raises(NotTheOnlyAnswerError):
        blank_encoding(Toy(2, (), ((1,),)).encoding(), 1, [0])


def test_clue_that_is_not_decided_stays_and_is_named() -> None:
    """Out of budget is never taken for unique: without a node to spend every clue stays."""
    toy = Toy(1, (), ((1,), (1,)))
    assert blank_encoding(toy.encoding(), 1, [0, 1], 0b10, Budget(nodes=0)) == Blanked(0b11, 0b01, 1)


def test_order_is_the_same_everywhere_and_another_for_each_seed() -> None:
    """A shuffle pinned by its own values."""
    assert removal_order(0, 0b1111111111) == (3, 7, 9, 8, 5, 4, 2, 6, 0, 1)
    assert sorted(removal_order(3, 0b10110)) == [1, 2, 4]
    assert len({removal_order(seed, (1 << 20) - 1) for seed in range(50)}) == 50

"""Blanking: what greedy removal with a fresh count per clue leaves, and nothing else."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from pipeline.blank import (
    Blanked,
    Blanking,
    NotTheOnlyAnswerError,
    RemovalOrders,
    blank,
    blank_encoding,
    removal_order,
)
from pipeline.grid import indices
from pipeline.kind import AnyKind
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


@pytest.mark.parametrize("most", [0, 50])
def test_orders_that_share_a_solver_leave_what_each_leaves_by_itself(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In four orders one after another, the clues to keep another set in each, on a small board and on a large one.

    That each clue of what is left is needed is seen where all of them were tried, and only where it is so.
    """
    monkeypatch.setattr("pipeline.blank.MOST_SHARED", most)
    random = Random(2)
    left = set()
    spared = 0
    for toy, answer in _unique_toys(200, seed=12):
        with Blanking(toy.encoding(), answer) as blanking:
            for _ in range(4):
                order = random.sample(range(len(toy.clues)), len(toy.clues))
                keep = random.randrange(toy.all_clues + 1) if random.random() < 0.3 else 0
                clues = blanking.blank(order, keep)
                assert clues == _greedy(toy, order, keep)
                left.add((toy, clues))
                needed = all(len(toy.answers(clues & ~(1 << clue))) > 1 for clue in indices(clues))
                assert blanking.saw_each_needed(clues) <= needed
                assert blanking.saw_each_needed(clues) or clues & keep
                spared += not needed
    assert len(left) > 50
    assert spared > 5


def test_orders_that_share_a_solver_refuse_an_answer_that_is_not_the_only_one() -> None:
    """The board without rules has two answers."""
    with Blanking(Toy(2, (), ((1,),)).encoding(), 1) as blanking, pytest.raises(NotTheOnlyAnswerError) as raised:
        blanking.blank([0])
    assert raised.value.args == (1,)


@pytest.mark.parametrize("most", [0, 50])
def test_orders_of_which_nothing_is_decided_spare_no_clue(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a node to spend, one solver for all orders or one for each; with nodes every clue but one goes.

    A clue of which nothing is decided is not seen to be needed, be it the only one.
    """
    monkeypatch.setattr("pipeline.blank.MOST_SHARED", most)
    encoding = Toy(1, (), ((1,), (1,), (1,))).encoding()
    with Blanking(encoding, 1, Budget(nodes=0)) as blanking:
        assert [blanking.blank(order) for order in ([0, 1, 2], [2, 1])] == [0b111, 0b111]
        assert not blanking.saw_each_needed(0b111)
    with Blanking(encoding, 1) as blanking:
        assert [blanking.blank(order) for order in ([0, 1, 2], [2, 1])] == [0b100, 0b001]
        assert [blanking.saw_each_needed(clues) for clues in (0b100, 0b001, 0b111)] == [True, False, False]
    for nodes in (0, None):
        with Blanking(Toy(1, (), ((1,),)).encoding(), 1, Budget(nodes=nodes)) as blanking:
            assert blanking.blank([0]) == 1
            assert blanking.saw_each_needed(1) == (nodes is None)


@pytest.mark.parametrize("lazy", [False, True])
def test_orders_of_any_encoding_leave_what_each_leaves_by_itself(lazy: bool) -> None:
    """Where clues are givens, and where rules are added only as a model breaks them; a solver is then no other's."""
    random = Random(5)
    for toy, answer in (*given_toys(40, seed=15), *_unique_toys(80, seed=16)):
        with Blanking(toy.encoding(lazy), answer) as blanking:
            for _ in range(3):
                order = random.sample(range(len(toy.clues)), len(toy.clues))
                assert blanking.blank(order) == _greedy(toy, order, 0)


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


def test_givens_are_halved_as_far_as_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards where a part of the first half, and then of what follows it, can be spared at once."""
    monkeypatch.setattr("pipeline.blank.FEWEST_AT_ONCE", 1)
    random = Random(6)
    for toy, answer in (*given_toys(60, seed=17), *linked_toys(20, seed=18)):
        order = random.sample(range(toy.places), toy.places)
        assert blank_encoding(toy.encoding(), answer, order).clues == _greedy(toy, order, 0)


@pytest.mark.parametrize("givens", [False, True])
def test_clue_that_is_not_decided_in_time_stays_and_is_named(givens: bool) -> None:
    """Too long to refute within the budget; the clues that were decided before it are gone all the same."""
    holes = pigeons(8)
    # With the given no pigeon is anywhere; without it they all want a hole.
    given = holes.places + 1
    rules = (*((*rule, given) for rule in holes.rules), *((-given, -place) for place in range(1, given)))
    toy = Toy(given, rules, (*((-place,) for place in range(1, given)), (given,)), givens=givens)
    blanked = blank_encoding(toy.encoding(), 1 << holes.places, range(given), budget=Budget(nodes=40))
    assert (blanked.clues, blanked.undecided, blanked.needed) == (1 << holes.places, 1 << holes.places, 0)


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
    with pytest.raises(NotTheOnlyAnswerError) as raised:
        blank_encoding(Toy(2, (), ((1,),)).encoding(), 1, [0])
    assert raised.value.args == (1,)


def test_blank_asks_the_solver_that_is_named() -> None:
    """One that there is not is missed, and not passed over for the encoding's own."""
    toy = Toy(1, (), ((1,), (1,)))
    with pytest.raises(KeyError, match="no such solver"):
        blank_encoding(toy.encoding(), 1, [0, 1], solver="no such solver")


def test_blank_of_a_puzzle_is_that_of_its_clauses() -> None:
    """What is to stay stays, and a call spends no more conflicts than it may."""
    toy, kind = Toy(1, (), ((1,), (1,), (1,))), cast(AnyKind, SimpleNamespace(encode=Toy.encoding))
    assert blank(kind, toy, 1, [0, 1, 2]).clues == 0b100
    assert blank(kind, toy, 1, [0, 1, 2], 0b010).clues == 0b010
    assert blank(kind, toy, 1, [0, 1, 2], 0b010, 0) == Blanked(0b111, 0b101, 1)


def test_clue_that_is_not_decided_stays_and_is_named() -> None:
    """Out of budget is never taken for unique: without a node to spend every clue stays."""
    toy = Toy(1, (), ((1,), (1,)))
    assert blank_encoding(toy.encoding(), 1, [0, 1], 0b10, Budget(nodes=0)) == Blanked(0b11, 0b01, 1)


def test_order_is_the_same_everywhere_and_another_for_each_seed() -> None:
    """A shuffle pinned by its own values."""
    assert removal_order(0, 0b1111111111) == (3, 7, 9, 8, 5, 4, 2, 6, 0, 1)
    assert sorted(removal_order(3, 0b10110)) == [1, 2, 4]
    assert len({removal_order(seed, (1 << 20) - 1) for seed in range(50)}) == 50


def test_removal_orders_are_shuffled_as_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first alone where no other is needed, and none twice."""
    shuffled: list[int] = []

    def shuffling(seed: int, clues: int) -> tuple[int, ...]:
        shuffled.append(seed)
        return removal_order(seed, clues)

    monkeypatch.setattr("pipeline.blank.removal_order", shuffling)
    orders = RemovalOrders(range(4, 7), 0b1011011)
    first = next(iter(orders))
    assert shuffled == [4]
    assert list(orders) == list(orders) == [first, removal_order(5, 0b1011011), removal_order(6, 0b1011011)]
    assert shuffled == [4, 5, 6]

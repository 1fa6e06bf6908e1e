"""The rungs of a base: what walking down clue by clue gives, each board counted and explained from scratch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from pipeline.answer import Numbered, number
from pipeline.blank import removal_order
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.layout import read_layout
from pipeline.search import count, derive, explain
from pipeline.source import parse_documents
from pipeline.tier import Ladder, Rung, Tier, ladder, tier_of
from pipeline.verdict import Budget
from tests.conftest import ROOT, TOY
from tests.contract.test_reasoners import KINDS, every_kind

NEVER_SPENT = 1_000_000


def _bases(kind: AnyKind, amount: int) -> Iterator[Numbered]:
    """The first shipped layouts of a kind, the smallest, with every clue shown."""
    folder = (ROOT if kind.folder is None else TOY) / "layouts" / kind.name
    smallest = min(path for path in folder.iterdir() if path.name[0].isdigit())
    for document in islice(parse_documents(smallest.read_bytes(), smallest.name).documents, amount):
        numbered = number(kind, read_layout(document, "a/1", kind.name, KINDS), Budget())
        if not numbered.fixed:
            yield numbered


def _walked(kind: AnyKind, base: Numbered, orders: Sequence[Sequence[int]], keep: int) -> Ladder:
    """The plain way: of the orders' last boards the hardest, and from all clues down to a board of each easier rank."""
    full = kind.clues(base.puzzle)
    whole = kind.reasoner(base.puzzle)

    def thinned(order: Sequence[int], stays: int, rank: int | None) -> int:
        clues = full
        for clue in order:
            board = whole.showing(clues & ~(1 << clue))
            spared = count(board, 2).count == 1 if rank is None else derive(board, rank).solved
            clues &= ~(1 << clue) if spared and not stays >> clue & 1 else -1
        return clues

    def needed(clues: int) -> int:
        return explain(whole.showing(clues)).rank

    last = [thinned(order, keep, None) for order in orders]
    hardest = max(range(len(last)), key=lambda index: (needed(last[index]), -index))
    rungs = [(needed(last[hardest]), last[hardest])]
    not_worth: list[Tier] = []
    for rank in range(rungs[0][0] - 1, 0, -1):
        if not derive(whole, rank).solved:
            break
        fitting = [clues for order in orders if needed(clues := thinned(order, keep | rungs[-1][1], rank)) == rank]
        worth = [
            clues for clues in fitting if not kind.worth_a_tier or kind.worth_a_tier(kind.show(base.puzzle, clues))
        ]
        rungs += [(rank, clues) for clues in worth[:1]]
        not_worth += [tier_of(rank)] if fitting and not worth else []
    found = tuple(Rung(tier_of(rank), clues) for rank, clues in reversed(rungs))
    # Each clue was tried but what had to be kept, and of that it is not known whether it could have gone.
    return Ladder(found, tuple(not_worth), tuple(orders[hardest]), irreducible=not keep)


@every_kind
def test_ladder_is_what_walking_down_clue_by_clue_gives(kind: AnyKind) -> None:
    """Its rungs, the tiers not worth a level, the order that led to the hardest, and that each clue of it is needed.

    With and without clues to keep; of the orders one comes twice.
    """
    random = Random(kind.name)
    tiers: set[Tier] = set()
    for nth, base in enumerate(_bases(kind, 15)):
        if nth % 4 != 2 and nth > 1:
            continue
        full = kind.clues(base.puzzle)
        first, *others = [removal_order(nth + seed, full) for seed in (0, 100, 200)]
        keep = 1 << random.choice(list(indices(full))) if nth in (0, 2) else 0
        found = ladder(kind, base.puzzle, base.answer, [first, first, *others], keep, NEVER_SPENT)
        assert found == _walked(kind, base, [first, *others], keep), nth
        tiers |= {rung.tier for rung in found.rungs}
    assert len(tiers) > 1


def test_ladder_spares_no_clue_that_was_not_decided() -> None:
    """With no conflict to spend the prover says neither yes nor no, and every clue stays."""
    kind = KINDS["toy"]
    base = next(_bases(kind, 1))
    full = kind.clues(base.puzzle)
    order = removal_order(0, full)
    undecided = ladder(kind, base.puzzle, base.answer, [order], 0, 0)
    assert [rung.clues for rung in undecided.rungs] == [full]
    assert not undecided.irreducible
    decided = ladder(kind, base.puzzle, base.answer, [order], 0, NEVER_SPENT)
    assert decided.rungs[-1].clues != full
    assert decided.irreducible


def test_ladder_needs_a_removal_order() -> None:
    """Without one there is nothing to walk down."""
    kind = KINDS["toy"]
    base = next(_bases(kind, 1))
    with pytest.raises(ValueError, match=r"^a ladder needs a removal order$"):
        ladder(kind, base.puzzle, base.answer, [], 0, NEVER_SPENT)


def test_tiers_rise_with_their_ranks() -> None:
    """A tier's rank leads back to it."""
    assert [tier.rank for tier in Tier] == [1, 2, 3, 4]
    assert [tier_of(rank) for rank in (1, 2, 3, 4)] == list(Tier)

"""Laws that every level of every kind keeps, tested on each level of the shipped catalogue."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pipeline.catalogue import Level, level_id
from pipeline.grid import Symmetry, cell_name, indices
from pipeline.kind import AnyKind, discover
from pipeline.prove import Encoding, Prover
from pipeline.search import explain
from pipeline.solve import count_by_reasoning
from pipeline.tier import Tier
from pipeline.verdict import Ambiguous, Budget, Unique
from tests.conftest import Shipped

PARTS = 8
NODES = Budget(nodes=2_000)
"""A kind's own search takes long on a few boards: there the other engines answer for it."""

every_kind = pytest.mark.parametrize("name", list(discover()))
every_part = pytest.mark.parametrize("part", range(PARTS))


def _puzzle(kind: AnyKind, level: Level) -> Any:
    return kind.read_grid(level.grid, level.rules)


def _answer(kind: AnyKind, level: Level) -> Any:
    return kind.read_answer(_puzzle(kind, level), level.answer)


def _reasoned(kind: AnyKind, puzzle: Any) -> Any:
    """The only answer by search, or where that is long by a trace that fills the board, or by the other encoding."""
    counted = count_by_reasoning(kind, puzzle, 2, NODES)
    if not counted.gave_up:
        assert counted.count == 1
        return counted.solution
    if kind.encode_again:
        return _proved(kind.encode_again(puzzle))
    reasoner = kind.reasoner(puzzle)
    trace = explain(reasoner)
    assert trace.solved
    return reasoner.answer(trace.position.yes)


def _proved(encoding: Encoding[Any]) -> Any:
    with Prover(encoding) as prover:
        verdict = prover.count(2).verdict
    assert isinstance(verdict, Unique)
    return verdict.answer


@every_kind
@every_part
def test_level_has_the_stored_answer_and_no_other(shipped: Shipped, name: str, part: int) -> None:
    """The reasoner and the prover each count one answer, the stored one, and it breaks no rule."""
    kind = discover()[name]
    for level in shipped.of(name)[part::PARTS]:
        puzzle, answer = _puzzle(kind, level), _answer(kind, level)
        assert _reasoned(kind, puzzle) == answer, level.id
        assert _proved(kind.encode(puzzle)) == answer, level.id
        assert kind.violations(puzzle, answer) == (), level.id


@every_kind
@every_part
def test_level_images_have_the_turned_answer_and_no_other(shipped: Shipped, name: str, part: int) -> None:
    """Every other image has the turned answer alone, the kept ones differ, and a dropped one equals a kept one.

    The reasoner and the prover count the images of each base's last tier. Those of its other tiers are the same boards
    with more clues shown, so they have no more answers; and the turned one breaks no rule on them.
    """
    kind = discover()[name]
    for levels in list(shipped.bases(name).values())[part::PARTS]:
        last = _puzzle(kind, levels[-1])
        counted: dict[Any, Any] = {}
        for level in reversed(levels):
            puzzle, answer = _puzzle(kind, level), _answer(kind, level)
            kept = {kind.turn(puzzle, image) for image in level.images}
            assert len(kept) == len(level.images), level.id
            assert kept == {kind.turn(puzzle, image) for image in kind.images(puzzle)}, level.id
            for image in level.images:
                if image == Symmetry.IDENTITY.value:
                    continue
                turned, wanted = kind.turn(puzzle, image), kind.turn_answer(puzzle, answer, image)
                assert kind.violations(turned, wanted) == (), (level.id, image)
                least = kind.turn(last, image)
                assert kind.show(turned, kind.clues(least)) == least, (level.id, image)
                if least not in counted:
                    counted[least] = _reasoned(kind, least), _proved(kind.encode(least))
                assert counted[least] == (wanted, wanted), (level.id, image)


@every_kind
def test_level_clues_agree_with_the_answer(shipped: Shipped, name: str) -> None:
    """The clues shown are those of the answer, no more than the full set, and counted right."""
    kind = discover()[name]
    for level in shipped.of(name):
        puzzle, answer = _puzzle(kind, level), _answer(kind, level)
        board = shipped.layouts[f"{name}/{level.base}"].board
        shown = kind.clues(puzzle)
        full = kind.fixed(board) or kind.number(board, answer)
        assert kind.show(full, shown) == puzzle, level.id
        assert level.clues == shown.bit_count(), level.id


@every_kind
@every_part
def test_last_tier_needs_every_clue(shipped: Shipped, name: str, part: int) -> None:
    """Dropping any one clue of a base's last tier, but for those its author keeps, makes it ambiguous."""
    kind = discover()[name]
    for base, levels in list(shipped.bases(name).items())[part::PARTS]:
        layout = shipped.layouts[f"{name}/{base}"]
        puzzle = _puzzle(kind, levels[-1])
        shown = kind.clues(puzzle)
        if kind.fixed(layout.board) or len(layout.tiers) < 4:
            continue
        for clue in indices(shown & ~layout.keep):
            with Prover(kind.encode(kind.show(puzzle, shown & ~(1 << clue)))) as prover:
                assert isinstance(prover.count(2).verdict, Ambiguous), (base, clue)
        assert levels[-1].proofs.irreducible or shown & layout.keep, base


@every_kind
def test_tiers_of_a_base_are_nested_with_strictly_fewer_clues(shipped: Shipped, name: str) -> None:
    """Each tier shows a strict subset of the clues of the tier before it."""
    kind = discover()[name]
    for base, levels in shipped.bases(name).items():
        shown = [kind.clues(_puzzle(kind, level)) for level in levels]
        for more, fewer in pairwise(shown):
            assert fewer & ~more == 0, base
            assert fewer != more, base
        assert len({level.tier for level in levels}) == len(levels), base


@every_kind
def test_tier_is_the_highest_rank_of_the_trace(shipped: Shipped, name: str) -> None:
    """A level is labelled by the hardest technique in its trace, and its metrics count the same steps.

    Where reasoning does not fill the board, and the proofs say so, it is of the last tier.
    """
    kind = discover()[name]
    rank = {technique.name: technique.rank for technique in kind.techniques}
    for level in shipped.of(name):
        ranks = [rank[line[0]] for line in level.trace]
        if level.proofs.reason == "encoding":
            assert kind.encode_again, level.id
            assert level.tier == Tier.EXPERT, level.id
        else:
            assert level.tier.rank == max(ranks), level.id
        assert level.metrics.steps == tuple(ranks.count(wanted) for wanted in (1, 2, 3, 4)), level.id


@every_kind
def test_trace_replayed_fills_the_board(shipped: Shipped, name: str) -> None:
    """The steps of a trace decide every place that is not given once, as the answer has it.

    Where the proofs say that reasoning ends before that, it decides some of them, and those as the answer has it.
    """
    kind = discover()[name]
    yes_mark, no_mark = kind.marks
    for level in shipped.of(name):
        puzzle = _puzzle(kind, level)
        reasoner = kind.reasoner(puzzle)
        place = {kind.place_name(puzzle, index): index for index in indices(reasoner.places)}
        marks: dict[int, str] = {}
        known = {cell_name(index, level.cols) for index in indices(kind.clues(puzzle))}
        for line in level.trace:
            assert line[1], level.id
            assert line[2], level.id
            assert known.issuperset(line[3].split()), level.id
            for part in line[1].split():
                where, _, mark = part.partition("=")
                assert place[where] not in marks, level.id
                marks[place[where]] = mark
                known.add(where)
        assert set(marks.values()) <= {yes_mark, no_mark}, level.id
        decided = sum(1 << index for index in marks)
        yes = sum(1 << index for index, mark in marks.items() if mark == yes_mark)
        if level.proofs.reason == "encoding":
            answer = _answer(kind, level)
            right = kind.places_of(puzzle, answer) if kind.places_of else answer
            assert not yes & ~right, level.id
            assert not decided & ~yes & right, level.id
            continue
        given = [reasoner.places & (step.yes | step.no) for step in reasoner.givens]
        assert decided == reasoner.places & ~sum(given), level.id
        yes |= sum(step.yes for step in reasoner.givens)
        assert reasoner.answer(yes) == _answer(kind, level), level.id


@every_kind
def test_code_reads_back_to_the_same_puzzle(shipped: Shipped, name: str) -> None:
    """Every level's code decodes to its grid, and its id follows from the code."""
    kind = discover()[name]
    for level in shipped.of(name):
        puzzle = _puzzle(kind, level)
        assert kind.decode(level.code) == puzzle, level.id
        assert kind.code(puzzle) == level.code
        assert level_id(kind, puzzle) == level.id


def test_level_ids_are_all_different(shipped: Shipped) -> None:
    """No two levels of the catalogue share an id."""
    ids = [level.id for level in shipped.levels]
    assert len(set(ids)) == len(ids)

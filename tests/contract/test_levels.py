"""Laws that every level of every kind keeps, tested on the levels of the shipped catalogue.

Where a law takes seconds a spread is asked here, and ``make verify`` asks all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline.catalogue import Level, level_id
from pipeline.files import replace_files
from pipeline.grid import indices
from pipeline.kind import AnyKind, discover
from pipeline.limits import Limits
from pipeline.proofs.dimacs import read_cnf
from pipeline.proofs.refute import prove_level
from pipeline.proofs.replay import clauses_file, proof_faults, refutation_file
from pipeline.prove import Prover
from pipeline.verdict import Ambiguous, Budget
from pipeline.verify.level import verify_base
from pipeline.verify.lines import catalogue_files, read_files
from tests.conftest import Shipped

PARTS = 4
every_kind = pytest.mark.parametrize("name", list(discover()))
every_part = pytest.mark.parametrize("part", range(PARTS))


def _puzzle(kind: AnyKind, level: Level) -> Any:
    return kind.read_grid(level.grid, level.rules)


def _answer(kind: AnyKind, level: Level) -> Any:
    return kind.read_answer(_puzzle(kind, level), level.answer)


def _sort(level: Level) -> tuple[object, ...]:
    """What levels that are alike share."""
    return level.rows, level.cols, tuple(sorted(level.rules.items())), level.tier


def _spread(bases: dict[str, list[Level]]) -> list[list[Level]]:
    """The smallest bases that have a level of rules and a tier that none before them has, up to 10×10 and beyond."""
    seen: set[tuple[object, ...]] = set()
    spread = []
    for levels in sorted(bases.values(), key=lambda levels: levels[0].rows * levels[0].cols):
        is_large = max(levels[0].rows, levels[0].cols) > 10
        if not seen.issuperset(sorts := {(is_large, *_sort(level)[2:]) for level in levels}):
            seen |= sorts
            spread.append(levels)
    return spread


@every_kind
@every_part
def test_level_is_verified(shipped: Shipped, name: str, part: int) -> None:
    """``kotae verify`` finds nothing wrong with a base of each set of rules and tiers, a small one and a larger: one
    answer, by the engine that did not make the level; every image; the tier, the trace step by step, and the need of
    each clue; fewer and fewer clues in a base."""
    kind = discover()[name]
    for levels in _spread(shipped.bases(name))[part::PARTS]:
        for level, found in zip(levels, verify_base(kind, levels, Limits()), strict=True):
            assert (found.faults, found.undecided) == ((), ()), level.id
            assert sum(count for _, count in found.images) == len(level.images) - 1


@every_kind
@every_part
def test_level_has_a_proof_that_holds(shipped: Shipped, name: str, part: int, tmp_path: Path) -> None:
    """Of a level of each tier, set of rules and size up to 10×10 the rules as clauses, with its clues and another
    answer, are refuted step by step."""
    kind = discover()[name]
    unlike = {_sort(level): level for level in shipped.of(name) if max(level.rows, level.cols) <= 10}
    small = list(unlike.values())
    assert small
    for level in small[part::PARTS]:
        proof = prove_level(kind, level, Budget(nodes=Limits().prove))
        assert proof, level.id
        replace_files(
            {clauses_file(tmp_path, level): proof.clauses, refutation_file(tmp_path, level): proof.refutation}
        )
        assert proof_faults(kind, level, tmp_path) == (), level.id
        # Public checkers ask for clauses in which no variable stands twice.
        cnf = read_cnf(proof.clauses.encode(), level.id)
        assert all(len(set(map(abs, clause))) == len(clause) for clause in cnf.clauses), level.id


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
    """Dropping any one clue of a base's last tier, but for those its author keeps, makes it ambiguous.

    Where the level says so itself, that is verified above.
    """
    kind = discover()[name]
    for base, levels in list(shipped.bases(name).items())[part::PARTS]:
        layout = shipped.layouts[f"{name}/{base}"]
        if levels[-1].proofs.irreducible or kind.fixed(layout.board) or len(layout.tiers) < 4:
            continue
        puzzle = _puzzle(kind, levels[-1])
        shown = kind.clues(puzzle)
        assert shown & layout.keep, base
        for clue in indices(shown & ~layout.keep):
            with Prover(kind.encode(kind.show(puzzle, shown & ~(1 << clue)))) as prover:
                assert isinstance(prover.count(2).verdict, Ambiguous), (base, clue)


@every_kind
def test_code_reads_back_to_the_same_puzzle(shipped: Shipped, name: str) -> None:
    """Every level's code decodes to its grid, and its id follows from the code."""
    kind = discover()[name]
    for level in shipped.of(name):
        puzzle = _puzzle(kind, level)
        assert kind.decode(level.code) == puzzle, level.id
        assert kind.code(puzzle) == level.code
        assert level_id(kind, puzzle) == level.id
        # Images are told apart by the puzzles themselves, and everywhere else by their codes.
        for image in level.images:
            turned = kind.turn(puzzle, image)
            assert kind.decode(kind.code(turned)) == turned, (level.id, image)


def test_catalogue_files_are_in_order(shipped: Shipped) -> None:
    """Each line can be read and stands where it should, and no two levels share an id."""
    read = read_files(catalogue_files(shipped.folder), discover())
    assert read.faults == ()
    assert [line.faults for line in read.lines] == [()] * len(shipped.levels)
    assert len({level.id for level in shipped.levels}) == len(shipped.levels)

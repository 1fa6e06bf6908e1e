"""Tsunagi through all stages: layouts with each feature become levels that fit together and keep their rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pipeline.answer import NotUniqueError
from pipeline.base import Base, build_base
from pipeline.check import level_fault
from pipeline.errors import LayoutRuleError
from pipeline.files import replace_files
from pipeline.grid import indices
from pipeline.kinds.tsunagi import KIND
from pipeline.kinds.tsunagi.names import answer_yaml
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.layout import read_layout
from pipeline.limits import Limits
from pipeline.proofs.dimacs import read_cnf
from pipeline.proofs.refute import prove_level
from pipeline.proofs.replay import clauses_file, proof_faults, refutation_file
from pipeline.source import parse_documents
from pipeline.tier import Tier
from pipeline.verdict import Budget
from pipeline.verify.level import verify_base
from tests.kinds.tsunagi.boards import FEATURES, answers, puzzle_of, random_boards

SHAPES = ((4, 4), (4, 5), (5, 4), (5, 5))


def base_of(text: str, limits: Limits | None = None) -> Base:
    """The levels of a layout of this text."""
    document = parse_documents(text.encode(), "a.yaml").documents[0]
    return build_base(KIND, read_layout(document, "a/1", "tsunagi", {"tsunagi": KIND}), limits or Limits())


@cache
def bases(feature: str) -> tuple[tuple[Puzzle, int, Base], ...]:
    """Random boards with an answer that is the only one with every waypoint shown, and their levels."""
    found = []
    for puzzle in random_boards(14, 31, feature, SHAPES):
        for edges in sorted(answers(puzzle))[:1]:
            try:
                found.append((puzzle, edges, base_of(answer_yaml(puzzle, edges))))
            except LayoutRuleError as error:
                if "can run two ways" not in error.message:
                    raise
    return tuple(found)


@pytest.mark.parametrize("feature", FEATURES)
def test_level_fits_its_layout_and_has_its_answer_only(feature: str) -> None:
    """By enumeration: the drawn lines are the one answer of each level, and every part of the level fits the others."""
    levels = 0
    for puzzle, edges, base in bases(feature):
        for level in base.levels:
            board = KIND.read_grid(level.grid, level.rules)
            assert answers(board) == {edges}, level.code
            assert KIND.read_answer(board, level.answer) == edges
            assert board.showing(0) == puzzle.showing(0)
            assert level_fault(KIND, level) is None
            levels += 1
    assert levels > 3


@pytest.mark.parametrize("feature", FEATURES)
def test_level_is_verified_and_its_proof_holds(feature: str, tmp_path: Path) -> None:
    """With bridges, gaps, walls, joined borders and lines kept apart; every variable of the clauses has a meaning."""
    for _, _, base in bases(feature):
        for level, found in zip(base.levels, verify_base(KIND, base.levels, Limits()), strict=True):
            assert (found.faults, found.undecided) == ((), ()), level.code
            proof = prove_level(KIND, level, Budget(nodes=1000))
            assert proof
            texts = {clauses_file(tmp_path, level): proof.clauses, refutation_file(tmp_path, level): proof.refutation}
            replace_files(texts)
            assert proof_faults(KIND, level, tmp_path) == (), level.code
            cnf = read_cnf(proof.clauses.encode(), level.code)
            named = {int(line.split()[1]) for line in cnf.comments if line.startswith("v ")}
            assert named == set(range(1, cnf.variables + 1)), level.code


@pytest.mark.parametrize("feature", FEATURES)
def test_easier_level_shows_few_waypoints(feature: str) -> None:
    """At most one open cell in eight, but on the last level of a base, which shows as few as it can."""
    for puzzle, _, base in bases(feature):
        cells = steps_of(puzzle).cells.bit_count()
        for level in base.levels[:-1]:
            assert 8 * level.clues <= cells, level.code
        assert base.levels[-1].proofs.irreducible


def test_bases_have_levels_of_several_tiers() -> None:
    """Among small random boards, and what is left out is told with its reason."""
    tiers = Counter(level.tier for feature in FEATURES for _, _, base in bases(feature) for level in base.levels)
    assert len(tiers) == 4
    reasons = {reason for feature in FEATURES for _, _, base in bases(feature) for _, reason in base.missing}
    assert any("than is worth a level" in reason for reason in reasons)


def test_edges_are_named_apart() -> None:
    """Two edges between the same cells, one over a bridge and one over the join, have names of their own."""
    puzzle = puzzle_of("A.AB+B...", 3, wrap=True, fill=False)
    names = [KIND.place_name(puzzle, edge) for edge in range(len(steps_of(puzzle).edges))]
    assert len(set(names)) == len(names)
    assert {"r2c1+r2c3", "r2c1-r2c3", "r1c1-r1c2"} <= set(names)
    assert KIND.cells_at is not None
    assert set(indices(KIND.cells_at(puzzle, 1 << names.index("r2c1+r2c3")))) == {3, 5}


def test_rules_travel_through_grid_and_code() -> None:
    """A puzzle is the same from its rows and rules as from its code."""
    for feature in FEATURES:
        for puzzle in random_boards(20, 8, feature):
            assert KIND.read_grid(KIND.grid(puzzle), KIND.rules(puzzle)) == KIND.decode(KIND.code(puzzle)) == puzzle


def test_level_past_the_reasoners_budget_is_proved_by_the_other_encoding() -> None:
    """The proofs say so, it is of the last tier, and the trace is a part of the whole one."""
    text = "givens: |\n  A...A\n  ....B\n  ...C#\n  .+..D\n  C.B.D\nwalls: [r5c1-r5c2]\n"
    whole = base_of(text).levels[-1]
    short = Limits(search=1, trace_steps=1)
    cut = base_of(text, short).levels[-1]
    assert (cut.code, cut.proofs.reason, cut.tier) == (whole.code, "encoding", Tier.EXPERT)
    assert len(cut.trace) < len(whole.trace)
    (found,) = verify_base(KIND, [cut], short)
    assert found.engine == "encoding"
    assert found.undecided == ()
    assert all(fault.startswith("the tier is ") for fault in found.faults)
    # With a budget as usual the board is easier, and no trace may end before it is full.
    (found,) = verify_base(KIND, [cut], Limits())
    assert found.engine == "search"
    assert any(" open, and reasoning with 0" in fault for fault in found.faults)
    (other,) = verify_base(KIND, [replace(cut, proofs=replace(cut.proofs, reason="search"))], Limits())
    assert any("places open" in fault for fault in other.faults)


def test_search_is_the_published_one() -> None:
    """A level's nodes and branches are those of the published solver."""
    level = base_of("answer: |\n  AaaA\n  BbbB\n  CccC\n  DddD\n").levels[-1]
    assert (level.metrics.nodes, level.metrics.branches, level.metrics.gave_up) == (13, 0, False)
    assert level.code == "4x4:A..AB..BC..CD..D"


def test_setters_board_with_two_answers_is_refused_with_both() -> None:
    """Both are given as rows, and the cells in which they differ are named."""
    with pytest.raises(NotUniqueError, match="more than one answer") as caught:
        base_of("givens: |\n  A...\n  B..A\n  ...B\n")
    assert "two of them differ in r" in str(caught.value)
    with pytest.raises(NotUniqueError) as caught:
        base_of("givens: |\n  A..\n  ...\n  ..A\n")
    assert caught.value.first == caught.value.second == ("AAA", "AAA", "AAA")
    assert "differ between them" in str(caught.value)

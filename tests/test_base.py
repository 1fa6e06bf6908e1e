"""All stages over one layout: what its options do, and what happens where a budget ends or engines differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pipeline.base import EnginesDisagree, begin_base, build_base, finish_base
from pipeline.errors import UndecidedError
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout, read_layout
from pipeline.limits import Limits
from pipeline.prove import Encoding
from pipeline.search import count, explain
from pipeline.solve import Engine, solve
from pipeline.source import parse_documents
from pipeline.tier import Tier
from pipeline.verdict import Budget, SolveCount

WALLS = "walls: |\n  ..#....\n  #...#..\n  ...#..#\n  .#...#.\n  #..#...\n  ..#...#\n  ....#..\n"
FIXED = "clues: fixed\nwalls: |\n  ...\n  ..2\n"
KIND = discover()["akari"]


def _layout(text: str) -> Layout:
    return read_layout(parse_documents(text.encode(), "a.yaml").documents[0], "a/1", "akari", {"akari": KIND})


def test_base_keeps_the_clues_that_its_author_keeps() -> None:
    """A clue named in ``keep`` is shown at every tier, where the same base without it blanks it."""
    free = build_base(KIND, _layout(WALLS), Limits()).levels
    shown = KIND.clues(KIND.read_grid(free[-1].grid, {}))
    spared = next(wall for wall in range(49) if WALLS.split()[2 + wall // 7][wall % 7] == "#" and not shown >> wall & 1)
    kept = build_base(KIND, _layout(f"{WALLS}keep: [r{spared // 7 + 1}c{spared % 7 + 1}]\n"), Limits()).levels
    assert all(KIND.clues(KIND.read_grid(level.grid, {})) >> spared & 1 for level in kept)
    cell = f"r{spared // 7 + 1}c{spared % 7 + 1}"
    assert [level.proofs.kept for level in kept] == [*[None] * (len(kept) - 1), (cell,)]
    assert free[-1].proofs.kept == ()


def test_base_gives_only_the_tiers_that_are_asked_for() -> None:
    """``tiers`` leaves levels out, and names one that is not reached."""
    reached = [level.tier for level in build_base(KIND, _layout(WALLS), Limits()).levels]
    base = build_base(KIND, _layout(f"{WALLS}tiers: [{reached[0]}]\n"), Limits())
    assert [level.tier for level in base.levels] == reached[:1]
    assert base.missing == ()
    other = next(tier for tier in Tier if tier not in reached)
    base = build_base(KIND, _layout(f"{WALLS}tiers: [{other}]\n"), Limits())
    assert base.levels == ()
    assert [tier for tier, _ in base.missing] == [other]


def test_fixed_board_is_published_as_drawn_or_not_at_all() -> None:
    """A setter's board has one tier; asked for another it gives no level and says which it is."""
    base = build_base(KIND, _layout(FIXED), Limits())
    assert [level.grid for level in base.levels] == [("...", "..2")]
    tier = base.levels[0].tier
    other = next(wanted for wanted in Tier if wanted is not tier)
    base = build_base(KIND, _layout(f"{FIXED}tiers: [{other}]\n"), Limits())
    assert base.levels == ()
    assert base.missing == ((other, f"it is {tier}"),)


def test_seed_gives_another_base() -> None:
    """Of a few seeds at least two give different levels."""
    made = {build_base(KIND, _layout(f"{WALLS}seed: {seed}\n"), Limits()).levels[-1].id for seed in range(6)}
    assert len(made) > 1


@pytest.mark.parametrize("limits", [Limits(choose=0), Limits(prove=0), Limits(search=0, trace_steps=1)], ids=repr)
def test_budget_that_ends_leaves_the_layout_undecided(limits: Limits) -> None:
    """Whichever budget is too small: the layout is undecided, with its place, and never taken for unique."""
    with pytest.raises(UndecidedError) as caught:
        build_base(KIND, _layout(WALLS), limits)
    assert str(caught.value.location) == "a.yaml:2:3"


def test_search_that_gives_up_is_said_in_the_level() -> None:
    """Where only the trace decides, the level's proofs and metrics say so."""
    level = build_base(KIND, _layout(WALLS), Limits(search=0)).levels[0]
    assert level.proofs.reason == "trace"
    assert level.metrics.gave_up
    assert build_base(KIND, _layout(WALLS), Limits()).levels[0].proofs.reason == "search"


def _forgetting_a_rule(encode: Any) -> Any:
    """An encoding that has lost its last clauses."""

    def spoilt(puzzle: Any) -> Encoding[Any]:
        encoding: Encoding[Any] = encode(puzzle)
        return replace(encoding, clauses=encoding.clauses[:4])

    return spoilt


def test_engines_that_differ_end_with_the_place_of_the_board() -> None:
    """A prover that has forgotten rules finds more answers than the reasoner: an error that names the layout."""
    spoilt: AnyKind = replace(KIND, encode=_forgetting_a_rule(KIND.encode))
    with pytest.raises(EnginesDisagree) as caught:
        build_base(spoilt, _layout(WALLS), Limits())
    assert str(caught.value.location) == "a.yaml:2:3"


def test_board_is_measured_by_the_kinds_own_search() -> None:
    """Where a kind counts answers by a search of its own, the metrics and ``solve`` are that search's."""

    def counting(puzzle: Any, limit: int, budget: Budget) -> SolveCount[Any]:
        found = count(KIND.reasoner(puzzle), limit, budget)
        return replace(found, nodes=found.nodes + 1000)

    kind: AnyKind = replace(KIND, count=counting)
    level = build_base(kind, _layout(FIXED), Limits()).levels[0]
    assert level.metrics.nodes == build_base(KIND, _layout(FIXED), Limits()).levels[0].metrics.nodes + 1000
    assert solve(kind, KIND.decode(level.code), engine=Engine.REASON).count.nodes == level.metrics.nodes


def test_search_that_differs_is_told_by_the_second_part_which_adds_its_figures() -> None:
    """The first part shows the level with what its trace proves; no figure is there before it is known."""
    layout = _layout(FIXED)
    begun = begin_base(KIND, layout, Limits())
    shown, whole = begun.base.levels[0], finish_base(KIND, layout, begun, Limits()).levels[0]
    assert (shown.proofs.reason, shown.metrics.nodes, shown.metrics.gave_up) == ("trace", 0, True)
    assert (whole.proofs.reason, whole.metrics.gave_up) == ("search", False)
    assert (
        replace(shown, proofs=whole.proofs, metrics=whole.metrics)
        == whole
        == build_base(KIND, layout, Limits()).levels[0]
    )
    wrong: AnyKind = replace(KIND, count=lambda puzzle, limit, budget: SolveCount(0, 5, 0, (), False, 0.0, limit))
    assert begin_base(wrong, layout, Limits()) == begun
    with pytest.raises(EnginesDisagree, match="the reasoner Unsolvable"):
        finish_base(wrong, layout, begun, Limits())


SHORT = Limits(search=0, trace_steps=1)


def test_board_that_reasoning_does_not_fill_is_proved_by_the_other_encoding() -> None:
    """Its proofs say so, its trace is as far as reasoning came, and it is of the last tier."""
    kind: AnyKind = replace(KIND, encode_again=lambda puzzle: replace(KIND.encode(puzzle), solver="minisat22"))
    whole = build_base(kind, _layout(FIXED), Limits()).levels[0]
    assert whole == build_base(KIND, _layout(FIXED), Limits()).levels[0]
    level = build_base(kind, _layout(FIXED), SHORT).levels[0]
    assert (level.proofs.reason, level.tier, level.metrics.gave_up) == ("encoding", Tier.EXPERT, True)
    assert level.trace == whole.trace[: len(level.trace)] != whole.trace
    assert (level.answer, level.id) == (whole.answer, whole.id)
    for without, text in ((KIND, FIXED), (kind, WALLS)):
        # Nor is a tier given by a trace that only the budget cut short.
        with pytest.raises(UndecidedError):
            build_base(without, _layout(text), SHORT)


def test_encodings_that_differ_end_with_the_place_of_the_board() -> None:
    """An other encoding that has forgotten rules is no proof, nor is one for which the budget is too small."""
    kind: AnyKind = replace(KIND, encode_again=_forgetting_a_rule(KIND.encode))
    with pytest.raises(EnginesDisagree):
        build_base(kind, _layout(FIXED), SHORT)


def test_easier_puzzle_that_is_not_worth_it_is_left_out_with_the_reason() -> None:
    """The last puzzle of a base stays whatever the kind thinks of it, and an easier one only if it is worth a level."""
    free = build_base(KIND, _layout(WALLS), Limits()).levels
    assert len(free) > 1
    none = build_base(replace(KIND, worth_a_tier=lambda puzzle: False), _layout(WALLS), Limits())
    assert none.levels == free[-1:]
    reasons = dict(none.missing)
    assert all("than is worth a level" in reasons[level.tier] for level in free[:-1])
    few = free[-2].clues
    kind: AnyKind = replace(KIND, worth_a_tier=lambda puzzle: KIND.clues(puzzle).bit_count() <= few)
    some = build_base(kind, _layout(WALLS), Limits()).levels
    assert some[-2:] == free[-2:]
    assert all(level.clues <= few for level in some)


def test_full_board_is_looked_over_whatever_the_budget_says() -> None:
    """A trace that ends on its last allowed step is no proof unless the full board breaks no rule."""
    for nodes in range(1, 12):
        trace = explain(KIND.reasoner(KIND.decode("3/3/.0.0g0.0.")), Budget(nodes=nodes))
        assert not trace.solved


def test_trace_that_need_not_fill_the_board_is_searched_for_with_less() -> None:
    """Where another encoding stands in, searches have a budget of their own, and what asks for none is explained."""
    kind: AnyKind = replace(KIND, encode_again=KIND.encode)
    whole = build_base(KIND, _layout(FIXED), Limits()).levels[0]
    assert build_base(kind, _layout(FIXED), Limits(trace_search=0)).levels[0].trace == whole.trace

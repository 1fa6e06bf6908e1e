"""What a line claims of its own proof is asked too: no step, word or number of it is taken for granted."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.catalogue import Level, Metrics, level_id
from pipeline.check import level_fault
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.limits import Limits
from pipeline.proofs.refute import NotRefutedError, prove_level
from pipeline.search import Board
from pipeline.tier import Tier
from pipeline.verdict import Budget
from pipeline.verify.level import verify_base
from tests.verify.conftest import at, verify, write


def _with_steps(kind: AnyKind, level: Level, *steps: tuple[str, str, str, str]) -> Level:
    """A level with another trace, and the numbers that follow from it put right."""
    rank_of = {technique.name: technique.rank for technique in kind.techniques}
    one, two, three, four = (sum(rank_of[name] == rank for name, *_ in steps) for rank in (1, 2, 3, 4))
    return replace(level, trace=steps, metrics=replace(level.metrics, steps=(one, two, three, four)))


def _of_three_answers(kind: AnyKind, model: Level, technique: str) -> Level:
    """A board with three answers, and a trace of one step that decides all of it as one of them has it."""
    puzzle = kind.read_grid(("1.", ".."), {})
    answer = kind.read_answer(puzzle, ("1*", ".."))
    places = Board(kind.reasoner(puzzle)).open
    decides = " ".join(f"{kind.place_name(puzzle, at)}={'*' if answer >> at & 1 else '-'}" for at in indices(places))
    level = replace(
        model,
        id=level_id(kind, puzzle),
        rows=2,
        cols=2,
        tier=Tier.HARD if technique == "short trial" else Tier.EXPERT,
        grid=kind.grid(puzzle),
        answer=kind.answer_grid(puzzle, answer),
        code=kind.code(puzzle),
        clues=1,
        images=("identity", "rotate180", "mirror", "flip"),
        metrics=Metrics(1, 0, True, (0, 0, 0, 0)),
        proofs=replace(model.proofs, reason="trace", irreducible=True, kept=()),
    )
    return _with_steps(kind, level, (technique, decides, "", "r1c1"))


@pytest.mark.parametrize("technique", ["short trial", "long trial", "search"])
def test_step_that_tries_several_places_at_once_proves_nothing(
    kinds: dict[str, AnyKind], made: tuple[Level, ...], tmp_path: Path, technique: str
) -> None:
    """Of several places the opposite of all together may be refuted where each has another answer."""
    kind = kinds["toy"]
    level = _of_three_answers(kind, made[0], technique)
    book = write(tmp_path / "catalogue", (level,))
    for words in ((), ("--proofs", tmp_path / "proofs"), ("--nodes", 1)):
        result = verify(book, *words)
        assert result.exit_code == 1
        assert "decides more than the one place that can be tried" in result.stdout
    assert "there is another answer, " in verify(book).stdout
    assert not (tmp_path / "proofs").exists()
    with pytest.raises(NotRefutedError, match="there is another answer"):
        prove_level(kind, level, Budget())


def _told(kind: AnyKind, level: Level, limits: Limits) -> tuple[str, str]:
    found = verify_base(kind, (level,), limits)[0]
    return "\n".join(found.faults), "\n".join(found.undecided)


def test_what_no_clue_is_shown_to_be_spared_is_undecided(kinds: dict[str, AnyKind], made: tuple[Level, ...]) -> None:
    """A budget that ends shows neither that a clue is needed nor that it is not."""
    level = at(made, "6x6/4", "expert")
    lie = replace(level, proofs=replace(level.proofs, irreducible=False, kept=None))
    faults, undecided = _told(kinds["toy"], lie, replace(Limits(), prove=1))
    assert (faults, "can be spared" in undecided) == ("", True)
    assert "'irreducible' is false, and every clue is needed" in _told(kinds["toy"], lie, Limits())[0]


def test_search_in_a_trace_that_its_budget_ends_is_undecided(
    kinds: dict[str, AnyKind], made: tuple[Level, ...], tmp_path: Path
) -> None:
    """It is no fault: the exit code is 3."""
    level = at(made, "6x6/4", "expert")
    kind = kinds["toy"]
    long = next(number for number, line in enumerate(level.trace) if "trial" in line[0])
    steps = [*level.trace]
    steps[long] = ("search", steps[long][1], "", "")
    lie = replace(_with_steps(kind, level, *steps), tier=Tier.EXPERT)
    faults, undecided = _told(kind, lie, replace(Limits(), search=0))
    assert f"whether step {long + 1} of the trace, search: '{steps[long][1]}' follows" in undecided
    assert "of the trace" not in faults
    assert verify(write(tmp_path, (level,)), "--nodes", 1).exit_code == 3


def test_trace_that_ends_too_soon_is_told_whatever_proves_the_level(
    kinds: dict[str, AnyKind], made: tuple[Level, ...], tmp_path: Path
) -> None:
    """Another encoding takes the place of reasoning only where that ends, and of a kind that has one."""
    kind = kinds["toy"]
    again: AnyKind = replace(kind, encode_again=lambda puzzle: replace(kind.encode(puzzle), solver="minisat22"))
    level = at(made, "6x6/4", "expert")
    for steps in (level.trace[:0], level.trace[:3]):
        lie = _with_steps(kind, level, *steps)
        lie = replace(lie, proofs=replace(lie.proofs, reason="encoding"))
        assert " open, and reasoning with 0" in _told(again, lie, Limits())[0]
        result = verify(write(tmp_path, (lie,)))
        assert result.exit_code == 1
        assert " places open" in result.stdout
        short = replace(Limits(), trace_steps=len(steps))
        assert " and reasoning " not in _told(again, lie, short)[0]


def test_switch_that_is_a_number_is_not_the_level_s(kinds: dict[str, AnyKind], made: tuple[Level, ...]) -> None:
    """A page that plays the level would not take 1 for true."""
    kind: AnyKind = replace(kinds["toy"], rules=lambda puzzle: {"odd": True})
    puzzle = kind.read_grid(made[0].grid, {})
    level = replace(made[0], rules={"odd": True}, id=level_id(kind, puzzle))
    assert level_fault(kind, level) is None
    assert level_fault(kind, replace(level, rules={"odd": 1})) == "'rules' are not those of toy"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_pipe_in_the_place_of_a_catalogue_is_told(tmp_path: Path) -> None:
    """Nobody waits for whoever may write into it."""
    os.mkfifo(tmp_path / "toy.jsonl")
    result = verify(tmp_path)
    assert result.exit_code == 1
    assert "cannot be read: it is a pipe or a device" in result.stdout


LIES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "nodes": ({"nodes": 7777}, {}, " and 'metrics' says 7,777 nodes and "),
    "gives up": ({"gave_up": True}, {}, " and gives up"),
    "gives up, and the word for it": ({"gave_up": True}, {"reason": "trace"}, "is 'search', not 'trace'"),
    "kept outside": ({}, {"kept": ("r9c9",)}, "'kept' names r9c9, where no clue is shown"),
}


@pytest.mark.parametrize("name", LIES)
def test_number_or_word_about_a_proof_that_is_not_so_is_told(
    kinds: dict[str, AnyKind], made: tuple[Level, ...], name: str
) -> None:
    """How the search fared is asked again, and which word follows from it; the images are proved all the same."""
    metrics, proofs, message = LIES[name]
    level = at(made, "5x5/1", "hard")
    lie = replace(level, metrics=replace(level.metrics, **metrics), proofs=replace(level.proofs, **proofs))
    found = verify_base(kinds["toy"], (lie,), Limits())[0]
    assert message in "\n".join(found.faults)
    assert found.undecided == ()
    assert sum(dict(found.images).values()) == len(level.images) - 1


def test_clues_kept_are_named_once_and_in_order(kinds: dict[str, AnyKind], made: tuple[Level, ...]) -> None:
    """As they are written."""
    level = at(made, "5x5/1", "hard")
    clue = next(indices(kinds["toy"].clues(kinds["toy"].read_grid(level.grid, {}))))
    name = f"r{clue // level.cols + 1}c{clue % level.cols + 1}"
    for kept, is_told in (((name,), False), ((name, name), True)):
        lie = replace(level, proofs=replace(level.proofs, kept=kept))
        assert ("'kept' names a clue twice" in _told(kinds["toy"], lie, Limits())[0]) == is_told


def test_step_that_is_harder_than_it_need_be_or_looks_elsewhere_is_told(
    kinds: dict[str, AnyKind], made: tuple[Level, ...]
) -> None:
    """Hints take their words and the eye's way from it; after three faults the rest is taken as it stands."""
    kind = kinds["toy"]
    level = at(made, "6x6/4", "expert")
    single = next(number for number, line in enumerate(level.trace) if " " not in line[1])
    decides = level.trace[single][1]
    lie = _with_steps(kind, level, *level.trace[:single], ("search", decides, decides.split("=")[0], ""))
    assert " is harder than it need be: here '" in _told(kind, lie, Limits())[0]
    lie = replace(level, trace=tuple((name, decides, "r1c1 r6c6", rests) for name, decides, _, rests in level.trace))
    faults, _ = _told(kind, lie, Limits())
    assert faults.count(" sends the eye to 'r1c1 r6c6', and not to 'r") == 3
    assert "open" not in faults


def test_images_are_compared_where_the_level_is_undecided(kinds: dict[str, AnyKind], made: tuple[Level, ...]) -> None:
    """That takes no proof."""
    level = at(made, "6x6/4", "expert")
    lie = replace(_with_steps(kinds["toy"], level), images=level.images[:-1])
    faults, undecided = _told(kinds["toy"], lie, replace(Limits(), search=0))
    assert "whether there is one answer" in undecided
    assert "the images that differ are identity, " in faults

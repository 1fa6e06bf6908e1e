"""``kotae verify``: each lie of a catalogue is found, told with its place, and ends with 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.catalogue import Level, Metrics, level_id, read_catalogue, trace_lines
from pipeline.cli import cli
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.search import explain
from pipeline.solve import count_by_reasoning
from tests.verify.conftest import at, turned_letter, verify, write


def test_catalogue_as_it_was_made_is_verified(book: Path) -> None:
    """Nothing is wrong, and what showed it is said for each kind and each level."""
    result = verify(book)
    assert (result.exit_code, result.stderr) == (0, "9 levels: nothing is wrong\n")
    assert result.stdout.startswith("toy: 9 levels verified: one answer by search 9; ")
    assert (
        "images by a harder level 36, search 15; the last tier of 3 layouts without a clue to spare\n" in result.stdout
    )
    lines = [json.loads(line) for line in verify(book, "--json").stdout.splitlines()]
    assert {(line["verdict"], line["engine"]) for line in lines} == {("verified", "search")}
    assert [line["line"] for line in lines] == list(range(1, 10))


def _grid_without(kind: AnyKind, level: Level) -> Level:
    """A level with its first clue dropped, and all that follows from the grid put right."""
    puzzle = kind.read_grid(level.grid, level.rules)
    clues = kind.clues(puzzle)
    fewer = kind.show(puzzle, clues & ~(1 << next(indices(clues))))
    answer = kind.answer_grid(fewer, kind.read_answer(puzzle, level.answer))
    return replace(
        level,
        grid=kind.grid(fewer),
        answer=answer,
        code=kind.code(fewer),
        id=level_id(kind, fewer),
        clues=level.clues - 1,
    )


def _step(level: Level, number: int, *change: Any) -> Level:
    trace = list(level.trace)
    line = list(trace[number])
    if not change:
        del trace[number]
    else:
        line[change[0]] = change[1]
        trace[number] = (line[0], line[1], line[2], line[3])
    return replace(level, trace=tuple(trace))


def _first_trial(level: Level) -> int:
    return next(number for number, line in enumerate(level.trace) if line[0] == "short trial")


LIES: dict[str, tuple[Callable[[AnyKind, Level], Level], tuple[str, ...]]] = {
    "answer": (lambda kind, level: turned_letter(level), ("the answer breaks the rule '",)),
    "dropped clue": (lambda kind, level: replace(_grid_without(kind, level), id=level.id), ("the id of the grid is",)),
    "dropped clue, well hidden": (_grid_without, ("there is another answer, ", "by search")),
    "tier": (
        lambda kind, level: replace(level, tier=type(level.tier).EXPERT),
        ("the tier is hard, not expert", "the trace needs rank 3, and the tier is expert"),
    ),
    "metrics": (
        lambda kind, level: replace(level, metrics=replace(level.metrics, steps=(9, 9, 9, 9))),
        ("the trace has 6, 2, 6, 0 steps of ranks 1 to 4, and 'metrics' says 9, 9, 9, 9",),
    ),
    "irreducible": (
        lambda kind, level: replace(level, proofs=replace(level.proofs, irreducible=False)),
        ("'irreducible' is false, and every clue is needed",),
    ),
    "word of a proof": (
        lambda kind, level: replace(level, proofs=replace(level.proofs, reason="luck")),
        ("what shows beside the prover that there is one answer is 'search', not 'luck'",),
    ),
    "image left out": (
        lambda kind, level: replace(level, images=level.images[:-1]),
        ("the images that differ are identity",),
    ),
    "image of another board": (
        lambda kind, level: replace(level, images=(*level.images, "inverted")),
        ("'inverted' is no image of the board",),
    ),
    "step left out": (lambda kind, level: _step(level, 0), ("nothing is known", "the trace leaves 1 place open")),
    "step of an easier technique": (
        lambda kind, level: _step(level, _first_trial(level), 0, "count"),
        ("of the trace, count: 'r", "does not follow so"),
    ),
    "step that rests on nothing": (
        lambda kind, level: _step(level, _first_trial(level), 3, ""),
        ("of the trace, short trial: 'r", "does not follow so"),
    ),
    "step twice": (
        lambda kind, level: replace(level, trace=(level.trace[0], *level.trace)),
        ("step 2 of the trace", "is known before"),
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_lie_about_a_level_is_told_with_its_line_and_id(
    kinds: dict[str, AnyKind], made: tuple[Level, ...], tmp_path: Path, name: str
) -> None:
    """Of one level a thing is changed: that level is told, and no other."""
    change, messages = LIES[name]
    liar = at(made, "5x5/1", "hard")
    changed = change(kinds["toy"], liar)
    book = write(tmp_path, tuple(changed if level is liar else level for level in made))
    result = verify(book)
    assert result.exit_code == 1
    number = 1 + [level.id for level in read_catalogue(book / "toy.jsonl")].index(changed.id)
    told = [line for line in result.stdout.splitlines() if not line.startswith(("toy:", "  "))]
    assert told
    assert all(line.startswith(f"{book.as_posix()}/toy.jsonl:{number}: level {changed.id}: ") for line in told)
    for message in messages:
        assert message in result.stdout


def test_clue_that_is_not_needed_is_told(made: tuple[Level, ...], tmp_path: Path) -> None:
    """An easier tier says that it has none to spare."""
    easier = at(made, "5x5/1", "normal")
    lie = replace(easier, proofs=replace(easier.proofs, irreducible=True))
    result = verify(write(tmp_path, tuple(lie if level is easier else level for level in made)))
    assert result.exit_code == 1
    assert f"level {lie.id}: 'irreducible' is true, and r" in result.stdout
    assert "can be spared" in result.stdout


def test_last_tier_needs_every_clue_that_its_author_did_not_keep(made: tuple[Level, ...], tmp_path: Path) -> None:
    """A level that is called the last has no other clue to spare, and no harder one of its base beside it."""
    last, before = at(made, "5x5/1", "hard"), at(made, "5x5/1", "normal")
    assert (last.proofs.kept, before.proofs.kept) == ((), None)
    lie = replace(before, proofs=replace(before.proofs, kept=()))
    result = verify(write(tmp_path, (lie,)))
    assert result.exit_code == 1
    assert f"level {lie.id}: it is the last of its base, and r" in result.stdout
    assert "can be spared, which nobody kept" in result.stdout
    spared = [clue for clue in cells_of_clues(before) if clue not in cells_of_clues(last)]
    kept = replace(before, proofs=replace(before.proofs, kept=tuple(cells_of_clues(before))))
    assert len(spared) == 1
    assert verify(write(tmp_path, (kept,))).exit_code == 0
    result = verify(write(tmp_path, (kept, last)))
    assert f"level {kept.id}: 'kept' says that it is the last of its base '5x5/1', and {last.id} is" in result.stdout
    # Without the last tier, or in a line that says nothing of it, nothing is claimed.
    result = verify(write(tmp_path, (before,)))
    assert result.exit_code == 0
    assert "; the last tier of 1 layout is not here" in result.stdout


def cells_of_clues(level: Level) -> list[str]:
    numbers = "012345678"
    cells = [(r, c) for r, row in enumerate(level.grid, 1) for c, ch in enumerate(row, 1) if ch in numbers]
    return [f"r{row}c{col}" for row, col in cells]


def test_levels_of_a_base_that_are_not_of_one_board_are_told(made: tuple[Level, ...], tmp_path: Path) -> None:
    """Another answer, the same tier twice, and as many clues in the harder one."""
    one, other = at(made, "5x5/1", "hard"), at(made, "6x6/4", "hard")
    stranger = write(tmp_path, tuple(replace(one, base="6x6/4") if level is one else level for level in made))
    assert (
        f"level {one.id}: {other.id} is a level of the same base '6x6/4' and the same tier" in verify(stranger).stdout
    )
    lie = replace(at(made, "hand/1", "easy"), base="6x6/4")
    stranger = write(tmp_path, (lie, *[level for level in made if level.base == "6x6/4" and level.tier != "easy"]))
    assert "is a level of the same base '6x6/4', and has another answer" in verify(stranger).stdout
    assert verify(write(tmp_path, (one, other))).exit_code == 0


def test_whole_file_is_looked_at(book: Path, made: tuple[Level, ...]) -> None:
    """Ids swapped, a line twice, one moved, one cut, one of another kind, a file that ends too soon: all in one run."""
    lines = [asdict(level) for level in made]
    lines[0]["id"], lines[1]["id"] = lines[1]["id"], lines[0]["id"]
    texts = [json.dumps(line, ensure_ascii=False) for line in lines]
    texts[3:3] = [texts[2]]
    texts[5], texts[8] = texts[8], texts[5]
    texts[6] = texts[6][:100]
    texts[9] = texts[9].replace('"kind": "toy"', '"kind": "yot"')
    path = book / "toy.jsonl"
    path.write_text("\n".join(texts), encoding="utf-8")
    (book / "nobody.jsonl").write_text("{}\n", encoding="utf-8")
    result = verify(book)
    assert result.exit_code == 1
    told = result.stdout
    for number in (1, 2):
        assert f"{path.as_posix()}:{number}: level {lines[number - 1]['id']}: the id of the grid is" in told
    assert f"{path.as_posix()}:4: level {made[2].id}: the id {made[2].id} stands on line 3 too" in told
    assert f"{path.as_posix()}:8: level {made[6].id}: it is out of order" in told
    assert f"{path.as_posix()}:7:" in told
    assert "not a JSON line" in told
    assert f"{path.as_posix()}:10: level {made[8].id}: a level of 'yot' in the file of 'toy'" in told
    assert f"{path.as_posix()}: the file ends within a line" in told
    assert "nobody.jsonl: there is no kind 'nobody'" in told
    # What is sound in such a file is still verified.
    assert {json.loads(line)["verdict"] for line in verify(book, "--json").stdout.splitlines()} == {
        "faulty",
        "verified",
    }


UNREADABLE: dict[str, tuple[Callable[[str], str], str]] = {
    "mark in front": (lambda line: f"\ufeff{line}", ":1:1: a byte order mark stands in front"),
    "name twice": (lambda line: line.replace("{", '{"clues": 1, ', 1), ":1: the field 'clues' stands twice"),
    "name twice within": (lambda line: line.replace('{"nodes"', '{"nodes": 0, "nodes"', 1), "'nodes' stands twice"),
    "name of nothing": (lambda line: line.replace("{", '{"clue": 1, ', 1), "not a level: there is no field 'clue'"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_line_that_two_readers_would_read_otherwise_is_told(book: Path, made: tuple[Level, ...], name: str) -> None:
    """And only that line."""
    change, message = UNREADABLE[name]
    path = book / "toy.jsonl"
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    result = verify(book)
    assert result.exit_code == 1
    assert message in result.stdout
    assert f"toy: {len(made) - 1} levels verified" in result.stdout


def test_undecided_within_the_budget_exits_3(book: Path, made: tuple[Level, ...]) -> None:
    """It is never taken for unique."""
    hardest = at(made, "6x6/4", "expert").id
    result = verify(book, "--nodes", 1, "--level", hardest)
    assert result.exit_code == 3
    assert f"level {hardest}: undecided within the budget: whether r" in result.stdout
    assert json.loads(verify(book, "--nodes", 1, "--level", hardest, "--json").stdout)["verdict"] == "undecided"


def test_levels_can_be_chosen(book: Path, made: tuple[Level, ...]) -> None:
    """By id, by kind and by size; what is not there is a wrong command line."""
    assert verify(book, "--level", made[0].id).stderr == "1 level: nothing is wrong\n"
    assert verify(book / "toy.jsonl", "--up-to", "4x3").stderr == "2 levels: nothing is wrong\n"
    assert verify(book, "--kind", "toy", "--up-to", "5").stderr == "5 levels: nothing is wrong\n"
    for wrong in (("--kind", "yot"), ("--level", "0123456789ab"), ("--up-to", "large"), ("--proofs", "a")):
        assert verify(book, *wrong, *(("--check-proofs", "a") if wrong[0] == "--proofs" else ())).exit_code == 2
    assert verify(book / "nothing.jsonl").exit_code == 1
    for none in ((book, "--up-to", "2x2"), (book, "--kind", "akari")):
        result = verify(*none)
        assert result.exit_code == 1
        assert "no level was chosen" in result.stdout


def test_image_of_a_level_with_an_id_of_its_own_is_told(
    kinds: dict[str, AnyKind], made: tuple[Level, ...], tmp_path: Path
) -> None:
    """Turned and mirrored it is the same level, whatever its layout is called."""
    kind = kinds["toy"]
    level = at(made, "5x5/1", "hard")
    puzzle = kind.read_grid(level.grid, {})
    image = level.images[-1]
    turned = kind.turn(puzzle, image)
    answer = kind.turn_answer(puzzle, kind.read_answer(puzzle, level.answer), image)
    other = replace(
        level,
        id=level_id(kind, turned),
        base="another",
        grid=kind.grid(turned),
        answer=kind.answer_grid(turned, answer),
        code=kind.code(turned),
        **_reasoned(kind, turned),
    )
    result = verify(write(tmp_path, (level, other)))
    assert result.exit_code == 1
    told = sorted(line.split(": ", 1)[1] for line in result.stdout.splitlines() if "/toy.jsonl:" in line)
    first, second = sorted((level, other), key=Level.order)
    assert told == [f"level {second.id}: it is an image of the level {first.id} at {tmp_path.as_posix()}/toy.jsonl:1"]


def _reasoned(kind: AnyKind, puzzle: Any) -> dict[str, Any]:
    """The trace of a puzzle, and how its search fares."""
    trace = explain(kind.reasoner(puzzle))
    counted = count_by_reasoning(kind, puzzle)
    one, two, three, four = (sum(step.rank == rank for step in trace.steps) for rank in (1, 2, 3, 4))
    metrics = Metrics(counted.nodes, counted.branches, counted.gave_up, (one, two, three, four))
    return {"trace": trace_lines(kind, puzzle, trace), "metrics": metrics}


def test_workers_tell_the_same_in_the_same_order(book: Path) -> None:
    """However many there are."""
    path = book / "toy.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"tier": "normal"', '"tier": "easy"'), encoding="utf-8")
    one = CliRunner().invoke(cli, ["verify", str(book), "--jobs", "1"])
    two = CliRunner().invoke(cli, ["verify", str(book), "--jobs", "2"])
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code == 1
    assert one.stdout.count("the tier is normal, not easy") == 3

"""A part of ``make cross`` in every run of the tests, and that it can fail: faults are planted, and each comes out with
the least board on which it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.kind import discover
from pipeline.prove import Encoding
from pipeline.reasoner import Position, Step, Technique
from tests.cross import __main__ as command
from tests.cross.page import Page
from tests.cross.run import Found, compare
from tests.cross.subject import Subject, subjects

SEED = 21
BOARDS = 24

KINDS = subjects()


def _compared(subject: Subject, numbers: range, page: Page | None = None) -> list[Found]:
    return compare(subject, SEED, numbers, page).found


@pytest.mark.parametrize("name", KINDS)
def test_engines_brute_force_and_page_agree_on_boards_drawn_at_random(node: str, name: str) -> None:
    """The same boards in every run; some have no answer, some one and some several."""
    with Page(name, KINDS[name].scripts) as page:
        tally = compare(KINDS[name], SEED, range(BOARDS), page)
    assert [found.text() for found in tally.found] == []
    assert tally.boards.total() == BOARDS
    assert min(tally.boards[answers] for answers in ("none", "one", "several")) > 0


def test_every_kind_of_the_house_is_compared() -> None:
    """A new one has to bring what it is compared by."""
    assert {name for name, kind in discover().items() if kind.folder is None} <= set(KINDS)


class Rash:
    """A reasoner with a rule too many: whatever is not known where its first technique looks is answered yes."""

    def __init__(self, ready: Any) -> None:
        self._ready = ready

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ready, name)

    def find(self, technique: Technique, position: Position, fresh: Position | None = None) -> Iterator[Step]:
        yield from self._ready.find(technique, position, fresh)
        unknown = self._ready.places & ~(position.yes | position.no)
        if technique == self._ready.techniques[0] and unknown.bit_count() > 1:
            yield Step(technique.name, technique.rank, yes=unknown & -unknown)


@pytest.mark.parametrize(("name", "least"), [("akari", "2/1/h"), ("toy", "1x2:..")])
def test_wrong_rule_of_a_reasoner_comes_out_with_the_least_board(name: str, least: str) -> None:
    """It says which technique decides what is not so."""
    planted = replace(KINDS[name].kind, reasoner=lambda puzzle: Rash(KINDS[name].kind.reasoner(puzzle)))
    found = _compared(replace(KINDS[name], kind=planted), range(3))
    steps = [one for one in found if one.fault.check == "steps"]
    assert steps
    assert {one.least for one in steps} == {least}
    assert "which is not so in every answer" in steps[0].least_said


def test_bound_that_an_encoding_lacks_comes_out_with_the_least_board() -> None:
    """Columns may have any number of each stone: the prover finds an answer that is none."""
    kind = KINDS["binairo"].kind

    def encode(puzzle: Any) -> Encoding[Any]:
        whole = kind.encode(puzzle)
        return replace(whole, at_most=whole.at_most[: 2 * len(kind.grid(puzzle))])

    found = _compared(replace(KINDS["binairo"], kind=replace(kind, encode=encode)), range(30))
    counts = [one for one in found if one.fault.check == "counts"]
    assert counts
    for one in counts:
        assert "the prover finds" in one.least_said
        assert one.least.startswith("4x4")


def test_wrong_rule_of_a_page_comes_out_with_the_least_board_and_game(node: str, tmp_path: Path) -> None:
    """A wall is called too full when it has what it asks for: one wall, one cell, one bulb."""
    subject = KINDS["akari"]
    (script,) = [path for path in map(Path, subject.scripts) if path.name == "rules.js"]
    text = script.read_text(encoding="utf-8")
    wrong = text.replace("has > wants", "has >= wants")
    assert wrong != text
    (tmp_path / "rules.js").write_text(wrong, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    with Page("akari", [str(tmp_path / "rules.js")]) as page:
        found = _compared(subject, range(2), page)
    assert found
    assert {one.fault.check for one in found} == {"page"}
    assert {one.least for one in found} <= {"1/1/a"}
    assert all("of 'isSolved' the page says False, the rules True" in one.least_said for one in found)


def test_command_tells_the_least_board_and_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With exit code 1; of the board that it names it says the same again, and nothing once the fault is mended."""
    planted = replace(KINDS["toy"].kind, reasoner=lambda puzzle: Rash(KINDS["toy"].kind.reasoner(puzzle)))
    monkeypatch.setattr(command, "subjects", lambda: {"toy": replace(KINDS["toy"], kind=planted)})
    words = ["--kind", "toy", "--seed", str(SEED), "--without-page"]
    said = CliRunner().invoke(command.main, [*words, "--only", "0"])
    assert said.exit_code == 1
    assert f"again: make cross KIND=toy SEED={SEED} ONLY=0" in said.stdout
    assert "python -m tests.cross --kind toy --code '1x2:..'" in said.stdout
    again = CliRunner().invoke(command.main, [*words, "--code", "1x2:.."])
    assert (again.exit_code, again.stdout.split(":")[0]) == (1, "steps")
    monkeypatch.undo()
    mended = CliRunner().invoke(command.main, [*words, "--code", "1x2:.."])
    assert (mended.exit_code, mended.stdout) == (0, "all agree\n")

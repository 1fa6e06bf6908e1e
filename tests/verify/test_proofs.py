"""Proofs that ``kotae verify`` writes hold, and each that is forged is found, told with its place, and ends with 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Minisat22

from pipeline.catalogue import Level, read_catalogue
from tests.verify.conftest import at, turned_letter, verify, write


def test_proofs_hold_and_are_written_again_to_the_byte(book: Path, proofs: Path, tmp_path: Path) -> None:
    """Two files a level and nothing else, for a checker that reads DIMACS and DRUP."""
    result = verify(book, "--check-proofs", proofs.parent)
    assert (result.exit_code, result.stdout) == (0, "toy: the proofs of 9 levels hold\n")
    before = {path.name: path.read_bytes() for path in proofs.iterdir()}
    assert {Path(name).suffix for name in before} == {".cnf", ".drup"}
    assert len(before) == 18
    assert any(data.startswith(b"d ") or b"\nd " in data for data in before.values())
    verify(book, "--proofs", tmp_path / "again")
    assert {path.name: path.read_bytes() for path in (tmp_path / "again" / "toy").iterdir()} == before
    for path in proofs.glob("*.cnf"):
        # Another reader of the format, and another solver, say the same.
        with Minisat22(CNF(from_file=str(path)).clauses) as solver:
            assert solver.solve() is False
    text = before[f"{at(read(book), '5x5/1', 'hard').id}.cnf"].decode()
    assert "\nc v 1 r1c1=*\n" in text
    assert "the clue r2c1 is shown" in text


def read(book: Path) -> tuple[Level, ...]:
    return tuple(read_catalogue(book / "toy.jsonl"))


def test_no_proof_is_written_of_a_level_that_is_not_sound(book: Path, made: tuple[Level, ...], tmp_path: Path) -> None:
    """Nothing is left of a lie that could be taken for a proof."""
    liar = at(made, "5x5/1", "hard")
    write(book, tuple(turned_letter(level) if level is liar else level for level in made))
    assert verify(book, "--proofs", tmp_path / "proofs").exit_code == 1
    assert len(list((tmp_path / "proofs" / "toy").iterdir())) == 16
    assert not (tmp_path / "proofs" / "toy" / f"{liar.id}.cnf").exists()


def test_older_proof_of_a_level_that_is_not_sound_any_more_is_taken_away(
    book: Path, made: tuple[Level, ...], proofs: Path
) -> None:
    """And the others stay, those of other levels too."""
    liar = at(made, "5x5/1", "hard")
    one = write(book, (turned_letter(liar),))
    (proofs / "0123456789ab.cnf").write_text("", encoding="utf-8")
    assert verify(one, "--proofs", proofs.parent).exit_code == 1
    left = {path.name for path in proofs.iterdir()}
    assert left == {f"{lv.id}.{end}" for lv in made if lv is not liar for end in ("cnf", "drup")} | {"0123456789ab.cnf"}


def test_proofs_of_other_kinds_are_no_matter_for_a_file(book: Path, proofs: Path) -> None:
    """Among those of its own kind each has to be of a level; in a whole catalogue all of them."""
    (proofs.parent / "other").mkdir()
    (proofs.parent / "other" / "0123456789ab.cnf").write_text("", encoding="utf-8")
    for words in ((book / "toy.jsonl",), (book, "--kind", "toy")):
        assert verify(*words, "--check-proofs", proofs.parent).exit_code == 0
    assert "the proof of no level" in verify(book, "--check-proofs", proofs.parent).stdout
    (proofs / "0123456789ab.cnf").write_text("", encoding="utf-8")
    assert "the proof of no level" in verify(book / "toy.jsonl", "--check-proofs", proofs.parent).stdout


def test_json_of_checked_proofs_says_that_nothing_else_was_asked(book: Path, proofs: Path) -> None:
    """A proof that holds is not a level that was verified."""
    lines = [json.loads(line) for line in verify(book, "--check-proofs", proofs.parent, "--json").stdout.splitlines()]
    assert {line["verdict"] for line in lines} == {"proved"}
    assert not any("engine" in line for line in lines)


def _line(text: str, number: int, line: str | None) -> str:
    lines = text.split("\n")
    lines[number : number + 1] = [] if line is None else [line]
    return "\n".join(lines)


def _header(text: str) -> int:
    return next(number for number, line in enumerate(text.split("\n")) if line.startswith("p "))


def _counted(text: str, more: int) -> str:
    """The header with another number of clauses."""
    words = text.split("\n")[_header(text)].split(" ")
    return _line(text, _header(text), " ".join([*words[:3], str(int(words[3]) + more)]))


FORGED_CLAUSES: dict[str, tuple[Callable[[str], str], str]] = {
    "one removed": (lambda text: _line(text, _header(text) + 5, None), "the header says "),
    "one removed and the header mended": (
        lambda text: _line(_counted(text, -1), _header(text) + 5, None),
        "here 'p cnf 34 ",
    ),
    "one added": (lambda text: _counted(text, 1) + "1 0\n", "'1 0' is none of the level's, and does not follow"),
    "one changed": (lambda text: _line(text, _header(text) + 5, "1 0"), " should stand"),
    "an empty one": (lambda text: _counted(text, 1) + "0\n", "'0' is none of the level's"),
    "cut off": (lambda text: text[:-3], "the file ends within a line"),
    "another comment": (lambda text: text.replace("c v 1 r1c1=*", "c v 1 r2c2=*"), "here 'c v 1 r1c1=*' should stand"),
    "empty": (lambda text: "", "here is nothing"),
}


@pytest.mark.parametrize("name", FORGED_CLAUSES)
def test_forged_clauses_are_told(book: Path, made: tuple[Level, ...], proofs: Path, name: str) -> None:
    """Whatever is not as the level has it: with the file, its line, and the level."""
    level = at(made, "5x5/1", "hard")
    path = proofs / f"{level.id}.cnf"
    forge, message = FORGED_CLAUSES[name]
    forged = forge(path.read_text(encoding="utf-8"))
    assert forged != path.read_text(encoding="utf-8")
    path.write_text(forged, encoding="utf-8")
    result = verify(book, "--check-proofs", proofs.parent)
    assert result.exit_code == 1
    assert message in result.stdout
    assert result.stdout.startswith(path.as_posix())
    assert f"level {level.id})" in result.stdout
    assert "toy: the proofs of 8 of 9 levels hold" in result.stdout


FORGED_STEPS: dict[str, tuple[Callable[[str], str], str]] = {
    "first removed": (lambda text: text.split("\n", 1)[1], "does not follow"),
    "another first": (lambda text: "1 2 3 0\n" + text.split("\n", 1)[1], "does not follow"),
    "end removed": (lambda text: text[:-2], "it ends without the empty clause"),
    "only the end": (lambda text: "0\n", ".drup:1: the empty clause does not follow"),
    "cut off": (lambda text: text[:-1], "the file ends within a line"),
    "no clause": (lambda text: "x" + text, "is no variable"),
    "binary": (lambda text: "\x00\x01\n" + text, "U+0000 where a number should stand"),
    "a step that is true anyway": (
        lambda text: "1 -1 0\n" + text,
        "it refutes the clauses, and is not the refutation that was written with them",
    ),
}


@pytest.mark.parametrize("name", FORGED_STEPS)
def test_forged_refutation_is_told(book: Path, made: tuple[Level, ...], proofs: Path, name: str) -> None:
    """A step that does not follow by its line; one that proves as much, too, since it is not what was written."""
    level = at(made, "6x6/4", "expert")
    path = proofs / f"{level.id}.drup"
    forge, message = FORGED_STEPS[name]
    path.write_text(forge(path.read_text(encoding="utf-8")), encoding="utf-8")
    result = verify(book, "--check-proofs", proofs.parent)
    assert result.exit_code == 1
    assert message in result.stdout
    assert result.stdout.startswith(path.as_posix())
    assert f"level {level.id})" in result.stdout


def test_proofs_that_are_missing_exchanged_or_of_no_level_are_told(
    book: Path, made: tuple[Level, ...], proofs: Path
) -> None:
    """A level without a proof is not proved, and a proof of none is a slip."""
    one, other, gone = (f"{level.id}.cnf" for level in made[:3])
    (proofs / one).rename(proofs / "kept")
    (proofs / other).rename(proofs / one)
    (proofs / "kept").rename(proofs / other)
    (proofs / gone).rename(proofs / "0123456789ab.cnf")
    told = verify(book, "--check-proofs", proofs.parent).stdout
    assert f"{one}:1: here 'c level {made[0].id}: " in told
    assert f"{other}:1: here 'c level {made[1].id}: " in told
    assert f"{gone}: there is no such proof" in told
    assert "0123456789ab.cnf: the proof of no level of this catalogue" in told
    assert "toy: the proofs of 6 of 9 levels hold" in told

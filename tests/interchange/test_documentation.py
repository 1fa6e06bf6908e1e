"""``docs/formats.md`` is so: its examples are read and written to the letter, and its tables name what is there."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.catalogue import SCHEMA, Level, level_id
from pipeline.cli import cli
from pipeline.interchange.export import PICTURES
from pipeline.interchange.format import same_again
from pipeline.interchange.read import LONGEST, MOST
from pipeline.kind import discover
from pipeline.solve import solve
from tests.conftest import ROOT
from tests.interchange.boards import read_puzzles

TEXT = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
KINDS = {name: kind for name, kind in discover().items() if not kind.folder}
BLOCKS = re.findall(r"^```([^\n]*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
EXAMPLES = [(*language.split()[1:], text) for language, text in BLOCKS if language.startswith("text ")]


def table(heading: str) -> list[list[str]]:
    """The rows of the table with this heading, a text for each cell."""
    rows = TEXT.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]


def test_documentation_has_an_example_of_every_format_of_text() -> None:
    """Packed links, whose text nobody reads, are in tests of their own."""
    shown = {(kind, name) for kind, name, _ in EXAMPLES}
    wanted = {(kind.name, one.name) for kind in KINDS.values() for one in kind.formats}
    assert shown == {(kind, name) for kind, name in wanted if name not in ("penpa", "pzv")}
    assert {language for language, _ in BLOCKS if not language.startswith("text ")} == {"sh"}


@pytest.mark.parametrize(("kind", "name", "text"), EXAMPLES)
def test_documentation_examples_come_back_to_the_letter(kind: str, name: str, text: str) -> None:
    """Each is read as what it is said to be, is a puzzle with one answer, and is written as it stands there."""
    text = text if name in ("pzprv3", "text") else text.removesuffix("\n")
    (found,) = read_puzzles(text, "docs/formats.md", KINDS, kind, name)
    assert found.format.write
    assert found.format.write(same_again(found.imported)).text == text
    counted = solve(KINDS[kind], found.imported.puzzle).count
    assert (counted.count, counted.gave_up) == (1, False)


def test_documentation_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    lines = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
    assert lines
    for line in lines:
        result = CliRunner().invoke(cli, shlex.split(line)[1:], catch_exceptions=False)
        assert result.exit_code == 0, f"{line}\n{result.output}"


def test_documentation_lists_every_format_with_its_kinds() -> None:
    """The table of formats is that of the kinds, and each format has a heading."""
    said = {name.strip("`"): kinds for name, kinds, _ in table("format")}
    known: dict[str, list[str]] = {}
    for kind in KINDS.values():
        for one in kind.formats:
            known.setdefault(one.name, []).append(kind.name)
    assert said == {name: ", ".join(kinds) for name, kinds in known.items()} | dict.fromkeys(PICTURES, "all")
    headings = " ".join(re.findall(r"^### (.*)$", TEXT, re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", headings)) == set(said)
    assert LONGEST == 1 << 20
    assert f"{MOST:,} puzzles" in TEXT


def test_documented_codes_and_ids_hold() -> None:
    """The code and the id of a board are those that were promised, and so are the fields of a level."""
    assert {kind for kind, _, _ in table("kind | code")} == set(KINDS)
    for name, code, identity in table("kind | code"):
        kind = KINDS[name]
        puzzle = kind.decode(code.strip("`"))
        assert kind.code(puzzle) == code.strip("`")
        assert level_id(kind, puzzle) == identity.strip("`")
    named = [name for row in table("field") for name in re.findall(r"`(\w+)`", row[0])]
    assert named == [field.name for field in fields(Level)]
    assert table("what | version")[2][1] == str(SCHEMA)

"""Arguments of the commands that take puzzles: the same sources and limit, and the same words for what is wrong."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from build.cli import main
from pipeline.files import MAX_BYTES
from pipeline.stdin import read_in
from tests.drawn import drawn_catalogue

LINK = "https://puzz.link/p?akari/6/6/nekcakbl"
RING = "# a ring\nkind: akari\nclues: fixed\nwalls: |\n  ...\n  .#.\n  ...\n"
COMMANDS = (("import",), ("export", "--to", "text"), ("solve", "--no-time"))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, data: bytes | str = b"") -> Result:
    return CliRunner().invoke(main, words, input=data, catch_exceptions=False)


def test_endless_standard_input_is_read_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte more than a text may have tells that there are too many; no further one is taken."""
    whole = io.BytesIO(b"\0" * (3 * MAX_BYTES))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(whole))
    assert len(read_in()) == MAX_BYTES + 1
    assert whole.tell() == MAX_BYTES + 1


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_text_that_is_too_long_is_told_as_that(command: tuple[str, ...]) -> None:
    """From a file as from standard input, and also where the limit falls within a character."""
    for data in ("é" * (MAX_BYTES // 2 + 1), "a" + "é" * (MAX_BYTES // 2)):
        Path("long.txt").write_text(data, encoding="utf-8")
        for source, name in (("long.txt", "long.txt"), ("-", "standard input")):
            result = run(*command, source, data=data)
            assert (result.exit_code, result.stdout) == (1, "")
            assert f"{name}: the file is larger than 1024 KiB" in result.stderr
            assert "UTF-8" not in result.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_byte_that_is_no_utf8_is_told_with_line_and_caret(command: tuple[str, ...]) -> None:
    result = run(*command, "-", data=b"...\n.\xff.\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "standard input:2:2: the byte 0xff is not UTF-8\n  .\ufffd.\n   ^\n" in result.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("name", ["nofile", "no-file.txt", "/no/folder/", "./none", "my file.txt"])
def test_name_of_no_file_is_told_as_that(command: tuple[str, ...], name: str) -> None:
    """On stderr, whatever command it is."""
    result = run(*command, name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{name}: there is no such file\n")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_drawn_board_that_is_wrong_is_no_name_of_a_file(command: tuple[str, ...]) -> None:
    """Two dots in a row are two cells, and what is wrong has a caret."""
    for board in ("A..B", "..q", "1.q\n..."):
        result = run(*command, board)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("argument:1:")
        assert "^\n" in result.stderr


def test_layout_is_read_by_export_and_solve_whatever_its_file_is_called_and_told_by_import() -> None:
    """It is what import writes, and needs no import."""
    Path("ring.txt").write_text(RING, encoding="utf-8")
    for source, name in (("ring.txt", "ring.txt"), ("-", "standard input"), (RING, "argument")):
        assert run("export", source, "--to", "text", data=RING).stdout == "...\n.#.\n...\n"
        assert "akari 3×3: ambiguous" in run("solve", source, data=RING).stdout
        told = run("import", source, data=RING)
        assert (told.exit_code, told.stdout) == (1, "")
        assert f"{name}:2:1: this is a layout already\n  kind: akari\n  ^\n  'kotae solve', " in told.stderr
    run("export", "-", "ring.txt", "--to", "svg", "--out", "pictures", data=RING)
    assert sorted(path.name for path in Path("pictures").iterdir()) == ["akari-ring-1.svg", "akari-stdin-1.svg"]


@pytest.mark.parametrize(
    "words",
    [
        ("solve", ""),
        ("check", ""),
        ("check", "ring.yaml", "--svg", ""),
        ("import", ""),
        ("import", LINK, "--out", ""),
        ("export", ""),
        ("export", LINK, "--to", "svg", "--out", ""),
        ("new", "akari", "--like", ""),
        ("draft", ""),
        ("levels", "--layouts", ""),
        ("site", "--out", ""),
        ("verify", ""),
    ],
    ids=" ".join,
)
def test_empty_path_is_a_wrong_command_line(words: tuple[str, ...]) -> None:
    """It would be the current folder, and is mostly a variable that is not set."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "it is empty" in result.stderr
    assert list(Path().iterdir()) == []


def test_boards_of_one_line_are_written_apart_and_read_back_as_they_were() -> None:
    """Links and IDs have a line each; a board would be the next row of the one above."""
    Path("boards.txt").write_text("A...A\n\nA.A\n", encoding="utf-8")
    assert run("export", "boards.txt", "--kind", "tsunagi", "--to", "text").stdout == "A...A\n\nA.A\n"
    for target, lines in (("text", 3), ("code", 2), ("puzzlink", 2), ("penpa", 2)):
        written = run("export", "boards.txt", "--kind", "tsunagi", "--to", target).stdout
        again = run("export", "-", "--kind", "tsunagi", "--to", "text", data=written)
        assert (target, again.stdout.replace("1", "A")) == (target, "A...A\n\nA.A\n")
        assert written.count("\n") == lines
    squares = run("export", "A..A", "..AA", "--kind", "tsunagi", "--to", "tsunagi").stdout
    assert squares == "A..A\n\n..AA\n"
    assert run("export", "-", "--kind", "tsunagi", "--to", "tsunagi", data=squares).stdout == squares


def test_broken_level_is_told_alike_with_its_line(tmp_path: Path) -> None:
    """Whether it is no line of a catalogue or no level of its kind; what is wrong with other levels is not asked."""
    path = drawn_catalogue("akari", tmp_path / "drawn")
    lines = path.read_text(encoding="utf-8").splitlines()
    first, second = map(json.loads, lines)
    wrong = json.dumps(second | {"clues": second["clues"] + 1})
    path.write_text(f"{lines[0][:-9]}\n{wrong}\n{lines[1]}\n", encoding="utf-8")
    faults = (
        (1, first["id"], "not a JSON line"),
        (2, second["id"], f"the level {second['id']}: the grid shows "),
    )
    for command in (("export", "--to", "text"), ("solve", "--no-time")):
        for number, name, said in faults:
            result = run(*command, name, "--catalogue", str(path.parent))
            assert (result.exit_code, result.stdout) == (1, "")
            assert result.stderr.startswith(f"{path.as_posix()}:{number}:"), result.stderr
            assert said in result.stderr
    path.write_text(f"{lines[0][:-9]}\n{lines[1]}\n", encoding="utf-8")
    for command in (("export", "--to", "text"), ("solve", "--no-time")):
        assert run(*command, second["id"], "--catalogue", str(path.parent)).exit_code == 0


def test_warnings_show_the_line_and_a_caret() -> None:
    """Import and export tell a puzzle's place as solve does."""
    for words in (("import",), ("export", "--to", "text"), ("solve",)):
        told = run(*words, "..A\nA..").stderr
        assert "taken that it is\n  ..A\n  ^\n" in told


def test_import_stops_after_very_many_faults() -> None:
    """Each board has to be tried as a layout, which takes time, and nobody reads ten thousand faults."""
    result = run("import", "-", data="https://puzz.link/p?akari/2/2/4g.4\n" * 1_100)
    assert result.exit_code == 1
    assert "1,001 faults" in result.stderr
    unreadable = "https://puzz.link/p?akari/2/2/!\n" * 1_100
    assert "clues: fixed" in run("import", LINK, "-", data=unreadable).stdout

"""The command line as a whole: help, exit codes, and where output goes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from build.cli import main
from pipeline.cli import KotaeGroup
from pipeline.errors import AuthoringError, AuthoringErrors, UndecidedError
from pipeline.stopping import Stopped


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))


ALL = list(_commands(main))


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_command_has_a_help_text_with_an_example(words: tuple[str, ...]) -> None:
    """Every command says what it does and shows one use of it."""
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0
    assert f"Example: kotae {' '.join(words)}" in result.stdout


@pytest.mark.parametrize("words", [["levles"], ["levels", "--jobs", "0"], ["levels", "--nonsense"], ["new", "--size"]])
def test_wrong_command_line_exits_2(words: list[str]) -> None:
    """A command line that cannot be read is no fault of a layout."""
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.parametrize("size", ["ten", "0x5", "5x", "100x5", "5x5x5"])
def test_wrong_size_exits_2(size: str) -> None:
    """A size is rows and columns."""
    result = CliRunner().invoke(main, ["new", "akari", "--size", size])
    assert result.exit_code == 2


def test_size_over_the_largest_exits_2() -> None:
    """A side that no layout may have is refused before anything is drawn."""
    result = CliRunner().invoke(main, ["new", "akari", "--size", "61x5"])
    assert result.exit_code == 2
    assert "no side of akari may pass 60" in result.stderr


def test_missing_layouts_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder, or with an empty one, the message says where layouts are read from."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["levels"])
    assert result.exit_code == 1
    assert "there is no folder layouts" in result.stderr
    Path("layouts/akari").mkdir(parents=True)
    result = CliRunner().invoke(main, ["levels"])
    assert result.exit_code == 1
    assert "there are no layouts in layouts" in result.stderr


def test_folder_of_no_kind_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistyped folder is told, with the kind that it may have meant."""
    monkeypatch.chdir(tmp_path)
    Path("layouts/akarii").mkdir(parents=True)
    result = CliRunner().invoke(main, ["levels"])
    assert result.exit_code == 1
    assert "layouts/akarii: the folder of no kind" in result.stderr
    assert "did you mean 'akari'?" in result.stderr


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (PermissionError(13, "Permission denied", "a\x1b.yaml"), 1, "a\\x1b.yaml: Permission denied\n"),
        (OSError(28, "No space left on device"), 1, "No space left on device\n"),
        (KeyboardInterrupt(), 130, "stopped\n"),
        (Stopped(signal.SIGTERM), 143, "stopped\n"),
        (UndecidedError("not decided"), 3, "not decided\n"),
        (AuthoringErrors([UndecidedError("a"), AuthoringError("b")]), 1, "a\nb\n2 faults\n"),
    ],
)
def test_command_ends_with_a_word_for_what_is_no_bug(error: BaseException, code: int, message: str) -> None:
    """What the system refuses and what the user stops is told in a line, with the exit code that says so."""
    group = KotaeGroup("kotae")

    @group.command()
    def fail() -> None:
        raise error

    result = CliRunner().invoke(group, ["fail"])
    assert (result.exit_code, result.stderr) == (code, message)

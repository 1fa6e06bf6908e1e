"""Writing files: what is replaced is a file, and everything else stays what it is."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pipeline.errors import AuthoringError
from pipeline.files import replace_file, replace_files


def test_link_stays_and_the_file_behind_it_is_replaced(tmp_path: Path) -> None:
    """Also where there is none yet, and where one link leads to another."""
    behind = tmp_path / "elsewhere" / "behind.svg"
    behind.parent.mkdir()
    (tmp_path / "first.svg").symlink_to("elsewhere/behind.svg")
    (tmp_path / "second.svg").symlink_to("first.svg")
    for text in ("new", "newer"):
        replace_file(tmp_path / "second.svg", text)
        assert behind.read_text(encoding="utf-8") == text
    assert (tmp_path / "first.svg").is_symlink()
    assert (tmp_path / "second.svg").is_symlink()
    assert [path.name for path in behind.parent.iterdir()] == ["behind.svg"]


@pytest.mark.parametrize("is_behind_a_link", [False, True])
def test_pipe_is_an_error_and_nothing_is_changed(tmp_path: Path, is_behind_a_link: bool) -> None:
    """Whatever is written together with it stays as it was, too."""
    pipe, other = tmp_path / "pipe", tmp_path / "other"
    os.mkfifo(pipe)
    other.write_text("old", encoding="utf-8")
    named = tmp_path / "link" if is_behind_a_link else pipe
    if is_behind_a_link:
        named.symlink_to("pipe")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(AuthoringError) as raised:
        replace_files({other: "new", named: "new"})
    assert str(raised.value) == f"{named.as_posix()}: cannot be written: it is a pipe or a device, not a file"
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert named.is_symlink() == is_behind_a_link
    assert other.read_text(encoding="utf-8") == "old"
    assert sorted(tmp_path.iterdir()) == before


def test_folder_and_link_to_itself_are_errors_and_nothing_is_changed(tmp_path: Path) -> None:
    """Found before the first of several files is replaced."""
    folder, loop, other = tmp_path / "folder", tmp_path / "loop", tmp_path / "other"
    folder.mkdir()
    loop.symlink_to("loop")
    other.write_text("old", encoding="utf-8")
    for path in (folder, loop):
        with pytest.raises(AuthoringError, match="cannot be written"):
            replace_files({other: "new", path: "new"})
    assert folder.is_dir()
    assert loop.is_symlink()
    assert other.read_text(encoding="utf-8") == "old"

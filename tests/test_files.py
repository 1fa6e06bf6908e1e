"""Writing files: what is replaced is a file, and everything else stays what it is."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pipeline.errors import AuthoringError
from pipeline.files import replace_file, replace_files
from pipeline.parts import new_part, sweep_part


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


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted in /proc")
def test_part_is_closed_and_still_locked_when_it_is_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that says only at the end that it is full is heard before anything is replaced; no other run sweeps it."""
    target = tmp_path / "out.svg"
    moved = []
    replace = Path.replace

    def look(path: Path, to: Path) -> Path:
        opened = [os.path.realpath(f"/proc/self/fd/{one}") for one in os.listdir("/proc/self/fd")]  # noqa: PTH208
        sweep_part(path)
        moved.append((path.read_text(encoding="utf-8"), opened.count(str(path))))
        return replace(path, to)

    monkeypatch.setattr(Path, "replace", look)
    replace_file(target, "whole")
    assert moved == [("whole", 1)]
    part = new_part(tmp_path, ".out.svg.")
    part.file.write(b"half")
    part.file.flush()
    os.close(part.file.fileno())  # as a disk that refuses to close it
    with pytest.raises(OSError, match="Bad file descriptor"):
        part.seal(hold=True)
    part.discard()
    assert [path.name for path in tmp_path.iterdir()] == ["out.svg"]

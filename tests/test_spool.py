"""What waits on disk: where it does, and what is told where there is no room for it."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import IO

import pytest

from pipeline import spool
from pipeline.errors import AuthoringError
from pipeline.spool import Spool


def test_pieces_wait_beside_what_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder or the nearest above it, and where no file can be made there, beside the next; without a trace."""
    (tmp_path / "file").touch()
    (tmp_path / "full").mkdir()
    (tmp_path / "out").mkdir()
    made = spool.TemporaryFile

    def make(dir: Path) -> IO[bytes]:
        if dir == tmp_path / "full":
            raise PermissionError(13, "Permission denied")
        return made(dir=dir)

    monkeypatch.setattr(spool, "TemporaryFile", make)
    found = []
    for name in ("out", "none/cache", "file/cache", "full"):
        with Spool(tmp_path / name, tmp_path / "out" / "catalogue") as waiting:
            spans = [waiting.add(piece) for piece in (b"one", b"", b"three")]
            assert [waiting.piece(span) for span in reversed(spans)] == [b"three", b"", b"one"]
            found.append(waiting.folder.relative_to(tmp_path).as_posix())
    assert found == ["out", ".", ".", "out"]
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full", "out"]


def test_disk_that_is_full_is_told_with_the_folder(tmp_path: Path) -> None:
    """At the piece that there is no room for, however small."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Spool(tmp_path) as waiting:
        waiting.add(b"x" * 90)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            with pytest.raises(AuthoringError, match="no file can be kept here: File too large") as caught:
                waiting.add(b"y" * 20)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert str(caught.value.location) == str(tmp_path)
    assert "make room" in (caught.value.hint or "")

"""The progress of work that may be done at once: nothing is shown until it has taken a while."""

from __future__ import annotations

import pytest

from pipeline import late_bar as module
from pipeline.late_bar import late_bar


def test_progress_of_short_work_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither its label nor an empty line."""
    with late_bar("Checking", 3) as update:
        for done in (0.5, 1, 2, 3):
            update(done)
    assert capsys.readouterr() == ("", "")


def test_progress_of_long_work_is_shown_on_stderr(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the moment that patience ends, parts of a piece included, and never before."""
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    with late_bar("Checking", 2) as update:
        update(0.5)
        assert capsys.readouterr() == ("", "")
        now[0] = module.PATIENCE
        update(1.5)
        shown = capsys.readouterr()
    assert shown.out == ""
    assert "Checking" in shown.err

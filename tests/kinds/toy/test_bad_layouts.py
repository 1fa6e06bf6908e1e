"""What is wrong with a layout of a kind from outside is told as it is for any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk import Desk

FAULTS = {
    "stray letter": ("mines: |\n  .*\n  .x\n", "3:4", "'x' is no cell", "'*' a mine"),
    "ragged": ("mines: |\n  .*.\n  ..\n", "3:5", "a row of 2 cells", "equally long"),
    "no mine": ("mines: |\n  ...\n  ...\n", "2:3", "a field without a mine", "'*' is a mine"),
    "a mine that no number touches": (
        "mines: |\n  ***.\n  ***.\n  ***.\n",
        "2:3",
        "no number touches this mine",
        "leave a cell beside it free",
    ),
    "unknown key": ("mine: |\n  .*\n", "1:1", "unknown key 'mine'", "did you mean 'mines'?"),
    "no drawing": ("title: A\n", "1:1", "the key 'mines' is missing", "add a line 'mines: …'"),
    "clue to keep under a mine": ("mines: |\n  .*\n  ..\nkeep: [r1c2]\n", "4:8", "r1c2 never holds a clue", ""),
}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk with one good layout made."""
    monkeypatch.chdir(tmp_path)
    made = Desk("toy")
    made.lay("good.yaml", "mines: |\n  .*.\n  ..*\n")
    assert made.levels().exit_code == 0
    return made


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_told_at_its_place(desk: Desk, fault: str) -> None:
    """With a hint, and the last good catalogue stays."""
    text, place, message, hint = FAULTS[fault]
    desk.expect_fault(text.encode(), place, message, hint)

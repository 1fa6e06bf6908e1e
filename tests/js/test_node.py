"""The scripts' own tests, each file by a node of its own."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FILES = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("*.test.js"))


@pytest.mark.parametrize("name", FILES)
def test_node_tests_pass(node: str, name: str) -> None:
    """Every ``*.test.js`` file passes on its own and holds at least one test.

    A file runs its tests itself: ``--test`` would start a second node for it.
    """
    command = [node, "--test-reporter=tap", str(HERE / name)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), done.stdout


def test_node_finds_the_tests() -> None:
    """The list of files is not empty, so that a moved folder cannot pass for a good one."""
    assert len(FILES) > 5

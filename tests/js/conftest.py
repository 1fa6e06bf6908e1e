"""Node, where the machine has it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node; without it the test is skipped, or fails where the tests must be complete."""
    found = shutil.which("node")
    if found:
        return found
    if os.environ.get("KOTAE_REQUIRE_BROWSER") == "1":
        pytest.fail("there is no node on this machine, and KOTAE_REQUIRE_BROWSER=1 asks for it")
    pytest.skip("there is no node on this machine")


Judge = Callable[[Path, Sequence[Any]], list[Any]]


@pytest.fixture
def judge(node: str) -> Judge:
    """Hand boards to a script that judges them by a kind's rules in the browser, and read what it says of each."""

    def ask(script: Path, cases: Sequence[Any]) -> list[Any]:
        done = subprocess.run(
            [node, str(script)],
            cwd=Path(__file__).parents[2],
            input=json.dumps(cases),
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        said: list[Any] = json.loads(done.stdout)
        return said

    return ask

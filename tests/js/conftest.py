"""Node, where the machine has it."""

from __future__ import annotations

import os
import shutil

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

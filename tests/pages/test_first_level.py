"""The README's way from an empty folder to a level in a browser, typed as it stands there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.test_readme import ON_THE_PATH, ROOT, blocks

from .conftest import OpenPage, follow

INSTALLED = ["python3 -m venv .venv", ".venv/bin/pip install ../kotae"]
"""The lines that ask a package index for what Kotae needs; the test puts Kotae there in their place."""


def install(folder: Path) -> None:
    """Put the command where the README's installation does."""
    command = folder / ".venv" / "bin" / "kotae"
    command.parent.mkdir(parents=True)
    # As pip writes it: worker processes read it too.
    path = f"import sys\nsys.path.insert(0, {str(ROOT)!r})"
    run = "from build.cli import main\nif __name__ == '__main__':\n    main()"
    command.write_text(f"#!{sys.executable}\n{path}\n{run}\n", encoding="utf-8")
    command.chmod(0o755)


def test_first_level_of_the_readme_is_played_in_a_browser(tmp_path: Path, open_page: OpenPage) -> None:
    """The commands are typed into a shell in an empty folder, and the level that was drawn is found by its title."""
    first, second = blocks("sh first")
    (drawn,) = blocks("yaml first")
    lines = first.splitlines()
    assert lines[: len(INSTALLED)] == INSTALLED
    assert lines[len(INSTALLED)] == ON_THE_PATH
    # A page of this folder may ask for files below "site" alone.
    folder = tmp_path / "site"
    install(folder)
    layout = f"cat > layouts/akari/first.yaml <<'END'\n{drawn}END\n"
    typed = "\n".join(("set -e", *lines[len(INSTALLED) :], layout, second))
    # What pytest has on its path is not installed on a reader's machine.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(["sh"], input=typed, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = open_page((folder / "dist" / "index.html").as_uri())
    follow(page.get_by_role("link", name="Akari", exact=True))
    follow(page.locator("[data-level]", has_text="My first level").first)
    assert page.get_by_role("heading", level=1).is_visible()
    assert page.locator("[role=gridcell]").count() == 36
    assert "My first level" in page.locator("main").inner_text()

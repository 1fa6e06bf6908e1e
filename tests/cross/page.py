"""A kind's scripts at work in one long-lived node, which is asked in batches."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
EXPORTS = re.compile(r"^export (?:async )?(?:function|const) (?:start|claims|put|turn|spell)\b", re.MULTILINE)


def scripts_of(folder: Path) -> tuple[str, ...]:
    """The scripts in a kind's folder that know its rules: not those that draw."""
    return tuple(str(path) for path in sorted(folder.glob("*.js")) if EXPORTS.search(path.read_text("utf-8")))


class Page:
    """The scripts of one kind. A context manager, since the process has to be ended."""

    def __init__(self, kind: str, scripts: Sequence[str]) -> None:
        """Raises FileNotFoundError where there is no node on this machine."""
        node = shutil.which("node")
        if node is None:
            raise FileNotFoundError("there is no node on this machine, and the rules of the page run in it")
        self._process = subprocess.Popen(
            [node, str(HERE / "page.mjs"), kind, *scripts],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Page:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        with self._process as process:
            assert process.stdin
            process.stdin.close()

    def judge(self, cases: Sequence[Any]) -> list[Any]:
        """What the scripts say of each game of a batch."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        stdin.write(json.dumps(cases) + "\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            raise RuntimeError(f"the scripts ended with {self._process.wait()}")
        said: list[Any] = json.loads(line)
        return said

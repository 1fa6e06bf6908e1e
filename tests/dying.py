"""Work that ends the process that does it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pipeline.checking import Effort, look
from pipeline.errors import AuthoringError
from pipeline.finding import Finding
from pipeline.layout import Layout
from pipeline.verify.lines import Line
from pipeline.verify.run import Result, verify_together


def die(times: int, folder: Path) -> int:
    """End this process, until that was done so many times; how often it was."""
    before = len(list(folder.iterdir()))
    if before < times:
        (folder / str(before)).touch()
        os._exit(1)
    return before


def die_in_the_midst_of_a_result(folder: Path) -> bytes:
    """End this process when half of its result is written, the first time."""
    if not list(folder.iterdir()):
        (folder / "once").touch()

        def half(connection: Connection, data: bytes) -> None:
            os.write(connection.fileno(), data[: len(data) // 2])
            os._exit(1)

        Connection._send = half  # type: ignore[attr-defined]
    return bytes(1000)


def die_over(base: str, layout: Layout) -> str | AuthoringError:
    """End this process over the layout of this name; else its name."""
    if layout.base == base:
        os._exit(1)
    return layout.base


def look_or_die(layout: Layout, effort: Effort) -> Finding:
    """Look at a layout; end this process over one without any tiers, which no author can write."""
    if not layout.tiers:
        os._exit(1)
    return look(layout, effort)


def verify_or_die(lines: Sequence[Line], *words: Any) -> list[Result]:
    """Verify the levels of a base; end this process over one with this title."""
    if lines[0].level.title == "dies":
        os._exit(1)
    return verify_together(lines, *words)

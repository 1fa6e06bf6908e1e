"""What several commands take alike: paths, numbers of seconds, sizes of boards, names of what there is."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from pipeline.wording import visible

CATALOGUE = Path("catalogue")

SIZE_TEXT = re.compile(r"([1-9][0-9]?)(?:[x×]([1-9][0-9]?))?")


class FilledPath(click.Path):
    """A path; an empty one, which would mean the current folder, is a slip, such as a variable that is not set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails where it is empty."""
        return super().convert(_filled(self, value, param, ctx), param, ctx)


class FilledText(click.types.StringParamType):
    """A text that may be a path; an empty one is a slip."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text; fails where it is empty."""
        return _filled(self, super().convert(value, param, ctx), param, ctx)


class Seconds(click.FloatRange):
    """A number of seconds above 0 that a clock can reach."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; fails for what is none, and for infinity."""
        seconds = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{seconds} is no number of seconds", param, ctx)
        return seconds


PATH = FilledPath(path_type=Path)
TEXT = FilledText()


def read_size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """``10x12`` as rows and columns; a single number is a square."""
    if value is None:
        return None
    match = SIZE_TEXT.fullmatch(value.strip())
    if not match:
        raise click.BadParameter(f"'{visible(value)}' is no size; write 10x12, rows first")
    return int(match[1]), int(match[2] or match[1])


def check_choice(option: str, name: str | None, known: Collection[str]) -> None:
    """Raise a usage error where an option names what is not there."""
    if name is not None and name not in known:
        told = f"'{visible(name)}' is none of {', '.join(dict.fromkeys(known))}"
        raise click.BadParameter(told, param_hint=option)


def _filled(kind: FilledPath | FilledText, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
    if value == "":
        kind.fail("it is empty", param, ctx)
    return value

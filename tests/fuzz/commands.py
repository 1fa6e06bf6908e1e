"""Command lines: options with values that fit and values that do not, and texts in the place of files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from click.testing import CliRunner

from build.cli import main
from tests.fuzz.codes import originals
from tests.fuzz.mutate import IN_ANY, NUMBERS, SIGNS, spoilt
from tests.fuzz.target import Came, Room, Target
from tests.fuzz.told import UntoldError

BETWEEN = "\x1f"
"""Stands between the words of a command line, which are one text here; no word holds it."""

CODES = (0, 1, 2, 3)
"""With which a command may end."""


@dataclass(frozen=True, slots=True)
class Line:
    """A command with what is always there, and the values that its options take."""

    command: tuple[str, ...]
    sources: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    flags: tuple[str, ...] = ()


COUNTS = ("1", "2", "20")
KINDS = ("--kind", "--from", "--lang", "--to", "--tier", "--engine", "--rule", "--level")


def command_targets(room: Room) -> Iterator[Target]:
    """Every command that reads, and the one that draws."""
    texts = [text for text in originals(room.kinds) if len(text) < 400]
    for kind in room.kinds:
        text = min((room.layouts / kind).glob("*.yaml")).read_text(encoding="utf-8").split("---\n")[0]
        (room.folder / f"{kind}.yaml").write_text(f"kind: {kind}\n{text}", encoding="utf-8")
    lines = tuple(_command_lines(room, texts))

    def line(random: Random) -> str:
        chosen = random.choice(lines)
        words = [*chosen.command]
        if chosen.sources:
            words += [_source(random, chosen.sources) for _ in range(random.choice((1, 1, 2)))]
        for option in random.sample(sorted(chosen.options), k=min(len(chosen.options), random.randrange(4))):
            words += [option, _value(random, chosen.options[option])]
        words += [flag for flag in chosen.flags if random.random() < 0.3]
        if random.random() < 0.1:
            words.append(spoilt(random.choice(words), random, IN_ANY))
        return BETWEEN.join(word.replace(BETWEEN, "") for word in words)

    yield Target("commands", 250, 60, line, _run, 0.02)


def _command_lines(room: Room, texts: list[str]) -> Iterator[Line]:
    names = {"--kind": tuple(room.kinds), "--from": ("pzpr", "tatham", "text")}
    files = tuple(f"{kind}.yaml" for kind in room.kinds)
    small = {"--limit": COUNTS, "--nodes": COUNTS, "--seconds": ("1", "0.5"), "--engine": ("reason", "prove", "both")}
    words = {"--rule": ("fill=false", "touch=true", "unique_lines=false"), "--at": ("1",), "--lang": ("en", "ja")}
    # A budget stands in front, so that no spoilt one leaves a command without any.
    budget = ("--nodes", "20")
    yield Line(("solve", *budget), (*files, *texts), small | words | names, ("--json", "--steps", "--no-time"))
    yield Line(
        ("check", *budget, "--tries", "2", "--jobs", "1"),
        files,
        {"--nodes": COUNTS, "--tries": COUNTS} | names,
        ("--json",),
    )
    yield Line(("import",), tuple(texts), names)
    yield Line(
        ("export", "--to", "svg"), tuple(texts), {"--to": ("pzpr", "print"), "--tier": ("easy",)} | names, ("--answer",)
    )
    shown = {"--kind": tuple(room.kinds), "--up-to": ("3x3",), "--level": ("0123456789ab",), "--nodes": COUNTS}
    yield Line(("verify", "--jobs", "1"), (), shown, ("--json",))
    for kind in room.kinds:
        # No board is larger than these: what a large one takes to draw is no fault.
        yield Line(
            ("new", kind, "--count", "1"), (), {"--size": ("4x4", "6x6"), "--seed": ("1",), "--tiers": ("easy",)}
        )


def _source(random: Random, sources: tuple[str, ...]) -> str:
    source = random.choice(sources)
    if random.random() < 0.5:
        return source
    text = spoilt(source, random, IN_ANY)
    # A folder that there is on this machine would be read whole.
    return source if _is_there(text) else text


def _value(random: Random, values: tuple[str, ...]) -> str:
    if random.random() < 0.6:
        return random.choice(values)
    return random.choice((spoilt(random.choice(values), random, IN_ANY), random.choice(SIGNS), random.choice(NUMBERS)))


def _is_there(text: str) -> bool:
    try:
        return os.path.exists(text)  # noqa: PTH110
    except ValueError:
        return False


def _run(line: str) -> Came:
    """In this process, as the console script runs it."""
    result = CliRunner().invoke(main, line.split(BETWEEN))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code not in CODES:
        raise UntoldError(f"the exit code is {result.exit_code}")
    if result.exit_code and not result.output.strip():
        raise UntoldError("it fails without a word")
    if "Traceback (most recent call last)" in result.output:
        raise UntoldError(f"a traceback is told: {result.output[-300:]}")
    return Came.GOOD if result.exit_code == 0 else Came.REFUSED

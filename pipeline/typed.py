"""What an argument of a command line stands for: standard input, a file, or a text that is typed as it is.

All commands that take puzzles read them here, so that they know the same sources, have the same limit, and tell what
cannot be read in the same words. Standard input is ``-``; what is at a path is a file; everything else is the text
itself. Of a text that holds no puzzle, and looks like the name of a file, is told that there is no such file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import AuthoringError, Location
from pipeline.files import read_start
from pipeline.find import SUFFIXES
from pipeline.interchange.place import fault, moved
from pipeline.interchange.read import Reading, read_all
from pipeline.kind import AnyKind
from pipeline.layout import COMMON_KEYS, Layout, layouts_of
from pipeline.source import decode, parse_documents
from pipeline.stdin import STDIN, STDIN_NAME, read_in

TYPED = "argument"
"""What a text on the command line itself is called in messages."""

LEVEL_ID = re.compile(r"[0-9a-f]{12}")

FILE_LIKE = re.compile(
    r"""(~|\.{0,2}/)[^\s?\#|]*                      # it begins as a path does,
        | [^?\#|:=\n]*[^.?\#|:=\n]\.[A-Za-z]{1,5}   # or has an ending,
        | [^\s?\#|:=]+/                             # or ends as a folder does,
        | (?=.*[^\W\d_]{3})[\w-]+                   # or is a word""",
    re.VERBOSE,
)
"""A text that is meant for the name of a file, if it holds no puzzle."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The text that an argument stands for, and what messages call it."""

    text: str
    name: str
    is_itself: bool = False
    """Whether it stands on the command line."""


def numbered(arguments: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each argument, and what it is called if it is a text itself."""
    if len(arguments) == 1:
        return ((arguments[0], TYPED),)
    return tuple((argument, f"{TYPED} {number}") for number, argument in enumerate(arguments, 1))


def read_typed(argument: str, name: str = TYPED) -> Typed:
    """What an argument stands for; raises AuthoringError, located, where that cannot be read or is too long."""
    if argument == STDIN:
        return Typed(decode(read_in(), STDIN_NAME), STDIN_NAME)
    path = Path(argument)
    if not argument or not is_there(path):
        return Typed(argument, name, is_itself=True)
    try:
        data = read_start(path)
    except OSError as error:
        raise AuthoringError(f"cannot be read: {error.strerror or error}", Location(path.as_posix())) from error
    return Typed(decode(data, path.as_posix()), path.as_posix())


def is_there(path: Path) -> bool:
    """Whether something is at this path; a text is none."""
    try:
        return path.exists()
    except (OSError, ValueError):  # a link is longer than the name of a file can be
        return False


def names_layouts(argument: str) -> bool:
    """Whether an argument is a file or a folder of layouts by its name."""
    path = Path(argument)
    return path.suffix.lower() in SUFFIXES or (argument != "" and is_there(path) and path.is_dir())


def names_level(argument: str) -> bool:
    """Whether an argument is the id of a level."""
    return LEVEL_ID.fullmatch(argument) is not None and not is_there(Path(argument))


def layout_at(typed: Typed, kinds: Mapping[str, AnyKind]) -> int | None:
    """Where in a text its first key of a layout stands; None where it has none, and is what other programs write."""
    keys = "|".join(sorted(COMMON_KEYS.union(*(kind.keys for kind in kinds.values()))))
    found = re.search(rf"^({keys})[ \t]*:([ \t]|\r?$)", typed.text, re.MULTILINE)
    return found.start() if found else None


def layouts_in(typed: Typed, kinds: Mapping[str, AnyKind], kind: str) -> tuple[list[Layout], list[AuthoringError]]:
    """The layouts of a text, and every fault in it; ``kind`` is that of those which do not say it, or empty."""
    stem = "stdin" if typed.name == STDIN_NAME else Path(typed.name.replace(" ", "-")).with_suffix("").as_posix()
    reading = parse_documents(typed.text.encode("utf-8", "surrogateescape"), typed.name)
    return layouts_of(reading, kind, stem, typed.name, dict(kinds))


def puzzles_in(typed: Typed, kinds: Mapping[str, AnyKind], kind: str | None, format: str | None) -> Reading:
    """The puzzles that other programs wrote into a text, and every fault."""
    reading = read_all(typed.text, typed.name, kinds, kind, format)
    if typed.is_itself and not reading.found and FILE_LIKE.fullmatch(typed.text):
        first = reading.faults[0]
        hint = f"is the name right? As a puzzle it is none: {first.message}"
        return Reading((), (AuthoringError("there is no such file", Location(typed.text), hint),))
    return reading


def layout_fault(typed: Typed, at: int) -> AuthoringError:
    """What is told of a layout where only what other programs write is read."""
    hint = "'kotae solve', 'kotae check' and 'kotae export' read it as it is"
    return moved(fault(typed.text, at, "this is a layout already", hint), typed.name, 1, 1)

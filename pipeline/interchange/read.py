"""The one way in: what other programs wrote, whatever it is, as puzzles of our kinds.

A text is cut into pieces first: a link, a game ID or a code on a line of its own is one, and so is each run of other
lines up to a blank one, such as a drawn board or a saved file. Each format of each kind is then asked whether a piece
might be its own, and the piece is read by all that say so. Exactly one puzzle has to come of it: where several kinds
read one, nothing is guessed. Reading takes time and memory in proportion to the text, which is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.errors import AuthoringError, AuthoringErrors, Location
from pipeline.interchange.format import Format, Imported
from pipeline.interchange.place import fault, moved
from pipeline.interchange.pzpr import genre_of
from pipeline.kind import AnyKind
from pipeline.node import clip
from pipeline.wording import listed

LONGEST = 1 << 20
"""In characters, of a text; the same for a file in bytes."""
MOST = 10_000
"""Puzzles in one text."""

LONE = re.compile(
    r"""[a-z+]+:// | [^?\#\s]*[?\#][a-z0-9=&]+= | m=\w+&p= | [^?\s]*\?[a-z][^/\s]*/ | [a-z]+/[0-9]+/[0-9]+/
        | pzprv3(\.\w+)?/ | [0-9]+/[0-9]+(/|\s*$) | [^|\s]+\|
        | [0-9]+(x[0-9]+)?[a-z0-9]*: | [0-9]+x[0-9]+[a-z0-9]*\#""",
    re.VERBOSE,
)
"""The beginning of a line that says all on its own: a link, a game ID, a code."""
BEGINNING = 4_096
"""So many characters of a line tell whether it stands alone."""
LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|$)")
LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle that was found in a text, and where it begins."""

    kind: str
    format: Format[Any]
    imported: Imported[Any]
    location: Location


@dataclass(frozen=True, slots=True)
class Reading:
    """All puzzles of a text, and all faults, each in its order."""

    found: tuple[Found, ...]
    faults: tuple[AuthoringError, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text that is one puzzle; line and column, from 1, of its first character."""

    text: str
    line: int
    column: int = 1


def read_puzzles(
    text: str, name: str, kinds: Mapping[str, AnyKind], kind: str | None = None, format: str | None = None
) -> tuple[Found, ...]:
    """The puzzles of a text that is called ``name``, of one kind or one format only where they are given.

    Raises AuthoringErrors with every fault, located; a text without a puzzle is a fault.
    """
    reading = read_all(text, name, kinds, kind, format)
    if reading.faults:
        raise AuthoringErrors(reading.faults)
    return reading.found


def read_all(
    text: str, name: str, kinds: Mapping[str, AnyKind], kind: str | None = None, format: str | None = None
) -> Reading:
    """As :func:`read_puzzles`, but what can be read is given beside the faults."""
    if len(text) > LONGEST:
        message = f"a text of {len(text):,} characters is too long"
        return Reading((), (AuthoringError(message, Location(name), f"no more than {LONGEST:,} are read at once"),))
    taken = [
        (each, one)
        for each in kinds.values()
        for one in each.formats
        if kind in (None, each.name) and format in (None, one.name)
    ]
    found: list[Found] = []
    faults: list[AuthoringError] = []
    for number, piece in enumerate(pieces(text)):
        if number == MOST:
            hint = "spread them over several files"
            faults.append(AuthoringError(f"more than {MOST:,} puzzles", Location(name, piece.line), hint))
            break
        try:
            found.append(_read(piece, name, taken))
        except AuthoringError as error:
            faults.append(moved(error, name, piece.line, piece.column))
    if not found and not faults:
        faults.append(AuthoringError("no puzzle is here", Location(name), "a link, a code or a drawn board is one"))
    return Reading(tuple(found), tuple(faults))


def pieces(text: str) -> Iterator[Piece]:
    """The parts of a text that are a puzzle each; between two that stand alone, a line from '#' on is a comment."""
    run: list[str] = []
    first = 1
    alone = False
    number = 0
    for number, ended in enumerate(_lines(text), 1):
        line = ended.removesuffix("\n")
        lone = LONE.match(line.lstrip()[:BEGINNING]) is not None
        if lone or not line.strip():
            if run and not (alone and _is_comment(run)):
                yield Piece("".join(run), first)
            run, alone = [], lone
            if lone:
                yield Piece(line.strip(), number, len(line) - len(line.lstrip()) + 1)
        else:
            if not run:
                first = number
            run.append(ended)
    if run and not (alone and _is_comment(run)):
        yield Piece("".join(run), first)


def _lines(text: str) -> Iterator[str]:
    """The lines, each that has an end with a plain one."""
    return (LINE_END.sub("\n", line) for line in LINE.findall(text.removeprefix("\ufeff")))


def _is_comment(run: list[str]) -> bool:
    return all(line.lstrip().startswith("# ") for line in run)


def _read(piece: Piece, name: str, formats: list[tuple[AnyKind, Format[Any]]]) -> Found:
    """The one puzzle of a piece; raises AuthoringError with a place in the piece."""
    claimants = [(kind, format) for kind, format in formats if format.claims(piece.text)]
    if not claimants:
        raise fault(piece.text, 0, *_unknown(piece.text, formats))
    found: list[Found] = []
    faults: list[AuthoringError] = []
    for kind, format in claimants:
        try:
            imported = format.read(piece.text)
        except AuthoringError as error:
            faults.append(error)
            continue
        # Several formats of a kind may read the same board from one text.
        if not any(one.kind == kind.name and one.imported.puzzle == imported.puzzle for one in found):
            found.append(Found(kind.name, format, imported, Location(name, piece.line, piece.column)))
    if not found:
        # The claimant that came furthest knows best what is wrong.
        raise max(faults, key=_progress)
    if len(found) > 1:
        raise fault(piece.text, 0, *_torn(found))
    return found[0]


def _unknown(text: str, formats: list[tuple[AnyKind, Format[Any]]]) -> tuple[str, str]:
    """What to say of a text that no format claims."""
    known = list(dict.fromkeys(format.title for _, format in formats))
    hint = f"read here are {listed(known)}" if known else "no format has the kind and the name that were asked for"
    genre = genre_of(text)
    return (f"a puzzle of the genre '{clip(genre)}' is not read here" if genre else "nothing that is read here"), hint


def _progress(error: AuthoringError) -> tuple[int, int]:
    return (error.location.line, error.location.column) if error.location else (0, 0)


def _torn(found: list[Found]) -> tuple[str, str]:
    """What to say of a text that is more than one puzzle."""
    kinds = sorted({one.kind for one in found})
    if len(kinds) > 1:
        return f"this can be {listed(kinds, 'or')}", f"say which: --kind {kinds[0]}"
    names = [one.format.name for one in found]
    return f"this can be read as {listed(names, 'or')}", f"say which: --from {names[0]}"

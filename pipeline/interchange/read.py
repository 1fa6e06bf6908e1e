"""The one way in: what other programs wrote, whatever it is, as puzzles of our kinds.

A text is cut into pieces first: a link, a game ID or a code on a line of its own is one, and so is each run of other
lines up to a blank one, such as a drawn board or a saved file. Each format of each kind is then asked whether a piece
might be its own, and the piece is read by all that say so. Exactly one puzzle has to come of it: where several kinds
read one, nothing is guessed. Reading takes time and memory in proportion to the text, which is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pipeline.errors import AuthoringError, Location
from pipeline.files import MAX_BYTES
from pipeline.interchange import pzpr, pzprv3
from pipeline.interchange.drawn import begins_block, begins_saved, chained, is_two_wide
from pipeline.interchange.format import Format, Imported
from pipeline.interchange.lone import address_in, stands_alone, unwrapped
from pipeline.interchange.place import fault, moved
from pipeline.kind import AnyKind
from pipeline.node import clip
from pipeline.wording import listed

LONGEST = MAX_BYTES
"""In characters, of a text."""
MOST = 10_000
"""Puzzles in one text."""

MOST_FAULTS = 1_000
"""No more are looked for in one text."""

COMMENT = re.compile(r"# .*[^\W\d_]{3}")
"""Three letters in a row are in no row of a board whose first cell is followed by a blank."""
LONGEST_COMMENT = 4_096
"""So many of its characters tell whether a line is one."""
Whole = Callable[[str], bool]
LINE_END = re.compile(r"\r\n?")


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


def format_names(kinds: Mapping[str, AnyKind]) -> list[str]:
    """The names of all formats of these kinds, each once."""
    return list(dict.fromkeys(one.name for kind in kinds.values() for one in kind.formats))


def read_all(
    text: str, name: str, kinds: Mapping[str, AnyKind], kind: str | None = None, format: str | None = None
) -> Reading:
    """The puzzles of a text that is called ``name``, of one kind or one format only where they are given.

    What can be read is given beside the faults, each located; a text without a puzzle is a fault.
    """
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
    wholes = [one.is_whole for _, one in taken if one.is_whole]
    for number, piece in enumerate(pieces(text, wholes)):
        if number == MOST or len(faults) == MOST_FAULTS:
            many = f"{MOST:,} puzzles" if number == MOST else f"{MOST_FAULTS:,} faults"
            place = Location(name, piece.line)
            faults.append(AuthoringError(f"more than {many}: the rest is not read", place, "mend these first"))
            break
        try:
            found.append(_read(piece, name, taken))
        except AuthoringError as error:
            faults.append(moved(error, name, piece.line, piece.column))
    if not found and not faults:
        faults.append(AuthoringError("no puzzle is here", Location(name), "a link, a code or a drawn board is one"))
    return Reading(tuple(found), tuple(faults))


def pieces(text: str, wholes: Sequence[Whole] = ()) -> Iterator[Piece]:
    """The parts of a text that are a puzzle each; lines that begin '# ' and go on in words are comments.

    ``wholes`` know lines that are whole puzzles, though they look like rows.
    """
    lines = LINE_END.sub("\n", text.removeprefix("\ufeff")).split("\n")
    run: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        stripped = address_in(stripped) or unwrapped(stripped)
        is_lone = bool(stripped) and stands_alone(stripped)
        if stripped and not is_lone and not COMMENT.match(stripped[:LONGEST_COMMENT]):
            first = first if run else number
            run.append(line)
            continue
        if run:
            yield from _blocks([*run, ""], first, wholes)
            run = []
        if is_lone:
            # A link within JSON may be spelt in another way there.
            yield Piece(stripped, number, max(line.find(stripped), 0) + 1)
    # A text that does not end in a line end has none in its last piece either.
    yield from _blocks(run, first, wholes)


def _blocks(run: list[str], first: int, wholes: Sequence[Whole]) -> Iterator[Piece]:
    """The pieces of lines without a blank one between: saved games, boards that each say their size, and codes, may
    follow each other."""
    shown = [line.strip() for line in run if line.strip()]
    if len(shown) > 1 and all(any(is_whole(line) for is_whole in wholes) for line in shown):
        starts = [*range(len(shown))]
    else:
        saved = [0, *(at for at, line in enumerate(run) if at and begins_saved(line)), len(run)]
        starts = [start for begin, end in pairwise(saved) for start in _sized(run, begin, end)]
    for start, end in pairwise([*starts, len(run)]):
        lines = run[start:end]
        if any(line.strip() for line in lines):
            yield Piece("\n".join([*lines, ""] if end < len(run) else lines), first + start)


def _sized(run: list[str], begin: int, end: int) -> list[int]:
    """Where boards begin that each say their size, of which the first is at ``begin``."""
    if starts := chained(run[begin:end]):
        return [begin, *(begin + at for at in starts[1:])]
    # A row of a board that is two cells wide looks as a size does.
    if end - begin < 2 or is_two_wide(run[begin + 1], run[begin]):
        return [begin]
    return [begin, *(at for at in range(begin + 1, end) if begins_block(run[at], run[begin]))]


def _read(piece: Piece, name: str, formats: list[tuple[AnyKind, Format[Any]]]) -> Found:
    """The one puzzle of a piece; raises AuthoringError with a place in the piece."""
    claimants = [(kind, format) for kind, format in formats if format.claims(piece.text)]
    if not claimants:
        raise fault(piece.text, 0, *_unknown(piece.text, formats))
    found: list[Found] = []
    faults: list[tuple[str, AuthoringError]] = []
    for kind, format in claimants:
        try:
            imported = format.read(piece.text)
        except AuthoringError as error:
            faults.append((kind.name, error))
            continue
        # Several formats of a kind may read the same board from one text.
        if not any(one.kind == kind.name and one.imported.puzzle == imported.puzzle for one in found):
            found.append(Found(kind.name, format, imported, _place(piece, name)))
    if not found:
        raise _best(faults)
    if len(found) > 1:
        raise fault(piece.text, 0, *_torn(found))
    return found[0]


def _place(piece: Piece, name: str) -> Location:
    """Where a piece begins, with its line."""
    here = moved(fault(piece.text, 0, ""), name, piece.line, piece.column).location
    return here or Location(name)


def _unknown(text: str, formats: list[tuple[AnyKind, Format[Any]]]) -> tuple[str, str]:
    """What to say of a text that no format claims."""
    genre = pzprv3.genre_of(text) or pzpr.genre_of(text)
    genres = list(dict.fromkeys(genre for _, format in formats for genre in format.genres))
    if genre and genres:
        return f"a puzzle of the genre '{clip(genre)}' is not read here", f"read here are {listed(genres)}"
    known = list(dict.fromkeys(format.title for _, format in formats))
    hint = f"read here are {listed(known)}" if known else "no format has the kind and the name that were asked for"
    return "nothing that is read here", hint


def _best(faults: list[tuple[str, AuthoringError]]) -> AuthoringError:
    """The fault that is told: the claimant that came furthest knows best what is wrong."""
    kind, error = max(faults, key=lambda fault: _progress(fault[1]))
    if len({name for name, _ in faults}) == 1:
        return error
    return AuthoringError(f"{error.message} (read as '{kind}', since --kind says nothing)", error.location, error.hint)


def _progress(error: AuthoringError) -> tuple[int, int]:
    return (error.location.line, error.location.column) if error.location else (0, 0)


def _torn(found: list[Found]) -> tuple[str, str]:
    """What to say of a text that is more than one puzzle."""
    kinds = sorted({one.kind for one in found})
    if len(kinds) > 1:
        return f"this can be {listed(kinds, 'or')}", f"say which: --kind {kinds[0]}"
    names = [one.format.name for one in found]
    return f"this can be read as {listed(names, 'or')}", f"say which: --from {names[0]}"

"""Links of puzz.link and pzv.jp, in which a whole board is an address: ``puzz.link/p?GENRE/COLS/ROWS/BODY``.

Of an address only what follows the first ``?`` counts, so any host is read. A link without a host, or a code that has
even the genre left out, is read too. Before the genre may stand ``type=player&`` or ``type=editor&``; the genre may
end in ``_edit`` or ``_play``; after it may come ``v:VARIANT`` and a part of flags. Width stands before height. One
``/`` more at the end says nothing: some sites add it so that a link does not end in a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pipeline.interchange.place import fault
from pipeline.interchange.stencil import Drawn, Stencil
from pipeline.node import clip

PUZZLINK = "https://puzz.link/p?"
PZV = "http://pzv.jp/p.html?"

LINK = re.compile(
    r"""(?P<host>[^?\s]*\?)?
        (?:type=[a-z]+&)?
        (?:(?P<genre>[A-Za-z][A-Za-z0-9]*?)(?:_edit|_play)?/)?
        (?:(?P<variant>v:[^/]*)/)?
        (?:(?P<flags>[a-z]+)/)?
        (?P<cols>[0-9]+)/(?P<rows>[0-9]+)(?=/|$)
        (?:/(?P<body>[^/]*))?
        (?P<slash>/?)""",
    re.VERBOSE,
)
GENRE = re.compile(r"(?:[^?\s]*\?)?(?:type=[a-z]+&)?(?P<genre>[A-Za-z][A-Za-z0-9]*?)(?:_edit|_play)?/")
BARE = re.compile(r"[0-9]+/[0-9]+(/|$)")


@dataclass(frozen=True, slots=True)
class Link:
    """The parts of a link; ``body_at`` is where the body begins in the text."""

    genre: str
    flags: str
    cols: int
    rows: int
    body: str
    body_at: int
    spelling: tuple[str, str]
    """What stands before the width, and after the body."""


def genre_of(text: str) -> str:
    """The genre that a link names, as it may be; empty where there is none."""
    found = GENRE.match(text)
    return found["genre"] if found else ""


def is_bare(text: str) -> bool:
    """Whether a text begins as a code without a genre does."""
    return BARE.match(text) is not None


def host_of(text: str) -> str:
    """What a link has before its ``?``, in small letters; empty where there is none."""
    return text.partition("?")[0].lower() if "?" in text else ""


def is_pzv(text: str) -> bool:
    """Whether a link leads to pzv.jp."""
    return "pzv.jp" in host_of(text)


def split(text: str, genres: Collection[str], largest: int) -> Link:
    """The parts of a link of one of these genres, or of none; raises AuthoringError.

    No side may pass ``largest``.
    """
    genre = genre_of(text)
    if genre and genre not in genres:
        at = text.index(genre + "/") if genre + "/" in text else 0
        raise fault(text, at, f"the genre '{clip(genre)}' is another puzzle", f"here is read: {', '.join(genres)}")
    found = LINK.match(text)
    if not found:
        hint = "a link is https://puzz.link/p?GENRE/COLS/ROWS/BODY"
        raise fault(text, _sides_at(text), "here should stand the number of columns and of rows", hint)
    if found.end() < len(text):
        message = "more follows than a link has"
        raise fault(text, found.end(), message, "after the width and the height stands one part, the body")
    if found["variant"]:
        message = f"the variant '{clip(found['variant'])}' is not known"
        raise fault(text, found.start("variant"), message, "take it out if the board means the same without")
    for side in ("cols", "rows"):
        # Few digits hold every side that is taken, and keep int() from a hostile million of them.
        if len(found[side]) > 4 or not 1 <= int(found[side]) <= largest:
            message = f"a side of {clip(found[side])} cells"
            raise fault(text, found.start(side), message, f"a side has from 1 to {largest}")
    body_at = found.start("body") if found["body"] is not None else found.end()
    spelling = (text[: found.start("cols")], found["slash"])
    return Link(
        genre,
        found["flags"] or "",
        int(found["cols"]),
        int(found["rows"]),
        found["body"] or "",
        body_at,
        spelling,
    )


def _sides_at(text: str) -> int:
    found = GENRE.match(text)
    return found.end() if found else 0


def stencil(before: str, cols: int, rows: int, pieces: Mapping[str, str]) -> Stencil:
    """The stencil of boards of a size, where the body is these pieces one after the other."""
    return Stencil(f"{before}{cols}/{rows}/", (Drawn(pieces),))


def join(spelling: tuple[str, ...], usual: str, cols: int, rows: int, body: str) -> str:
    """The link of a board: as it was spelt, or with the usual beginning, which ends in the genre's ``/``."""
    before, after = spelling or (usual, "")
    return f"{before}{cols}/{rows}/{body}{after}"

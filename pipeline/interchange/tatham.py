"""Game IDs of Simon Tatham's puzzles, ``PARAMS:DESC``, and the files that those programs save.

PARAMS begin with width and height, ``7x9``, or one number for a square; more letters of a game follow, of which a
board needs few. DESC is the board in letters of the game's own. ``PARAMS#SEED`` names no board but the way to one,
which only the program that made it can go again. In a link the ID follows the ``#``. A saved file has lines
``KEY     :LENGTH:VALUE``; those of PARAMS and DESC make the ID.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.interchange.place import fault
from pipeline.node import clip

ID = re.compile(
    r"(?P<width>[0-9]{1,9})(?:x(?P<height>[0-9]{1,9}))?(?P<rest>[a-z0-9]{0,40})(?P<mark>:|%3[Aa]|\#)(?P<desc>\S*)"
)
"""Each part has a longest form, so that a text of any length is looked at once."""
ADDRESS = ("://", ".html")
"""One of these is in a link before its ``#``."""
OTHERS = frozenset(".#+|")
"""Signs that no description has, and codes of other programs have."""
SAVED = "SAVEFILE"
ENTRY = re.compile(r"^(?P<key>[A-Z]+) *:(?P<length>[0-9]{1,7}):(?P<value>[^\r\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GameId:
    """A descriptive ID; ``desc_at`` is where the description begins in the text."""

    width: int
    height: int
    rest: str
    """What the parameters say after the size."""
    desc: str
    desc_at: int
    notes: tuple[str, ...] = ()
    spelling: tuple[str, ...] = ()
    """What stands before the description; nothing for a saved file."""


def may_be(text: str, game: str, rest: re.Pattern[str]) -> bool:
    """Whether a text begins as an ID with such parameters, or is a saved file of this game."""
    if text.startswith(SAVED):
        return f":{len(game)}:{game}\n" in text.replace("\r\n", "\n")
    found = ID.match(text, _start(text))
    if found is None or not rest.fullmatch(found["rest"]):
        return False
    return found["mark"] == "#" or not set(found["desc"]) & OTHERS


def _start(text: str) -> int:
    """Where the ID begins: behind the ``#`` of a link."""
    at = text.find("#")
    line_end = text.find("\n", 0, at + 1)
    return at + 1 if at >= 0 > line_end and any(text.find(sign, 0, at) >= 0 for sign in ADDRESS) else 0


def split(text: str, smallest: int, largest: int) -> GameId:
    """The parts of an ID, or of a saved file; raises AuthoringError. Sides are from ``smallest`` to ``largest``."""
    if text.startswith(SAVED):
        return _saved(text, smallest, largest)
    found = ID.fullmatch(text, _start(text))
    if not found:
        raise fault(text, 0, "no game ID", "an ID is WIDTHxHEIGHT, ':' and the letters of the board")
    if found["mark"] == "#":
        hint = "take the ID by 'Specific' in the menu of the game, which has ':' in the place of '#'"
        raise fault(text, found.start("mark"), "a random seed makes a board only in the program that drew it", hint)
    width, height = _sides(text, found, 0, smallest, largest)
    spelling = (text[: found.start("desc")],)
    return GameId(width, height, found["rest"], found["desc"], found.start("desc"), (), spelling)


def _saved(text: str, smallest: int, largest: int) -> GameId:
    entries = {entry["key"]: entry for entry in ENTRY.finditer(text)}
    for key in ("PARAMS", "DESC"):
        if key not in entries:
            raise fault(text, len(text), f"a saved game without {key}", "save it again")
        length, value = int(entries[key]["length"]), entries[key]["value"]
        if length != len(value):
            message = f"{key} has {len(value)} characters where {length} are announced"
            raise fault(text, entries[key].start("value"), message, "the file is cut or changed: save it again")
    params, desc = entries["PARAMS"], entries["DESC"]
    found = ID.fullmatch(params["value"] + ":")
    if not found:
        raise fault(text, params.start("value"), f"'{clip(params['value'])}' is no size", "PARAMS begin WIDTHxHEIGHT")
    width, height = _sides(text, found, params.start("value"), smallest, largest)
    moves = ("the moves of the saved game are left out",) if "MOVE" in entries else ()
    return GameId(width, height, found["rest"], desc["value"], desc.start("value"), moves)


def _sides(text: str, found: re.Match[str], shift: int, smallest: int, largest: int) -> tuple[int, int]:
    for side in ("width", "height"):
        digits = found[side] or found["width"]
        # Few digits hold every side that is taken, and keep int() from a hostile million of them.
        if len(digits) > 4 or not smallest <= int(digits) <= largest:
            at = shift + max(found.start(side), found.start("width"))
            raise fault(text, at, f"a side of {clip(digits)} cells", f"a side has from {smallest} to {largest}")
    return int(found["width"]), int(found["height"] or found["width"])

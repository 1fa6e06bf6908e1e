"""Links of Penpa+: ``#m=edit&p=DATA``, where DATA is base64 of a text that is deflated without a header.

The text is lines: 0 the grid with its width and height, title and author; 1 the margins, which those sides include;
2 the tools in hand; 3 what the setter drew and 4 what the player did, as JSON; 5 the cells that are shown; then tabs,
version and settings. Frequent names in it are two letters, a ``z`` first. What is drawn hangs on numbers: of a centre
of a cell, where two more rows and columns stand around the whole grid, or past these of corners and edges.

Only centres are read here, and of a text no more is unpacked than a board can need.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any
from urllib.parse import unquote

from pipeline.errors import AuthoringError
from pipeline.grid import cell_name
from pipeline.interchange import penpa_frame
from pipeline.interchange.format import Request
from pipeline.interchange.place import fault
from pipeline.interchange.stencil import Drawn, Said, Stencil
from pipeline.node import clip

LONGEST = 1 << 20
"""In bytes, of the text when it is unpacked."""
GRIDS = ("square", "sudoku", "kakuro")
WIDEST = 1_000
"""In cells, more than a margin or a side may have: no grid is so wide."""
BORDER = 2
"""Rows and columns around the grid that count in the numbers of its points."""
LINK = re.compile(r"(?:\S*#)?m=(?:edit|solve)&p=(?P<data>[^&\s]*)")
LAYER, PLAYED = 3, 4

SHORT = {
    "zO": "null", "z_": '"__a"', "z7": '"nobulbthermo"', "z6": '"killercages"', "z4": '"deletelineE"',
    "z5": '"polygon"', "z0": '"squareframe"', "zD": '"direction"', "z3": '"arrows"', "zT": '"thermo"',
    "z2": '"freelineE"', "zF": '"freeline"', "z1": '"numberS"', "z8": '"command_replay"', "zU": '"command_undo"',
    "zR": '"command_redo"', "zB": '"board"', "zP": '"special"', "zY": '"symbol"', "zN": '"number"', "zC": '"cage"',
    "zW": '"wall"', "zE": '"lineE"', "zL": '"line"', "zS": '"surface"', "zM": '"edit_mode"', "zG": '"grid"',
    "zA": '"pu_a"', "zQ": '"pu_q"', "z9": '"qa"', "zZ": "z",
}  # fmt: skip
"""Two letters, and what they stand for."""
SHORTENED = {name: short for short, name in SHORT.items()}
ABBREVIATION = re.compile("|".join(SHORT))
NAME = re.compile("|".join(map(re.escape, SHORTENED)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A link that was read; rows and columns are those inside the margins. ``at`` is where DATA begins in the text."""

    text: str
    at: int
    rows: int
    cols: int
    margins: tuple[int, int, int, int]
    """Top, bottom, left, right."""
    layer: Mapping[str, Any]
    title: str
    author: str
    spelling: tuple[str, ...]
    """What stands before DATA and after it, and the lines of the text."""

    def cells(self, name: str) -> Iterator[tuple[int, Any]]:
        """What hangs on the cells of the board in one of the maps of the drawing, in reading order."""
        width = self.cols + self.margins[2] + self.margins[3] + 2 * BORDER
        found: dict[int, Any] = {}
        for key, value in _mapping(self.layer, name).items():
            row, col = divmod(_number(key), width)
            row, col = row - BORDER - self.margins[0], col - BORDER - self.margins[2]
            if 0 <= row < self.rows and 0 <= col < self.cols:
                found[row * self.cols + col] = value
        yield from sorted(found.items(), key=lambda item: item[0])

    def name(self, cell: int) -> str:
        """A cell, for a message."""
        return cell_name(cell, self.cols)

    def fault(self, message: str, hint: str) -> AuthoringError:
        """The error for something in the text: where in the link it stands, nobody could see."""
        return fault(self.text, self.at, message, hint)

    def notes(self, taken: tuple[str, ...]) -> tuple[str, ...]:
        """What of the setter's drawing is in none of these maps, or outside the board."""
        names = [name for name, value in self.layer.items() if name not in taken and value and not _is_history(name)]
        left = (f"left out of the drawing: {clip(', '.join(names), 80)}",) if names else ()
        outside = any(len(_mapping(self.layer, name)) != len(list(self.cells(name))) for name in taken)
        return (*left, *(("left out: what is drawn beside the cells",) if outside else ()))


def item(value: Any, index: int) -> Any:
    """A part of what hangs on a cell; None where it is not there."""
    return value[index] if isinstance(value, list) and index < len(value) else None


def _is_history(name: str) -> bool:
    return name.startswith("command_")


def _mapping(layer: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = layer.get(name)
    return value if isinstance(value, dict) else {}


def _number(key: str) -> int:
    return int(key) if key.isascii() and key.isdigit() and len(key) < 10 else -1


def may_be(text: str) -> bool:
    """Whether a text is such a link, or begins as the part of one that solvers keep."""
    return LINK.match(text) is not None


def read(text: str, largest: int) -> Sheet:
    """Unpack a link; raises AuthoringError. No side of the board may pass ``largest``."""
    found = LINK.match(text)
    if not found or found.end("data") == found.start("data"):
        raise fault(text, 0, "no link of Penpa+", "one has '#m=edit&p=' and then a long word")
    at = found.start("data")
    # Where a link went through a message, its signs may have been written as %2B and the like.
    lines = _unpacked(text, unquote(found["data"]), at).split("\n")
    head = lines[0].split(",")
    if lines[0][:1].isdigit():
        raise fault(text, at, "the link is of the first version of Penpa", "open it in Penpa+ and copy the link again")
    if head[0] not in GRIDS or len(lines) <= PLAYED:
        raise fault(text, at, "the grid is not of squares", f"read are {', '.join(GRIDS)}")
    margins = _margins(text, at, lines[1])
    cols = _side(text, at, head, 1) - margins[2] - margins[3]
    rows = _side(text, at, head, 2) - margins[0] - margins[1]
    if not (1 <= rows <= largest and 1 <= cols <= largest):
        message = (
            f"a board of {rows}×{cols} inside its margins" if min(rows, cols) > 0 else "no cell inside the margins"
        )
        raise fault(text, at, message, f"a side has from 1 to {largest}")
    layer = _json(text, at, lines[LAYER])
    if not isinstance(layer, dict):
        raise fault(text, at, "the drawing cannot be read", "copy the link again")
    spelling = (text[:at], text[found.end("data") :], *lines)
    return Sheet(text, at, rows, cols, margins, layer, _said(head, "Title: "), _said(head, "Author: "), spelling)


def _unpacked(text: str, data: str, at: int) -> str:
    try:
        packed = base64.b64decode(data.rstrip("=") + "=" * (-len(data.rstrip("=")) % 4), validate=True)
        unpack = zlib.decompressobj(-zlib.MAX_WBITS)
        found = unpack.decompress(packed, LONGEST + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise fault(text, at, "what follows 'p=' cannot be unpacked", "is the link whole? copy it again") from error
    if len(found) > LONGEST:
        raise fault(text, at, f"the link unpacks to more than {LONGEST >> 10} KiB", "no board needs so much")
    if not unpack.eof:
        raise fault(text, at + len(data), "the link ends too early", "copy it again, to its end")
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        raise fault(text, at, "what follows 'p=' is no text", "copy the link again") from error


def _side(text: str, at: int, head: list[str], index: int) -> int:
    side = head[index] if index < len(head) else ""
    if not (side.isascii() and side.isdigit() and len(side) < 4):
        raise fault(text, at, f"the grid has no size: '{clip(side)}'", "copy the link again")
    return int(side)


def _margins(text: str, at: int, line: str) -> tuple[int, int, int, int]:
    margins = _json(text, at, line)
    if isinstance(margins, list) and len(margins) == 4 and all(_is_margin(side) for side in margins):
        top, bottom, left, right = margins
        return top, bottom, left, right
    raise fault(text, at, "the margins cannot be read", "copy the link again")


def _is_margin(side: Any) -> bool:
    return type(side) is int and 0 <= side < WIDEST


def _json(text: str, at: int, line: str) -> Any:
    try:
        return _loaded(line)
    except (ValueError, RecursionError) as error:
        raise fault(text, at, "the drawing cannot be read", "copy the link again") from error


def _loaded(line: str) -> Any:
    """What a line of JSON says with its names in full; raises ValueError, for numbers without end too."""
    full = ABBREVIATION.sub(lambda short: SHORT[short[0]], line)
    return json.loads(full, parse_constant=_finite, parse_float=_finite)


def _finite(digits: str) -> float:
    if not isfinite(number := float(digits)):
        raise ValueError(digits)
    return number


def _said(head: list[str], name: str) -> str:
    said = next((part.removeprefix(name) for part in head if part.startswith(name)), "")
    return penpa_frame.unescaped(said)


def write(request: Request[Any], rows: int, cols: int, drawn: Mapping[str, Mapping[int, Any]]) -> str:
    """The link of a board: ``drawn`` are the maps of the setter's drawing, by cell.

    A link that was read is written with all that it had; what the drawing says the same way as before stays as it was.
    """
    spelling = request.spelling or penpa_frame.usual(rows, cols, request.title, request.author)
    before, after, *lines = spelling
    left = _margins("", 0, lines[1])
    width = cols + left[2] + left[3] + 2 * BORDER
    layer = _loaded(lines[LAYER])
    for name, cells in drawn.items():
        keys = {
            str((cell // cols + BORDER + left[0]) * width + cell % cols + BORDER + left[2]): value
            for cell, value in cells.items()
        }
        old = _mapping(layer, name)
        layer[name] = {key: _same(old[key], keys[key]) for key in old if key in keys} | {
            key: value for key, value in keys.items() if key not in old
        }
    lines[LAYER] = shortened(json.dumps(layer, ensure_ascii=False, separators=(",", ":")))
    pack = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = pack.compress("\n".join(lines).encode()) + pack.flush()
    return f"{before}{base64.b64encode(packed).decode()}{after}"


def drawn(cells: str, pieces: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[int, Any]]:
    """The maps of a drawing, where each letter of the cells says what hangs on its cell."""
    return {
        name: {cell: said[letter] for cell, letter in enumerate(cells) if letter in said}
        for name, said in pieces.items()
    }


def stencil(rows: int, cols: int, pieces: Mapping[str, Mapping[str, Any]]) -> Stencil:
    """The stencil of boards of a size whose letters are drawn so."""
    # Signs that nobody writes keep the places of the gaps.
    title, author, *marks = (chr(0xE000 + index) for index in range(2 + len(pieces)))
    before, _, *lines = penpa_frame.usual(rows, cols, title, author)
    escapes = penpa_frame.ESCAPES
    gaps: dict[str, Said | Drawn] = {title: Said("title", escapes), author: Said("author", escapes)}
    width = cols + 2 * BORDER
    for mark, (name, said) in zip(marks, pieces.items(), strict=True):
        begin = f"{SHORTENED[json.dumps(name)]}:{{"
        lines[LAYER] = lines[LAYER].replace(begin, begin + mark)
        written = {letter: shortened(json.dumps(value, separators=(",", ":"))) for letter, value in said.items()}
        gaps[mark] = Drawn(written, ",", (BORDER * width + BORDER, width))
    cut = re.split(f"([{''.join(gaps)}])", "\n".join(lines))
    return Stencil(before, tuple(gaps.get(part, part) for part in cut), packed=True)


def _same(old: Any, new: Any) -> Any:
    """The old way of saying something, where it says the same."""
    if not isinstance(old, list) or not isinstance(new, list):
        return old
    return old if str(item(old, 0)).strip() == str(item(new, 0)).strip() else new


def shortened(line: str) -> str:
    """A line with its frequent names as two letters."""
    return NAME.sub(lambda name: SHORTENED[name[0]], line)

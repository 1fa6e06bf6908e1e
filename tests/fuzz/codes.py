"""What other programs wrote, as somebody pastes it: read, solved within a small budget, and written as a layout."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from random import Random

from pipeline.counted import Effort, count_answers
from pipeline.counted_json import counted_json
from pipeline.counted_text import counted_text
from pipeline.errors import AuthoringError, Location
from pipeline.interchange.format import Request
from pipeline.interchange.layouts import layout_of
from pipeline.interchange.read import Reading, read_all
from pipeline.kind import AnyKind
from pipeline.question import Question
from pipeline.solve import Engine
from pipeline.verdict import Budget
from tests.fuzz.mutate import IN_ANY, spoilt
from tests.fuzz.target import Came, Room, Target
from tests.fuzz.told import UntoldError, check_faults
from tests.interchange.boards import MAKERS

FILE = "a text"

SAVED_GAME = (
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n"
    "VERSION :1:1\nGAME    :8:Light Up\nPARAMS  :3:3x3\nDESC    :3:d4d\n"
)
OTHERS = (
    SAVED_GAME,
    "#Start\n4 4\n___0\n1___\n0110\n0101\n#End\n",
    "[[1, 2, _],\n [_, 3, 2],\n [1, _, 3]]\n",
    "[['B', ' ', ' ', 'W'], [' ', ' ', ' ', ' '], [' ', ' ', ' ', ' '], [' ', ' ', ' ', ' ']]",
    "https://www.example.org/lightup.html#3x3b20s4d1:d4d",
    "http://pzv.jp/p.html?type=player&numlin_edit/5/5/1j2h3m1h2j3/",
    "https://puzz.link/p?arukone/e/5/5/1j2h3m1h2j3",
    "pzprv3.1/arukone/2/2/passallcell/A A /B B /1 /1 /0 0 /",
)
"""Texts that only people write."""

PACKED = "p="
SOLVED = 8
"""Of one in so many that could be read the answers are counted."""
NODES = 60
SMALL = 64
"""Cells of a board that is solved."""


def code_targets(room: Room) -> Iterator[Target]:
    """The formats of every kind."""
    texts = originals(room.kinds)

    def code(random: Random) -> str:
        text = random.choice(texts)
        if f"&{PACKED}" in text and random.random() < 0.7:
            return unpacked_and_spoilt(text, random)
        return spoilt(text, random, IN_ANY)

    yield Target("codes", 14_000, 10, code, lambda text: _imported(room, text), 0.02)


def originals(kinds: dict[str, AnyKind]) -> list[str]:
    """A few texts of every format of every kind, and others that only people write."""
    random = Random(4)
    texts = list(OTHERS)
    for name, kind in kinds.items():
        for format in kind.formats:
            made = 0
            while made < 2 and format.write:
                try:
                    texts.append(format.write(Request(MAKERS[name](random))).text)
                    made += 1
                except AuthoringError:
                    continue
    return texts


def unpacked_and_spoilt(text: str, random: Random) -> str:
    """A packed link whose text within is spoilt, so that it is unpacked and only then found to be wrong."""
    before, packed = text.split(PACKED, 1)
    inner = spoilt(zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS).decode(), random, IN_ANY)
    pack = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = pack.compress(inner.encode(errors="replace")) + pack.flush()
    return f"{before}{PACKED}{base64.b64encode(data).decode()}"


def read(kinds: dict[str, AnyKind], text: str) -> Reading:
    """Read a text: every puzzle can be written again, and every fault has its place within the text."""
    reading = read_all(text, FILE, kinds)
    check_faults(reading.faults, FILE, text.count("\n") + text.count("\r") + 1)
    if not reading.faults and not reading.found:
        raise UntoldError("neither a puzzle nor a fault")
    for found in reading.found[:1]:
        kind = kinds[found.kind]
        if kind.decode(kind.code(found.imported.puzzle)) != found.imported.puzzle:
            raise UntoldError("the code is that of another puzzle")
    return reading


def _imported(room: Room, text: str) -> Came:
    """As ``kotae import`` and ``kotae solve`` take a text."""
    reading = read(room.kinds, text)
    for found in reading.found[:1]:
        try:
            layout_of(found, room.kinds).text.encode()
        except AuthoringError as error:
            check_faults([error], FILE)
        grid = room.kinds[found.kind].grid(found.imported.puzzle)
        if len(grid) * len(grid[0]) <= SMALL and zlib.crc32(text.encode("utf-8", "replace")) % SOLVED == 0:
            _solved(room, found.kind, found.imported.puzzle)
    return Came.GOOD if reading.found else Came.REFUSED


def _solved(room: Room, name: str, puzzle: object) -> None:
    kind = room.kinds[name]
    question = Question(name, puzzle, Location(FILE), grid=kind.grid(puzzle), rules=kind.rules(puzzle))
    counted = count_answers(room.kinds, question, Effort(Budget(nodes=NODES), engine=Engine.BOTH))
    counted_json(kind, counted, False, ()).encode()
    counted_text(kind, counted, False, ()).encode()

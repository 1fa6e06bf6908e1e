"""Whatever arrives is a puzzle or a fault with its place: cut, swapped, stretched, random, or a megabyte of a sign."""

from __future__ import annotations

import base64
import re
import resource
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pipeline.errors import AuthoringError
from pipeline.interchange.format import Request
from pipeline.interchange.layouts import layout_of
from pipeline.interchange.read import LONGEST, Reading, read_all
from pipeline.kind import discover
from tests.conftest import ROOT
from tests.interchange.boards import MAKERS

MUTATIONS = 20_000
MOST_MEMORY = 200_000_000
KINDS = discover()
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABZ.#-+=@%*$/:?|_ \n\r\t\0é答\ud800{}[]\"',"
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


def originals() -> list[str]:
    """A few texts of every format of every kind, and others that only people write."""
    random = Random(4)
    texts = list(OTHERS)
    for name, kind in KINDS.items():
        for format in kind.formats:
            made = 0
            while made < 2 and format.write:
                try:
                    texts.append(format.write(Request(MAKERS[name](random))).text)
                    made += 1
                except AuthoringError:
                    continue
    return texts


def mutated(text: str, random: Random) -> str:
    """The text cut, with two parts swapped, a part stretched, or random signs in the place of some."""
    for _ in range(random.choice((1, 1, 2, 4))):
        one, other = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
        match random.randrange(6):
            case 0:
                text = text[:one]
            case 1:
                text = text[:one] + text[other:]
            case 2:
                middle = random.randint(one, other)
                text = text[:one] + text[middle:other] + text[one:middle] + text[other:]
            case 3:
                text = text[:one] + text[one : one + 9] * random.randint(2, 40) + text[one:]
            case 4:
                text = text[:one] + "".join(random.choices(SIGNS, k=random.randint(1, 3))) + text[one + 1 :]
            case 5:
                text = text[:one] + chr(random.randrange(256)) + text[one:]
    return text


def unpacked_and_mutated(text: str, random: Random) -> str:
    """A packed link whose text within is mutated, so that it is unpacked and only then found to be wrong."""
    before, packed = text.split("p=", 1)
    inner = mutated(zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS).decode(), random)
    pack = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return f"{before}p={base64.b64encode(pack.compress(inner.encode(errors='replace')) + pack.flush()).decode()}"


def assert_placed(fault: AuthoringError) -> None:
    assert fault.message
    assert fault.location
    assert fault.location.file == "a text"


def check(text: str) -> Reading:
    """Read a text: every puzzle can be written again, and every fault has its place within the text."""
    reading = read_all(text, "a text", KINDS)
    for fault in reading.faults:
        assert_placed(fault)
        assert fault.location
        assert fault.location.line <= text.count("\n") + text.count("\r") + 1
    assert all(len(str(fault)) < 2_000 for fault in reading.faults[:1])
    for found in reading.found[:1]:
        kind = KINDS[found.kind]
        assert kind.decode(kind.code(found.imported.puzzle)) == found.imported.puzzle
    return reading


def test_twenty_thousand_mutations_are_puzzles_or_faults() -> None:
    """None raises anything else; some are puzzles still, and most are not."""
    random = Random(20_000)
    texts = originals()
    read = refused = 0
    for _ in range(MUTATIONS):
        text = random.choice(texts)
        if "&p=" in text and random.random() < 0.7:
            reading = check(unpacked_and_mutated(text, random))
        else:
            reading = check(mutated(text, random))
        read += bool(reading.found)
        refused += bool(reading.faults)
    assert read > MUTATIONS // 50
    assert refused > MUTATIONS // 2


def test_what_is_read_of_mutations_is_a_layout_or_a_fault() -> None:
    """A board that breaks a rule by its clues is told at its place, and never written as a layout that fails."""
    random = Random(3)
    texts = [text for text in originals() if "&p=" not in text]
    written = 0
    for _ in range(1_500):
        for found in check(mutated(random.choice(texts), random)).found:
            try:
                written += bool(layout_of(found, KINDS).text)
            except AuthoringError as error:
                assert_placed(error)
    assert written > 20


def long_runs() -> Iterator[str]:
    """A megabyte after the beginning of each kind of text, of a few short lines without end, and of what a careless
    pattern would look at once more for each of its characters."""
    beginnings = (
        "https://puzz.link/p?akari/9/9/",
        "m=edit&p=7V",
        "7x7:a",
        "pzprv3/numlin/2/2/",
        SAVED_GAME,
        "[[1, 2",
        "A.",
    )
    for beginning, sign in zip(beginnings, "zA9 \n[#", strict=True):
        yield (beginning + sign * LONGEST)[:LONGEST]
    for part in ("p?", "7x7:a\n", "A.\n", "1 /", "9", "9x9", "a.html", "a://", "p?a", "9" * 4_095 + "\n"):
        yield (part * (LONGEST // len(part) + 1))[:LONGEST]
    yield " 1" * (LONGEST // 4) + "\n" + "2\n" * (LONGEST // 4)


def test_a_megabyte_of_anything_stays_small() -> None:
    """A process of its own reads such texts one after another and never holds more than it may."""
    script = (
        "from tests.interchange.test_mutations import check, held, long_runs\n"
        "for text in long_runs(): assert (reading := check(text)).faults or reading.found\n"
        "print(held())"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < MOST_MEMORY


def held() -> int:
    """The most bytes that this process ever held."""
    status = Path("/proc/self/status")
    if status.is_file():
        # What the system counts for a process begins, on Linux, with what the one held that began it.
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii"))
        assert found
        return int(found[1]) * 1_024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1_024


def test_a_text_that_is_too_long_is_a_fault() -> None:
    """It is not looked at."""
    (fault,) = read_all("z" * (LONGEST + 1), "a text", KINDS).faults
    assert "too long" in str(fault)


@pytest.mark.parametrize("sign", ["0", "["])
def test_a_link_that_unpacks_without_end_is_a_fault(sign: str) -> None:
    """A quarter of a megabyte that unpack to fifty megabytes are refused once more than a board can need is there."""
    pack = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    head = b"square,9,9,38,0,1,1\n[0,0,0,0]\n\n"
    packed = pack.compress(head) + b"".join(pack.compress(sign.encode() * (1 << 20)) for _ in range(50)) + pack.flush()
    text = f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(packed).decode()}"
    tracemalloc.start()
    (fault,) = check(text).faults
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "unpacks to more than" in fault.message
    assert peak < 20_000_000

"""A megabyte of anything is a puzzle or a fault with its place; what is spoilt in other ways, ``tests/fuzz`` throws."""

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

import pytest

from pipeline.interchange.read import LONGEST, read_all
from pipeline.kind import discover
from tests.conftest import ROOT
from tests.fuzz.codes import SAVED_GAME, read

MOST_MEMORY = 200_000_000
KINDS = discover()


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
        "from tests.interchange.test_endless import KINDS, held, long_runs, read\n"
        "for text in long_runs(): assert read(KINDS, text)\n"
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
    (fault,) = read(KINDS, text).faults
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "unpacks to more than" in fault.message
    assert peak < 20_000_000

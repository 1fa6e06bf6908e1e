"""Fifty thousand spoilt inputs end in a result or a fault that is told; and what the fuzzer listens for, it hears."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from tests.conftest import ROOT
from tests.fuzz.guard import IS_BOUNDED
from tests.fuzz.mutate import IN_ANY, IN_JSON, IN_YAML, spoilt
from tests.fuzz.runner import GROUPS, SHARES
from tests.fuzz.shrink import shrunk

COUNT = SHARES
SEED = 8

HEARD = """
import os, sys
from pathlib import Path
from random import Random
from tests.fuzz.guard import Guard
from tests.fuzz.runner import throw
from tests.fuzz.target import Target, Came

folder = Path(sys.argv[1])
os.chdir(folder)

def run(text):
    if "a" in text: (folder.parent / "beside").write_text("x")
    if "b" in text: os.rename(folder / "in", folder.parent / "beside")
    if "c" in text: os.system("true")
    if "d" in text:
        while True: pass
    if "e" in text: bytearray(1 << 29)
    if "f" in text: raise KeyError("f")
    (folder / "in").write_text(text)
    return Came.GOOD

texts = ["x", "xaxx", "xxbx", "cx", "xxxd", "xe", "xfx", "x"]
guard = Guard(folder, 1 << 28)
for number, text in enumerate(texts):
    tally = throw(Target("it", 1, 0.2, lambda random: text, run, 0), guard, 1, [number], lambda text: None)
    print(*[f"{fault.what.split(':')[0]} {fault.data}" for fault in tally.faults] or ["none"])
"""


@pytest.mark.parametrize("group", GROUPS)
def test_fuzz_finds_no_fault(node: str, group: str) -> None:
    """None of the inputs of a run of this size ends in a traceback, or breaks its bounds; ``make fuzz`` takes more."""
    words = [sys.executable, "-m", "tests.fuzz", "--count", str(COUNT), "--seed", str(SEED), "--group", group]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]


@pytest.mark.skipif(not IS_BOUNDED, reason="no other system holds a process to a bound of memory")
def test_fuzz_hears_what_nothing_may_do(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Writing beside the folder, starting a program, going on for ever, filling the memory: each is found."""
    folder = tmp_path_factory.mktemp("room") / "folder"
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", HEARD, str(folder)],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        "none",
        "OutsideError a",
        "OutsideError b",
        "OutsideError c",
        "TooLongError d",
        "MemoryError e",
        "KeyError f",
        "none",
    ], done.stderr
    assert [path.name for path in folder.parent.iterdir()] == ["folder"]


def test_fuzz_input_follows_from_its_seed_and_number() -> None:
    """So that a fault which was told can be seen again, whatever was tried before it."""
    text = "kind: akari\nwalls: |\n  ..#\n  ...\n"
    for mutations in (IN_ANY, IN_YAML, IN_JSON):
        found = [[spoilt(text, Random(f"1/{at}"), mutations) for at in order] for order in ((3, 5), (5, 3))]
        assert found[0] == found[1][::-1]
        assert len({spoilt(text, Random(at), mutations) for at in range(200)}) > 100


def test_shrunk_input_is_what_the_fault_needs() -> None:
    """Nothing can be taken from it any more."""
    assert shrunk("abcXdefYghi" * 40, lambda text: "X" in text and "Y" in text) == "XY"
    assert shrunk(b"\x00" * 999 + b"\xff", lambda data: b"\xff" in data) == b"\xff"

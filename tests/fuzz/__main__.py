"""``python -m tests.fuzz``: throw inputs at what reads them, in a folder of its own, and tell of every fault.

The exit code is 1 where one was found, and where too few inputs of a target were good for it to mean anything.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.guard import Guard, most_held
from tests.fuzz.runner import GROUPS, SHARES, Tally, share, targets_of, throw
from tests.fuzz.target import Came

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 1 << 30
"""Bytes that the process may ask for beyond what it has when all is ready."""
ENOUGH = 300
"""With fewer inputs of a target it says nothing how many are good."""


def main() -> int:
    """Read the command line and throw."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=SHARES, help="inputs for all targets together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", choices=sorted(GROUPS), action="append", help="only the targets of this group")
    parser.add_argument("--target", help="only this one")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="only the input of this number, and show it")
    asked = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        os.chdir(folder)
        targets = targets_of(folder, ROOT / "layouts", asked.group or sorted(GROUPS))
        guard = Guard(folder, MEMORY)
        tallies = []
        for target in targets:
            if asked.target in (None, target.name):
                numbers = range(share(target, asked.count)) if asked.only is None else [asked.only]
                tallies.append(throw(target, guard, asked.seed, numbers, lambda text: print(text, flush=True)))
                print(_line(tallies[-1]), flush=True)
        os.chdir(ROOT)
    tried, faults = sum(tally.tried for tally in tallies), sum(len(tally.faults) for tally in tallies)
    print(
        f"{tried:,} inputs, {faults} faults, {sum(tally.seconds for tally in tallies):.0f} s, {most_held() >> 20} MiB"
    )
    dull = [tally.target.name for tally in tallies if _is_dull(tally)]
    if dull:
        print(f"too few good inputs: {', '.join(dull)}")
    return int(bool(faults or dull))


def _line(tally: Tally) -> str:
    good = tally.came.most_common()
    came = ", ".join(f"{number:,} {word}" for word, number in good)
    took = f"{tally.seconds:.1f} s, the longest {tally.slowest:.2f} s"
    return f"{tally.target.name}: {came}, {len(tally.faults)} faults; {took}"


def _is_dull(tally: Tally) -> bool:
    return tally.tried >= ENOUGH and tally.came[Came.GOOD] < tally.target.least_good * tally.tried


if __name__ == "__main__":
    sys.exit(main())

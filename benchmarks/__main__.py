"""``python -m benchmarks [--processor-time] [part …]``: measure and print the tables.

BENCHMARKS.md is written if every part was measured. Processor time is for a machine that is busy with other things.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import akari, binairo, proofs, recorded, tsunagi, watching
from benchmarks.report import PROCESSOR, ROOT, WALL, Clock, Section, Skipped, machine, peak_megabytes

PARTS: dict[str, Callable[[Clock], Section]] = {
    "akari-counting": akari.counting,
    "akari-choosing": akari.choosing,
    "akari-blanking": akari.blanking,
    "tsunagi-proofs": tsunagi.proofs,
    "binairo-counting": binairo.counting,
    "binairo-blanking": binairo.blanking,
    "binairo-blanking-in-reading-order": binairo.blanking_in_reading_order,
    "recorded-verdicts": recorded.verdicts,
    "proofs": proofs.proofs,
    "watching": watching.watching,
}

BUSY = "--processor-time"

INTRODUCTION = """# Benchmarks

Measured by `make bench`, which measures both sides in one run and writes this page. The stand-ins are plain JavaScript
programs written from the descriptions of published systems, run by node; where neither they nor the boards are at
hand, the part is left out.
"""


def main(names: list[str]) -> int:
    """Run these parts, or all."""
    clock = PROCESSOR if BUSY in names else WALL
    names = [name for name in names if name != BUSY]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    about = f"{machine()}\n- times are {clock.name}"
    print(about, flush=True)
    sections = []
    for name in names or PARTS:
        try:
            section = PARTS[name](clock).text()
        except Skipped as reason:
            print(f"\n{name} is left out: {reason}", flush=True)
            continue
        print(f"\n{section}", flush=True)
        sections.append(section)
    memory = f"Peak memory of this process: {peak_megabytes():.0f} MB."
    print(memory)
    if len(sections) == len(PARTS):
        page = "\n".join([INTRODUCTION, about, "", *sections, memory, ""])
        (ROOT / "BENCHMARKS.md").write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

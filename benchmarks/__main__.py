"""``python -m benchmarks [--write] [--processor-time] [part …]``: measure these parts, or all, and print the tables.

With ``--write`` each part takes the place of its section in BENCHMARKS.md as soon as it is measured; what other
sections say stays. Processor time is for a machine that is busy with other things.

Several parts are measured one after the other, each in a process of its own: so none has another's memory counted in,
and one that fails holds up none.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from benchmarks import akari, binairo, general, generating, kills, levels, proofs, recorded, site, tsunagi, watching
from benchmarks.page import HEADING, measured_line, part_of, with_section
from benchmarks.report import PROCESSOR, ROOT, WALL, Clock, Section, Skipped, machine, peak_megabytes

PARTS: dict[str, Callable[[Clock], Section]] = {
    "akari-counting": akari.counting,
    "akari-choosing": akari.choosing,
    "akari-blanking": akari.blanking,
    "akari-generating": generating.akari,
    "tsunagi-proofs": tsunagi.proofs,
    "binairo-counting": binairo.counting,
    "binairo-blanking": binairo.blanking,
    "binairo-blanking-in-reading-order": binairo.blanking_in_reading_order,
    "binairo-generating": generating.binairo,
    "general-solvers": general.solvers,
    "recorded-verdicts": recorded.verdicts,
    "proofs": proofs.proofs,
    "run": levels.run,
    "site": site.site,
    "kills": kills.kills,
    "watching": watching.watching,
}

BUSY = "--processor-time"
WRITE = "--write"
PAGE = ROOT / "BENCHMARKS.md"


def main(words: list[str]) -> int:
    """Run these parts, or all; 1 where one fails, 2 for a part that there is not."""
    options = [word for word in words if word in (BUSY, WRITE)]
    names = [word for word in words if word not in options] or list(PARTS)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if len(names) == 1:
        measure(names[0], PROCESSOR if BUSY in options else WALL, WRITE in options)
        return 0
    failed = [name for name in names if subprocess.call([sys.executable, "-m", "benchmarks", *options, name], cwd=ROOT)]
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def measure(name: str, clock: Clock, write: bool) -> None:
    """Measure one part, print its section, and with ``write`` put it into the page."""
    on = machine()
    try:
        section = PARTS[name](clock)
    except Skipped as reason:
        print(f"\n{name} is left out: {reason}{_old_section(name) if write else ''}", flush=True)
        return
    text = section.text(measured_line(name, on, section.times or clock.name, peak_megabytes()))
    print(f"\n{text}", flush=True)
    if write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(with_section(page, text, tuple(PARTS)), encoding="utf-8")


def _old_section(name: str) -> str:
    """What the page goes on to say of a part that is left out."""
    old = [text for text in HEADING.split(PAGE.read_text(encoding="utf-8")) if part_of(text) == name]
    if not old:
        return "; the page has no section of it"
    return f"; '{old[0].splitlines()[0].removeprefix('## ')}' in {PAGE.name} stays as it was measured before"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""BENCHMARKS.md, of which each part of the measuring has a section of its own.

A section ends with a line that says by which part it was measured, and on what. So a part is measured again by itself,
and what the others say stays as it is, to the letter. A section without such a line is kept by hand, and comes last. In
front of all stands how many targets each section says are met and missed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

HEADING = re.compile(r"^(?=## )", re.MULTILINE)
MEASURED = re.compile(r"^- Measured by `python -m benchmarks ([\w-]+)`", re.MULTILINE)

HEAD = re.compile(r"^\|.*\n(?=\| *-)", re.MULTILINE)
"""The names of a table's columns."""
TARGETS = "Targets"
MET = re.compile(r"(?:, |\| *)met\b|\| *yes *(?=\|)")
MISSED = re.compile(r"\bMISSED\b|\| *no *(?=\|)")
"""How sections say it, in a cell or a note."""


def measured_line(part: str, on: str, times: str, megabytes: float) -> str:
    """The line that ends a section."""
    return (
        f"Measured by `python -m benchmarks {part}` on {on}; times are {times};"
        f" peak memory of the measuring process {megabytes:.0f} MB."
    )


def part_of(section: str) -> str | None:
    """The part that measured a section; None for one that is kept by hand."""
    found = MEASURED.search(section)
    return found[1] if found else None


def with_section(page: str, section: str, order: Sequence[str]) -> str:
    """The page with this section in place of the one of the same part, and the targets counted anew.

    A new one goes where ``order``, the names of all parts, has it. Raises ValueError for a section of no part.
    """
    part = part_of(section)
    if part is None:
        raise ValueError("a section that no part has measured")
    begin, *sections = HEADING.split(page)
    sections = [old for old in sections if not old.startswith(f"## {TARGETS}\n")]
    parts = [part_of(old) for old in sections]
    if part in parts:
        sections[parts.index(part)] = section
    else:
        ranks = {name: rank for rank, name in enumerate(order)}
        later = [at for at, name in enumerate(parts) if ranks.get(name or "", len(ranks)) > ranks[part]]
        sections.insert(later[0] if later else len(sections), section)
    return "\n".join(text.rstrip("\n") + "\n" for text in (begin, _targets(sections), *sections))


def _targets(sections: Sequence[str]) -> str:
    """The section that counts what the others say of their targets."""
    lines = [f"## {TARGETS}", "", "| section | met | missed |", "| :------ | --: | -----: |"]
    for section in sections:
        told = HEAD.sub("", section)
        met, missed = len(MET.findall(told)), len(MISSED.findall(told))
        if met or missed:
            lines.append(f"| {section.splitlines()[0].removeprefix('## ')} | {met} | {missed} |")
    return "\n".join(lines)

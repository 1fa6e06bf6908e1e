"""Boards with recorded verdicts, as what an author types: layouts, and the strings that they were published as.

They are kept outside the repository. A test takes a spread; ``python -m benchmarks recorded-verdicts`` takes all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from build.cli import main
from pipeline.grid import cell_name
from pipeline.kinds.tsunagi.puzzle import LETTERS

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"

RULES: Mapping[str, Mapping[str, bool]] = {
    "counted": {},
    "counted_without_unique_lines": {"unique_lines": False},
    "counted_free": {"fill": False},
    "counted_fill_no_self_touch": {"touch": False},
}
"""What a line records its counts under, and the switches that stand for it."""

FAULTS = {
    "bi-newtomsoft-test_solution_using_all_constraints_adjacent_row": "3 times 0 in a row",
    "bi-newtomsoft-test_solution_using_all_constraints_adjacent_column": "3 times 0 in a row",
    "nl-penpa-js-4": "has 4 ends",
    "nl-gh-question": "has one end",
}
"""Boards that are no layout, since they break a rule as they stand, or have labels that are no pairs."""

OWN_FORM = ("ak-grilops-1", "ak-newtomsoft-2", "ak-arkareem-test_ground_2", "bi-timwi-1")
"""Boards that were published in a form that only the program they are from reads."""

SWITCHES: Mapping[str, Mapping[str, bool]] = {
    "akari": {},
    "binairo": {"unique_lines": True},
    "tsunagi": {"fill": True, "touch": True},
}
"""What the counts of boards stand for where the string that was published says otherwise."""

UNREAD = ("portals", "hex", "strokes", "boom", "blast", "sparse")
"""Twists of published codes that are not known here."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A board under one set of rules, with the answers that it has, of which no more than ``limit`` were counted."""

    name: str
    kind: str
    layout: str
    count: int
    limit: int = 2
    fault: str = ""
    """Part of what is said of a board that is no layout."""
    origin: str = ""
    """The string that was published, where it is not the code in the layout."""
    rules: Mapping[str, bool] = field(default_factory=dict)
    """The switches that the string is to be read with."""

    @property
    def verdict(self) -> str:
        """The word for so many answers."""
        return ("unsolvable", "unique", "ambiguous")[min(self.count, 2)]


def recorded() -> Iterator[Recorded]:
    """All of them."""
    for kind in ("akari", "binairo", "tsunagi"):
        for case in _lines(f"{kind}.jsonl"):
            for key, rules in RULES.items():
                if case.get(key) is not None:
                    text = _layout(kind, _rows(case["grid"]), rules)
                    fault = FAULTS.get(case["id"], "")
                    origin = "" if fault or case["id"] in OWN_FORM else case["origin"]
                    switches = {**SWITCHES[kind], **rules}
                    yield Recorded(case["id"], kind, text, case[key], fault=fault, origin=origin, rules=switches)
    for case in (*_lines("tsunagi_counts.jsonl"), *_lines("tsunagi_levels.jsonl")):
        if not any(word in case["givens"].split("|", 1)[-1] for word in UNREAD):
            yield Recorded(case["id"], "tsunagi", _coded(case), case.get("count", 1), case.get("limit", 2))


def agrees(case: Recorded, said: Mapping[str, Any]) -> bool:
    """Whether what was said is what is recorded."""
    if case.fault:
        return said["verdict"] == "fault" and case.fault in said["message"]
    return said["verdict"] == case.verdict and said["count"] == case.count and not said["gave_up"]


def solved(cases: Sequence[Recorded], *budget: str) -> list[dict[str, Any]]:
    """What ``kotae solve`` says of each, as JSON, one run for each limit, within this budget."""
    said: dict[str, dict[str, Any]] = {}
    for limit in sorted({case.limit for case in cases}):
        some = [case for case in cases if case.limit == limit]
        text = "---\n".join(f'title: "{at}"\n{case.layout}' for at, case in enumerate(some))
        words = ["solve", "-", "--json", "--limit", str(limit), *budget]
        result = CliRunner().invoke(main, words, input=text, catch_exceptions=False)
        items = [json.loads(line) for line in result.stdout.splitlines()]
        starts = [text[: text.index(f'title: "{at}"\n')].count("\n") + 1 for at in range(len(some))]
        for at, case in enumerate(some):
            end = starts[at + 1] if at + 1 < len(some) else text.count("\n") + 2
            said[case.layout] = next(item for item in items if starts[at] <= item["line"] < end)
    return [said[case.layout] for case in cases]


def typed(cases: Sequence[Recorded], *budget: str) -> list[dict[str, Any]]:
    """The same of what was published, in the order of the cases, which are of one kind and under the same rules."""
    rules = [f"--rule={name}={str(value).lower()}" for name, value in cases[0].rules.items()]
    # With one string more than there are, each is called by its number.
    words = ["solve", *(case.origin for case in cases), "?", "--kind", cases[0].kind, *rules, "--json", *budget]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    items = {item["file"]: item for item in map(json.loads, result.stdout.splitlines())}
    return [items[f"argument {number}"] for number in range(1, len(cases) + 1)]


def _lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (CASES / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _rows(grid: Sequence[str | Sequence[Any]]) -> list[str]:
    """Rows of letters: boards of labels name their pairs anew."""
    labels = dict.fromkeys(label for row in grid if not isinstance(row, str) for label in row if label != ".")
    letter = dict(zip(labels, LETTERS, strict=False)) | {".": "."}
    return [row if isinstance(row, str) else "".join(letter[label] for label in row) for row in grid]


def _layout(kind: str, rows: Sequence[str], rules: Mapping[str, bool], more: str = "") -> str:
    key = "clues: fixed\nwalls" if kind == "akari" else "givens"
    drawn = "".join(f"  {row}\n" for row in rows)
    switches = "".join(f"{name}: {str(value).lower()}\n" for name, value in rules.items())
    return f"kind: {kind}\n{key}: |\n{drawn}{switches}{more}"


def _coded(case: Mapping[str, Any]) -> str:
    """The layout of a published code."""
    cells, *words = case["givens"].split("|")
    size = case["size"]
    walls = [pair.split("-") for word in words if word[:1].isdigit() for pair in word.split(",")]
    named = ", ".join("-".join(cell_name(int(cell), size) for cell in pair) for pair in walls)
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    return _layout("tsunagi", rows, {"wrap": True} if "wrap" in words else {}, f"walls: [{named}]\n" if named else "")

"""The fields of a catalogue line: what each must be, so that whoever reads a level can rely on it.

Here is what can be told from the line alone. Whether the board is a board of its kind, and the answer its answer, is
for ``check.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pipeline.node import clip, suggestion
from pipeline.tier import Tier

ID = re.compile(r"[0-9a-f]{10,64}")

Fault = str | None


def field_fault(line: Mapping[str, Any]) -> Fault:
    """What is wrong with the fields of a line, in an author's words; None where each is what it should be."""
    for name in FIELDS:
        if name not in line:
            return f"the field '{name}' is missing"
    if unknown := [name for name in line if name not in FIELDS and name != "schema"]:
        return f"there is no field '{clip(unknown[0])}'"
    for name, check in FIELDS.items():
        if fault := check(line[name]):
            return f"'{name}' is {_shown(line[name])}, {fault}"
    return _size_fault(line)


def _size_fault(line: Mapping[str, Any]) -> Fault:
    rows, cols = line["rows"], line["cols"]
    for name in ("grid", "answer"):
        drawn = line[name]
        if len(drawn) != rows:
            return f"'{name}' has {len(drawn)} rows, and 'rows' says {rows}"
        for number, row in enumerate(drawn, 1):
            if len(row) != cols:
                return f"row {number} of '{name}' has {len(row)} cells, and 'cols' says {cols}"
    return None


def _shown(value: object) -> str:
    if value in (None, "", [], {}):
        return "empty"
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"'{clip(value)}'"
        case int() | float():
            return clip(str(value))
        case list():
            return "a list"
        case _:
            return "an object"


def _text(value: object) -> Fault:
    if not isinstance(value, str):
        return "not a text"
    return None if _is_unicode(value) else "and has half a character in it"


def _is_unicode(text: str) -> bool:
    """Whether UTF-8 can hold the text: JSON can write halves of a pair of code units, and no file can."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _word(value: object) -> Fault:
    return _text(value) or (None if value else "not a word")


def _id(value: object) -> Fault:
    return None if isinstance(value, str) and ID.fullmatch(value) else "not ten or more hexadecimal digits"


def _is_count(value: object, low: int = 0) -> bool:
    """Whether this is a whole number; true and false are none, though Python counts with them."""
    return type(value) is int and low <= value <= 10**18


def _count(value: object) -> Fault:
    return None if _is_count(value) else "not a whole number from 0 on"


def _side(value: object) -> Fault:
    return None if _is_count(value, low=1) else "not a whole number from 1 on"


def _tier(value: object) -> Fault:
    if isinstance(value, str) and value in list(Tier):
        return None
    return f"not a tier: {suggestion(value if isinstance(value, str) else '', Tier)}"


def _texts(value: object) -> Fault:
    if isinstance(value, list) and value and not any(map(_word, value)):
        return None
    return "not a list of texts"


def _rules(value: object) -> Fault:
    if isinstance(value, dict) and not any(map(_text, value)) and all(map(_is_switch, value.values())):
        return None
    return "not an object of switches"


def _is_switch(value: object) -> bool:
    return isinstance(value, bool | int) or not _text(value)


def _trace(value: object) -> Fault:
    if not isinstance(value, list):
        return "not a list of steps"
    for number, step in enumerate(value, 1):
        if not isinstance(step, list) or len(step) != 4 or any(map(_text, step)):
            return f"and its step {number} is not four texts"
        if not step[0] or not step[1] or not all("=" in part for part in step[1].split()):
            return f"and its step {number} is not a technique and what it decides, as 'r1c2=*'"
    return None


def _metrics(value: object) -> Fault:
    if not isinstance(value, dict) or value.keys() != {"nodes", "branches", "gave_up", "steps"}:
        return "not an object of nodes, branches, gave_up and steps"
    if not _is_count(value["nodes"]) or not _is_count(value["branches"]) or not isinstance(value["gave_up"], bool):
        return "where nodes and branches are whole numbers and gave_up is true or false"
    steps = value["steps"]
    if not isinstance(steps, list) or len(steps) != len(Tier) or not all(map(_is_count, steps)):
        return "where steps are four whole numbers, one a rank"
    return None


def _proofs(value: object) -> Fault:
    if not isinstance(value, dict) or value.keys() - {"kept"} != {"reason", "prove", "irreducible"}:
        return "not an object of reason, prove and irreducible, with or without kept"
    if _word(value["reason"]) or _word(value["prove"]) or not isinstance(value["irreducible"], bool):
        return "where reason and prove are words and irreducible is true or false"
    kept = value.get("kept")
    if kept is not None and (not isinstance(kept, list) or any(map(_word, kept))):
        return "where kept is a list of cells, or null"
    return None


FIELDS: Mapping[str, Callable[[object], Fault]] = {
    "id": _id,
    "kind": _word,
    "rows": _side,
    "cols": _side,
    "tier": _tier,
    "title": _text,
    "author": _text,
    "base": _word,
    "source": _word,
    "rules": _rules,
    "grid": _texts,
    "answer": _texts,
    "code": _text,
    "clues": _count,
    "images": _texts,
    "trace": _trace,
    "metrics": _metrics,
    "proofs": _proofs,
}
"""Every field but ``schema``, with what says why a value is not one of its own."""

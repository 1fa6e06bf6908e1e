"""A count as one JSON object. Cells and places are named as traces name them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pipeline.catalogue import trace_lines
from pipeline.counted import Counted
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind


def counted_json(kind: AnyKind, counted: Counted, timed: bool = True, sentences: Sequence[str] = ()) -> str:
    """The object of a puzzle on one line; ``sentences`` say its steps, and after them where reasoning ends."""
    question, count = counted.question, counted.count
    item: dict[str, Any] = {
        "verdict": counted.word,
        "count": count.count,
        "limit": count.limit,
        "nodes": count.nodes,
        "branches": count.branches,
        "gave_up": count.gave_up,
        "solutions": [list(kind.answer_grid(question.puzzle, answer)) for answer in count.solutions],
        "forced": _forced(kind, counted),
        "core": None if counted.core is None else [cell_name(i, len(question.grid[0])) for i in indices(counted.core)],
        "engine": counted.engine,
    }
    if timed:
        item["seconds"] = round(counted.seconds, 3)
    place = question.location
    item |= {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "kind": kind.name,
        "title": question.title,
        "rows": len(question.grid),
        "cols": len(question.grid[0]),
        "grid": list(question.grid),
        "rules": dict(question.rules),
        "notes": list(question.notes),
        "otherwise": [
            {"rule": other.rule, "value": other.value, "count": other.count, "at_least": other.at_least}
            for other in counted.otherwise
        ],
    }
    if counted.steps is not None:
        item["steps"] = [
            {
                "technique": technique,
                "decides": decides.split(),
                "look": look.split(),
                "rests": rests.split(),
                "text": text,
            }
            for (technique, decides, look, rests), text in zip(
                trace_lines(kind, question.puzzle, counted.steps), sentences, strict=False
            )
        ]
        item["ends"] = sentences[-1]
    return json.dumps(item, ensure_ascii=False)


def _forced(kind: AnyKind, counted: Counted) -> list[str] | None:
    """What every answer has, as traces write it; what clues answer by themselves is left out."""
    if counted.forced is None:
        return None
    decided = [(place, mark) for mask, mark in zip(counted.forced, kind.marks, strict=True) for place in indices(mask)]
    return [f"{kind.place_name(counted.question.puzzle, place)}={mark}" for place, mark in sorted(decided)]

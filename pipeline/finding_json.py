"""A finding as one JSON object, and so is a fault that left no layout to look at. Cells are named as authors do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pipeline.errors import AuthoringError, Location
from pipeline.finding import Advice, Finding
from pipeline.grid import cell_name, indices

FAULT = "fault"
"""The verdict on what is no layout."""


def finding_json(finding: Finding, timed: bool = True) -> str:
    """The object of a layout on one line. What does not apply to its verdict is left out."""
    layout, fault, base = finding.layout, finding.fault, finding.base
    place = fault.location if fault else layout.location
    item = _fault(finding.found, place, fault) | {
        "kind": layout.kind,
        "title": layout.title,
        "rows": finding.rows,
        "cols": finding.cols,
        **_board(finding),
    }
    if base is not None:
        item["levels"] = [
            {
                "tier": level.tier,
                "clues": level.clues,
                "steps": list(level.metrics.steps),
                "grid": list(level.grid),
                "code": level.code,
                "id": level.id,
            }
            for level in base.levels
        ]
        item["missing"] = [{"tier": tier, "reason": reason} for tier, reason in base.missing]
    else:
        item |= _reasons(finding)
    if timed:
        item["seconds"] = round(finding.seconds, 3)
    return json.dumps(item, ensure_ascii=False)


def fault_json(fault: AuthoringError) -> str:
    """The object of something that is no layout."""
    return json.dumps(_fault(FAULT, fault.location, fault), ensure_ascii=False)


def _fault(verdict: str, place: Location | None, fault: AuthoringError | None) -> dict[str, Any]:
    item: dict[str, Any] = {"verdict": verdict}
    if place:
        item |= {"file": place.file, "line": place.line, "column": place.column}
    if fault:
        item |= {"message": fault.message, "hint": fault.hint}
    return item


def _board(board: Finding | Advice) -> Mapping[str, Any]:
    drawn = {"answer": list(board.drawn_answer)} if board.drawn_answer else {}
    return {"grid": list(board.grid), **drawn, "rules": dict(board.rules)}


def _reasons(finding: Finding) -> Mapping[str, Any]:
    """Why a layout fails, as far as it is known."""
    item: dict[str, Any] = {}

    def names(cells: int) -> list[str]:
        return [cell_name(cell, finding.cols) for cell in indices(cells)]

    if finding.answers:
        item["answers"] = [list(rows) for rows in finding.answers]
    if finding.common is not None:
        item |= {"common": names(finding.common), "open": names(finding.open)}
    if finding.swaps:
        item["swaps"] = [[names(swap.first), names(swap.second)] for swap in finding.swaps]
    if finding.core is not None:
        item["core"] = names(finding.core)
    if finding.broken:
        item["broken"] = names(finding.broken)
    item["changes"] = [
        {"change": advice.words, "cells": names(advice.cells), **_board(advice)} for advice in finding.advice
    ]
    item["tried"] = finding.tried
    return item

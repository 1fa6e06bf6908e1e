"""Tsunagi (Number Link): a line joins the two ends of each pair, every cell is used, and no two lines share one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.grid import cell_name
from pipeline.kind import Kind
from pipeline.kinds.tsunagi import (
    changes,
    clues,
    code,
    cuts,
    draw,
    encode_again,
    encode_sat,
    formats,
    generate,
    images,
    lines,
    parse,
    reason,
    rules,
    search,
    sketch,
)
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.puzzle import BRIDGE, LARGEST_SIDE, Puzzle, wall_text
from pipeline.kinds.tsunagi.steps import steps_of

FEW_WAYPOINTS = 8
"""An easier level has a waypoint on at most one in so many open cells, so that no board looks like its own answer."""


def _read_grid(rows: Sequence[str], rules: Mapping[str, Any]) -> Puzzle:
    return draw.puzzle_of(rows, rules)


def _rules(puzzle: Puzzle) -> Mapping[str, Any]:
    return {
        "wrap": puzzle.wrap,
        "fill": puzzle.fill,
        "touch": puzzle.touch,
        "walls": wall_text(puzzle.walls),
    }


def _place_name(puzzle: Puzzle, edge: int) -> str:
    """``r1c1-r1c2``, or with ``+`` where a bridge lies between."""
    low, high, bridge, _ = steps_of(puzzle).edges[edge]
    return f"{cell_name(low, puzzle.cols)}{'-' if bridge < 0 else '+'}{cell_name(high, puzzle.cols)}"


def _worth_a_tier(puzzle: Puzzle) -> bool:
    return FEW_WAYPOINTS * puzzle.clues.bit_count() <= steps_of(puzzle).cells.bit_count()


def _told_beside(puzzle: Puzzle) -> tuple[str, ...]:
    """The switches that are not as usual, by the keys of the page's words for them."""
    told = {"summary.mayGap": not puzzle.fill, "summary.noTouch": not puzzle.touch, "summary.wraps": puzzle.wrap}
    return tuple(key for key, holds in told.items() if holds)


def _in_words(puzzle: Puzzle) -> str:
    told = {
        "Join the two ends of each pair by a line from cell to cell; no two lines share a cell.": True,
        "Every cell is used.": puzzle.fill,
        "Cells may stay empty.": not puzzle.fill,
        "No line runs beside itself.": not puzzle.touch,
        "Lines cross on a bridge, one straight across and another straight down.": BRIDGE in puzzle.text,
        "No line passes a thick wall.": bool(puzzle.walls),
        "Opposite edges of the board join.": puzzle.wrap,
        "A ringed letter is a cell of that pair's line.": puzzle.clues != 0,
    }
    return " ".join(sentence for sentence, holds in told.items() if holds)


KIND: Kind[Drawn, Puzzle, int] = Kind(
    name="tsunagi",
    keys=parse.KEYS,
    largest=LARGEST_SIDE,
    read=parse.read,
    outline=lambda drawn: drawn.outline,
    twins=lambda drawn: drawn.twins,
    may_clue=clues.may_clue,
    choose=clues.choose,
    number=clues.number,
    fixed=lambda drawn: drawn.puzzle if drawn.fixed else None,
    unique_hint=clues.UNIQUE_HINT,
    explain_swaps=clues.explain_swaps,
    clues=lambda puzzle: puzzle.clues,
    show=lambda puzzle, shown: puzzle.showing(shown),
    reasoner=reason.reasoner,
    encode=encode_sat.encode,
    violations=rules.violations,
    images=images.images,
    turn=images.turn,
    turn_answer=images.turn_answer,
    grid=lambda puzzle: puzzle.board,
    read_grid=_read_grid,
    answer_grid=lines.answer_grid,
    read_answer=lines.read_answer,
    rules=_rules,
    code=code.encode,
    decode=code.decode,
    place_name=_place_name,
    marks=("on", "off"),
    techniques=reason.TECHNIQUES,
    draw=draw,
    generate=generate.generate,
    new_symmetries=("none",),
    new_options=generate.OPTIONS,
    new_like=generate.like,
    count=search.count,
    encode_again=encode_again.encode_again,
    cells_at=lines.cells_at,
    read_sketch=sketch.read_sketch,
    worth_a_tier=_worth_a_tier,
    crosses=False,
    seen=(reason.FULL_CELL, reason.RING, reason.OTHER_PAIR, reason.NO_WAY_THROUGH, reason.KEPT_APART),
    drawn=lambda drawn: (drawn.puzzle, None if drawn.fixed else drawn.edges),
    sketch=sketch.sketch_of,
    changes=changes.changes,
    told_beside=_told_beside,
    formats=formats.FORMATS,
    write=parse.as_yaml,
    in_words=_in_words,
    in_black=draw.IN_BLACK,
    labels=lambda drawn: tuple(drawn.names) if drawn.fixed else (),
    why_cut=cuts.why_cut,
)

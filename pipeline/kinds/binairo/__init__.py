"""Binairo (Takuzu): half of each line is 0 and half 1, no three equal in a row, no two lines equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.grid import cell_name
from pipeline.kind import Kind
from pipeline.kinds.binairo import (
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
    parse,
    reason,
    rules,
)
from pipeline.kinds.binairo.parse import Drawn
from pipeline.kinds.binairo.puzzle import LARGEST_SIDE, ONE, ZERO, Puzzle

_UNIQUE_LINES = "unique_lines"
SEARCHED_FROM_THE_FIRST = 256
"""Up to so many cells every search of a trace begins with the first open place."""


def _read_grid(rows: Sequence[str], rules: Mapping[str, Any]) -> Puzzle:
    return Puzzle(tuple(rows), bool(rules.get(_UNIQUE_LINES, True)))


def _in_words(puzzle: Puzzle) -> str:
    equal = "No two rows and no two columns are equal." if puzzle.unique_lines else "Lines may be equal."
    return (
        "Place a white or a black stone in every cell. Half of each row and of each column is white and half black, "
        f"and never do three equal stones stand side by side. {equal}"
    )


def _search_positions(puzzle: Puzzle) -> int | None:
    """On such boards nearly every search would go on to its end, and be most of the work."""
    cells = puzzle.rows * puzzle.cols
    return None if cells <= SEARCHED_FROM_THE_FIRST else 200_000 // cells


def _trace_positions(puzzle: Puzzle) -> int | None:
    """On boards beyond 16×16 the same places looked at again and again would be most of the work."""
    cells = puzzle.rows * puzzle.cols
    return None if cells <= SEARCHED_FROM_THE_FIRST else 320_000 // cells


KIND: Kind[Drawn, Puzzle, int] = Kind(
    name="binairo",
    keys=parse.KEYS,
    largest=LARGEST_SIDE,
    read=parse.read,
    outline=lambda drawn: drawn.outline,
    twins=lambda drawn: drawn.twins,
    may_clue=clues.may_clue,
    choose=clues.choose,
    number=clues.number,
    fixed=lambda drawn: drawn.puzzle if drawn.fixed else None,
    unique_hint="",
    explain_swaps=clues.explain_swaps,
    clues=lambda puzzle: puzzle.clues,
    show=lambda puzzle, shown: puzzle.showing(shown),
    reasoner=reason.reasoner,
    encode=encode_sat.encode,
    encode_again=encode_again.encode_again,
    search_positions=_search_positions,
    trace_positions=_trace_positions,
    violations=rules.violations,
    images=images.images,
    turn=images.turn,
    turn_answer=images.turn_answer,
    turn_places=images.turn_places,
    grid=lambda puzzle: puzzle.board,
    read_grid=_read_grid,
    answer_grid=lambda puzzle, ones: puzzle.answered(ones).board,
    read_answer=lambda puzzle, rows: Puzzle(tuple(rows)).ones,
    rules=lambda puzzle: {_UNIQUE_LINES: puzzle.unique_lines},
    code=code.encode,
    decode=code.decode,
    place_name=lambda puzzle, place: cell_name(place, puzzle.cols),
    marks=(ONE, ZERO),
    techniques=reason.TECHNIQUES,
    draw=draw,
    generate=generate.generate,
    new_symmetries=("none",),
    drawn=lambda drawn: (drawn.puzzle, None),
    changes=changes.changes,
    told_beside=lambda puzzle: () if puzzle.unique_lines else ("summary.mayEqual",),
    new_options={"unique-lines": (generate.read_switch, "yes", "Whether no two rows and no two columns are equal.")},
    new_like=generate.like,
    formats=formats.FORMATS,
    write=lambda puzzle, labels: parse.as_yaml(puzzle),
    in_words=_in_words,
    why_cut=cuts.why_cut,
)

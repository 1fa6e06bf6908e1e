"""Akari (Light Up): place bulbs so that every white cell is lit, no bulb sees a bulb, and every number is met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.grid import Symmetry as _Symmetry
from pipeline.grid import cell_name, mask_of, permutation, symmetries, turn_mask, turn_rows
from pipeline.kind import Kind
from pipeline.kinds.akari import changes, choose, clues, code, draw, encode_sat, formats, generate, parse, reason, rules
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import BULB, LARGEST_SIDE, Puzzle
from pipeline.layout import SYMMETRIES

_IN_WORDS = (
    "Place bulbs in white cells so that every white cell is lit. A bulb lights its row and column up to the next wall, "
    "and no bulb lights another. A number says how many bulbs stand beside its wall."
)


def _fixed(walls: Walls) -> Puzzle | None:
    return walls.puzzle if walls.fixed else None


def _may_clue(walls: Walls) -> int:
    return walls.puzzle.walls


def _images(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(symmetry.value for symmetry in symmetries(puzzle.rows, puzzle.cols))


def _turn(puzzle: Puzzle, image: str) -> Puzzle:
    return Puzzle(turn_rows(puzzle.board, _Symmetry(image)))


def _turn_answer(puzzle: Puzzle, bulbs: int, image: str) -> int:
    return turn_mask(bulbs, permutation(_Symmetry(image), puzzle.rows, puzzle.cols))


def _read_grid(rows: Sequence[str], rules: Mapping[str, Any]) -> Puzzle:
    return Puzzle(tuple(rows))


def _read_answer(puzzle: Puzzle, rows: Sequence[str]) -> int:
    return mask_of(index for index, ch in enumerate("".join(rows)) if ch == BULB)


KIND: Kind[Walls, Puzzle, int] = Kind(
    name="akari",
    keys=parse.KEYS,
    largest=LARGEST_SIDE,
    read=parse.read,
    outline=lambda walls: walls.outline,
    twins=lambda walls: walls.twins,
    may_clue=_may_clue,
    choose=choose.choose,
    number=clues.number,
    fixed=_fixed,
    unique_hint="add or move a wall beside one of them, or fix or change a number there",
    explain_swaps=clues.explain_swaps,
    clues=lambda puzzle: puzzle.clues,
    show=lambda puzzle, shown: puzzle.showing(shown),
    reasoner=reason.reasoner,
    encode=encode_sat.encode,
    violations=rules.violations,
    images=_images,
    turn=_turn,
    turn_answer=_turn_answer,
    grid=lambda puzzle: puzzle.board,
    read_grid=_read_grid,
    answer_grid=lambda puzzle, bulbs: puzzle.answer_rows(bulbs),
    read_answer=_read_answer,
    rules=lambda puzzle: {},
    code=code.encode,
    decode=code.decode,
    place_name=lambda puzzle, place: cell_name(place, puzzle.cols),
    marks=("*", "x"),
    techniques=reason.TECHNIQUES,
    draw=draw,
    generate=generate.generate,
    seen=(reason.BEAM,),
    new_symmetries=("rotate180", *(name for name in SYMMETRIES if name != "rotate180")),
    drawn=lambda walls: (walls.puzzle, None),
    changes=changes.changes,
    new_options={"walls": (generate.read_share, "25%", "The share of cells that are walls.")},
    new_like=generate.like,
    formats=formats.FORMATS,
    write=lambda puzzle, labels: parse.as_yaml(puzzle),
    in_words=lambda puzzle: _IN_WORDS,
)

__all__ = ["KIND"]

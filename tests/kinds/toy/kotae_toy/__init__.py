"""Mines: some cells hide a mine, and a number says how many of the cells around it do."""

from __future__ import annotations

from kotae_toy import clues, code, draw, encode_sat, generate, parse, reason, rules
from kotae_toy.puzzle import LARGEST_SIDE, Puzzle
from pipeline.grid import Symmetry as _Symmetry
from pipeline.grid import cell_name, permutation, symmetries, turn_mask, turn_rows
from pipeline.kind import Kind


def _images(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(symmetry.value for symmetry in symmetries(puzzle.rows, puzzle.cols))


def _turn_answer(puzzle: Puzzle, mines: int, image: str) -> int:
    return turn_mask(mines, permutation(_Symmetry(image), puzzle.rows, puzzle.cols))


KIND: Kind[parse.Field, Puzzle, int] = Kind(
    name="toy",
    keys=parse.KEYS,
    largest=LARGEST_SIDE,
    read=parse.read,
    outline=lambda field: field.board,
    twins=lambda field: field.twins,
    may_clue=clues.may_clue,
    choose=clues.choose,
    number=clues.number,
    fixed=lambda field: None,
    unique_hint="",
    explain_swaps=clues.explain_swaps,
    clues=lambda puzzle: puzzle.clues,
    show=lambda puzzle, shown: puzzle.showing(shown),
    reasoner=reason.MinesReasoner,
    encode=encode_sat.encode,
    violations=rules.violations,
    images=_images,
    turn=lambda puzzle, image: Puzzle(turn_rows(puzzle.board, _Symmetry(image))),
    turn_answer=_turn_answer,
    grid=lambda puzzle: puzzle.board,
    read_grid=lambda rows, rules: Puzzle(tuple(rows)),
    answer_grid=lambda puzzle, mines: puzzle.with_mines(mines),
    read_answer=lambda puzzle, rows: parse.Field(tuple(rows)).mines,
    rules=lambda puzzle: {},
    code=code.encode,
    decode=code.decode,
    place_name=lambda puzzle, place: cell_name(place, puzzle.cols),
    marks=("*", "-"),
    techniques=reason.TECHNIQUES,
    draw=draw,
    generate=generate.generate,
)

__all__ = ["KIND"]

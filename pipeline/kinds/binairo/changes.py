"""Single changes of a setter's own Binairo board: a given more, or one of a contradiction taken out or turned over.

Where a symmetry of the givens is declared, a given comes and goes with its images.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pipeline.grid import cell_name, indices, mask_of, orbits
from pipeline.kind import Change, Trouble
from pipeline.kinds.binairo.parse import Drawn
from pipeline.kinds.binairo.puzzle import OPEN, STONES, SWAP
from pipeline.kinds.binairo.rules import broken
from pipeline.layout import SYMMETRIES
from pipeline.verdict import Ambiguous, Unsolvable
from pipeline.wording import listed


def changes(drawn: Drawn, trouble: Trouble, symmetry: str) -> Iterator[Change[Drawn]]:
    """Changes that might leave one answer; none breaks the symmetry, and each board can be read."""
    puzzle = drawn.puzzle
    groups = orbits(SYMMETRIES[symmetry], puzzle.rows, puzzle.cols)
    offered: Iterator[Change[Drawn]] = iter(())
    if isinstance(trouble, Ambiguous):
        offered = _more(drawn, groups, trouble)
    elif isinstance(trouble, Unsolvable) and trouble.core:
        offered = _fewer(drawn, groups, trouble.core)
    for change in offered:
        board = change.board.puzzle
        if OPEN in board.text and not broken(board):
            yield change


def _more(drawn: Drawn, groups: tuple[int, ...], trouble: Ambiguous[int]) -> Iterator[Change[Drawn]]:
    """A given where two answers differ, as the one or the other has it; then one that neither of the two has."""
    first, second, settled = trouble.first, trouble.second, trouble.forced
    free = [group for group in groups if not group & drawn.puzzle.clues]
    for group in free:
        if group & (first ^ second):
            yield _given(drawn, group, first)
            yield _given(drawn, group, second)
    for group in free:
        if settled is not None and not group & settled and not group & (first ^ second):
            yield _given(drawn, group, ~first)


def _given(drawn: Drawn, group: int, ones: int) -> Change[Drawn]:
    """The cells of a group given, as this mask of ones has them."""
    stones = {cell: STONES[ones >> cell & 1] for cell in indices(group)}
    return _written(drawn, stones, f"add {listed([f'{stone} at {_name(drawn, at)}' for at, stone in stones.items()])}")


def _fewer(drawn: Drawn, groups: tuple[int, ...], core: int) -> Iterator[Change[Drawn]]:
    """A given of a contradiction taken out, or the other stone in its place."""
    for group in groups:
        if group & core:
            noun = "the given" if group.bit_count() == 1 else "the givens"
            names = listed([_name(drawn, cell) for cell in indices(group)])
            yield _written(drawn, dict.fromkeys(indices(group), OPEN), f"take out {noun} at {names}")
    for cell in indices(core):
        was = drawn.puzzle.text[cell]
        other = was.translate(SWAP)
        yield _written(drawn, {cell: other}, f"write {other} for the {was} at {_name(drawn, cell)}")


def _written(drawn: Drawn, letters: Mapping[int, str], words: str) -> Change[Drawn]:
    puzzle = drawn.puzzle
    text = "".join([letters.get(at, old) for at, old in enumerate(puzzle.text)])
    return Change(words, mask_of(letters), replace(drawn, puzzle=puzzle.with_text(text)))


def _name(drawn: Drawn, cell: int) -> str:
    return cell_name(cell, drawn.puzzle.cols)

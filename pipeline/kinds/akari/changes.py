"""Single changes of an Akari layout: a wall added or taken out with its images, a number written, changed or taken off.

Bulbs that can change places do so where nothing tells the two ways apart. A wall on one of their cells, or beside it,
nearly always does; so walls are told by how many of the exchanges they touch, the most first. A board drawn with its
numbers gets one more number before it gets another wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pipeline.grid import beside, cell_name, indices, orbits
from pipeline.kind import Change, NoneUnique, Trouble
from pipeline.kinds.akari.clues import number
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import DIGITS, WALL, WHITE, Puzzle
from pipeline.layout import SYMMETRIES
from pipeline.verdict import Ambiguous
from pipeline.wording import listed


def changes(walls: Walls, trouble: Trouble, symmetry: str) -> Iterator[Change[Walls]]:
    """Changes that might leave one answer, the likeliest first.

    None breaks the symmetry, and each board can be read.
    """
    if isinstance(trouble, Ambiguous):
        yield from _numbers_told_apart(walls, trouble.first, trouble.second)
        yield from _walls(walls, (trouble.first ^ trouble.second,), symmetry)
    elif isinstance(trouble, NoneUnique):
        yield from _fewer_numbers(walls, trouble.clues)
        yield from _walls(walls, [swap.first | swap.second for swap in trouble.swaps], symmetry)
    else:
        yield from _fewer_numbers(walls, trouble.core or 0)


def _numbers_told_apart(walls: Walls, *answers: int) -> Iterator[Change[Walls]]:
    """A number more: first those of two answers where these differ, then every other."""
    numbered = [number(walls, bulbs).text for bulbs in answers]
    bare = list(indices(walls.puzzle.walls & ~walls.puzzle.clues))
    likely = {wall: {text[wall] for text in numbered} for wall in bare}
    told = [(wall, digit) for wall in bare if len(likely[wall]) > 1 for digit in sorted(likely[wall])]
    rest = [(wall, digit) for wall in bare for digit in _room(walls.puzzle, wall)]
    for wall, digit in dict.fromkeys([*told, *rest]):
        yield _written(walls, wall, digit, f"write {digit} on the wall at")


def _room(puzzle: Puzzle, wall: int) -> str:
    """The numbers that a wall can have, by the white cells beside it."""
    return DIGITS[: (beside(wall, puzzle.rows, puzzle.cols) & puzzle.white).bit_count() + 1]


def _fewer_numbers(walls: Walls, contradicting: int) -> Iterator[Change[Walls]]:
    """A number of a contradiction taken off, or another in its place: the next higher and lower first."""
    puzzle = walls.puzzle
    for wall in indices(contradicting):
        yield _written(walls, wall, WALL, f"take the {puzzle.text[wall]} off the wall at")
    others = [
        (abs(int(digit) - int(puzzle.text[wall])), wall, digit)
        for wall in indices(contradicting)
        for digit in _room(puzzle, wall)
        if digit != puzzle.text[wall]
    ]
    for _, wall, digit in sorted(others):
        yield _written(walls, wall, digit, f"write {digit} for the {puzzle.text[wall]} at")


def _written(walls: Walls, cell: int, letter: str, words: str) -> Change[Walls]:
    puzzle = walls.puzzle
    return Change(f"{words} {cell_name(cell, puzzle.cols)}", 1 << cell, _with(walls, 1 << cell, letter))


def _walls(walls: Walls, exchanges: Iterable[int], symmetry: str) -> Iterator[Change[Walls]]:
    """Walls added and taken out, those first that touch most of the exchanges and wall in no white cell."""
    puzzle = walls.puzzle
    rows, cols = puzzle.rows, puzzle.cols
    touched = [0] * (rows * cols)
    for cells in exchanges:
        for cell in indices(cells):
            # The cell itself counts for more than the cells beside it.
            touched[cell] += 4
            for near in indices(beside(cell, rows, cols)):
                touched[near] += 1
    ranked: list[tuple[bool, int, int]] = []
    for group in orbits(SYMMETRIES[symmetry], rows, cols):
        near = sum(touched[cell] for cell in indices(group))
        if near:
            ranked.append((_walls_in(puzzle, group), -near, group))
    for _, _, group in sorted(ranked):
        change = _turned_over(walls, group)
        if _is_readable(change.board.puzzle):
            yield change


def _turned_over(walls: Walls, group: int) -> Change[Walls]:
    """The walls of a group become white cells, or its white cells walls."""
    puzzle = walls.puzzle
    names = listed([cell_name(cell, puzzle.cols) for cell in indices(group)])
    noun = "a wall" if group.bit_count() == 1 else "walls"
    if group & puzzle.white:
        return Change(f"add {noun} at {names}", group, _with(walls, group, WALL))
    noun = "the wall" if group.bit_count() == 1 else "the walls"
    return Change(f"take out {noun} at {names}", group, _with(walls, group, WHITE))


def _with(walls: Walls, cells: int, letter: str) -> Walls:
    text = "".join([letter if cells >> at & 1 else old for at, old in enumerate(walls.puzzle.text)])
    return replace(walls, puzzle=walls.puzzle.with_text(text))


def _walls_in(puzzle: Puzzle, group: int) -> bool:
    """Whether walls on these cells leave a white cell beside them no white neighbour."""
    white = puzzle.white & ~group
    if white == puzzle.white:
        return False
    around: Sequence[int] = [beside(cell, puzzle.rows, puzzle.cols) for cell in indices(group)]
    return any(not beside(cell, puzzle.rows, puzzle.cols) & white for near in around for cell in indices(near & white))


def _is_readable(puzzle: Puzzle) -> bool:
    """Whether there is a white cell, and room for every number that the author fixed."""
    return bool(puzzle.white) and all(puzzle.text[wall] in _room(puzzle, wall) for wall in indices(puzzle.clues))

"""What Tsunagi brings to be compared, by ``tests/cross``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from pipeline.kinds.tsunagi import rules
from pipeline.kinds.tsunagi.names import answer_yaml
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LETTERS, OPEN, Puzzle, lettered, rows_of
from pipeline.reasoner import Position
from tests.kinds.tsunagi import boards

ASKED = ("rest",)
LINES = ((1, 5), (6, 1), (2, 5), (5, 2), (2, 6), (3, 3))
LARGER = ((5, 6), (6, 6), (5, 8), (7, 7))
MOST = 25
"""The cells of the largest board that is tried; where lines leave cells out or edges join, of fewer."""
MOST_FREE = 16


def draw(random: Random) -> Puzzle:
    """Up to 5×5 with any of the rules, and now and then up to 7×7, a single line, or crowded; a pair's waypoint may be
    another's, and a wall in the way."""
    if random.random() < 0.02:
        return _crowded(random)
    shapes = random.choice((boards.SMALL[:7], boards.SMALL[:7], boards.SMALL, LINES, random.choice((LARGER, LINES))))
    feature = random.choice((None, *boards.FEATURES))
    puzzle = next(boards.random_boards(1, random.getrandbits(32), feature, _fitting(shapes, feature)))
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        puzzle = _spoilt(puzzle, random)
    return puzzle


def _crowded(random: Random) -> Puzzle:
    """Short lines side by side, so many that small letters name pairs, too, or nearly so many."""
    rows, cols = random.randint(7, 9), random.randint(8, 10)
    cells = [""] * (rows * cols)
    names = iter(LETTERS)
    for cell in range(rows * cols):
        if cells[cell]:
            continue
        near = [cell + 1] if (cell + 1) % cols and not cells[cell + 1] else []
        near += [cell + cols] if cell + cols < rows * cols else []
        if near and random.random() < 0.95:
            cells[cell] = cells[random.choice(near)] = next(names)
        else:
            cells[cell] = BLOCKED
    fill, touch = random.random() < 0.7, random.random() < 0.7
    return Puzzle(rows_of(lettered("".join(cells)), cols), fill=fill, touch=touch)


def _fitting(shapes: tuple[tuple[int, int], ...], feature: str | None) -> tuple[tuple[int, int], ...]:
    """The shapes that have room for a bridge, where one is asked for."""
    return tuple(shape for shape in shapes if min(shape) > 2) if feature and BRIDGES in feature else shapes


BRIDGES = "bridges"


def _spoilt(puzzle: Puzzle, random: Random) -> Puzzle:
    """With a waypoint anywhere, or a wall."""
    open_cells = [cell for cell, letter in enumerate(puzzle.text) if letter == OPEN]
    if random.random() < 0.5:
        flat = [joint[:2] for joint in boards.joints(replace(puzzle, wrap=False)) if joint.bridge < 0]
        return replace(puzzle, walls=tuple(sorted({*puzzle.walls, random.choice(flat)}))) if flat else puzzle
    if not open_cells:
        return puzzle
    cell, letter = random.choice(open_cells), puzzle.text[random.choice(random.choice(puzzle.pairs))].lower()
    return replace(puzzle, board=rows_of(puzzle.text[:cell] + letter + puzzle.text[cell + 1 :], puzzle.cols))


def answers(puzzle: Puzzle) -> frozenset[int] | None:
    """By enumeration."""
    most = MOST_FREE if puzzle.wrap or not puzzle.fill else MOST
    return boards.answers(puzzle) if puzzle.rows * puzzle.cols <= most else None


def simpler(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Without a row or a column at the edge, a pair, a wall, a blocked cell, a bridge, or a rule of its own."""
    rows, cols = puzzle.rows, puzzle.cols
    every = range(rows * cols)
    if rows > 1:
        yield from _kept(puzzle, [cell for cell in every if cell >= cols], cols)
        yield from _kept(puzzle, [cell for cell in every if cell < (rows - 1) * cols], cols)
    if cols > 1:
        yield from _kept(puzzle, [cell for cell in every if cell % cols], cols - 1)
        yield from _kept(puzzle, [cell for cell in every if cell % cols < cols - 1], cols - 1)
    text = puzzle.text
    for first, _ in puzzle.pairs:
        yield from _lettered(puzzle, text.replace(text[first], OPEN).replace(text[first].lower(), OPEN))
    for wall in puzzle.walls:
        yield replace(puzzle, walls=tuple(other for other in puzzle.walls if other != wall))
    for cell, letter in enumerate(text):
        if letter in BLOCKED + BRIDGE:
            yield replace(puzzle, board=rows_of(text[:cell] + OPEN + text[cell + 1 :], cols))
    for changed in ({"wrap": False}, {"fill": True}, {"touch": True}):
        if (other := replace(puzzle, **changed)) != puzzle:  # type: ignore[arg-type]
            yield other


def _kept(puzzle: Puzzle, cells: list[int], cols: int) -> Iterator[Puzzle]:
    """Only these cells, with what of pairs and walls is whole there."""
    number = {cell: at for at, cell in enumerate(cells)}
    whole = [puzzle.text[pair[0]] for pair in puzzle.pairs if all(cell in number for cell in pair)]
    known = {*BLOCKED, *BRIDGE, *whole, *(letter.lower() for letter in whole)}
    text = "".join(letter if letter in known else OPEN for letter in (puzzle.text[cell] for cell in cells))
    walls = tuple((number[one], number[other]) for one, other in puzzle.walls if one in number and other in number)
    bare = Puzzle(rows_of(OPEN * len(cells), cols), walls, puzzle.wrap, puzzle.fill, puzzle.touch)
    yield from _lettered(bare, text)


def _lettered(puzzle: Puzzle, text: str) -> Iterator[Puzzle]:
    """The board with these cells, if it has a pair left."""
    if any(letter.isupper() for letter in text):
        yield replace(puzzle, board=rows_of(lettered(text), puzzle.cols))


def layout(puzzle: Puzzle, answer: int) -> str:
    """The finished lines."""
    return answer_yaml(puzzle, answer)


def judged(puzzle: Puzzle, known: Position) -> dict[str, Any]:
    """What is open, empty, missed and uncrossed on a board whose every cell is used, and what runs beside itself."""
    found = rules.violations(replace(puzzle, fill=True), known.yes)
    of = {rule: [one.cells for one in found if one.rule == rule] for rule in rules.RULES}
    gaps = [cell for cells in of[rules.GAP] for cell in cells]
    return {
        "violations": sorted(of[rules.TOUCH]),
        "isSolved": not rules.violations(puzzle, known.yes),
        "open": [puzzle.owners[first] for first, _ in of[rules.UNJOINED]],
        "gaps": gaps,
        "missed": [cell for cell in gaps if puzzle.owners[cell] >= 0],
        "bridges": [cell for (cell,) in of[rules.BRIDGE]],
        "branches": of[rules.BRANCH],
        "rings": of[rules.LOOP],
    }


def said(puzzle: Puzzle, told: Mapping[str, Any]) -> dict[str, Any]:
    """In the same words. Lines that are drawn by hand neither branch nor close a ring."""
    return {
        "violations": sorted(tuple(one["cells"]) for one in told["violations"]),
        "isSolved": told["isSolved"],
        **told["rest"],
        "branches": [],
        "rings": [],
    }

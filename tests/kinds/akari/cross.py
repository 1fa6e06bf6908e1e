"""What Akari brings to be compared, by ``tests/cross``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from pipeline.grid import indices
from pipeline.kinds.akari.puzzle import DIGITS, WALL, WHITE, Puzzle
from pipeline.kinds.akari.rules import SEES_BULB, TOO_MANY, UNLIT, violations
from pipeline.reasoner import Position
from tests.kinds.akari import boards

ASKED = ("light", "numbers")
MOST_WHITE = 25


def draw(random: Random) -> Puzzle:
    """Up to 5×5, and now and then up to 9×9 or a single line; numbers are an answer's, all of them or some, or any."""
    rows, cols = random.randint(1, 5), random.randint(1, 5)
    if random.random() < 0.1:
        rows, cols = random.choice(((1, 9), (9, 1), (6, 6), (7, 7), (9, 9), (5, 8)))
    share = random.choice((0.1, 0.2, 0.3, 0.45, 0.7))
    text = "".join(WALL if random.random() < share else WHITE for _ in range(rows * cols))
    layout = boards.puzzle_of(text, cols)
    found = answers(layout)
    some = random.choice(sorted(found)) if found else None if found is not None else _lit(layout, random)
    true = {} if some is None else boards.numbers(layout, some)
    walls = [*indices(layout.walls)]
    shown = random.choice((0, 0.3, 0.6, 1, 1))
    numbers = {wall: true.get(wall, random.randrange(5)) for wall in walls if random.random() < shown}
    if numbers and random.random() < 0.2:
        numbers[random.choice(sorted(numbers))] = random.randrange(5)
    return layout.numbered(numbers)


def _lit(layout: Puzzle, random: Random) -> int:
    """Bulbs that light the whole board and do not see each other, as they come."""
    sees = boards.sight(layout)
    dark, bulbs = set(sees), 0
    for cell in random.sample(sorted(sees), len(sees)):
        if cell in dark:
            bulbs |= 1 << cell
            dark -= sees[cell] | {cell}
    return bulbs


def answers(puzzle: Puzzle) -> frozenset[int] | None:
    """By enumeration."""
    return boards.answers(puzzle) if puzzle.white.bit_count() <= MOST_WHITE else None


def simpler(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Without a row or a column at the edge, with a cell in the place of a wall, or with a smaller number."""
    rows, text = puzzle.board, puzzle.text
    if len(rows) > 1:
        yield from (Puzzle(rows[1:]), Puzzle(rows[:-1]))
    if puzzle.cols > 1:
        yield from (Puzzle(tuple(row[1:] for row in rows)), Puzzle(tuple(row[:-1] for row in rows)))
    for wall in indices(puzzle.walls):
        smaller = (WHITE, str(int(text[wall]) - 1)) if text[wall] in DIGITS[1:] else (WHITE,)
        yield from (puzzle.with_text(text[:wall] + letter + text[wall + 1 :]) for letter in smaller)


def layout(puzzle: Puzzle, answer: int) -> str:
    """Its walls, with the numbers that it shows; the answer is for the pipeline to find."""
    return "walls: |\n" + "".join(f"  {row}\n" for row in puzzle.board)


def judged(puzzle: Puzzle, known: Position) -> dict[str, Any]:
    """Rules that are broken already, dark cells, and what each number has."""
    found = violations(puzzle, known.yes)
    sees = boards.sight(puzzle)
    dark = [one.cells[0] for one in found if one.rule == UNLIT]
    numbers = []
    for wall in indices(puzzle.clues):
        beside = [cell for cell in sees if _are_neighbours(puzzle, wall, cell)]
        has, wants = sum(known.yes >> cell & 1 for cell in beside), int(puzzle.text[wall])
        is_open = any(cell in dark and not known.no >> cell & 1 for cell in beside)
        numbers.append({"cell": wall, "wants": wants, "has": has, "met": has == wants and (wants > 0 or not is_open)})
    return {
        "violations": sorted((one.rule, one.cells) for one in found if one.rule in (SEES_BULB, TOO_MANY)),
        "isSolved": not found,
        "dark": dark,
        "numbers": numbers,
    }


def _are_neighbours(puzzle: Puzzle, one: int, other: int) -> bool:
    return abs(one // puzzle.cols - other // puzzle.cols) + abs(one % puzzle.cols - other % puzzle.cols) == 1


def said(puzzle: Puzzle, told: Mapping[str, Any]) -> dict[str, Any]:
    """In the same words; light that never comes has no distance."""
    distance = told["light"]["distance"]
    return {
        "violations": sorted((one["rule"], tuple(one["cells"])) for one in told["violations"]),
        "isSolved": told["isSolved"],
        "dark": [cell for cell in indices(puzzle.white) if distance[cell] is None],
        "numbers": told["numbers"],
    }

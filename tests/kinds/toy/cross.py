"""What Mines brings to be compared, by ``tests/cross``: a kind that is installed is compared as any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from kotae_toy.puzzle import HIDDEN, MINE, NUMBERS, Puzzle, cut
from kotae_toy.rules import violations

from pipeline.reasoner import Position

ASKED = ("numbered",)
MOST_HIDDEN = 9


def draw(random: Random) -> Puzzle:
    """Up to 4×4, and now and then 6×6; numbers are those of mines, all or some, and now and then one is off."""
    rows, cols = random.choice((random.choices(range(1, 5), k=2), random.choices(range(1, 5), k=2), (6, 6)))
    share = random.choice((0.1, 0.3, 0.5))
    mines = {cell for cell in range(rows * cols) if random.random() < share}
    shown = random.choice((0.2, 0.5, 0.8, 1))
    letters = [HIDDEN] * (rows * cols)
    for cell in range(rows * cols):
        if cell not in mines and random.random() < shown:
            letters[cell] = NUMBERS[sum(near in mines for near in _near(rows, cols, cell))]
    if random.random() < 0.2:
        letters[random.randrange(rows * cols)] = random.choice(NUMBERS[:5])
    return Puzzle(cut("".join(letters), cols))


def _near(rows: int, cols: int, cell: int) -> list[int]:
    row, col = divmod(cell, cols)
    ways = product((-1, 0, 1), repeat=2)
    near = [(row + down, col + right) for down, right in ways if (down, right) != (0, 0)]
    return [r * cols + c for r, c in near if 0 <= r < rows and 0 <= c < cols]


def answers(puzzle: Puzzle) -> frozenset[int] | None:
    """Every set of hidden cells is tried."""
    hidden = [cell for cell in range(puzzle.rows * puzzle.cols) if cell not in puzzle.numbers]
    if len(hidden) > MOST_HIDDEN:
        return None
    sets = map(sum, product(*((0, 1 << cell) for cell in hidden)))
    return frozenset(mines for mines in sets if not violations(puzzle, mines))


def simpler(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Without a row or a column at the edge, or with a smaller number."""
    rows = puzzle.board
    if len(rows) > 1:
        yield from (Puzzle(rows[1:]), Puzzle(rows[:-1]))
    if puzzle.cols > 1:
        yield from (Puzzle(tuple(row[1:] for row in rows)), Puzzle(tuple(row[:-1] for row in rows)))
    text = "".join(rows)
    for cell, number in puzzle.numbers.items():
        if number:
            yield Puzzle(cut(text[:cell] + NUMBERS[number - 1] + text[cell + 1 :], puzzle.cols))


def layout(puzzle: Puzzle, answer: int) -> str:
    """The mines."""
    cells = "".join(MINE if answer >> cell & 1 else HIDDEN for cell in range(puzzle.rows * puzzle.cols))
    return "mines: |\n" + "".join(f"  {row}\n" for row in cut(cells, puzzle.cols))


def judged(puzzle: Puzzle, known: Position) -> dict[str, Any]:
    """What each number has around it, and which can no longer be met."""
    numbered = []
    for cell, number in puzzle.numbers.items():
        near = [other for other in _near(puzzle.rows, puzzle.cols, cell) if other not in puzzle.numbers]
        mines = sum(known.yes >> other & 1 for other in near)
        hidden = sum(not (known.yes | known.no) >> other & 1 for other in near)
        numbered.append({"cell": cell, "number": number, "mines": mines, "hidden": hidden})
    lost = [one["cell"] for one in numbered if not one["mines"] <= one["number"] <= one["mines"] + one["hidden"]]
    return {"violations": lost, "isSolved": not violations(puzzle, known.yes), "numbered": numbered}


def said(puzzle: Puzzle, told: Mapping[str, Any]) -> dict[str, Any]:
    """In the same words."""
    return told | {"violations": [one["cells"][0] for one in told["violations"]]}  # type: ignore[operator, no-any-return]

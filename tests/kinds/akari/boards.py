"""Akari boards to test on, and their answers by plain enumeration.

The enumeration knows only who sees whom, by walking, and leaves the judgement to ``rules.violations``. It shares
nothing with either engine. Only the boards without a clue to spare are found by search.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from pipeline.kinds.akari.puzzle import DIGITS, WALL, WHITE, Puzzle
from pipeline.kinds.akari.reason import reasoner
from pipeline.kinds.akari.rules import violations
from pipeline.search import count as count_answers
from tests.fewest import fewest_clues


def puzzle_of(text: str, cols: int) -> Puzzle:
    """The board with these cells in reading order."""
    return Puzzle(tuple(text[i : i + cols] for i in range(0, len(text), cols)))


def every_layout(rows: int, cols: int) -> Iterator[Puzzle]:
    """Every board of bare walls of this shape."""
    for cells in product(WHITE + WALL, repeat=rows * cols):
        yield puzzle_of("".join(cells), cols)


def every_clueing(layout: Puzzle) -> Iterator[Puzzle]:
    """These walls with every choice of numbers, none included."""
    for cells in product(*(WHITE if ch == WHITE else WALL + DIGITS for ch in layout.text)):
        yield layout.with_text("".join(cells))


def sampled_clueings(layout: Puzzle, answers: frozenset[int], count: int, random: Random) -> Iterator[Puzzle]:
    """These walls with numbers that come from an answer, where there is one; now and then one of them is off."""
    walls = [index for index, ch in enumerate(layout.text) if ch != WHITE]
    for _ in range(count):
        true = numbers(layout, random.choice(sorted(answers))) if answers else {}
        shown = {wall: true.get(wall, random.randrange(5)) for wall in walls if random.random() < 0.6}
        if shown and random.random() < 0.25:
            shown[random.choice(sorted(shown))] = random.randrange(5)
        yield layout.numbered(shown)


def random_layout(random: Random, largest: int = 5) -> Puzzle:
    """Bare random walls, at most ``largest`` cells a side, from nearly none to nearly half."""
    rows, cols = random.randint(1, largest), random.randint(1, largest)
    share = random.choice((0.1, 0.2, 0.3, 0.45))
    return puzzle_of("".join(WALL if random.random() < share else WHITE for _ in range(rows * cols)), cols)


def random_boards(count: int, seed: int, largest: int = 5) -> Iterator[Puzzle]:
    """Random boards of mixed shapes; about half have one answer or more because their numbers come from one."""
    random = Random(seed)
    for _ in range(count):
        layout = random_layout(random, largest)
        yield from sampled_clueings(layout, answers(layout), 1, random)


def minimal_boards(count: int, seed: int) -> Iterator[Puzzle]:
    """Boards with exactly one answer, up to 7×7, each with as few numbers as keep it the only one."""
    random = Random(seed)
    while count:
        layout = random_layout(random, 7)
        some = count_answers(reasoner(layout), 1).solution
        if some is not None and layout.white.bit_count() > 8:
            puzzle = layout.numbered(numbers(layout, some))
            shown = fewest_clues(reasoner(puzzle), random)
            if shown is not None:
                count -= 1
                yield puzzle.showing(shown)


def numbers(layout: Puzzle, bulbs: int) -> dict[int, int]:
    """The number on each wall that an answer of the bare walls would need: the only one that breaks no rule."""
    walls = [index for index, ch in enumerate(layout.text) if ch != WHITE]
    return {
        wall: next(number for number in range(5) if not violations(layout.numbered({wall: number}), bulbs))
        for wall in walls
    }


def answers(puzzle: Puzzle) -> frozenset[int]:
    """Every answer, as masks of bulbs.

    White cells in reading order take a bulb or none; a bulb never joins one that sees it, and a cell whose last
    watcher has gone by must be lit. What is left is for the rules to judge.
    """
    sees = sight(puzzle)
    cells = sorted(sees)
    last_chance: dict[int, list[int]] = {}
    for cell, seen in sees.items():
        last_chance.setdefault(max(seen | {cell}), []).append(cell)
    found: list[int] = []

    def extend(at: int, bulbs: frozenset[int]) -> None:
        if at == len(cells):
            mask = sum(1 << bulb for bulb in bulbs)
            if not violations(puzzle, mask):
                found.append(mask)
            return
        cell = cells[at]
        for more in ((), (cell,)) if not sees[cell] & bulbs else ((),):
            joined = bulbs.union(more)
            if all(watched in joined or sees[watched] & joined for watched in last_chance.get(cell, ())):
                extend(at + 1, joined)

    extend(0, frozenset())
    return frozenset(found)


def sight(puzzle: Puzzle) -> dict[int, set[int]]:
    """For each white cell those that a bulb there would light besides its own."""
    sees: dict[int, set[int]] = {}
    for start, ch in enumerate(puzzle.text):
        if ch == WHITE:
            sees[start] = set()
            for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                row, col = start // puzzle.cols + down, start % puzzle.cols + right
                while 0 <= row < puzzle.rows and 0 <= col < puzzle.cols and puzzle.board[row][col] == WHITE:
                    sees[start].add(row * puzzle.cols + col)
                    row, col = row + down, col + right
    return sees

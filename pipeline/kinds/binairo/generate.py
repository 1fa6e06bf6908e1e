"""Random finished grids, for ``kotae new``.

Row by row (of a wide board column by column) out of the dictionary: each column keeps the set of words that its cells
so far begin, and a row is drawn among the words that leave every column one. Where none is left, the row before it is
drawn again.
"""

from __future__ import annotations

from random import Random

from pipeline.errors import AuthoringError, RequestError
from pipeline.kind import NewRequest
from pipeline.kinds.binairo.parse import Drawn
from pipeline.kinds.binairo.puzzle import LARGEST_SIDE, SMALLEST_SIDE, STONES, crowded
from pipeline.kinds.binairo.words import words_of

ROWS_A_TRY = 20
"""How many rows may be drawn, for each row of the board, before it is begun afresh."""
TRIES = 1000


def read_switch(text: str) -> bool:
    """``yes`` or ``no``."""
    if text not in ("yes", "no"):
        raise AuthoringError(f"'{text}' is neither yes nor no", hint="write --unique-lines yes or --unique-lines no")
    return text == "yes"


def generate(request: NewRequest, rng: Random) -> str:
    """A finished grid as the ``answer:`` key of a document.

    Raises RequestError where the shape has none, and AuthoringError where none was found.
    """
    rows, cols = request.rows, request.cols
    unique = bool(request.options["unique-lines"])
    if rows % 2 or cols % 2 or min(rows, cols) < SMALLEST_SIDE:
        hint = f"both sides are even, from {SMALLEST_SIDE} to {LARGEST_SIDE}"
        raise RequestError(f"there is no board of {rows}×{cols}", hint=hint)
    if unique and (reason := crowded(rows, cols)):
        raise RequestError(reason, hint="ask for another size, or for --unique-lines no")
    if request.clues == 0:
        message = "without a given every answer has another, with all its stones exchanged"
        raise RequestError(message, hint="ask for --clues 1 at least")
    for _ in range(TRIES):
        # Short lines are the ones that come out equal, so they are the ones to draw: the columns of a wide board.
        words = _Filling(max(rows, cols), min(rows, cols), unique, rng).run()
        if words:
            lines = ["".join(STONES[word >> at & 1] for at in range(min(rows, cols))) for word in words]
            grid = lines if rows >= cols else ["".join(column) for column in zip(*lines, strict=True)]
            drawn = "\n".join("  " + line for line in grid)
            return f"answer: |\n{drawn}\n" + ("" if unique else "unique_lines: false\n")
    raise AuthoringError(f"no board of {rows}×{cols} was found", hint="ask for another size or another seed")


def like(drawn: Drawn) -> dict[str, str]:
    """The options that draw boards under the same rule."""
    return {"unique-lines": "yes" if drawn.puzzle.unique_lines else "no"}


class _Filling:
    """One try at a grid."""

    def __init__(self, rows: int, cols: int, unique: bool, rng: Random) -> None:
        self.rows = rows
        self.cols = cols
        self.unique = unique
        self.rng = rng
        self.across = words_of(cols)
        self.down = words_of(rows)

    def run(self) -> list[int] | None:
        """The rows as words; None where the draws run out."""
        grid: list[int] = []
        columns = [[self.down.all] * self.cols]
        taken = 0
        ones = [self._ones(columns[0], 0)]
        choices = [self._choices(columns[0], ones[0], taken)]
        for _ in range(ROWS_A_TRY * self.rows):
            if not choices[-1]:
                if not grid:
                    return None
                choices.pop()
                ones.pop()
                columns.pop()
                taken ^= 1 << self.across.legal[grid.pop()]
                continue
            grid.append(choices[-1].pop())
            taken ^= 1 << self.across.legal[grid[-1]]
            columns.append(_narrowed(columns[-1], ones[-1], grid[-1]))
            if len(grid) == self.rows:
                if not self.unique or len(set(columns[-1])) == self.cols:
                    return grid
                choices.append([])
                ones.append([])
            else:
                ones.append(self._ones(columns[-1], len(grid)))
                choices.append(self._choices(columns[-1], ones[-1], taken))
        return None

    def _ones(self, columns: list[int], row: int) -> list[int]:
        """Those words of each column that have a 1 in this row."""
        return [self.down.with_one(words, row) for words in columns]

    def _choices(self, columns: list[int], ones: list[int], taken: int) -> list[int]:
        """The words for a row that leave every column a word, in random order; ``taken`` is the set of those above."""
        must = must_not = 0
        for col, (words, with_one) in enumerate(zip(columns, ones, strict=True)):
            if not with_one:
                must_not |= 1 << col
            elif with_one == words:
                must |= 1 << col
        left = self.across.project(must, must_not).words
        fits = self.across.members(left & ~taken if self.unique else left)
        _shuffle(fits, self.rng)
        return fits


def _shuffle(items: list[int], rng: Random) -> None:
    """Into the order of ``Random.shuffle``, from the same numbers: a board of 20×20 shuffles fifty thousand words.

    Each place from the last down is exchanged with one up to itself, drawn by bits until it is one.
    """
    draw = rng.getrandbits
    last = len(items) - 1
    while last > 0:
        bits = (last + 1).bit_length()
        fewest = max((1 << bits - 1) - 1, 1)
        for at in range(last, fewest - 1, -1):
            other = draw(bits)
            while other > at:
                other = draw(bits)
            items[at], items[other] = items[other], items[at]
        last = fewest - 1


def _narrowed(columns: list[int], ones: list[int], word: int) -> list[int]:
    """The words left to each column when this word is the next row; ``ones`` are those that have a 1 there."""
    both = zip(columns, ones, strict=True)
    return [with_one if word >> col & 1 else words ^ with_one for col, (words, with_one) in enumerate(both)]

"""Cells, runs of open cells, and the eight symmetries of the square.

A cell's *index* counts row by row from the top left, from 0. A set of cells is a *mask*: a Python int whose bit
``i`` stands for the cell with index ``i``. Masks of any size cost one object, and union, difference and counting are
single operations, so every engine works on them; :class:`Cell` is for people and for the edges of the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import compress, count
from operator import itemgetter
from typing import NamedTuple

ONE_OF = 12
"""Where one of so many bits of a mask is set they are sooner found by a look at all its digits than one by one."""
CHOSEN = bytes.maketrans(b"01", b"\0\1")

CELL_NAME = re.compile(r"r([1-9][0-9]{0,3})c([1-9][0-9]{0,3})")


class Cell(NamedTuple):
    """A cell by row and column, both from 0; written from 1 as ``r1c1``, as authors do."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"


@lru_cache(maxsize=4096)
def cell_name(index: int, cols: int) -> str:
    """Name the cell with this index on a board that is ``cols`` wide; a trace names the same ones over and over."""
    return f"r{index // cols + 1}c{index % cols + 1}"


def parse_cell(name: str) -> Cell | None:
    """Read ``r1c3``; None where the name is not one."""
    match = CELL_NAME.fullmatch(name)
    return Cell(int(match[1]) - 1, int(match[2]) - 1) if match else None


def indices(mask: int) -> Iterator[int]:
    """The indices in a mask, ascending."""
    if ONE_OF * mask.bit_count() < mask.bit_length():
        return _few(mask)
    return compress(count(), f"{mask:b}"[::-1].encode().translate(CHOSEN))


def _few(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """The mask of these indices."""
    mask = 0
    for index in cells:
        mask |= 1 << index
    return mask


def beside(index: int, rows: int, cols: int) -> int:
    """The mask of the edge-sharing neighbours of a cell."""
    row, col = divmod(index, cols)
    mask = 0
    if row:
        mask |= 1 << index - cols
    if col:
        mask |= 1 << index - 1
    if col + 1 < cols:
        mask |= 1 << index + 1
    if row + 1 < rows:
        mask |= 1 << index + cols
    return mask


def runs(rows: Sequence[str], is_open: str) -> tuple[list[int], list[int]]:
    """The maximal runs of open cells along the rows and along the columns, as masks, each list in reading order.

    ``is_open`` is a regular expression for a run of open cells in a row's text.
    """
    pattern = re.compile(is_open)
    cols = len(rows[0])
    across: list[int] = []
    for row, text in enumerate(rows):
        base = row * cols
        for match in pattern.finditer(text):
            start, end = match.span()
            across.append((1 << end - start) - 1 << base + start)
    down: list[int] = []
    step = sum(1 << cols * row for row in range(len(rows)))
    for col in range(cols):
        column = "".join([text[col] for text in rows])
        for match in pattern.finditer(column):
            start, end = match.span()
            length = cols * (end - start)
            down.append((step & (1 << length) - 1) << col + cols * start)
    return across, down


class Symmetry(StrEnum):
    """The eight symmetries of the square; the first four, less the quarter turns, fit every rectangle."""

    IDENTITY = "identity"
    ROTATE180 = "rotate180"
    MIRROR = "mirror"
    """Left and right change places."""
    FLIP = "flip"
    """Top and bottom change places."""
    ROTATE90 = "rotate90"
    """A quarter turn clockwise."""
    ROTATE270 = "rotate270"
    TRANSPOSE = "transpose"
    """Over the diagonal from the top left."""
    ANTITRANSPOSE = "antitranspose"

    @property
    def swaps_sides(self) -> bool:
        """Whether rows become columns."""
        return self in (Symmetry.ROTATE90, Symmetry.ROTATE270, Symmetry.TRANSPOSE, Symmetry.ANTITRANSPOSE)


def symmetries(rows: int, cols: int) -> tuple[Symmetry, ...]:
    """The symmetries that give a board of the same shape: eight for a square, four for any other rectangle."""
    return tuple(s for s in Symmetry if rows == cols or not s.swaps_sides)


@lru_cache(maxsize=64)
def permutation(symmetry: Symmetry, rows: int, cols: int) -> tuple[int, ...]:
    """Where each cell of the image comes from: ``image[i] == board[permutation[i]]``.

    The image is ``cols`` × ``rows`` where the symmetry swaps sides. Made once a process for each shape: every board and
    every answer asks for it in all its images.
    """
    by_symmetry: dict[Symmetry, Callable[[int, int], tuple[int, int]]] = {
        Symmetry.IDENTITY: lambda r, c: (r, c),
        Symmetry.ROTATE180: lambda r, c: (rows - 1 - r, cols - 1 - c),
        Symmetry.MIRROR: lambda r, c: (r, cols - 1 - c),
        Symmetry.FLIP: lambda r, c: (rows - 1 - r, c),
        Symmetry.ROTATE90: lambda r, c: (rows - 1 - c, r),
        Symmetry.ROTATE270: lambda r, c: (c, cols - 1 - r),
        Symmetry.TRANSPOSE: lambda r, c: (c, r),
        Symmetry.ANTITRANSPOSE: lambda r, c: (rows - 1 - c, cols - 1 - r),
    }
    source = by_symmetry[symmetry]
    out_rows, out_cols = (cols, rows) if symmetry.swaps_sides else (rows, cols)
    pairs = (source(r, c) for r in range(out_rows) for c in range(out_cols))
    return tuple(r * cols + c for r, c in pairs)


@lru_cache(maxsize=64)
def _picked(source: tuple[int, ...]) -> Callable[[str], tuple[str, ...]]:
    """The letters of a board in another order; of a board of one cell too, of which it would be no tuple."""
    return itemgetter(*source) if len(source) > 1 else tuple


def turn_rows(text: Sequence[str], symmetry: Symmetry) -> tuple[str, ...]:
    """The image of a board written as rows of one character a cell."""
    rows, cols = len(text), len(text[0])
    image = "".join(_picked(permutation(symmetry, rows, cols))("".join(text)))
    width = rows if symmetry.swaps_sides else cols
    return tuple(image[i : i + width] for i in range(0, len(image), width))


def turn_mask(mask: int, source: Sequence[int]) -> int:
    """The image of a mask under a :func:`permutation`."""
    # The first cell is the lowest bit, and so the last digit. Digits are read faster than bits are gathered one by one.
    digits = f"{mask:0{len(source)}b}"[::-1]
    return int("".join(map(digits.__getitem__, reversed(source))), 2)


def orbits(images: Iterable[Symmetry], rows: int, cols: int) -> tuple[int, ...]:
    """The cells as groups, masks in the order of their first cells: these images take each group to itself.

    All images fit the shape.
    """
    sources = [permutation(image, rows, cols) for image in images]
    groups: list[int] = []
    grouped = 0
    for cell in range(rows * cols):
        if grouped >> cell & 1:
            continue
        group, frontier = 1 << cell, [cell]
        while frontier:
            at = frontier.pop()
            more = mask_of(source[at] for source in sources) & ~group
            group |= more
            frontier += indices(more)
        groups.append(group)
        grouped |= group
    return tuple(groups)

"""A Tsunagi board as text: ``.`` an open cell, ``#`` a blocked one, ``+`` a bridge, a letter for each end of a line.

The two ends of a pair share a letter, and a small letter is a waypoint: a cell that belongs to the pair of its capital.
Letters are given in reading order, so that one board has one spelling: the first pair met is A, the next B, and so on
through :data:`LETTERS`. Once all 36 letters and digits are in use, small letters are pairs too, and there are no
waypoints. These are the cells of the published Tsunagi code; switches and walls stand beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase, digits

from pipeline.grid import Symmetry, permutation, turn_rows

OPEN = "."
BLOCKED = "#"
BRIDGE = "+"
LETTERS = ascii_uppercase + digits + ascii_lowercase + "!@$%*()[]{},:;=?^_~/"
"""The letters of pairs, in the order in which they are given."""
FEW = len(ascii_uppercase + digits)
"""From so many pairs on, small letters are pairs."""
WAYPOINT_PAIRS = len(ascii_lowercase)
"""So many pairs have a small letter."""
LARGEST_SIDE = 50

Wall = tuple[int, int]
"""An edge that no line crosses, between two neighbouring cells, the lower number first."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board, row by row, every row of the same length, lettered in reading order.

    ``walls`` are sorted; ``wrap`` joins opposite edges; ``fill`` asks for a line through every open cell and both ways
    over every bridge; without ``touch`` no line may run beside itself.
    """

    board: tuple[str, ...]
    walls: tuple[Wall, ...] = ()
    wrap: bool = False
    fill: bool = True
    touch: bool = True
    pairs: tuple[tuple[int, int], ...] = field(init=False, compare=False, repr=False)
    """The two end cells of each pair, in the order of their letters, the one that is read first in front."""
    owners: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """For each cell the number of the pair that it shows, as an end or as a waypoint; -1 where it shows none."""

    def __post_init__(self) -> None:
        pairs, owners = _read_letters(self.text)
        object.__setattr__(self, "pairs", pairs)
        object.__setattr__(self, "owners", owners)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.board)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.board[0])

    @property
    def text(self) -> str:
        """All cells in one string, in reading order."""
        return "".join(self.board)

    @property
    def ends(self) -> int:
        """The mask of the cells where a line ends."""
        return sum(1 << cell for pair in self.pairs for cell in pair)

    @property
    def clues(self) -> int:
        """The mask of the waypoints."""
        return sum(1 << cell for cell, owner in enumerate(self.owners) if owner >= 0) & ~self.ends

    def with_text(self, text: str) -> Puzzle:
        """The board of this shape and these rules with these cells, lettered anew in reading order."""
        return replace(self, board=rows_of(lettered(text), self.cols))

    def showing(self, clues: int) -> Puzzle:
        """The same board with only these waypoints."""
        gone = self.clues & ~clues
        text = "".join([OPEN if gone >> cell & 1 else letter for cell, letter in enumerate(self.text)])
        return replace(self, board=rows_of(text, self.cols))

    def turned(self, symmetry: Symmetry) -> Puzzle:
        """The board turned or mirrored, and lettered anew."""
        board = turn_rows(self.board, symmetry)
        to = {old: new for new, old in enumerate(permutation(symmetry, self.rows, self.cols))}
        walls = sorted((min(to[a], to[b]), max(to[a], to[b])) for a, b in self.walls)
        return replace(self, board=rows_of(lettered("".join(board)), len(board[0])), walls=tuple(walls))


def rows_of(text: str, cols: int) -> tuple[str, ...]:
    """Cells in reading order as rows of this width."""
    return tuple(text[start : start + cols] for start in range(0, len(text), cols))


def has_waypoints(text: str) -> bool:
    """Whether small letters in these cells are waypoints, as they are while not all capitals and digits are in use."""
    return len(set(text) & set(LETTERS[:FEW])) < FEW


def lettered(text: str) -> str:
    """The cells with their pairs named in reading order of their ends."""
    few = has_waypoints(text)
    plain = LETTERS[:FEW] if few else LETTERS
    names: dict[str, str] = {}
    for letter in text:
        if letter in plain and letter not in names:
            names[letter] = LETTERS[len(names)]
    if few:
        names |= {old.lower(): new.lower() for old, new in list(names.items()) if old.isalpha()}
    return "".join([names.get(letter, letter) for letter in text])


def _read_letters(text: str) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    few = has_waypoints(text)
    plain = LETTERS[:FEW] if few else LETTERS
    cells: dict[str, list[int]] = {}
    for cell, letter in enumerate(text):
        if letter in plain:
            cells.setdefault(letter, []).append(cell)
    if any(len(found) != 2 for found in cells.values()):
        raise ValueError(f"a letter has not two ends: {text!r}")
    pairs = tuple((first, second) for first, second in cells.values())
    number = {letter: pair for pair, letter in enumerate(cells)}
    shown = number | ({letter.lower(): pair for letter, pair in number.items() if letter.isalpha()} if few else {})
    return pairs, tuple(shown.get(letter, -1) for letter in text)


def wall_text(walls: tuple[Wall, ...]) -> str:
    """Walls as the catalogue and the code write them, ``0-1,5-9``."""
    return ",".join(f"{a}-{b}" for a, b in walls)


def read_walls(text: str) -> Iterator[Wall]:
    """The walls that :func:`wall_text` wrote; raises ValueError."""
    for part in text.split(",") if text else ():
        a, b = part.split("-")
        yield int(a), int(b)

"""Random finished boards, for ``kotae new``.

The bare board comes first: blocked cells, bridges and walls at random. Then lines are laid over it, ``strands.py``, and
made the only ones, ``one_answer.py``: by cutting what was laid, or by cutting it short and joining the pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from pipeline.errors import AuthoringError, RequestError
from pipeline.grid import cell_name
from pipeline.kind import NewRequest
from pipeline.kinds.tsunagi.names import answer_yaml
from pipeline.kinds.tsunagi.one_answer import Unclear, cut_to_one, join_to_few, join_with_waypoints
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LETTERS, OPEN, Puzzle, Wall
from pipeline.kinds.tsunagi.strands import SHORTEST, Strands

TRIES = 200
"""A request is given up after so many bare boards, on a large one sooner."""
TRIED_CELLS = 20_000
"""After bare boards of so many cells in all, but not before the fourth."""

LAID, JOINED = "laid", "joined"
WAYS = (LAID, JOINED)
LARGEST_LAID = 0.75
"""Where lines are laid to stay, the longest has so many cells for each two sides of the board."""
PIECE = 5
"""The pieces that are to be joined have at most so many cells, more on boards with too few letters for them."""
MOST_LAID = 60
"""Longer lines are laid where this many would have fewer cells on average; the letters left are for cuts."""


@dataclass(frozen=True, slots=True)
class Amount:
    """So many, or a share of all that there could be."""

    number: float
    is_share: bool

    def of(self, whole: int) -> int:
        """How many that is, of a whole of so many."""
        return round(self.number * whole) if self.is_share else int(self.number)


def read_amount(text: str) -> Amount:
    """``12``, or ``25%`` of all that there could be."""
    is_share = text.strip().endswith("%")
    try:
        number = float(text.strip().removesuffix("%")) if is_share else float(int(text))
    except ValueError:
        number = -1.0
    if not 0 <= number <= (100 if is_share else 9999):
        raise AuthoringError(f"'{text}' is no amount", hint="write a number such as 12, or a share such as 10%")
    return Amount(number / 100 if is_share else number, is_share)


def read_number(text: str) -> int:
    """A whole number."""
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise AuthoringError(f"'{text}' is no number", hint="write a whole number, such as 2")
    return int(text)


def read_switch(text: str) -> bool:
    """``yes`` or ``no``."""
    if text not in ("yes", "no"):
        raise AuthoringError(f"'{text}' is neither yes nor no", hint="write --wrap yes or --wrap no")
    return text == "yes"


def read_way(text: str) -> str:
    """``laid`` or ``joined``."""
    if text not in WAYS:
        raise AuthoringError(f"'{text}' is no way to make lines", hint="write --lines laid or --lines joined")
    return text


OPTIONS: Mapping[str, tuple[Any, Any, str]] = {
    "walls": (read_amount, "0", "Walls between neighbouring cells, a number or a share of the edges."),
    "blocked": (read_amount, "0", "Blocked cells, a number or a share of the cells."),
    "bridges": (read_number, "0", "How many bridges."),
    "waypoints": (
        read_number,
        "0",
        "At most so many waypoints, and at least one unless 0, without which it is not unique.",
    ),
    "wrap": (read_switch, "no", "Whether opposite edges of the board join."),
    "lines": (read_way, JOINED, "laid: cut until they are the only ones; joined: pieces joined while they stay so."),
    "pairs": (read_number, "0", "Stop joining at so many pairs; 0 goes on as long as the answer stays the only one."),
}


def generate(request: NewRequest, rng: Random) -> str:
    """A finished board as the ``answer:`` of a document, with walls, ``wrap:`` and the waypoints as ``keep:``.

    Its pure form, or that with the waypoints to be kept, has this answer only; no line runs beside itself, and none is
    shorter than three cells. Raises RequestError where no board can meet the request, and AuthoringError where none was
    found.
    """
    check(request)
    for _ in range(min(TRIES, max(TRIED_CELLS // (request.rows * request.cols), 4))):
        bare = _bare(request, rng)
        found = _lines(bare, request.options, rng) if bare else None
        if found:
            strands, waypoints = found
            named = ", ".join(cell_name(cell, request.cols) for cell in sorted(waypoints))
            yaml = answer_yaml(strands.puzzle(), strands.edges)
            return yaml + (f"keep: [{named}]\n" if waypoints else "")
    raise AuthoringError(
        f"no board of {request.rows}×{request.cols} was found",
        hint="ask for another size, other options or another seed",
    )


def like(drawn: Drawn) -> dict[str, str]:
    """The options that draw boards with as many walls, blocked cells, bridges, waypoints and lines.

    Finished lines tell of no waypoints, and so many lines are joined at least as there are here.
    """
    puzzle = drawn.puzzle
    return {
        "walls": str(len(puzzle.walls)),
        "blocked": str(puzzle.text.count(BLOCKED)),
        "bridges": str(puzzle.text.count(BRIDGE)),
        "waypoints": str(puzzle.clues.bit_count()),
        "wrap": "yes" if puzzle.wrap else "no",
        "pairs": str(len(puzzle.pairs)),
    }


def check(request: NewRequest) -> None:
    """Raise RequestError where no board can meet a request."""
    rows, cols, options = request.rows, request.cols, request.options
    cells = rows * cols
    bridges = options["bridges"]
    if bridges and (min(rows, cols) < 3 or bridges > _most_bridges(rows, cols)):
        hint = "bridges stand inside the board, none beside another"
        raise RequestError(f"there is no board of {rows}×{cols} with {bridges} bridges", hint=hint)
    blocked = options["blocked"].of(cells)
    if bridges and options["wrap"] and min(rows, cols) < 4:
        raise RequestError(
            f"on a board of {rows}×{cols} that wraps, two cells have a bridge and a border between them",
            hint="ask for sides of four cells and more",
        )
    lined = cells - blocked - bridges
    if lined < SHORTEST:
        raise RequestError(f"there is no line of {SHORTEST} cells on this board", hint="ask for a larger one")
    walls = options["walls"].of(_inner_edges(rows, cols))
    # Lines of three cells take the fewest edges, two for each; no wall stands where edges join.
    if walls > _inner_edges(rows, cols) + (rows + cols) * options["wrap"] - (lined - lined // SHORTEST):
        raise RequestError(f"{walls} walls leave no room for lines", hint="ask for fewer")
    if not blocked and _is_small_ring(rows, cols, walls, options["wrap"]):
        message = f"every line that fills {rows}×{cols} cells in a ring runs beside itself"
        raise RequestError(message, hint="ask for a larger board")
    _check_pairs(options, lined // SHORTEST)


def _is_small_ring(rows: int, cols: int, walls: int, wrap: bool) -> bool:
    """Whether all cells are one ring with no wall across it, and too few for two lines."""
    if (rows, cols) == (2, 2):
        # Over the border each cell has the same neighbours once more, so walls do not open the ring.
        return wrap or not walls
    return wrap and not walls and min(rows, cols) == 1 and rows * cols < 2 * SHORTEST


def _check_pairs(options: Mapping[str, Any], room: int) -> None:
    pairs, most = options["pairs"], min(room, len(LETTERS))
    if pairs and options["lines"] == LAID:
        raise RequestError("--pairs is for lines that are joined", hint="leave it out, or write --lines joined")
    if pairs > most:
        raise RequestError(f"there is no room for {pairs} pairs on this board", hint=f"ask for {most} at most")


def _most_bridges(rows: int, cols: int) -> int:
    return ((rows - 2) * (cols - 2) + 1) // 2


def _inner_edges(rows: int, cols: int) -> int:
    return rows * (cols - 1) + cols * (rows - 1)


def _bare(request: NewRequest, rng: Random) -> Puzzle | None:
    """A board with its blocked cells, bridges and walls and nothing else; None where they did not find room."""
    rows, cols, options = request.rows, request.cols, request.options
    text = [OPEN] * (rows * cols)
    inner = [row * cols + col for row in range(1, rows - 1) for col in range(1, cols - 1)]
    rng.shuffle(inner)
    bridges: list[int] = []
    beside = (-cols, -1, 1, cols)
    for cell in inner:
        if len(bridges) < options["bridges"] and all(text[cell + step] != BRIDGE for step in beside):
            text[cell] = BRIDGE
            bridges.append(cell)
    kept = {cell + step for cell in bridges for step in (0, *beside)}
    free = [cell for cell in range(rows * cols) if cell not in kept]
    blocked = options["blocked"].of(rows * cols)
    if len(bridges) < options["bridges"] or len(free) < blocked:
        return None
    for cell in rng.sample(free, blocked):
        text[cell] = BLOCKED
    board = tuple("".join(text[start : start + cols]) for start in range(0, len(text), cols))
    walls = _walls(text, rows, cols, options["walls"], rng)
    return None if walls is None else Puzzle(board, walls, options["wrap"])


def _walls(text: list[str], rows: int, cols: int, wanted: Amount, rng: Random) -> tuple[Wall, ...] | None:
    """Walls between cells that are open; None where there is no room for as many."""
    across = [(cell, cell + 1) for cell in range(rows * cols) if (cell + 1) % cols]
    down = [(cell, cell + cols) for cell in range((rows - 1) * cols)]
    places = [wall for wall in (*across, *down) if all(text[cell] == OPEN for cell in wall)]
    number = wanted.of(_inner_edges(rows, cols))
    return tuple(sorted(rng.sample(places, number))) if number <= len(places) else None


def _lines(bare: Puzzle, options: Mapping[str, Any], rng: Random) -> tuple[Strands, frozenset[int]] | None:
    """Lines over a bare board that are the only ones, and their waypoints; None where none were found."""
    strands = Strands(bare, rng)
    joined = options["lines"] == JOINED
    average = len(strands.at) // MOST_LAID
    longest = max(PIECE, 3 * average) if joined else round(LARGEST_LAID * (bare.rows + bare.cols))
    if not strands.sound or not strands.lay(max(longest, SHORTEST), max(SHORTEST, average // 2)):
        return None
    if len(strands.lines) > len(LETTERS):
        return None
    waypoints: frozenset[int] = frozenset()
    try:
        if not cut_to_one(strands):
            return None
        if joined:
            join_to_few(strands, options["pairs"] or 1)
        if options["waypoints"]:
            waypoints = join_with_waypoints(strands, options["waypoints"])
    except Unclear:
        return None
    return (strands, waypoints) if waypoints or not options["waypoints"] else None

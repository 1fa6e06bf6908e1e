"""A Tsunagi board as text and as SVG, from rows of letters, its answer and its rules where they are given.

Ends are letters on discs, waypoints letters in rings, bridges two pairs of rails; where the pairs are many, the SVG has
numbers for letters. Walls and open edges come from the rules. An answer is given as rows too, and its lines are found
by following the letters; in its place can stand a sketch of lines that are not finished, or not right. Rows that are no
board draw as far as they can be understood, so that nothing but what is written here ever reaches a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from pipeline.errors import AuthoringError
from pipeline.kinds.tsunagi.canvas import Canvas
from pipeline.kinds.tsunagi.labels import LETTERED, letters_of, shown_labels
from pipeline.kinds.tsunagi.lines import read_answer
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, FEW, LETTERS, Puzzle, Wall, has_waypoints, read_walls
from pipeline.kinds.tsunagi.shape import wall_fault
from pipeline.kinds.tsunagi.sketch import is_sketch, read_sketch
from pipeline.kinds.tsunagi.steps import DIRECTIONS, Step, steps_of
from pipeline.kinds.tsunagi.tones import BRIGHT, ON_BRIGHT, ON_DARK, TONES, letter_tones, line_tones
from pipeline.reasoner import Position

CELL = 10
"""The side of a cell, in the units of the drawing."""
DISC = 7.6
RING = 7.0
HOLE = 5.2
WAY = 3.4
RIM = 0.7
"""The width of an end's disc, of a waypoint's ring and its hole, of a line, and how much wider the ink below is."""
IN_BLACK = ".ends,.holes,.decks{stroke:#fff}.rings,.ways{stroke:#000}.names,.waypoints{fill:#000}"
"""On paper, ends are rings around their letter, waypoints thicker and smaller ones, and lines black."""
DIGIT = 0.56
"""The width of a digit in a font of size 1."""
NORTH, EAST, SOUTH, WEST = range(len(DIRECTIONS))


def puzzle_of(rows: Sequence[str], rules: Mapping[str, Any] | None = None) -> Puzzle:
    """A board of its rows and rules; raises ValueError where they are none."""
    rules = rules or {}
    wrap, fill, touch = rules.get("wrap", False), rules.get("fill", True), rules.get("touch", True)
    return Puzzle(tuple(rows), tuple(read_walls(str(rules.get("walls", "")))), bool(wrap), bool(fill), bool(touch))


def text(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw for a terminal, no line end at the end.

    A letter a cell with a blank between; where there are walls or an answer, they have a line between two rows. Dots
    around a board say that its edges join.
    """
    rules = rules or {}
    ends, _ = _shown(rows)
    canvas = Canvas(rows, ends, bool(rules.get("wrap")))
    for wall in _walls(rows, rules):
        canvas.wall(*wall)
    for cell, step in _line_steps(rows, answer, rules)[0]:
        canvas.leave(cell, step)
    return canvas.text(between=canvas.marked or bool(answer))


def _walls(rows: Sequence[str], rules: Mapping[str, Any]) -> list[Wall]:
    """The walls of these rules that this board can have."""
    cells, cols = "".join(rows), max(map(len, rows), default=0)
    try:
        walls = list(read_walls(str(rules.get("walls", ""))))
    except ValueError:
        return []
    return [wall for wall in walls if 0 <= wall[0] < wall[1] < len(cells) and not wall_fault(cells, cols, wall, False)]


Steps = Sequence[tuple[int, Step]]
"""Steps, each with the cell that it leaves."""


def _line_steps(rows: Sequence[str], answer: Sequence[str] | None, rules: Mapping[str, Any]) -> tuple[Steps, Steps]:
    """From each cell the steps that a line of the answer takes, and those of which a sketch says that none does."""
    if not answer:
        return (), ()
    try:
        puzzle = puzzle_of(rows, rules)
        known = _known(puzzle, answer)
    except (AuthoringError, ValueError):
        return (), ()
    every = [(cell, step) for cell, steps in enumerate(steps_of(puzzle).of) for step in steps]
    taken, left = ([(cell, step) for cell, step in every if edges >> step.edge & 1] for edges in known)
    return taken, left


def _known(puzzle: Puzzle, answer: Sequence[str]) -> Position:
    """What an answer or a sketch says of the edges."""
    return read_sketch(puzzle, answer) if is_sketch(puzzle, answer) else Position(read_answer(puzzle, answer), 0)


def svg(rows: Sequence[str], answer: Sequence[str] | None = None, rules: Mapping[str, Any] | None = None) -> str:
    """Draw as one SVG element.

    Its colours are attributes, which stand alone and which a page's style sheet overrides by the classes ``floor``,
    ``lines``, ``blocked``, ``rails``, ``ways``, ``decks``, ``marks``, ``walls``, ``joins``, ``rims``, ``ends``,
    ``rings``, ``holes``, ``names``, with ``bright`` where they are dark, and ``waypoints``. What is a pair's has its
    colour's class too, ``tone-0`` to ``tone-11``.
    """
    rules = rules or {}
    ends, waypoints = _shown(rows)
    tones = letter_tones(rows, ends, waypoints)
    height, width = len(rows) * CELL, max(map(len, rows), default=0) * CELL
    shapes = (
        f'<path class="floor" fill="#fffdf8" d="M0 0h{width}v{height}h-{width}z"/>',
        f'<path class="lines" fill="none" stroke="#20242c" stroke-opacity=".16" stroke-width=".5" '
        f'd="{_grid(height, width)}"/>',
        _in_cells(rows, answer, rules),
        _path("walls", "#20242c", "1.6", "".join(_wall(wall, width // CELL) for wall in _walls(rows, rules))),
        _joins(height, width) if rules.get("wrap") else "",
        _names(rows, "names", ON_DARK, "".join(letter for letter in ends if tones.get(letter) not in BRIGHT)),
        _names(rows, "names bright", ON_BRIGHT, "".join(letter for letter in ends if tones.get(letter) in BRIGHT)),
        _names(rows, "waypoints", "#20242c", waypoints),
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{"".join(shapes)}</svg>'


def _grid(height: int, width: int) -> str:
    across = (f"M0 {y}h{width}" for y in range(CELL, height, CELL))
    down = (f"M{x} 0v{height}" for x in range(CELL, width, CELL))
    return "".join([*across, *down])


def _in_cells(rows: Sequence[str], answer: Sequence[str] | None, rules: Mapping[str, Any]) -> str:
    """What stands in the middle of cells. Its unit is a cell, so that most numbers are small whole ones."""
    ends, waypoints = _shown(rows)
    taken, left = _line_steps(rows, answer, rules)
    paths = "".join(
        (
            _path("blocked", "#20242c", "1", _dots(rows, BLOCKED, "M{x:g} {row}h1", -0.5)),
            _path("rails", "#20242c", ".08", _dots(rows, BRIDGE, RAILS, -0.5)),
            _lines(rows, taken, rules),
            _discs(rows, ends, waypoints),
            _path("marks", "#20242c", ".07", _crosses(rows, left)),
        )
    )
    return f'<g transform="matrix({CELL} 0 0 {CELL} {CELL // 2} {CELL // 2})">{paths}</g>' if paths else ""


RAILS = "M{x:g} {row}m0-.2h1m-1 .4h1m-.7-.7v.3m.4 0v-.3m0 .7v.3m-.4 0v-.3"
"""A bridge from the middle of its left side: two rails across, and two that go on below them."""


def _dots(rows: Sequence[str], wanted: str, shape: str, left: float = 0) -> str:
    if not wanted:
        return ""  # a board has few of the colours
    cells = ((row, col) for row, line in enumerate(rows) for col, letter in enumerate(line) if letter in wanted)
    return "".join(shape.format(x=col + left, row=row) for row, col in cells)


def _discs(rows: Sequence[str], ends: str, waypoints: str) -> str:
    """Ends and waypoints, each in its pair's colour on a rim of ink, and the holes of waypoints."""
    tones = letter_tones(rows, ends, waypoints)

    def places(letters: str, tone: int) -> str:
        return _dots(rows, "".join(letter for letter in letters if tones.get(letter) == tone), "M{x:g} {row}h0")

    every = range(len(TONES))
    return "".join(
        (
            _round("rims", "#20242c", DISC + RIM, _dots(rows, ends, "M{x:g} {row}h0")),
            _round("rims", "#20242c", RING + RIM, _dots(rows, waypoints, "M{x:g} {row}h0")),
            *(_round(f"ends tone-{tone}", TONES[tone], DISC, places(ends, tone)) for tone in every),
            *(_round(f"rings tone-{tone}", TONES[tone], RING, places(waypoints, tone)) for tone in every),
            _round("holes", "#fffdf8", HOLE, _dots(rows, waypoints, "M{x:g} {row}h0")),
        )
    )


def _lines(rows: Sequence[str], steps: Steps, rules: Mapping[str, Any]) -> str:
    """The lines of an answer in their colours; what goes down a bridge is hidden by the deck of what goes across."""
    edges = sum({1 << step.edge for _, step in steps})
    tones = line_tones(puzzle_of(rows, rules), edges, letter_tones(rows, *_shown(rows))) if steps else {}
    decks = [(cell, step) for cell, step in steps if step.bridge >= 0 and step.direction == EAST]
    parts = [_ways(rows, tone, own) for tone, own in _by_tone(steps, tones)]
    middles = (divmod(step.bridge, max(map(len, rows))) for _, step in decks)
    parts.append(
        _path("decks", "#fffdf8", f"{(WAY + 2 * RIM) / CELL:.2f}", "".join(f"M{x - 0.3:g} {y}h.6" for y, x in middles))
    )
    parts += [_ways(rows, tone, own) for tone, own in _by_tone(decks, tones)]
    return "".join(parts)


def _by_tone(steps: Steps, tones: Mapping[int, int]) -> list[tuple[int, Steps]]:
    """The steps of each colour, -1 for those that have none."""
    found: dict[int, list[tuple[int, Step]]] = {}
    for cell, step in steps:
        found.setdefault(tones.get(step.edge, -1), []).append((cell, step))
    return [(tone, found[tone]) for tone in sorted(found)]


def _ways(rows: Sequence[str], tone: int, steps: Steps) -> str:
    """Lines of a colour: each step from the middle of its cell to the border, or over a bridge to the cell beyond."""
    cols = max(map(len, rows), default=0)
    parts = []
    for cell, step in steps:
        if step.bridge >= 0 and step.direction not in (EAST, SOUTH):
            continue
        row, col = divmod(cell, cols)
        length = "2" if step.bridge >= 0 else ".5"
        sign = "-" if step.direction in (NORTH, WEST) else ""
        parts.append(f"M{col} {row}{'hv'[step.direction % 2 == 0]}{sign}{length}")
    name, colour = (f"ways tone-{tone}", TONES[tone]) if tone >= 0 else ("ways", "#4a7fb5")
    return _round(name, colour, WAY, "".join(parts))


def _crosses(rows: Sequence[str], steps: Steps) -> str:
    """A cross in the middle of each side that no line goes over, from either cell."""
    cols = max(map(len, rows), default=0)
    middles = set()
    for cell, step in steps:
        row, col = divmod(cell, cols)
        down, right = DIRECTIONS[step.direction]
        middles.add((row + down / 2, col + right / 2))
    return "".join(f"M{x - 0.1:g} {y - 0.1:g}l.2 .2m0-.2l-.2 .2" for y, x in sorted(middles))


def _wall(wall: Wall, cols: int) -> str:
    row, col = divmod(wall[0], cols)
    if wall[1] == wall[0] + 1:
        return f"M{(col + 1) * CELL} {row * CELL}v{CELL}"
    return f"M{col * CELL} {(row + 1) * CELL}h{CELL}"


def _joins(height: int, width: int) -> str:
    """A dashed frame: the edges are open."""
    return (
        f'<path class="joins" fill="none" stroke="#20242c" stroke-width="1" stroke-dasharray="2 3" '
        f'd="M0 0h{width}v{height}h-{width}z"/>'
    )


def _path(name: str, stroke: str, width: str, shape: str) -> str:
    if not shape:
        return ""
    return f'<path class="{name}" fill="none" stroke="{stroke}" stroke-width="{width}" d="{shape}"/>'


def _round(name: str, stroke: str, width: float, shape: str) -> str:
    path = _path(name, stroke, f"{width / CELL:.2f}", shape)
    return path.replace("<path ", '<path stroke-linecap="round" ')


def _names(rows: Sequence[str], name: str, fill: str, wanted: str) -> str:
    """One text element, each letter and each digit with a place of its own."""
    ends, waypoints = _shown(rows)
    labels = shown_labels(rows, ends, waypoints)
    # On a board that is none, a waypoint has no pair.
    letters = {letter: labels.get(letter, letter) for letter in wanted}
    numbered = len(letters_of(rows, ends)) > LETTERED
    in_ring = name == "waypoints"
    size, font = (3.6 if in_ring else 5, "Arial,sans-serif") if numbered else (5 if in_ring else 6, "Georgia,serif")
    # The baseline of a letter stands about a third of its size below its middle.
    drop = size / 3 if numbered else 2
    placed = [
        (sign, (col + 0.5) * CELL + (at - (len(letters[letter]) - 1) / 2) * DIGIT * size, (row + 0.5) * CELL + drop)
        for row, line in enumerate(rows)
        for col, letter in enumerate(line)
        if letter in letters
        for at, sign in enumerate(letters[letter])
    ]
    if not placed:
        return ""
    xs = " ".join(f"{x:.4g}" for _, x, _ in placed)
    ys = " ".join(f"{y:.4g}" for _, _, y in placed)
    return (
        f'<text class="{name}" fill="{fill}" font-family="{font}" font-size="{size}px" text-anchor="middle" '
        f'x="{xs}" y="{ys}">{"".join(sign for sign, _, _ in placed)}</text>'
    )


def _shown(rows: Sequence[str]) -> tuple[str, str]:
    """The letters that are ends on this board, and those that are waypoints."""
    return (LETTERS[:FEW], ascii_lowercase) if has_waypoints("".join(rows)) else (LETTERS, "")

"""The clues of a Tsunagi board: its waypoints. The author draws the lines, so the answer is given; whether it is the
only one has to be asked all the same.

With a waypoint on every cell that can show one, a line may still run through its cells in another order where it runs
beside itself. Where cells may stay unused it may leave the way. A board of more than 26 lines has no waypoints at all,
as which of its pairs have small letters depends on how it is turned. No waypoint then tells the ways apart, so that no
puzzle of these lines has one answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.grid import cell_name
from pipeline.kind import Choice, Chosen, NoneUnique, Swap
from pipeline.kinds.tsunagi.encode_sat import encode
from pipeline.kinds.tsunagi.lines import inner_cells, walk
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.puzzle import LETTERS, WAYPOINT_PAIRS, Puzzle
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.prove import Prover
from pipeline.verdict import Budget, Undecided

UNIQUE_HINT = "lead the line so that it does not run beside itself there, or set a wall between its two parts"
TOLD = 4
"""How many lines with another way are named."""


def choose(drawn: Drawn, budget: Budget, seed: int = 0) -> Choice[int]:
    """The lines that the author drew, if no others fit the board with every waypoint shown."""
    meter = budget.start()
    encoding = encode(number(drawn, drawn.edges))
    with Prover(encoding) as prover:
        prover.exclude(drawn.edges)
        refuted = prover.refute(encoding.selectors, meter)
        if isinstance(refuted, Undecided):
            return refuted
        if refuted:
            return Chosen(drawn.edges)
        other = encoding.answer(prover.model())
    return NoneUnique((Swap(drawn.edges & ~other, other & ~drawn.edges),))


def number(drawn: Drawn, edges: int) -> Puzzle:
    """The board with a waypoint on every cell that can show one."""
    puzzle = drawn.puzzle
    steps = steps_of(puzzle)
    shown = _may_show(puzzle, edges)
    cells = list(puzzle.text)
    for letter, (first, _) in zip(LETTERS, puzzle.pairs, strict=False):
        for cell, _ in walk(steps, edges, first):
            if shown >> cell & 1:
                cells[cell] = letter.lower()
    return puzzle.with_text("".join(cells))


def may_clue(drawn: Drawn) -> int:
    """The cells that can show a waypoint; of a setter's own board those that do."""
    return drawn.puzzle.clues if drawn.fixed else _may_show(drawn.puzzle, drawn.edges)


def _may_show(puzzle: Puzzle, edges: int) -> int:
    """The cells between the ends of the lines, if each of these has a small letter, however the board is turned."""
    return inner_cells(puzzle, edges) if len(puzzle.pairs) <= WAYPOINT_PAIRS else 0


def explain_swaps(drawn: Drawn, none: NoneUnique) -> str:
    """Between which cells a line can run another way."""
    swapped = 0
    for swap in none.swaps:
        swapped |= swap.first
    told = list(_other_ways(drawn, swapped))
    more = f", and {len(told) - TOLD} lines more can" if len(told) > TOLD else ""
    return f"{'; '.join(told[:TOLD])}{more}" if told else "these lines are not the only ones that fit"


def _other_ways(drawn: Drawn, swapped: int) -> Iterator[str]:
    """For each line that has these edges, from where to where it does not need to run as it is drawn."""
    cols = drawn.puzzle.cols
    steps = steps_of(drawn.puzzle)
    for name, (first, _) in zip(drawn.names, drawn.puzzle.pairs, strict=True):
        line = list(walk(steps, drawn.edges, first))
        changed = [at for at, (_, came) in enumerate(line) if came >= 0 and swapped >> came & 1]
        if changed:
            start, end = (cell_name(line[at][0], cols) for at in (changed[0] - 1, changed[-1]))
            yield f"between {start} and {end} the line of {name} can run two ways"
